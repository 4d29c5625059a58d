// Analyses, reviews, and editing.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser, button, candidates, click, faults, moves, open, place, program, reload, status, until } from "./window.mjs";

/** How people see red, green and blue light: with all three kinds of cones, or without the first, second or third (Machado, Oliveira and Fernandes 2009). */
const SIGHTS = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const times = (rows, [a, b, c]) => rows.map(([x, y, z]) => x * a + y * b + z * c);
const light = color => color.map(part => part / 255 <= 0.04045 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
const luminance = color => times([[0.2126, 0.7152, 0.0722]], light(color))[0];
const contrast = (...colors) => {
  const [less, more] = colors.map(luminance).sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
};
/** How far two colors are from each other in CIELAB, as a kind of eye sees them. */
function distance(kind, ...colors) {
  const [one, other] = colors.map(color => {
    const seen = times(SIGHTS[kind], light(color)).map(part => Math.max(0, Math.min(1, part)));
    const [x, y, z] = times([[0.4339, 0.3762, 0.1899], [0.2127, 0.7152, 0.0722], [0.0178, 0.1095, 0.8727]], seen)
      .map(part => part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116);
    return [116 * y, 500 * (x - y), 200 * (y - z)];
  });
  return Math.hypot(...one.map((part, i) => part - other[i]));
}

export const tests = {
  async "analysis appears and follows"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eeecge");
    await until(page, () => document.querySelectorAll(".board .candidate").length > 0);
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
    await page.context().close();
  },

  async "the colours of moves can be told apart by the colour-blind, and bear white letters"() {
    const page = await open();
    await page.evaluate(() => { window.tengen.dialogs.box.close(""); window.tengen.dialogs.help(); });
    for (const theme of ["light", "dark"]) {
      const [ground, ...colors] = await page.evaluate(theme => {
        document.documentElement.dataset.theme = theme;
        const ground = element => getComputedStyle(element).backgroundColor.match(/\d+/g).map(Number);
        return [document.getElementById("dialog"), ...document.querySelectorAll(".grades .dot:not(.unclear)")].map(ground);
      }, theme);
      assert.equal(colors.length, 5);
      for (const color of colors) assert.ok(contrast(color, theme === "light" ? [255, 255, 255] : ground) >= 4.5, `${theme} ${color}`);
      for (const kind of Object.keys(SIGHTS)) colors.forEach((one, i) => colors.slice(0, i).forEach(other =>
        assert.ok(distance(kind, one, other) > 19, `${theme}, ${kind}: ${one} and ${other}`)));
    }
    await page.context().close();
  },

  async "a whole review says what mattered"() {
    const page = await open("#size=5&rules=chinese&komi=7.5&play=pp&black=abacadaecacbcccdce&white=babbbcbdbe&turn=B&moves=eeaaed&at=0");
    await page.evaluate(() => { window.tengen.state.live = false; });
    const review = await button(page, "Review").boundingBox();
    assert.ok(review.y + review.height <= 800, "in sight");
    assert.equal(await button(page, "Previous mistake").count(), 0, "none is known");
    await button(page, "Review").click();
    await until(page, () => /The review is done/.test(document.getElementById("toast").textContent));
    assert.equal(await moves(page), 1, "the costliest move is shown");
    const found = await page.locator("#review-part").textContent();
    const { y } = await page.locator("#review-part").boundingBox();
    assert.ok(y >= 0 && y < 800 && y < (await page.locator("#found").boundingBox() ?? { y: Infinity }).y, "in sight");
    assert.match(found, /Black: accuracy \d+ %\d mistakes?, 1 blunder among them/);
    assert.match(found, /1\. B E1\d+\.\d % ± \d+\.\d/);
    assert.match(found, /White: accuracy 100 %No mistakes\. Points/);
    assert.equal(await page.locator(".graph .fault.bad").count(), 1);
    assert.equal(await page.locator(".board .policy").count(), 0);
    await page.check("#show-policy");
    assert.ok(await page.locator(".board .policy").count() > 0, "what was expected is known too");
    await page.uncheck("#show-policy");
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save").click()]);
    assert.match(await readFile(await download.path(), "utf8"), /;B\[ee\]C\[Black \d+\.\d %, [^;]*; better was A5[^;]*BM\[2\]/);
    await page.keyboard.press("End");
    await page.keyboard.press("M");
    assert.equal(await moves(page), 1, "M goes to the costly move before");
    assert.ok(await button(page, "Next mistake").isDisabled());
    await page.keyboard.press("Home");
    await button(page, "Next mistake").click();
    assert.equal(await moves(page), 1);
    await reload(page);
    assert.match(await page.locator("#review-part").textContent(), /1 blunder among them/);
    await page.context().close();
  },

  async "a review that is done leaves in sight what it tells of, and so does a row that is chosen"() {
    const page = await open("#size=5&rules=chinese&komi=7.5&play=pp&black=abacadaecacbcccdce&white=babbbcbdbe&turn=B&moves=eeaaed&at=0",
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const review = async () => {
      await page.evaluate(() => { window.tengen.state.live = false; window.tengen.reviewing.start(); });
      await until(page, () => window.tengen.state.reviewed && !window.tengen.state.review);
    };
    const isInSight = selector => page.evaluate(selector => {
      const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    }, selector);
    await review();
    assert.ok(await isInSight("#board"));
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    assert.ok(!await isInSight("#board"));
    await page.locator("#review-part tbody tr").first().tap();
    assert.ok(await isInSight("#board"));
    for (const [width, height] of [[1280, 680], [844, 390]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => { window.tengen.state.reviewed = null; });
      await review();
      assert.ok(await isInSight("#graph") && await isInSight("#board"), `${width}x${height}`);
    }
    await page.context().close();
  },

  async "the page of a review, by touch"() {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    page.on("pageerror", fault => faults.push(`${fault}`));
    page.on("request", request => { if (!/^(file|data|blob):/.test(request.url())) faults.push(request.url()); });
    const folder = await mkdtemp(join(tmpdir(), "tengen-review-"));
    try {
      await writeFile(join(folder, "game.sgf"), "(;SZ[5]KM[7.5]RU[Chinese]PB[One]PW[Two]AB[ab][ac][ad][ae][ca][cb][cc][cd][ce]AW[ba][bb][bc][bd][be];B[ee];W[aa];B[ed])");
      execFileSync(program, ["review", "game.sgf", "--threads=1", "--playouts=500"], { cwd: folder });
      await page.goto(`file://${join(folder, "game.review.html")}`);
    } finally {
      await rm(folder, { recursive: true });
    }
    assert.equal(await page.locator("#number").textContent(), "1 / 3");
    assert.match(await page.locator("#upper").textContent(), / Chinese rules /);
    assert.match(await page.locator("#words").textContent(), /It cost \d+\.\d % \(± \d+\.\d\).*better was A5/);
    await page.locator("[data-walk='-1']").tap();
    await page.locator("#found tbody tr").first().tap();
    await until(page, () => !document.getElementById("stepper").hidden);
    const all = await page.locator("#step-number").textContent();
    await page.locator("#step-back").tap();
    assert.notEqual(await page.locator("#step-number").textContent(), all);
    await page.keyboard.press("Escape");
    assert.ok(await page.locator("#stepper").isHidden());
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await ground();
    await page.locator("#theme").tap();
    assert.notEqual(await ground(), before);
    for (const width of [390, 420]) {
      await page.setViewportSize({ width, height: 844 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width, `wider than ${width}`);
    }
    // The board takes no keys: they are the game's wherever the focus is.
    assert.equal(await page.getByRole("img", { name: /^Board after move/ }).count(), 1);
    assert.equal(await page.locator(".board[tabindex]").count(), 0);
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#record").tap()]);
    assert.match(await readFile(await download.path(), "utf8"), /Reviewed by Tengen/);
    await context.close();
  },

  async "each game is thought about and written on by itself"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    const doing = () => page.evaluate(() => window.tengen.thinker.doing);
    await page.fill("#comment", "old");
    const before = await doing();
    await page.evaluate(() => window.tengen.files.open("(;SZ[9]KM[7]C[new];B[ee])"));
    assert.equal(await page.inputValue("#comment"), "new", "though the box has the focus");
    assert.notEqual(await doing(), before);
    await page.context().close();
  },

  async "a comment stays at the move where it was begun"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eecc&at=1");
    const comments = () => page.evaluate(() => { const { tree } = window.tengen.state; return tree.line(tree.root).map(node => node.text("C")); });
    await page.evaluate(() => { window.tengen.state.live = false; });
    await page.focus("#comment");
    await page.keyboard.type("on the first");
    // As when Tengen moves, or a review ends.
    await page.evaluate(() => window.tengen.walk(1));
    await page.keyboard.type(" move");
    assert.deepEqual(await comments(), ["", "on the first move", ""]);
    assert.equal(await page.inputValue("#comment"), "on the first move");
    await click(page, "gg");
    assert.equal(await page.inputValue("#comment"), "", "a click on the board ends it");
    assert.ok(await page.evaluate(() => document.activeElement === document.body));
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.inputValue("#comment"), "on the first move");
    await page.context().close();
  },

  async "a move can be deleted during a review"() {
    const page = await open("#size=5&rules=chinese&komi=7.5&play=pp&moves=ccbbdd");
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.reviewing.start(); });
    await button(page, "Delete").click();
    assert.equal(await page.evaluate(() => window.tengen.state.review), null);
    await until(page, () => window.tengen.thinker.doing === null);
    assert.equal(await moves(page), 2);
    await page.context().close();
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
    await page.context().close();
  },

  async "a hint ends where the position is edited"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1");
    await button(page, "Hint").click();
    await until(page, () => window.tengen.state.node.evaluation);
    await page.getByRole("radio", { name: "Edit" }).click();
    await button(page, "Black").click();
    await click(page, "ee");
    await click(page, "gg");
    // Long enough for a report of the board as it was.
    await page.waitForTimeout(500);
    assert.deepEqual(await page.evaluate(() => {
      const { state: { node, position, hint }, thinker } = window.tengen;
      return [position.cells.filter(Boolean).length, node.evaluation, hint, thinker.doing];
    }), [2, null, null, null]);
    await page.context().close();
  },

  async "how long a review will take is told once that is more than a guess"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    // A second for each position since the first one.
    const sentence = done => page.evaluate(done => window.tengen.reviewing.constructor.sentence({
      nodes: Array(100).fill(null), done, compared: [0, 0], began: { at: 0, done: 1 },
    }, 1000 * (done - 1)), done);
    assert.equal(await sentence(4), "Reviewing: 4 of 100 positions");
    assert.equal(await sentence(5), "Reviewing: 5 of 100 positions, about 2 min left");
    assert.equal(await sentence(60), "Reviewing: 60 of 100 positions, less than a minute left");
    await page.context().close();
  },

  async "the graph has no line over moves of which nothing is known"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eeccgggccgce");
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
    await page.context().close();
  },

  async "what the game goes on with is marked among the moves found"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(() => {
      const app = window.tengen, { state } = app;
      state.live = false;
      app.files.open("(;SZ[9];B[ee](;W[ia])(;W[aa])(;W[ii]))");
      app.walk(1);
      app.go(state.node.children[0]);
      app.walk(-1);
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
    await page.context().close();
  },

  async "the numbers on moves are points where chances tell nothing, unless one has chosen what they are"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
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
    await page.context().close();
  },

  async "a move of which too little is known is called nothing by its colour"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
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
    await page.context().close();
  },

  async "a record is walked through by itself, to its end or until it is told otherwise"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eeccgggceaaeieeiaaiaaiii");
    await page.evaluate(() => { window.tengen.setMode("analyse"); window.tengen.state.live = false; window.tengen.state.options.pace = 0.5; window.tengen.walk(-Infinity); });
    const isStrolling = () => page.getAttribute("#number", "aria-pressed");
    await page.click("#number");
    await button(page, "Walk on by itself").click();
    assert.equal(await isStrolling(), "true");
    await until(page, () => window.tengen.state.tree.number(window.tengen.state.node) >= 2);
    await page.click("#number");
    const stood = await moves(page);
    await page.waitForTimeout(1200);
    assert.deepEqual([await isStrolling(), await moves(page)], ["false", stood]);
    await page.evaluate(() => { window.tengen.walk(-Infinity); window.tengen.state.options.pace = 0.1; window.tengen.stroll(); window.tengen.setMode("edit"); });
    assert.equal(await isStrolling(), "false", "what is edited stays where it is");
    await page.evaluate(() => { window.tengen.setMode("analyse"); window.tengen.stroll(); });
    await until(page, () => document.getElementById("number").textContent === "12 / 12");
    await until(page, () => document.getElementById("number").getAttribute("aria-pressed") === "false");
    await page.context().close();
  },

  async "one goes to a move by its number"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eeccgggceaaeieei");
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
    await page.evaluate(() => window.tengen.files.open("(;SZ[9]B[ee];W[cc];B[gg])"));
    await goTo("0", "3", "there is nothing before it");
    await reads("3 / 3");
    await page.context().close();
  },

  async "an analysis looks for moves in a part of the board alone"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee");
    await until(page, () => window.tengen.state.node.evaluation?.moves.length > 1);
    const whole = await page.evaluate(() => window.tengen.state.node.evaluation.visits);
    await page.check("#show-region");
    assert.match(await status(page), /two corners/);
    await click(page, "cb");
    assert.match(await status(page), /opposite corner/);
    await click(page, "aa");
    await until(page, () => document.querySelectorAll(".board .candidate").length > 0);
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
    await page.evaluate(() => window.tengen.setMode("analyse"));
    assert.equal(await page.evaluate(() => window.tengen.state.found), null, "of another position nothing is known");
    await page.evaluate(() => { window.tengen.state.live = true; window.tengen.refresh(); });
    await page.keyboard.press("r");
    assert.equal(await page.locator(".board .region").count(), 0);
    await until(page, () => window.tengen.state.found?.moves.some(({ move }) => !/^[abc][ab]$/.test(move)));
    await page.context().close();
  },

  async "moves that are not drawn do not open by pointing or tapping"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp", { hasTouch: true });
    await until(page, () => window.tengen.state.node.evaluation?.moves.length);
    const best = await page.evaluate(() => { const { state, text } = window.tengen; state.live = false; window.tengen.refresh(); return text(state.node.evaluation.moves[0].index); });
    await page.keyboard.press("b");
    const { x, y } = await place(page, best);
    await page.mouse.move(x, y);
    assert.equal(await page.locator(".board .in-variation").count(), 0);
    await page.mouse.move(0, 0);
    await page.touchscreen.tap(x, y);
    assert.equal(await moves(page), 1, "a tap plays");
    await page.keyboard.press("b");
    await page.keyboard.press("ArrowLeft");
    await page.touchscreen.tap(x, y);
    await until(page, () => !document.getElementById("stepper").hidden);
    await page.context().close();
  },

  async "handicap stones that were erased do not come back"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
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
    await page.context().close();
  },

  async "where stones are set up on the way moves are counted, not steps"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(() => window.tengen.files.open("(;SZ[9];C[intro];AB[aa];B[ee];W[cc];B[gg];W[gc];B[cg])"));
    await page.keyboard.press("End");
    assert.equal(await page.locator("#number").textContent(), "5 / 5");
    assert.match(await page.getAttribute(".graph", "aria-valuetext"), /^Move 5\b/);
    const [labels, x, now] = await page.evaluate(() => {
      const labels = [...document.querySelectorAll(".graph .number-label")];
      return [labels.map(label => label.textContent), labels.at(-1).getAttribute("x"), document.querySelector(".graph .now").getAttribute("d")];
    });
    assert.deepEqual(labels, ["0", "5"]);
    assert.ok(now.startsWith(`M${x} `), "the fifth move is there, and not the fifth step");
    await page.context().close();
  },

  async "the graph has room for the labels of a large score"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee");
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
    await page.context().close();
  },

  async "the graph is a slider"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eeccgg");
    await page.focus(".graph");
    for (const [key, number] of [["ArrowUp", 3], ["ArrowDown", 2], ["ArrowUp", 3], ["ArrowLeft", 2]]) {
      await page.keyboard.press(key);
      assert.equal(await moves(page), number);
    }
    await page.locator(".graph").click();
    assert.ok(await page.evaluate(() => !document.activeElement.matches(".graph")), "after a click the arrows are the board's");
    await page.context().close();
  },

  async "the chances are those of the position shown, or say that they are older"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee&at=0");
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
    await page.context().close();
  },

  async "an analysis that has ended by itself says so"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee");
    await until(page, () => window.tengen.engine.current !== null);
    // What the server says after a quarter of an hour.
    await page.evaluate(() => { const { engine, engine: { current } } = window.tengen; engine.current = null; current.done({ end: "idle" }); });
    await until(page, () => /ended after a quarter of an hour/.test(document.getElementById("status").textContent));
    await button(page, "Go on").click();
    assert.match(await page.locator("#status").textContent(), /White to play/);
    assert.ok(await page.evaluate(() => window.tengen.engine.current !== null));
    await page.context().close();
  },

  async "a review goes on through clicks and a reload, and its end is told"() {
    const page = await open("#size=19&rules=chinese&komi=7.5&play=pp&moves=pddpppdddjpjjdjpfcqfncclfqcnnqqm");
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.reviewing.start(); });
    const isReviewing = () => page.evaluate(() => window.tengen.state.review !== null);
    await page.getByRole("radio", { name: "Analyse" }).click();
    assert.ok(await isReviewing());
    assert.equal(await button(page, "End the review").count(), 1);
    await reload(page);
    assert.ok(await isReviewing());
    assert.match(await page.locator("#status").textContent(), /Reviewing: \d+ of 17 positions/);
    await page.keyboard.press("a");
    assert.ok(!await isReviewing());
    assert.match(await page.locator("#toast").textContent(), /review has been ended/);
    await page.context().close();
  },

  async "what a review has said is saved with the record"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    const saved = async () => {
      await page.evaluate(() => {
        const { reviewing, state, state: { tree } } = window.tengen, nodes = tree.moved(tree.line(tree.root).at(-1));
        const found = (winrate, lead, index) => ({ winrate, lead, visits: 900, turn: 1, ownership: null, moves: [{ index, winrate, lead, visits: 900, line: [index, index + 1] }] });
        [found(0.5, 0.2, 10), found(0.251, -3.04, 20), found(0.5, 0, 0), found(0.5, 0.04, 0)].forEach((evaluation, i) => { nodes[i].evaluation = evaluation; });
        state.beginReview(nodes);
        reviewing.finish({ losses: [[24.9, 3.2, 1.2, "bad"], [0, 0, null, null], [4, 1, null, "unclear"]], better: [true, false, true], players: [], costliest: 0 });
      });
      const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save").click()]);
      return readFile(await download.path(), "utf8");
    };
    const text = "(;SZ[9]KM[7];C[Before];B[ee]C[Mine](;W[cc]DO[];C[Between];B[gg]BM[1])(;W[gc]))";
    await page.evaluate(text => { window.tengen.state.live = false; window.tengen.files.open(text); }, text);
    const first = await saved();
    assert.ok(first.includes(";B[ee]C[Mine\n\nBlack 25.1 %, W+3.0\nBlack E5 loses 24.9 % (± 1.2) and 3.2 points; better was B8 C8]V[-3.0]BM[2]"), first);
    assert.ok(first.includes(";W[cc]DO[]C[Black 50.0 %, even]V[0.0];C[Between];"), first);
    assert.ok(first.includes(";B[gg]C[Black 50.0 %, even\nBlack G3 may lose 4.0 % and 1.0 points; better was A9 B9]V[0.0]DO[])"), first);
    assert.ok(first.includes("(;W[gc])"), first);
    assert.equal(await page.evaluate(() => window.tengen.state.tree.root.children[0].children[0].text("C")), "Mine", "what one sees is one's own");
    await page.evaluate(text => window.tengen.files.open(text), first);
    assert.equal(await saved(), first.replace("[cc]DO[]", "[cc]"), "a review that is saved again takes the place of the first");
    await page.context().close();
  },

  async "the clocks go back with moves that are deleted"() {
    const page = await open();
    await page.evaluate(() => document.getElementById("dialog").close(""));
    await page.evaluate(() => window.tengen.dialogs.begin({ ...window.tengen.state.options.game, color: "both", system: "absolute", main: 600 }));
    for (const point of ["ee", "cc"]) {
      await page.evaluate(() => { window.tengen.state.clock.since -= 50000; });
      await click(page, point);
    }
    const left = () => page.evaluate(() => [1, 2].map(color => Math.round(window.tengen.state.clock.now(color).time / 50)));
    assert.deepEqual(await left(), [11, 11]);
    await page.getByRole("radio", { name: "Analyse" }).click();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Delete");
    assert.deepEqual(await left(), [12, 12]);
    await page.keyboard.press("Control+z");
    assert.deepEqual(await left(), [11, 11]);
    await page.context().close();
  },

  async "a deletion can be taken back"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    const text = "(;SZ[9](;B[ee];W[cc](;B[gg])(;B[gc]))(;B[aa]))";
    await page.evaluate(text => { window.tengen.state.live = false; window.tengen.files.open(text); }, text);
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
    await page.evaluate(() => window.tengen.setMode("analyse"));
    await page.keyboard.press("Control+z");
    assert.equal(await page.evaluate(() => window.tengen.state.position.cells[80]), await page.evaluate(() => window.tengen.state.tree.position(window.tengen.state.node.parent).cells[80]));
    await page.context().close();
  },
};
