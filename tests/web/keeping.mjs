// What lasts: addresses, reloads, a server that goes.

import assert from "node:assert/strict";
import { browser, button, click, faults, moves, open, reload, serve, SETTLED, site, status, until, untilMove } from "./window.mjs";

export const tests = {
  async "a link opens the game where it stands, and the arrows walk after a click on a mode"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1&moves=eeccgg&at=2");
    assert.equal(await moves(page), 2);
    assert.match(await status(page), /Your move/, "nobody only looks");
    await page.locator("[data-mode=analyse]").click();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await moves(page), 1);
    assert.equal(await page.evaluate(() => window.tengen.state.mode), "analyse");
    await page.context().close();
  },

  async "a reload loses nothing"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eeecge");
    await page.keyboard.press("ArrowLeft");
    await click(page, "gg");
    await page.fill("#comment", "here");
    const before = await page.evaluate(() => window.tengen.state.node.text("C") + window.nodes().length);
    await reload(page);
    assert.equal(await page.evaluate(() => window.tengen.state.node.text("C") + window.nodes().length), before);
    // The address alone has the position.
    const other = await open(new URL(page.url()).hash);
    assert.equal(await moves(other), 3);
    await page.context().close();
    await other.context().close();
  },

  async "the rules of a link may have any sign in them"() {
    for (const rules of ["a\\", "x]AB[aa"]) {
      const page = await open(`#size=9&rules=${encodeURIComponent(rules)}&komi=7&play=pp&moves=ddee`);
      await reload(page);
      assert.deepEqual(await page.evaluate(() => {
        const { tree, node, position } = window.tengen.state;
        return [tree.number(node), position.cells.filter(Boolean).length, tree.root.text("RU")];
      }), [2, 2, rules]);
      await page.context().close();
    }
  },

  async "a link that goes on with a move that the rules forbid says so"() {
    const words = /The link ends before D4, which the rules forbid\./;
    const page = await open("#size=5&rules=chinese&komi=7&play=pp&moves=ccdddbdbee");
    assert.equal(await moves(page), 3);
    assert.match(await page.locator("#toast").textContent(), words);
    // A record may have such moves.
    await page.evaluate(() => window.tengen.files.open("(;SZ[5];B[cc];W[dd];B[db];W[db];B[ee])"));
    await button(page, "Link").click();
    await until(page, () => /^The link to this position/.test(document.getElementById("toast").textContent));
    assert.match(await page.locator("#toast").textContent(), words);
    await page.evaluate(() => { location.hash = "size=5&rules=chinese&komi=7&play=pp&moves=cc"; });
    await until(page, () => /address is open/.test(document.getElementById("toast").textContent));
    assert.doesNotMatch(await page.locator("#toast").textContent(), words);
    await page.context().close();
  },

  async "the link of a record is the record's game"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    const game = page => page.evaluate(() => { const { state, text } = window.tengen, { tree, node } = state; return [tree.line(tree.root).map(each => tree.moveOf(each)).filter(Boolean).map(({ color, index }) => " BW"[color] + text(index)).join(" "), tree.number(node)]; });
    for (const [record, walk, expected] of [
      ["(;SZ[9]B[cc];W[gg];B[ee])", 2, ["Bcc Wgg Bee", 3]],
      ["(;SZ[9]B[cc];W[gg];B[ee])", 1, ["Bcc Wgg Bee", 2]],
      ["(;SZ[9]W[cc];B[gg];B[ee])", 1, ["Wcc Bgg Bee", 2]],
      ["(;SZ[9]AB[aa]PL[W];W[gg];B[ee])", 1, ["Wgg Bee", 1]],
    ]) {
      await page.evaluate(([text, walk]) => { window.tengen.state.live = false; window.tengen.files.open(text); window.tengen.walk(walk); window.tengen.state.save(); }, [record, walk]);
      assert.deepEqual(await game(page), expected);
      const other = await open(new URL(page.url()).hash);
      assert.deepEqual(await game(other), expected, record);
      await other.context().close();
    }
    await page.context().close();
  },

  async "a link tells that it leaves prisoners out"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    for (const [set, isTold] of [["AB[gg]", true], ["C[]", false]]) {
      await page.evaluate(text => { window.tengen.state.live = false; window.tengen.files.open(text); window.tengen.walk(99); }, `(;SZ[9]KM[0]RU[Japanese];B[ab];W[aa];B[ba];W[ii];${set};B[])`);
      await button(page, "Link").click();
      await until(page, () => /^The link to this position/.test(document.getElementById("toast").textContent));
      assert.equal(/prisoners taken before stones were set up/.test(await page.locator("#toast").textContent()), isTold);
    }
    await page.context().close();
  },

  async "the game is kept where a browser lets the address change no more"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee");
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
    await until(page, () => /link to this position is copied/.test(document.getElementById("toast").textContent));
    assert.match(await page.evaluate(() => window.copied), /moves=eecc/);
    await reload(page);
    assert.equal(await moves(page), 2);
    await page.context().close();
  },

  async "the record is copied by a button or by keys, and shown where browsers allow no button to copy"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => { window.tengen.state.live = false; });
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const isCopied = () => until(page, () => { const toast = document.getElementById("toast"); return !toast.hidden && /The record is copied as SGF/.test(toast.textContent); });
    await button(page, "Copy").click();
    await isCopied();
    assert.match(await copied(), /^\(;GM\[1\].*;B\[ee\]/);
    await click(page, "cc");
    await page.evaluate(() => window.tengen.hush());
    await page.keyboard.press("Control+c");
    await isCopied();
    assert.match(await copied(), /;W\[cc\]/);
    // A text that is selected is meant itself.
    await page.evaluate(() => window.tengen.hush());
    await page.fill("#comment", "mine");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
    assert.equal(await copied(), "mine");
    assert.ok(await page.evaluate(() => document.getElementById("toast").hidden));
    const held = await page.evaluateHandle(() => ({ clipboard: navigator.clipboard }));
    await page.evaluate(() => { Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }); });
    await button(page, "Copy").click();
    await isCopied();
    await page.evaluate(held => { Object.defineProperty(navigator, "clipboard", { value: held.clipboard, configurable: true }); }, held);
    assert.match(await copied(), /C\[mine\]/);
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.execCommand = () => false;
    });
    await button(page, "Copy").click();
    assert.match(await page.locator("#dialog textarea").inputValue(), /C\[mine\]/);
    assert.ok(await page.evaluate(() => { const { selectionStart, selectionEnd, value } = document.activeElement; return selectionStart === 0 && selectionEnd === value.length; }));
    await button(page, "Close").click();
    await page.context().close();
  },

  async "a game too long for a link is no link"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.files.open(`(;SZ[19]${";B[];W[]".repeat(3500)})`); });
    await button(page, "Link").click();
    await until(page, () => /too long for a link: save it as a file/.test(document.getElementById("toast").textContent));
    await page.context().close();
  },

  async "a game outlasts its window"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1");
    await click(page, "ee");
    await untilMove(page, 2);
    await page.fill("#comment", "mine");
    const game = page => page.evaluate(() => { const { tree, latest, mode, players } = window.tengen.state; return [tree.root.children[0].text("B"), latest.text("C"), tree.number(latest), mode, players[2]]; });
    const before = await game(page);
    await page.close({ runBeforeUnload: true });
    const next = await page.context().newPage();
    await next.goto(site.server.address);
    await next.waitForFunction(() => window.tengen?.engine.isOpen);
    await button(next, "Cancel").click();
    await button(next, "New game").click();
    await button(next, "Last games").click();
    await next.locator("#dialog .list button").click();
    await until(next, () => window.nodes().length > 1);
    assert.deepEqual(await game(next), before);
    await button(next, "New game").click();
    assert.equal(await button(next, "Last games").count(), 0, "it is on the board");
    await next.context().close();
  },

  async "the last ten games can be had back on a later day"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eeccgg");
    const kept = text => until(page, text => localStorage.getItem("tengen-last")?.includes(text), text);
    await page.evaluate(() => { window.tengen.state.live = false; });
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
        const { dialogs, play, state } = window.tengen;
        await dialogs.begin({ ...state.options.game, size: "19", color: "both" });
        play.move(i);
        state.tree.root.setText("EV", `Cup ${i}`);
        state.save();
      }, i);
    }
    await page.evaluate(() => { window.tengen.files.open("(;SZ[9]EV[Record];B[ee])"); });
    await kept("EV[Record]");
    await reload(page);
    const today = await page.evaluate(() => window.tengen.state.earlier[0].record.match(/DT\[(.*?)\]/)[1]);
    assert.deepEqual(await words(), Array.from({ length: 10 }, (_, i) => `Black – White, Cup ${10 - i}, ${today}, 1 move`));
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
      const { dialogs, state } = window.tengen;
      dialogs.box.close("");
      state.tree.root.setText("C", "x".repeat(300000));
      state.save();
      window.tengen.takeEarlier(state.earlier[0]);
      state.tree.root.setText("EV", "Another");
      state.save();
      return [localStorage.getItem("tengen-games").length < 20000, state.earlier.length];
    }), [true, 9]);
    await page.context().close();
  },

  async "the games that are kept outlast addresses that are only opened, and a list that is damaged"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    const earlier = () => page.evaluate(() => window.tengen.state.earlier.map(({ record }) => record.match(/;B(\[..\])/)[1]));
    await page.evaluate(() => { window.tengen.state.live = false; localStorage.setItem("tengen-games", "[null]"); });
    await click(page, "ee");
    await page.evaluate(() => window.tengen.state.save());
    assert.deepEqual(await earlier(), []);
    for (const point of ["cc", "dd", "ff"]) {
      await page.evaluate(point => { location.hash = `size=9&rules=chinese&komi=7&play=pp&moves=${point}`; }, point);
      await until(page, point => [...window.tengen.state.tree.mainLine()].at(-1).text("B") === point, point);
      await page.evaluate(() => window.tengen.state.save());
    }
    assert.deepEqual(await earlier(), ["[ee]"]);
    await page.evaluate(() => localStorage.setItem("tengen-games", "{}"));
    assert.deepEqual(await earlier(), []);
    await page.context().close();
  },

  async "the server goes and comes again"() {
    if (process.env.TENGEN_ADDRESS) return;
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1");
    await site.server.end();
    await until(page, () => /Looking for Tengen/.test(document.getElementById("status").textContent));
    await click(page, "ee");
    site.server = await serve(new URL(site.server.address).port);
    await untilMove(page, 2);
    await page.context().close();
  },

  async "a window that finds no place is told so, and gets the next one"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(async () => {
      const { address } = window.tengen.engine;
      const sockets = Array.from({ length: 63 }, () => new WebSocket(address));
      await Promise.all(sockets.map(socket => new Promise(done => { socket.onmessage = done; })));
      window.sockets = sockets;
    });
    const late = await page.context().newPage();
    await late.goto(`${site.server.address}#size=9&rules=chinese&komi=7&play=pp`);
    await until(late, () => /Tengen is there, but gives this window no place/.test(document.getElementById("status").textContent));
    await page.evaluate(() => window.sockets.forEach(socket => socket.close()));
    await until(late, () => window.tengen.engine.isOpen);
    assert.match(await status(late), /to play/);
    await page.context().close();
  },

  async "where there is no room to keep a game one is told so once"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee");
    await page.evaluate(() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; });
    const notice = () => page.evaluate(() => document.getElementById("toast").hidden ? "" : document.getElementById("toast").textContent);
    await click(page, "cc");
    await until(page, () => /no room to keep this game/.test(document.getElementById("toast").textContent));
    await page.evaluate(() => { document.getElementById("toast").hidden = true; });
    await click(page, "gg");
    await page.waitForTimeout(400);
    assert.equal(await notice(), "");
    await page.context().close();
  },

  async "two windows leave each other's settings alone"() {
    const one = await open("#size=9&rules=chinese&komi=7&play=pp");
    const two = await one.context().newPage();
    await two.goto(`${site.server.address}#size=9&rules=chinese&komi=7&play=pp`);
    await two.waitForFunction(() => window.tengen?.engine.isOpen);
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
    await one.context().close();
  },

  async "a window without storage"() {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { get() { throw new DOMException("not allowed", "SecurityError"); } });
    });
    const page = await context.newPage();
    page.on("pageerror", fault => faults.push(`${fault}`));
    await page.goto(`${site.server.address}#size=9&rules=chinese&komi=7&play=pp&moves=ee`);
    await page.waitForFunction(() => window.tengen?.engine.isOpen);
    await click(page, "cc");
    assert.equal(await moves(page), 2);
    await context.close();
  },

  async "a reload keeps clocks and count"() {
    const page = await open(`${SETTLED}&moves=----`);
    await until(page, () => window.tengen.state.count);
    await click(page, "da");
    await until(page, () => window.tengen.state.count.dead.length === 0 && !window.tengen.state.count.isOld);
    await reload(page);
    assert.deepEqual(await page.evaluate(() => window.tengen.state.count.dead), []);
    await button(page, "Agree").click();
    await reload(page);
    assert.match(await page.locator("#counted").textContent(), /Black is ahead by 4/);
    await page.evaluate(() => window.tengen.dialogs.begin({ ...window.tengen.state.options.game, color: "both", system: "absolute", main: 60 }));
    await page.evaluate(() => { window.tengen.state.clock.since -= 10000; });
    await click(page, "ee");
    await click(page, "cc");
    await reload(page);
    await button(page, "Undo").click();
    assert.ok(await page.evaluate(() => window.tengen.state.clock.now(1).time) <= 50);
    await page.context().close();
  },

  async "addresses have the usual komi and the players' names"() {
    const page = await open("#size=9&rules=chinese");
    assert.equal(await page.evaluate(() => window.tengen.state.tree.komi), 7.5);
    await page.evaluate(() => window.tengen.files.open("(;SZ[9]KM[0]PB[A & B];B[ee])"));
    await until(page, () => /pb=/.test(location.hash));
    const names = page => page.evaluate(() => [1, 2].map(color => window.tengen.state.tree.name(color)));
    const other = await open(new URL(page.url()).hash);
    assert.deepEqual(await names(other), ["A & B", ""]);
    assert.equal(await other.evaluate(() => window.tengen.state.tree.komi), 0);
    const handicap = await open("#size=9&rules=chinese&play=pt&level=3&black=cggc&turn=W");
    assert.equal(await handicap.evaluate(() => window.tengen.state.tree.komi), 0.5);
    assert.deepEqual(await names(handicap), ["You", "Tengen (level 3)"]);
    const half = await open("#size=9&rules=chinese&play=pt&level=2.5");
    assert.deepEqual(await names(half), ["You", "Tengen (level 3)"], "a level is a whole number");
    for (const each of [page, other, handicap, half]) await each.context().close();
  },

  async "what a reload keeps of an analysis plays no move"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee");
    await until(page, () => window.tengen.state.node.evaluation?.moves.length);
    await page.keyboard.press(" ");
    await reload(page);
    assert.equal(await page.evaluate(() => window.tengen.state.node.evaluation.turn), 2);
    await page.keyboard.press("1");
    assert.equal(await page.evaluate(() => window.tengen.state.chosen), null, "its variations are not known any more");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => window.nodes().length), 2);
    await page.context().close();
  },

  async "a reload leaves what moves have lost as it was"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eeccgg");
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
    await page.context().close();
  },

  async "a server that has gone costs Tengen no time"() {
    if (process.env.TENGEN_ADDRESS) return;
    const page = await open();
    await page.evaluate(() => document.getElementById("dialog").close(""));
    await page.evaluate(() => window.tengen.dialogs.begin({ ...window.tengen.state.options.game, color: "white", level: 20, system: "absolute", main: 3600 }));
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
    await page.context().close();
  },

  async "a game that another one replaced can be had back"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1");
    await click(page, "ee");
    await untilMove(page, 2);
    const game = () => page.evaluate(() => { const { tree, latest, mode, players } = window.tengen.state; return [tree.root.children[0]?.text("B"), tree.number(latest), mode, players[2]]; });
    const before = await game();
    const replacements = [
      () => window.tengen.files.open("(;SZ[9];B[cc];W[gg])"),
      () => window.tengen.dialogs.begin({ ...window.tengen.state.options.game, size: "13" }),
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
    await page.context().close();
  },

  async "going back to the game before loses nothing of this one"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1");
    await click(page, "ee");
    await untilMove(page, 2);
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.files.open("(;SZ[13];B[cc])"); });
    const width = () => page.evaluate(() => window.tengen.state.tree.width);
    await click(page, "gg");
    await page.fill("#comment", "mine");
    await page.getByRole("radio", { name: "Edit" }).click();
    await button(page, "Black").click();
    await click(page, "aa");
    await page.keyboard.press("Control+z");
    assert.equal(await width(), 13, "in Edit a stone is meant");
    await page.getByRole("radio", { name: "Analyse" }).click();
    await page.evaluate(() => window.tengen.say("Something else."));
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
    await page.context().close();
  },

  async "a window that nobody touches is not that of the last game"() {
    const idle = await open("#size=9&rules=chinese&komi=7&play=pp&moves=gg");
    await until(idle, () => /gg/.test(localStorage.getItem("tengen-last")));
    const page = await idle.context().newPage();
    await page.goto(`${site.server.address}#size=9&rules=chinese&komi=7&play=pp&moves=ee`);
    await page.waitForFunction(() => window.tengen?.engine.isOpen);
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
    await next.goto(`${site.server.address}#size=9&rules=chinese&komi=7&play=pp`);
    await next.waitForFunction(() => window.tengen?.engine.isOpen);
    assert.ok(await isMine(next), "after it was closed");
    await click(next, "cc");
    await until(next, () => localStorage.getItem("tengen-last").includes("B[cc]"));
    await next.context().close();
  },

  async "a game that outlasts its window has its clocks as they were when it was closed"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(() => window.tengen.dialogs.begin({ ...window.tengen.state.options.game, color: "both", system: "absolute", main: 60 }));
    await click(page, "ee");
    await until(page, () => /B\[ee\]/.test(localStorage.getItem("tengen-last")));
    await page.evaluate(() => { window.tengen.state.clock.since -= 10000; });
    const address = page.url(), next = await page.context().newPage();
    await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
    await next.goto(address);
    await next.waitForFunction(() => window.tengen?.engine.isOpen);
    assert.equal(await moves(next), 1);
    assert.ok(await next.evaluate(() => window.tengen.state.clock.now(2).time) <= 50);
    await next.context().close();
  },

  async "the address of the game that was played last is that game"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1");
    await click(page, "ee");
    await untilMove(page, 2);
    await page.fill("#comment", "mine");
    await until(page, () => /C\[mine\]/.test(localStorage.getItem("tengen-last")));
    const address = page.url();
    const at = async address => {
      const next = await page.context().newPage();
      await next.goto(address);
      await next.waitForFunction(() => window.tengen?.engine.isOpen);
      return next.evaluate(() => [window.tengen.state.node.text("C"), window.tengen.state.mode]);
    };
    assert.deepEqual(await at(address), ["mine", "play"]);
    assert.deepEqual(await at(`${site.server.address}#size=9&rules=chinese&komi=7&play=pp&moves=ee`), ["", "analyse"]);
    await page.context().close();
  },
};
