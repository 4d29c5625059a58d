// The server: it goes, comes again, or has no place.

import assert from "node:assert/strict";
import { browser, click, open, PEOPLE, serve, site, status, until, untilCandidates, untilMove, untilOpen, untilStatus, visit, WEAKEST } from "../window.mjs";

export const tests = {
  async "the server goes and comes again"() {
    if (process.env.TENGEN_ADDRESS) return;
    const page = await open(WEAKEST);
    await site.server.end();
    await untilStatus(page, /Looking for Tengen/);
    await click(page, "ee");
    site.server = await serve(new URL(site.server.address).port);
    await untilMove(page, 2);
  },

  async "a window with an old token is told to open the new address"() {
    if (process.env.TENGEN_ADDRESS) return;
    const first = await serve(0, "--token=first");
    const context = await browser.newContext(), page = await context.newPage();
    await visit(page, first.address + PEOPLE);
    await first.end();
    await untilStatus(page, /Looking for Tengen/);
    const second = await serve(new URL(first.address).port, "--token=second");
    await untilStatus(page, /Tengen has begun anew: open the address/);
    await context.close();
    await second.end();
  },

  async "a window that finds no place is told so, and gets the next one"() {
    const page = await open(PEOPLE);
    await page.evaluate(async () => {
      const { address } = window.tengen.engine;
      const sockets = Array.from({ length: 63 }, () => new WebSocket(address));
      await Promise.all(sockets.map(socket => new Promise(done => { socket.onmessage = done; })));
      window.sockets = sockets;
    });
    const late = await page.context().newPage();
    await late.goto(site.server.address + PEOPLE);
    await untilStatus(late, /Tengen is there, but gives this window no place/);
    await page.evaluate(() => window.sockets.forEach(socket => socket.close()));
    await until(late, () => window.tengen.engine.isOpen);
    assert.match(await status(late), /to play/);
  },

  async "fast and light"() {
    const context = await browser.newContext();
    const page = await context.newPage();
    const bodies = [];
    page.on("response", response => bodies.push(response.body().catch(() => "")));
    await page.goto(site.server.address + "#size=19&rules=chinese&komi=7&play=pp&moves=pdddppdp");
    await page.waitForFunction(() => document.querySelectorAll(".board .stone").length === 4);
    const board = await page.evaluate(() => performance.now());
    await untilOpen(page);
    const open = await page.evaluate(() => performance.now());
    await untilCandidates(page);
    const analysis = await page.evaluate(() => performance.now()) - open;
    const weight = (await Promise.all(bodies)).reduce((sum, { length }) => sum + length, 0);
    console.log(`     board after ${board.toFixed(0)} ms, analysis ${analysis.toFixed(0)} ms after the connection, ${weight} bytes`);
    assert.ok(weight > 50000 && weight < 300000, `${weight} bytes`);
  },
};
