// Who listens: names, roles, what is told, sounds.

import assert from "node:assert/strict";
import { button, CAPTURE, click, moves, NINE, notice, open, PEOPLE, phone, quiet, read, SETTLED, setMode, status, until, untilCounted, untilMove } from "../window.mjs";

export const tests = {
  async "names and roles for those who listen"() {
    const page = await open(`${NINE}&play=pt&moves=eeec`);
    for (const [role, name] of [["application", /Board, 9 by 9. Last move: White E7. Black to play/], ["button", "New game"], ["button", "Undo"], ["button", "Pass"], ["button", "Back"], ["radio", "Play"], ["radio", "Analyse"], ["slider", "Winning chances over the game"], ["img", "The moves as a tree, 2 nodes after the start: the arrows walk through it"]])
      assert.equal(await page.getByRole(role, { name, exact: typeof name === "string" }).count(), 1, `${role} ${name}`);
    const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, input, textarea, select")].filter(each => each.offsetParent && !(each.textContent.trim() || each.getAttribute("aria-label") || each.labels?.length)).length);
    assert.equal(unnamed, 0);
    // Where there is no room for it, it is still heard.
    await page.setViewportSize({ width: 360, height: 740 });
    assert.equal(await page.getByRole("heading", { name: "Tengen" }).count(), 1);
    await page.setViewportSize({ width: 1280, height: 800 });
    assert.equal(await page.getAttribute(".board .stones", "aria-hidden"), "true");
    const rewritten = await page.evaluate(async () => {
      let times = 0;
      const observer = new MutationObserver(() => times++);
      observer.observe(document.getElementById("status"), { childList: true, characterData: true, subtree: true });
      window.tengen.show();
      await new Promise(done => setTimeout(done));
      observer.disconnect();
      return times;
    });
    assert.equal(rewritten, 0, "what has not changed is not told again");
    await click(page, "cc");
    await untilMove(page, 4);
    const answer = await page.evaluate(() => window.tengen.board.describe(window.tengen.state.tree.moveOf(window.tengen.state.latest).index));
    assert.equal(await page.locator("#heard").textContent(), `White ${answer.split(/[^A-Z0-9]/)[0]}`);
  },

  async "who listens hears of mistakes, notices and marks, and keeps the focus"() {
    const page = await open(`${CAPTURE}&play=pt&level=1`);
    await page.evaluate(() => {
      const { state } = window.tengen;
      state.options.teaching = true;
      state.node.set("LB", ["ee:A"]);
      state.node.set("TR", ["ed"]);
      window.tengen.refresh();
    });
    assert.deepEqual(await page.evaluate(() => [24, 19].map(index => window.tengen.board.describe(index))), ["E1 empty, label A", "E2 empty, triangle"]);
    await until(page, () => window.tengen.state.node.evaluation?.visits >= 500);
    await click(page, "ee");
    await until(page, () => window.tengen.state.lesson);
    assert.match(await page.locator("#heard").textContent(), /^E1 loses about \d+ points\. Tengen would have played A5\.$/);
    assert.equal(await status(page), "A mistake: take it back, or play on.");
    const hasFocus = () => page.evaluate(() => document.activeElement.matches(".board"));
    await button(page, "Take back").press("Enter");
    assert.ok(await hasFocus());
    assert.equal(await moves(page), 0);
    await page.evaluate(() => { window.tengen.state.options.teaching = false; window.tengen.refresh(); });
    await button(page, "Resign").press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).press("Enter");
    await until(page, () => window.tengen.state.phase === "over");
    assert.ok(await hasFocus());
    // Of a region that was hidden a change is not told.
    assert.equal(await page.evaluate(() => document.getElementById("toast").closest("[aria-live]:not([hidden])") !== null && !document.getElementById("toast").hasAttribute("aria-live")), true);
  },

  async "who listens hears that a review begins, and not of each position"() {
    const page = await open("#size=5&rules=chinese&komi=7.5&play=pp&moves=ccdddbbb");
    await page.evaluate(() => {
      const { reviewing, state } = window.tengen, status = document.getElementById("status");
      window.told = [];
      new MutationObserver(() => { if (status.ariaLive !== "off") window.told.push(status.textContent); }).observe(status, { childList: true });
      state.live = false;
      reviewing.start();
    });
    await until(page, () => window.tengen.state.reviewed);
    await page.evaluate(() => window.tengen.show());
    const told = await page.evaluate(() => window.told);
    assert.deepEqual(told, ["Reviewing: 0 of 5 positions", await status(page)]);
    // A stone that waits to be confirmed asks something.
    assert.deepEqual(await page.evaluate(() => {
      const { board, reviewing, state } = window.tengen, status = document.getElementById("status");
      reviewing.start();
      state.review.began = { at: performance.now(), done: 0 };
      board.propose(0);
      window.tengen.show();
      return [status.textContent, status.ariaLive];
    }), ["Again on A5 plays there.", "polite"]);
  },

  async "who listens hears what a hint has found, and what is counted"() {
    const page = await open(SETTLED);
    const heard = () => page.locator("#heard").textContent();
    await page.keyboard.press("h");
    await until(page, () => window.tengen.state.node.isHinted);
    assert.match(await heard(), /^[A-E][1-5], Black wins [\d.]+ %/);
    await page.evaluate(() => window.tengen.notices.announce(""));
    await page.keyboard.press("h");
    await page.keyboard.press("h");
    assert.match(await heard(), /^[A-E][1-5], Black wins [\d.]+ %/, "what is known already as well");
    await page.evaluate(address => { location.hash = address; }, `${SETTLED}&moves=----`);
    await untilCounted(page);
    assert.equal(await heard(), "White is ahead by 5. Dead: D5.");
    assert.deepEqual(await page.evaluate(() => [0, 1, 3].map(index => window.tengen.board.describe(index))), ["A5 empty, Black's", "B5 Black", "D5 Black, dead, White's"]);
    await page.evaluate(() => window.tengen.play.dispute(3));
    await until(page, () => !window.tengen.state.count.isOld);
    assert.equal(await heard(), "Black is ahead by 4. No stones are dead.");
  },

  async "who listens can follow a record"() {
    const page = await open(PEOPLE);
    await quiet(page);
    await read(page, "(;SZ[9];B[ba];W[aa];B[ab]C[Taken.](;W[ee])(;W[gg]))");
    const heard = [];
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "Home"]) {
      await page.keyboard.press(key);
      heard.push(await page.locator("#heard").textContent());
    }
    assert.deepEqual(heard, ["Black B9", "White A9", "Black A8, 1 taken; 2 variations follow; comment", "White E5; 1 of 2 variations", "White G3; 2 of 2 variations", "Start"]);
  },

  async "who listens on a phone plays by the names of points"() {
    const page = await open(PEOPLE, phone(390, 844));
    await setMode(page, "play");
    const field = page.getByRole("textbox", { name: "Play at" }), box = id => page.locator(id).boundingBox();
    const heard = () => page.locator("#heard").textContent();
    const enter = async text => {
      await field.fill(text);
      await field.press("Enter");
      assert.equal(await field.inputValue(), "");
    };
    // It is seen while it is used, and moves nothing else.
    const [hidden, walk] = [await box("#entry"), await box("#walk")];
    assert.deepEqual([hidden.width, hidden.height], [1, 1]);
    await field.focus();
    assert.deepEqual([await box("#entry"), await box("#walk")], [walk, walk]);
    await enter("d4");
    assert.equal(await heard(), "Black D4");
    await field.fill("G 5");
    await button(page, "Play there").tap();
    assert.equal(await heard(), "White G5");
    assert.deepEqual(await page.evaluate(() => window.nodes().map(node => node.text("B") + node.text("W"))), ["", "df", "ge"]);
    assert.ok(await field.evaluate(field => field === document.activeElement), "the next one can be entered at once");
    // What is no move is told.
    for (const [text, words] of [["D4", "There is a stone."], ["I5", "I5 is no point of this board."], ["D10", "D10 is no point of this board."]]) {
      await enter(text);
      assert.equal(await notice(page), words);
    }
    await field.press("Enter");
    assert.equal(await moves(page), 2, "nothing is no move");
    // What stands on the board.
    for (const [text, words] of [["d", "D4 Black"], ["5", "G5 White"], ["9", "9: no stones"]]) {
      await enter(text);
      assert.equal(await heard(), words);
    }
    await enter("Ｅ５.");
    assert.equal(await heard(), "Black E5");
    await enter("   ");
    assert.equal(await moves(page), 3, "spaces are no move");
    await enter("Pass");
    assert.equal(await heard(), "White pass");
    await enter("pass");
    await untilCounted(page);
    for (const [text, words] of [["pass", "The stones are being counted: agree, or play on."], ["A1", "There is no stone."]]) {
      await enter(text);
      assert.equal(await notice(page), words);
    }
    const wasDead = await page.evaluate(() => window.tengen.state.count.dead.includes("df"));
    await enter("D4");
    assert.equal(await notice(page), `The stones count as ${wasDead ? "alive" : "dead"}.`);
  },

  async "stones are heard again after a call"() {
    const page = await open(PEOPLE);
    await page.evaluate(() => {
      window.made = window.silenced = 0;
      // As on an iPhone where the sound cannot be woken.
      window.AudioContext = class extends AudioContext {
        constructor() {
          super();
          window.made++;
        }
        get state() { return "interrupted"; }
        resume() { return Promise.reject(new Error("interrupted")); }
        close() {
          window.silenced++;
          return super.close();
        }
      };
    });
    for (const [number, point] of ["ee", "cc"].entries()) {
      await click(page, point);
      assert.deepEqual(await page.evaluate(() => [window.made, window.silenced]), [number + 1, number + 1]);
    }
  },
};
