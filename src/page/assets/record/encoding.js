// Bytes to text. `src/game/sgf/encoding.rs` has the same.

import { endOfGame } from "./strays.js";

/** Names of encodings in records, where browsers know others. */
const LABELS = {
  cp932: "shift_jis", 932: "shift_jis", cp936: "gbk", 936: "gbk", ms936: "gbk", "windows-936": "gbk", gb: "gbk", "gb-18030": "gb18030", cp949: "euc-kr", 949: "euc-kr",
  ms949: "euc-kr", uhc: "euc-kr", cp950: "big5", 950: "big5", eucjp: "euc-jp", euckr: "euc-kr", "euc-cn": "gbk", "gb2312-80": "gbk", shiftjis: "shift_jis", win1251: "windows-1251", utf: "utf-8", unicode: "utf-8",
};
/** Encodings that have characters of several bytes. */
const WIDE = new Set(["utf-8", "gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr"]);
/** Encodings and the bytes that mark them. */
const MARKS = [["utf-8", [0xef, 0xbb, 0xbf]], ["utf-16le", [0xff, 0xfe]], ["utf-16be", [0xfe, 0xff]]];
/** So many letters show whether a record is in UTF-16: `(;` and the name of a property. */
const FIRST_LETTERS = 4;
/** Encodings of other languages than Chinese in which all characters are pairs of such bytes. */
const PAIRED = { ko: "euc-kr", ja: "euc-jp" };
/** ISO 8859-1, as browsers have it: each byte is a sign. */
const LATIN = "windows-1252";

/**
 * The text of a file: `{ text, isGuess }`. It is in the encoding of its byte order mark, in UTF-16 if it looks so, in UTF-8, or
 * in the encoding that `CA` names; the others are ISO 8859-1, as the specification has it, unless they look like UTF-8 with damage,
 * or like Chinese, Korean or Japanese, whichever the page speaks. The first game decides: others are not read, and may come from other files. `isGuess`: the encoding is not known, or not the one that the record names; then what looks
 * like `]` or `\` after a sign that is not ASCII may be half of a character.
 */
export function decode(bytes) {
  const shown = encodingByBytes(bytes);
  if (shown) return decodeAs(shown, bytes);
  const latin = new TextDecoder(LATIN).decode(bytes), end = endOfGame(latin);
  const named = namedEncoding(latin.slice(0, end)), text = utf8(bytes.subarray(0, end));
  if (text !== null && isUtf8(text, named)) return decodeAs("utf-8", bytes);
  if (named) return decodeAs(named, bytes);
  if (isDamagedUtf8(bytes.subarray(0, end))) return decodeAs("utf-8", bytes);
  return { text: isPaired(latin.slice(0, end)) ? decodeAs(PAIRED[document.documentElement.lang] ?? "gbk", bytes).text : latin, isGuess: true };
}

/** The encoding that shows without its name; undefined if none does. */
function encodingByBytes(bytes) {
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte)) ?? [];
  return marked ?? unmarkedUtf16(bytes);
}

/** UTF-16 without its mark: of the letters with which a record begins one byte each is zero. */
function unmarkedUtf16(bytes) {
  if (bytes.length < 2 * FIRST_LETTERS) return undefined;
  const isZero = half => bytes.subarray(0, 2 * FIRST_LETTERS).every((byte, i) => i % 2 !== half || byte === 0);
  const [high, low] = [isZero(0), isZero(1)];
  return high === low ? undefined : high ? "utf-16be" : "utf-16le";
}

/** The text, if the bytes are UTF-8. One that is cut off may end within a character. */
function utf8(bytes) {
  try { return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }); } catch { return null; }
}

/** Other encodings make so many characters of two bytes by chance at most for each fault. */
const CHANCE_PAIRS = 8;

/**
 * Whether a text is in UTF-8 but for a few bytes: other encodings hardly ever make characters of three bytes by chance, and make faults
 * along with those of two.
 */
function isDamagedUtf8(bytes) {
  const text = new TextDecoder("utf-8").decode(bytes), count = signs => text.match(signs)?.length ?? 0, faults = count(/\ufffd/g);
  return count(/[\u0800-\u{10ffff}]/gu) - faults > faults || count(/[\u0080-\u07ff]/g) > CHANCE_PAIRS * faults;
}

/**
 * Whether all that is not ASCII comes in pairs of bytes, as in usual encodings of Chinese, Korean and Japanese: letters of ISO 8859-1 stand
 * alone among others, or two of them once.
 */
function isPaired(latin) {
  const runs = latin.match(/[^\0-\x7f]+/g) ?? [];
  return runs.join("").length >= 4 && runs.every(run => run.length % 2 === 0 && /^[\xa1-\xfe]+$/.test(run));
}

/**
 * Whether valid UTF-8 is meant as such where the record may name another encoding: many a program converts a record to UTF-8 and
 * leaves the old name in it. A character of two bytes in another encoding may look like one of two bytes in UTF-8.
 */
function isUtf8(text, named) {
  if (!named) return true;
  return (WIDE.has(named) ? /[\u0800-\uffff]/ : /[\u0080-\uffff]/).test(text);
}

function decodeAs(encoding, bytes) {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), isGuess: false };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), isGuess: true };
  }
}

/** The encoding that the record names, if it is one in which the name can be read. */
function namedEncoding(text) {
  const [, name] = /(?<![A-Za-z0-9])CA\[([^\]]{0,40})/i.exec(text) ?? [];
  if (name === undefined) return null;
  // Java's names have underscores where others have dashes.
  const label = name.trim().toLowerCase(), encoding = encodingCalled(label) ?? encodingCalled(label.replaceAll("_", "-"));
  // UTF-16 would have begun with its mark.
  return encoding?.startsWith("utf-16") ? null : encoding;
}

function encodingCalled(label) {
  try { return new TextDecoder(Object.hasOwn(LABELS, label) ? LABELS[label] : label).encoding; } catch { return null; }
}
