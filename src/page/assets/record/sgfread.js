// Reading records: as leniently as `src/game/sgf/read.rs`, which reads the main line alone.

import { SgfNode, mainLine, mended } from "./sgf.js";
import { afterBlanks, afterLetters, afterStructure, afterWord, oneOf, seek } from "./scan.js";
import { isKnown, nextGame, shortName, startOfGame } from "./sgfstart.js";
import { Strays } from "./strays.js";
import { phrase } from "../page/language.js";

/** The longest record that is read. */
export const MOST_BYTES = 8 << 20;
const MOST_NODES = 200000;
/** The most kinds of properties of a node; there are some 70 in all. */
const MOST_KINDS = 200;

const wordsOf = text => new Set(text.split(" "));
const MOVES = wordsOf("B W"), SETUPS = wordsOf("AB AW AE");
/** Values without any of the signs that structure a record. */
const POINTS = new Set([...MOVES, ...SETUPS]);
/** What is said once about a game, and belongs to its root. */
const FACTS = wordsOf("GM FF CA AP ST SZ RU KM HA TM OT PB PW BR WR BT WT RE DT PC EV RO GN GC ON AN CP SO US");
/** Texts of which the beginning is worth keeping. Half of another value would be another one. */
const TEXTS = wordsOf("C PB PW BR WR DT PC EV RO GN OT");
/** What would make another game if it were missing. */
const VITAL = new Set([...SETUPS, ...wordsOf("GM SZ RU KM HA")]);

const END_OF_TEXT = oneOf("]\\");
/** A `]` that was forgotten was meant before the next of these. */
const END_OF_POINT = oneOf("]\\;[()");

/** What is wrong at a place of a text, with its line and column. */
export function faultAt(text, at, what) {
  const before = text.slice(0, at).split(/\r\n?|\n/);
  return new Error(phrase`Line ${before.length}, column ${[...before.at(-1)].length + 1}: ${what}`);
}

/**
 * The games of Go of a text, one after the other: their roots. Throws a sentence where there is none, and one that names line and
 * column where one cannot be read. `places` is told where the values of each property stand, by the list of these values. `isGuess` is what
 * `decode` said of the text.
 */
export function* gamesOf(text, { places = new Map(), isGuess = false } = {}) {
  if (text.length > MOST_BYTES) throw new Error(phrase`The record is longer than ${MOST_BYTES >> 20} MB.`);
  const first = startOfGame(text);
  if (first < 0) throw new Error(phrase`There is no game record in this text.`);
  let hasGo = false;
  for (let at = first, count = 0; at < text.length;) {
    const reader = new Reader(text, places, isGuess, count), root = reader.read(at);
    if (at === first && isOfOtherKind(root)) throw new Error(phrase`There is no game record in this text.`);
    if (!isOfOtherKind(root) && isGo(root)) {
      hasGo = true;
      gatherFacts(root);
      yield root;
    }
    at = nextGame(text, reader.at);
    count = reader.count;
  }
  if (!hasGo) throw new Error(phrase`The record is not of a game of Go.`);
}

/** The first game of a text, of a record that is known to be one. */
export const parse = text => gamesOf(text).next().value;

function isGo(root) {
  const kinds = [...mainLine(root)].map(node => node.text("GM").trim());
  const kind = kinds.find(Boolean) ?? "1";
  return !/^\+?\d+$/.test(kind) || Number(kind) === 1;
}

/** Whether the main line has names that no property has, and none by which records are known. */
function isOfOtherKind(root) {
  let hasOther = false;
  for (const { properties } of mainLine(root)) {
    if (properties.some(([name]) => isKnown(name))) return false;
    hasOther ||= properties.some(([name]) => name.length > 2);
  }
  return hasOther;
}

/** Takes to the root what later nodes of the main line say about the whole game, unless it says so itself. */
function gatherFacts(root) {
  for (const node of mainLine(root)) for (const [name, values] of [...node.properties]) {
    if (node === root || !FACTS.has(name) || root.text(name).trim()) continue;
    root.set(name, values);
    node.set(name, []);
  }
}

class Reader {
  /** `count` nodes have been read before. */
  constructor(text, places, isGuess, count) {
    Object.assign(this, { text, places, isGuess, count });
    this.at = 0;
    this.strays = new Strays(text);
    this.root = null;
    /** The node that takes properties, and the first one made of the same node of the text. */
    this.node = this.first = null;
    /** The property whose values are being read. */
    this.name = null;
    /** The nodes in which the open brackets stand. */
    this.open = [];
    this.isMainLine = true;
    /** Where the last search found no `]` that can end a text with an open bracket. */
    this.barren = { from: 0, to: 0 };
  }

  fault(at, what) {
    return faultAt(this.text, at, what);
  }

  /** Reads the game that starts at a place, up to its end. Its root. */
  read(start) {
    const { text } = this;
    this.at = start;
    // Where the first bracket is missing it is there all the same.
    if (text[start] !== "(") this.open.push(null);
    let isOpen = true;
    while (isOpen && this.at < text.length) isOpen = this.#step();
    if (this.root) this.root.isCutOff = isOpen && text[start] === "(";
    return this.root;
  }

