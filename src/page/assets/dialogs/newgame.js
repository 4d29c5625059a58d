// What New game asks for, and what is made of the answers.

import { Clock, SYSTEMS } from "../game/clock.js";
import { el } from "../page/dom.js";
import { choices, komiField, number, plain, row, select, textField } from "./forms.js";
import { usualKomi } from "../game/komi.js";
import { MOST_LEVEL, levelWords } from "../game/levels.js";
import { RULES } from "../game/rulenames.js";
import { BLACK, fixedHandicap } from "../game/rules.js";
import { phrase } from "../page/language.js";

const BOARDS = [["9", "9×9"], ["13", "13×13"], ["19", "19×19"]];
const COLORS = [["black", phrase`Black`], ["white", phrase`White`], ["random", phrase`Random`], ["both", phrase`Both sides`], ["none", phrase`Neither`]];
const HANDICAPS = [[0, phrase`none`], ...[2, 3, 4, 5, 6, 7, 8, 9].map(stones => [stones, phrase`${stones} stones for Black`])];
const UNUSUAL_HANDICAP = phrase`This board has no usual points for so many: Tengen chooses them.`;
const FIELDS = { main: phrase`Main time, minutes`, period: phrase`Period, seconds`, periods: phrase`Periods`, stones: phrase`Stones in a period`, increment: phrase`Each move adds, seconds` };

/** A size as it is entered. */
const SIZE = /^([1-9]|1\d|2[0-5])(x([1-9]|1\d|2[0-5]))?$/;
const WHICH_SIZES = phrase`From 1 to 25; two numbers for a board that is not square: 13x9`;

/** A size in plain letters: it may be entered as it is written elsewhere, `13×9`. */
const plainSize = text => plain(text).toLowerCase().replace(/ *[x×*] */, "x");

/** The size that is chosen, or entered as another one. */
const sizeOf = ({ size, other }) => size === "other" ? plainSize(other) : size;

/** Width and height of a board of such a size, `9` or `13x9`. */
export function sidesOf(size) {
  const [, columns, rows = columns] = /^(\d{1,2})(?:x(\d{1,2}))?$/.exec(size) ?? [null, 9];
  return [columns, rows].map(side => Math.max(1, Math.min(25, Number(side))));
}

/** The least main time, in minutes: without any, a clock that has nothing after it has run out already. */
const leastMinutes = system => system === "none" || Clock.hasOvertime(system) ? 0 : 0.5;

/**
 * The parts of the form, with what was chosen last. `here`: the sides of the board if a game could begin from the position shown, else
 * null; `isHere` if one is meant to. `usualTime()` is what Tengen takes for a move if nothing is entered.
 */
export function newGameForm(last, here, isHere, usualTime) {
  const board = boardPart(last), rules = rulesPart(last, board), begin = beginPart(here !== null, isHere, [board, rules]);
  const level = levelPart(last, () => isFromHere(begin) ? here : sidesIn(board), [begin, board]);
  return [begin, board, choices(phrase`You play`, "color", COLORS, last.color), level, rules, ...clockParts(last, usualTime)];
}

const isFromHere = begin => begin.querySelector("[value=here]").checked;

/** Where the game begins. If from a position, it has the board and the rules of that position. */
function beginPart(canBeginHere, isHere, others) {
  const part = choices(phrase`Begin`, "from", [["start", phrase`at the start`], ["here", phrase`from this position`]], isHere ? "here" : "start");
  part.hidden = !canBeginHere;
  const showOthers = () => {
    for (const other of others) other.hidden = other.disabled = isFromHere(part);
  };
  part.addEventListener("change", showOthers);
  showOthers();
  return part;
}

function boardPart({ size }) {
  const isUsual = BOARDS.some(([usual]) => usual === size);
  const other = textField("other-size", isUsual ? "" : size, text => SIZE.test(plainSize(text)) ? null : WHICH_SIZES, {
    name: "other", placeholder: phrase`7 or 13x9`, required: true, title: WHICH_SIZES, "aria-label": phrase`Another size`, style: "width:7em",
  });
  const part = choices(phrase`Board`, "size", [...BOARDS, ["other", phrase`Other`]], isUsual ? size : "other");
  part.querySelector(".choices").append(other);
  // A field that is not shown is not asked whether it is right.
  const showOther = () => { other.hidden = other.disabled = !part.querySelector("[value=other]").checked; };
  part.addEventListener("change", showOther);
  showOther();
  return part;
}

