// Stones on a board: captures, ko, repetition. The server knows all the rules and has the last word; this is for what
// must be seen at once: a move just played, a variation stepped through.

import { phrase } from "../page/language.js";

export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;
export const PASS = -1;
export const opponent = color => 3 - color;
export const letterOf = color => color === BLACK ? "B" : "W";
export const colorOf = letter => letter === "B" ? BLACK : WHITE;
export const nameOf = color => color === BLACK ? phrase`Black` : phrase`White`;

const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const A = "a".charCodeAt(0);

/** A point as SGF writes it; a pass is `--`. */
export const pointText = (index, width) =>
  index === PASS ? "--" : String.fromCharCode(A + index % width, A + Math.floor(index / width));

/** The point of such a text; `PASS` for a pass, null for anything else. `tt` is a pass where it is no point. */
export function parsePoint(text, width, height) {
  if (text === "" || text === "--" || (text === "tt" && (width <= 19 || height <= 19))) return PASS;
  if (text.length !== 2) return null;
  const x = text.charCodeAt(0) - A, y = text.charCodeAt(1) - A;
  return x >= 0 && x < width && y >= 0 && y < height ? y * width + x : null;
}

/** Whose each point is, −1 White to 1 Black: a letter for each, `M` for nobody, and 12 steps from it to `A` and `Y`. */
export const ownersOf = text => [...text].map(letter => (letter.charCodeAt(0) - "M".charCodeAt(0)) / 12);

/** A point as players say it: `Q16`. */
export const vertex = (index, width, height) =>
  index === PASS ? phrase`pass` : COLUMNS[index % width] + (height - Math.floor(index / width));

export const columnName = x => COLUMNS[x];

/** The points around a point. */
function neighbors(index, width, height) {
  const x = index % width, y = Math.floor(index / width), around = [];
  if (x > 0) around.push(index - 1);
  if (x < width - 1) around.push(index + 1);
  if (y > 0) around.push(index - width);
  if (y < height - 1) around.push(index + width);
  return around;
}

/** Which rules differ in what a move may do: the server's names, and the parts of rules without one. */
const SUICIDE = /^(tromp-taylor|new-zealand|ing)$|sui1/;
const SIMPLE_KO = /^(chinese|japanese|korean|stone-scoring|ancient-territory)$|^koSIMPLE/;
const SITUATIONAL = /^(aga|bga|new-zealand)$|^koSITUATIONAL/;

/** A position. It never changes: a move makes another. */
export class Position {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.cells = new Uint8Array(width * height);
    this.turn = BLACK;
    /** Where simple ko forbids to play. */
    this.ko = PASS;
    /** Stones taken, by who took them. */
    this.captures = [0, 0, 0];
    this.passes = 0;
  }

  copy() {
    const next = Object.assign(Object.create(Position.prototype), this);
    next.cells = this.cells.slice();
    next.captures = this.captures.slice();
    return next;
  }

  /** The stones of the chain at a point, and its liberties. */
  chain(start) {
    const color = this.cells[start], stones = [start], seen = new Set(stones), liberties = new Set();
    for (const stone of stones) for (const next of neighbors(stone, this.width, this.height)) {
      if (this.cells[next] === EMPTY) liberties.add(next);
      else if (this.cells[next] === color && !seen.has(next)) {
        seen.add(next);
        stones.push(next);
      }
    }
    return { stones, liberties };
  }

  /** The position after a stone or a pass, whatever ko and repetition say; null where there is a stone already. */
  after(color, index) {
    const next = this.copy();
    next.ko = PASS;
    next.turn = opponent(color);
    if (index === PASS) {
      next.passes++;
      return next;
    }
    if (this.cells[index] !== EMPTY) return null;
    next.passes = 0;
    next.cells[index] = color;
    let taken = [];
    for (const around of neighbors(index, this.width, this.height)) {
      if (next.cells[around] !== opponent(color)) continue;
      const chain = next.chain(around);
      if (chain.liberties.size) continue;
      for (const stone of chain.stones) next.cells[stone] = EMPTY;
      taken = taken.concat(chain.stones);
    }
    next.captures[color] += taken.length;
    const own = next.chain(index);
    if (!own.liberties.size) {
      for (const stone of own.stones) next.cells[stone] = EMPTY;
      next.captures[opponent(color)] += own.stones.length;
      next.suicide = own.stones.length;
    } else {
      next.suicide = 0;
      if (taken.length === 1 && own.stones.length === 1 && own.liberties.size === 1) next.ko = taken[0];
    }
    return next;
  }

  /** The position with some stones set: pairs of a point and a color, EMPTY to take away. */
  withStones(changes, turn) {
    const next = this.copy();
    for (const [index, color] of changes) next.cells[index] = color;
    next.ko = PASS;
    next.passes = 0;
    if (turn) next.turn = turn;
    return next;
  }

  isSameBoard(other) {
    return this.cells.every((cell, index) => cell === other.cells[index]);
  }

  /** A chain without a liberty, which no rules allow to be set up; null if there is none. */
  deadChain() {
    for (let index = 0; index < this.cells.length; index++)
      if (this.cells[index] !== EMPTY && !this.chain(index).liberties.size) return index;
    return null;
  }
}

