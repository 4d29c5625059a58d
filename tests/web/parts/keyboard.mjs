// Keys.

import assert from "node:assert/strict";
import { button, moves, open, PEOPLE, quiet, radio, read, SETTLED, until, untilBegun, untilCounted, untilMove, WEAKEST } from "../window.mjs";

export const tests = {
  async "by keyboard alone"() {
    const page = await open();
    // Enter in a field of New game begins it.
    await page.focus("#komi");
    await page.keyboard.type("5.5");
    await page.keyboard.press("Enter");
    await until(page, () => !document.getElementById("dialog").open);
    await untilBegun(page);
    assert.equal(await page.evaluate(() => window.tengen.state.tree.komi), 5.5);
    await until(page, () => document.activeElement.matches(".board"));
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await untilMove(page, 2);
    assert.equal(await page.evaluate(() => { const { tree } = window.tengen.state; return tree.moveOf(tree.root.children[0]).index; }), 3 * 9 + 4);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Home");
    assert.equal(await moves(page), 0);
    await page.keyboard.press("?");
    await until(page, () => document.getElementById("dialog").open);
    await page.keyboard.press("Escape");
    // The arrows choose among the modes where these have the focus.
    await radio(page, "Play").focus();
    for (const mode of ["analyse", "edit", "play"]) {
      await page.keyboard.press("ArrowRight");
      assert.equal(await page.evaluate(() => window.tengen.state.mode + document.activeElement.dataset.mode), mode + mode);
    }
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.evaluate(() => window.tengen.state.mode + document.activeElement.dataset.mode), "editedit");
    await radio(page, "Play").click();
    // Cancel begins none.
    await page.keyboard.press("n");
    await page.fill("#komi", "3.5");
    await button(page, "Cancel").press("Enter");
    await until(page, () => !document.getElementById("dialog").open);
    assert.equal(await page.evaluate(() => window.tengen.state.tree.komi), 5.5);
  },

  async "Escape leaves a field, and loses nothing that is kept"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    const leave = async () => {
      await page.keyboard.press("Escape");
      return page.evaluate(() => document.activeElement.tagName);
    };
    await page.locator("#comment").pressSequentially("good");
    assert.deepEqual([await leave(), await page.inputValue("#comment")], ["BODY", "good"]);
    assert.equal(await page.evaluate(() => window.tengen.state.node.text("C")), "good");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await moves(page), 0, "then the arrows walk");
    await page.locator("#at").pressSequentially("Z");
    await page.keyboard.press("Enter");
    assert.ok(await page.isVisible("#toast"));
    await page.keyboard.type("D");
    assert.deepEqual([await leave(), await page.inputValue("#at"), await page.isVisible("#toast")], ["BODY", "", false]);
    // While letters are composed the keyboard has a use for it.
    await page.focus("#comment");
    await page.evaluate(() => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, isComposing: true })));
    assert.equal(await page.evaluate(() => document.activeElement.id), "comment");
  },

  async "a button by key that is gone then leaves the keyboard on the board"() {
    const page = await open(`${SETTLED.replace("play=pt", "play=pp")}&moves=--`);
    const press = async name => {
      await button(page, name).press("Enter");
      return page.evaluate(() => document.activeElement.matches(".board"));
    };
    await page.evaluate(() => window.tengen.setMode("play"));
    await page.focus(".board");
    await page.keyboard.press("p");
    await untilCounted(page);
    assert.ok(await press("Play on"));
    await page.keyboard.press("p");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowLeft");
    assert.ok(await press("Back to the game"));
    assert.equal(await moves(page), 1);
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowLeft");
    assert.ok(await press("Play from here"));
    await page.keyboard.press("p");
    await page.keyboard.press("p");
    await untilCounted(page);
    assert.ok(await press("Agree"));
    assert.equal(await page.evaluate(() => window.tengen.state.phase), "over");
  },

  async "a row of the table by keyboard"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    await until(page, () => document.querySelectorAll("#found tbody button").length > 1);
    await page.keyboard.press(" ");
    await page.locator("#found tbody button").first().press("Enter");
    assert.ok(await page.locator("#stepper").isVisible());
    assert.equal(await page.locator("#found tbody button[aria-pressed=true]").count(), 1);
    assert.equal(await moves(page), 1, "only shown");
  },

  async "after New game the keyboard has a place on a board of another size too"() {
    for (const [size, other, words, point] of [[19, 9, "E5 empty", "ee"], [9, 13, "G7 empty", "gg"]]) {
      const page = await open(`#size=${size}&rules=chinese&komi=7&play=pp`);
      await page.focus(".board");
      await page.keyboard.press("n");
      await page.locator(`[name=size][value='${other}']`).check();
      await page.locator("[name=color][value=both]").check();
      await page.locator("#komi").press("Enter");
      await untilBegun(page);
      assert.equal(await page.locator("#heard").textContent(), words);
      assert.equal(await page.locator(".board .cursor").count(), 1);
      await page.keyboard.press("Enter");
      assert.equal(await page.evaluate(() => window.tengen.state.node.text("B")), point);
      await page.context().close();
    }
  },

  async "after a click by mouse keys press nothing again"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    const isLive = () => page.evaluate(() => window.tengen.state.live);
    await button(page, "Pass").click();
    await page.keyboard.press(" ");
    assert.deepEqual([await moves(page), await isLive()], [2, false]);
    await page.getByRole("group", { name: "What to show", exact: true }).getByText("Territory").click();
    await page.keyboard.press(" ");
    assert.deepEqual([await page.isChecked("#show-owner"), await isLive()], [true, true]);
    await until(page, () => document.querySelectorAll("#found tbody button").length > 0);
    await page.keyboard.press(" ");
    await page.locator("#found tbody button").first().click();
    const { step } = await page.evaluate(() => window.tengen.state.chosen);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    assert.equal(await moves(page), 2 + Math.max(1, step - 1), "the variation is kept as far as it is shown");
    await button(page, "New game").click();
    await button(page, "Cancel").click();
    await page.keyboard.press(" ");
    assert.ok(!await page.evaluate(() => window.tengen.dialogs.isOpen));
    assert.ok(await isLive());
    // Who pressed it by key has it pressed again.
    const number = await moves(page);
    await button(page, "Pass").press("Enter");
    await page.keyboard.press(" ");
    assert.equal(await moves(page), number + 2);
  },

  async "a variation is stepped through from the board as well"() {
    const page = await open(WEAKEST);
    await page.focus(".board");
    await page.keyboard.press(" ");
    assert.equal(await moves(page), 0, "Enter plays");
    await page.keyboard.press("h");
    await until(page, () => window.tengen.state.node.isHinted);
    const step = () => page.evaluate(() => window.tengen.state.chosen?.step ?? null);
    await page.keyboard.press("1");
    const all = await step();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await step(), all - 1);
    await page.keyboard.press("ArrowRight");
    assert.equal(await step(), all);
    await page.keyboard.press("Escape");
    assert.equal(await step(), null);
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    assert.equal(await moves(page), all, "it is kept");
    assert.equal(await page.evaluate(() => { const { state: { latest, tree } } = window.tengen; return tree.number(latest); }), 0, "and not played");
    assert.ok(await page.evaluate(() => document.activeElement.matches(".board")));
  },

  async "keys for what an analysis shows do nothing while playing"() {
    const page = await open(WEAKEST);
    const switches = () => page.evaluate(() => { const { live, options: { owner, moves } } = window.tengen.state; return [live, owner, moves]; });
    for (const key of [" ", "t", "b"]) await page.keyboard.press(key);
    assert.deepEqual(await switches(), [true, false, true]);
    await page.keyboard.press("a");
    for (const key of [" ", "t", "b"]) await page.keyboard.press(key);
    assert.deepEqual(await switches(), [false, true, false]);
  },

  async "a key that is held walks on, and does all else once"() {
    const page = await open(`${PEOPLE}&moves=eeccggcggc`);
    await quiet(page);
    const hold = async (key, times = 3) => {
      for (let i = 0; i < times; i++) await page.keyboard.down(key);
      await page.keyboard.up(key);
    };
    await hold("Delete");
    assert.equal(await moves(page), 4);
    await page.keyboard.press("Control+z");
    assert.equal(await moves(page), 5);
    await hold("p");
    assert.equal(await moves(page), 6);
    await hold("ArrowLeft");
    assert.equal(await moves(page), 3);
    await read(page, "(;SZ[13];B[cc])");
    await page.keyboard.down("Control");
    await hold("z", 2);
    await page.keyboard.up("Control");
    assert.equal(await page.evaluate(() => window.tengen.state.tree.width), 9, "one game back, and not to and fro");
  },

  async "keys are where they are with Latin letters, and Backspace deletes too"() {
    const page = await open(`${PEOPLE}&moves=eecc`);
    await quiet(page);
    const press = init => page.evaluate(init => { document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init })); }, init);
    await press({ key: "з", code: "KeyP" });
    assert.equal(await moves(page), 3, "p in Russian");
    await page.keyboard.press("Backspace");
    assert.equal(await moves(page), 2);
    await press({ key: "я", code: "KeyZ", ctrlKey: true });
    assert.equal(await moves(page), 3);
    await press({ key: "لا", code: "KeyB" });
    assert.equal(await page.evaluate(() => window.tengen.state.options.moves), false, "b in Arabic");
    await press({ key: "ㅁ", code: "KeyA" });
    assert.equal(await page.evaluate(() => window.tengen.state.mode), "play", "a in Korean");
    await page.keyboard.press("Backspace");
    assert.equal(await moves(page), 3, "while playing nothing is deleted");
    // Where the letters are Latin their own places hold.
    await press({ key: "q", code: "KeyA" });
    await press({ key: "è", code: "KeyT" });
    assert.deepEqual(await page.evaluate(() => [window.tengen.state.mode, window.tengen.state.options.estimate]), ["play", false]);
  },
};
