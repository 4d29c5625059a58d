// What a search says of a position, and what it tells of a move that was played.

import { BLACK, WHITE, ownersOf } from "../game/rules.js";

/** With fewer visits the value of a position is a guess. */
export const TELLING_VISITS = 150;
/** With fewer playouts the lead after a move is one. */
const TELLING_PLAYOUTS = 16;

/** What a report of the engine says of a position. Values are Black's. */
export function evaluationOf(report, tree) {
  const read = text => tree.point(text);
  return {
    winrate: report.winrate, lead: report.lead, visits: report.visits, turn: report.turn === "W" ? WHITE : BLACK,
    moves: report.moves.map(found => ({ ...found, index: read(found.move), line: found.line.split(" ").map(read) })),
    ownership: ownersOf(report.ownership),
  };
}

/** What is kept of an evaluation: its value, and the best move, by which losses are judged. */
export function valueOf(evaluation) {
  return evaluation && { ...evaluation, moves: evaluation.moves.slice(0, 1), ownership: null };
}

/**
 * What a player loses by the one rather than the other of two values, `{ winrate, lead, error }`. Of a difference in
 * points the part counts that is more than chance; it is infinite while too little is known.
 */
export function lossOf(best, other, color) {
  const sign = color === BLACK ? 1 : -1;
  const chance = Math.hypot(best.error ?? 0, other.error ?? 0);
  const isKnown = [best, other].every(({ playouts }) => playouts === undefined || playouts >= TELLING_PLAYOUTS);
  return {
    points: !isKnown ? Infinity : Math.max(0, sign * (best.lead - other.lead) - chance),
    share: Math.max(0, sign * (best.winrate - other.winrate)),
    winrate: best.winrate,
  };
}