/** Why a move may not be played after these positions, the first of them the oldest; null if it may. */
export function forbidden(past, color, index, rules) {
  const now = past[past.length - 1];
  if (index === PASS) return null;
  if (now.cells[index] !== EMPTY) return phrase`There is a stone.`;
  const next = now.after(color, index);
  if (next.suicide && (!SUICIDE.test(rules) || next.suicide === 1)) return phrase`The stone would have no liberty.`;
  if (now.ko === index && color === now.turn) return phrase`Ko: play somewhere else first.`;
  if (SIMPLE_KO.test(rules)) return null;
  const isRepeated = past.some(before =>
    (!SITUATIONAL.test(rules) || before.turn === next.turn) && before.isSameBoard(next));
  return isRepeated ? phrase`That would repeat an earlier position.` : null;
}

/** The moves of a line with their colors, from `turn` on. */
export function coloured(line, turn) {
  let color = turn;
  return line.map((index, i) => {
    const move = { index, color, number: i + 1 };
    color = opponent(color);
    return move;
  });
}

/** The position after some moves; one that stands on a stone is left out. */
export const played = (position, moves) => moves.reduce((before, { index, color }) => before.after(color, index) ?? before, position);

/** The numbers of the moves whose stones are on the board, by point; `points` are those of all moves, in their order. */
export function numbersOf(points, position) {
  const found = new Map();
  points.forEach((index, i) => { if (index !== PASS) found.set(index, i + 1); });
  for (const index of found.keys()) if (!position.cells[index]) found.delete(index);
  return found;
}

/** The points of so many handicap stones by the GTP standard, in its order; none if the board has no such handicap. */
export function fixedHandicap(width, height, stones) {
  const shorter = Math.min(width, height);
  const most = shorter < 7 ? 0 : shorter > 7 && width === height && width % 2 ? 9 : 4;
  if (!(stones >= 2 && stones <= most)) return [];
  const line = side => side < 13 ? 2 : 3;
  const [left, top] = [line(width), line(height)], [right, bottom] = [width - 1 - left, height - 1 - top];
  const [middle, center] = [(width - 1) / 2, (height - 1) / 2];
  const corners = [[left, bottom], [right, top], [left, top], [right, bottom]];
  const sides = [[left, center], [right, center], [middle, bottom], [middle, top]];
  const places = [...corners.slice(0, stones), ...sides.slice(0, stones < 6 ? 0 : stones - stones % 2 - 4)];
  if (stones > 4 && stones % 2) places.push([middle, center]);
  return places.map(([x, y]) => y * width + x);
}

/** The star points of a board. */
export function starPoints(width, height) {
  const edge = side => side >= 13 ? 3 : side >= 7 ? 2 : null;
  const [a, b] = [edge(width), edge(height)];
  if (a === null || b === null) return [];
  const middle = side => side % 2 ? [(side - 1) / 2] : [];
  const full = side => side > 13 ? middle(side) : [];
  const points = [];
  const add = (xs, ys) => xs.forEach(x => ys.forEach(y => points.push(y * width + x)));
  const xs = [a, width - 1 - a], ys = [b, height - 1 - b];
  add(xs, ys);
  add(middle(width), middle(height));
  add(full(width), ys);
  add(xs, full(height));
  return points;
}
