// The count at the end, and how a game ends.

import assert from "node:assert/strict";
import { button, click, notice, open, PEOPLE, reload, setMode, SETTLED, status, until, untilCounted, WEAKEST } from "../window.mjs";

export const tests = {
  async "both pass: count, dispute, agree"() {
    // Tengen has passed already: by itself it captures the dead stone now and then.
    const page = await open(`${SETTLED.replace("turn=B", "turn=W")}&moves=--`);
    await button(page, "Pass").click();
    await until(page, () => window.tengen.state.phase === "counting" && window.tengen.state.count);
    const first = await page.locator("#counted").textContent();
    assert.match(first, /White is ahead by 5/);
    assert.equal(await page.locator(".board .stone.dead").count(), 1);
    assert.equal(await page.evaluate(() => window.tengen.board.describe(3)), "D5 Black, dead, White's");
    await click(page, "da");
    await until(page, () => window.tengen.state.count && !window.tengen.state.count.isOld && !window.tengen.state.count.dead.length);
    assert.notEqual(await page.locator("#counted").textContent(), first);
    await click(page, "da");
    await until(page, () => window.tengen.state.count?.dead.length === 1 && !window.tengen.state.count.isOld);
    await button(page, "Agree").click();
    assert.match(await status(page), /Tengen wins by 5 points/);
    assert.match(await page.evaluate(() => window.tengen.state.tree.root.text("RE")), /^W\+5$/);
    // By another komi it is another count.
    await page.locator("#facts").click();
    await page.fill("#fact-KM", "7.5");
    await button(page, "Done").click();
    await until(page, () => window.tengen.state.tree.komi === 7.5);
    assert.ok(await page.locator("#counted").isHidden());
  },

  async "a pass by mistake can be taken back at the count"() {
    const page = await open(`${SETTLED.replace("turn=B", "turn=W")}&moves=--`);
    await button(page, "Pass").click();
    await until(page, () => window.tengen.state.phase === "counting");
    await button(page, "Undo").click();
    assert.match(await status(page), /^Tengen has passed. Your move/);
    assert.deepEqual(await page.evaluate(() => { const { phase, disputed, isCleaningUp } = window.tengen.state; return [phase, disputed, isCleaningUp]; }), ["playing", null, false]);
  },

  async "a stone that is counted as dead has no shadow"() {
    const page = await open(SETTLED);
    assert.equal(await page.evaluate(() => {
      const { board, state } = window.tengen;
      board.show(state.position, { dead: new Set([3]) });
      return getComputedStyle(document.querySelector(".shadows .dead")).opacity;
    }), "0");
  },

  async "looking back during the count loses nothing of it"() {
    // A record that ends with two passes is counted at once.
    const page = await open(`${SETTLED}&moves=----`);
    const isCounted = () => until(page, () => window.tengen.state.phase === "counting" && window.tengen.state.count);
    await isCounted();
    await page.keyboard.press("ArrowLeft");
    assert.ok(await page.locator("#counted").isHidden());
    assert.match(await status(page), /Only looking: the game waits for the count/);
    await page.keyboard.press("ArrowRight");
    await isCounted();
    assert.ok(await page.locator("#counted").isVisible());
    // While Tengen still counts.
    await page.evaluate(() => { const { state } = window.tengen; state.count = null; window.tengen.walking.walk(-1); window.tengen.walking.walk(1); });
    await isCounted();
    await button(page, "Agree").click();
    assert.match(await status(page), /Tengen wins by 5 points/);
  },

  async "a count is not shown in Analyse, and an edit makes it void"() {
    const page = await open(SETTLED.replace("play=pt", "play=pp") + "&moves=----");
    await setMode(page, "play");
    await untilCounted(page);
    assert.ok(await page.locator("#counted").isVisible());
    await setMode(page, "analyse");
    assert.ok(await page.locator("#counted").isHidden());
    await page.evaluate(() => {
      const app = window.tengen;
      app.setMode("edit");
      app.state.tool = "black";
      app.walking.walk(-9);
    });
    await click(page, "ee");
    assert.equal(await page.evaluate(() => window.tengen.state.count), null);
  },

  async "a score that is disputed cannot be agreed on before it is counted again"() {
    const page = await open(`${SETTLED}&moves=----`);
    await untilCounted(page);
    assert.equal(await page.evaluate(() => {
      const { play, state } = window.tengen;
      play.dispute(3);
      play.agree();
      return state.phase;
    }), "counting");
    await until(page, () => !window.tengen.state.count.isOld);
    await button(page, "Agree").click();
    assert.equal(await page.evaluate(() => window.tengen.state.result), "B+4");
  },

  async "a result that has come is not overwritten by resigning"() {
    const page = await open(WEAKEST);
    await button(page, "Resign").click();
    await page.evaluate(() => window.tengen.play.end("B+R"));
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await until(page, () => !window.tengen.dialogs.isOpen);
    assert.equal(await page.evaluate(() => window.tengen.state.result), "B+R");
  },

  async "a result that comes while the facts of a game are open stays"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    const results = () => page.evaluate(() => { const { result, tree: { root } } = window.tengen.state; return [result, root.text("RE"), root.text("EV")]; });
    const enter = async (field, text, meanwhile) => {
      await page.locator("#facts").click();
      await page.fill(field, text);
      await page.evaluate(meanwhile);
      await button(page, "Done").click();
      await until(page, () => !window.tengen.dialogs.isOpen);
    };
    await setMode(page, "play");
    await enter("#fact-EV", "A cup", () => window.tengen.play.lostOnTime(2));
    await until(page, () => window.tengen.state.tree.root.text("EV"));
    assert.deepEqual(await results(), ["B+Time", "B+Time", "A cup"]);
    // A result that is no more does not come back.
    await enter("#fact-EV", "Another", () => { window.tengen.play.undo(); });
    await until(page, () => window.tengen.state.tree.root.text("EV") === "Another");
    assert.deepEqual(await results(), ["", "", "Another"]);
    // What was entered for one game is not for the next.
    await enter("#fact-RE", "B+R", () => { window.tengen.files.open("(;SZ[9]RE[W+1];B[cc])"); });
    await page.waitForTimeout(100);
    assert.deepEqual(await results(), ["W+1", "W+1", ""]);
  },

  async "two people are told of each other, and not of Tengen"() {
    const page = await open(SETTLED.replace("play=pt", "play=pp"));
    await setMode(page, "play");
    assert.equal(await status(page), "Black to play.");
    await button(page, "Pass").click();
    assert.equal(await status(page), "Black has passed. White to play.");
    await button(page, "Pass").click();
    await untilCounted(page);
    await button(page, "Play on").click();
    assert.equal(await notice(page), "The game goes on.");
  },

  async "for a while after a count that was not agreed on dead stones are captured"() {
    const page = await open("#size=5&rules=chinese&komi=0&play=pp&moves=cc----");
    await setMode(page, "play");
    await untilCounted(page);
    await button(page, "Play on").click();
    const isCleaningUp = (moves = []) => page.evaluate(moves => {
      const { state, play } = window.tengen;
      for (const index of moves) play.move(index);
      return state.isCleaningUp;
    }, moves);
    assert.ok(await isCleaningUp([6, 7, 8, 11, 13]));
    await until(page, () => JSON.parse(sessionStorage.tengen ?? "{}").nodes?.length === 9);
    await reload(page);
    assert.ok(await isCleaningUp(), "after a reload too");
    assert.ok(!await isCleaningUp([16]), "after many moves it is another game");
    for (let i = 0; i < 7; i++) await page.keyboard.press("u");
    assert.ok(!await isCleaningUp([12]), "nor if the count is taken back, though the same move follows");
  },

  async "the count tells what handicap adds to komi"() {
    const page = await open("#size=9&rules=chinese&komi=0.5&play=pp&black=cggc&turn=W&moves=ee----");
    await setMode(page, "play");
    await untilCounted(page);
    assert.match(await page.locator("#counted").textContent(), /Komi and handicap2\.5/);
    await page.evaluate(() => { location.hash = "size=9&rules=japanese&komi=6.5&play=pp&moves=ee----"; });
    await until(page, () => window.tengen.state.tree.komi === 6.5);
    await setMode(page, "play");
    await untilCounted(page);
    assert.match(await page.locator("#counted").textContent(), /Komi6\.5/);
  },

  async "the count has the prisoners of the whole game"() {
    const page = await open("#size=9&rules=japanese&komi=0&play=pp");
    const counted = async text => {
      await page.evaluate(text => {
        window.tengen.files.open(text);
        window.tengen.walking.walk(99);
        window.tengen.setMode("play");
      }, text);
      await untilCounted(page);
      return page.evaluate(() => { const { count, position } = window.tengen.state; return [count.B.captures, position.captures[1]]; });
    };
    const taken = ";B[ab];W[aa];B[ba];W[ii];B[cc];W[hh]";
    // White stones that Black has taken are lost neither where the turn is told nor where stones are set.
    for (const set of ["", ";PL[B]", ";AB[gg]", ";AB[gg]AE[hh]PL[B]", ";B[gg];AW[gh]PL[B]"])
      assert.deepEqual(await counted(`(;SZ[9]KM[0]RU[Japanese]${taken}${set};B[];W[])`), [1, 1], set);
  },

  async "the table of a count adds up, whatever the rules tax"() {
    const page = await open("#size=9&rules=japanese&komi=0&play=pp");
    // Black is in seki on the left, and lives on the right; what is in seki is agreed on.
    const table = async rules => {
      await page.evaluate(rules => {
        const { files } = window.tengen;
        files.open(`(;SZ[12:2]KM[0]RU[${rules}]AB[ba][ca][ab][bb][cb][ia][ka][ib][jb][kb][lb]AW[ea][fa][ha][db][eb][fb][gb][hb]PL[B];B[];W[])`);
        window.tengen.walking.walk(9);
        window.tengen.setMode("play");
      }, rules);
      await untilCounted(page);
      await page.evaluate(() => {
        Object.assign(window.tengen.state.count, { dead: [], seki: ["ab"], isOld: true });
        window.tengen.refresh();
      });
      await until(page, () => !window.tengen.state.count.isOld);
      return page.locator("#counted tr").allTextContents();
    };
    assert.deepEqual(await table("Japanese"), ["BlackWhite", "Territory21", "Dead stones00", "Taken00", "Komi0", "Sum21"]);
    // Two points of each group are not counted either.
    assert.deepEqual(await table("Ancient Territory"), ["BlackWhite", "Territory00", "Dead stones00", "Taken00", "Komi0", "Sum00"]);
    assert.deepEqual(await table("Stone Scoring"), ["BlackWhite", "Stones and territory118", "Komi0", "Sum118"]);
    assert.deepEqual(await table("Chinese"), ["BlackWhite", "Stones and territory149", "Komi0", "Sum149"]);
  },
};
