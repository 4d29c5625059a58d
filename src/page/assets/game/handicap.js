// Handicap: whether a game has any, and where the stones stand that its record only counts.

import { BLACK, EMPTY, PASS, WHITE, fixedHandicap, pointText } from "./rules.js";

/** Whether Black has handicap stones: set before White's first move, or played before it. `src/game/handicap.rs` counts so. */
export function hasHandicap(tree) {
  const { position, told, first } = beginningOf(tree);
  const [black, white] = [BLACK, WHITE].map(color => position.cells.filter(cell => cell === color).length);
  if (black || white) return black >= 2 && !white && (told ?? first ?? position.turn) === WHITE;
  return handicapPlayed(tree) >= 2;
}

/**
 * Sets the handicap that a record only counts (`HA[2]`, and White begins) on the fixed points, unless a move of the main line
 * falls on a stone there: then it stood elsewhere.
 */
export function placeHandicap(tree) {
  const stones = counted(tree), { position, first } = beginningOf(tree);
  if (!(stones >= 2) || position.cells.some(cell => cell !== EMPTY)) return;
  if (first === BLACK) {
    if (!hasHandicap(tree)) tree.lostHandicap = stones;
    return;
  }
  const points = usualPoints(tree, stones);
  begin(tree, points);
  if (points.length && !deniesStones(tree, points)) return;
  begin(tree, []);
  tree.lostHandicap = stones;
}

/** The number of stones that the record counts, with or without words behind it; NaN if it has none, or one beyond all sense. */
const counted = tree => Number(/^\+?\d{1,15}(?!\d)/.exec(tree.root.text("HA").trim())?.[0] ?? NaN);

/** The position before the first move of the main line; who moves there as `PL` tells, and by that move, as far as they are there. */
function beginningOf(tree) {
  let told = null, last = tree.root;
  for (const node of tree.mainLine()) {
    last = node;
    told = tree.turnTold(node) ?? told;
    const move = tree.moveOf(node);
    if (move) return { position: tree.before(node), told, first: move.color };
  }
  return { position: tree.position(last), told, first: null };
}

/**
 * The stones that Black played before White's first one, whatever passes come between, unless the record says that the game is an
 * even one; none if White then moves twice, which sets up a position.
 */
function handicapPlayed(tree) {
  const isEven = counted(tree) === 0;
  let stones = 0, before = null;
  for (const move of mainMoves(tree)) {
    if (before?.color === WHITE) {
      if (move.color === WHITE) return 0;
      if (before.index !== PASS || isEven) return stones;
    }
    if (move.color === BLACK && move.index !== PASS) stones++;
    before = move;
  }
  return stones;
}

function* mainMoves(tree) {
  for (const node of tree.mainLine()) {
    const move = tree.moveOf(node);
    if (move) yield move;
  }
}

/** Begins with Black's stones at these points. */
function begin(tree, points) {
  tree.root.set("AB", points.map(index => pointText(index, tree.width)));
  tree.forget(tree.root);
}

/** The fixed points; three stones so that the upper left stays empty, as people place them. None if there is no such handicap. */
function usualPoints({ width, height }, stones) {
  const points = fixedHandicap(width, height, stones === 3 ? 4 : stones);
  return stones === 3 ? points.filter((_, i) => i !== 2) : points;
}

/** Whether the first move of the main line that cannot be played falls on a stone at one of these points. */
function deniesStones(tree, points) {
  for (const node of tree.mainLine()) {
    tree.position(node);
    if (!node.isForced) continue;
    const { index } = tree.moveOf(node);
    return points.includes(index) && tree.before(node).cells[index] !== EMPTY;
  }
  return false;
}
