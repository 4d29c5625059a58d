// What a review says of each player's game: a line of numbers, and the moves that mattered.

import { colorOf, nameOf } from "../game/rules.js";
import { el } from "../page/dom.js";
import { row, table } from "./tables.js";
import { counted } from "../page/words.js";

const PHASES = ["opening", "middle game", "endgame"];
/** What the colors of the dots mean. */
const WORDS = { bad: "blunder", doubtful: "mistake", unclear: "perhaps a mistake" };

/** How many mistakes there were, and how many of these were blunders. */
function mistakesOf(mistakes, blunders) {
  if (!mistakes) return "No mistakes.";
  return `${counted(mistakes, "mistake")}${blunders ? `, ${counted(blunders, "blunder")} among them` : ""}.`;
}

/**
 * The parts of a page for the players of a review. `game` tells of its moves, by number from 0: `move(number)` and
 * `better(number)` in words, `loss(number)` as `[percent, points, error, kind]`, `isHere(number)`, and `go(number)`.
 */
export function playersOf(players, game) {
  return players.flatMap(({ color, accuracy, mistakes: [mistakes, blunders], points, phases, moments }) => {
    const parts = PHASES.map((name, i) => phases[i] !== null && `${name} ${phases[i].toFixed(1)}`).filter(Boolean);
    return [
      el("h2", {}, `${nameOf(colorOf(color))}: accuracy ${accuracy} %`),
      el("p", { class: "quiet" }, mistakesOf(mistakes, blunders),
        points === null ? "" : ` Points lost by a move: ${points.toFixed(1)} (${parts.join(", ")}).`),
      moments.length ? table(["What mattered", "Lost", "Points", "Better"], moments.map(number => moment(number, game)))
        : el("p", { class: "quiet" }, "No move stands out."),
    ];
  });
}

function moment(number, game) {
  const [percent, points, error, kind] = game.loss(number);
  return row({ class: game.isHere(number) ? "chosen" : false }, () => game.go(number), [
    [el("span", { class: `dot ${kind ?? "slight"}`, title: WORDS[kind] ?? "inaccuracy" }), `${number + 1}. ${game.move(number)}`],
    [`${percent.toFixed(1)} %`, el("small", {}, error === null ? "" : ` ± ${error.toFixed(1)}`)],
    points.toFixed(1),
    game.better(number),
  ]);
}
