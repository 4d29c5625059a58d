// Looking along a text, from left to right.

const ASCII = 128;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BLANKS = " \t\r\n\v\f";

/** A table for `seek` of these signs. It tells of each ASCII sign whether it is looked for, and at last of all others. */
export function oneOf(signs) {
  const table = new Uint8Array(ASCII + 1);
  for (const sign of signs) table[sign.charCodeAt(0)] = 1;
  return table;
}

/** A table of all signs but these. */
const noneOf = signs => oneOf(signs).map(isThere => 1 - isThere);

const OTHER_THAN_BLANKS = noneOf(BLANKS);
const OTHER_THAN_LETTERS = noneOf(LETTERS);
const OTHER_THAN_WORD = noneOf(LETTERS + "0123456789");
const OTHER_THAN_BEGINNING = noneOf(BLANKS + ";");
const OTHER_THAN_STRUCTURE = noneOf(BLANKS + ";()");

/** Where the next sign of a table stands, from a place on; the end of the text if there is none. */
export function seek(text, from, table) {
  let at = from;
  while (at < text.length && !table[Math.min(text.charCodeAt(at), ASCII)]) at++;
  return Math.min(at, text.length);
}

const isAt = (text, at, table) => at >= 0 && at < text.length && !table[Math.min(text.charCodeAt(at), ASCII)];

/** Whether a blank stands at a place. */
export const isBlankAt = (text, at) => isAt(text, at, OTHER_THAN_BLANKS);

/** Whether a letter stands at a place. */
export const isLetterAt = (text, at) => isAt(text, at, OTHER_THAN_LETTERS);

/** Where the blanks at a place end. */
export const afterBlanks = (text, from) => seek(text, from, OTHER_THAN_BLANKS);

/** Where the letters at a place end. */
export const afterLetters = (text, from) => seek(text, from, OTHER_THAN_LETTERS);

/** Where the letters and digits at a place end. */
export const afterWord = (text, from) => seek(text, from, OTHER_THAN_WORD);

/** Where the signs at a place end that may begin a node. */
export const afterBeginning = (text, from) => seek(text, from, OTHER_THAN_BEGINNING);

/** Where the signs at a place end that structure a record. */
export const afterStructure = (text, from) => seek(text, from, OTHER_THAN_STRUCTURE);
