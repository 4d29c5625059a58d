// The languages of the page: which one it speaks, and whether each catalogue has all that it says. `tests/web/browser.rs` runs it beside a copy
// of the page's modules.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { languageFor, phrase } from "./page/language.js";

const page = readFileSync("index.html", "utf8");
/** The catalogues that the page links to: the language of each, and its file. */
const catalogues = [...page.matchAll(/hreflang="([^"]+)" title="[^"]+" href="([^"]+)"/g)].map(([, language, file]) => ({ language, file }));

/** The English of a phrase that begins at a place of a module, with numbers for what is put into it. */
function englishAt(source, start) {
  let english = "", number = 0;
  for (let at = start; source[at] !== "`"; at++) {
    if (!source.startsWith("${", at)) {
      assert.notEqual(source[at], "\\", `a phrase has no escapes: ${english}`);
      english += source[at];
      continue;
    }
    english += `{${++number}}`;
    let depth = 0;
    do depth += { "{": 1, "}": -1 }[source[++at]] ?? 0; while (depth);
  }
  return english;
}

/** What the page itself has to be read or heard, but for its name and what is drawn. */
function textsOf(html) {
  const body = html.slice(html.indexOf("<body>")).replace(/<!--.*?-->|<svg.*?<\/svg>|<noscript>.*?<\/noscript>/gs, "");
  const found = [...body.matchAll(/>([^<]+)<|\s(?:title|aria-label|placeholder)="([^"]+)"/g)];
  return found.map(([, text, told]) => (text ?? told).trim()).filter(text => /\p{L}/u.test(text) && text !== "Tengen");
}

function english() {
  const modules = readdirSync(".", { recursive: true }).filter(name => name.endsWith(".js"));
  const phrases = modules.flatMap(name => {
    const source = readFileSync(name, "utf8");
    return [...source.matchAll(/\bphrase`/g)].map(({ index }) => englishAt(source, index + "phrase`".length));
  });
  return new Set([...phrases, ...textsOf(page)]);
}

const placesIn = text => text.match(/\{\d\}/g)?.sort() ?? [];

test("each catalogue has a text for all that the page says, and no other", () => {
  const wanted = [...english()].sort();
  assert.ok(wanted.length > 300 && catalogues.length > 4);
  assert.deepEqual(readdirSync("languages").sort(), catalogues.map(({ file }) => file).sort());
  for (const { file } of catalogues) {
    const catalogue = JSON.parse(readFileSync(`languages/${file}`, "utf8"));
    assert.deepEqual(Object.keys(catalogue).sort(), wanted, file);
    for (const [english, text] of Object.entries(catalogue)) {
      assert.deepEqual(placesIn(text), placesIn(english), `${file}: ${english}`);
      assert.ok(text || english === " ", `${file}: ${english}`);
    }
  }
});

test("the language is the first one wanted that there is", () => {
  const offered = ["en", ...catalogues.map(({ language }) => language)];
  for (const [wanted, language] of [
    [["de-CH", "en"], "de"], [["ja"], "ja"], [["ko-KR", "en-US"], "ko"], [["zh-CN", "zh"], "zh-Hans"], [["zh"], "zh-Hans"], [["zh-SG"], "zh-Hans"],
    [["en-GB", "de"], "en"], [["fr", "de-AT", "en"], "de"], [["zh-TW"], "zh-Hant"], [["zh-HK", "zh"], "zh-Hant"], [["sr-Latn", "ja"], "ja"],
    [["fr"], "en"], [["x", "*", ""], "en"], [[], "en"],
  ]) assert.equal(languageFor(wanted, offered), language, wanted.join());
});

test("without a catalogue a phrase is English", () => {
  assert.equal(phrase`${"{2}"} of ${2} variations`, "{2} of 2 variations");
});
