// The board in the browser as people use it: by mouse, finger and keyboard.
// node browser.mjs PROGRAM [CHROMIUM]; with TENGEN_ADDRESS set, the page is there already and no server is started.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [program, browserPath = "/usr/bin/chromium"] = process.argv.slice(2);
const PORT_WAIT = 15000;

/** A server; `port` 0 takes any. */
async function serve(port = 0) {
  if (process.env.TENGEN_ADDRESS) return { address: process.env.TENGEN_ADDRESS, end() {} };
  const child = spawn(program, ["web", `--listen=${port}`, "--no-open", "--threads=1", "--memory=64", "--time=0.3"], { stdio: ["ignore", "pipe", "inherit"] });
  const [text] = await once(child.stdout, "data");
  const address = /http:\S+/.exec(`${text}`)[0];
  return { address, async end() { child.kill("SIGINT"); await once(child, "exit"); } };
}

const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
let server = await serve();
const faults = [];

async function open(hash = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PORT_WAIT);
  page.on("pageerror", fault => faults.push(`${fault}`));
  page.on("console", message => {
    if (message.type() === "error" && !/WebSocket|ERR_CONNECTION/.test(message.text())) faults.push(message.text());
  });
  await page.goto(server.address + hash);
  await page.waitForFunction(() => window.tengen?.engine.isOpen);
  return page;
}

/** Where a point such as `aa` is on the screen. */
const place = (page, point) => page.evaluate(point => {
  const { board } = window.tengen, box = board.drawing.getBoundingClientRect(), { width, height } = board.drawing.viewBox.baseVal;
  const scale = Math.min(box.width / width, box.height / height);
  const [x, y] = [...point].map(letter => letter.charCodeAt(0) - 97);
  return {
    x: box.left + (box.width - width * scale) / 2 + (board.margin + x * 40) * scale,
    y: box.top + (box.height - height * scale) / 2 + (board.margin + y * 40) * scale,
  };
}, point);
const click = async (page, point) => {
  const { x, y } = await place(page, point);
  await page.mouse.click(x, y);
};
const moves = page => page.evaluate(() => window.tengen.state.tree.number(window.tengen.state.node));
const until = (page, test, argument) => page.waitForFunction(test, argument);
const untilMove = (page, number) => until(page, number => window.tengen.state.tree.number(window.tengen.state.node) >= number && !window.tengen.thinker.isThinking, number);
// The dialog is closed a moment before the game begins, and only a game that was begun in it has a date.
const untilBegun = page => until(page, () => window.tengen.state.tree.root.text("DT"));
const status = page => page.locator("#status").textContent();
const button = (page, name) => page.getByRole("button", { name, exact: true });
const candidates = page => page.locator(".board .candidate").count();

/** A settled 5×5 game, Black to play: Black has the left, White the right with a dead black stone. */
const SETTLED = "#size=5&rules=chinese&komi=0&play=pt&level=20&black=babbbcbdbeda&white=cacbcccdcededc&turn=B";

