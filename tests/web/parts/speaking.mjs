// The languages of the page.

import assert from "node:assert/strict";
import { begin, button, click, moves, NINE, open, PEOPLE, phone, reload, status, until, untilMove, untilNotice, untilOpen, WEAKEST } from "../window.mjs";

const language = page => page.locator("html").getAttribute("lang");
/** Chooses a language in the settings, whose button is the last but one of the head; the page that comes then. */
async function choose(page, chosen) {
  await page.locator("#settings").click();
  await page.selectOption("#set-language", chosen);
  await page.evaluate(() => { window.isOld = true; });
  await page.locator("#dialog .strong").click();
  await until(page, () => !window.isOld && window.tengen);
  await untilOpen(page);
}
/** Which catalogues a page fetches from now on. */
function fetched(page) {
  const names = [];
  page.on("request", request => { if (request.url().endsWith(".json")) names.push(new URL(request.url()).pathname); });
  return names;
}

export const tests = {
  async "a browser that asks for Japanese has a game in it"() {
    const page = await open(WEAKEST, { locale: "ja-JP" });
    assert.deepEqual([await language(page), await status(page)], ["ja", "あなたの番です（黒）。"]);
    assert.equal(await page.locator("#board svg").getAttribute("aria-label"), "碁盤、9×9。黒番です。");
    await click(page, "ee");
    await untilMove(page, 2);
    await click(page, "ee");
    await untilNotice(page, /^そこには石があります。$/);
    assert.equal(await button(page, "投了").count(), 1);
    assert.equal(await page.locator("#upper .name").textContent(), "Tengen（レベル1）");
    assert.equal(await page.getByLabel("勝率", { exact: true }).count(), 1);
    // Points and results are what they are everywhere.
    await page.evaluate(() => window.tengen.play.end("B+Resign"));
    assert.equal(await status(page), "あなたの勝ち（中押し）。");
    assert.equal(await page.evaluate(() => window.tengen.state.result), "B+Resign");
  },

  async "the language of the settings holds, and the game with its variations goes on in it"() {
    const page = await open(`${PEOPLE}&moves=eecc`), names = fetched(page);
    await page.keyboard.press("ArrowLeft");
    await click(page, "gg");
    assert.deepEqual([await language(page), names], ["en", []]);
    await choose(page, "de");
    assert.deepEqual([await language(page), await status(page), names], ["de", "Schwarz am Zug.", ["/de.json"]]);
    assert.deepEqual([await moves(page), await page.evaluate(() => window.nodes().length)], [2, 4]);
    await page.keyboard.press("?");
    assert.match(await page.locator("#dialog").textContent(), /^Hilfe.*Leertaste/);
    await page.keyboard.press("Escape");
    await page.evaluate(() => window.tengen.files.open("x", "a.sgf"));
    await untilNotice(page, /^a\.sgf: In diesem Text/);
    await reload(page);
    assert.equal(await status(page), "Schwarz am Zug.");
    await choose(page, "en");
    assert.deepEqual([await language(page), await status(page)], ["en", "Black to play."]);
    await choose(page, "");
    assert.equal(await language(page), "en", "as the browser asks");
  },

  async "what is in another language than the page is told so"() {
    const page = await open(PEOPLE, { locale: "de-DE" });
    await page.locator("#settings").click();
    assert.deepEqual(await page.locator("#set-language option").evaluateAll(options => options.map(({ lang, textContent }) => `${lang} ${textContent}`)),
      [" wie im Browser", "en English", "de Deutsch", "ja 日本語", "ko 한국어", "zh-Hans 简体中文", "zh-Hant 繁體中文"]);
    await page.keyboard.press("Escape");
    const told = () => page.evaluate(() => document.getElementById("said").firstChild.lang ?? null);
    await page.evaluate(() => { const { engine, engine: { current } } = window.tengen; engine.current = null; current.done({ error: "the record is too long" }); });
    await untilNotice(page, /^the record is too long$/);
    assert.equal(await told(), "en", "the server");
    await page.evaluate(() => {
      window.tengen.engine.ask = async () => ({ error: "no room" });
      window.tengen.games.begin({ ...window.tengen.state.options.game, size: "4", handicap: 9 });
    });
    await untilNotice(page, /^no room$/);
    assert.equal(await told(), "en");
    await click(page, "ee");
    await click(page, "ee");
    await untilNotice(page, /Stein/);
    assert.equal(await told(), null, "the page");
  },

  async "a game of two people has the names of the colors in no language"() {
    const page = await open(NINE, { locale: "de-DE" });
    await begin(page, { color: "both" });
    assert.deepEqual(await page.locator(".player .name").allTextContents(), ["Weiß", "Schwarz"]);
    assert.doesNotMatch(await page.evaluate(() => window.tengen.files.record), /P[BW]\[/);
  },

  async "a catalogue that does not come leaves the page English"() {
    const page = await open(PEOPLE, { locale: "fr-FR" });
    assert.deepEqual([await language(page), await status(page)], ["en", "Black to play."], "there is none");
    const context = await page.context().browser().newContext({ locale: "ko-KR" }), other = await context.newPage();
    await other.route("**/ko.json", route => route.fulfill({ status: 200, body: "<html>" }));
    await other.goto(page.url());
    await untilOpen(other);
    assert.deepEqual([await language(other), await status(other), await other.isVisible("#board")], ["en", "Black to play.", true]);
  },

  async "a person without a name is called in the new language"() {
    const page = await open(WEAKEST);
    await choose(page, "de");
    assert.equal(await page.evaluate(() => window.tengen.state.tree.name(window.tengen.state.person)), "Sie");
  },

  async "where the browser keeps no game, another language does not lose it"() {
    const page = await open(`${PEOPLE}&moves=ee`);
    await page.evaluate(() => {
      window.isOld = true;
      const keep = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, text) {
        if (this === sessionStorage) throw new DOMException("full", "QuotaExceededError");
        keep.call(this, key, text);
      };
    });
    await page.locator("#settings").click();
    await page.selectOption("#set-language", "de");
    await button(page, "Done").click();
    await untilNotice(page, /^The language changes when the page is loaded again/);
    assert.ok(await page.evaluate(() => window.isOld));
  },

  async "a pass can be entered in the language of the page"() {
    for (const [locale, word] of [["zh-CN", "虚手。"], ["de-DE", "Pass"], ["ja-JP", "パス"], ["ko-KR", "한수쉼"]]) {
      const page = await open(PEOPLE, { locale });
      await page.locator("#at").pressSequentially(word);
      await page.press("#at", "Enter");
      assert.equal(await moves(page), 1, word);
      await page.context().close();
    }
  },

  async "all languages have room on a phone"() {
    for (const locale of ["de-DE", "ja-JP", "ko-KR", "zh-CN", "zh-TW"]) {
      const page = await open(`${WEAKEST}&moves=eecc&at=0`, { ...phone(360, 780), locale });
      // A table as wide as it gets: with a move that was played and has lost much.
      await page.evaluate(() => {
        const { state } = window.tengen, found = (index, lead) => ({ index, winrate: 0.52, lead, visits: 345678, line: [index] });
        state.live = false;
        state.node.evaluation = { winrate: 0.52, lead: 11, visits: 345678, turn: 1, ownership: Array(81).fill(0), moves: [found(30, 12.3), found(40, -38.8)] };
      });
      for (const mode of ["play", "analyse", "edit"]) {
        await page.evaluate(mode => window.tengen.setMode(mode), mode);
        const cut = await page.evaluate(() => [...document.querySelectorAll("button:not(#facts), #status, .modes, .switches label")]
          .filter(part => part.offsetParent !== null && part.scrollWidth > part.clientWidth + 1).map(part => part.textContent.slice(0, 40)));
        assert.deepEqual(cut, [], `${locale}, ${mode}`);
        // Where a page is too wide for it a phone makes it smaller, and its window larger.
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, `${locale}, ${mode}`);
        if (mode === "analyse") assert.equal(await page.locator("#found tbody tr.played").count(), 1);
      }
      // So has a variation, which names its move at least, on a phone on its side too.
      await page.evaluate(() => {
        window.tengen.setMode("analyse");
        window.tengen.variation.choose(30);
      });
      for (const [width, height] of [[360, 780], [640, 360], [320, 568]]) {
        await page.setViewportSize({ width, height });
        const cut = await page.evaluate(() => [...document.querySelectorAll("#stepper, #stepper > *")].filter(part => part.scrollWidth > part.clientWidth + 1 && part.clientWidth).map(part => part.textContent));
        assert.deepEqual([cut, await page.evaluate(() => document.getElementById("step-words").clientWidth > 20)], [[], true], `${locale}, ${width}`);
      }
      await page.context().close();
    }
  },
};
