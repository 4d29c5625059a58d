// Analyses: the moves found, their colours and numbers, the chances.

import assert from "node:assert/strict";
import { button, candidates, click, moves, open, PEOPLE, read, setMode, status, until, untilCandidates, untilStatus } from "../window.mjs";

export const tests = {
  async "analysis appears and follows"() {
    const page = await open(`${PEOPLE}&moves=eeecge`);
    await untilCandidates(page);
    assert.match(await page.locator("#found").textContent(), /White wins/);
    await page.keyboard.press("ArrowLeft");
    await until(page, () => /Black wins/.test(document.getElementById("found").textContent));
    assert.ok(await candidates(page) > 0);
    await page.keyboard.press("1");
    await until(page, () => !document.getElementById("stepper").hidden);
    const all = await page.locator("#step-number").textContent();
    await page.keyboard.press("ArrowLeft");
    assert.notEqual(await page.locator("#step-number").textContent(), all);
    await page.keyboard.press("Enter");
    assert.ok(await moves(page) > 2, "the variation is kept");
    await page.keyboard.press("t");
    await until(page, () => document.querySelectorAll(".board .owner").length > 0);
  },

  async "analysis rests while nobody has seen the page for a while"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    await untilCandidates(page);
    const see = isHidden => page.evaluate(isHidden => {
      Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
    const isSearching = isExpected => until(page, isExpected => (window.tengen.thinker.doing !== null) === isExpected, isExpected);
    // Time passes at once.
    await page.evaluate(() => { const { setTimeout } = window; window.setTimeout = (act, delay) => setTimeout(act, delay / 100); });
    await see(true);
    await isSearching(false);
    await see(false);
    await isSearching(true);
  },

  async "the chances are those of the position shown, or say that they are older"() {
    const page = await open(`${PEOPLE}&moves=ee&at=0`);
    const chances = () => page.evaluate(() => ["chance-words", "score-words"].map(id => document.getElementById(id).textContent).join(" ") + document.getElementById("chance-bar").className);
    await until(page, () => window.tengen.state.node.evaluation);
    await page.keyboard.press(" ");
    assert.match(await chances(), /^Black wins \d+ % [BWe]/);
    await page.keyboard.press("ArrowRight");
    assert.equal(await chances(), " unknown", "nobody looks at this position");
    assert.equal(await page.evaluate(() => document.getElementById("chance-black").style.width), "0%");
    // In one go: no report can come in between.
    const searched = await page.evaluate(() => {
      const app = window.tengen;
      app.state.live = true;
      app.refresh();
      return [app.state.node.evaluation ?? null, document.getElementById("chance-words").textContent, document.getElementById("chance-bar").className];
    });
    assert.equal(searched[0], null);
    assert.match(searched[1], /^Black wins \d+ % before this move$/);
    assert.equal(searched[2], "old");
    await until(page, () => /^Black wins \d+ %$/.test(document.getElementById("chance-words").textContent));
  },

  async "each game is thought about and written on by itself"() {
    const page = await open(PEOPLE);
    const doing = () => page.evaluate(() => window.tengen.thinker.doing.key);
    await page.fill("#comment", "old");
    const before = await doing();
    await read(page, "(;SZ[9]KM[7]C[new];B[ee])");
    assert.equal(await page.inputValue("#comment"), "new", "though the box has the focus");
    assert.notEqual(await doing(), before);
  },

  async "what the game goes on with is marked among the moves found"() {
    const page = await open(PEOPLE);
    await page.evaluate(() => {
      const app = window.tengen, { state } = app;
      state.live = false;
      app.files.open("(;SZ[9];B[ee](;W[ia])(;W[aa])(;W[ii]))");
      app.walking.walk(1);
      app.go(state.node.children[0]);
      app.walking.walk(-1);
      // The first row of the board, from A9 on; J9 is the ninth move.
      const moves = Array.from({ length: 9 }, (_, index) => ({ index, winrate: 0.5, lead: 0, visits: 100 - index, line: [index] }));
      state.node.evaluation = { winrate: 0.5, lead: 0, visits: 900, turn: 2, ownership: Array(81).fill(0), moves };
      app.show();
    });
    assert.equal(await page.locator(".board .next").count(), 3, "whether it was looked at or not");
    assert.equal(await page.locator(".board .next.walked").count(), 1);
    assert.equal(await page.locator("#found tbody tr").count(), 9, "J9 is added to the eight best");
    assert.deepEqual(await page.locator("#found tr.played button").allTextContents(), ["A9 played", "J9 played"]);
    await page.keyboard.press("b");
    assert.equal(await page.locator(".board .next").count(), 0);
  },

  async "the numbers on moves are points where chances tell nothing, unless one has chosen what they are"() {
    const page = await open(PEOPLE);
    const numbers = winrate => page.evaluate(winrate => {
      const app = window.tengen, { state } = app;
      state.live = false;
      const found = (index, winrate, lead) => ({ index, winrate, lead, playouts: 50, visits: 50, line: [index] });
      state.node.evaluation = { winrate, lead: 9, visits: 100, turn: 1, ownership: Array(81).fill(0), moves: [found(40, winrate, 9), found(20, winrate - 0.01, 5)] };
      app.refresh();
      return [...document.querySelectorAll(".candidate .large")].map(text => text.textContent);
    }, winrate);
    assert.deepEqual(await numbers(0.9), ["89", "90"]);
    assert.deepEqual(await numbers(0.97), ["−4.0", "0"]);
    await page.evaluate(() => window.tengen.state.setOptions({ label: "winrate" }));
    assert.deepEqual(await numbers(0.97), ["96", "97"]);
  },

  async "a move of which too little is known is called nothing by its colour"() {
    const page = await open(PEOPLE);
    await page.evaluate(() => {
      const app = window.tengen, { state } = app;
      state.live = false;
      const found = (index, winrate, lead, playouts) => ({ index, winrate, lead, playouts, visits: playouts, line: [index] });
      state.node.evaluation = { winrate: 0.5, lead: 0, visits: 100, turn: 1, ownership: Array(81).fill(0), moves: [found(40, 0.5, 0, 5), found(20, 0.2, -9, 2), found(24, 0.2, -9, 40)] };
      app.refresh();
    });
    const kinds = selector => page.evaluate(selector => [...document.querySelectorAll(selector)].map(each => each.getAttribute("class").split(" ")[1]), selector);
    assert.deepEqual(await kinds("#found .dot"), ["best", "unclear", "unclear"], "the best move has been read too seldom to compare others with it");
    await page.evaluate(() => { const app = window.tengen; app.state.node.evaluation.moves[0].playouts = 50; app.show(); });
    assert.deepEqual(await kinds("#found .dot"), ["best", "unclear", "bad"]);
    assert.deepEqual(await kinds(".board .candidate"), ["bad", "unclear", "best"]);
  },

  async "an analysis looks for moves in a part of the board alone"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    await until(page, () => window.tengen.state.node.evaluation?.moves.length > 1);
    const whole = await page.evaluate(() => window.tengen.state.node.evaluation.visits);
    await page.check("#show-region");
    assert.match(await status(page), /two corners/);
    await click(page, "cb");
    assert.match(await status(page), /opposite corner/);
    await click(page, "aa");
    await untilCandidates(page);
    assert.match(await status(page), /in the frame alone/);
    assert.equal(await moves(page), 1, "no stone is played");
    const found = await page.evaluate(() => window.tengen.state.found.moves.map(({ move }) => move));
    assert.ok(found.length && found.every(move => /^[abc][ab]$/.test(move)), `${found}`);
    assert.equal(await page.locator(".board .region").count(), 1);
    // What is known of the whole board stays.
    assert.ok(await page.evaluate(() => window.tengen.state.node.evaluation.visits) >= whole);
    await click(page, "gg");
    await until(page, () => window.tengen.state.found?.moves.every(({ move }) => /^[abc][ab]$/.test(move)));
    assert.equal(await moves(page), 2, "elsewhere one plays all the same");
    await page.keyboard.press("Home");
    await until(page, () => window.tengen.state.found?.moves.length);
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.setMode("edit"); });
    await page.click("#tools button:text('to play')");
    await setMode(page, "analyse");
    assert.equal(await page.evaluate(() => window.tengen.state.found), null, "of another position nothing is known");
    await page.evaluate(() => { window.tengen.state.live = true; window.tengen.refresh(); });
    await page.keyboard.press("r");
    assert.equal(await page.locator(".board .region").count(), 0);
    await until(page, () => window.tengen.state.found?.moves.some(({ move }) => !/^[abc][ab]$/.test(move)));
  },

  async "an analysis that has ended by itself says so"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    await until(page, () => window.tengen.engine.current !== null);
    // What the server says after a quarter of an hour.
    await page.evaluate(() => { const { engine, engine: { current } } = window.tengen; engine.current = null; current.done({ end: "idle" }); });
    await untilStatus(page, /ended after a quarter of an hour/);
    await button(page, "Go on").click();
    assert.match(await status(page), /White to play/);
    assert.ok(await page.evaluate(() => window.tengen.engine.current !== null));
  },

  async "the table has the score after each move, and what it loses where that is more than nothing"() {
    const page = await open(PEOPLE);
    await page.evaluate(() => {
      const app = window.tengen, { state } = app, found = (index, lead) => ({ index, winrate: 0.5, lead, error: 0.5, playouts: 50, visits: 50, line: [index] });
      state.live = false;
      state.node.evaluation = { winrate: 0.5, lead: 9, visits: 150, turn: 1, ownership: Array(81).fill(0), moves: [found(40, 9), found(20, 8.5), found(24, -5)] };
      app.refresh();
    });
    assert.deepEqual(await page.locator("#found td:nth-child(3)").allTextContents(), ["B+9.0", "B+8.5", "W+5.0 −13.3"]);
  },
};
