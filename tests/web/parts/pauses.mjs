// Games by clock: a pause, and which window is heard.

import assert from "node:assert/strict";
import { another, begin, button, click, moves, NINE, open, PEOPLE, reload, status, until, untilMove } from "../window.mjs";

/** A window with a game by clock, in which `window.ticks` counts the seconds that are heard. */
async function openByClock(color = "black", level = 1) {
  const page = await open(PEOPLE);
  await page.evaluate(([color, level]) => {
    window.ticks = 0;
    window.OscillatorNode = class extends OscillatorNode {
      constructor(...parts) {
        super(...parts);
        window.ticks++;
      }
    };
    return window.tengen.games.begin({ ...window.tengen.state.options.game, color, level, system: "byoyomi", main: 0, period: 30, periods: 5 });
  }, [color, level]);
  return page;
}

const running = page => page.evaluate(() => window.tengen.state.clock.running);

export const tests = {
  async "a game by clock can be paused, through a reload as well"() {
    const page = await openByClock();
    await click(page, "ee");
    await untilMove(page, 2);
    assert.equal(await running(page), 1);
    await button(page, "Pause").click();
    const left = () => page.evaluate(() => window.tengen.state.clock.now(1).time);
    const before = await left();
    assert.equal(await running(page), null);
    assert.equal(await status(page), "Paused: Black to play.");
    assert.deepEqual(await page.locator("#actions button").allTextContents(), ["Go on"]);
    // In the corner, where Tengen has not answered the first move.
    await click(page, "aa");
    await page.keyboard.press("u");
    await page.keyboard.press("p");
    assert.equal(await moves(page), 2, "nobody moves meanwhile");
    await page.locator("[data-mode=analyse]").click();
    await page.locator("[data-mode=play]").click();
    await reload(page);
    assert.deepEqual([await running(page), await left()], [null, before]);
    await page.keyboard.press("Home");
    await button(page, "Go on").click();
    assert.deepEqual([await moves(page), await running(page)], [2, 1], "the game is shown where it stands");
    await click(page, "aa");
    await untilMove(page, 4);
  },

  async "a pause outlasts what is deleted and put back"() {
    const page = await openByClock("both");
    for (const point of ["ee", "cc"]) await click(page, point);
    await button(page, "Pause").press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Go on");
    await page.locator("[data-mode=edit]").click();
    await page.keyboard.press("Delete");
    await page.locator("[data-mode=play]").click();
    assert.deepEqual([await moves(page), await running(page), await status(page)], [1, null, "Paused: White to play."]);
    await page.keyboard.press("Control+z");
    assert.deepEqual([await moves(page), await running(page)], [2, null]);
    await button(page, "Go on").click();
    assert.equal(await running(page), 1);
  },

  async "Tengen does not think in a pause, and its clock rests"() {
    const page = await openByClock("white", 20);
    await until(page, () => window.tengen.thinker.isThinking);
    await button(page, "Pause").click();
    assert.deepEqual(await page.evaluate(() => { const { thinker, state, engine } = window.tengen; return [thinker.isThinking, engine.current, state.clock.running]; }), [false, null, null]);
    await button(page, "Go on").click();
    await button(page, "Move now").click();
    await untilMove(page, 1);
    assert.equal(await running(page), 2);
  },

  async "all that can be done in a game by clock is in one line on a phone"() {
    const page = await openByClock("white", 20);
    await page.setViewportSize({ width: 390, height: 844 });
    await button(page, "Move now").waitFor();
    const tops = await page.evaluate(() => [...document.querySelectorAll("#actions button")].map(each => each.getBoundingClientRect().top));
    assert.deepEqual([tops.length, new Set(tops).size], [6, 1]);
  },

  async "only games by clock can be paused"() {
    const page = await open(`${NINE}&play=pt`);
    assert.equal(await button(page, "Pause").count(), 0);
  },

  async "of windows with one game the one used last is heard, and each that has another"() {
    const page = await openByClock("both");
    await click(page, "ee");
    const heard = async () => {
      await page.evaluate(() => {
        const { clock } = window.tengen.state;
        clock.stop();
        clock.left[1] = { time: 5.5, stones: 5 };
        window.ticks = 0;
        clock.start(1);
      });
      await page.waitForTimeout(1500);
      return await page.evaluate(() => window.ticks) > 0;
    };
    assert.ok(await heard());
    await until(page, () => JSON.parse(localStorage.getItem("tengen-last"))?.link === location.hash.slice(1));
    const other = await another(page, page.url());
    assert.ok(!await heard(), "the other window has the same game");
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    assert.ok(await heard());
    await other.evaluate(() => window.dispatchEvent(new Event("focus")));
    assert.ok(!await heard());
    const third = await another(page);
    await begin(third, { size: "13" });
    await third.evaluate(() => window.dispatchEvent(new Event("focus")));
    assert.ok(!await heard(), "a third one has another game");
    await other.evaluate(() => window.tengen.games.begin(window.tengen.state.options.game));
    assert.ok(await heard(), "the other window has another game");
  },
};