const tests = {
  async "a game by clicks: undo, hint, resign"() {
    const page = await open();
    await button(page, "Play").last().click();
    await untilBegun(page);
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
    await page.context().close();
  },

  async "looking back is only looking"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1");
    await click(page, "ee");
    await untilMove(page, 2);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("ArrowLeft");
    assert.equal(await moves(page), 1, "it is Tengen's turn there");
    await page.waitForTimeout(1500);
    assert.equal(await moves(page), 1, "the board stays");
    assert.equal(await page.evaluate(() => window.tengen.state.tree.count), 3, "Tengen plays nothing");
    assert.match(await status(page), /Only looking: the game waits for you/);
    await page.keyboard.press("ArrowLeft");
    await click(page, "cc");
    assert.match(await page.locator("#toast").textContent(), /does not stand here/);
    await page.waitForTimeout(300);
    await page.reload();
    await page.waitForFunction(() => window.tengen?.engine.isOpen);
    assert.equal(await moves(page), 0);
    await button(page, "Back to the game").click();
    assert.equal(await moves(page), 2);
    assert.match(await status(page), /Your move/);
    await page.keyboard.press("Home");
    await button(page, "Play from here").click();
    await click(page, "cc");
    await untilMove(page, 2);
    assert.equal(await page.evaluate(() => window.tengen.state.tree.root.children.length), 2);
    await page.context().close();
  },

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
    await page.evaluate(() => { window.tengen.play.move(40); window.tengen.walk(-1); });
    assert.equal(await running(), 2);
    assert.ok(await page.evaluate(() => window.tengen.thinker.isThinking));
    assert.match(await status(page), /Tengen is thinking/);
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
    await click(page, "da");
    await until(page, () => window.tengen.state.count && !window.tengen.state.count.isOld && !window.tengen.state.count.dead.length);
    assert.notEqual(await page.locator("#counted").textContent(), first);
    await click(page, "da");
    await until(page, () => window.tengen.state.count?.dead.length === 1 && !window.tengen.state.count.isOld);
    await button(page, "Agree").click();
    assert.match(await status(page), /Tengen wins by 5 points/);
    assert.match(await page.evaluate(() => window.tengen.state.tree.root.text("RE")), /^W\+5$/);
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

  async "records come out as they went in"() {
    const text = "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese]PB[Ä \\] \\\\]XX[kept:as it is]\n;B[ee]C[first\nline](;W[ec]LB[aa:1][bb:B];B[gc]TR[ec])\n(;W[ge];B[cc](;W[cg])\n(;W[gg]C[third])))\n";
    const page = await open("#size=9&rules=chinese&komi=7");
    const keep = text => text.replace(/\n(?=[(;])/g, "");
    await page.evaluate(text => window.tengen.files.open(text), text);
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save").click()]);
    assert.equal(keep(await readFile(await download.path(), "utf8")), keep(text));
    assert.equal(await page.locator("#tree .node").count(), 8);
    for (const [bad, hint] of [["(;GM[1]SZ[9];B[e", /Line 1, column 15/], ["hello", /no game record/], ["(;GM[2])", /not of a game of Go/], ["(;SZ[99])", /board size/]]) {
      await page.evaluate(text => window.tengen.files.open(text), bad);
      assert.match(await page.locator("#toast").textContent(), hint);
    }
    assert.equal(await page.locator("#tree .node").count(), 8);
    // A line as long as a match of a day, and brackets without end.
    const long = "(;SZ[19]" + ";B[aa];W[bb]".repeat(5000) + ")";
    assert.equal(await page.evaluate(text => { window.tengen.files.open(text); return window.tengen.state.tree.count; }, long), 10001);
    await page.evaluate(text => window.tengen.files.open(text), "(".repeat(200000) + ";SZ[9]");
    await page.context().close();
  },

  async "records come in the encoding that they name, or in ISO 8859-1"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    const black = async bytes => {
      await page.evaluate(async bytes => { await window.tengen.files.take(new File([new Uint8Array(bytes)], "game.sgf")); }, bytes);
      return page.evaluate(() => window.tengen.state.tree.root.text("PB"));
    };
    const record = (encoding, name) => [...Buffer.concat([Buffer.from(`(;SZ[9]${encoding}PB[`), Buffer.from(name), Buffer.from("];B[ee])")])];
    for (const [encoding, name, expected] of [
      ["", "Müller", "Müller"],
      ["", [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72], "Müller"],
      // As GB 18030 the last letter and the bracket after it would be one sign.
      ["", [0x47, 0xe9, 0x72, 0xe9], "Géré"],
      ["CA[cp936]", [0xb9, 0xc5, 0xc1, 0xa6], "古力"],
      ["CA[Shift_JIS]", [0x88, 0xe4, 0x8e, 0x52], "井山"],
      ["CA[GB2312]", "古力", "古力"],
      ["CA[nothing known]", [0xe9], "é"],
    ]) assert.equal(await black(record(encoding, name)), expected, `${encoding} ${name}`);
    assert.equal(await black([0xef, 0xbb, 0xbf, ...record("CA[windows-1251]", "Müller")]), "Müller", "its mark is surer than the name");
    // What is saved is UTF-8, and says so.
    await black(record("CA[cp936]", [0xb9, 0xc5, 0xc1, 0xa6]));
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save").click()]);
    assert.match(await readFile(await download.path(), "utf8"), /CA\[UTF-8\]PB\[古力\]/);
    await page.context().close();
  },

  async "records are read as the command line reads them"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    const read = text => page.evaluate(text => {
      const { files, state, text: name } = window.tengen;
      files.open(text);
      const { tree } = state;
      return [tree.komi, [...tree.position(tree.root).cells.keys()].filter(index => tree.position(tree.root).cells[index]).map(name).join(" "), tree.count - 1];
    }, text);
    for (const [record, komi, stones, nodes] of [
      ["(;SZ[9];B[ee])", 7.5, "", 1],
      ["(;SZ[9]RU[Japanese];B[ee])", 6.5, "", 1],
      ["(;SZ[9]KM[3.25];B[ee])", 6.5, "", 1],
      ["(;SZ[9]KM[6.3];B[ee])", 7.5, "", 1],
      ["(;SZ[9]HA[2];W[ee])", 0.5, "gc cg", 1],
      ["(;SZ[9]HA[3]KM[5];W[ee])", 5, "gc cg gg", 1],
      ["(;SZ[9]HA[9])", 0.5, "cc ec gc ce ee ge cg eg gg", 0],
      ["(;SZ[9]HA[2];B[ee])", 7.5, "", 1],
      ["(;SZ[9]HA[2]AB[ca][cb];W[ee])", 0.5, "ca cb", 1],
      ["(;SZ[6]HA[2];W[ee])", 7.5, "", 1],
      ["(;SZ[9]HA[2];B[cc];B[gg];W[ee];B[cg])", 0.5, "", 4],
      ["(;SZ[9];B[cc];W[gg];B[ee])", 7.5, "", 3],
    ]) assert.deepEqual(await read(record), [komi, stones, nodes], record);
    await read("(;SZ[9];B[EE];W[Pass];B[cc])");
    await page.keyboard.press("End");
    assert.equal(await page.locator(".board .stone").count(), 2);
    assert.equal(await moves(page), 3);
    for (const [record, what] of [
      ["(;SZ[9]\n;B[dd];W[dundefined])", /Line 2, column 10: 'dundefined' is not a point of a 9x9 board/],
      ["(;SZ[9]AB[aa][jj];W[ee])", /Line 1, column 15: 'jj'/], ["(;SZ[9]AB[aa:zz];W[ee])", /'aa:zz'/],
    ]) {
      await read(record);
      assert.match(await page.locator("#toast").textContent(), what);
      assert.equal(await moves(page), 3, "what was there stays");
    }
    await page.context().close();
  },

  async "undo is for playing: records keep their results"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    await page.evaluate(() => window.tengen.files.open("(;SZ[9]RE[W+R];B[ee];W[cc];B[gc])"));
    await page.keyboard.press("End");
    for (const mode of ["Analyse", "Edit"]) {
      await page.getByRole("radio", { name: mode }).click();
      await page.keyboard.press("u");
      assert.equal(await moves(page), 3);
      assert.equal(await page.evaluate(() => window.tengen.state.tree.root.text("RE")), "W+R");
    }
    await page.context().close();
  },

  async "analysis appears and follows"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eeecge");
    await until(page, () => document.querySelectorAll(".board .candidate").length > 0);
    assert.match(await page.locator("#found").textContent(), /White wins/);
    await page.keyboard.press("ArrowLeft");
    await until(page, () => /Black wins/.test(document.getElementById("found").textContent));
    assert.ok(await candidates(page) > 0);
    await page.keyboard.press("1");
    await until(page, () => !document.getElementById("stepper").hidden);
    const all = await page.locator("#step-number").textContent();
    await page.keyboard.press("ArrowLeft");
    assert.notEqual(await page.locator("#step-number").textContent(), all);
    await page.keyboard.press("Enter");
    assert.ok(await moves(page) > 2, "the variation is kept");
    await page.keyboard.press("t");
    await until(page, () => document.querySelectorAll(".board .owner").length > 0);
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
    await button(page, "Take back").click();
    assert.equal(await moves(page), 0);
    await click(page, "aa");
    await untilMove(page, 2);
    assert.ok(await page.locator("#lesson").isHidden());
    await page.context().close();
  },

  async "a whole review says what mattered"() {
    const page = await open("#size=5&rules=chinese&komi=7.5&play=pp&black=abacadaecacbcccdce&white=babbbcbdbe&turn=B&moves=eeaaed&at=0");
    await page.evaluate(() => { window.tengen.state.live = false; });
    await button(page, "Review the whole game").click();
    await until(page, () => /The review is done/.test(document.getElementById("toast").textContent));
    assert.equal(await moves(page), 1, "the costliest move is shown");
    const found = await page.locator("#review-part").textContent();
    assert.match(found, /Black: accuracy \d+ %\d mistakes?, 1 blunder among them/);
    assert.match(found, /1\. B E1\d+\.\d % ± \d+\.\d/);
    assert.match(found, /White: accuracy 100 %No mistakes/);
    assert.equal(await page.locator(".graph .fault.bad").count(), 1);
    await page.keyboard.press("End");
    await page.keyboard.press("M");
    assert.equal(await moves(page), 1, "M goes to the costly move before");
    await page.waitForTimeout(300);
    await page.reload();
    await page.waitForFunction(() => window.tengen?.engine.isOpen);
    assert.match(await page.locator("#review-part").textContent(), /1 blunder among them/);
    await page.context().close();
  },

  async "the page of a review, by touch"() {
    const folder = await mkdtemp(join(tmpdir(), "tengen-review-"));
    await writeFile(join(folder, "game.sgf"), "(;SZ[5]KM[7.5]RU[Chinese]PB[One]PW[Two]AB[ab][ac][ad][ae][ca][cb][cc][cd][ce]AW[ba][bb][bc][bd][be];B[ee];W[aa];B[ed])");
    execFileSync(program, ["review", "game.sgf", "--threads=1", "--playouts=500"], { cwd: folder });
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    page.on("pageerror", fault => faults.push(`${fault}`));
    page.on("request", request => { if (!/^(file|data|blob):/.test(request.url())) faults.push(request.url()); });
    await page.goto(`file://${join(folder, "game.review.html")}`);
    assert.equal(await page.locator("#number").textContent(), "1 / 3");
    assert.match(await page.locator("#words").textContent(), /It cost \d+\.\d % \(± \d+\.\d\).*better was A5/);
    await page.locator("[data-walk='-1']").tap();
    await page.locator("#found tbody tr").first().tap();
    await until(page, () => !document.getElementById("stepper").hidden);
    const all = await page.locator("#step-number").textContent();
    await page.locator("#step-back").tap();
    assert.notEqual(await page.locator("#step-number").textContent(), all);
    await page.keyboard.press("Escape");
    assert.ok(await page.locator("#stepper").isHidden());
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await ground();
    await page.locator("#theme").tap();
    assert.notEqual(await ground(), before);
    for (const width of [390, 420]) {
      await page.setViewportSize({ width, height: 844 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width, `wider than ${width}`);
    }
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#record").tap()]);
    assert.match(await readFile(await download.path(), "utf8"), /Reviewed by Tengen/);
    await context.close();
  },

  async "fast and light"() {
    const context = await browser.newContext();
    const page = await context.newPage();
    const bodies = [];
    page.on("response", response => bodies.push(response.body().catch(() => "")));
    await page.goto(server.address + "#size=19&rules=chinese&komi=7&play=pp&moves=pdddppdp");
    await page.waitForFunction(() => document.querySelectorAll(".board .stone").length === 4);
    const board = await page.evaluate(() => performance.now());
    await page.waitForFunction(() => window.tengen?.engine.isOpen);
    const open = await page.evaluate(() => performance.now());
    await until(page, () => document.querySelectorAll(".board .candidate").length > 0);
    const analysis = await page.evaluate(() => performance.now()) - open;
    const weight = (await Promise.all(bodies)).reduce((sum, { length }) => sum + length, 0);
    console.log(`     board after ${board.toFixed(0)} ms, analysis ${analysis.toFixed(0)} ms after the connection, ${weight} bytes`);
    assert.ok(weight > 50000 && weight < 300000, `${weight} bytes`);
    // Far more than it takes, since other tests may run beside this one.
    assert.ok(board < 3000 && analysis < 3000);
    await context.close();
  },

  async "a variation by touch, on a phone"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await until(page, () => document.querySelectorAll(".board .candidate").length > 0);
    const best = await page.evaluate(() => window.tengen.text(window.tengen.state.node.evaluation.moves[0].index));
    const { x, y } = await place(page, best);
    await page.touchscreen.tap(x, y);
    await until(page, () => !document.getElementById("stepper").hidden);
    assert.equal(await moves(page), 1, "the first tap only shows");
    await page.locator("#step-back").tap();
    await page.locator("#step-keep").tap();
    assert.ok(await moves(page) > 1);
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 640 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} pixels wide on a phone of ${width}`);
    }
    await page.context().close();
  },

  async "by keyboard alone"() {
    const page = await open();
    // Enter in a field of New game begins it.
    await page.focus("#komi");
    await page.keyboard.type("5.5");
    await page.keyboard.press("Enter");
    await until(page, () => !document.getElementById("dialog").open);
    await untilBegun(page);
    assert.equal(await page.evaluate(() => window.tengen.state.tree.komi), 5.5);
    for (let i = 0; i < 30 && await page.evaluate(() => !document.activeElement.matches(".board")); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await untilMove(page, 2);
    assert.equal(await page.evaluate(() => { const { tree } = window.tengen.state; return tree.moveOf(tree.root.children[0]).index; }), 3 * 9 + 4);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Home");
    assert.equal(await moves(page), 0);
    await page.keyboard.press("?");
    await until(page, () => document.getElementById("dialog").open);
    await page.keyboard.press("Escape");
    // The arrows choose among the modes where these have the focus.
    await page.getByRole("radio", { name: "Play" }).focus();
    for (const mode of ["analyse", "edit", "play"]) {
      await page.keyboard.press("ArrowRight");
      assert.equal(await page.evaluate(() => window.tengen.state.mode + document.activeElement.dataset.mode), mode + mode);
    }
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.evaluate(() => window.tengen.state.mode + document.activeElement.dataset.mode), "editedit");
    await page.getByRole("radio", { name: "Play" }).click();
    // Cancel begins none.
    await page.keyboard.press("n");
    await page.fill("#komi", "3.5");
    await button(page, "Cancel").press("Enter");
    await until(page, () => !document.getElementById("dialog").open);
    assert.equal(await page.evaluate(() => window.tengen.state.tree.komi), 5.5);
    await page.context().close();
  },

  async "names and roles for those who listen"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&moves=eeec");
    for (const [role, name] of [["application", /Board, 9 by 9. Last move: White E7. Black to play/], ["button", "New game"], ["button", "Undo"], ["button", "Pass"], ["button", "Back"], ["radio", "Play"], ["radio", "Analyse"], ["slider", "Winning chances over the game"], ["treeitem", "White E7"]])
      assert.equal(await page.getByRole(role, { name, exact: typeof name === "string" }).count(), 1, `${role} ${name}`);
    const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, input, textarea, select")].filter(each => each.offsetParent && !(each.textContent.trim() || each.getAttribute("aria-label") || each.labels?.length)).length);
    assert.equal(unnamed, 0);
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
    await page.context().close();
  },

  async "a reload loses nothing"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eeecge");
    await page.keyboard.press("ArrowLeft");
    await click(page, "gg");
    await page.fill("#comment", "here");
    await page.waitForTimeout(300);
    const before = await page.evaluate(() => window.tengen.state.node.text("C") + window.tengen.state.tree.count);
    await page.reload();
    await page.waitForFunction(() => window.tengen?.engine.isOpen);
    assert.equal(await page.evaluate(() => window.tengen.state.node.text("C") + window.tengen.state.tree.count), before);
    // The address alone has the position.
    const other = await open(new URL(page.url()).hash);
    assert.equal(await moves(other), 3);
    await page.context().close();
    await other.context().close();
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

  async "the server goes and comes again"() {
    if (process.env.TENGEN_ADDRESS) return;
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1");
    await server.end();
    await until(page, () => /Looking for Tengen/.test(document.getElementById("status").textContent));
    await click(page, "ee");
    server = await serve(new URL(server.address).port);
    await untilMove(page, 2);
    await page.context().close();
  },

  async "each game is thought about and written on by itself"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    const doing = () => page.evaluate(() => window.tengen.thinker.doing);
    await page.fill("#comment", "old");
    const before = await doing();
    await page.evaluate(() => window.tengen.files.open("(;SZ[9]KM[7]C[new];B[ee])"));
    assert.equal(await page.inputValue("#comment"), "new", "though the box has the focus");
    assert.notEqual(await doing(), before);
    await page.context().close();
  },

  async "a move can be deleted during a review"() {
    const page = await open("#size=5&rules=chinese&komi=7.5&play=pp&moves=ccbbdd");
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.reviewing.start(); });
    await button(page, "Delete").click();
    assert.equal(await page.evaluate(() => window.tengen.state.review), null);
    await until(page, () => window.tengen.thinker.doing === null);
    assert.equal(await moves(page), 2);
    await page.context().close();
  },

  async "what becomes the main line is drawn first"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(() => window.tengen.files.open("(;SZ[9];B[ee](;W[ec])(;W[ge]))"));
    const rows = () => page.evaluate(() => {
      const { state: { tree }, treeView } = window.tengen;
      return [...tree.root.children[0].children].map(node => [node.text("W"), treeView.places.get(node).row]);
    });
    await page.evaluate(() => { const { state: { tree } } = window.tengen; window.tengen.go(tree.root.children[0].children[1]); });
    await button(page, "Main line").click();
    assert.deepEqual(await rows(), [["ge", 0], ["ec", 1]]);
    await page.context().close();
  },

  async "an edited position keeps no judgement"() {
    const page = await open("#size=5&rules=chinese&komi=7&play=pp&black=cc&turn=W&moves=bb&at=0");
    await page.evaluate(() => {
      const { state, state: { tree: { root } } } = window.tengen, [child] = root.children;
      child.verdict = { share: 0.5, points: 9, error: 0, kind: "bad" };
      root.isLooked = child.isHinted = child.isTaught = true;
      state.reviewed = { players: [], nodes: [root, child] };
      window.tengen.setMode("edit");
      state.tool = "black";
    });
    await click(page, "dd");
    assert.deepEqual(await page.evaluate(() => {
      const { state, state: { tree: { root } } } = window.tengen, [child] = root.children;
      return [child.verdict ?? null, root.isLooked, child.isHinted, child.isTaught, state.reviewed];
    }), [null, false, false, false, null]);
    await page.context().close();
  },

  async "a record as wide as can be opens"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.files.open("(;SZ[9]" + "(;B[ee])".repeat(150000) + ")"); });
    assert.equal(await page.evaluate(() => window.tengen.state.tree.count), 150001);
    assert.ok(await page.locator("#tree .node").count() > 3);
    assert.ok(await page.locator("#tree path").count() < 50);
    await page.context().close();
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

  async "free handicap while Tengen works"() {
    const page = await open("#size=19&rules=chinese&komi=7&play=pp");
    await until(page, () => window.tengen.thinker.doing !== null);
    await page.evaluate(() => window.tengen.dialogs.begin({ ...window.tengen.state.options.game, size: "6", handicap: 2 }));
    assert.equal(await page.evaluate(() => window.tengen.state.tree.root.values("AB").length), 2);
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
    await page.goto(`${server.address}#size=9&rules=chinese&komi=7&play=pp&moves=ee`);
    await page.waitForFunction(() => window.tengen?.engine.isOpen);
    await click(page, "cc");
    assert.equal(await moves(page), 2);
    await context.close();
  },

  async "a reload keeps clocks and count"() {
    const page = await open(`${SETTLED}&moves=----`);
    const reload = async () => {
      await page.waitForTimeout(300);
      await page.reload();
      await page.waitForFunction(() => window.tengen?.engine.isOpen);
    };
    await until(page, () => window.tengen.state.count);
    await click(page, "da");
    await until(page, () => window.tengen.state.count.dead.length === 0 && !window.tengen.state.count.isOld);
    await reload();
    assert.deepEqual(await page.evaluate(() => window.tengen.state.count.dead), []);
    await button(page, "Agree").click();
    await reload();
    assert.match(await page.locator("#counted").textContent(), /Black is ahead by 4/);
    await page.evaluate(() => window.tengen.dialogs.begin({ ...window.tengen.state.options.game, color: "both", system: "absolute", main: 60 }));
    await page.evaluate(() => { window.tengen.state.clock.since -= 10000; });
    await click(page, "ee");
    await click(page, "cc");
    await reload();
    await button(page, "Undo").click();
    assert.ok(await page.evaluate(() => window.tengen.state.clock.now(1).time) <= 50);
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
    await page.getByRole("radio", { name: "from this position" }).check();
    assert.ok(await page.locator("#komi").isHidden());
    await page.getByRole("radio", { name: "White", exact: true }).check();
    await button(page, "Play").last().click();
    await untilMove(page, 3);
    assert.deepEqual(await page.evaluate(() => {
      const { tree, latest, players, mode } = window.tengen.state;
      return [tree.komi, tree.root.text("PB"), tree.root.children[0].children.length, tree.number(latest), players[1], mode];
    }), [5, "One", 2, 3, "tengen", "play"]);
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

  async "the comment of a record is in sight"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    await page.evaluate(() => window.tengen.files.open("(;SZ[9]C[Listen!];B[ee])"));
    const { y, height } = await page.locator("#comment").boundingBox();
    assert.ok(y + height <= 800, `${y + height}`);
    await page.keyboard.press("ArrowRight");
    assert.ok((await page.locator("#comment").boundingBox()).y > (await page.locator("#looks").boundingBox()).y, "an empty box comes last");
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

  async "of several games the first is opened, and one is told so"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    const toast = async text => {
      await page.evaluate(text => window.tengen.files.open(text), text);
      return page.locator("#toast").textContent();
    };
    assert.match(await toast("(;SZ[9];B[ee])\n(;SZ[9];B[cc];W[dd])"), /Only the first game of several is open: 1 moves/);
    assert.match(await toast("(;SZ[9];B[ee](;W[cc])(;W[dd]))"), /^2 moves/);
    await page.context().close();
  },

  async "what is pasted or dropped goes where it should"() {
    const page = await open("#size=9&rules=chinese&komi=7");
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
    await page.context().close();
  },

  async "the graph is a slider"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eeccgg");
    await page.focus(".graph");
    for (const [key, number] of [["ArrowUp", 3], ["ArrowDown", 2], ["ArrowUp", 3], ["ArrowLeft", 2]]) {
      await page.keyboard.press(key);
      assert.equal(await moves(page), number);
    }
    await page.locator(".graph").click();
    assert.ok(await page.evaluate(() => !document.activeElement.matches(".graph")), "after a click the arrows are the board's");
    await page.context().close();
  },

  async "a phone on its side"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee", { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
    const [board, panel] = [await page.locator("#board").boundingBox(), await page.locator("#panel").boundingBox()];
    assert.ok(panel.x >= board.x + board.width, "side by side");
    assert.ok(panel.y < 390 && board.y + board.height <= 390);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 844);
    await page.context().close();
  },

  async "light, dark, and as one likes"() {
    const ground = page => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await open("#size=9&rules=chinese&komi=7", { colorScheme: "dark", reducedMotion: "reduce" });
    const light = await open("#size=9&rules=chinese&komi=7", { colorScheme: "light" });
    assert.notEqual(await ground(dark), await ground(light));
    await light.locator("#settings").click();
    await light.selectOption("#set-theme", "dark");
    await button(light, "Done").click();
    await until(light, () => document.documentElement.dataset.theme === "dark");
    assert.equal(await ground(light), await ground(dark));
    await dark.context().close();
    await light.context().close();
  },
};

let failed = 0;
const wanted = process.env.ONLY;
for (const [name, test] of Object.entries(tests)) {
  if (wanted && !name.includes(wanted)) continue;
  try {
    await test();
    assert.deepEqual(faults.splice(0), [], "no script fails");
    console.log(`ok   ${name}`);
  } catch (fault) {
    failed++;
    console.log(`FAIL ${name}\n     ${fault.stack.split("\n").slice(0, 6).join("\n     ")} ${faults.splice(0)}`);
    for (const context of browser.contexts()) await context.close();
  }
}
await browser.close();
await server.end();
console.log(failed ? `${failed} failed` : "all is well");
process.exit(failed ? 1 : 0);
