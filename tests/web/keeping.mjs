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
    const before = await page.evaluate(() => window.tengen.state.node.text("C") + window.tengen.state.tree.count);
    await reload(page);
    assert.equal(await page.evaluate(() => window.tengen.state.node.text("C") + window.tengen.state.tree.count), before);
    // The address alone has the position.
    const other = await open(new URL(page.url()).hash);
    assert.equal(await moves(other), 3);
    await page.context().close();
    await other.context().close();
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
    await page.waitForTimeout(300);
    const names = page => page.evaluate(() => [1, 2].map(color => window.tengen.state.tree.name(color)));
    const other = await open(new URL(page.url()).hash);
    assert.deepEqual(await names(other), ["A & B", ""]);
    assert.equal(await other.evaluate(() => window.tengen.state.tree.komi), 0);
    const handicap = await open("#size=9&rules=chinese&play=pt&level=3&black=cggc&turn=W");
    assert.equal(await handicap.evaluate(() => window.tengen.state.tree.komi), 0.5);
    assert.deepEqual(await names(handicap), ["You", "Tengen (level 3)"]);
    for (const each of [page, other, handicap]) await each.context().close();
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
    assert.equal(await page.evaluate(() => window.tengen.state.tree.count), 2);
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
};
