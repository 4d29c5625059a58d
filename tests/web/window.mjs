// A server, a browser, and what a person does in a window of the board.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";

export const [program, browserPath = "/usr/bin/chromium"] = process.argv.slice(2);
const PORT_WAIT = 15000;

/** A server that thinks about its first moves, too; `port` 0 takes any, `more` are further options. */
export async function serve(port = 0, ...more) {
  if (process.env.TENGEN_ADDRESS) return { address: process.env.TENGEN_ADDRESS, end() {} };
  const child = spawn(program, ["web", `--listen=${port}`, "--no-open", "--threads=1", "--memory=64", "--time=0.3", "--book=none", ...more], { stdio: ["ignore", "pipe", "inherit"] });
  // However this process ends by itself, the server does not outlive it.
  process.once("exit", () => child.kill());
  const exit = once(child, "exit"), [said] = await Promise.race([once(child.stdout, "data"), exit]);
  const address = /http:\S+/.exec(`${said}`)?.[0];
  if (!address) throw new Error("tengen web does not say where it is");
  return { address, async end() { child.kill("SIGINT"); await exit; } };
}

export const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
/** The server that the windows use: one that has ended is replaced by the next. */
export const site = { server: await serve() };
export const faults = [];

export async function open(hash = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  /** The nodes of the game, its root first. */
  await context.addInitScript(() => {
    window.nodes = () => {
      const found = [window.tengen.state.tree.root];
      for (const node of found) for (const child of node.children) found.push(child);
      return found;
    };
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PORT_WAIT);
  page.on("pageerror", fault => faults.push(`${fault}`));
  page.on("console", message => {
    if (message.type() === "error" && !/WebSocket|ERR_CONNECTION/.test(message.text())) faults.push(message.text());
  });
  await visit(page, site.server.address + hash);
  return page;
}

/** Opens an address, and waits for the connection. */
export async function visit(page, address) {
  await page.goto(address);
  await untilOpen(page);
}

/** Another window of the same browser. */
export async function another(page, address = site.server.address) {
  const next = await page.context().newPage();
  await visit(next, address);
  return next;
}

/** Loads the page again, as it was left. */
export async function reload(page) {
  await page.reload();
  await untilOpen(page);
}

/** Where a point such as `aa` is on the screen. */
export const place = (page, point) => page.evaluate(point => {
  const { board } = window.tengen, box = board.drawing.getBoundingClientRect(), { width, height } = board.drawing.viewBox.baseVal;
  const scale = Math.min(box.width / width, box.height / height);
  const [x, y] = [...point].map(letter => letter.charCodeAt(0) - 97);
  return {
    x: box.left + (box.width - width * scale) / 2 + (board.margin + x * 40) * scale,
    y: box.top + (box.height - height * scale) / 2 + (board.margin + y * 40) * scale,
  };
}, point);
export const click = async (page, point) => {
  const { x, y } = await place(page, point);
  await page.mouse.click(x, y);
};
export const tap = async (page, point) => {
  const { x, y } = await place(page, point);
  await page.touchscreen.tap(x, y);
};
export const moves = page => page.evaluate(() => window.tengen.state.tree.number(window.tengen.state.node));
export const until = (page, test, argument) => page.waitForFunction(test, argument);
export const untilOpen = page => until(page, () => window.tengen?.engine.isOpen);
export const untilStatus = (page, words) => until(page, words => words.test(document.getElementById("status").textContent), words);
export const untilNotice = (page, words) => until(page, words => words.test(document.getElementById("toast").textContent), words);
export const untilCandidates = page => until(page, () => document.querySelectorAll(".board .candidate").length > 0);
export const untilCounted = page => until(page, () => window.tengen.state.count);
export const untilMove = (page, number) => until(page, number => window.tengen.state.tree.number(window.tengen.state.node) >= number && !window.tengen.thinker.isThinking, number);
// The dialog is closed a moment before the game begins, and only a game that was begun in it has a date.
export const untilBegun = page => until(page, () => window.tengen.state.tree.root.text("DT"));
export const status = page => page.locator("#status").textContent();
export const notice = page => page.locator("#toast").textContent();
export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const radio = (page, name) => page.getByRole("radio", { name });
export const candidates = page => page.locator(".board .candidate").count();

/** Begins a game as New game does, with these choices among the usual ones. */
export async function begin(page, choices) {
  await page.evaluate(() => window.tengen.dialogs.box.close(""));
  await page.evaluate(choices => window.tengen.games.begin({ ...window.tengen.state.options.game, ...choices }), choices);
}
export const setMode = (page, mode) => page.evaluate(mode => window.tengen.setMode(mode), mode);
/** Opens a record. */
export const read = (page, text) => page.evaluate(text => window.tengen.files.open(text), text);
/** The text of the file that is saved by a press. */
export async function saved(page, press = () => button(page, "Save").click()) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return readFile(await download.path(), "utf8");
}
/** From the next position on Tengen looks at none unasked. */
export const quiet = page => page.evaluate(() => { window.tengen.state.live = false; });

/** A screen that is touched. */
export const phone = (width, height) => ({ viewport: { width, height }, hasTouch: true, isMobile: true });

/** A 9×9 board; the same for two people, which opens in Analyse; a game with Tengen at its weakest, Black to play. */
export const NINE = "#size=9&rules=chinese&komi=7", PEOPLE = `${NINE}&play=pp`, WEAKEST = `${NINE}&play=pt&level=1`;
/** A 5×5 board where whoever plays A5 captures, Black to play. */
export const CAPTURE = "#size=5&rules=chinese&komi=7.5&black=abacadaecacbcccdce&white=babbbcbdbe&turn=B";
/** A settled 5×5 game, Black to play: Black has the left, White the right with a dead black stone. */
export const SETTLED = "#size=5&rules=chinese&komi=0&play=pt&level=20&black=babbbcbdbeda&white=cacbcccdcededc&turn=B";
