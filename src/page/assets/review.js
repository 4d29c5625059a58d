// A review as a page of its own: the same board, graph and style as in 'tengen web'.

import { BLACK, EMPTY, PASS, Position, WHITE, colorOf, coloured, nameOf, numbersOf, ownersOf, parsePoint, played, vertex } from "./game/rules.js";
import { $, el, keyOf, save, show, showStepper } from "./page/dom.js";
import { Board } from "./board/board.js";
import { Graph } from "./panel/graph.js";
import { playersOf } from "./panel/players.js";
import { rulesTitle } from "./game/rulenames.js";
import { row, table } from "./panel/tables.js";
import { movesIn, score, short } from "./page/words.js";

const review = JSON.parse($("data").textContent);
const { width: W, height: H } = review;
const LAST = review.moves.length;
const at = text => parsePoint(text, W, H);
const say = text => vertex(at(text), W, H);
const { losses, better, players, costliest } = review.findings;
/** How the page colors what the review says of a move. */
const kindOf = number => losses[number][3];
/** The letters of the moves told of a position: the review has four at most. */
const LABELS = "ABCD";

const positions = review.positions.map(({ s, t }) => {
  const position = new Position(W, H);
  [...s].forEach((sign, index) => { position.cells[index] = sign === "X" ? BLACK : sign === "O" ? WHITE : EMPTY; });
  position.turn = colorOf(t);
  return position;
});
const ownership = review.positions.map(({ o }) => ownersOf(o));

let now = 0;
/** The variation that is shown: its moves, how many of them, and who begins. */
let chosen = null;

const board = new Board($("board"), { play: tapped });
const graph = new Graph($("graph"), go);

/** The moves told of the position shown, in the table and on the board. */
const candidates = () => review.positions[now].c;

function tapped(index) {
  const number = candidates().findIndex(([point]) => at(point) === index);
  if (number >= 0) choose(number);
}

function choose(number) {
  const found = candidates()[number];
  if (!found) return;
  const isShown = chosen?.number === number;
  chosen = isShown ? null : { number, turn: positions[now].turn, moves: found[4].split(" ").map(at), words: say(found[0]) };
  if (chosen) chosen.step = chosen.moves.length;
  draw();
}

function step(count) {
  chosen.step = Math.max(1, Math.min(chosen.moves.length, chosen.step + count));
  draw();
}

function go(to) {
  // A link may name any number.
  now = Math.max(0, Math.min(LAST, Math.trunc(to)));
  chosen = null;
  draw();
}

function drawBoard() {
  const position = positions[now], view = { last: PASS };
  if (now > 0) {
    view.last = at(review.moves[now - 1][1]);
    const kind = kindOf(now - 1);
    view.lost = kind && { name: kind };
    const best = review.positions[now - 1].c[0];
    if (better[now - 1] && best) view.best = at(best[0]);
  }
  if ($("show-owner").checked) view.ownership = ownership[now];
  if ($("show-moves").checked) view.candidates = candidates().map(([point, , black], i) => ({
    index: at(point), grade: "best", isBest: i === 0, isChosen: chosen?.number === i,
    texts: [LABELS[i], `${Math.round(position.turn === BLACK ? black : 100 - black)}`],
  }));
  if ($("show-numbers").checked) view.numbers = numbersOf(review.moves.slice(0, now).map(([, point]) => at(point)), position);
  if (chosen) {
    view.variation = coloured(chosen.moves.slice(0, chosen.step), chosen.turn);
    view.board = played(position, view.variation);
  }
  view.label = `Board after move ${now}. ${now ? `${nameOf(colorOf(review.moves[now - 1][0]))} ${say(review.moves[now - 1][1])}.` : ""}`;
  board.coordinates = $("show-coordinates").checked;
  board.show(position, view);
}

const cost = ([lost, points, error]) => `${lost.toFixed(1)} %${error ? ` (± ${error.toFixed(1)})` : ""} and ${points.toFixed(1)} points`;

