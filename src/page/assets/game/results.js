// How games end, in words.

import { BLACK, WHITE, nameOf } from "./rules.js";
import { phrase } from "../page/language.js";

/** How a game may be won, and what is said of it behind that it is. */
const WAYS = [
  [/^r/i, won => phrase`${won} by resignation`], [/^t/i, won => phrase`${won} on time`], [/^f/i, won => phrase`${won} by forfeit`], [/^1(\.0*)?$/, won => phrase`${won} by 1 point`],
  [/^[\d.]+$/, (won, points) => phrase`${won} by ${points} points`],
];

/** Who has won, of `W+3.5` and the like; and what `told` makes of words that say so, with how. Null if nobody has. */
export function victory(result) {
  const [, winner, how] = /^([BW])\+(.*)$/.exec(result) ?? [];
  if (!winner) return null;
  const [, told = won => won] = WAYS.find(([kind]) => kind.test(how)) ?? [];
  return { color: winner === "B" ? BLACK : WHITE, told: won => told(won, how) };
}

const isDraw = result => result === "0" || /^draw$/i.test(result);

/** The result of a game that is over, for its players. */
export function resultSentence({ result, person }) {
  const won = victory(result);
  if (!won) return isDraw(result) ? phrase`The game is a draw.` : phrase`The game is over.`;
  const words = person === null ? phrase`${nameOf(won.color)} wins` : person === won.color ? phrase`You win` : phrase`${"Tengen"} wins`;
  return phrase`${won.told(words)}.`;
}

/** A result in a record; as it stands there where it is none of the usual ones. */
export function resultWords(result) {
  const won = victory(result);
  if (won) return won.told(phrase`${nameOf(won.color)} won`);
  return isDraw(result) ? phrase`a draw` : result;
}
