// What a record says, shown.

import assert from "node:assert/strict";
import { button, click, NINE, notice, open, PEOPLE, quiet, read, SETTLED, until, untilNotice } from "../window.mjs";

export const tests = {
  async "rules, komi and names are shown, and can be changed"() {
    const page = await open(NINE);
    await read(page, "(;SZ[9]KM[6.5]RU[Japanese]PB[Ann]RE[B+R]EV[Cup]DT[2024-01-01];B[ee])");
    const facts = page.locator("#facts");
    assert.equal(await facts.textContent(), "Japanese rules, komi 6.5, Black won by resignation, Cup, 2024-01-01");
    await until(page, () => window.tengen.state.node.evaluation);
    await facts.click();
    await page.selectOption("#fact-RU", "chinese");
    await page.fill("#fact-KM", "5.5");
    await page.fill("#fact-PB", "Anna");
    await page.fill("#fact-RE", "");
    await button(page, "Done").click();
    await until(page, () => !window.tengen.dialogs.isOpen && window.tengen.state.tree.komi === 5.5);
    assert.equal(await facts.textContent(), "Chinese rules, komi 5.5, Cup, 2024-01-01");
    assert.deepEqual(await page.evaluate(() => { const { tree, result } = window.tengen.state; return [tree.rules, tree.name(1), tree.root.has("RE"), result]; }), ["chinese", "Anna", false, ""]);
    assert.match(await page.evaluate(() => window.tengen.thinker.doing.key), /chinese 5.5$/);
    // Where the komi is a large one the names can be changed as well.
    await read(page, "(;SZ[9]KM[200.5];B[ee])");
    await facts.click();
    await page.fill("#fact-PW", "Bob");
    await button(page, "Done").click();
    await until(page, () => !window.tengen.dialogs.isOpen && window.tengen.state.tree.name(2) === "Bob");
    // Nothing changes by looking.
    await read(page, "(;SZ[9]KM[375]RU[Chinese rules];B[ee])");
    await facts.click();
    await button(page, "Done").click();
    await until(page, () => !window.tengen.dialogs.isOpen);
    assert.deepEqual(await page.evaluate(() => ["KM", "RU"].map(name => window.tengen.state.tree.root.text(name))), ["375", "Chinese rules"]);
    // Another komi leaves the rules as they are written.
    await facts.click();
    await page.fill("#fact-KM", "6.5");
    await button(page, "Done").click();
    await until(page, () => window.tengen.state.tree.komi === 6.5);
    assert.deepEqual(await page.evaluate(() => ["KM", "RU"].map(name => window.tengen.state.tree.root.text(name))), ["6.5", "Chinese rules"]);
    for (const [rules, words] of [["BGA", "BGA rules"], ["OGS", "Chinese (OGS) rules"], ["Ancient area", "Stone scoring rules"]]) {
      await read(page, `(;SZ[9]RU[${rules}];B[ee])`);
      assert.ok((await facts.textContent()).startsWith(words), rules);
    }
  },

  async "results are told in words, or as the record has them"() {
    const page = await open(NINE);
    for (const [result, words] of [["W+1", "White won by 1 point"], ["B+12.5", "Black won by 12.5 points"], ["W+T", "White won on time"], ["B+Forfeit", "Black won by forfeit"], ["B+", "Black won"], ["0", "a draw"], ["Void", "Void"]]) {
      await page.evaluate(result => window.tengen.files.open(`(;SZ[9]KM[6.5]RE[${result}];B[ee])`), result);
      assert.equal(await page.locator("#facts").textContent(), `Chinese rules, komi 6.5, ${words}`);
    }
  },

  async "what a record says and nobody understands is told"() {
    const page = await open(NINE);
    for (const [record, words] of [
      ["(;SZ[9]KM[abc]RU[Lasker];B[ee])", / The rules 'Lasker' are not understood; using Chinese ones\. The komi 'abc' is not understood; using 7\.5\./],
      ["(;SZ[9]KM[6,5]RU[Japanese];B[ee])", /with the arrows\.(Back to the game before)?$/],
      ["(;SZ[9];B[ee])", /with the arrows\.(Back to the game before)?$/],
      ["(;SZ[9]RU[constructor];B[ee])", / The rules 'constructor' are not understood/],
      ["(;SZ[9]RU[AGA-Button];B[ee])", / There is no button here; the rules without it are used\./],
      ["(;SZ[9]RU[koSIMPLEscoreAREAtaxNONEsui1button1whb0];B[ee])", /^1 move\. There is no button here; the rules without it are used\./],
      ["(;SZ[9]RU[koSPIGHTscoreAREAtaxNONEsui1];B[ee])", /^1 move\. Spight's ko rule is not known here; situational superko is used\./],
      ["(;SZ[9]RU[Ingo];B[ee])", / The rules 'Ingo' are not understood/],
      ["(;SZ[9];B[ee];W[zz];B[cc])", /^2 moves\. A move is off the board and left out: 'zz'\./],
      ["(;SZ[9];B[ee];W[zz];B[yy];W[xx];B[jj];W[c", /^1 move\. 4 moves are off the board and left out: 'zz', 'yy', 'xx'\. The end of the record is missing\./],
      ["SZ[9];B[ee](;W[cc])(;W[gg])", /^2 moves\. Walk through them with the arrows\./],
      ["(;SZ[9]AB[cc])", /^0 moves\.(Back to the game before)?$/],
      ["(;SZ[9]HA[2];W[cg];B[ee])", / The record counts 2 handicap stones, but does not say where they stand; none are placed\./],
      ["(;SZ[9]HA[2];B[cg];W[ee])", /^2 moves\. The record counts 2 handicap stones, but does not say where they stand; none are placed\./],
      ["(;SZ[9]HA[99999999999999999999999];W[ee])", /^1 move\. Walk through them with the arrows\./],
    ]) {
      await read(page, record);
      assert.match(await notice(page), words);
    }
  },

  async "labels are shown without the escapes of the record"() {
    const page = await open(NINE);
    const record = "(;SZ[9]LB[aa:\\]][bb:\\\\][cc:a\\:b];B[ee])";
    await quiet(page);
    await read(page, record);
    assert.deepEqual(await page.locator(".board .label").allTextContents(), ["]", "\\", "a:b"]);
    await page.evaluate(() => { window.tengen.setMode("edit"); window.tengen.state.tool = "LB"; });
    await click(page, "gg");
    assert.deepEqual(await page.evaluate(() => window.tengen.state.tree.root.values("LB")), ["aa:\\]", "bb:\\\\", "cc:a\\:b", "gg:A"], "and kept with them");
  },

  async "arrows, lines, dimmed points and names of nodes are shown"() {
    const page = await open(NINE);
    const record = "(;SZ[9]N[The start]AR[aa:cc][zz:aa]LN[ab:ad];B[ee]DD[aa:ab];W[cc]VW[aa:ib];B[gg]DD[]VW[])";
    await quiet(page);
    await read(page, record);
    const seen = async () => [await page.locator(".board .drawn").count(), await page.locator(".board .dimmed").count(), await page.locator("#node-name").textContent()];
    const walked = [await seen()];
    const gap = await page.evaluate(() => {
      const { board } = window.tengen, [, x, y] = /L([\d.]+) ([\d.]+)/.exec(document.querySelector(".board .drawn").getAttribute("d"));
      return Math.hypot(x - board.x(20), y - board.y(20));
    });
    assert.ok(gap > 12 && gap < 20, `a label on C7 would hide no head of the arrow, ${gap} before it`);
    assert.match(await page.evaluate(() => window.tengen.board.describe(0)), /^A9 empty, arrow to C7$/);
    assert.equal(await page.locator(".tree title").textContent(), "The start");
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press("ArrowRight");
      walked.push(await seen());
    }
    assert.deepEqual(walked, [[2, 0, "The start"], [0, 2, ""], [0, 65, ""], [0, 0, ""]]);
    assert.match(await page.evaluate(text => { const { tree } = window.tengen.state; return tree.root.values("AR").join(); }), /^aa:cc,zz:aa$/, "and kept");
  },

  async "what stands on a stone can be read where the owner of its point is marked"() {
    const page = await open(SETTLED);
    const shown = view => page.evaluate(view => {
      const { board, state: { position } } = window.tengen, ownership = Array.from(position.cells, () => -1);
      board.show(position, { ...view, dead: new Set([3]), ownership, numbers: new Map(view.numbers ?? []) });
      return [...document.querySelectorAll(".board .number, .board .last")].map(each => {
        const { fill, stroke, paintOrder, filter } = getComputedStyle(each);
        return [fill, stroke, /^stroke/.test(paintOrder), /drop-shadow/.test(filter)];
      });
    }, view);
    const black = "rgb(23, 23, 26)", white = "rgb(255, 255, 255)";
    assert.deepEqual(await shown({ last: -1, numbers: [[3, 7]] }), [[white, black, true, false]], "a dead black stone, White's mark on it");
    assert.deepEqual(await shown({ last: -1, numbers: [[2, 8]] }), [[black, "none", false, false]], "a white stone needs no mark of its own");
    assert.deepEqual(await shown({ last: 3 }), [["none", white, false, true]]);
  },

  async "the comment of a record is in sight"() {
    const page = await open(NINE);
    await read(page, "(;SZ[9]C[Listen!];B[ee])");
    const { y, height } = await page.locator("#comment").boundingBox();
    assert.ok(y + height <= 800, `${y + height}`);
    await page.keyboard.press("ArrowRight");
    assert.ok((await page.locator("#comment").boundingBox()).y > (await page.locator("#looks").boundingBox()).y, "an empty box comes last");
  },

  async "of several games one chooses which is opened"() {
    const page = await open(NINE);
    const bring = text => page.evaluate(text => { window.tengen.files.open(text); }, text);
    const games = "(;SZ[9]PB[Ann]RE[B+R];B[ee])\n(;SZ[9]C[Black to live.\nand more];B[cc];W[dd])";
    const entries = page.locator("#dialog .list > *");
    await bring(games);
    assert.deepEqual(await entries.allTextContents(), ["1. Ann – White, B+R, 1 move", "2. Black to live, 2 moves"]);
    await entries.nth(1).click();
    await untilNotice(page, /^2 moves\./);
    await bring(`${games}(;SZ[9`);
    assert.match(await entries.nth(2).textContent(), /^Only the first 2 games could be read\. Line 3, column \d+: the value that starts here has no ']'\./);
    await button(page, "Cancel").click();
    assert.equal(await page.evaluate(() => window.tengen.state.tree.root.text("C").slice(0, 5)), "Black", "the game stays");
    // Games of other kinds hide none.
    await bring(`(;GM[3]SZ[8])${games}(;GM[3])`);
    assert.equal(await entries.count(), 2);
    await button(page, "Cancel").click();
    await bring("(;SZ[9];B[ee](;W[cc])(;W[dd]))");
    assert.ok(!await page.evaluate(() => window.tengen.dialogs.isOpen));
  },

  async "what is pasted or dropped goes where it should"() {
    const page = await open(NINE);
    const bring = (type, selector) => page.evaluate(([type, selector]) => {
      const data = new DataTransfer();
      data.setData("text/plain", "(;SZ[13])");
      const carried = type === "paste" ? { clipboardData: data } : { dataTransfer: data };
      const event = new (type === "paste" ? ClipboardEvent : DragEvent)(type, { bubbles: true, cancelable: true, ...carried });
      document.querySelector(selector).dispatchEvent(event);
      return window.tengen.state.tree.width;
    }, [type, selector]);
    assert.equal(await bring("drop", "#comment"), 9, "a comment takes texts");
    await page.keyboard.press("n");
    assert.equal(await bring("paste", "#dialog"), 9, "nothing changes behind a question");
    assert.equal(await bring("drop", "#dialog"), 9);
    await page.keyboard.press("Escape");
    assert.equal(await bring("paste", "body"), 13);
  },

  async "a text that is dragged into a comment leaves nothing over the page"() {
    const page = await open(NINE);
    const drag = selector => page.evaluate(selector => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData("text/plain", "A comment");
      const isLeft = document.querySelector(selector).dispatchEvent(new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer }));
      return [isLeft, document.getElementById("drop").hidden];
    }, selector);
    assert.deepEqual(await drag("body"), [false, false], "it can be dropped here");
    assert.deepEqual(await drag("#comment"), [true, true], "the field takes it");
  },

  async "names and comments are in whatever language, and large numbers have room in the tree"() {
    const page = await open(PEOPLE);
    await page.evaluate(() => {
      window.tengen.state.live = false;
      return window.tengen.files.open(`(;SZ[9]PB[井山裕太]C[布石]${";B[ee];W[dd]".repeat(501)})`);
    });
    assert.deepEqual(await page.evaluate(() => ["#lower .name", "#comment", "#node-name", "#status"].map(name => document.querySelector(name).closest("[lang]").lang)), ["", "", "", "en"]);
    await page.keyboard.press("End");
    const widths = await page.locator("#tree text").evaluateAll(texts => texts.slice(-2).map(text => [text.textContent, text.getBBox().width < 19]));
    assert.deepEqual(widths, [["1001", true], ["1002", true]], "the circle is as wide");
  },
};
