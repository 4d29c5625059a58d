// Where the first game of a text begins: a record may lack its `(;`, and have other text before it. `src/game/sgf/start.rs`
// has the same.

import { afterBeginning, afterBlanks, afterLetters, afterWord, isBlankAt, isLetterAt, oneOf, seek } from "./scan.js";

/** Properties with which programs begin a record. */
const BEGINNINGS = ["GM[", "FF[", "CA[", "AP[", "SZ["];
/** Properties by which records are known. Any text may have words before brackets. */
const KNOWN = new Set("GM FF CA AP SZ KM HA RU RE DT PC EV RO GN PB PW BR WR BT WT TM OT SO US AN PL AB AW AE B W C N".split(" "));
/** As far as the value of such a property is looked at. */
const LOOKED_AT = 100;
/** Binary files are full of them. */
const CONTROL_SIGN = /[\0-\x08\x0b\x0e-\x1f\x7f]/;

/** The name of a property: the capitals of a word, as FF[3] has the short form of `AddBlack`; in one without any, all letters. */
export const shortName = word => word.replace(/[a-z]/g, "") || word.toUpperCase();

/** Whether records are known by this property. */
export const isKnown = name => KNOWN.has(name);

/**
 * Where the first game starts: at a `(;` before a property; or at a known property, after a `(` or without one; or at an empty
 * `(;`. −1 if there is none.
 *
 * A record that lacks its own `(;` may have variations: it comes first if a node follows what begins it. Where none does, words
 * before the record speak of properties.
 */
export function startOfGame(text) {
  const bare = firstProperty(text);
  const loose = [firstBracket(text, at => openingOf(text, at) === "property"), beginsRecord(text, bare) ? bare : Infinity];
  const proper = outermost(text, firstBracket(text, at => openingOf(text, at) === "node"));
  const certain = Math.min(proper, ...loose.filter(at => leadsToNode(text, at)));
  return [certain, Math.min(...loose), bare, firstBracket(text, at => isEmptyRecord(text, at))].find(at => at < Infinity) ?? -1;
}

/**
 * The first of the brackets, each with a `;`, that open into each other up to the one at a place: a root that says nothing may
 * have variations at once.
 */
function outermost(text, bracket) {
  for (let start = bracket; bracket < Infinity; bracket = start) {
    let hasNode = false;
    while (text[--start] === ";" || isBlankAt(text, start)) hasNode ||= text[start] === ";";
    if (!hasNode || text[start] !== "(") break;
  }
  return bracket;
}

/** Where the first game from a place on begins with a bracket; infinite if none does. */
export const nextGame = (text, from) => firstBracket(text, at => beginsGame(text, at), from);

/** Whether the bracket at a place may be that of a game. */
export const beginsGame = (text, at) => openingOf(text, at) !== null || isEmptyRecord(text, at);

/** Whether the bracket at a place opens a game or a variation. */
export const opensTree = (text, at) => text[afterBlanks(text, at + 1)] === ";" || openingOf(text, at) === "property";

/** Where the first `(` of a kind is; infinite if there is none. */
function firstBracket(text, isSuch, from = 0) {
  for (let at = text.indexOf("(", from); at >= 0; at = text.indexOf("(", at + 1)) if (isSuch(at)) return at;
  return Infinity;
}

/** What the bracket at a place stands before: a `node`, that is a `;` and a property; a known `property`, whose `;` is missing; or null. */
function openingOf(text, at) {
  const word = afterBeginning(text, at + 1), end = afterLetters(text, word), value = afterBlanks(text, end);
  if (end === word || text[value] !== "[") return null;
  if (text.slice(at + 1, word).includes(";")) return "node";
  return isProperty(text, text.slice(word, end), value) ? "property" : null;
}

const beginsRecord = (text, at) => BEGINNINGS.some(name => text.startsWith(name, at));

/** Whether nothing but properties and a `(` stands between a place and a `;`. */
function leadsToNode(text, from) {
  let at = text[from] === "(" ? from + 1 : from;
  for (;;) {
    at = afterBlanks(text, at);
    const end = afterWord(text, at), value = afterBlanks(text, end);
    const hasValue = text[value] === "[" && (end > at || value === at);
    if (!hasValue) return text[at] === ";";
    at = endOfText(text, value + 1) + 1;
  }
}

const END_OF_TEXT = oneOf("]\\");

/** Where the `]` of a value is; the end of the text if there is none. */
function endOfText(text, from) {
  let at = seek(text, from, END_OF_TEXT);
  while (text[at] === "\\") at = seek(text, at + 2, END_OF_TEXT);
  return at;
}

/** Whether only the signs that structure a record follow the bracket at a place, a `;` first. */
function isEmptyRecord(text, at) {
  const first = afterBlanks(text, at + 1), second = afterBlanks(text, first + 1);
  return text[first] === ";" && (second === text.length || ";()".includes(text[second]));
}

/**
 * Where the first known property starts; infinite if there is none. The end of an address, or of a setting such as `x=B`, is
 * none, nor is the last word of a line.
 */
function firstProperty(text) {
  for (let bracket = text.indexOf("["); bracket >= 0; bracket = text.indexOf("[", bracket + 1)) {
    let end = bracket;
    while (isBlankAt(text, end - 1)) end--;
    let start = end;
    while (isLetterAt(text, start - 1)) start--;
    const isPart = ".@=".includes(text[start - 1]), endsLine = /[\r\n]/.test(text.slice(end, bracket));
    if (!isPart && !endsLine && isProperty(text, text.slice(start, end), bracket)) return start;
  }
  return Infinity;
}

/** Whether a word and the value at a place can be a property of a record. */
function isProperty(text, word, value) {
  if (!isKnown(shortName(word))) return false;
  const [beginning] = text.slice(value, value + LOOKED_AT).split("]", 1);
  return !CONTROL_SIGN.test(beginning);
}
