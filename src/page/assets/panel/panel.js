// What stands beside the board: whose turn it is, what the engine sees.

import { BLACK, PASS, WHITE, nameOf, opponent } from "../game/rules.js";
import { $, button, el, show } from "../page/dom.js";
import { SYSTEMS } from "../game/clock.js";
import { gradeOf, isCostly } from "../state/grades.js";
import { resultSentence, resultWords } from "../game/results.js";
import { Reviewing } from "./reviewing.js";
import { rulesTitle } from "../game/rulenames.js";
import { phrase } from "../page/language.js";
import { row, table } from "./tables.js";
import { candidates, drawn, lostBy, nextMoves } from "../board/view.js";
import { chanceOf, listed, minus, percent, score, sentences, short } from "../page/words.js";

/** The most candidates in the table. */
const MOST_ROWS = 8;

/** The two players' lines; the one above the board is the opponent's. */
export function showPlayers(app) {
  const { state } = app;
  const below = state.person ?? BLACK;
  showPlayer(app, $("lower"), below);
  showPlayer(app, $("upper"), below === BLACK ? WHITE : BLACK);
}

function showPlayer({ state, thinker }, line, color) {
  const { tree, position, clock } = state;
  const { turn } = state.mode === "play" ? state.latestPosition : position;
  const isTurn = turn === color && (state.mode !== "play" || state.phase === "playing");
  line.classList.toggle("turn", isTurn);
  const name = tree.name(color) || nameOf(color), rank = tree.root.text(color === BLACK ? "BR" : "WR");
  const taken = position.captures[color];
  const parts = [
    el("span", { class: `stone ${color === BLACK ? "black" : "white"}`, role: "img", "aria-label": nameOf(color) }),
    // Who knows in which language a name is? English fonts and voices would be wrong for many.
    el("span", { class: "name", lang: "", title: name }, name),
    el("span", { class: "rank" }, rank),
    el("span", { class: "captures", title: phrase`Stones taken` }, taken ? phrase`${taken} taken` : ""),
  ];
  if (isTurn && thinker.isThinking) parts.push(el("span", { class: "thinking", role: "img", "aria-label": phrase`Tengen is thinking` }, el("i"), el("i"), el("i")));
  if (clock.isOn) parts.push(el("span", { class: "clock", role: "timer", title: SYSTEMS[clock.settings.system].counted, "data-clock": color, "aria-label": phrase`${nameOf(color)}'s clock` }));
  show(line, parts);
  if (clock.isOn) tick(state);
}

/** Brings the clocks up to date. */
export function tick(state) {
  for (const face of document.querySelectorAll("[data-clock]")) {
    const left = state.clock.now(Number(face.dataset.clock));
    face.textContent = state.clock.text(left);
    face.classList.toggle("low", state.isPlaying && state.clock.isLow(left));
  }
}

/** By which rules and komi the game is judged, and what its record says of it. */
export function showFacts({ state: { tree } }) {
  const [result, ...said] = ["RE", "EV", "DT"].map(name => tree.root.text(name).trim());
  const words = listed([phrase`${rulesTitle(tree.rules)} rules`, phrase`komi ${tree.komi}`, resultWords(result), ...said]);
  $("facts").textContent = words;
  $("facts").title = phrase`Change rules, komi and names: ${words}`;
}

/** One sentence about what is going on. */
export function showStatus({ state, engine, thinker, board: { proposed } }) {
  const line = $("status");
  const words = proposed === null ? sentence(state, engine, thinker) : phrase`Again on ${state.tree.vertex(proposed)} plays there.`;
  // Those who listen hear whatever is written here, be it the same again.
  if (line.textContent === words) return;
  // They hear that a review begins; how far it is the bar tells.
  const isProgress = proposed === null && state.review?.began && engine.isOpen && !thinker.isWaiting;
  line.setAttribute("aria-live", isProgress ? "off" : "polite");
  line.textContent = words;
}

function sentence(state, engine, thinker) {
  if (!engine.isOpen) return connectionSentence(engine);
  if (thinker.hasFailed) return phrase`Tengen could not answer this.`;
  if (thinker.isWaiting) return phrase`Other windows are using Tengen: waiting for a free place …`;
  if (state.review) return Reviewing.sentence(state.review);
  if (state.mode === "edit") return phrase`Edit: choose a tool and click on the board.`;
  if (state.lookedAt?.isOpen) return regionSentence(state);
  if (thinker.hasRested) return phrase`The analysis has ended after a quarter of an hour.`;
  if (state.mode === "analyse" && state.region) return regionSentence(state);
  if (state.mode === "analyse") return phrase`${nameOf(state.turn)} to play.`;
  if (state.phase === "over") return resultSentence(state);
  if (state.phase === "paused") return phrase`Paused: ${nameOf(state.latestPosition.turn)} to play.`;
  if (!state.isLatest) return lookingSentence(state);
  if (state.phase === "counting") return state.count ? phrase`Choose stones to change whether they are dead.` : phrase`Counting …`;
  if (state.actor === "tengen") return state.lesson ? phrase`A mistake: take it back, or play on.` : phrase`Tengen is thinking …`;
  const { person, turn } = state, passed = state.position.passes === 1 && phrase`${person ? "Tengen" : nameOf(opponent(turn))} has passed.`;
  return sentences([passed, person ? phrase`Your move: you have ${nameOf(person)}.` : phrase`${nameOf(turn)} to play.`]);
}

