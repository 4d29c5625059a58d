// Clocks: when they run, what they keep, what is heard of them.

import assert from "node:assert/strict";
import { begin, button, click, moves, notice, open, PEOPLE, radio, reload, serve, setMode, SETTLED, site, until, untilBegun, untilCounted, visit } from "../window.mjs";

export const tests = {
  async "Tengen thinks on while one looks back, and its clock runs"() {
    const page = await open();
    await begin(page, { level: 20, system: "absolute", main: 60 });
    const running = () => page.evaluate(() => window.tengen.state.clock.running);
    assert.equal(await running(), 1);
    await setMode(page, "analyse");
    assert.equal(await running(), null);
    await setMode(page, "play");
    assert.equal(await running(), 1, "before the first move too");
    // All at once, before it can have answered.
    const [whose, isThinking, said] = await page.evaluate(() => {
      const { play, state, thinker } = window.tengen;
      play.move(40);
      window.tengen.walking.walk(-1);
      return [state.clock.running, thinker.isThinking, document.getElementById("status").textContent];
    });
    assert.equal(whose, 2);
    assert.ok(isThinking);
    assert.match(said, /Tengen is thinking/);
    await until(page, () => window.tengen.state.tree.number(window.tengen.state.latest) === 2);
    assert.equal(await moves(page), 0, "the board stays");
    assert.equal(await running(), 1);
    assert.match(await notice(page), /Tengen has played/);
    await page.keyboard.press("End");
    assert.equal(await moves(page), 2);
  },

  async "a clock is low where little of a short period is left, and not after the game"() {
    const page = await open();
    await begin(page, { color: "both", system: "byoyomi", main: 0, period: 9, periods: 5 });
    /** How many clocks are low after a change, before time goes on. */
    const low = change => page.evaluate(`(${change})(window.tengen.state); window.tengen.show(); document.querySelectorAll(".clock.low").length`);
    assert.equal(await low(() => {}), 0);
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll(".clock")].map(({ textContent, title }) => [textContent, title])), Array(2).fill(["0:09 (5)", "In brackets: periods left"]));
    assert.equal(await low(({ clock }) => { clock.left[1].time = clock.left[2].time = 2; }), 2);
    assert.equal(await low(({ clock }) => { clock.left[1] = { time: 9, stones: 1 }; clock.left[2] = { time: 9, stones: 2 }; }), 1, "all of the last period is little");
    assert.equal(await page.evaluate(() => window.tengen.state.clock.text({ time: 9, stones: 1 })), "0:09 (last)");
    assert.equal(await low(state => { state.phase = "over"; }), 0);
  },

  async "the last seconds of a person are heard, unless sounds are off"() {
    const page = await open();
    await page.evaluate(() => {
      window.ticks = 0;
      window.OscillatorNode = class extends OscillatorNode {
        constructor(...parts) {
          super(...parts);
          window.ticks++;
        }
      };
    });
    await begin(page, { color: "black", system: "byoyomi", main: 0, period: 30, periods: 5 });
    /** How often it ticks while the time of a player falls from so many seconds by one. */
    const heard = (color, seconds) => page.evaluate(async ([color, seconds]) => {
      const { clock } = window.tengen.state;
      clock.stop();
      clock.left[color].time = seconds;
      window.ticks = 0;
      clock.start(color);
      await new Promise(done => setTimeout(done, 1000));
      return window.ticks;
    }, [color, seconds]);
    assert.equal(await heard(1, 15.5), 0);
    assert.equal(await heard(1, 5.5), 2, "as often as the clock shows another second");
    assert.equal(await heard(1, 0.5), 1, "not at 0:00");
    assert.equal(await heard(2, 5.5), 0, "Tengen needs no warning");
    await page.evaluate(() => window.tengen.state.setOptions({ sound: false }));
    assert.equal(await heard(1, 5.5), 0);
  },

  async "a clock keeps what has run, and has something to run"() {
    const page = await open();
    await page.selectOption("#system", "absolute");
    await page.fill("#main", "0");
    await button(page, "Play").last().click();
    assert.ok(await page.evaluate(() => window.tengen.dialogs.isOpen), "no time at all is none to play with");
    await page.fill("#main", "1");
    await button(page, "Play").last().click();
    await untilBegun(page);
    await page.evaluate(() => {
      window.tengen.state.clock.since -= 10000;
      window.tengen.setMode("analyse");
      window.tengen.setMode("play");
    });
    assert.ok(await page.evaluate(() => window.tengen.state.clock.now(1).time) <= 50);
  },

  async "the clocks go back with moves that are deleted"() {
    const page = await open();
    await begin(page, { color: "both", system: "absolute", main: 600 });
    for (const point of ["ee", "cc"]) {
      await page.evaluate(() => { window.tengen.state.clock.since -= 50000; });
      await click(page, point);
    }
    const left = () => page.evaluate(() => [1, 2].map(color => Math.round(window.tengen.state.clock.now(color).time / 50)));
    assert.deepEqual(await left(), [11, 11]);
    await radio(page, "Analyse").click();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Delete");
    assert.deepEqual(await left(), [12, 12]);
    await page.keyboard.press("Control+z");
    assert.deepEqual(await left(), [11, 11]);
  },

  async "a reload keeps clocks and count"() {
    const page = await open(`${SETTLED}&moves=----`);
    await untilCounted(page);
    await click(page, "da");
    await until(page, () => window.tengen.state.count.dead.length === 0 && !window.tengen.state.count.isOld);
    await reload(page);
    assert.deepEqual(await page.evaluate(() => window.tengen.state.count.dead), []);
    await button(page, "Agree").click();
    await reload(page);
    assert.match(await page.locator("#counted").textContent(), /Black is ahead by 4/);
    await begin(page, { color: "both", system: "absolute", main: 60 });
    await page.evaluate(() => { window.tengen.state.clock.since -= 10000; });
    await click(page, "ee");
    await click(page, "cc");
    await reload(page);
    await button(page, "Undo").click();
    assert.ok(await page.evaluate(() => window.tengen.state.clock.now(1).time) <= 50);
  },

  async "a game that outlasts its window has its clocks as they were when it was closed"() {
    const page = await open(PEOPLE);
    await begin(page, { color: "both", system: "absolute", main: 60 });
    await click(page, "ee");
    await until(page, () => /B\[ee\]/.test(localStorage.getItem("tengen-last")));
    await page.evaluate(() => { window.tengen.state.clock.since -= 10000; });
    const address = page.url(), next = await page.context().newPage();
    await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
    await visit(next, address);
    assert.equal(await moves(next), 1);
    assert.ok(await next.evaluate(() => window.tengen.state.clock.now(2).time) <= 50);
  },

  async "a server that has gone costs Tengen no time"() {
    if (process.env.TENGEN_ADDRESS) return;
    const page = await open();
    await begin(page, { color: "white", level: 20, system: "absolute", main: 3600 });
    assert.equal(await page.evaluate(() => window.tengen.state.clock.running), 1);
    await site.server.end();
    await until(page, () => window.tengen.state.clock.running === null);
    site.server = await serve(new URL(site.server.address).port);
    await until(page, () => window.tengen.state.clock.running === 1);
    // Nor does an order that the server could not carry out, until it is given again.
    await page.evaluate(() => { const { engine, engine: { current } } = window.tengen; engine.current = null; current.done({ error: "cannot" }); });
    await until(page, () => window.tengen.state.clock.running === null);
    await button(page, "Try again").click();
    assert.equal(await page.evaluate(() => window.tengen.state.clock.running), 1);
  },
};
