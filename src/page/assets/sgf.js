// Game records in the Smart Game Format, FF[4] (https://www.red-bean.com/sgf/). What is read is kept as it stands,
// unknown properties too, so that it can be written as it came.

/** The longest record that is read. */
export const MOST_BYTES = 8 << 20;
const MOST_NODES = 200000;
/** How a game begins. */
const GAME = /\(\s*;/;

/** A node: properties in their order, each a name and its values with their escapes. */
export class SgfNode {
  constructor(parent) {
    this.parent = parent;
    this.children = [];
    this.properties = [];
  }

  values(name) {
    const found = this.properties.find(property => property[0] === name);
    return found ? found[1] : [];
  }

  /** The values without their escapes. */
  texts(name) {
    return this.values(name).map(unescape);
  }

  text(name) {
    const [text = ""] = this.texts(name);
    return text;
  }

  has(name) {
    return this.properties.some(property => property[0] === name);
  }

  /** Sets the values of a property; none takes it away. */
  set(name, values) {
    const found = this.properties.findIndex(property => property[0] === name);
    if (!values.length) {
      if (found >= 0) this.properties.splice(found, 1);
    } else if (found >= 0) this.properties[found][1] = values;
    else this.properties.push([name, values]);
  }

  setText(name, text) {
    this.set(name, text ? [escape(text)] : []);
  }
}

const escape = text => text.replace(/[\]\\]/g, sign => "\\" + sign);
const unescape = value => value
  .replace(/\r\n?|\n\r?/g, "\n")
  .replace(/\\\n/g, "")
  .replace(/\\([^])/g, "$1")
  .replace(/[\t\v\f]/g, " ");

/** Names of encodings in records, where browsers know others. */
const LABELS = {
  cp932: "shift_jis", 932: "shift_jis", cp936: "gbk", 936: "gbk", cp949: "euc-kr", 949: "euc-kr", cp950: "big5", 950: "big5",
  eucjp: "euc-jp", euckr: "euc-kr", utf: "utf-8", unicode: "utf-8",
};

/** Encodings and the bytes that mark them. */
const MARKS = [["utf-8", [0xef, 0xbb, 0xbf]], ["utf-16le", [0xff, 0xfe]], ["utf-16be", [0xfe, 0xff]]];

/**
 * The text of a file: in the encoding of its byte order mark, in UTF-8, or in the encoding that `CA` names. The others are
 * ISO 8859-1, as the specification has it. `src/game/sgf/encoding.rs` does the same.
 */
export function decode(bytes) {
  if (bytes.length > MOST_BYTES) throw new Error(`The record is longer than ${MOST_BYTES >> 20} MB.`);
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte)) ?? [];
  if (marked) return new TextDecoder(marked).decode(bytes);
  const named = namedDecoder(bytes), text = utf8(bytes);
  // Many a program converts a record to UTF-8 and leaves the old name in it.
  if (text !== null && (!named || /[\u0800-\uffff]/.test(text))) return text;
  return (named ?? new TextDecoder("windows-1252")).decode(bytes);
}

/** The text, if the bytes are UTF-8. */
function utf8(bytes) {
  try { return new TextDecoder("utf-8", { fatal: true }).decode(bytes); } catch { return null; }
}

/** A decoder for the encoding that the record names, if it is one in which the name can be read. */
function namedDecoder(bytes) {
  const text = new TextDecoder("windows-1252").decode(bytes);
  const [, name] = /(?<![A-Za-z0-9])CA\[([^\]]{0,40})/i.exec(text) ?? [];
  if (name === undefined) return null;
  const label = name.trim().toLowerCase();
  try {
    const decoder = new TextDecoder(LABELS[label] ?? label);
    // UTF-16 would have begun with its mark.
    return decoder.encoding.startsWith("utf-16") ? null : decoder;
  } catch { return null; }
}

