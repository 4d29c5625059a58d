// What Help tells: what the board shows, and what keys do.

import { GRADES, UNKNOWN } from "../state/grades.js";
import { el } from "../page/dom.js";
import { phrase } from "../page/language.js";
import { sentences } from "../page/words.js";

/** What the numbers on a move are, as *On moves* in Settings has them. */
const LABEL_WORDS = {
  automatic: phrase`Large number: the chance to win, in percent; where the game is decided, the points that the move loses. Small: how often the search looked at it.`,
  winrate: phrase`Large number: the chance to win, in percent. Small: how often the search looked at the move.`,
  points: phrase`Large number: the points that the move loses. Small: how often the search looked at it.`,
  visits: phrase`The number: how often the search looked at the move.`,
};

const KEYS = [
  [phrase`← →, wheel`, phrase`a move back, on`],
  [phrase`Page up, Page down`, phrase`ten moves`],
  [phrase`Home, End`, phrase`first and last position`],
  ["↑ ↓", phrase`other variations`],
  ["m, M", phrase`next and previous costly move`],
  ["f, F", phrase`next and previous comment or fork`],
  ["Tab", phrase`to the board; there arrows move a cursor and Enter plays`],
  ["1 … 9", phrase`show the variation of a move; ← → step through it, Enter keeps it`],
  [phrase`space, t, b, r`, phrase`in Analyse: analysis, territory, best moves, only a part of the board, on and off`],
  ["p", phrase`pass`],
  ["u, h, t", phrase`while playing: undo, hint, territory on and off`],
  ["a", phrase`between playing and analysing`],
  ["c, #", phrase`coordinates, numbers`],
  ["g", phrase`go to a move by its number; so does a click on the number`],
  ["w", phrase`walk on by itself, or no longer`],
  [phrase`Delete, Backspace`, phrase`delete the move and what follows, except while playing`],
  [phrase`Ctrl+Z`, phrase`undo a deletion, in Edit each change; or, while the notice offers it and not in Edit, return to the game before`],
  ["Esc", phrase`leave the board or a field, close a variation or a notice`],
  ["n, o, s, l", phrase`new game, open, save, link`],
  [phrase`Ctrl+C, Ctrl+V`, phrase`copy the record, open a copied one`],
  ["?", phrase`this list`],
];

/** The parts of Help, where moves have this `label`. */
export const helpParts = label => [
  el("h3", {}, phrase`What the board shows`),
  el("p", { class: "grades" }, phrase`Moves, by what they lose:`, " ", ...[...GRADES, UNKNOWN].flatMap(({ name, word }) => [el("span", {}, el("span", { class: `dot ${name}` }), word), " "])),
  el("p", {}, sentences([LABEL_WORDS[label], phrase`A dashed ring is on what the game goes on with.`])),
  el("h3", {}, phrase`Keys`),
  el("dl", { class: "keys" }, ...KEYS.flatMap(([key, words]) => [el("dt", {}, ...key.split(", ").flatMap((part, i) => i ? [" ", el("kbd", {}, part)] : [el("kbd", {}, part)])), el("dd", {}, words)])),
  el("p", { class: "quiet" }, phrase`For who listens to the page on a phone there is a field behind the board, Play at: it takes a point such as D4, or pass, and tells the stones of a row or a column, such as 4 or D.`),
  el("p", { class: "quiet" }, phrase`Records: drop an SGF file on the page, or paste its text. Everything stays in this browser and on the computer that runs Tengen.`),
];
