// A server, a browser, and what a person does in a window of the board.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chromium } from "playwright-core";

export const [program, browserPath = "/usr/bin/chromium"] = process.argv.slice(2);
const PORT_WAIT = 15000;

/** A server; `port` 0 takes any. */
export async function serve(port = 0) {
  if (process.env.TENGEN_ADDRESS) return { address: process.env.TENGEN_ADDRESS, end() {} };
  const child = spawn(program, ["web", `--listen=${port}`, "--no-open", "--threads=1", "--memory=64", "--time=0.3"], { stdio: ["ignore", "pipe", "inherit"] });
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
  await page.goto(site.server.address + hash);
  await page.waitForFunction(() => window.tengen?.engine.isOpen);
  return page;
}

/** Loads the page again, as it was left. */
export async function reload(page) {
  await page.reload();
  await page.waitForFunction(() => window.tengen?.engine.isOpen);
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
export const moves = page => page.evaluate(() => window.tengen.state.tree.number(window.tengen.state.node));
export const until = (page, test, argument) => page.waitForFunction(test, argument);
export const untilMove = (page, number) => until(page, number => window.tengen.state.tree.number(window.tengen.state.node) >= number && !window.tengen.thinker.isThinking, number);
// The dialog is closed a moment before the game begins, and only a game that was begun in it has a date.
export const untilBegun = page => until(page, () => window.tengen.state.tree.root.text("DT"));
export const status = page => page.locator("#status").textContent();
export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const candidates = page => page.locator(".board .candidate").count();

/** A settled 5×5 game, Black to play: Black has the left, White the right with a dead black stone. */
export const SETTLED = "#size=5&rules=chinese&komi=0&play=pt&level=20&black=babbbcbdbeda&white=cacbcccdcededc&turn=B";