/** Width and height of the board that is chosen there. */
const sidesIn = board => sidesOf(sizeOf({ size: board.querySelector(":checked").value, other: board.querySelector("#other-size").value }));

/** How strong Tengen plays, and what that means on a board of these `sides()`, which the `others` change. */
function levelPart(last, sides, others) {
  const words = el("span", { class: "quiet", id: "level-words" });
  const level = el("input", { type: "range", id: "level", name: "level", min: 1, max: MOST_LEVEL, value: last.level, "aria-describedby": "level-words" });
  const tell = () => words.replaceChildren(el("b", {}, phrase`Level ${level.value}:`), " ", levelWords(Number(level.value), sides()));
  for (const part of [level, ...others]) part.addEventListener("input", tell);
  tell();
  return row(phrase`Level`, level, words);
}

/** Where no komi is entered the field shows which one it will be; where the `board` that is chosen has no usual points for a handicap, that is told. */
function rulesPart(last, board) {
  const handicap = select("handicap", HANDICAPS, last.handicap), rules = select("rules", RULES, last.rules);
  const komi = komiField("komi", last.komi), where = el("span", { class: "quiet", id: "handicap-words" }, UNUSUAL_HANDICAP);
  const part = el("fieldset", {}, row(phrase`Handicap`, handicap, where), row(phrase`Rules`, rules), row(phrase`Komi`, komi, el("span", { class: "quiet" }, phrase`Points for White`)));
  const showUsual = () => { komi.placeholder = usualKomi(rules.value, handicap.value > 0); };
  // The komi of the last game was for its handicap and its rules.
  for (const asked of [handicap, rules]) asked.addEventListener("change", () => { if (komi.value === `${last.komi}`) komi.value = ""; });
  const tellWhere = () => { where.hidden = fixedHandicap(...sidesIn(board), Number(handicap.value)).length >= handicap.value; };
  part.addEventListener("change", showUsual);
  for (const asked of [part, board]) asked.addEventListener("input", tellWhere);
  showUsual();
  tellWhere();
  return part;
}

function clockParts(last, usualTime) {
  const system = select("system", Object.entries(SYSTEMS).map(([key, { name }]) => [key, name]), last.system);
  const times = el("div", { class: "times" });
  const showTimes = () => times.replaceChildren(...timeFields(system.value, last, usualTime));
  system.addEventListener("change", showTimes);
  showTimes();
  return [row(phrase`Clock`, system), times];
}

/** A field with its name above it. */
const named = (name, field) => el("label", {}, el("span", { class: "quiet" }, name), field);

/** The times of a clock; without one, that for each of Tengen's moves. */
function timeFields(system, last, usualTime) {
  const { fields } = SYSTEMS[system];
  if (!fields.length)
    return [named(phrase`Tengen's seconds for a move`, number("time", last.time, { min: 0.1, max: 60, step: 0.1, placeholder: usualTime() }))];
  return fields.map(field => named(FIELDS[field], field === "main"
    ? number(field, last.main / 60, { min: leastMinutes(system), max: 1000, step: 0.5 })
    : number(field, last[field], { min: 1, max: 1000, step: 1 })));
}

/** What would be chosen for another game like the one that is played. */
export function chosenLike({ tree, tree: { width, height, rules, komi }, person, level, time, clock, options: { game } }) {
  return {
    ...game, ...clock.settings, size: width === height ? `${width}` : `${width}x${height}`, rules, komi: `${komi}`, level, time,
    color: game.color === "random" ? "random" : person === BLACK ? "black" : "white",
    handicap: tree.hasHandicap ? tree.points(tree.root, "AB").length : 0,
  };
}

/** What was chosen. What was not asked stays as it was. */
export function chosenFrom(entered, last) {
  const amount = (name, least) => Math.max(least, Number(entered[name] ?? last[name]) || least);
  const time = entered.time ?? last.time ?? "";
  return {
    ...last, size: sizeOf(entered) ?? last.size, color: entered.color, level: Number(entered.level),
    handicap: Number(entered.handicap ?? last.handicap), rules: entered.rules ?? last.rules, komi: entered.komi === undefined ? last.komi : plain(entered.komi), system: entered.system,
    main: entered.main === undefined ? last.main : Math.max(leastMinutes(entered.system), Number(entered.main)) * 60,
    period: amount("period", 1), periods: amount("periods", 1), stones: amount("stones", 1), increment: amount("increment", 0),
    time: time === "" ? null : amount("time", 0.1),
  };
}