  /** Reads on by a sign, a word or a value. Whether the game goes on. */
  #step() {
    const { text, at } = this, sign = text[at];
    if (sign === "[") this.#readValue();
    else if (afterLetters(text, at) > at) this.#readName();
    else if (afterBlanks(text, at) > at) this.at = afterBlanks(text, at);
    else {
      this.at++;
      this.name = null;
      if (sign === ";") this.#enter(this.node);
      else if (sign === "(" && this.strays.opens(at)) this.open.push(this.node);
      else if (sign === ")" && this.root && !this.strays.hold(at)) return this.#close();
    }
    return true;
  }

  #close() {
    this.node = this.first = this.open.pop() ?? null;
    this.isMainLine = false;
    return this.open.length > 0;
  }

  /** Begins a node. */
  #enter(parent) {
    this.#add(parent);
    this.first = this.node;
  }

  #add(parent) {
    if (++this.count > MOST_NODES) throw this.fault(this.at, phrase`more than ${MOST_NODES} nodes.`);
    this.node = new SgfNode(parent);
    this.root ??= this.node;
    parent?.children.push(this.node);
  }

  #readName() {
    const { text, at } = this;
    this.at = afterWord(text, at);
    this.name = shortName(text.slice(at, this.at));
  }

  /** Reads the value that starts with the `[` here. */
  #readValue() {
    const { text, at, name } = this, start = at + 1, isPoint = POINTS.has(name), first = this.#endOfValue(start, isPoint);
    const end = isPoint ? first : this.#endOfText(start, first), raw = text.slice(start, end);
    const isCutOff = end === text.length;
    if (isCutOff && (holdsNode(raw) || this.isMainLine && VITAL.has(name))) throw this.fault(at, phrase`the value that starts here has no ']'.`);
    this.at = text[end] === "]" ? end + 1 : end;
    if (name === null) return;
    // Properties before the first semicolon make a node too.
    if (!this.root) this.#enter(null);
    if (!isCutOff || TEXTS.has(name)) this.#keep(name, isCutOff || this.#hasHalves(raw) ? mended(raw) : raw, start);
  }

  /** Keeps a value. Each move has a node of its own, and none is in the root; stones of the same node of the text are set before. */
  #keep(name, value, place) {
    if (MOVES.has(name) && (this.node === this.root || [...MOVES].some(move => this.node.has(move)))) this.#add(this.node);
    const { properties } = SETUPS.has(name) ? this.first : this.node;
    let property = properties.find(known => known[0] === name);
    if (!property) {
      if (properties.length >= MOST_KINDS) throw this.fault(place - 1, phrase`more than ${MOST_KINDS} kinds of properties in a node.`);
      properties.push(property = [name, []]);
      this.places.set(property[1], []);
    }
    property[1].push(value);
    this.places.get(property[1]).push(place);
  }

  /** Where the `]` of a value is; or, if one was forgotten after a point, where the value must end. The end of the text if that comes first. */
  #endOfValue(start, isPoint) {
    const { text } = this, ends = isPoint ? END_OF_POINT : END_OF_TEXT;
    for (let at = seek(text, start, ends); at < text.length; at = seek(text, at, ends)) {
      const isHalf = this.#mayBeHalf(at);
      if (text[at] === "\\") {
        if (isHalf && this.#closes(at + 1)) return at + 1;
        at += 2;
      } else if (text[at] === "]" && isHalf && !this.#closes(at)) at++;
      else return at;
    }
    return text.length;
  }

  /**
   * Where the `]` of a text is of which this is the first one: a bracket that is open in it may have one of its own, as in
   * `C[Ann [3k]: hello]`, which nothing follows with which a record goes on. In another node there is no end to look for.
   */
  #endOfText(start, first) {
    const { text, barren: { from, to } } = this, isOpen = text.slice(start, first).includes("[");
    if (!isOpen || first >= from && first < to || this.#closes(first)) return first;
    let at = first + 1;
    for (;;) {
      const next = this.#endOfValue(at, false);
      if (next === text.length || holdsNode(text.slice(at, next))) {
        this.barren = { from: first, to: next };
        return first;
      }
      if (this.#closes(next)) return next;
      at = next + 1;
    }
  }

  /** Whether the sign at a place may be the second half of a character in an encoding that is not known. */
  #mayBeHalf(at) {
    return this.isGuess && this.text.charCodeAt(at - 1) > 0x7f;
  }

  /** Whether a value has such signs, which would be read otherwise once the encoding is known. */
  #hasHalves(value) {
    return this.isGuess && /[\u0080-\uffff][\\\]]/.test(value);
  }

  /**
   * Whether there is a `]` at a place after which a record can go on: with one more value, with a property, in this node or
   * another, or with its end, behind which there may be words without brackets.
   */
  #closes(at) {
    const { text } = this;
    if (text[at] !== "]") return false;
    const next = afterStructure(text, at + 1), afterName = afterLetters(text, next);
    const signs = text.slice(at + 1, next).trim();
    const hasValue = text[afterBlanks(text, afterName)] === "[", isEnd = signs.endsWith(")") && text.indexOf("]", next) < 0;
    return next === text.length || isEnd || hasValue && (afterName > next || !signs);
  }
}

/** Whether a node seems to begin within a text: then it is not cut off, but its `]` was forgotten, and nobody knows where. */
const holdsNode = text => /;\s*[A-Za-z]+\s*\[/.test(text);
