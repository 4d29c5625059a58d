// What New game asks for, and what is made of the answers.

import { Clock, SYSTEMS } from "./clock.js";
import { el } from "./dom.js";
import { choices, number, row, select } from "./forms.js";
import { RULES } from "./rulenames.js";
import { usualKomi } from "./tree.js";

const BOARDS = [["9", "9×9"], ["13", "13×13"], ["19", "19×19"]];
const COLORS = [["black", "Black"], ["white", "White"], ["random", "Random"], ["both", "Both sides"]];
const HANDICAPS = [[0, "none"], ...[2, 3, 4, 5, 6, 7, 8, 9].map(stones => [stones, `${stones} stones for Black`])];
const FIELDS = { main: "Main time, minutes", period: "Period, seconds", periods: "Periods", stones: "Stones in a period", increment: "Each move adds, seconds" };

/** A side of a board, as it is entered. */
const SIDE = "([1-9]|1\\d|2[0-5])";

/** What a level is like; docs/play.md has the numbers. */
function levelWords(level) {
  const kinds = [[1, "for a first game"], [4, "a beginner"], [8, "knows the basics"], [12, "plays what looks right"], [15, "reads a few moves ahead"], [19, "reads a lot"], [20, "all that Tengen can"]];
  const [, words] = kinds.find(([most]) => level <= most);
  return `${words}. Each level is meant to win two games of three against the one below.`;
}

/** The least main time, in minutes: without any, a clock that has nothing after it has run out already. */
const leastMinutes = system => system === "none" || Clock.hasOvertime(system) ? 0 : 0.5;

/**
 * The parts of the form, with what was chosen last. `isAnywhere`: whether a game could begin from the position shown;
 * `usualTime()` is what Tengen takes for a move if nothing is entered.
 */
export function newGameForm(last, isAnywhere, usualTime) {
  const board = boardPart(last), rules = rulesPart(last);
  return [
    beginPart(isAnywhere, [board, rules]), board, choices("You play", "color", COLORS, last.color), levelPart(last), rules, ...clockParts(last, usualTime),
  ];
}

/** Where the game begins. If from a position, it has the board and the rules of that position. */
function beginPart(isAnywhere, others) {
  const part = choices("Begin", "from", [["start", "at the start"], ["here", "from this position"]], "start");
  part.hidden = !isAnywhere;
  part.addEventListener("change", () => {
    for (const other of others) other.hidden = other.disabled = part.querySelector("[value=here]").checked;
  });
  return part;
}

function boardPart({ size }) {
  const isUsual = BOARDS.some(([usual]) => usual === size);
  const other = el("input", {
    type: "text", id: "other-size", name: "other", value: isUsual ? "" : size, placeholder: "7 or 13x9", pattern: `${SIDE}(x${SIDE})?`, required: true,
    title: "From 1 to 25; two numbers for a board that is not square: 13x9", "aria-label": "Another size", style: "width:7em",
  });
  const part = choices("Board", "size", [...BOARDS, ["other", "Other"]], isUsual ? size : "other");
  part.querySelector(".choices").append(other);
  // A field that is not shown is not asked whether it is right.
  const showOther = () => { other.hidden = other.disabled = !part.querySelector("[value=other]").checked; };
  part.addEventListener("change", showOther);
  showOther();
  return part;
}

function levelPart(last) {
  const words = el("span", { class: "quiet", id: "level-words" });
  const level = el("input", { type: "range", id: "level", name: "level", min: 1, max: 20, value: last.level, "aria-describedby": "level-words" });
  const tell = () => words.replaceChildren(el("b", {}, `Level ${level.value}: `), levelWords(Number(level.value)));
  level.addEventListener("input", tell);
  tell();
  return row("Level", level, words);
}

/** Where no komi is entered the field shows which one it will be. */
function rulesPart(last) {
  const handicap = select("handicap", HANDICAPS, last.handicap), rules = select("rules", RULES, last.rules);
  const komi = number("komi", last.komi, { step: 0.5, min: -150, max: 150 });
  const part = el("fieldset", {}, row("Handicap", handicap), row("Rules", rules), row("Komi", komi, el("span", { class: "quiet" }, "Points for White")));
  const showUsual = () => { komi.placeholder = usualKomi(rules.value, handicap.value > 0); };
  part.addEventListener("change", showUsual);
  showUsual();
  return part;
}

function clockParts(last, usualTime) {
  const system = select("system", Object.entries(SYSTEMS).map(([key, { name }]) => [key, name]), last.system);
  const times = el("div", { class: "times" });
  const showTimes = () => times.replaceChildren(...timeFields(system.value, last, usualTime));
  system.addEventListener("change", showTimes);
  showTimes();
  return [row("Clock", system), times];
}

/** The times of a clock; without one, that for each of Tengen's moves. */
function timeFields(system, last, usualTime) {
  const { fields } = SYSTEMS[system];
  if (!fields.length)
    return [el("label", {}, "Tengen's seconds for a move", number("time", last.time, { min: 0.1, max: 60, step: 0.1, placeholder: usualTime() }))];
  return fields.map(field => el("label", {}, FIELDS[field], field === "main"
    ? number(field, last.main / 60, { min: leastMinutes(system), max: 1000, step: 0.5 })
    : number(field, last[field], { min: 1, max: 1000, step: 1 })));
}

/** What was chosen. What was not asked stays as it was. */
export function chosenFrom(entered, last) {
  const amount = (name, least) => Math.max(least, Number(entered[name] ?? last[name]) || least);
  const size = entered.size === "other" ? entered.other : entered.size, time = entered.time ?? last.time ?? "";
  return {
    ...last, size: size ?? last.size, color: entered.color, level: Number(entered.level),
    handicap: Number(entered.handicap ?? last.handicap), rules: entered.rules ?? last.rules, komi: entered.komi ?? last.komi, system: entered.system,
    main: entered.main === undefined ? last.main : Math.max(leastMinutes(entered.system), Number(entered.main)) * 60,
    period: amount("period", 1), periods: amount("periods", 1), stones: amount("stones", 1), increment: amount("increment", 0),
    time: time === "" ? null : amount("time", 0.1),
  };
}
