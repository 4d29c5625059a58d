// What a review says of each player's game: a line of numbers, and the moves that mattered.

import { colorOf, nameOf } from "../game/rules.js";
import { el } from "../page/dom.js";
import { phrase } from "../page/language.js";
import { row, table } from "./tables.js";
import { counted, listed, sentences } from "../page/words.js";

const PHASES = [phrase`opening`, phrase`middle game`, phrase`endgame`];
/** What the colors of the dots mean. */
const WORDS = { bad: phrase`blunder`, doubtful: phrase`mistake`, unclear: phrase`perhaps a mistake` };

/** How many mistakes there were, and how many of these were blunders. */
function mistakesOf(mistakes, blunders) {
  if (!mistakes) return phrase`No mistakes.`;
  const all = counted(mistakes, phrase`1 mistake`, phrase`${mistakes} mistakes`), worst = counted(blunders, phrase`1 blunder`, phrase`${blunders} blunders`);
  return blunders ? phrase`${all}, ${worst} among them.` : phrase`${all}.`;
}

/**
 * The parts of a page for the players of a review. `game` tells of its moves, by number from 0: `move(number)` and
 * `better(number)` in words, `loss(number)` as `[percent, points, error, kind]`, `isHere(number)`, and `go(number)`.
 */
export function playersOf(players, game) {
  return players.flatMap(({ color, accuracy, mistakes: [mistakes, blunders], points, phases, moments }) => {
    const parts = PHASES.map((name, i) => phases[i] !== null && `${name} ${phases[i].toFixed(1)}`).filter(Boolean);
    return [
      el("h2", {}, phrase`${nameOf(colorOf(color))}: accuracy ${accuracy} %`),
      el("p", { class: "quiet" }, sentences([mistakesOf(mistakes, blunders),
        points !== null && phrase`Points lost by a move: ${points.toFixed(1)} (${listed(parts)}).`])),
      moments.length ? table([phrase`What mattered`, phrase`Lost`, phrase`Points`, phrase`Better`], moments.map(number => moment(number, game)))
        : el("p", { class: "quiet" }, phrase`No move stands out.`),
    ];
  });
}

function moment(number, game) {
  const [percent, points, error, kind] = game.loss(number);
  return row({ class: game.isHere(number) ? "chosen" : false }, () => game.go(number), [
    [el("span", { class: `dot ${kind ?? "slight"}`, title: WORDS[kind] ?? phrase`inaccuracy` }), `${number + 1}. ${game.move(number)}`],
    [`${percent.toFixed(1)} %`, el("small", {}, error === null ? "" : ` ± ${error.toFixed(1)}`)],
    points.toFixed(1),
    game.better(number),
  ]);
}
