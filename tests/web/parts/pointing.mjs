// Mouse, wheel and fingers.

import assert from "node:assert/strict";
import { click, moves, open, PEOPLE, phone, place, status, tap, until, untilCandidates } from "../window.mjs";

export const tests = {
  async "a variation by touch, on a phone"() {
    const page = await open(`${PEOPLE}&moves=ee`, phone(390, 844));
    await untilCandidates(page);
    const best = await page.evaluate(() => window.tengen.text(window.tengen.state.node.evaluation.moves[0].index));
    await tap(page, best);
    await until(page, () => !document.getElementById("stepper").hidden);
    assert.equal(await moves(page), 1, "the first tap only shows");
    await page.locator("#step-back").tap();
    await page.locator("#step-keep").tap();
    assert.ok(await moves(page) > 1);
    for (const width of [390, 360, 320, 280]) {
      await page.setViewportSize({ width, height: 640 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} pixels wide on a phone of ${width}`);
    }
  },

  async "a tap is one also where the click does not tell"() {
    const page = await open("#size=19&rules=chinese&komi=7&play=pp", phone(360, 640));
    await page.evaluate(() => {
      window.tengen.state.live = false;
      window.tengen.setMode("play");
      const { get } = Object.getOwnPropertyDescriptor(PointerEvent.prototype, "pointerType");
      // As Safari had it until 2024.
      Object.defineProperty(PointerEvent.prototype, "pointerType", { get() { return this.type === "click" ? undefined : get.call(this); } });
    });
    for (const number of [0, 1]) {
      await tap(page, "jj");
      assert.equal(await moves(page), number);
    }
    // A key has no pointer, whatever was pressed before.
    await page.focus(".board");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    assert.equal(await moves(page), 2);
  },

  async "where points are small a second tap confirms a move"() {
    const page = await open("#size=19&rules=chinese&komi=7&play=pp", phone(360, 640));
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.setMode("play"); });
    await tap(page, "jj");
    await tap(page, "kk");
    assert.equal(await moves(page), 0, "another point is another first tap");
    assert.match(await status(page), /Again on L9 plays there/);
    assert.equal(await page.locator(".board .ghost-stone").count(), 1);
    await tap(page, "kk");
    assert.equal(await page.evaluate(() => window.tengen.state.node.text("B")), "kk");
    // A click of a mouse, a key and a wish need none.
    await page.evaluate(() => { window.tengen.state.options.confirm = "never"; });
    await tap(page, "jj");
    assert.equal(await moves(page), 2);
    await page.evaluate(() => { window.tengen.state.options.confirm = "small"; });
    await click(page, "aa");
    assert.equal(await moves(page), 3);
    // A stone that waits is not for another game.
    await tap(page, "dd");
    await page.evaluate(() => { const { games, state } = window.tengen; games.beginHere({ ...state.options.game, color: "both" }); });
    assert.doesNotMatch(await status(page), /Again on/);
    await tap(page, "dd");
    assert.equal(await moves(page), 3);
  },

  async "moves that are not drawn do not open by pointing or tapping"() {
    const page = await open(PEOPLE, { hasTouch: true });
    await until(page, () => window.tengen.state.node.evaluation?.moves.length);
    const best = await page.evaluate(() => { const { state, text } = window.tengen; state.live = false; window.tengen.refresh(); return text(state.node.evaluation.moves[0].index); });
    await page.keyboard.press("b");
    const { x, y } = await place(page, best);
    await page.mouse.move(x, y);
    assert.equal(await page.locator(".board .in-variation").count(), 0);
    await page.mouse.move(0, 0);
    await tap(page, best);
    assert.equal(await moves(page), 1, "a tap plays");
    await page.keyboard.press("b");
    await page.keyboard.press("ArrowLeft");
    await tap(page, best);
    await until(page, () => !document.getElementById("stepper").hidden);
  },

  async "the wheel over the board walks, and steps through a variation"() {
    const page = await open(`${PEOPLE}&moves=eeccgg&at=1`);
    const turn = async (deltaY, expected) => {
      // Longer than it takes for a new stroke.
      await page.waitForTimeout(200);
      await page.mouse.wheel(0, deltaY);
      await until(page, expected => window.tengen.state.tree.number(window.tengen.state.node) === expected, expected);
    };
    const { x, y } = await place(page, "ee");
    await page.mouse.move(x, y);
    await turn(100, 2);
    await turn(100, 3);
    await turn(-100, 2);
    // A short stroke on a touchpad, one to the side, and one where two fingers move the magnified page.
    const stroke = (deltaX, deltaY) => page.evaluate(([deltaX, deltaY]) => {
      const event = () => new WheelEvent("wheel", { deltaX, deltaY, bubbles: true, cancelable: true });
      return Array.from({ length: 10 }, () => window.tengen.board.drawing.dispatchEvent(event())).every(Boolean);
    }, [deltaX, deltaY]);
    for (const [scale, deltaX, isLeft, number] of [[1, 0, false, 1], [1, 60, true, 1], [2, 0, true, 1]]) {
      await page.waitForTimeout(200);
      await page.evaluate(scale => Object.defineProperty(visualViewport, "scale", { value: scale, configurable: true }), scale);
      assert.deepEqual([await stroke(deltaX, -8), await moves(page)], [isLeft, number]);
    }
    await page.evaluate(() => { delete visualViewport.scale; });
    await turn(100, 2);
    await until(page, () => window.tengen.state.node.evaluation?.moves[0].line.length > 1);
    const step = await page.evaluate(() => {
      const { state, variation } = window.tengen;
      state.live = false;
      window.tengen.refresh();
      variation.choose(state.node.evaluation.moves[0].index);
      return state.chosen.step;
    });
    await turn(-100, 2);
    await until(page, step => window.tengen.state.chosen.step === step - 1, step);
    // Where the page has one column it scrolls.
    await page.setViewportSize({ width: 500, height: 500 });
    await page.mouse.move(250, 250);
    await page.mouse.wheel(0, 100);
    await until(page, () => scrollY > 0);
    assert.equal(await page.evaluate(() => window.tengen.state.chosen.step), step - 1);
  },

  async "a dialog is closed by a press beside it, not by one that only begins or ends there"() {
    const page = await open(PEOPLE);
    await page.keyboard.press("n");
    const { x, y, width, height } = await page.locator("#komi").boundingBox(), field = [x + width / 2, y + height / 2], beside = [20, 400];
    const drag = async (from, to) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 3 });
      await page.mouse.up();
      return page.evaluate(() => window.tengen.dialogs.isOpen);
    };
    assert.ok(await drag(field, beside));
    assert.ok(await drag(beside, field));
    assert.ok(!await drag(beside, beside));
  },
};
