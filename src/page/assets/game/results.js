// How games end, in words.

import { BLACK, WHITE, nameOf } from "./rules.js";

/** Who has won and how, of `W+3.5` and the like; null if nobody has. */
export function victory(result) {
  const [, winner, how] = /^([BW])\+(.*)$/.exec(result) ?? [];
  if (!winner) return null;
  const [, words] = [[/^r/i, "by resignation"], [/^t/i, "on time"], [/^f/i, "by forfeit"], [/^1(\.0*)?$/, "by 1 point"], [/^[\d.]+$/, `by ${how} points`]]
    .find(([kind]) => kind.test(how)) ?? [];
  return { color: winner === "B" ? BLACK : WHITE, how: words ? ` ${words}` : "" };
}

const isDraw = result => result === "0" || /^draw$/i.test(result);

/** The result of a game that is over, for its players. */
export function resultSentence({ result, person }) {
  const won = victory(result);
  if (!won) return isDraw(result) ? "The game is a draw." : "The game is over.";
  const who = person === null ? `${nameOf(won.color)} wins` : person === won.color ? "You win" : "Tengen wins";
  return `${who}${won.how}.`;
}

/** A result in a record; as it stands there where it is none of the usual ones. */
export function resultWords(result) {
  const won = victory(result);
  if (won) return `${nameOf(won.color)} won${won.how}`;
  return isDraw(result) ? "a draw" : result;
}
