// Bad moves, shown while playing.

import assert from "node:assert/strict";
import { button, CAPTURE, click, moves, open, until, untilMove } from "../window.mjs";

export const tests = {
  async "a bad move is shown and can be taken back"() {
    // Whoever plays A5 captures; Black plays elsewhere first.
    const page = await open(`${CAPTURE}&play=pt&level=1`);
    await page.evaluate(() => { window.tengen.state.options.teaching = true; window.tengen.refresh(); });
    await until(page, () => window.tengen.state.node.evaluation?.visits >= 500);
    await click(page, "ee");
    await until(page, () => !document.getElementById("lesson").hidden);
    assert.match(await page.locator("#lesson").textContent(), /E1 loses about \d+ points.*A5/);
    assert.equal(await moves(page), 1, "Tengen waits");
    assert.match(await page.title(), /^●/);
    // What would have been better is seen where the board is not, and heard.
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.evaluate(() => document.querySelector("#lesson [data-act='Show why']").click());
    assert.ok((await page.locator("#board").boundingBox()).y >= 0);
    assert.match(await page.locator("#heard").textContent(), /^\d+ of \d+: (Black|White) /);
    await page.setViewportSize({ width: 1280, height: 800 });
    await button(page, "Take back").click();
    assert.equal(await moves(page), 0);
    await click(page, "aa");
    await untilMove(page, 2);
    assert.ok(await page.locator("#lesson").isHidden());
  },

  async "a bad move is shown though the person moved before anything was known"() {
    const page = await open(`${CAPTURE}&play=pt&level=1`);
    await page.evaluate(() => {
      const { play, state } = window.tengen;
      state.options.teaching = true;
      state.node.evaluation = null;
      play.move(24);
    });
    await until(page, () => !document.getElementById("lesson").hidden);
    assert.match(await page.locator("#lesson").textContent(), /E1 loses about \d+ points.*A5/);
    assert.equal(await moves(page), 1, "Tengen waits");
  },

  async "a bad move is shown though it leaves the game won"() {
    const page = await open("#size=9x5&rules=chinese&komi=7.5&play=pt&level=1&black=abacadaecacbcccdcegagbgcgdge&white=babbbcbdbe&turn=B");
    await page.evaluate(() => { window.tengen.state.options.teaching = true; window.tengen.refresh(); });
    await until(page, () => window.tengen.state.node.evaluation?.visits >= 500);
    await page.evaluate(() => window.tengen.play.move(44));
    await until(page, () => window.tengen.state.latest.isTaught);
    assert.ok(await page.evaluate(() => window.tengen.state.latest.parent.evaluation.winrate > 0.95), "it is decided");
    assert.match(await page.locator("#lesson").textContent(), /J1 loses about \d+ points.*A5/);
  },

  async "Tengen's clock rests while the person learns"() {
    const page = await open(`${CAPTURE}&play=pt&level=1`);
    await page.evaluate(() => {
      const { state } = window.tengen;
      state.options.teaching = true;
      state.clock = new state.clock.constructor({ system: "absolute", main: 60 });
      window.tengen.refresh();
    });
    await until(page, () => window.tengen.state.node.evaluation?.visits >= 500);
    /** Whose clock runs after a move, if one is to be made, and what Tengen has left. */
    const clock = (move = null) => page.evaluate(move => {
      const { play, state: { clock } } = window.tengen;
      if (move !== null) play.move(move);
      return [clock.running, Math.ceil(clock.now(2).time)];
    }, move);
    assert.deepEqual(await clock(24), [null, 60], "while the move is judged");
    await until(page, () => !document.getElementById("lesson").hidden);
    assert.deepEqual(await clock(), [null, 60], "while the person reads");
    assert.deepEqual(await page.evaluate(() => {
      const { play, state, thinker } = window.tengen;
      play.ignoreLesson({ detail: 1 });
      return [state.clock.running, thinker.isThinking];
    }), [2, true]);
    await untilMove(page, 2);
    // A move of which there is nothing to be said.
    await button(page, "Undo").click();
    assert.equal((await clock(0))[0], null);
    await untilMove(page, 2);
    assert.equal((await clock())[0], 1);
    // What ends the game ends the lesson.
    await page.evaluate(() => {
      const { play, state } = window.tengen;
      state.lesson = { node: state.node, lost: 9 };
      play.end("W+R");
    });
    assert.ok(await page.locator("#lesson").isHidden());
  },
};
