// Games against Tengen and by two people: moves, clocks, counts.

import assert from "node:assert/strict";
import { button, click, moves, open, reload, SETTLED, status, until, untilBegun, untilMove } from "./window.mjs";

export const tests = {
  async "a game by clicks: undo, hint, resign"() {
    const page = await open();
    await button(page, "Play").last().click();
    await untilBegun(page);
    assert.ok(await page.locator("#toast").isHidden(), "that the first game is a new one need not be said");
    assert.ok(await page.evaluate(() => !document.activeElement.matches(".board")), "after a click the arrows walk");
    await click(page, "ee");
    await untilMove(page, 2);
    await click(page, "ee");
    assert.equal(await moves(page), 2, "an occupied point is no move");
    await button(page, "Hint").click();
    await until(page, () => document.querySelectorAll(".board .candidate").length > 0);
    await button(page, "Undo").click();
    assert.equal(await moves(page), 0);
    await click(page, "cc");
    await untilMove(page, 2);
    assert.deepEqual(await page.evaluate(() => window.tengen.state.tree.root.children.map(node => node.text("B"))), ["cc", "ee"], "the record has the game as it was played, then what was taken back");
    assert.equal(await page.locator(".player.turn").count(), 1);
    await button(page, "Resign").click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await until(page, () => /Tengen wins by resignation/.test(document.getElementById("status").textContent));
    await page.getByRole("radio", { name: "Analyse" }).click();
    assert.equal(await status(page), "Black to play.");
    await page.context().close();
  },

  async "undo takes back only what the person has played in this game"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    const canUndo = async () => {
      const number = await moves(page);
      await page.keyboard.press("u");
      assert.equal(await moves(page), number);
      return button(page, "Undo").isEnabled();
    };
    await page.evaluate(() => window.tengen.dialogs.begin({ ...window.tengen.state.options.game, color: "white", level: 1 }));
    await untilMove(page, 1);
    assert.ok(!await canUndo(), "Tengen's first move");
    await page.evaluate(() => window.tengen.play.move(0));
    await untilMove(page, 3);
    await button(page, "Undo").click();
    assert.equal(await moves(page), 1);
    assert.ok(!await canUndo());
    await page.evaluate(() => {
      const app = window.tengen;
      app.files.open("(;SZ[9];B[ee];W[cc];B[gg];W[gc])");
      app.walk(4);
      app.setMode("play");
    });
    assert.ok(!await canUndo(), "the moves of a record that is open");
    await page.evaluate(() => {
      const app = window.tengen;
      app.dialogs.beginHere({ ...app.state.options.game, color: "both" });
    });
    assert.ok(!await canUndo(), "the moves of the record");
    await click(page, "cg");
    await reload(page);
    await button(page, "Undo").click();
    assert.equal(await moves(page), 4);
    assert.ok(!await canUndo());
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await button(page, "Play from here").click();
    assert.equal(await moves(page), 2);
    assert.ok(!await canUndo());
    await page.context().close();
  },

  async "who wants to sees whose each point becomes while playing"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1&moves=eecc");
    const owners = () => page.locator(".board .owner").count();
    await until(page, () => window.tengen.state.node.isLooked);
    assert.equal(await owners(), 0, "nobody is told unasked");
    await page.evaluate(() => {
      const { state } = window.tengen;
      state.options.chances = false;
      Object.assign(state.node, { isLooked: false, evaluation: null });
      window.tengen.refresh();
    });
    await page.keyboard.press("t");
    await until(page, () => document.querySelectorAll(".board .owner").length > 0);
    assert.equal(await page.locator(".board .candidate").count(), 0);
    await page.keyboard.press("a");
    await until(page, () => document.querySelectorAll(".board .candidate").length > 0);
    assert.equal(await owners(), 0, "an analysis has a switch of its own");
    await page.keyboard.press("a");
    assert.ok(await owners() > 0);
    await page.uncheck("#show-estimate");
    await until(page, () => document.querySelectorAll(".board .owner").length === 0);
    await page.check("#show-chances");
    assert.ok(await page.locator("#graph").isVisible());
    await page.check("#teach");
    assert.match(await page.locator("#toast").textContent(), /^A move that loses much/);
    assert.deepEqual(await page.evaluate(() => { const { chances, estimate, teaching } = JSON.parse(localStorage.getItem("tengen-options")); return [chances, estimate, teaching]; }), [true, false, true]);
    await page.keyboard.press("a");
    assert.ok(await page.locator("#teach").isHidden());
    await page.context().close();
  },

  async "the title tells whose turn it is to who looks at another window"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=20");
    const isMarked = async () => (await page.title()).startsWith("●");
    assert.equal(await page.title(), "● You – Tengen (level 20) · Tengen");
    await page.evaluate(() => { window.tengen.state.time = 60; window.tengen.play.move(40); });
    assert.ok(!await isMarked());
    await page.evaluate(() => window.tengen.walk(-1));
    await button(page, "Back to the game").waitFor();
    assert.ok(!await isMarked());
    await page.evaluate(() => window.tengen.engine.hurry());
    await until(page, () => window.tengen.state.tree.number(window.tengen.state.latest) === 2);
    assert.ok(await isMarked(), "whatever is looked at");
    await page.keyboard.press("a");
    assert.ok(!await isMarked());
    await page.evaluate(() => { window.tengen.state.players = { 1: "person", 2: "person" }; window.tengen.setMode("play"); });
    assert.ok(!await isMarked(), "two people are both here");
    await page.context().close();
  },

  async "Tengen plays against itself, and stops for who analyses"() {
    const page = await open();
    await page.getByRole("radio", { name: "Neither" }).check();
    await page.evaluate(() => { document.getElementById("level").value = 1; });
    await button(page, "Play").last().click();
    const untilPlayed = number => until(page, number => window.tengen.state.tree.number(window.tengen.state.node) >= number, number);
    await untilPlayed(3);
    assert.deepEqual(await page.evaluate(() => [1, 2].map(color => window.tengen.state.tree.name(color))), ["Tengen (level 1)", "Tengen (level 1)"]);
    await page.getByRole("radio", { name: "Analyse" }).click();
    const number = await moves(page);
    await page.waitForTimeout(500);
    assert.equal(await moves(page), number);
    await page.getByRole("radio", { name: "Play" }).click();
    await untilPlayed(number + 1);
    // Of its own moves nobody takes any back.
    await page.evaluate(() => window.tengen.play.end("B+Resign"));
    const last = await moves(page);
    assert.ok(await button(page, "Undo").isDisabled());
    await page.keyboard.press("u");
    assert.deepEqual([await moves(page), await page.evaluate(() => window.tengen.state.result)], [last, "B+Resign"]);
    await page.context().close();
  },

  async "looking back is only looking"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1");
    await click(page, "ee");
    await untilMove(page, 2);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("ArrowLeft");
    assert.equal(await moves(page), 1, "it is Tengen's turn there");
    assert.ok(await page.evaluate(() => !window.tengen.thinker.isThinking), "Tengen plays nothing");
    assert.match(await status(page), /Only looking: the game waits for you/);
    await page.keyboard.press("ArrowLeft");
    await click(page, "cc");
    assert.match(await page.locator("#toast").textContent(), /does not stand here/);
    await reload(page);
    assert.equal(await moves(page), 0);
    await button(page, "Back to the game").click();
    assert.equal(await moves(page), 2);
    assert.equal(await page.evaluate(() => window.nodes().length), 3, "nothing was played meanwhile");
    assert.match(await status(page), /Your move/);
    await page.keyboard.press("Home");
    await button(page, "Play from here").click();
    await click(page, "cc");
    await untilMove(page, 2);
    assert.equal(await page.evaluate(() => window.tengen.state.tree.root.children.length), 2);
    await page.context().close();
  },

  async "a count is not shown in Analyse, and an edit makes it void"() {
    const page = await open(SETTLED.replace("play=pt", "play=pp") + "&moves=----");
    await page.evaluate(() => window.tengen.setMode("play"));
    await until(page, () => window.tengen.state.count);
    assert.ok(await page.locator("#counted").isVisible());
    await page.evaluate(() => window.tengen.setMode("analyse"));
    assert.ok(await page.locator("#counted").isHidden());
    await page.evaluate(() => {
      const app = window.tengen;
      app.setMode("edit");
      app.state.tool = "black";
      app.walk(-9);
    });
    await click(page, "ee");
    assert.equal(await page.evaluate(() => window.tengen.state.count), null);
    await page.context().close();
  },

  async "Tengen thinks on while one looks back, and its clock runs"() {
    const page = await open();
    await page.evaluate(() => document.getElementById("dialog").close(""));
    await page.evaluate(() => window.tengen.dialogs.begin({ ...window.tengen.state.options.game, level: 20, system: "absolute", main: 60 }));
    const running = () => page.evaluate(() => window.tengen.state.clock.running);
    assert.equal(await running(), 1);
    await page.evaluate(() => { window.tengen.setMode("analyse"); });
    assert.equal(await running(), null);
    await page.evaluate(() => { window.tengen.setMode("play"); });
    assert.equal(await running(), 1, "before the first move too");
    // All at once, before it can have answered.
    const [whose, isThinking, said] = await page.evaluate(() => {
      const { play, state, thinker } = window.tengen;
      play.move(40);
      window.tengen.walk(-1);
      return [state.clock.running, thinker.isThinking, document.getElementById("status").textContent];
    });
    assert.equal(whose, 2);
    assert.ok(isThinking);
    assert.match(said, /Tengen is thinking/);
    await until(page, () => window.tengen.state.tree.number(window.tengen.state.latest) === 2);
    assert.equal(await moves(page), 0, "the board stays");
    assert.equal(await running(), 1);
    assert.match(await page.locator("#toast").textContent(), /Tengen has played/);
    await page.keyboard.press("End");
    assert.equal(await moves(page), 2);
    await page.context().close();
  },

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
    await page.context().close();
  },

  async "a pass by mistake can be taken back at the count"() {
    const page = await open(`${SETTLED.replace("turn=B", "turn=W")}&moves=--`);
    await button(page, "Pass").click();
    await until(page, () => window.tengen.state.phase === "counting");
    await button(page, "Undo").click();
    assert.match(await status(page), /^Tengen has passed. Your move/);
    assert.deepEqual(await page.evaluate(() => { const { phase, disputed, isCleaningUp } = window.tengen.state; return [phase, disputed, isCleaningUp]; }), ["playing", null, false]);
    await page.context().close();
  },

  async "a stone that is counted as dead has no shadow"() {
    const page = await open(SETTLED);
    assert.equal(await page.evaluate(() => {
      const { board, state } = window.tengen;
      board.show(state.position, { dead: new Set([3]) });
      return getComputedStyle(document.querySelector(".shadows .dead")).opacity;
    }), "0");
    await page.context().close();
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
    await page.evaluate(() => { const { state } = window.tengen; state.count = null; window.tengen.walk(-1); window.tengen.walk(1); });
    await isCounted();
    await button(page, "Agree").click();
    assert.match(await status(page), /Tengen wins by 5 points/);
    await page.context().close();
  },

  async "a bad move is shown and can be taken back"() {
    // Whoever plays A5 captures; Black plays elsewhere first.
    const page = await open("#size=5&rules=chinese&komi=7.5&play=pt&level=1&black=abacadaecacbcccdce&white=babbbcbdbe&turn=B");
    await page.evaluate(() => { window.tengen.state.options.teaching = true; window.tengen.refresh(); });
    await until(page, () => window.tengen.state.node.evaluation?.visits >= 500);
    await click(page, "ee");
    await until(page, () => !document.getElementById("lesson").hidden);
    assert.match(await page.locator("#lesson").textContent(), /E1 loses about \d+ points.*A5/);
    assert.equal(await moves(page), 1, "Tengen waits");
    assert.match(await page.title(), /^●/);
    await button(page, "Take back").click();
    assert.equal(await moves(page), 0);
    await click(page, "aa");
    await untilMove(page, 2);
    assert.ok(await page.locator("#lesson").isHidden());
    await page.context().close();
  },

  async "a bad move is shown though the person moved before anything was known"() {
    const page = await open("#size=5&rules=chinese&komi=7.5&play=pt&level=1&black=abacadaecacbcccdce&white=babbbcbdbe&turn=B");
    await page.evaluate(() => {
      const { play, state } = window.tengen;
      state.options.teaching = true;
      state.node.evaluation = null;
      play.move(24);
    });
    await until(page, () => !document.getElementById("lesson").hidden);
    assert.match(await page.locator("#lesson").textContent(), /E1 loses about \d+ points.*A5/);
    assert.equal(await moves(page), 1, "Tengen waits");
    await page.context().close();
  },

  async "a bad move is shown though it leaves the game won"() {
    const page = await open("#size=9x5&rules=chinese&komi=7.5&play=pt&level=1&black=abacadaecacbcccdcegagbgcgdge&white=babbbcbdbe&turn=B");
    await page.evaluate(() => { window.tengen.state.options.teaching = true; window.tengen.refresh(); });
    await until(page, () => window.tengen.state.node.evaluation?.visits >= 500);
    await page.evaluate(() => window.tengen.play.move(44));
    await until(page, () => window.tengen.state.latest.isTaught);
    assert.ok(await page.evaluate(() => window.tengen.state.latest.parent.evaluation.winrate > 0.95), "it is decided");
    assert.match(await page.locator("#lesson").textContent(), /J1 loses about \d+ points.*A5/);
    await page.context().close();
  },

  async "Tengen's clock rests while the person learns"() {
    const page = await open("#size=5&rules=chinese&komi=7.5&play=pt&level=1&black=abacadaecacbcccdce&white=babbbcbdbe&turn=B");
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
    await page.context().close();
  },

  async "two windows are two games"() {
    const [one, two] = [await open("#size=9&rules=chinese&komi=7&play=pt&level=1"), await open("#size=13&rules=japanese&komi=6.5&play=pt&level=1")];
    await Promise.all([click(one, "ee"), click(two, "gg")]);
    await Promise.all([untilMove(one, 2), untilMove(two, 2)]);
    assert.equal(await one.evaluate(() => window.tengen.state.tree.width), 9);
    assert.equal(await two.evaluate(() => window.tengen.state.tree.rules), "japanese");
    await one.context().close();
    await two.context().close();
  },

  async "a score that is disputed cannot be agreed on before it is counted again"() {
    const page = await open(`${SETTLED}&moves=----`);
    await until(page, () => window.tengen.state.count);
    assert.equal(await page.evaluate(() => {
      const { play, state } = window.tengen;
      play.dispute(3);
      play.agree();
      return state.phase;
    }), "counting");
    await until(page, () => !window.tengen.state.count.isOld);
    await button(page, "Agree").click();
    assert.equal(await page.evaluate(() => window.tengen.state.result), "B+4");
    await page.context().close();
  },

  async "a result that has come is not overwritten by resigning"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1");
    await button(page, "Resign").click();
    await page.evaluate(() => window.tengen.play.end("B+R"));
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await until(page, () => !window.tengen.dialogs.isOpen);
    assert.equal(await page.evaluate(() => window.tengen.state.result), "B+R");
    await page.context().close();
  },

  async "a result that comes while the facts of a game are open stays"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee");
    const results = () => page.evaluate(() => { const { result, tree: { root } } = window.tengen.state; return [result, root.text("RE"), root.text("EV")]; });
    const enter = async (field, text, meanwhile) => {
      await page.locator("#facts").click();
      await page.fill(field, text);
      await page.evaluate(meanwhile);
      await button(page, "Done").click();
      await until(page, () => !window.tengen.dialogs.isOpen);
    };
    await page.evaluate(() => window.tengen.setMode("play"));
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
    await page.context().close();
  },

  async "free handicap while Tengen works"() {
    const page = await open("#size=19&rules=chinese&komi=7&play=pp");
    await until(page, () => window.tengen.thinker.doing !== null);
    await page.evaluate(() => window.tengen.dialogs.begin({ ...window.tengen.state.options.game, size: "6", handicap: 2 }));
    assert.equal(await page.evaluate(() => window.tengen.state.tree.root.values("AB").length), 2);
    await page.evaluate(() => window.tengen.dialogs.begin({ ...window.tengen.state.options.game, size: "1", handicap: 2 }));
    assert.deepEqual(await page.evaluate(() => { const { width, root } = window.tengen.state.tree; return [width, root.has("AB"), root.text("HA")]; }), [1, false, "0"], "where there is no room");
    assert.equal(await page.locator("#said").textContent(), "A new game. The board has room for 0 handicap stones.Back to the game before");
    await page.context().close();
  },

  async "a clock is low where little of a short period is left, and not after the game"() {
    const page = await open();
    await page.evaluate(() => document.getElementById("dialog").close(""));
    await page.evaluate(() => window.tengen.dialogs.begin({ ...window.tengen.state.options.game, color: "both", system: "byoyomi", main: 0, period: 9, periods: 5 }));
    /** How many clocks are low after a change, before time goes on. */
    const low = change => page.evaluate(`(${change})(window.tengen.state); window.tengen.show(); document.querySelectorAll(".clock.low").length`);
    assert.equal(await low(() => {}), 0);
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll(".clock")].map(({ textContent, title }) => [textContent, title])), Array(2).fill(["0:09 (5)", "In brackets: periods left"]));
    assert.equal(await low(({ clock }) => { clock.left[1].time = clock.left[2].time = 2; }), 2);
    assert.equal(await low(({ clock }) => { clock.left[1] = { time: 9, stones: 1 }; clock.left[2] = { time: 9, stones: 2 }; }), 1, "all of the last period is little");
    assert.equal(await page.evaluate(() => window.tengen.state.clock.text({ time: 9, stones: 1 })), "0:09 (last)");
    assert.equal(await low(state => { state.phase = "over"; }), 0);
    await page.context().close();
  },

  async "the last seconds of a person are heard, unless sounds are off"() {
    const page = await open();
    await page.evaluate(() => document.getElementById("dialog").close(""));
    await page.evaluate(() => {
      window.ticks = 0;
      window.OscillatorNode = class extends OscillatorNode {
        constructor(...parts) {
          super(...parts);
          window.ticks++;
        }
      };
      return window.tengen.dialogs.begin({ ...window.tengen.state.options.game, color: "black", system: "byoyomi", main: 0, period: 30, periods: 5 });
    });
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
    const another = await page.context().newPage();
    await another.goto(page.url());
    await another.waitForFunction(() => window.tengen);
    assert.equal(await heard(1, 5.5), 0, "the window that was used last ticks alone");
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    assert.equal(await heard(1, 5.5), 2);
    await page.evaluate(() => window.tengen.state.setOptions({ sound: false }));
    assert.equal(await heard(1, 5.5), 0);
    await page.context().close();
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
    await page.context().close();
  },

  async "a game from the position of a record"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    await page.evaluate(() => window.tengen.files.open("(;SZ[9]KM[5]PB[One];B[ee](;W[cc];B[gg])(;W[gc]))"));
    await page.keyboard.press("n");
    assert.ok(await page.getByText("from this position").isHidden(), "an empty board is where games begin anyway");
    await page.keyboard.press("Escape");
    await until(page, () => document.activeElement === document.body);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("n");
    // What is wrong in a field that is not shown stops nobody.
    await page.fill("#komi", "7.3");
    await page.getByRole("radio", { name: "from this position" }).check();
    assert.ok(await page.locator("#komi").isHidden());
    await page.getByRole("radio", { name: "White", exact: true }).check();
    await button(page, "Play").last().click();
    await untilMove(page, 3);
    assert.deepEqual(await page.evaluate(() => {
      const { tree, latest, players, mode } = window.tengen.state;
      return [tree.komi, tree.root.text("PB"), tree.root.children[0].children.length, tree.number(latest), players[1], mode];
    }), [5, "Tengen (level 4)", 2, 3, "tengen", "play"]);
    assert.deepEqual(await page.evaluate(() => { const { komi, handicap, rules, size } = window.tengen.state.options.game; return [komi, handicap, rules, size]; }), ["", 0, "chinese", "9"]);
    await page.context().close();
  },

  async "a record stays what it was when a game begins from one of its positions"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    await page.evaluate(() => {
      window.tengen.state.live = false;
      window.tengen.files.open("(;SZ[9]RE[B+R]PB[Lee]BR[9p]PW[Gu]EV[Cup]DT[1999-01-01];B[ee];W[cc];B[gg])");
      window.tengen.walk(1);
      window.tengen.dialogs.beginHere({ ...window.tengen.state.options.game, color: "both" });
    });
    const game = () => page.evaluate(() => {
      const { state: { tree } } = window.tengen, line = [...tree.mainLine()].slice(1).map(node => node.text("B") + node.text("W"));
      return [...["RE", "PB", "BR", "PW", "EV"].map(name => tree.root.text(name)), line.join(" ")];
    });
    assert.equal(await moves(page), 1);
    await click(page, "aa");
    await page.evaluate(() => window.tengen.play.end("W+Resign"));
    assert.deepEqual(await game(), ["W+Resign", "Black", "", "White", "", "ee aa"]);
    assert.notEqual(await page.evaluate(() => window.tengen.state.tree.root.text("DT")), "1999-01-01");
    await button(page, "New game").last().click();
    await button(page, "Back to the game before").last().click();
    await until(page, () => window.tengen.state.tree.name(1) === "Lee");
    assert.deepEqual(await game(), ["B+R", "Lee", "9p", "Gu", "Cup", "ee cc gg"]);
    await page.context().close();
  },

  async "who goes on with a record does so in a copy, against Tengen or alone"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    const line = () => page.evaluate(() => {
      const { state: { tree } } = window.tengen;
      return `${tree.root.text("RE")} ${[...tree.mainLine()].map(node => node.text("B") + node.text("W")).join(" ").trim()}`;
    });
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.files.open("(;SZ[7]RE[B+R];B[ee];W[cc];B[dd])"); });
    await page.keyboard.press("a");
    await reload(page);
    assert.equal(await status(page), "A record: play Tengen from here, or both sides yourself.");
    await button(page, "Play from here").click();
    await click(page, "bb");
    await page.keyboard.press("u");
    await click(page, "aa");
    assert.equal(await line(), " aa");
    await page.evaluate(() => window.tengen.takeBefore());
    assert.equal(await line(), "B+R ee cc dd");
    // The same where a move was tried at its end.
    await page.keyboard.press("End");
    await click(page, "aa");
    await page.keyboard.press("u");
    await page.keyboard.press("Home");
    await button(page, "Play from here").click();
    await click(page, "bb");
    await page.evaluate(() => window.tengen.takeBefore());
    assert.equal(await line(), "B+R ee cc dd aa");
    await page.evaluate(() => { window.tengen.files.open("(;SZ[7];B[ee])"); window.tengen.setMode("play"); });
    await button(page, "Play Tengen").click();
    assert.ok(await page.locator("#rules").isHidden(), "a game from this position, be the board empty");
    await page.getByRole("radio", { name: "White", exact: true }).check();
    await page.getByRole("dialog").getByRole("button", { name: "Play", exact: true }).click();
    await untilMove(page, 1);
    assert.deepEqual(await page.evaluate(() => { const { tree, players } = window.tengen.state; return [tree.width, players[1]]; }), [7, "tengen"]);
    await page.context().close();
  },

  async "a move that is tried at the end of a record costs its result until it is taken back"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.files.open("(;SZ[9]RE[B+R];B[ee];W[cc])"); });
    const result = () => page.evaluate(() => window.tengen.state.tree.root.text("RE"));
    await page.keyboard.press("End");
    await page.keyboard.press("a");
    for (const point of ["gg", "gg", "gc"]) {
      await click(page, point);
      assert.equal(await result(), "");
      await reload(page);
      await page.keyboard.press("u");
      assert.deepEqual([await moves(page), await result()], [2, "B+R"]);
    }
    await page.context().close();
  },

  async "a record stays as it is where its passes are taken back, and has its result again after one was agreed on"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    const line = () => page.evaluate(() => {
      const { state: { tree } } = window.tengen;
      return `${tree.root.text("RE")} ${[...tree.mainLine()].map(node => node.text("B") + node.text("W") || "-").join(" ")}`;
    });
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.files.open("(;SZ[7]RE[B+R];B[ee];W[];B[])"); });
    await page.keyboard.press("End");
    await page.keyboard.press("a");
    await button(page, "Play on").click();
    await click(page, "aa");
    assert.equal(await line(), " - ee aa");
    await page.evaluate(() => window.tengen.takeBefore());
    assert.equal(await line(), "B+R - ee - -");
    await page.keyboard.press("End");
    await page.evaluate(() => window.tengen.play.end("W+Resign"));
    assert.equal(await line(), "W+Resign - ee - -");
    await page.keyboard.press("u");
    assert.equal(await line(), "B+R - ee - -");
    await page.context().close();
  },

  async "who is late for a button presses no other"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=20");
    await page.evaluate(() => { window.tengen.state.time = 60; });
    /** Tengen thinks about its answer to a move, and that has come. */
    const isThinking = async point => {
      await click(page, point);
      await until(page, () => window.tengen.thinker.isThinking);
    };
    const answer = index => page.evaluate(index => window.tengen.play.answer(window.tengen.state.latest, index), index);
    const middle = async name => {
      const { x, y, width, height } = await button(page, name).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    await isThinking("ee");
    const moveNow = await middle("Move now");
    await page.mouse.move(...moveNow);
    await page.mouse.down();
    await answer(0);
    await page.mouse.up();
    assert.equal(await moves(page), 2, "it has become no pass");
    await page.mouse.click(...moveNow);
    assert.equal(await moves(page), 2);
    await page.keyboard.press("Escape");
    await isThinking("cc");
    await button(page, "Move now").focus();
    await answer(1);
    await page.keyboard.press("Enter");
    assert.equal(await moves(page), 4);
    await page.mouse.dblclick(...await middle("Pass"));
    assert.deepEqual([await moves(page), await page.evaluate(() => window.tengen.thinker.isThinking)], [5, true], "the pass hurries nobody");
    await answer(2);
    await page.evaluate(() => window.tengen.play.end("W+R"));
    await page.mouse.dblclick(...await middle("Review"));
    assert.deepEqual(await page.evaluate(() => [window.tengen.state.review !== null, window.nodes().length]), [true, 7], "a review begins, and nothing is deleted");
    await page.context().close();
  },

  async "a game that is over can be gone on with, though it has no moves"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1");
    const told = () => page.evaluate(() => { const { phase, result, tree } = window.tengen.state; return [phase, result, tree.root.text("RE")]; });
    await page.evaluate(() => window.tengen.play.end("W+R"));
    await button(page, "Undo").click();
    assert.deepEqual(await told(), ["playing", "", ""]);
    await click(page, "ee");
    await untilMove(page, 2);
    await page.evaluate(() => { window.tengen.play.end("W+R"); window.tengen.setMode("analyse"); window.tengen.state.live = false; });
    await page.keyboard.press("Delete");
    assert.deepEqual(await told(), ["playing", "", ""], "a game that was deleted is not over");
    await page.keyboard.press("Control+z");
    assert.deepEqual(await told(), ["over", "W+R", "W+R"]);
    await page.context().close();
  },

  async "a game from a position at which Tengen thinks has its own level and time"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=20");
    await page.evaluate(() => {
      const { engine, state } = window.tengen, { run } = engine;
      state.time = 60;
      window.asked = [];
      engine.run = (order, report) => {
        window.asked.push([order.do, order.level, order.time]);
        return run.call(engine, order, report);
      };
    });
    await click(page, "ee");
    await until(page, () => window.tengen.thinker.isThinking);
    await page.keyboard.press("n");
    await page.getByRole("radio", { name: "from this position" }).check();
    await page.evaluate(() => { document.getElementById("level").value = 1; });
    await page.fill("#time", "0.1");
    await button(page, "Play").last().click();
    await until(page, () => window.tengen.state.level === 1);
    await until(page, () => window.asked.some(([task, level]) => task === "think" && level === 1));
    assert.deepEqual(await page.evaluate(() => window.asked.filter(([task]) => task === "think")), [["think", 20, 60], ["think", 1, 0.1]]);
    await untilMove(page, 2);
    await page.context().close();
  },

  async "a hint's variation can be kept while playing"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1");
    await button(page, "Hint").click();
    await until(page, () => document.querySelectorAll(".board .candidate").length > 0);
    await page.keyboard.press("1");
    await page.locator("#step-keep").click();
    assert.equal(await page.evaluate(() => window.tengen.state.mode), "play");
    assert.match(await status(page), /Only looking: the game waits for you/);
    await button(page, "Back to the game").click();
    assert.equal(await moves(page), 0);
    await page.context().close();
  },

  async "of two persons the one to move resigns"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee");
    await page.evaluate(() => window.tengen.setMode("play"));
    await button(page, "Resign").click();
    await page.getByRole("dialog", { name: "Does White resign this game?" }).getByRole("button", { name: "Resign" }).click();
    await until(page, () => /Black wins by resignation/.test(document.getElementById("status").textContent));
    assert.equal(await page.evaluate(() => window.tengen.state.tree.root.text("RE")), "B+Resign");
    await page.context().close();
  },

  async "two people are told of each other, and not of Tengen"() {
    const page = await open(SETTLED.replace("play=pt", "play=pp"));
    await page.evaluate(() => window.tengen.setMode("play"));
    assert.equal(await status(page), "Black to play.");
    await button(page, "Pass").click();
    assert.equal(await status(page), "Black has passed. White to play.");
    await button(page, "Pass").click();
    await until(page, () => window.tengen.state.count);
    await button(page, "Play on").click();
    assert.equal(await page.locator("#toast").textContent(), "The game goes on.");
    await page.context().close();
  },

  async "for a while after a count that was not agreed on dead stones are captured"() {
    const page = await open("#size=5&rules=chinese&komi=0&play=pp&moves=cc----");
    await page.evaluate(() => window.tengen.setMode("play"));
    await until(page, () => window.tengen.state.count);
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
    await page.context().close();
  },

  async "the count tells what handicap adds to komi"() {
    const page = await open("#size=9&rules=chinese&komi=0.5&play=pp&black=cggc&turn=W&moves=ee----");
    await page.evaluate(() => window.tengen.setMode("play"));
    await until(page, () => window.tengen.state.count);
    assert.match(await page.locator("#counted").textContent(), /Komi and handicap2\.5/);
    await page.evaluate(() => { location.hash = "size=9&rules=japanese&komi=6.5&play=pp&moves=ee----"; });
    await until(page, () => window.tengen.state.tree.komi === 6.5);
    await page.evaluate(() => window.tengen.setMode("play"));
    await until(page, () => window.tengen.state.count);
    assert.match(await page.locator("#counted").textContent(), /Komi6\.5/);
    await page.context().close();
  },

  async "the count has the prisoners of the whole game"() {
    const page = await open("#size=9&rules=japanese&komi=0&play=pp");
    const counted = async text => {
      await page.evaluate(text => {
        window.tengen.files.open(text);
        window.tengen.walk(99);
        window.tengen.setMode("play");
      }, text);
      await until(page, () => window.tengen.state.count);
      return page.evaluate(() => { const { count, position } = window.tengen.state; return [count.B.captures, position.captures[1]]; });
    };
    const taken = ";B[ab];W[aa];B[ba];W[ii];B[cc];W[hh]";
    // White stones that Black has taken are lost neither where the turn is told nor where stones are set.
    for (const set of ["", ";PL[B]", ";AB[gg]", ";AB[gg]AE[hh]PL[B]", ";B[gg];AW[gh]PL[B]"])
      assert.deepEqual(await counted(`(;SZ[9]KM[0]RU[Japanese]${taken}${set};B[];W[])`), [1, 1], set);
    await page.context().close();
  },

  async "the table of a count adds up, whatever the rules tax"() {
    const page = await open("#size=9&rules=japanese&komi=0&play=pp");
    // Black is in seki on the left, and lives on the right; what is in seki is agreed on.
    const table = async rules => {
      await page.evaluate(rules => {
        const { files } = window.tengen;
        files.open(`(;SZ[12:2]KM[0]RU[${rules}]AB[ba][ca][ab][bb][cb][ia][ka][ib][jb][kb][lb]AW[ea][fa][ha][db][eb][fb][gb][hb]PL[B];B[];W[])`);
        window.tengen.walk(9);
        window.tengen.setMode("play");
      }, rules);
      await until(page, () => window.tengen.state.count);
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
    await page.context().close();
  },

  async "the komi that is usual shows where none is entered, and which handicap is unusual"() {
    const page = await open();
    const usual = () => page.getAttribute("#komi", "placeholder");
    assert.equal(await usual(), "7.5");
    assert.equal(await page.evaluate(() => window.tengen.state.tree.komi), 7.5, "on the first board too");
    for (const [rules, komi] of [["new-zealand", "7"], ["korean", "6.5"], ["japanese", "6.5"], ["chinese", "7.5"]]) {
      await page.selectOption("#rules", rules);
      assert.equal(await usual(), komi, rules);
    }
    await page.selectOption("#handicap", "2");
    assert.equal(await usual(), "0.5");
    const isUnusual = () => page.locator("#handicap-words").isVisible();
    assert.equal(await isUnusual(), false);
    await page.locator("[name=size][value=other]").check();
    const [sizes, field] = [await page.locator(".choices:has(#other-size)").boundingBox(), await page.locator("#other-size").boundingBox()];
    assert.ok(field.x >= sizes.x && field.y >= sizes.y && field.y + field.height <= sizes.y + sizes.height + 1, "the size is entered among the others");
    assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById("other-size")).opacity), "1");
    for (const [size, stones, words] of [["6", "2", true], ["8", "4", false], ["8", "5", true], ["18", "5", true], ["19", "9", false], ["13x9", "5", true]]) {
      await page.fill("#other-size", size);
      await page.selectOption("#handicap", stones);
      assert.equal(await isUnusual(), words, `${stones} on ${size}`);
    }
    await page.context().close();
  },

  async "what Tengen plays is played, and ko is as the server has it"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&moves=ee");
    // As if the page knew of a rule that the server does not have.
    assert.equal(await page.evaluate(() => {
      const { play, state, state: { tree, latest } } = window.tengen;
      tree.forbidden = () => "Never.";
      play.answer(latest, 0);
      return tree.moveOf(state.latest).index;
    }), 0);
    // Two stones are given, and one comes back.
    for (const [rules, komi, reason] of [["ancient-territory", 6.5, null], ["stone-scoring", 7.5, null], ["tromp-taylor", 7.5, "That would repeat an earlier position."]])
      assert.deepEqual(await page.evaluate(text => {
        const { files, state } = window.tengen;
        files.open(text);
        const { tree } = state, line = tree.line(tree.root);
        return [tree.komi, tree.forbidden(line.at(-2), 1, tree.moveOf(line.at(-1)).index)];
      }, `(;SZ[9]RU[${rules}]AB[ba][cb][da]AW[ab][bb]PL[B];B[aa];W[ca];B[ba])`), [komi, reason], rules);
    await page.context().close();
  },

  async "New game tells what rank a level has on the board that is chosen"() {
    const page = await open();
    const words = () => page.locator("#level-words").textContent();
    const choose = level => page.evaluate(level => { const field = document.getElementById("level"); field.value = level; field.dispatchEvent(new Event("input", { bubbles: true })); }, level);
    await choose(6);
    assert.equal(await words(), "Level 6: overlooks some moves, as strong as GNU Go, on 19×19 about 9 kyu");
    await page.locator("[name=size][value='13']").check();
    assert.equal(await words(), "Level 6: overlooks some moves, on 19×19 about 9 kyu");
    await page.locator("[name=size][value='19']").check();
    assert.equal(await words(), "Level 6: about 9 kyu – roughly, from games with GNU Go; no level has played people");
    await choose(1);
    await page.locator("[name=size][value=other]").check();
    await page.fill("#other-size", "25x19");
    assert.match(await words(), /about 16 kyu/);
    await choose(20);
    assert.match(await words(), /^Level 20: of dan rank/);
    for (const size of ["7", ""]) {
      await page.fill("#other-size", size);
      assert.match(await words(), /^Level 20: all that Tengen can/);
    }
    // A position has its board.
    await button(page, "Cancel").click();
    await page.evaluate(() => window.tengen.files.open("(;SZ[19];B[dd])"));
    await page.keyboard.press("End");
    await page.keyboard.press("n");
    await choose(1);
    assert.match(await words(), /^Level 1: the weakest, overlooks many moves, on 19×19 about 16 kyu/);
    await choose(2);
    assert.match(await words(), /overlooks many moves, on 19×19 about 15 kyu/);
    await page.getByRole("radio", { name: "from this position" }).check();
    assert.match(await words(), /: about 15 kyu/);
    await page.context().close();
  },

  async "after a game there is another one, a level up or down"() {
    const page = await open();
    await page.evaluate(() => document.getElementById("dialog").close(""));
    await page.evaluate(() => window.tengen.dialogs.begin({ ...window.tengen.state.options.game, size: "13", color: "black", level: 4, handicap: 2, rules: "japanese", system: "byoyomi", main: 60, period: 10, periods: 3 }));
    const game = () => page.evaluate(() => { const { tree, level, players, clock: { settings }, phase } = window.tengen.state; return [tree.width, tree.rules, tree.komi, tree.root.values("AB").length, tree.name(2), level, players[2], settings.system, settings.periods, phase]; });
    const like = level => [13, "japanese", 0.5, 2, `Tengen (level ${level})`, level, "tengen", "byoyomi", 3, "playing"];
    assert.deepEqual(await game(), like(4));
    await page.evaluate(() => window.tengen.play.end("B+R"));
    await button(page, "Again, at level 5").click();
    await until(page, () => window.tengen.state.phase === "playing");
    assert.deepEqual(await game(), like(5));
    await page.evaluate(() => window.tengen.play.end("W+3.5"));
    await button(page, "Again, at level 4").press("Enter");
    await until(page, () => window.tengen.state.phase === "playing");
    assert.deepEqual(await game(), like(4));
    assert.ok(await page.evaluate(() => document.activeElement.matches(".board")));
    await page.keyboard.press("n");
    assert.equal(await page.inputValue("#level"), "4");
    await page.keyboard.press("Escape");
    await page.evaluate(() => { location.hash = "size=9&rules=chinese&komi=7&play=pp&moves=ee"; });
    await until(page, () => window.tengen.state.tree.width === 9);
    await page.evaluate(() => { window.tengen.setMode("play"); window.tengen.play.end("W+R"); });
    assert.equal(await page.getByRole("button", { name: /^Again/ }).count(), 0, "of two people nobody has a level");
    await page.context().close();
  },

  async "a board has the size that was entered, or is not begun"() {
    const page = await open();
    const enter = size => page.fill("#other-size", size);
    const play = () => page.getByRole("dialog").getByRole("button", { name: "Play", exact: true }).click();
    await page.locator("[name=size][value=other]").check();
    for (const size of ["30", "0", "9x26", ""]) {
      await enter(size);
      await play();
      assert.ok(await page.evaluate(() => window.tengen.dialogs.isOpen), size);
    }
    // What is wrong in a field that is not shown stops nobody.
    await enter("30");
    await page.locator("[name=size][value='13']").check();
    await play();
    await untilBegun(page);
    assert.equal(await page.evaluate(() => window.tengen.state.tree.width), 13);
    for (const [size, expected] of [["25x7", [25, 7]], ["1", [1, 1]]]) {
      await page.keyboard.press("n");
      await page.locator("[name=size][value=other]").check();
      await enter(size);
      await play();
      await until(page, width => window.tengen.state.tree.width === width, expected[0]);
      assert.deepEqual(await page.evaluate(() => [window.tengen.state.tree.width, window.tengen.state.tree.height]), expected);
    }
    await page.context().close();
  },
};
