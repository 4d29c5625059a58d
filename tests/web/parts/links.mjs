// Addresses of games, and what is copied.

import assert from "node:assert/strict";
import { another, button, click, moves, notice, open, PEOPLE, quiet, read, reload, site, status, until, untilMove, untilNotice, WEAKEST } from "../window.mjs";

export const tests = {
  async "a link opens the game where it stands, and the arrows walk after a click on a mode"() {
    const page = await open(`${WEAKEST}&moves=eeccgg&at=2`);
    assert.equal(await moves(page), 2);
    assert.match(await status(page), /Your move/, "nobody only looks");
    await page.locator("[data-mode=analyse]").click();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await moves(page), 1);
    assert.equal(await page.evaluate(() => window.tengen.state.mode), "analyse");
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
    assert.match(await notice(page), words);
    // A record may have such moves.
    await read(page, "(;SZ[5];B[cc];W[dd];B[db];W[db];B[ee])");
    await button(page, "Link").click();
    await untilNotice(page, /^The link to this position/);
    assert.match(await notice(page), words);
    await page.evaluate(() => { location.hash = "size=5&rules=chinese&komi=7&play=pp&moves=cc"; });
    await untilNotice(page, /address is open/);
    assert.doesNotMatch(await notice(page), words);
  },

  async "the link of a record is the record's game"() {
    const page = await open(PEOPLE);
    const game = page => page.evaluate(() => { const { state, text } = window.tengen, { tree, node } = state; return [tree.line(tree.root).map(each => tree.moveOf(each)).filter(Boolean).map(({ color, index }) => " BW"[color] + text(index)).join(" "), tree.number(node)]; });
    for (const [record, walk, expected] of [
      ["(;SZ[9]B[cc];W[gg];B[ee])", 2, ["Bcc Wgg Bee", 2]],
      ["(;SZ[9]B[cc];W[gg];B[ee])", 1, ["Bcc Wgg Bee", 1]],
      ["(;SZ[9]W[cc];B[gg];B[ee])", 1, ["Wcc Bgg Bee", 1]],
      ["(;SZ[9]AB[aa]PL[W];W[gg];B[ee])", 1, ["Wgg Bee", 1]],
    ]) {
      await page.evaluate(([text, walk]) => { window.tengen.state.live = false; window.tengen.files.open(text); window.tengen.walking.walk(walk); window.tengen.kept.save(); }, [record, walk]);
      assert.deepEqual(await game(page), expected);
      const other = await open(new URL(page.url()).hash);
      assert.deepEqual(await game(other), expected, record);
      await other.context().close();
    }
  },

  async "a link tells that it leaves prisoners out"() {
    const page = await open(PEOPLE);
    for (const [set, isTold] of [["AB[gg]", true], ["C[]", false]]) {
      await page.evaluate(text => { window.tengen.state.live = false; window.tengen.files.open(text); window.tengen.walking.walk(99); }, `(;SZ[9]KM[0]RU[Japanese];B[ab];W[aa];B[ba];W[ii];${set};B[])`);
      await button(page, "Link").click();
      await untilNotice(page, /^The link to this position/);
      assert.equal(/prisoners taken before stones were set up/.test(await notice(page)), isTold);
    }
  },

  async "a game too long for a link is no link"() {
    const page = await open(PEOPLE);
    await quiet(page);
    await read(page, `(;SZ[19]${";B[];W[]".repeat(3500)})`);
    await button(page, "Link").click();
    await untilNotice(page, /too long for a link: save it as a file/);
  },

  async "addresses have the usual komi and the players' names"() {
    const page = await open("#size=9&rules=chinese");
    assert.equal(await page.evaluate(() => window.tengen.state.tree.komi), 7.5);
    await read(page, "(;SZ[9]KM[0]PB[A & B];B[ee])");
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
  },

  async "the address of the game that was played last is that game"() {
    const page = await open(WEAKEST);
    await click(page, "ee");
    await untilMove(page, 2);
    await page.fill("#comment", "mine");
    await until(page, () => /C\[mine\]/.test(localStorage.getItem("tengen-last")));
    const address = page.url();
    const at = async address => {
      const next = await another(page, address);
      return next.evaluate(() => [window.tengen.state.node.text("C"), window.tengen.state.mode]);
    };
    assert.deepEqual(await at(address), ["mine", "play"]);
    assert.deepEqual(await at(`${site.server.address}${PEOPLE}&moves=ee`), ["", "analyse"]);
  },

  async "the record is copied by a button or by keys, and shown where browsers allow no button to copy"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await quiet(page);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const isCopied = () => until(page, () => { const toast = document.getElementById("toast"); return !toast.hidden && /The record is copied as SGF/.test(toast.textContent); });
    await button(page, "Copy").click();
    await isCopied();
    assert.match(await copied(), /^\(;GM\[1\].*;B\[ee\]/);
    await click(page, "cc");
    await page.evaluate(() => window.tengen.notices.hush());
    await page.keyboard.press("Control+c");
    await isCopied();
    assert.match(await copied(), /;W\[cc\]/);
    // A text that is selected is meant itself.
    await page.evaluate(() => window.tengen.notices.hush());
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
  },
};
