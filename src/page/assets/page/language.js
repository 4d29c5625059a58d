// The language of the page. Its source speaks English; any other language is a catalogue that has a text for each English one, and is
// fetched only where it is wanted.

import { OPTIONS, read } from "../state/storage.js";

/** Milliseconds to wait for a catalogue: better a page in English than none. */
const LONGEST = 5000;

/** The links of the page to its catalogues. That of a review has none, and speaks English. */
const links = [...globalThis.document?.querySelectorAll("link[hreflang]") ?? []];

/** The languages that can be chosen, and how each calls itself. */
export const LANGUAGES = [["en", "English"], ...links.map(({ hreflang, title }) => [hreflang, title])];

/** A language with the script in which it is written: `zh-TW` is written in another one than `zh`. Null if it is none. */
function kindOf(tag) {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch { return null; }
}

/** The one of the languages offered that comes first among those wanted, wherever it is spoken; English if there is none. */
export function languageFor(wanted, offered) {
  const kinds = offered.map(kindOf);
  const place = wanted.map(tag => kinds.indexOf(kindOf(tag))).find(place => place >= 0);
  return offered[place] ?? "en";
}

/** The texts of the language that is chosen, or that the browser asks for, by the English ones; null in English. */
const catalogue = await fetched(languageFor(
  [read("localStorage", OPTIONS)?.language, ...globalThis.navigator?.languages ?? []].filter(Boolean), LANGUAGES.map(([language]) => language),
));
/** Whether the page speaks English. */
export const isEnglish = catalogue === null;

async function fetched(language) {
  const link = links.find(({ hreflang }) => hreflang === language);
  if (!link) return null;
  const { documentElement: page } = document;
  // Nobody is to see it in English first.
  page.hidden = true;
  try {
    const answer = await fetch(link.href, { signal: AbortSignal.timeout?.(LONGEST) });
    if (!answer.ok) return null;
    const texts = await answer.json();
    page.lang = language;
    return texts;
  } catch {
    return null;
  } finally {
    page.hidden = false;
  }
}

/** A text in the language of the page, with what is put into it. A catalogue has numbers for that: `{1} to play.` */
export function phrase(parts, ...values) {
  const english = parts.reduce((text, part, i) => `${text}{${i}}${part}`);
  return (catalogue?.[english] ?? english).replace(/\{(\d)\}/g, (_, number) => values[number - 1]);
}

/** What stands in the page from the start: texts, and attributes that are read or heard. */
function translate(elements) {
  const inLanguage = text => text.replace(/\S(.*\S)?/s, english => catalogue[english] ?? english);
  for (const element of elements) {
    for (const name of ["title", "aria-label", "placeholder"]) if (element.hasAttribute(name)) element.setAttribute(name, inLanguage(element.getAttribute(name)));
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) node.data = inLanguage(node.data);
  }
}

if (catalogue) translate(document.querySelectorAll("body *"));
