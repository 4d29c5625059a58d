// What Help tells: what the board shows, and what keys do.

import { GRADES, UNKNOWN } from "../engine/grades.js";
import { el } from "../page/dom.js";

/** What the numbers on a move are, as *On moves* in Settings has them. */
const LABEL_WORDS = {
  automatic: "Large number: the chance to win, in percent; where the game is decided, the points that the move loses. Small: how often the search looked at it.",
  winrate: "Large number: the chance to win, in percent. Small: how often the search looked at the move.",
  points: "Large number: the points that the move loses. Small: how often the search looked at it.",
  visits: "The number: how often the search looked at the move.",
};

const KEYS = [
  ["← →, wheel", "a move back, on"], ["Page up, Page down", "ten moves"], ["Home, End", "first and last position"], ["↑ ↓", "other variations"],
  ["m, M", "next and previous costly move"], ["f, F", "next and previous comment or fork"], ["Tab", "to the board; there arrows move a cursor and Enter plays"], ["1 … 9", "show the variation of a move; ← → step through it, Enter keeps it"],
  ["space, t, b, r", "in Analyse: analysis, territory, best moves, only a part of the board, on and off"], ["p", "pass"], ["u, h, t", "while playing: undo, hint, territory on and off"], ["a", "between playing and analysing"], ["c, #", "coordinates, numbers"], ["g", "go to a move by its number; so does a click on the number"], ["w", "walk on by itself, or no longer"],
  ["Delete, Backspace", "delete the move and what follows, except while playing"],
  ["Ctrl+Z", "undo a deletion, in Edit each change; or, while the notice offers it and not in Edit, return to the game before"],
  ["Esc", "leave the board, close a variation or a notice"],
  ["n, o, s, l", "new game, open, save, link"], ["Ctrl+C, Ctrl+V", "copy the record, open a copied one"], ["?", "this list"],
];

/** The parts of Help, where moves have this `label`. */
export const helpParts = label => [
  el("h3", {}, "What the board shows"),
  el("p", { class: "grades" }, "Moves, by what they lose: ", ...[...GRADES, UNKNOWN].flatMap(({ name, word }) => [el("span", {}, el("span", { class: `dot ${name}` }), word), " "])),
  el("p", {}, LABEL_WORDS[label], " A dashed ring is on what the game goes on with."),
  el("h3", {}, "Keys"),
  el("dl", { class: "keys" }, ...KEYS.flatMap(([key, words]) => [el("dt", {}, ...key.split(", ").flatMap((part, i) => i ? [" ", el("kbd", {}, part)] : [el("kbd", {}, part)])), el("dd", {}, words)])),
  el("p", { class: "quiet" }, "For who listens to the page on a phone there is a field behind the board, Play at: it takes a point such as D4, or pass, and tells the stones of a row or a column, such as 4 or D."),
  el("p", { class: "quiet" }, "Records: drop an SGF file on the page, or paste its text. Everything stays in this browser and on the computer that runs Tengen."),
];
