// Stones, comments and moves that are changed, deleted and had back.

import assert from "node:assert/strict";
import { button, click, moves, NINE, open, PEOPLE, quiet, radio, read, setMode, until, WEAKEST } from "../window.mjs";

export const tests = {
  async "a comment stays at the move where it was begun"() {
    const page = await open(`${PEOPLE}&moves=eecc&at=1`);
    const comments = () => page.evaluate(() => { const { tree } = window.tengen.state; return tree.line(tree.root).map(node => node.text("C")); });
    await quiet(page);
    await page.focus("#comment");
    await page.keyboard.type("on the first");
    // As when Tengen moves, or a review ends.
    await page.evaluate(() => window.tengen.walking.walk(1));
    await page.keyboard.type(" move");
    assert.deepEqual(await comments(), ["", "on the first move", ""]);
    assert.equal(await page.inputValue("#comment"), "on the first move");
    await click(page, "gg");
    assert.equal(await page.inputValue("#comment"), "", "a click on the board ends it");
    assert.ok(await page.evaluate(() => document.activeElement === document.body));
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.inputValue("#comment"), "on the first move");
  },

  async "an edited position keeps no judgement"() {
    const page = await open("#size=5&rules=chinese&komi=7&play=pp&black=cc&turn=W&moves=bb&at=0");
    await page.evaluate(() => {
      const { state, state: { tree: { root } } } = window.tengen, [child] = root.children;
      child.verdict = { share: 0.5, points: 9, error: 0, kind: "bad", better: [] };
      root.isLooked = child.isHinted = child.isTaught = true;
      state.reviewed = { players: [], nodes: [root, child] };
      window.tengen.setMode("edit");
      state.tool = "black";
    });
    await click(page, "dd");
    assert.deepEqual(await page.evaluate(() => {
      const { state, state: { tree: { root } } } = window.tengen, [child] = root.children;
      return [child.verdict ?? null, root.isLooked, child.isHinted, child.isTaught, state.reviewed];
    }), [null, false, false, false, null]);
  },

  async "a hint ends where the position is edited"() {
    const page = await open(WEAKEST);
    await button(page, "Hint").click();
    await until(page, () => window.tengen.state.node.evaluation);
    await radio(page, "Edit").click();
    await button(page, "Black").click();
    await click(page, "ee");
    await click(page, "gg");
    // Long enough for a report of the board as it was.
    await page.waitForTimeout(500);
    assert.deepEqual(await page.evaluate(() => {
      const { state: { node, position, hint }, thinker } = window.tengen;
      return [position.cells.filter(Boolean).length, node.evaluation, hint, thinker.doing];
    }), [2, null, null, null]);
  },

  async "handicap stones that were erased do not come back"() {
    const page = await open(PEOPLE);
    await page.evaluate(() => {
      const { files, state } = window.tengen;
      state.live = false;
      files.open("(;SZ[9]HA[3];W[ee])");
      window.tengen.setMode("edit");
      state.tool = "erase";
    });
    const told = () => page.evaluate(() => { const { root } = window.tengen.state.tree; return [root.text("HA"), root.values("AB").length]; });
    assert.deepEqual(await told(), ["3", 3]);
    await click(page, "cg");
    assert.deepEqual(await told(), ["2", 2]);
    await click(page, "gc");
    assert.deepEqual(await told(), ["", 1]);
    await click(page, "gg");
    assert.deepEqual(await told(), ["", 0]);
  },

  async "in Edit each change can be taken back, the last first"() {
    const page = await open(NINE);
    await read(page, "(;SZ[9];B[ee];W[cc](;B[gc])(;B[gg]))");
    await radio(page, "Edit").click();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowDown");
    const shape = () => page.evaluate(() => {
      const { tree, node, position } = window.tengen.state, of = node => [node.properties, ...node.children.map(of)];
      return JSON.stringify([of(tree.root), tree.path(node).length, [...position.cells], position.turn]);
    });
    const tool = async (name, point) => {
      await button(page, name).click();
      await click(page, point);
    };
    assert.equal(await button(page, "Triangle").getAttribute("title"), "Triangle");
    const undo = button(page, "Undo"), shapes = [];
    assert.ok(await undo.isDisabled());
    for (const change of [
      () => tool("Triangle", "gg"), () => button(page, "Main line").click(), () => tool("Black", "ca"), () => tool("White", "aa"),
      () => button(page, "White to play").click(), () => tool("Move", "ie"), () => button(page, "Pass").click(), () => tool("Number on a point", "ee"),
      () => page.keyboard.press("ArrowLeft").then(() => button(page, "Delete").click()), () => tool("Erase", "ee"),
    ]) {
      shapes.push(await shape());
      await change();
      assert.notEqual(await shape(), shapes.at(-1));
    }
    for (const [i, before] of shapes.reverse().entries()) {
      if (i % 2) await page.keyboard.press("Control+z");
      else await undo.click();
      // The one that deletes walked before it did.
      if (i !== 1) assert.equal(await shape(), before, `${i}`);
    }
    assert.ok(await undo.isDisabled());
    // Elsewhere a move may stand on what was edited.
    await tool("Black", "aa");
    await radio(page, "Analyse").click();
    await page.keyboard.press("Control+z");
    assert.equal(await page.evaluate(() => window.tengen.state.position.cells[0]), 1);
  },

  async "a deletion can be taken back"() {
    const page = await open(PEOPLE);
    const text = "(;SZ[9](;B[ee];W[cc](;B[gg])(;B[gc]))(;B[aa]))";
    await quiet(page);
    await read(page, text);
    const shape = () => page.evaluate(() => {
      const of = node => [node.text("B") + node.text("W"), ...node.children.map(of)];
      return JSON.stringify(of(window.tengen.state.tree.root)) + window.tengen.state.tree.number(window.tengen.state.latest);
    });
    await page.keyboard.press("ArrowRight");
    const before = await shape();
    for (const undo of [() => page.keyboard.press("Control+z"), () => page.locator("#said button").click()]) {
      await page.keyboard.press("Delete");
      assert.equal(await moves(page), 0);
      assert.notEqual(await shape(), before);
      await undo();
      assert.equal(await shape(), before);
      assert.equal(await moves(page), 1, "the move is shown");
      assert.ok(await page.locator("#toast").isHidden());
    }
    // Stones set before it meanwhile are there.
    await page.keyboard.press("Delete");
    await page.evaluate(() => { window.tengen.setMode("edit"); window.tengen.state.tool = "black"; });
    await click(page, "ii");
    await setMode(page, "analyse");
    await page.keyboard.press("Control+z");
    assert.equal(await page.evaluate(() => window.tengen.state.position.cells[80]), await page.evaluate(() => window.tengen.state.tree.position(window.tengen.state.node.parent).cells[80]));
  },

  async "what is deleted first can be taken back, but not in another game"() {
    const page = await open(PEOPLE);
    await read(page, "(;SZ[9];B[ee];W[cc])");
    await radio(page, "Edit").click();
    await page.keyboard.press("End");
    await button(page, "Delete").click();
    assert.equal(await page.evaluate(() => window.nodes().length), 2);
    await page.locator("#actions").getByRole("button", { name: "Undo" }).click();
    assert.equal(await page.evaluate(() => window.nodes().length), 3);
    await button(page, "Delete").click();
    assert.ok(await page.locator("#toast").isVisible());
    await page.evaluate(() => window.tengen.games.enter());
    assert.ok(await page.locator("#toast").isHidden());
  },

  async "what becomes the main line is drawn first"() {
    const page = await open(PEOPLE);
    await read(page, "(;SZ[9];B[ee](;W[ec])(;W[ge]))");
    const rows = () => page.evaluate(() => {
      const { state: { tree }, treeView } = window.tengen;
      return [...tree.root.children[0].children].map(node => [node.text("W"), treeView.places.get(node).row]);
    });
    await page.evaluate(() => { const { state: { tree } } = window.tengen; window.tengen.go(tree.root.children[0].children[1]); });
    await button(page, "Main line").click();
    assert.deepEqual(await rows(), [["ge", 0], ["ec", 1]]);
    assert.ok(await button(page, "Main line").isDisabled(), "it is that already");
  },
};
