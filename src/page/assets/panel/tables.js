// Tables of moves, whose rows can be clicked.

import { $, el } from "../page/dom.js";

/** A table with names over its columns, each perhaps with what it means: `[name, meaning]`. The last column takes the room that is left. */
export const table = (names, rows) => el("table", { class: "moves" },
  el("thead", {}, el("tr", {}, ...names.map(name => [name].flat()).map(([name, title], i) =>
    el("th", { scope: "col", class: i === names.length - 1 ? "way" : false, title }, name)))),
  el("tbody", {}, ...rows));

/**
 * A row that can be clicked, and changes the board; each cell is a text, an element or a list of these. By keyboard the button in the
 * first cell is pressed, whose click is the row's.
 */
export function row(attributes, act, [first, ...others]) {
  const isChosen = /\bchosen\b/.test(attributes.class || "");
  const onclick = () => {
    act();
    // Below the board one would not see what has changed.
    $("board").scrollIntoView({ block: "nearest" });
  };
  return el("tr", { ...attributes, onclick },
    el("td", {}, el("button", { "aria-pressed": `${isChosen}` }, ...[first].flat())),
    ...others.map((cell, i) => el("td", { class: i === others.length - 1 ? "way" : false }, ...[cell].flat())));
}
