// A game with Tengen: moves, hints, whose turn it is, looking back.

import assert from "node:assert/strict";
import { begin, button, click, moves, NINE, notice, open, PEOPLE, radio, reload, setMode, status, until, untilBegun, untilCandidates, untilMove, untilStatus, WEAKEST } from "../window.mjs";

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
    await untilCandidates(page);
    await button(page, "Undo").click();
    assert.equal(await moves(page), 0);
    await click(page, "cc");
    await untilMove(page, 2);
    assert.deepEqual(await page.evaluate(() => window.tengen.state.tree.root.children.map(node => node.text("B"))), ["cc", "ee"], "the record has the game as it was played, then what was taken back");
    assert.equal(await page.locator(".player.turn").count(), 1);
    await button(page, "Resign").click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await untilStatus(page, /Tengen wins by resignation/);
    await radio(page, "Analyse").click();
    assert.equal(await status(page), "Black to play.");
  },

  async "undo takes back only what the person has played in this game"() {
    const page = await open(NINE);
    const canUndo = async () => {
      const number = await moves(page);
      await page.keyboard.press("u");
      assert.equal(await moves(page), number);
      return button(page, "Undo").isEnabled();
    };
    await begin(page, { color: "white", level: 1 });
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
      app.walking.walk(4);
      app.setMode("play");
    });
    assert.ok(!await canUndo(), "the moves of a record that is open");
    await page.evaluate(() => {
      const app = window.tengen;
      app.games.beginHere({ ...app.state.options.game, color: "both" });
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
  },

  async "who wants to sees whose each point becomes while playing"() {
    const page = await open(`${WEAKEST}&moves=eecc`);
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
    await untilCandidates(page);
    assert.equal(await owners(), 0, "an analysis has a switch of its own");
    await page.keyboard.press("a");
    assert.ok(await owners() > 0);
    await page.uncheck("#show-estimate");
    await until(page, () => document.querySelectorAll(".board .owner").length === 0);
    await page.check("#show-chances");
    assert.ok(await page.locator("#graph").isVisible());
    await page.check("#teach");
    assert.match(await notice(page), /^A move that loses much/);
    assert.deepEqual(await page.evaluate(() => { const { chances, estimate, teaching } = JSON.parse(localStorage.getItem("tengen-options")); return [chances, estimate, teaching]; }), [true, false, true]);
    await page.keyboard.press("a");
    assert.ok(await page.locator("#teach").isHidden());
  },

  async "the title tells whose turn it is to who looks at another window"() {
    const page = await open(`${NINE}&play=pt&level=20`);
    const isMarked = async () => (await page.title()).startsWith("●");
    assert.equal(await page.title(), "● You – Tengen (level 20) · Tengen");
    await page.evaluate(() => { window.tengen.state.time = 60; window.tengen.play.move(40); });
    assert.ok(!await isMarked());
    await page.evaluate(() => window.tengen.walking.walk(-1));
    await button(page, "Back to the game").waitFor();
    assert.ok(!await isMarked());
    await page.evaluate(() => window.tengen.engine.hurry());
    await until(page, () => window.tengen.state.tree.number(window.tengen.state.latest) === 2);
    assert.ok(await isMarked(), "whatever is looked at");
    await page.keyboard.press("a");
    assert.ok(!await isMarked());
    await page.evaluate(() => { window.tengen.state.players = { 1: "person", 2: "person" }; window.tengen.setMode("play"); });
    assert.ok(!await isMarked(), "two people are both here");
  },

  async "Tengen plays against itself, and stops for who analyses"() {
    const page = await open();
    await radio(page, "Neither").check();
    await page.evaluate(() => { document.getElementById("level").value = 1; });
    await button(page, "Play").last().click();
    const untilPlayed = number => until(page, number => window.tengen.state.tree.number(window.tengen.state.node) >= number, number);
    await untilPlayed(3);
    assert.deepEqual(await page.evaluate(() => [1, 2].map(color => window.tengen.state.tree.name(color))), ["Tengen (level 1)", "Tengen (level 1)"]);
    await radio(page, "Analyse").click();
    const number = await moves(page);
    await page.waitForTimeout(500);
    assert.equal(await moves(page), number);
    await radio(page, "Play").click();
    await untilPlayed(number + 1);
    // Who looks back is not told of each move.
    await page.evaluate(() => { const { notices, walking } = window.tengen; notices.hush(); walking.walk(-1); });
    const [looked, latest] = [await moves(page), await page.evaluate(() => window.tengen.state.tree.number(window.tengen.state.latest))];
    await until(page, latest => window.tengen.state.tree.number(window.tengen.state.latest) > latest, latest);
    assert.deepEqual([await moves(page), await page.evaluate(() => window.tengen.notices.isSilent)], [looked, true]);
    await page.keyboard.press("End");
    // Of its own moves nobody takes any back.
    await page.evaluate(() => window.tengen.play.end("B+Resign"));
    const last = await moves(page);
    assert.ok(await button(page, "Undo").isDisabled());
    await page.keyboard.press("u");
    assert.deepEqual([await moves(page), await page.evaluate(() => window.tengen.state.result)], [last, "B+Resign"]);
  },

  async "looking back is only looking"() {
    const page = await open(WEAKEST);
    await click(page, "ee");
    await untilMove(page, 2);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("ArrowLeft");
    assert.equal(await moves(page), 1, "it is Tengen's turn there");
    assert.ok(await page.evaluate(() => !window.tengen.thinker.isThinking), "Tengen plays nothing");
    assert.match(await status(page), /Only looking: the game waits for you/);
    await page.keyboard.press("ArrowLeft");
    await click(page, "cc");
    assert.match(await notice(page), /does not stand here/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("u");
    assert.deepEqual([await moves(page), await page.evaluate(() => window.tengen.state.tree.number(window.tengen.state.latest))], [0, 2], "nothing is taken back unseen");
    assert.ok(await page.locator("#toast").isVisible());
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
  },

  async "a hint's variation can be kept while playing"() {
    const page = await open(WEAKEST);
    await button(page, "Hint").click();
    await untilCandidates(page);
    await page.keyboard.press("1");
    await page.locator("#step-keep").click();
    assert.equal(await page.evaluate(() => window.tengen.state.mode), "play");
    assert.match(await status(page), /Only looking: the game waits for you/);
    await button(page, "Back to the game").click();
    assert.equal(await moves(page), 0);
  },

  async "where nothing can be played nothing is proposed"() {
    const page = await open(`${WEAKEST}&moves=eecc`);
    await page.evaluate(() => { window.tengen.state.options.confirm = "always"; });
    const told = () => page.evaluate(() => [window.tengen.board.proposed, ...["status", "toast"].map(id => document.getElementById(id).textContent)]);
    const isRefused = async words => {
      const [proposed, status, notice] = await told();
      assert.equal(proposed, null, notice);
      assert.doesNotMatch(status, /plays there/);
      assert.match(notice, words);
    };
    await click(page, "gg");
    assert.equal((await told())[1], "Again on G3 plays there.");
    await click(page, "ee");
    await isRefused(/^There is a stone/);
    await page.keyboard.press("ArrowLeft");
    await click(page, "gg");
    await isRefused(/^The game does not stand here/);
    await page.keyboard.press("End");
    // In one go, before Tengen can answer.
    await page.evaluate(() => {
      const { board, play } = window.tengen;
      play.move(60);
      board.handlers.play(62, "mouse");
      play.end("B+R");
    });
    await isRefused(/^It is Tengen's turn/);
    await click(page, "gc");
    await isRefused(/^The game is over/);
  },

  async "what Tengen plays is played, and ko is as the server has it"() {
    const page = await open(`${NINE}&play=pt&moves=ee`);
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
  },

  async "of two persons the one to move resigns"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    await setMode(page, "play");
    await button(page, "Resign").click();
    await page.getByRole("dialog", { name: "Does White resign this game?" }).getByRole("button", { name: "Resign" }).click();
    await untilStatus(page, /Black wins by resignation/);
    assert.equal(await page.evaluate(() => window.tengen.state.tree.root.text("RE")), "B+Resign");
  },

  async "two windows are two games"() {
    const [one, two] = [await open(WEAKEST), await open("#size=13&rules=japanese&komi=6.5&play=pt&level=1")];
    await Promise.all([click(one, "ee"), click(two, "gg")]);
    await Promise.all([untilMove(one, 2), untilMove(two, 2)]);
    assert.equal(await one.evaluate(() => window.tengen.state.tree.width), 9);
    assert.equal(await two.evaluate(() => window.tengen.state.tree.rules), "japanese");
  },

  async "who is late for a button presses no other"() {
    const page = await open(`${NINE}&play=pt&level=20`);
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
  },
};
