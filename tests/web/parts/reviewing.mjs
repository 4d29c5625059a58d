// Reviews of a whole game.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser, button, CAPTURE, faults, moves, notice, open, PEOPLE, phone, program, quiet, radio, read, reload, saved, status, until, untilNotice } from "../window.mjs";

const startReview = page => page.evaluate(() => { window.tengen.state.live = false; window.tengen.reviewing.start(); });

export const tests = {
  async "a whole review says what mattered"() {
    const page = await open(`${CAPTURE}&play=pp&moves=eeaaed&at=0`);
    await quiet(page);
    const review = await button(page, "Review").boundingBox();
    assert.ok(review.y + review.height <= 800, "in sight");
    assert.equal(await button(page, "Previous mistake").count(), 0, "none is known");
    await button(page, "Review").click();
    await untilNotice(page, /The review is done/);
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
    assert.match(await saved(page), /;B\[ee\]C\[Black \d+\.\d %, [^;]*; better was A5[^;]*BM\[2\]/);
    await page.keyboard.press("End");
    await page.keyboard.press("M");
    assert.equal(await moves(page), 1, "M goes to the costly move before");
    assert.ok(await button(page, "Next mistake").isDisabled());
    await page.keyboard.press("Home");
    await button(page, "Next mistake").click();
    assert.equal(await moves(page), 1);
    await reload(page);
    assert.match(await page.locator("#review-part").textContent(), /1 blunder among them/);
  },

  async "a review that is done leaves in sight what it tells of, and so does a row that is chosen"() {
    const page = await open(`${CAPTURE}&play=pp&moves=eeaaed&at=0`, phone(390, 844));
    const review = async () => {
      await startReview(page);
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
  },

  async "the page of a review, by touch"() {
    const context = await browser.newContext(phone(390, 844));
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
    assert.match(await saved(page, () => page.locator("#record").tap()), /Reviewed by Tengen/);
  },

  async "a move can be deleted during a review"() {
    const page = await open("#size=5&rules=chinese&komi=7.5&play=pp&moves=ccbbdd");
    await startReview(page);
    await button(page, "Delete").click();
    assert.equal(await page.evaluate(() => window.tengen.state.review), null);
    await until(page, () => window.tengen.thinker.doing === null);
    assert.equal(await moves(page), 2);
  },

  async "how long a review will take is told once that is more than a guess"() {
    const page = await open(PEOPLE);
    // A second for each position since the first one.
    const sentence = done => page.evaluate(done => window.tengen.reviewing.constructor.sentence({
      nodes: Array(100).fill(null), done, compared: [0, 0], began: { at: 0, done: 1 },
    }, 1000 * (done - 1)), done);
    assert.equal(await sentence(4), "Reviewing: 4 of 100 positions");
    assert.equal(await sentence(5), "Reviewing: 5 of 100 positions, about 2 min left");
    assert.equal(await sentence(60), "Reviewing: 60 of 100 positions, less than a minute left");
  },

  async "a review goes on through clicks and a reload, and its end is told"() {
    const page = await open("#size=19&rules=chinese&komi=7.5&play=pp&moves=pddpppdddjpjjdjpfcqfncclfqcnnqqm");
    await startReview(page);
    const isReviewing = () => page.evaluate(() => window.tengen.state.review !== null);
    await radio(page, "Analyse").click();
    assert.ok(await isReviewing());
    assert.equal(await button(page, "End the review").count(), 1);
    await reload(page);
    assert.ok(await isReviewing());
    assert.match(await status(page), /Reviewing: \d+ of 17 positions/);
    await page.keyboard.press("a");
    assert.ok(!await isReviewing());
    assert.match(await notice(page), /review has been ended/);
  },

  async "what a review has said is saved with the record"() {
    const page = await open(PEOPLE);
    const reviewed = async () => {
      await page.evaluate(() => {
        const { reviewing, state, state: { tree } } = window.tengen, nodes = tree.moved(tree.line(tree.root).at(-1));
        const found = (winrate, lead, index) => ({ winrate, lead, visits: 900, turn: 1, ownership: null, moves: [{ index, winrate, lead, visits: 900, line: [index, index + 1] }] });
        [found(0.5, 0.2, 10), found(0.251, -3.04, 20), found(0.5, 0, 0), found(0.5, 0.04, 0)].forEach((evaluation, i) => { nodes[i].evaluation = evaluation; });
        state.beginReview(nodes);
        reviewing.finish({ losses: [[24.9, 3.2, 1.2, "bad"], [0, 0, null, null], [4, 1, null, "unclear"]], better: [true, false, true], players: [], costliest: 0 });
      });
      return saved(page);
    };
    const text = "(;SZ[9]KM[7];C[Before];B[ee]C[Mine](;W[cc]DO[];C[Between];B[gg]BM[1])(;W[gc]))";
    await quiet(page);
    await read(page, text);
    const first = await reviewed();
    assert.ok(first.includes(";B[ee]C[Mine\n\nBlack 25.1 %, W+3.0\nBlack E5 loses 24.9 % (± 1.2) and 3.2 points; better was B8 C8]V[-3.0]BM[2]"), first);
    assert.ok(first.includes(";W[cc]DO[]C[Black 50.0 %, even]V[0.0];C[Between];"), first);
    assert.ok(first.includes(";B[gg]C[Black 50.0 %, even\nBlack G3 may lose 4.0 % and 1.0 points; better was A9 B9]V[0.0]DO[])"), first);
    assert.ok(first.includes("(;W[gc])"), first);
    assert.equal(await page.evaluate(() => window.tengen.state.tree.root.children[0].children[0].text("C")), "Mine", "what one sees is one's own");
    await read(page, first);
    assert.equal(await reviewed(), first.replace("[cc]DO[]", "[cc]"), "a review that is saved again takes the place of the first");
  },
};
