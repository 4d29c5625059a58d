// Screens, fingers, keys, and those who listen.

import assert from "node:assert/strict";
import { browser, button, click, moves, open, place, SETTLED, site, until, untilBegun, untilMove } from "./window.mjs";

export const tests = {
  async "fast and light"() {
    const context = await browser.newContext();
    const page = await context.newPage();
    const bodies = [];
    page.on("response", response => bodies.push(response.body().catch(() => "")));
    await page.goto(site.server.address + "#size=19&rules=chinese&komi=7&play=pp&moves=pdddppdp");
    await page.waitForFunction(() => document.querySelectorAll(".board .stone").length === 4);
    const board = await page.evaluate(() => performance.now());
    await page.waitForFunction(() => window.tengen?.engine.isOpen);
    const open = await page.evaluate(() => performance.now());
    await until(page, () => document.querySelectorAll(".board .candidate").length > 0);
    const analysis = await page.evaluate(() => performance.now()) - open;
    const weight = (await Promise.all(bodies)).reduce((sum, { length }) => sum + length, 0);
    console.log(`     board after ${board.toFixed(0)} ms, analysis ${analysis.toFixed(0)} ms after the connection, ${weight} bytes`);
    assert.ok(weight > 50000 && weight < 300000, `${weight} bytes`);
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
    for (const width of [390, 360, 320, 280]) {
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
    await until(page, () => document.activeElement.matches(".board"));
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

  async "komi is entered with a point or a comma"() {
    const page = await open();
    const told = () => page.evaluate(() => [window.tengen.dialogs.isOpen, window.tengen.state.tree.root.text("KM")]);
    const enter = async (field, text) => {
      await page.focus(field);
      await page.locator(field).fill("");
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    };
    for (const text of ["6,3", "3.25", "325", "350", "1,000", "6.5 for Black"]) {
      await enter("#komi", text);
      assert.ok((await told())[0], text);
    }
    // An older version has kept it.
    await page.keyboard.press("Escape");
    await until(page, () => !window.tengen.dialogs.isOpen);
    await page.evaluate(() => {
      window.tengen.state.options.game.komi = "1e2";
      window.tengen.dialogs.newGame();
    });
    await page.locator("#komi").press("Enter");
    assert.ok((await told())[0]);
    await enter("#komi", "6,5");
    await untilBegun(page);
    assert.deepEqual(await told(), [false, "6.5"]);
    await page.locator("#facts").click();
    await enter("#fact-KM", "");
    assert.ok((await told())[0], "a record has a komi");
    await enter("#fact-KM", "-0,5");
    await until(page, () => window.tengen.state.tree.komi === -0.5);
    assert.deepEqual(await told(), [false, "-0.5"]);
    await page.context().close();
  },

  async "names and roles for those who listen"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&moves=eeec");
    for (const [role, name] of [["application", /Board, 9 by 9. Last move: White E7. Black to play/], ["button", "New game"], ["button", "Undo"], ["button", "Pass"], ["button", "Back"], ["radio", "Play"], ["radio", "Analyse"], ["slider", "Winning chances over the game"], ["img", "The moves as a tree, 2 nodes after the start: the arrows walk through it"]])
      assert.equal(await page.getByRole(role, { name, exact: typeof name === "string" }).count(), 1, `${role} ${name}`);
    const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, input, textarea, select")].filter(each => each.offsetParent && !(each.textContent.trim() || each.getAttribute("aria-label") || each.labels?.length)).length);
    assert.equal(unnamed, 0);
    assert.equal(await page.getAttribute(".board .stones", "aria-hidden"), "true");
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

  async "who listens hears of mistakes, notices and marks, and keeps the focus"() {
    const page = await open("#size=5&rules=chinese&komi=7.5&play=pt&level=1&black=abacadaecacbcccdce&white=babbbcbdbe&turn=B");
    await page.evaluate(() => {
      const { state } = window.tengen;
      state.options.teaching = true;
      state.node.set("LB", ["ee:A"]);
      state.node.set("TR", ["ed"]);
      window.tengen.refresh();
    });
    assert.deepEqual(await page.evaluate(() => [24, 19].map(index => window.tengen.board.describe(index))), ["E1 empty, label A", "E2 empty, triangle"]);
    await until(page, () => window.tengen.state.node.evaluation?.visits >= 500);
    await click(page, "ee");
    await until(page, () => window.tengen.state.lesson);
    assert.match(await page.locator("#heard").textContent(), /^E1 loses about \d+ points\. Tengen would have played A5\.$/);
    assert.equal(await page.locator("#status").textContent(), "A mistake: take it back, or play on.");
    const hasFocus = () => page.evaluate(() => document.activeElement.matches(".board"));
    await button(page, "Take back").press("Enter");
    assert.ok(await hasFocus());
    assert.equal(await moves(page), 0);
    await page.evaluate(() => { window.tengen.state.options.teaching = false; window.tengen.refresh(); });
    await button(page, "Resign").press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).press("Enter");
    await until(page, () => window.tengen.state.phase === "over");
    assert.ok(await hasFocus());
    // Of a region that was hidden a change is not told.
    assert.equal(await page.evaluate(() => document.getElementById("toast").closest("[aria-live]:not([hidden])") !== null && !document.getElementById("toast").hasAttribute("aria-live")), true);
    await page.context().close();
  },

  async "who listens hears that a review begins, and not of each position"() {
    const page = await open("#size=5&rules=chinese&komi=7.5&play=pp&moves=ccdddbbb");
    await page.evaluate(() => {
      const { reviewing, state } = window.tengen, status = document.getElementById("status");
      window.told = [];
      new MutationObserver(() => { if (status.ariaLive !== "off") window.told.push(status.textContent); }).observe(status, { childList: true });
      state.live = false;
      reviewing.start();
    });
    await until(page, () => window.tengen.state.reviewed);
    await page.evaluate(() => window.tengen.show());
    const told = await page.evaluate(() => window.told);
    assert.deepEqual(told, ["Reviewing: 0 of 5 positions", await page.locator("#status").textContent()]);
    // A stone that waits to be confirmed asks something.
    assert.deepEqual(await page.evaluate(() => {
      const { board, reviewing, state } = window.tengen, status = document.getElementById("status");
      reviewing.start();
      state.review.began = { at: performance.now(), done: 0 };
      board.propose(0);
      window.tengen.show();
      return [status.textContent, status.ariaLive];
    }), ["Again on A5 plays there.", "polite"]);
    await page.context().close();
  },

  async "stones are heard again after a call"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(() => {
      window.made = window.silenced = 0;
      // As on an iPhone where the sound cannot be woken.
      window.AudioContext = class extends AudioContext {
        constructor() {
          super();
          window.made++;
        }
        get state() { return "interrupted"; }
        resume() { return Promise.reject(new Error("interrupted")); }
        close() {
          window.silenced++;
          return super.close();
        }
      };
    });
    for (const [number, point] of ["ee", "cc"].entries()) {
      await click(page, point);
      assert.deepEqual(await page.evaluate(() => [window.made, window.silenced]), [number + 1, number + 1]);
    }
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
    const contrast = page => page.evaluate(() => {
      const canvas = new OffscreenCanvas(1, 1).getContext("2d");
      const [letters, ground] = [getComputedStyle(document.querySelector(".graph .lead-label")).fill, getComputedStyle(document.body).backgroundColor].map(color => {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map(part => part / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
      });
      return Math.max(letters / ground, ground / letters);
    });
    for (const page of [dark, light]) assert.ok(await contrast(page) >= 4.5, "small letters can be read");
    await light.locator("#settings").click();
    await light.selectOption("#set-theme", "dark");
    await button(light, "Done").click();
    await until(light, () => document.documentElement.dataset.theme === "dark");
    assert.equal(await ground(light), await ground(dark));
    // The tools have stones in their colors, whatever the letters are.
    await dark.getByRole("radio", { name: "Edit" }).click();
    const tools = await dark.evaluate(() => ["black", "white"].map(tool => getComputedStyle(document.querySelector(`[data-tool=${tool}] .stone`)).backgroundImage));
    assert.match(tools[0], /rgb\(23, 23, 26\)/);
    assert.notEqual(tools[0], tools[1]);
    await dark.context().close();
    await light.context().close();
  },

  async "no screen cuts anything off"() {
    const page = await open("#size=19&rules=chinese&komi=7&play=pp&moves=eecc", { hasTouch: true, isMobile: true });
    for (const [width, height] of [[667, 375], [740, 340], [800, 360], [640, 360], [561, 360], [561, 700], [600, 700], [640, 800], [661, 700], [731, 700], [320, 568], [844, 390], [1001, 700], [1280, 800], [1920, 1080]]) {
      await page.setViewportSize({ width, height });
      // In two columns the panel scrolls, whatever is in it, and the page does not.
      if (height <= 500 || width > 1000) for (const mode of ["play", "edit", "analyse"]) {
        await page.evaluate(mode => window.tengen.setMode(mode), mode);
        const high = await page.evaluate(() => document.documentElement.scrollHeight);
        assert.ok(high <= height, `${high} pixels on a screen of ${width}x${height}, ${mode}`);
      }
      const { wide, covered } = await page.evaluate(() => {
        const covered = [...document.querySelectorAll("header button, #walk button")].filter(each => {
          const { left, right, top, bottom } = each.getBoundingClientRect();
          // What is below can be scrolled to.
          return left < 0 || right > innerWidth || (bottom <= innerHeight && document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest("button") !== each);
        });
        return { wide: document.documentElement.scrollWidth, covered: covered.map(each => each.title) };
      });
      assert.ok(wide <= width, `${wide} pixels on a screen of ${width}x${height}`);
      assert.deepEqual(covered, [], `${width}x${height}`);
      const { y, height: high } = await page.locator("#walk").boundingBox();
      if (height <= 500) assert.ok(y + high <= height, `${width}x${height}: in sight without scrolling`);
      assert.ok((await page.locator("header").boundingBox()).height < 62, "one line");
    }
    await page.context().close();
  },

  async "what goes on and what can be done is in sight below the board"() {
    for (const [width, height] of [[768, 1024], [390, 664], [820, 1180]]) {
      const page = await open("#size=19&rules=chinese&komi=7&play=pt&moves=pddp", { viewport: { width, height }, hasTouch: true, isMobile: true });
      for (const part of ["#status", "#actions"]) {
        const { y, height: high } = await page.locator(part).boundingBox();
        assert.ok(y + high <= height, `${part} ends at ${y + high} on ${width}x${height}`);
      }
      assert.equal(await page.evaluate(() => scrollY), 0);
      await page.context().close();
    }
  },

  async "long names leave room for the rank"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp", { viewport: { width: 390, height: 844 } });
    const name = "Somebody with many names ".repeat(9).trim();
    await page.evaluate(name => window.tengen.files.open(`(;SZ[9]PB[${name}]BR[9 dan];B[ee])`), name);
    const [line, rank] = [await page.locator("#lower").boundingBox(), await page.locator("#lower .rank").boundingBox()];
    assert.equal(await page.locator("#lower .rank").textContent(), "9 dan");
    assert.ok(rank.width > 20 && rank.x + rank.width <= line.x + line.width);
    assert.equal(await page.getAttribute("#lower .name", "title"), name);
    await page.context().close();
  },

  async "a row of the table by keyboard"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee");
    await until(page, () => document.querySelectorAll("#found tbody button").length > 1);
    await page.keyboard.press(" ");
    await page.locator("#found tbody button").first().press("Enter");
    assert.ok(await page.locator("#stepper").isVisible());
    assert.equal(await page.locator("#found tbody button[aria-pressed=true]").count(), 1);
    assert.equal(await moves(page), 1, "only shown");
    await page.context().close();
  },

  async "after New game the keyboard has a place on a board of another size too"() {
    for (const [size, other, words, point] of [[19, 9, "E5 empty", "ee"], [9, 13, "G7 empty", "gg"]]) {
      const page = await open(`#size=${size}&rules=chinese&komi=7&play=pp`);
      await page.focus(".board");
      await page.keyboard.press("n");
      await page.locator(`[name=size][value='${other}']`).check();
      await page.locator("[name=color][value=both]").check();
      await page.locator("#komi").press("Enter");
      await untilBegun(page);
      assert.equal(await page.locator("#heard").textContent(), words);
      assert.equal(await page.locator(".board .cursor").count(), 1);
      await page.keyboard.press("Enter");
      assert.equal(await page.evaluate(() => window.tengen.state.node.text("B")), point);
      await page.context().close();
    }
  },

  async "after a click by mouse keys press nothing again"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee");
    const isLive = () => page.evaluate(() => window.tengen.state.live);
    await button(page, "Pass").click();
    await page.keyboard.press(" ");
    assert.deepEqual([await moves(page), await isLive()], [2, false]);
    await page.getByText("Territory", { exact: true }).click();
    await page.keyboard.press(" ");
    assert.deepEqual([await page.isChecked("#show-owner"), await isLive()], [true, true]);
    await until(page, () => document.querySelectorAll("#found tbody button").length > 0);
    await page.keyboard.press(" ");
    await page.locator("#found tbody button").first().click();
    const { step } = await page.evaluate(() => window.tengen.state.chosen);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    assert.equal(await moves(page), 2 + Math.max(1, step - 1), "the variation is kept as far as it is shown");
    await button(page, "New game").click();
    await button(page, "Cancel").click();
    await page.keyboard.press(" ");
    assert.ok(!await page.evaluate(() => window.tengen.dialogs.isOpen));
    assert.ok(await isLive());
    // Who pressed it by key has it pressed again.
    const number = await moves(page);
    await button(page, "Pass").press("Enter");
    await page.keyboard.press(" ");
    assert.equal(await moves(page), number + 2);
    await page.context().close();
  },

  async "the wheel over the board walks, and steps through a variation"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eeccgg&at=1");
    const turn = async (deltaY, expected) => {
      // Longer than it takes for a new stroke.
      await page.waitForTimeout(200);
      await page.mouse.wheel(0, deltaY);
      await until(page, expected => window.tengen.state.tree.number(window.tengen.state.node) === expected, expected);
    };
    const { x, y } = await place(page, "ee");
    await page.mouse.move(x, y);
    await turn(100, 2);
    await turn(100, 3);
    await turn(-100, 2);
    // A short stroke on a touchpad, one to the side, and one where two fingers move the magnified page.
    const stroke = (deltaX, deltaY) => page.evaluate(([deltaX, deltaY]) => {
      const event = () => new WheelEvent("wheel", { deltaX, deltaY, bubbles: true, cancelable: true });
      return Array.from({ length: 10 }, () => window.tengen.board.drawing.dispatchEvent(event())).every(Boolean);
    }, [deltaX, deltaY]);
    for (const [scale, deltaX, isLeft, number] of [[1, 0, false, 1], [1, 60, true, 1], [2, 0, true, 1]]) {
      await page.waitForTimeout(200);
      await page.evaluate(scale => Object.defineProperty(visualViewport, "scale", { value: scale, configurable: true }), scale);
      assert.deepEqual([await stroke(deltaX, -8), await moves(page)], [isLeft, number]);
    }
    await page.evaluate(() => { delete visualViewport.scale; });
    await turn(100, 2);
    await until(page, () => window.tengen.state.node.evaluation?.moves[0].line.length > 1);
    const step = await page.evaluate(() => {
      const { state, variation } = window.tengen;
      state.live = false;
      window.tengen.refresh();
      variation.choose(state.node.evaluation.moves[0].index);
      return state.chosen.step;
    });
    await turn(-100, 2);
    await until(page, step => window.tengen.state.chosen.step === step - 1, step);
    // Where the page has one column it scrolls.
    await page.setViewportSize({ width: 500, height: 500 });
    await page.mouse.move(250, 250);
    await page.mouse.wheel(0, 100);
    await until(page, () => scrollY > 0);
    assert.equal(await page.evaluate(() => window.tengen.state.chosen.step), step - 1);
    await page.context().close();
  },

  async "candidates have one large number where the points are small, and else two"() {
    const page = await open("#size=19&rules=chinese&komi=7&play=pp&moves=pd");
    await until(page, () => document.querySelectorAll(".board .candidate").length > 0);
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.refresh(); });
    // A laptop, where the board is narrower than its column; a large screen; a phone.
    for (const [width, height, numbers] of [[1366, 620, 1], [1280, 560, 1], [1920, 1080, 2], [390, 844, 1]]) {
      await page.setViewportSize({ width, height });
      const texts = await page.evaluate(() => {
        window.tengen.show();
        return [...document.querySelector(".board .candidate.first").querySelectorAll("text")].map(text => parseFloat(getComputedStyle(text).fontSize) * window.tengen.board.cell / 40);
      });
      assert.equal(texts.length, numbers, `${width}x${height}`);
      assert.ok(texts[0] > 8, `${texts[0]} pixels on ${width}x${height}`);
    }
    await page.context().close();
  },

  async "help tells what the board shows"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.keyboard.press("?");
    const words = await page.locator("#dialog").textContent();
    assert.match(words, /What the board shows.*good.*fine.*inaccuracy.*mistake.*blunder.*chance to win.*how often/);
    assert.equal(await page.locator("#dialog .dot").count(), 6);
    await page.context().close();
  },

  async "a notice covers no point, and not what goes on"() {
    const page = await open("#size=19&rules=chinese&komi=7&play=pp&moves=ee");
    for (const [width, height] of [[1280, 800], [1001, 700], [844, 390], [561, 360], [768, 1024], [600, 700], [390, 844], [360, 640], [320, 568]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => { window.tengen.files.open("(;SZ[19]KM[abc]RU[Lasker];B[pd];W[dd])"); });
      assert.ok(await page.locator("#said button").isVisible());
      const [grid, notice, status] = await page.evaluate(() => [".board .grid", "#toast", "#status"].map(name => document.querySelector(name).getBoundingClientRect().toJSON()));
      const half = await page.evaluate(() => window.tengen.board.cell / 2);
      const isApart = notice.top >= grid.bottom + half || notice.bottom <= grid.top - half || notice.left >= grid.right + half;
      assert.ok(isApart && notice.top >= 0 && notice.bottom <= height && notice.right <= width, `${width}x${height}: ${JSON.stringify([grid, notice])}`);
      if (width <= 560) assert.ok(notice.bottom <= status.top, `${width}x${height}: ${JSON.stringify([status, notice])}`);
    }
    await page.evaluate(() => document.querySelector("#said button").click());
    assert.ok(await page.locator("#toast").isVisible());
    await page.keyboard.press("Escape");
    assert.ok(await page.locator("#toast").isHidden());
    await page.evaluate(() => window.tengen.say("Something."));
    await page.locator("#hush").click();
    assert.ok(await page.locator("#toast").isHidden());
    await page.context().close();
  },

  async "a dialog is closed by a press beside it, not by one that only begins or ends there"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.keyboard.press("n");
    const { x, y, width, height } = await page.locator("#komi").boundingBox(), field = [x + width / 2, y + height / 2], beside = [20, 400];
    const drag = async (from, to) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 3 });
      await page.mouse.up();
      return page.evaluate(() => window.tengen.dialogs.isOpen);
    };
    assert.ok(await drag(field, beside));
    assert.ok(await drag(beside, field));
    assert.ok(!await drag(beside, beside));
    await page.context().close();
  },

  async "a dialog that is opened in the moment another one closes does what it says"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(() => { window.tengen.dialogs.settings(); });
    await page.check("[name=numbers]");
    await page.evaluate(() => {
      document.querySelector("#dialog button[value=done]").click();
      window.tengen.dialogs.newGame();
    });
    assert.ok(await page.evaluate(() => window.tengen.state.options.numbers), "what was chosen is kept");
    await page.getByRole("radio", { name: "13×13" }).check();
    await button(page, "Play").click();
    await until(page, () => window.tengen.state.tree.width === 13);
    await page.context().close();
  },

  async "a variation is stepped through from the board as well"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1");
    await page.focus(".board");
    await page.keyboard.press(" ");
    assert.equal(await moves(page), 0, "Enter plays");
    await page.keyboard.press("h");
    await until(page, () => window.tengen.state.node.isHinted);
    const step = () => page.evaluate(() => window.tengen.state.chosen?.step ?? null);
    await page.keyboard.press("1");
    const all = await step();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await step(), all - 1);
    await page.keyboard.press("ArrowRight");
    assert.equal(await step(), all);
    await page.keyboard.press("Escape");
    assert.equal(await step(), null);
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    assert.equal(await moves(page), all, "it is kept");
    assert.equal(await page.evaluate(() => { const { state: { latest, tree } } = window.tengen; return tree.number(latest); }), 0, "and not played");
    assert.ok(await page.evaluate(() => document.activeElement.matches(".board")));
    await page.context().close();
  },

  async "keys for what an analysis shows do nothing while playing"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1");
    const switches = () => page.evaluate(() => { const { live, options: { owner, moves } } = window.tengen.state; return [live, owner, moves]; });
    for (const key of [" ", "t", "b"]) await page.keyboard.press(key);
    assert.deepEqual(await switches(), [true, false, true]);
    await page.keyboard.press("a");
    for (const key of [" ", "t", "b"]) await page.keyboard.press(key);
    assert.deepEqual(await switches(), [false, true, false]);
    await page.context().close();
  },

  async "fields are large enough for a phone not to zoom"() {
    const page = await open("", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    for (const field of ["#komi", "#rules", "#time", "#comment"])
      assert.equal(await page.evaluate(field => getComputedStyle(document.querySelector(field)).fontSize, field), "16px", field);
    await page.context().close();
  },

  async "all that can be done while Tengen thinks is in one line on a phone"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=20", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.evaluate(() => { window.tengen.state.time = 60; window.tengen.play.move(40); });
    await button(page, "Move now").waitFor();
    const tops = await page.evaluate(() => [...document.querySelectorAll("#actions button")].map(each => each.getBoundingClientRect().top));
    assert.deepEqual([tops.length, new Set(tops).size], [5, 1]);
    await page.context().close();
  },

  async "a tap is one also where the click does not tell"() {
    const page = await open("#size=19&rules=chinese&komi=7&play=pp", { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    await page.evaluate(() => {
      window.tengen.state.live = false;
      window.tengen.setMode("play");
      const { get } = Object.getOwnPropertyDescriptor(PointerEvent.prototype, "pointerType");
      // As Safari had it until 2024.
      Object.defineProperty(PointerEvent.prototype, "pointerType", { get() { return this.type === "click" ? undefined : get.call(this); } });
    });
    const { x, y } = await place(page, "jj");
    for (const number of [0, 1]) {
      await page.touchscreen.tap(x, y);
      assert.equal(await moves(page), number);
    }
    // A key has no pointer, whatever was pressed before.
    await page.focus(".board");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    assert.equal(await moves(page), 2);
    await page.context().close();
  },

  async "who listens hears what a hint has found, and what is counted"() {
    const page = await open(SETTLED);
    const heard = () => page.locator("#heard").textContent();
    await page.keyboard.press("h");
    await until(page, () => window.tengen.state.node.isHinted);
    assert.match(await heard(), /^[A-E][1-5], Black wins [\d.]+ %/);
    await page.evaluate(() => window.tengen.announce(""));
    await page.keyboard.press("h");
    await page.keyboard.press("h");
    assert.match(await heard(), /^[A-E][1-5], Black wins [\d.]+ %/, "what is known already as well");
    await page.evaluate(address => { location.hash = address; }, `${SETTLED}&moves=----`);
    await until(page, () => window.tengen.state.count);
    assert.equal(await heard(), "White is ahead by 5. Dead: D5.");
    assert.deepEqual(await page.evaluate(() => [0, 1, 3].map(index => window.tengen.board.describe(index))), ["A5 empty, Black's", "B5 Black", "D5 Black, dead, White's"]);
    await page.evaluate(() => window.tengen.play.dispute(3));
    await until(page, () => !window.tengen.state.count.isOld);
    assert.equal(await heard(), "Black is ahead by 4. No stones are dead.");
    await page.context().close();
  },

  async "a key that is held walks on, and does all else once"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eeccggcggc");
    await page.evaluate(() => { window.tengen.state.live = false; });
    const hold = async (key, times = 3) => {
      for (let i = 0; i < times; i++) await page.keyboard.down(key);
      await page.keyboard.up(key);
    };
    await hold("Delete");
    assert.equal(await moves(page), 4);
    await page.keyboard.press("Control+z");
    assert.equal(await moves(page), 5);
    await hold("p");
    assert.equal(await moves(page), 6);
    await hold("ArrowLeft");
    assert.equal(await moves(page), 3);
    await page.evaluate(() => window.tengen.files.open("(;SZ[13];B[cc])"));
    await page.keyboard.down("Control");
    await hold("z", 2);
    await page.keyboard.up("Control");
    assert.equal(await page.evaluate(() => window.tengen.state.tree.width), 9, "one game back, and not to and fro");
    await page.context().close();
  },

  async "keys are where they are with Latin letters, and Backspace deletes too"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=eecc");
    await page.evaluate(() => { window.tengen.state.live = false; });
    const press = init => page.evaluate(init => { document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init })); }, init);
    await press({ key: "з", code: "KeyP" });
    assert.equal(await moves(page), 3, "p in Russian");
    await page.keyboard.press("Backspace");
    assert.equal(await moves(page), 2);
    await press({ key: "я", code: "KeyZ", ctrlKey: true });
    assert.equal(await moves(page), 3);
    await press({ key: "لا", code: "KeyB" });
    assert.equal(await page.evaluate(() => window.tengen.state.options.moves), false, "b in Arabic");
    await press({ key: "ㅁ", code: "KeyA" });
    assert.equal(await page.evaluate(() => window.tengen.state.mode), "play", "a in Korean");
    await page.keyboard.press("Backspace");
    assert.equal(await moves(page), 3, "while playing nothing is deleted");
    // Where the letters are Latin their own places hold.
    await press({ key: "q", code: "KeyA" });
    await press({ key: "è", code: "KeyT" });
    assert.deepEqual(await page.evaluate(() => [window.tengen.state.mode, window.tengen.state.options.estimate]), ["play", false]);
    await page.context().close();
  },

  async "few colors tell what is chosen"() {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open("#size=9&rules=chinese&komi=7&play=pp&moves=ee", { colorScheme, forcedColors: "active" });
      await until(page, () => document.querySelectorAll("#found .dot").length > 1);
      const style = (selector, name) => page.evaluate(([selector, name]) => getComputedStyle(document.querySelector(selector))[name], [selector, name]);
      const differ = async (name, one, other) => assert.notEqual(await style(one, name), await style(other, name), `${colorScheme}: ${one}, ${other}`);
      await differ("backgroundColor", "[data-mode=analyse]", "[data-mode=play]");
      await differ("outlineStyle", ".player.turn", ".player:not(.turn)");
      await differ("backgroundImage", ".player .stone.black", ".player .stone.white");
      await differ("backgroundColor", "#chance-black", "#chance-bar");
      await differ("backgroundColor", "#found .dot.best", "body");
      assert.equal(await style(".board .grid", "stroke"), await style("body", "color"));
      await page.keyboard.press("n");
      await differ("backgroundColor", "[name=color]:checked + span", "[name=color]:not(:checked) + span");
      await page.context().close();
    }
  },

  async "where points are small a second tap confirms a move"() {
    const page = await open("#size=19&rules=chinese&komi=7&play=pp", { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.setMode("play"); });
    const tap = async point => { const { x, y } = await place(page, point); await page.touchscreen.tap(x, y); };
    await tap("jj");
    await tap("kk");
    assert.equal(await moves(page), 0, "another point is another first tap");
    assert.match(await page.locator("#status").textContent(), /Again on L9 plays there/);
    assert.equal(await page.locator(".board .ghost-stone").count(), 1);
    await tap("kk");
    assert.equal(await page.evaluate(() => window.tengen.state.node.text("B")), "kk");
    // A click of a mouse, a key and a wish need none.
    await page.evaluate(() => { window.tengen.state.options.confirm = "never"; });
    await tap("jj");
    assert.equal(await moves(page), 2);
    await page.evaluate(() => { window.tengen.state.options.confirm = "small"; });
    await click(page, "aa");
    assert.equal(await moves(page), 3);
    // A stone that waits is not for another game.
    await tap("dd");
    await page.evaluate(() => { const { dialogs, state } = window.tengen; dialogs.beginHere({ ...state.options.game, color: "both" }); });
    assert.doesNotMatch(await page.locator("#status").textContent(), /Again on/);
    await tap("dd");
    assert.equal(await moves(page), 3);
    await page.context().close();
  },

  async "where nothing can be played nothing is proposed"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt&level=1&moves=eecc");
    await page.evaluate(() => { window.tengen.state.options.confirm = "always"; });
    const told = () => page.evaluate(() => [window.tengen.board.proposed, ...["status", "toast"].map(id => document.getElementById(id).textContent)]);
    const isRefused = async words => {
      const [proposed, status, notice] = await told();
      assert.equal(proposed, null, notice);
      assert.doesNotMatch(status, /plays there/);
      assert.match(notice, words);
    };
    await click(page, "gg");
    assert.equal((await told())[1], "Again on G3 plays there.");
    await click(page, "ee");
    await isRefused(/^There is a stone/);
    await page.keyboard.press("ArrowLeft");
    await click(page, "gg");
    await isRefused(/^The game does not stand here/);
    await page.keyboard.press("End");
    // In one go, before Tengen can answer.
    await page.evaluate(() => {
      const { board, play } = window.tengen;
      play.move(60);
      board.handlers.play(62, "mouse");
      play.end("B+R");
    });
    await isRefused(/^It is Tengen's turn/);
    await click(page, "gc");
    await isRefused(/^The game is over/);
    await page.context().close();
  },

  async "who listens can follow a record"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.files.open("(;SZ[9];B[ba];W[aa];B[ab]C[Taken.](;W[ee])(;W[gg]))"); });
    const heard = [];
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "Home"]) {
      await page.keyboard.press(key);
      heard.push(await page.locator("#heard").textContent());
    }
    assert.deepEqual(heard, ["Black B9", "White A9", "Black A8, 1 taken; comment", "White E5; 1 of 2 variations", "White G3; 2 of 2 variations", "Start"]);
    await page.context().close();
  },
};