/** Why there is no connection, as far as that is known. */
function connectionSentence(engine) {
  if (engine.isFull) return phrase`Tengen is there, but gives this window no place: too many may be open.`;
  if (engine.isStrange) return phrase`Tengen has begun anew: open the address that it printed last.`;
  return phrase`Looking for Tengen … is it still running?`;
}

/** The same where moves are looked for in a part of the board. */
function regionSentence({ region, turn, position, found }) {
  if (region.isOpen) return region.frame ? phrase`Choose the opposite corner.` : phrase`Choose two corners of what Tengen should look at.`;
  if (!region.points(position).length) return phrase`All of the frame is occupied.`;
  return found?.moves.length === 0 ? phrase`${nameOf(turn)} can play nowhere in the frame.` : phrase`${nameOf(turn)} to play, in the frame alone.`;
}

/** The same where a person only looks, at moves before or at another variation. */
function lookingSentence({ phase, awaited, lesson, began }) {
  if (!began) return phrase`A record: play Tengen from here, or both sides yourself.`;
  if (phase === "counting") return phrase`Only looking: the game waits for the count.`;
  if (awaited === "tengen" && !lesson) return phrase`Only looking: Tengen is thinking …`;
  return phrase`Only looking: the game waits for you.`;
}

/** What a mistake has lost, and what would have been better, if that is known: two sentences. */
export function lessonWords({ tree, lesson: { node, lost } }) {
  const { index } = tree.moveOf(node), best = node.parent.evaluation?.moves[0];
  return [phrase`${tree.vertex(index)} loses about ${Math.round(lost)} points.`, best && best.index !== index ? wouldHave(tree, best.index) : ""];
}

function wouldHave(tree, index) {
  return index === PASS ? phrase`Tengen would have passed.` : phrase`Tengen would have played ${tree.vertex(index)}.`;
}

/** A mistake that can be taken back. */
export function showLesson(app) {
  const { state, play } = app, box = $("lesson");
  box.hidden = state.lesson?.node !== state.node;
  if (box.hidden) return;
  const [lost, better] = lessonWords(state);
  show(box, [
    el("p", {}, el("b", {}, lost), phrase` `, better),
    el("div", { class: "buttons" },
      button(phrase`Take back`, event => play.takeBack(event), { class: "strong" }),
      button(phrase`Show why`, () => play.showWhy()),
      button(phrase`Play on`, event => play.ignoreLesson(event))),
  ]);
}

/** Who is ahead in a count. */
const leadWords = ({ lead, isSettled }) => sentences([
  lead === 0 ? phrase`A draw.` : phrase`${nameOf(lead > 0 ? BLACK : WHITE)} is ahead by ${Math.abs(lead)}.`, !isSettled && phrase`Not every point is decided yet.`,
]);

/** A count in words, for those who listen. */
export function countWords({ tree, count }) {
  const dead = count.dead.map(point => tree.vertex(tree.point(point)));
  return sentences([leadWords(count), dead.length ? phrase`Dead: ${dead.join(" ")}.` : phrase`No stones are dead.`]);
}

/** The same for the moves of a hint. */
export function hintWords(state) {
  const { tree, node: { evaluation } } = state;
  return drawn(state).map(({ index, winrate }) =>
    listed([tree.vertex(index), phrase`${nameOf(evaluation.turn)} wins ${percent(chanceOf(evaluation.turn, winrate))}`])).join("; ");
}

