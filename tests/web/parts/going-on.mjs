// Games that go on from a record, and records that stay what they were.

import assert from "node:assert/strict";
import { button, click, moves, NINE, open, quiet, radio, read, reload, status, until, untilMove, WEAKEST } from "../window.mjs";

export const tests = {
  async "a game from the position of a record"() {
    const page = await open(NINE);
    await read(page, "(;SZ[9]KM[5]PB[One];B[ee](;W[cc];B[gg])(;W[gc]))");
    await page.keyboard.press("n");
    assert.ok(await page.getByText("from this position").isHidden(), "an empty board is where games begin anyway");
    await page.keyboard.press("Escape");
    await until(page, () => document.activeElement === document.body);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("n");
    // What is wrong in a field that is not shown stops nobody.
    await page.fill("#komi", "7.3");
    await radio(page, "from this position").check();
    assert.ok(await page.locator("#komi").isHidden());
    await page.getByRole("radio", { name: "White", exact: true }).check();
    await button(page, "Play").last().click();
    await untilMove(page, 3);
    assert.deepEqual(await page.evaluate(() => {
      const { tree, latest, players, mode } = window.tengen.state;
      return [tree.komi, tree.root.text("PB"), tree.root.children[0].children.length, tree.number(latest), players[1], mode];
    }), [5, "Tengen (level 4)", 2, 3, "tengen", "play"]);
    assert.deepEqual(await page.evaluate(() => { const { komi, handicap, rules, size } = window.tengen.state.options.game; return [komi, handicap, rules, size]; }), ["", 0, "chinese", "9"]);
  },

  async "a record stays what it was when a game begins from one of its positions"() {
    const page = await open(NINE);
    await page.evaluate(() => {
      window.tengen.state.live = false;
      window.tengen.files.open("(;SZ[9]RE[B+R]PB[Lee]BR[9p]PW[Gu]EV[Cup]DT[1999-01-01];B[ee];W[cc];B[gg])");
      window.tengen.walking.walk(1);
      window.tengen.games.beginHere({ ...window.tengen.state.options.game, color: "both" });
    });
    const game = () => page.evaluate(() => {
      const { state: { tree } } = window.tengen, line = [...tree.mainLine()].slice(1).map(node => node.text("B") + node.text("W"));
      return [...["RE", "PB", "BR", "PW", "EV"].map(name => tree.root.text(name)), line.join(" ")];
    });
    assert.equal(await moves(page), 1);
    await click(page, "aa");
    await page.evaluate(() => window.tengen.play.end("W+Resign"));
    assert.deepEqual(await game(), ["W+Resign", "", "", "", "", "ee aa"]);
    assert.notEqual(await page.evaluate(() => window.tengen.state.tree.root.text("DT")), "1999-01-01");
    await button(page, "New game").last().click();
    await button(page, "Back to the game before").last().click();
    await until(page, () => window.tengen.state.tree.name(1) === "Lee");
    assert.deepEqual(await game(), ["B+R", "Lee", "9p", "Gu", "Cup", "ee cc gg"]);
  },

  async "who goes on with a record does so in a copy, against Tengen or alone"() {
    const page = await open(NINE);
    const line = () => page.evaluate(() => {
      const { state: { tree } } = window.tengen;
      return `${tree.root.text("RE")} ${[...tree.mainLine()].map(node => node.text("B") + node.text("W")).join(" ").trim()}`;
    });
    await quiet(page);
    await read(page, "(;SZ[7]RE[B+R];B[ee];W[cc];B[dd])");
    await page.keyboard.press("a");
    await reload(page);
    assert.equal(await status(page), "A record: play Tengen from here, or both sides yourself.");
    await button(page, "Play from here").click();
    await click(page, "bb");
    await page.keyboard.press("u");
    await click(page, "aa");
    assert.equal(await line(), " aa");
    await page.evaluate(() => window.tengen.games.takeBefore());
    assert.equal(await line(), "B+R ee cc dd");
    // The same where a move was tried at its end.
    await page.keyboard.press("End");
    await click(page, "aa");
    await page.keyboard.press("u");
    await page.keyboard.press("Home");
    await button(page, "Play from here").click();
    await click(page, "bb");
    await page.evaluate(() => window.tengen.games.takeBefore());
    assert.equal(await line(), "B+R ee cc dd aa");
    await page.evaluate(() => { window.tengen.files.open("(;SZ[7];B[ee])"); window.tengen.setMode("play"); });
    await button(page, "Play Tengen").click();
    assert.ok(await page.locator("#rules").isHidden(), "a game from this position, be the board empty");
    await page.getByRole("radio", { name: "White", exact: true }).check();
    await page.getByRole("dialog").getByRole("button", { name: "Play", exact: true }).click();
    await untilMove(page, 1);
    assert.deepEqual(await page.evaluate(() => { const { tree, players } = window.tengen.state; return [tree.width, players[1]]; }), [7, "tengen"]);
  },

  async "a move that is tried at the end of a record costs its result until it is taken back"() {
    const page = await open(NINE);
    await quiet(page);
    await read(page, "(;SZ[9]RE[B+R];B[ee];W[cc])");
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
  },

  async "a record stays as it is where its passes are taken back, and has its result again after one was agreed on"() {
    const page = await open(NINE);
    const line = () => page.evaluate(() => {
      const { state: { tree } } = window.tengen;
      return `${tree.root.text("RE")} ${[...tree.mainLine()].map(node => node.text("B") + node.text("W") || "-").join(" ")}`;
    });
    await quiet(page);
    await read(page, "(;SZ[7]RE[B+R];B[ee];W[];B[])");
    await page.keyboard.press("End");
    await page.keyboard.press("a");
    await button(page, "Play on").click();
    await click(page, "aa");
    assert.equal(await line(), " - ee aa");
    await page.evaluate(() => window.tengen.games.takeBefore());
    assert.equal(await line(), "B+R - ee - -");
    await page.keyboard.press("End");
    await page.evaluate(() => window.tengen.play.end("W+Resign"));
    assert.equal(await line(), "W+Resign - ee - -");
    await page.keyboard.press("u");
    assert.equal(await line(), "B+R - ee - -");
  },

  async "a game that is over can be gone on with, though it has no moves"() {
    const page = await open(WEAKEST);
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
  },

  async "a game from a position at which Tengen thinks has its own level and time"() {
    const page = await open(`${NINE}&play=pt&level=20`);
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
    await radio(page, "from this position").check();
    await page.evaluate(() => { document.getElementById("level").value = 1; });
    await page.fill("#time", "0.1");
    await button(page, "Play").last().click();
    await until(page, () => window.tengen.state.level === 1);
    await until(page, () => window.asked.some(([task, level]) => task === "think" && level === 1));
    assert.deepEqual(await page.evaluate(() => window.asked.filter(([task]) => task === "think")), [["think", 20, 60], ["think", 1, 0.1]]);
    await untilMove(page, 2);
  },

  async "undo is for playing: records keep their results"() {
    const page = await open(NINE);
    await read(page, "(;SZ[9]RE[W+R];B[ee];W[cc];B[gc])");
    await page.keyboard.press("End");
    for (const mode of ["Analyse", "Edit"]) {
      await radio(page, mode).click();
      await page.keyboard.press("u");
      assert.equal(await moves(page), 3);
      assert.equal(await page.evaluate(() => window.tengen.state.tree.root.text("RE")), "W+R");
    }
  },
};
