// Games that outlast reloads, windows and other games.

import assert from "node:assert/strict";
import { another, browser, button, click, faults, moves, notice, open, PEOPLE, quiet, radio, read, reload, site, status, until, untilMove, untilNotice, visit, WEAKEST } from "../window.mjs";

export const tests = {
  async "a reload loses nothing"() {
    const page = await open(`${PEOPLE}&moves=eeecge`);
    await page.keyboard.press("ArrowLeft");
    await click(page, "gg");
    await page.fill("#comment", "here");
    const before = await page.evaluate(() => window.tengen.state.node.text("C") + window.nodes().length);
    await reload(page);
    assert.equal(await page.evaluate(() => window.tengen.state.node.text("C") + window.nodes().length), before);
    // The address alone has the position.
    const other = await open(new URL(page.url()).hash);
    assert.equal(await moves(other), 3);
  },

  async "a mode that only a later version has loses no game"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    // What the later version has kept; this one would have to show it otherwise.
    await page.evaluate(() => {
      const { kept, state, state: { mode } } = window.tengen;
      state.mode = "study";
      kept.saveOnLeaving();
      state.mode = mode;
      kept.save = kept.saveOnLeaving = () => true;
    });
    assert.ok(await page.evaluate(() => Object.values(sessionStorage).some(text => text.includes("study"))));
    await reload(page);
    assert.deepEqual([await moves(page), await page.evaluate(() => window.tengen.state.mode)], [1, "analyse"]);
  },

  async "the last move before another game is kept too"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    await until(page, () => localStorage.getItem("tengen-last"));
    await page.evaluate(async () => {
      const { games, play, state } = window.tengen;
      play.move(0);
      await games.begin({ ...state.options.game, color: "both" });
      play.move(1);
    });
    await until(page, () => localStorage.getItem("tengen-games"));
    assert.match(await page.evaluate(() => window.tengen.kept.earlier[0].record), /B\[ee\];W\[aa\]/);
    assert.match(page.url(), /moves=ba/);
  },

  async "what a reload keeps of an analysis plays no move"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    await until(page, () => window.tengen.state.node.evaluation?.moves.length);
    await page.keyboard.press(" ");
    await reload(page);
    assert.equal(await page.evaluate(() => window.tengen.state.node.evaluation.turn), 2);
    await page.keyboard.press("1");
    assert.equal(await page.evaluate(() => window.tengen.state.chosen), null, "its variations are not known any more");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => window.nodes().length), 2);
  },

  async "a reload leaves what moves have lost as it was"() {
    const page = await open(`${PEOPLE}&moves=eeccgg`);
    await page.evaluate(() => {
      window.tengen.state.live = false;
      window.tengen.refresh();
      window.nodes().forEach((node, i) => {
        const value = { winrate: 0.5 - 0.123 * (i % 2), lead: 2.345 - 4.567 * (i % 2), visits: 900 };
        node.evaluation = { ...value, turn: 1 + i % 2, ownership: Array(81).fill(0), moves: [{ ...value, index: i, error: 1.234, playouts: i < 3 ? 900 : 9, line: [i, i + 1] }] };
      });
    });
    // JSON has no word for what is infinite.
    const lost = () => page.evaluate(() => window.nodes().map(node => { const lost = window.tengen.state.lost(node); return lost && `${lost.points} ${lost.share}`; }));
    const before = await lost();
    assert.match(before[1], /^2\.8/, "what chance would make does not count");
    assert.match(before[3], /^Infinity/);
    await reload(page);
    assert.deepEqual(await lost(), before);
  },

  async "the game is kept where a browser lets the address change no more"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    await until(page, () => /level=/.test(location.hash));
    await page.evaluate(() => {
      window.changes = 0;
      history.replaceState = () => {
        window.changes++;
        throw new DOMException("too often", "SecurityError");
      };
      navigator.clipboard.writeText = async text => { window.copied = text; };
    });
    await page.locator("#comment").pressSequentially("mine", { delay: 200 });
    await until(page, () => /mine/.test(sessionStorage.getItem("tengen")));
    assert.equal(await page.evaluate(() => window.changes), 0, "a comment changes no address");
    await click(page, "cc");
    await until(page, () => /W\[cc\]/.test(sessionStorage.getItem("tengen")) && /W\[cc\]/.test(localStorage.getItem("tengen-last")));
    await button(page, "Link").click();
    await untilNotice(page, /link to this position is copied/);
    assert.match(await page.evaluate(() => window.copied), /moves=eecc/);
    await reload(page);
    assert.equal(await moves(page), 2);
  },

  async "a game outlasts its window"() {
    const page = await open(WEAKEST);
    await click(page, "ee");
    await untilMove(page, 2);
    await page.fill("#comment", "mine");
    const game = page => page.evaluate(() => { const { tree, latest, mode, players } = window.tengen.state; return [tree.root.children[0].text("B"), latest.text("C"), tree.number(latest), mode, players[2]]; });
    const before = await game(page);
    await page.close({ runBeforeUnload: true });
    const next = await another(page);
    await button(next, "Cancel").click();
    await button(next, "New game").click();
    await button(next, "Last games").click();
    await next.locator("#dialog .list button").click();
    await until(next, () => window.nodes().length > 1);
    assert.deepEqual(await game(next), before);
    await button(next, "New game").click();
    assert.equal(await button(next, "Last games").count(), 0, "it is on the board");
  },

  async "the last ten games can be had back on a later day"() {
    const page = await open(`${PEOPLE}&moves=eeccgg`);
    const kept = text => until(page, text => localStorage.getItem("tengen-last")?.includes(text), text);
    await quiet(page);
    await kept("W[cc]");
    const words = async () => {
      await page.keyboard.press("n");
      await button(page, "Last games").click();
      const listed = page.locator("#dialog .list button");
      await listed.first().waitFor();
      return listed.allTextContents();
    };
    for (let i = 0; i < 11; i++) {
      await page.evaluate(async i => {
        const { games, kept, play, state } = window.tengen;
        await games.begin({ ...state.options.game, size: "19", color: "both" });
        play.move(i);
        state.tree.root.setText("EV", `Cup ${i}`);
        kept.save();
      }, i);
    }
    await read(page, "(;SZ[9]EV[Record];B[ee])");
    await kept("EV[Record]");
    await reload(page);
    const today = await page.evaluate(() => window.tengen.kept.earlier[0].record.match(/DT\[(.*?)\]/)[1]);
    assert.deepEqual(await words(), Array.from({ length: 10 }, (_, i) => `Cup ${10 - i}, ${today}, 1 move`));
    await page.locator("#dialog .list button").last().click();
    await until(page, () => window.tengen.state.tree.root.text("EV") === "Cup 1");
    assert.equal(await page.evaluate(() => window.tengen.state.mode), "play");
    await page.fill("#comment", "mine");
    await kept("C[mine]");
    await page.evaluate(() => document.activeElement.blur());
    const left = await words();
    assert.deepEqual([left.length, left.filter(words => /Cup 1,|Record/.test(words))], [9, []], "this one is on the board, and the record has a file of its own");
    // There is no room for what is very long.
    assert.deepEqual(await page.evaluate(() => {
      const { dialogs, games, kept, state } = window.tengen;
      dialogs.box.close("");
      state.tree.root.setText("C", "x".repeat(300000));
      kept.save();
      games.takeEarlier(kept.earlier[0]);
      state.tree.root.setText("EV", "Another");
      kept.save();
      return [localStorage.getItem("tengen-games").length < 20000, kept.earlier.length];
    }), [true, 9]);
  },

  async "a game that an older version kept with a move in its root is taken up"() {
    const page = await open(PEOPLE);
    await quiet(page);
    await read(page, "(;SZ[9];B[ee];W[cc](;B[gg]C[here])(;B[dd]))");
    await page.keyboard.press("End");
    assert.deepEqual(await page.evaluate(() => {
      const { state } = window.tengen;
      window.tengen.kept.save();
      const kept = JSON.parse(sessionStorage.getItem("tengen"));
      kept.record = kept.record.replace(";B[ee]", "B[ee]");
      kept.nodes.shift();
      window.tengen.games.takeEarlier({ ...kept, at: kept.at - 1, latest: kept.latest - 1 });
      return [state.tree.number(state.node), state.node.text("C"), window.nodes().length];
    }), [3, "here", 5]);
  },

  async "the games that are kept outlast addresses that are only opened, and a list that is damaged"() {
    const page = await open(PEOPLE);
    const earlier = () => page.evaluate(() => window.tengen.kept.earlier.map(({ record }) => record.match(/;B(\[..\])/)[1]));
    await page.evaluate(() => { window.tengen.state.live = false; localStorage.setItem("tengen-games", "[null]"); });
    await click(page, "ee");
    await page.evaluate(() => window.tengen.kept.save());
    assert.deepEqual(await earlier(), []);
    for (const point of ["cc", "dd", "ff"]) {
      await page.evaluate(point => { location.hash = `size=9&rules=chinese&komi=7&play=pp&moves=${point}`; }, point);
      await until(page, point => [...window.tengen.state.tree.mainLine()].at(-1).text("B") === point, point);
      await page.evaluate(() => window.tengen.kept.save());
    }
    assert.deepEqual(await earlier(), ["[ee]"]);
    await page.evaluate(() => localStorage.setItem("tengen-games", "{}"));
    assert.deepEqual(await earlier(), []);
  },

  async "a game that another one replaced can be had back"() {
    const page = await open(WEAKEST);
    await click(page, "ee");
    await untilMove(page, 2);
    const game = () => page.evaluate(() => { const { tree, latest, mode, players } = window.tengen.state; return [tree.root.children[0]?.text("B"), tree.number(latest), mode, players[2]]; });
    const before = await game();
    const replacements = [
      () => window.tengen.files.open("(;SZ[9];B[cc];W[gg])"),
      () => window.tengen.games.begin({ ...window.tengen.state.options.game, size: "13" }),
      () => { location.hash = "size=9&rules=chinese&komi=7&play=pp&moves=aa"; },
    ];
    for (const replace of replacements) {
      await page.evaluate(replace);
      await button(page, "Back to the game before").click();
      assert.deepEqual(await game(), before);
      assert.match(await status(page), /Your move/);
    }
    await page.evaluate(replacements[0]);
    assert.notDeepEqual(await game(), before);
    await page.keyboard.press("Control+z");
    assert.deepEqual(await game(), before);
  },

  async "going back to the game before loses nothing of this one"() {
    const page = await open(WEAKEST);
    await click(page, "ee");
    await untilMove(page, 2);
    await quiet(page);
    await read(page, "(;SZ[13];B[cc])");
    const width = () => page.evaluate(() => window.tengen.state.tree.width);
    await click(page, "gg");
    await page.fill("#comment", "mine");
    await radio(page, "Edit").click();
    await button(page, "Black").click();
    await click(page, "aa");
    await page.keyboard.press("Control+z");
    assert.equal(await width(), 13, "in Edit a stone is meant");
    await radio(page, "Analyse").click();
    await page.evaluate(() => window.tengen.notices.say("Something else."));
    await page.keyboard.press("Control+z");
    assert.equal(await width(), 13, "what is no longer offered happens by no key");
    const written = () => page.evaluate(() => { const { tree } = window.tengen.state; return tree.line(tree.root).map(node => node.text("C")).join(""); });
    for (const expected of [9, 13, 9, 13]) {
      await page.keyboard.press("n");
      await page.getByRole("dialog").getByRole("button", { name: "Back to the game before" }).click();
      await until(page, width => window.tengen.state.tree.width === width, expected);
      if (expected === 13) assert.equal(await written(), "mine");
    }
    await button(page, "Back to the game before").click();
    assert.equal(await width(), 9);
    await page.keyboard.press("Control+z");
    assert.equal(await width(), 13);
  },

  async "a window that nobody touches is not that of the last game"() {
    const idle = await open(`${PEOPLE}&moves=gg`);
    await until(idle, () => /gg/.test(localStorage.getItem("tengen-last")));
    const page = await another(idle, `${site.server.address}${PEOPLE}&moves=ee`);
    const comment = async text => {
      await page.fill("#comment", text);
      await until(page, text => localStorage.getItem("tengen-last").includes(`C[${text}]`), text);
    };
    await comment("mine");
    // As when a server is started anew, or a laptop wakes.
    const before = await idle.evaluateHandle(() => { const { engine, engine: { socket } } = window.tengen; socket.close(); return socket; });
    await until(idle, before => window.tengen.engine.isOpen && window.tengen.engine.socket !== before, before);
    // Longer than it takes to keep it.
    await idle.waitForTimeout(400);
    const isMine = window => window.evaluate(() => localStorage.getItem("tengen-last").includes("C[mine]"));
    assert.ok(await isMine(idle), "after another connection");
    await reload(idle);
    const next = await idle.context().newPage();
    for (const window of [page, idle]) await Promise.all([window.waitForEvent("close"), window.close({ runBeforeUnload: true })]);
    await visit(next, site.server.address + PEOPLE);
    assert.ok(await isMine(next), "after it was closed");
    await click(next, "cc");
    await until(next, () => localStorage.getItem("tengen-last").includes("B[cc]"));
  },

  async "two windows leave each other's settings alone"() {
    const one = await open(PEOPLE);
    const two = await another(one, site.server.address + PEOPLE);
    // A window behind another one may draw late.
    await one.bringToFront();
    await one.locator("#settings").click();
    await one.uncheck("#set-coordinates");
    await button(one, "Done").click();
    await until(one, () => !window.tengen.state.options.coordinates);
    await two.bringToFront();
    await two.locator("#settings").click();
    await two.selectOption("#set-theme", "dark");
    await button(two, "Done").click();
    await until(two, () => document.documentElement.dataset.theme === "dark");
    await two.keyboard.press("#");
    await reload(one);
    const { coordinates, theme, numbers } = await one.evaluate(() => window.tengen.state.options);
    assert.deepEqual([coordinates, theme, numbers], [false, "dark", true]);
  },

  async "where there is no room to keep a game one is told so once"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    await page.evaluate(() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; });
    const notice = () => page.evaluate(() => document.getElementById("toast").hidden ? "" : document.getElementById("toast").textContent);
    await click(page, "cc");
    await untilNotice(page, /no room to keep this game/);
    await page.evaluate(() => { document.getElementById("toast").hidden = true; });
    await click(page, "gg");
    await page.waitForTimeout(400);
    assert.equal(await notice(), "");
  },

  async "a window without storage"() {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { get() { throw new DOMException("not allowed", "SecurityError"); } });
    });
    const page = await context.newPage();
    page.on("pageerror", fault => faults.push(`${fault}`));
    await visit(page, `${site.server.address}${PEOPLE}&moves=ee`);
    await click(page, "cc");
    assert.equal(await moves(page), 2);
  },
};
