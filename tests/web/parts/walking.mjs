// Walks through a record: by number, by the graph, by variations.

import assert from "node:assert/strict";
import { button, moves, open, PEOPLE, quiet, read, until } from "../window.mjs";

export const tests = {
  async "a record is walked through by itself, to its end or until it is told otherwise"() {
    const page = await open(`${PEOPLE}&moves=eeccgggceaaeieeiaaiaaiii`);
    await page.evaluate(() => { window.tengen.setMode("analyse"); window.tengen.state.live = false; window.tengen.state.options.pace = 0.5; window.tengen.walking.walk(-Infinity); });
    const isStrolling = () => page.getAttribute("#number", "aria-pressed");
    await page.click("#number");
    await button(page, "Walk on by itself").click();
    await until(page, () => document.getElementById("number").ariaPressed === "true");
    await until(page, () => window.tengen.state.tree.number(window.tengen.state.node) >= 2);
    await page.click("#number");
    const stood = await moves(page);
    await page.waitForTimeout(1200);
    assert.deepEqual([await isStrolling(), await moves(page)], ["false", stood]);
    await page.evaluate(() => { window.tengen.walking.walk(-Infinity); window.tengen.state.options.pace = 0.1; window.tengen.walking.stroll(); window.tengen.setMode("edit"); });
    assert.equal(await isStrolling(), "false", "what is edited stays where it is");
    await page.evaluate(() => { window.tengen.setMode("analyse"); window.tengen.walking.stroll(); });
    await until(page, () => document.getElementById("number").textContent === "12 / 12");
    await until(page, () => document.getElementById("number").getAttribute("aria-pressed") === "false");
  },

  async "one goes to a move by its number"() {
    const page = await open(`${PEOPLE}&moves=eeccgggceaaeieei`);
    const reads = text => until(page, text => document.getElementById("number").textContent === text, text);
    /** Asks for a move that the line has not, which is refused, and then for another. */
    const goTo = async (missing, there, why) => {
      await page.keyboard.press("g");
      await page.keyboard.type(missing);
      await page.keyboard.press("Enter");
      assert.ok(await page.evaluate(() => window.tengen.dialogs.isOpen), why);
      await page.fill("#move", there);
      await page.keyboard.press("Enter");
    };
    await page.evaluate(() => { window.tengen.setMode("analyse"); window.tengen.state.live = false; });
    await page.click("#number");
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await reads("3 / 8");
    await goTo("9", "8", "there are eight moves");
    await reads("8 / 8");
    // A record may have its first move in the root.
    await read(page, "(;SZ[9]B[ee];W[cc];B[gg])");
    await goTo("4", "0", "there are three moves");
    await reads("0 / 3");
  },

  async "the ends of a long game are one press away"() {
    const page = await open(PEOPLE);
    await quiet(page);
    await read(page, `(;SZ[1]${";B[];W[]".repeat(6000)})`);
    for (const [press, number] of [
      [() => button(page, "Last position").click(), 12000], [() => button(page, "First position").click(), 0],
      [() => page.keyboard.press("End"), 12000], [() => page.keyboard.press("Home"), 0],
    ]) {
      await press();
      assert.equal(await moves(page), number);
    }
  },

  async "up and down go to the same depth of the next variation"() {
    const page = await open(PEOPLE);
    await quiet(page);
    await read(page, "(;SZ[9];B[ee](;W[cc];B[gg];W[gc])(;W[dd];B[ff])(;W[aa]))");
    await page.keyboard.press("End");
    const way = () => page.evaluate(() => window.tengen.state.tree.path(window.tengen.state.node).map(node => node.text("B") + node.text("W")).join(" ").trim());
    for (const [key, to] of [["ArrowDown", "ee dd ff"], ["ArrowUp", "ee cc gg"], ["ArrowUp", "ee aa"], ["ArrowUp", "ee dd"]]) {
      await page.keyboard.press(key);
      assert.equal(await way(), to);
    }
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    assert.equal(await way(), "");
  },

  async "where stones are set up on the way moves are counted, not steps"() {
    const page = await open(PEOPLE);
    await read(page, "(;SZ[9];C[intro];AB[aa];B[ee];W[cc];B[gg];W[gc];B[cg])");
    await page.keyboard.press("End");
    assert.equal(await page.locator("#number").textContent(), "5 / 5");
    assert.match(await page.getAttribute(".graph", "aria-valuetext"), /^Move 5\b/);
    const [labels, x, now] = await page.evaluate(() => {
      const labels = [...document.querySelectorAll(".graph .number-label")];
      return [labels.map(label => label.textContent), labels.at(-1).getAttribute("x"), document.querySelector(".graph .now").getAttribute("d")];
    });
    assert.deepEqual(labels, ["0", "5"]);
    assert.ok(now.startsWith(`M${x} `), "the fifth move is there, and not the fifth step");
  },

  async "the graph is a slider"() {
    const page = await open(`${PEOPLE}&moves=eeccgg`);
    await page.focus(".graph");
    for (const [key, number] of [["ArrowUp", 3], ["ArrowDown", 2], ["ArrowUp", 3], ["ArrowLeft", 2]]) {
      await page.keyboard.press(key);
      assert.equal(await moves(page), number);
    }
    await page.locator(".graph").click();
    assert.ok(await page.evaluate(() => !document.activeElement.matches(".graph")), "after a click the arrows are the board's");
  },

  async "the graph has room for the labels of a large score"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    const isInside = await page.evaluate(() => {
      const app = window.tengen, { state, state: { tree } } = app;
      state.live = false;
      app.refresh();
      tree.root.evaluation = { winrate: 0.5, lead: -444, visits: 900, turn: 1, ownership: null, moves: [] };
      app.show();
      const { right } = document.querySelector(".graph").getBoundingClientRect();
      return [...document.querySelectorAll(".graph .lead-label")].every(label => label.getBoundingClientRect().right <= right);
    });
    assert.ok(isInside);
  },

  async "the graph has no line over moves of which nothing is known"() {
    const page = await open(`${PEOPLE}&moves=eeccgggccgce`);
    const drawn = known => page.evaluate(known => {
      const app = window.tengen, { state, state: { tree } } = app;
      state.live = false;
      app.refresh();
      tree.line(tree.root).forEach((node, i) => { node.evaluation = known.includes(i) ? { winrate: 0.6, lead: 1, visits: 900, turn: 1, ownership: null, moves: [] } : null; });
      app.show();
      return [".chance", ".lead", ".chance-area"].map(name => document.querySelector(`.graph ${name}`).getAttribute("d").match(/M/g).length);
    }, known);
    assert.deepEqual(await drawn([0, 2, 4, 6]), [1, 1, 1], "Tengen's own moves are not looked at");
    assert.deepEqual(await drawn([0, 2, 5, 6]), [2, 2, 2]);
    assert.deepEqual(await drawn([0, 6]), [2, 2, 2]);
  },

  async "a record as wide as can be opens"() {
    const page = await open(PEOPLE);
    await quiet(page);
    await read(page, "(;SZ[9]" + "(;B[ee])".repeat(150000) + ")");
    assert.equal(await page.evaluate(() => window.nodes().length), 150001);
    assert.ok(await page.locator("#tree .node").count() > 3);
    assert.ok(await page.locator("#tree path").count() < 50);
  },

  async "who scrolls through the tree stays there, whatever is found meanwhile"() {
    const page = await open(PEOPLE);
    await quiet(page);
    await read(page, `(;SZ[9]${";B[];W[]".repeat(50)})`);
    await page.keyboard.press("End");
    const left = () => page.evaluate(() => document.getElementById("tree").scrollLeft);
    assert.ok(await left() > 1000, "the last move is in sight");
    await page.evaluate(() => { document.getElementById("tree").scrollLeft = 0; });
    // As with each report of a search.
    await page.evaluate(() => window.tengen.show());
    assert.equal(await left(), 0);
    await page.keyboard.press("ArrowLeft");
    assert.ok(await left() > 1000, "one goes to another move");
    // While it is closed nothing can be scrolled.
    await page.locator("#record-part summary").click();
    await page.keyboard.press("Home");
    await page.locator("#record-part summary").click();
    await until(page, () => document.getElementById("tree").scrollLeft === 0);
  },

  async "one goes to the next comment or fork by a key"() {
    const page = await open(PEOPLE);
    await read(page, "(;SZ[9];B[aa];W[bb]C[here];B[cc](;W[dd];B[ee];W[ff]C[there])(;W[gg]))");
    const seen = [];
    for (const key of ["f", "f", "f", "f", "F", "F", "F"]) {
      await page.keyboard.press(key);
      seen.push(await moves(page));
    }
    assert.deepEqual(seen, [2, 3, 6, 6, 3, 2, 2]);
  },
};
