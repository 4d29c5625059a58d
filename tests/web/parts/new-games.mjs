// What is asked before a game, and begun.

import assert from "node:assert/strict";
import { begin, button, open, PEOPLE, radio, read, reload, until, untilBegun } from "../window.mjs";

export const tests = {
  async "the komi that is usual shows where none is entered, and which handicap is unusual"() {
    const page = await open();
    const usual = () => page.getAttribute("#komi", "placeholder");
    assert.equal(await usual(), "7.5");
    assert.equal(await page.evaluate(() => window.tengen.state.tree.komi), 7.5, "on the first board too");
    for (const [rules, komi] of [["new-zealand", "7"], ["korean", "6.5"], ["japanese", "6.5"], ["chinese", "7.5"]]) {
      await page.selectOption("#rules", rules);
      assert.equal(await usual(), komi, rules);
    }
    await page.selectOption("#handicap", "2");
    assert.equal(await usual(), "0.5");
    const isUnusual = () => page.locator("#handicap-words").isVisible();
    assert.equal(await isUnusual(), false);
    await page.locator("[name=size][value=other]").check();
    const [sizes, field] = [await page.locator(".choices:has(#other-size)").boundingBox(), await page.locator("#other-size").boundingBox()];
    assert.ok(field.x >= sizes.x && field.y >= sizes.y && field.y + field.height <= sizes.y + sizes.height + 1, "the size is entered among the others");
    assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById("other-size")).opacity), "1");
    for (const [size, stones, words] of [["6", "2", true], ["8", "4", false], ["8", "5", true], ["18", "5", true], ["19", "9", false], ["13x9", "5", true]]) {
      await page.fill("#other-size", size);
      await page.selectOption("#handicap", stones);
      assert.equal(await isUnusual(), words, `${stones} on ${size}`);
    }
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
  },

  async "sizes and komi are entered in full-width characters too"() {
    const page = await open();
    for (const [size, komi, expected] of [["１３", "６．５", [13, 13, 6.5]], ["１９ｘ９", "６。５", [19, 9, 6.5]], [" 7 × 9", "−0.5", [7, 9, -0.5]]]) {
      await page.locator("[name=size][value=other]").check();
      await page.fill("#other-size", size);
      await page.fill("#komi", komi);
      await page.locator("#komi").press("Enter");
      await until(page, expected => { const { width, height, komi } = window.tengen.state.tree; return `${[width, height, komi]}` === `${expected}`; }, expected);
      await page.keyboard.press("n");
    }
    assert.deepEqual([await page.inputValue("#other-size"), await page.inputValue("#komi")], ["7x9", "-0.5"]);
    await page.keyboard.press("Escape");
    await page.locator("#facts").click();
    await page.fill("#fact-KM", "７．５");
    await page.locator("#fact-KM").press("Enter");
    await until(page, () => window.tengen.state.tree.root.text("KM") === "7.5");
  },

  async "a board has the size that was entered, or is not begun"() {
    const page = await open();
    const enter = size => page.fill("#other-size", size);
    const play = () => page.getByRole("dialog").getByRole("button", { name: "Play", exact: true }).click();
    await page.locator("[name=size][value=other]").check();
    for (const size of ["30", "0", "9x26", ""]) {
      await enter(size);
      await play();
      assert.ok(await page.evaluate(() => window.tengen.dialogs.isOpen), size);
    }
    // What is wrong in a field that is not shown stops nobody.
    await enter("30");
    await page.locator("[name=size][value='13']").check();
    await play();
    await untilBegun(page);
    assert.equal(await page.evaluate(() => window.tengen.state.tree.width), 13);
    for (const [size, expected] of [["25x7", [25, 7]], ["1", [1, 1]]]) {
      await page.keyboard.press("n");
      await page.locator("[name=size][value=other]").check();
      await enter(size);
      await play();
      await until(page, width => window.tengen.state.tree.width === width, expected[0]);
      assert.deepEqual(await page.evaluate(() => [window.tengen.state.tree.width, window.tengen.state.tree.height]), expected);
    }
  },

  async "New game tells what rank a level has on the board that is chosen"() {
    const page = await open();
    const words = () => page.locator("#level-words").textContent();
    const choose = level => page.evaluate(level => { const field = document.getElementById("level"); field.value = level; field.dispatchEvent(new Event("input", { bubbles: true })); }, level);
    await choose(6);
    assert.equal(await words(), "Level 6: overlooks some moves, as strong as GNU Go, on 19×19 about 9 kyu");
    await page.locator("[name=size][value='13']").check();
    assert.equal(await words(), "Level 6: overlooks some moves, on 19×19 about 9 kyu");
    await page.locator("[name=size][value='19']").check();
    assert.equal(await words(), "Level 6: about 9 kyu – roughly, from games with GNU Go; no level has played people");
    await choose(1);
    await page.locator("[name=size][value=other]").check();
    await page.fill("#other-size", "25x19");
    assert.match(await words(), /about 16 kyu/);
    await choose(20);
    assert.match(await words(), /^Level 20: of dan rank/);
    for (const size of ["7", ""]) {
      await page.fill("#other-size", size);
      assert.match(await words(), /^Level 20: all that Tengen can/);
    }
    // A position has its board.
    await button(page, "Cancel").click();
    await read(page, "(;SZ[19];B[dd])");
    await page.keyboard.press("End");
    await page.keyboard.press("n");
    await choose(1);
    assert.match(await words(), /^Level 1: the weakest, overlooks many moves, on 19×19 about 16 kyu/);
    await choose(2);
    assert.match(await words(), /overlooks many moves, on 19×19 about 15 kyu/);
    await radio(page, "from this position").check();
    assert.match(await words(), /: about 15 kyu/);
  },

  async "after a game there is another one, a level up or down"() {
    const page = await open();
    await begin(page, { size: "13", color: "black", level: 4, handicap: 2, rules: "japanese", system: "byoyomi", main: 60, period: 10, periods: 3 });
    const game = () => page.evaluate(() => { const { tree, level, players, clock: { settings }, phase } = window.tengen.state; return [tree.width, tree.rules, tree.komi, tree.root.values("AB").length, tree.name(2), level, players[2], settings.system, settings.periods, phase]; });
    const like = level => [13, "japanese", 0.5, 2, `Tengen (level ${level})`, level, "tengen", "byoyomi", 3, "playing"];
    assert.deepEqual(await game(), like(4));
    await page.evaluate(() => window.tengen.play.end("B+R"));
    await button(page, "Again, at level 5").click();
    await until(page, () => window.tengen.state.phase === "playing");
    assert.deepEqual(await game(), like(5));
    await page.evaluate(() => window.tengen.play.end("W+3.5"));
    await button(page, "Again, at level 4").press("Enter");
    await until(page, () => window.tengen.state.phase === "playing");
    assert.deepEqual(await game(), like(4));
    assert.ok(await page.evaluate(() => document.activeElement.matches(".board")));
    await page.keyboard.press("n");
    assert.equal(await page.inputValue("#level"), "4");
    await page.keyboard.press("Escape");
    await page.evaluate(() => { location.hash = "size=9&rules=chinese&komi=7&play=pp&moves=ee"; });
    await until(page, () => window.tengen.state.tree.width === 9);
    await page.evaluate(() => { window.tengen.setMode("play"); window.tengen.play.end("W+R"); });
    assert.equal(await page.getByRole("button", { name: /^Again/ }).count(), 0, "of two people nobody has a level");
  },

  async "free handicap while Tengen works"() {
    const page = await open("#size=19&rules=chinese&komi=7&play=pp");
    await until(page, () => window.tengen.thinker.doing !== null);
    await begin(page, { size: "6", handicap: 2 });
    assert.equal(await page.evaluate(() => window.tengen.state.tree.root.values("AB").length), 2);
    await begin(page, { size: "1", handicap: 2 });
    assert.deepEqual(await page.evaluate(() => { const { width, root } = window.tengen.state.tree; return [width, root.has("AB"), root.text("HA")]; }), [1, false, "0"], "where there is no room");
    assert.equal(await page.locator("#said").textContent(), "A new game. The board has room for 0 handicap stones.Back to the game before");
  },

  async "a dialog that is opened in the moment another one closes does what it says"() {
    const page = await open(PEOPLE);
    await page.evaluate(() => { window.tengen.dialogs.settings(); });
    await page.check("[name=numbers]");
    await page.evaluate(() => {
      document.querySelector("#dialog button[value=done]").click();
      window.tengen.dialogs.newGame();
    });
    assert.ok(await page.evaluate(() => window.tengen.state.options.numbers), "what was chosen is kept");
    await radio(page, "13×13").check();
    await button(page, "Play").click();
    await until(page, () => window.tengen.state.tree.width === 13);
  },

  async "who plays against Tengen has the name that Settings have"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pt");
    const names = () => page.evaluate(() => ["PB", "PW"].map(name => window.tengen.state.tree.root.text(name)));
    const setName = async name => {
      await page.locator("#settings").click();
      await page.fill("#set-name", name);
      await button(page, "Done").click();
      await until(page, name => window.tengen.state.options.name === name, name.trim());
    };
    assert.deepEqual(await names(), ["You", "Tengen (level 4)"]);
    await setName(" 美咲 ");
    assert.deepEqual(await names(), ["美咲", "Tengen (level 4)"], "the game that is played");
    assert.equal(await page.locator("#lower .name").textContent(), "美咲");
    const begin = color => page.evaluate(color => window.tengen.games.begin({ ...window.tengen.state.options.game, color }), color);
    await begin("white");
    assert.deepEqual(await names(), ["Tengen (level 4)", "美咲"]);
    await begin("both");
    assert.deepEqual(await names(), ["", ""], "each program calls the colors in its own language");
    assert.equal(await page.locator("#lower .name").textContent(), "Black");
    await read(page, "(;SZ[9]PB[美咲];B[ee])");
    await setName("");
    assert.deepEqual(await names(), ["美咲", ""], "a record stays what it is");
    await begin("black");
    assert.deepEqual(await names(), ["You", "Tengen (level 4)"]);
  },

  async "Tengen gives no game up where Settings say so"() {
    const page = await open(PEOPLE);
    await page.evaluate(() => window.tengen.games.begin({ ...window.tengen.state.options.game, color: "white", level: 20, time: 60 }));
    const mayResign = () => page.evaluate(() => window.tengen.engine.current.order.resign);
    assert.equal(await mayResign(), true);
    await page.locator("#settings").click();
    await page.uncheck("#set-resign");
    await button(page, "Done").click();
    await until(page, () => !window.tengen.state.options.resign);
    // What it was asked before gives nothing up either.
    assert.equal(await page.evaluate(() => {
      const { state, thinker } = window.tengen;
      thinker.doing.done({ resign: true });
      return state.phase;
    }), "playing");
    await reload(page);
    assert.equal(await mayResign(), false);
  },
};