/** The count as a table. */
export function showCount({ state }) {
  const box = $("counted"), count = state.countShown, { komi } = state.tree;
  box.hidden = !count;
  if (!count) return;
  const isArea = count.scoring === "area", { B, W } = count;
  const rows = isArea ? [[phrase`Stones and territory`, B.area, W.area]]
    : [[phrase`Territory`, B.surrounded, W.surrounded], [phrase`Dead stones`, B.dead, W.dead], [phrase`Taken`, B.captures, W.captures]];
  rows.push([count.bonus === komi ? phrase`Komi` : phrase`Komi and handicap`, "", count.bonus]);
  const sum = column => rows.reduce((total, row) => total + Number(row[column]), 0);
  show(box, [
    el("table", {},
      el("tr", {}, el("th"), el("th", { scope: "col" }, nameOf(BLACK)), el("th", { scope: "col" }, nameOf(WHITE))),
      ...rows.map(([name, ...values]) => el("tr", {}, el("th", { scope: "row" }, name), ...values.map(value => el("td", {}, `${value}`)))),
      el("tr", { class: "sum" }, el("td", {}, phrase`Sum`), el("td", {}, `${sum(1)}`), el("td", {}, `${sum(2)}`))),
    el("p", {}, leadWords(count)),
  ]);
}

/** Chances and score, here and over the game. Until the first report of a search there are those of a position before it. */
export function showChances({ state, graph, thinker }) {
  const { tree, node, options } = state;
  const isWanted = options.chances || state.mode === "analyse";
  $("chances").hidden = !isWanted;
  if (!isWanted) return;
  const line = tree.line(node);
  const known = node.evaluation ?? (thinker.isAbout(node) ? nearest(tree.path(node)) : null);
  const isOld = known !== null && known !== node.evaluation, dated = words => isOld ? phrase`${words} before this move` : words;
  const chance = known && phrase`${nameOf(BLACK)} wins ${percent(known.winrate)}`;
  $("chance-bar").classList.toggle("old", isOld);
  $("chance-bar").classList.toggle("unknown", known === null);
  $("chance-black").style.width = `${100 * (known?.winrate ?? 0)}%`;
  $("chance-words").textContent = known ? dated(chance) : "";
  $("score-words").textContent = known ? score(known.lead) : "";
  $("chance-bar").setAttribute("aria-label", known ? dated(listed([chance, score(known.lead)])) : phrase`Chances unknown`);
  graph.show(line.map(each => {
    if (!each.evaluation) return null;
    const grade = state.grade(each);
    return { winrate: each.evaluation.winrate, lead: each.evaluation.lead, grade: isCostly(grade) ? grade : null };
  }), line.indexOf(node), tree.numbers(line));
}

function nearest(path) {
  for (let i = path.length - 1; i >= 0; i--) if (path[i].evaluation) return path[i].evaluation;
  return null;
}

/** What the engine would play here. */
export function showFound(app) {
  const { state, state: { found: evaluation } } = app, box = $("found");
  $("looks").hidden = !state.showsCandidates;
  for (const element of $("looks").querySelectorAll(".switches, #review-part")) element.hidden = state.mode !== "analyse";
  if (!state.showsCandidates || !evaluation?.ownership || !evaluation.moves.length) {
    show(box, []);
    return;
  }
  const rows = shownInTable(state).map(found => foundRow(app, found));
  show(box, [table([
    phrase`Move`, [phrase`${nameOf(evaluation.turn)} wins ${"%"}`, phrase`The chance to win after this move`], [phrase`Points`, phrase`The score after this move, and behind it what the move loses against the best one`],
    [phrase`Visits`, phrase`How often the search looked at it`], [phrase`Then`, phrase`How the game would go on`],
  ], rows)]);
}

/** The moves in the table: those worth showing, and what the game goes on with, as far as the search has looked at it. */
function shownInTable(state) {
  const best = candidates(state, MOST_ROWS), next = state.mode === "analyse" ? nextMoves(state) : [];
  return state.found.moves.filter(found => best.includes(found) || next.some(({ index }) => index === found.index));
}

/** A move in the table. */
function foundRow(app, found) {
  const { state, state: { found: evaluation } } = app, name = index => state.tree.vertex(index);
  const lost = lostBy(state, evaluation.moves[0], found), grade = gradeOf(lost), points = minus(lost.points);
  const isPlayed = state.mode === "analyse" && nextMoves(state).some(({ index }) => index === found.index);
  const hear = act => event => { if (event.pointerType === "mouse") act(); };
  const classes = [state.chosen?.index === found.index && "chosen", isPlayed && "played"].filter(Boolean).join(" ");
  return row({
    class: classes, "data-move": found.index,
    onpointerenter: hear(() => app.variation.preview(found.index)), onpointerleave: hear(() => app.variation.preview(null)),
  }, () => app.variation.choose(found.index), [
    [el("span", { class: `dot ${grade.name}`, title: grade.word }), name(found.index), isPlayed ? el("small", { title: phrase`The game goes on with it` }, " ", phrase`played`) : null],
    percent(chanceOf(evaluation.turn, found.winrate)),
    [score(found.lead), points === "0" ? null : el("small", {}, ` ${points}`)],
    short(found.visits),
    found.line.slice(1, 7).map(name).join(" "),
  ]);
}