function drawWords() {
  const { w, l, e, t } = review.positions[now];
  const parts = [];
  if (now > 0) {
    const [color, point] = review.moves[now - 1], loss = losses[now - 1], best = review.positions[now - 1].c[0];
    parts.push(el("b", {}, `Move ${now}: ${nameOf(colorOf(color))} ${say(point)}. `), `Black ${w.toFixed(1)} %, ${score(l)}. `);
    if (better[now - 1] && best) parts.push(
      el("span", { class: `word ${kindOf(now - 1) ?? ""}` }, `It ${kindOf(now - 1) === "unclear" ? "may have cost" : "cost"} ${cost(loss)}; better was `),
      el("span", { class: "word best" }, `${best[4].split(" ").map(say).join(" ")}.`));
  } else parts.push(`Before the first move: Black ${w.toFixed(1)} %, ${score(l)}.`);
  show($("words"), parts);
  $("next-title").textContent = e ? "The game is over" : `Best moves for ${nameOf(colorOf(t))} here`;
  const rows = candidates().map(([point, visits, black, lead, line], i) => row({ "data-number": i, class: chosen?.number === i ? "chosen" : "" }, () => choose(i),
    [`${LABELS[i]}  ${say(point)}`, `${(t === "B" ? black : 100 - black).toFixed(1)} %`, score(lead), short(visits), line.split(" ").slice(1, 6).map(say).join(" ")]));
  show($("found"), rows.length ? [table(["Move", `${nameOf(colorOf(t))} wins`, "Score", "Playouts", "Then"], rows)] : []);
}

const game = {
  loss: number => losses[number],
  move: number => `${review.moves[number][0]} ${say(review.moves[number][1])}`,
  better: number => better[number] && review.positions[number].c[0] ? review.positions[number].c[0][4].split(" ").slice(0, 5).map(say).join(" ") : "",
  isHere: number => number + 1 === now,
  go: number => go(number + 1),
};

function draw() {
  drawBoard();
  drawWords();
  show($("players"), playersOf(players, game));
  graph.show(review.positions.map(({ w, l }, i) => ({ winrate: w / 100, lead: l, grade: i && kindOf(i - 1) ? { name: kindOf(i - 1) } : null })), now);
  $("number").textContent = `${now} / ${LAST}`;
  showStepper(chosen);
}

function toMistake(way) {
  const mistakes = losses.map((_, i) => kindOf(i) ? i + 1 : 0).filter(Boolean);
  const to = way > 0 ? mistakes.find(i => i > now) : mistakes.reverse().find(i => i < now);
  if (to) go(to);
}

const saveRecord = () => save(review.record, "review.sgf");

function turnTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
}

const toggle = id => {
  $(id).checked = !$(id).checked;
  draw();
};
const KEYS = {
  ArrowLeft: () => chosen ? step(-1) : go(now - 1), ArrowRight: () => chosen ? step(1) : go(now + 1), PageUp: () => go(now - 10), PageDown: () => go(now + 10),
  Home: () => go(0), End: () => go(LAST), ArrowUp: () => toMistake(-1), ArrowDown: () => toMistake(1), Escape: () => { chosen = null; draw(); },
  t: () => toggle("show-owner"), b: () => toggle("show-moves"), c: () => toggle("show-coordinates"), "#": () => toggle("show-numbers"), s: saveRecord,
};
addEventListener("keydown", event => {
  const key = keyOf(event), act = KEYS[key] ?? (/^[1-4]$/.test(key) && (() => choose(Number(key) - 1)));
  if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  act();
});
for (const button of document.querySelectorAll("[data-walk]")) button.onclick = () => go(now + Number(button.dataset.walk));
for (const id of ["show-owner", "show-moves", "show-coordinates", "show-numbers"]) $(id).onchange = draw;
// Nothing is added to a game that has been reviewed.
$("step-keep").remove();
// Nor does it walk by itself.
$("number").replaceWith(el("span", { id: "number" }));
$("step-back").onclick = () => step(-1);
$("step-on").onclick = () => step(1);
$("step-close").onclick = KEYS.Escape;
$("record").onclick = saveRecord;
$("theme").onclick = turnTheme;

const names = `${review.black || "Black"} – ${review.white || "White"}`;
$("title").textContent = names;
document.title = `${names}: review`;
$("upper").textContent = [review.result && `Result ${review.result}`, `${W}×${H}`, `komi ${review.komi}`, review.rules && `${rulesTitle(review.rules)} rules`, movesIn(LAST), `reviewed by Tengen ${review.version}, ${review.effort}`].filter(Boolean).join(" · ");
// A link such as page.html#87 opens a move.
const toLink = () => go(Number(location.hash.slice(1)) || 0);
addEventListener("hashchange", toLink);
if (location.hash) toLink();
else go(costliest === null ? LAST : costliest + 1);