/** What is wrong at a place of a text, with its line and column. */
export function faultAt(text, at, what) {
  const before = text.slice(0, at).split("\n");
  return new Error(`Line ${before.length}, column ${before[before.length - 1].length + 1}: ${what}`);
}

/**
 * The first game of a text: its root, which knows with `hasOthers` whether more games follow. Throws a sentence that names
 * line and column. `places` is told where the values of each property stand, by the list of these values.
 */
export function parse(text, places = new Map()) {
  if (text.length > MOST_BYTES) throw new Error(`The record is longer than ${MOST_BYTES >> 20} MB.`);
  const fault = (at, what) => faultAt(text, at, what);
  let at = text.search(GAME);
  if (at < 0) throw new Error("There is no game record in this text.");
  const open = [], nextClose = finder(text, "]"), nextSlash = finder(text, "\\");
  let root = null, node = null, property = null, nodes = 0;
  for (; at < text.length; at++) {
    const sign = text[at];
    if (sign === "(") {
      open.push(node);
      property = null;
    } else if (sign === ")") {
      node = open.pop() ?? null;
      property = null;
      if (!open.length) break;
    } else if (sign === ";") {
      if (root && !node) throw fault(at, "a second root.");
      if (++nodes > MOST_NODES) throw fault(at, `more than ${MOST_NODES} nodes.`);
      const next = new SgfNode(node);
      if (node) node.children.push(next);
      root ??= next;
      node = next;
      property = null;
    } else if (sign === "[") {
      const end = endOfValue(at + 1, nextClose, nextSlash);
      if (end === Infinity) throw fault(at, "the value that starts here has no ']'.");
      if (property) {
        property[1].push(text.slice(at + 1, end));
        places.get(property[1]).push(at + 1);
      }
      at = end;
    } else if (/[A-Za-z]/.test(sign)) {
      const name = /^[A-Za-z0-9]+/.exec(text.slice(at, at + 64))[0];
      at += name.length - 1;
      if (!node) continue;
      const short = name.replace(/[a-z]/g, "") || name.toUpperCase();
      property = node.properties.find(known => known[0] === short) ?? null;
      if (!property) {
        node.properties.push(property = [short, []]);
        places.set(property[1], []);
      }
    }
  }
  root.hasOthers = GAME.test(text.slice(at + 1));
  const game = root.text("GM");
  if (game && game.trim() !== "1") throw new Error("The record is not of a game of Go.");
  // A property without a value says nothing.
  for (const each of walk(root)) each.properties = each.properties.filter(([, values]) => values.length);
  return root;
}

/** Where a value ends; infinite if it does not. */
function endOfValue(from, nextClose, nextSlash) {
  let at = from;
  while (nextSlash(at) < nextClose(at)) at = nextSlash(at) + 2;
  return nextClose(at);
}

/**
 * Finds the next of a sign at or after a place; infinite if there is none. Who asks from left to right has the text
 * searched once in all.
 */
function finder(text, sign) {
  let next = -1;
  return from => {
    if (next < from) {
      const found = text.indexOf(sign, from);
      next = found < 0 ? Infinity : found;
    }
    return next;
  };
}

/** A node and all below it, parents first. */
export function* walk(root) {
  const open = [root];
  while (open.length) {
    const node = open.pop();
    yield node;
    for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]);
  }
}

/** The record of a tree; `propertiesOf` tells what is written of a node, by default what it has. */
export function write(root, propertiesOf = node => node.properties) {
  const parts = ["("];
  // A number is as many closing brackets; so long lines need no recursion.
  const open = [root];
  while (open.length) {
    const next = open.pop();
    if (typeof next === "string") {
      parts.push(next);
      continue;
    }
    parts.push(";", ...propertiesOf(next).map(([name, values]) => name + values.map(value => `[${value}]`).join("")));
    const { children } = next;
    if (children.length === 1) open.push(children[0]);
    else for (let i = children.length - 1; i >= 0; i--) open.push(")", children[i], "\n(");
  }
  parts.push(")\n");
  return parts.join("");
}
