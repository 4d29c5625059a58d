// What is asked in between: a new game, settings, help.

import { BLACK, EMPTY, WHITE, fixedHandicap, nameOf, parsePoint } from "./rules.js";
import { $, el } from "./dom.js";
import { Clock, SYSTEMS } from "./clock.js";
import { Play } from "./play.js";
import { walk } from "./sgf.js";
import { GameTree, MOST_KOMI, usualKomi } from "./tree.js";

const RULES = [
  ["chinese", "Chinese"], ["japanese", "Japanese"], ["korean", "Korean"], ["aga", "AGA"], ["new-zealand", "New Zealand"],
  ["tromp-taylor", "Tromp–Taylor"],
];
/** The names of rules as one reads them. */
export const rulesTitle = rules => RULES.find(([name]) => name === rules)?.[1] ?? rules;
/** What a record says of a game besides rules and komi. */
const FACTS = [["PB", "Black"], ["PW", "White"], ["RE", "Result"], ["EV", "Event"], ["DT", "Date"]];
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

/** Who plays which color, as chosen in New game. */
function whoPlays({ color }) {
  const own = color === "random" ? (Math.random() < 0.5 ? "black" : "white") : color;
  return { [BLACK]: own === "white" ? "tengen" : "person", [WHITE]: own === "black" ? "tengen" : "person" };
}

const clockOf = ({ system, main, period, periods, stones, increment }) => new Clock({ system, main, period, periods, stones, increment });

export class Dialogs {
  constructor(app) {
    this.app = app;
    this.box = $("dialog");
    this.#closeBeside();
  }

  /** A press beside the dialog closes it, but not one that only ends there, as where a text is selected. */
  #closeBeside() {
    const { box } = this;
    let began = null, ended = null;
    box.addEventListener("pointerdown", ({ target }) => { began = target; });
    box.addEventListener("pointerup", ({ target }) => { ended = target; });
    box.addEventListener("click", ({ target }) => {
      if ([began, ended, target].every(each => each === box)) box.close("");
    });
  }

  get isOpen() {
    return this.box.open;
  }

  /** Shows a dialog; the promise is kept with the value of the button that closed it. */
  #show(title, content, buttons) {
    const { box } = this;
    const form = el("form", { method: "dialog" },
      el("h2", { id: "dialog-title" }, title), ...content,
      el("div", { class: "end" }, ...buttons.map(([text, value, isMain]) =>
        // Enter presses the first button that submits: there is no other.
        isMain ? el("button", { value, class: "strong" }, text) : el("button", { type: "button", onclick: () => box.close(value) }, text))));
    box.replaceChildren(form);
    box.returnValue = "";
    box.showModal();
    return new Promise(done => box.addEventListener("close", () => done({ value: box.returnValue, form }), { once: true }));
  }

  async confirm(question, word) {
    const { value } = await this.#show(question, [], [["Cancel", ""], [word, "yes", true]]);
    return value === "yes";
  }

  /** What Tengen takes for a move if nothing is entered, as the server has told. */
  #usualTime() {
    return `${this.app.engine.hello?.time ?? "usual"}`;
  }

  /** The server has told something: a dialog may have been open before. */
  greeted() {
    const field = $("time");
    if (field) field.placeholder = this.#usualTime();
  }

  async newGame() {
    const { app, app: { state } } = this, last = state.options.game;
    const row = (name, content, note) => el("div", { class: "row" }, el("label", { for: content.id || false }, name), content, note);
    const choices = (legend, name, options, value) => el("fieldset", {}, el("div", { class: "row" }, el("legend", {}, legend), el("div", { class: "choices" },
      ...options.map(([key, text]) => el("label", {}, el("input", { type: "radio", name, value: key, checked: key === value }), el("span", {}, text))))));
    const select = (id, options, value) => el("select", { id, name: id }, ...options.map(([key, text]) => el("option", { value: key, selected: `${key}` === `${value}` }, text)));
    const number = (id, value, more) => el("input", { type: "number", id, name: id, value, ...more });

    const words = el("span", { class: "quiet", id: "level-words" });
    const level = el("input", { type: "range", id: "level", name: "level", min: 1, max: 20, value: last.level, "aria-describedby": "level-words" });
    const shown = el("output", { for: "level" });
    const tell = () => {
      shown.textContent = `Level ${level.value}: `;
      words.replaceChildren(el("b", {}, shown.textContent), levelWords(Number(level.value)));
    };
    level.addEventListener("input", tell);
    tell();
    const isUsual = ["9", "13", "19"].includes(last.size);
    const other = el("input", { type: "text", id: "other-size", name: "other", value: isUsual ? "" : last.size, placeholder: "7 or 13x9", pattern: `${SIDE}(x${SIDE})?`, required: true, title: "From 1 to 25; two numbers for a board that is not square: 13x9", "aria-label": "Another size", style: "width:7em" });
    const size = choices("Board", "size", [["9", "9×9"], ["13", "13×13"], ["19", "19×19"], ["other", "other"]], isUsual ? last.size : "other");
    size.querySelector(".choices").append(other);
    // A field that is not shown is not asked whether it is right.
    const showOther = () => { other.hidden = other.disabled = !size.querySelector("[value=other]").checked; };
    size.addEventListener("change", showOther);
    showOther();
    const handicap = select("handicap", [[0, "none"], ...[2, 3, 4, 5, 6, 7, 8, 9].map(stones => [stones, `${stones} stones for Black`])], last.handicap);
    const komi = number("komi", last.komi, { step: 0.5, min: -150, max: 150, placeholder: "usual" });
    const times = el("div", { class: "times" });
    const system = select("system", Object.entries(SYSTEMS).map(([key, { name }]) => [key, name]), last.system);
    const showTimes = () => {
      const { fields } = SYSTEMS[system.value];
      times.replaceChildren(...(fields.length ? fields : ["time"]).map(field => field === "time"
        ? el("label", {}, "Tengen's seconds for a move", number("time", last.time, { min: 0.1, max: 60, step: 0.1, placeholder: this.#usualTime() }))
        : el("label", {}, FIELDS[field], number(field, field === "main" ? last.main / 60 : last[field], { min: field === "main" ? leastMinutes(system.value) : 1, max: 1000, step: field === "main" ? 0.5 : 1 }))));
    };
    system.addEventListener("change", showTimes);
    showTimes();
    const rules = el("fieldset", {},
      row("Handicap", handicap),
      row("Rules", select("rules", RULES, last.rules)),
      row("Komi", komi, el("span", { class: "quiet" }, "Points for White; left empty: 7.5, or 6.5 by Japanese rules, 0.5 with handicap")));
    const from = choices("Begin", "from", [["start", "at the start"], ["here", "from this position"]], "start");
    from.hidden = !this.#isAnywhere();
    // A game that goes on from a position has the board and the rules of that position.
    from.addEventListener("change", () => {
      for (const part of [size, rules]) part.hidden = part.disabled = from.querySelector("[value=here]").checked;
    });
    const { value, form } = await this.#show("New game", [
      from,
      size,
      choices("You play", "color", [["black", "Black"], ["white", "White"], ["random", "either"], ["both", "both sides"]], last.color),
      el("div", { class: "row" }, el("label", { for: "level" }, "Level"), level, words),
      rules,
      row("Clock", system),
      times,
    ], [["Cancel", ""], ["Play", "play", true]]);
    if (value !== "play") return;
    // What was not asked stays as it was.
    const entered = Object.fromEntries(new FormData(form));
    const time = entered.time ?? last.time ?? "";
    const amount = (name, least) => Math.max(least, Number(entered[name] ?? last[name]) || least);
    const chosen = {
      ...last, size: (entered.size === "other" ? entered.other : entered.size) ?? last.size, color: entered.color, level: Number(entered.level), handicap: Number(entered.handicap ?? last.handicap),
      rules: entered.rules ?? last.rules, komi: entered.komi ?? last.komi, system: entered.system,
      main: entered.main === undefined ? last.main : Math.max(leastMinutes(entered.system), Number(entered.main)) * 60,
      period: amount("period", 1), periods: amount("periods", 1), stones: amount("stones", 1), increment: amount("increment", 0), time: time === "" ? null : amount("time", 0.1),
    };
    state.setOptions({ game: chosen });
    if (entered.from === "here") this.beginHere(chosen);
    else await this.begin(chosen);
    app.board.drawing.blur();
  }

  /** Begins a game as chosen. */
  async begin(chosen) {
    const { app, app: { state } } = this;
    const [, columns, rows] = /^(\d{1,2})(?:x(\d{1,2}))?$/.exec(chosen.size) ?? [null, 9];
    const [width, height] = [columns, rows ?? columns].map(side => Math.max(1, Math.min(25, Number(side))));
    let handicap = chosen.handicap > 0 ? fixedHandicap(width, height, chosen.handicap) : [];
    // Where the standard has no points for so many, Tengen finds some.
    if (chosen.handicap > handicap.length) {
      const answer = await app.engine.ask({ do: "handicap", size: [width, height], stones: chosen.handicap });
      if (answer.points === undefined) {
        app.say(answer.error ?? "Tengen does not answer.");
        return;
      }
      // A board of one point has none to spare.
      handicap = answer.points.split(" ").filter(Boolean).map(point => parsePoint(point, width, height));
    }
    const usual = usualKomi(chosen.rules, handicap.length > 0);
    const komi = chosen.komi === "" || !Number.isFinite(Number(chosen.komi)) ? usual : Math.round(Number(chosen.komi) * 2) / 2;
    const players = whoPlays(chosen);
    const name = who => chosen.color === "both" ? nameOf(who) : players[who] === "tengen" ? `Tengen (level ${chosen.level})` : "You";
    const tree = GameTree.start({ width, height, rules: chosen.rules, komi, handicap, black: name(BLACK), white: name(WHITE) });
    const now = new Date(), two = number => `${number}`.padStart(2, "0");
    tree.root.set("DT", [`${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`]);
    const clock = clockOf(chosen);
    Play.describeClock(tree.root, clock.settings);
    app.replaceGame(() => {
      state.reset(tree, { players, level: chosen.level, time: chosen.time, clock });
      state.mode = "play";
      return "A new game.";
    });
  }

  /** Whether the position shown is more than an empty board at the start of a game. */
  #isAnywhere() {
    const { node, position } = this.app.state;
    return node.parent !== null || position.cells.some(cell => cell !== EMPTY);
  }

  /** Begins a game as chosen from the position shown, in the tree that has it. */
  beginHere(chosen) {
    const { app, app: { state } } = this, { tree, node } = state;
    // What the clocks of another game had left is not for this one.
    for (const each of walk(tree.root)) each.left = undefined;
    state.reset(tree, { node, latest: node, players: whoPlays(chosen), level: chosen.level, time: chosen.time, clock: clockOf(chosen) });
    for (const name of ["TM", "OT"]) tree.root.set(name, []);
    Play.describeClock(tree.root, state.clock.settings);
    state.setResult("");
    state.mode = "play";
    app.go(node);
  }

  async settings() {
    const { app, app: { state } } = this, { options } = state;
    const check = (name, text, note) => el("div", { class: "row", style: "grid-template-columns:auto 1fr" },
      el("input", { type: "checkbox", id: `set-${name}`, name, checked: options[name] }), el("label", { for: `set-${name}` }, text), note ? el("span", { class: "quiet" }, note) : null);
    const select = (name, title, choices) => el("div", { class: "row" }, el("label", { for: `set-${name}` }, title),
      el("select", { id: `set-${name}`, name }, ...choices.map(([key, text]) => el("option", { value: key, selected: options[name] === key }, text))));
    const { form } = await this.#show("Settings", [
      check("coordinates", "Coordinates"),
      check("numbers", "Numbers on the stones"),
      check("sound", "Sound of stones"),
      check("chances", "Winning chances while playing"),
      check("teaching", "Teach me", "A move that loses much is shown before Tengen answers, and can be taken back."),
      select("confirm", "Confirm moves", [["small", "by touch, where points are small"], ["always", "by a second click, always"], ["never", "never"]]),
      select("label", "On moves", [["winrate", "winning chance"], ["points", "points lost"], ["visits", "visits"]]),
      select("theme", "Colors", [["system", "as the system has them"], ["light", "light"], ["dark", "dark"]]),
    ], [["Done", "done", true]]);
    const entered = [...form.elements].filter(({ name }) => name).map(input => [input.name, input.type === "checkbox" ? input.checked : input.value]);
    state.setOptions(Object.fromEntries(entered.filter(([name, value]) => value !== options[name])));
    app.dress();
    app.refresh();
  }

  /** What stands about the game at the head of its record, to be changed. */
  async facts() {
    const { app, app: { state } } = this, { tree, tree: { root } } = state, { rules, komi } = tree;
    const row = (id, name, field, note) => el("div", { class: "row" }, el("label", { for: id }, name), field, note);
    const text = ([name, title]) => row(`fact-${name}`, title, el("input", { type: "text", id: `fact-${name}`, name, value: root.text(name) }));
    const choices = RULES.some(([name]) => name === rules) ? RULES : [[rules, rules], ...RULES];
    const { value, form } = await this.#show("The game", [
      row("fact-RU", "Rules", el("select", { id: "fact-RU", name: "RU" }, ...choices.map(([name, title]) => el("option", { value: name, selected: name === rules }, title)))),
      row("fact-KM", "Komi", el("input", { type: "number", id: "fact-KM", name: "KM", step: 0.5, min: -MOST_KOMI, max: MOST_KOMI, value: komi, required: true }),
        el("span", { class: "quiet" }, "With other rules or komi, what was found out is forgotten.")),
      ...FACTS.map(text),
    ], [["Cancel", ""], ["Done", "done", true]]);
    if (value !== "done") return;
    const entered = Object.fromEntries(new FormData(form));
    for (const [name] of FACTS) if (entered[name] !== root.text(name)) root.setText(name, entered[name]);
    state.result = root.text("RE");
    if (entered.RU !== rules || Number(entered.KM) !== komi) this.#changeRules(tree, entered);
    app.refresh();
  }

  /** By other rules or komi all must be thought about and counted anew. */
  #changeRules(tree, { RU, KM }) {
    const { state } = this.app;
    tree.root.setText("RU", RU);
    tree.root.setText("KM", `${Number(KM)}`);
    tree.forget(tree.root);
    this.app.endReview();
    state.reviewed = state.lesson = state.hint = null;
    if (state.phase === "counting") state.count = null;
  }

  help() {
    const keys = [
      ["← →", "a move back, on"], ["Page up, Page down", "ten moves"], ["Home, End", "first and last position"], ["↑ ↓", "other variations"],
      ["m, M", "next and previous costly move"], ["Tab", "to the board; there arrows move a cursor and Enter plays, Esc leaves it"], ["1 … 9", "show the variation of a move; ← → step through it, Enter keeps it, Esc closes it"],
      ["space", "analysis on and off"], ["p, u, h", "pass; undo and hint, while playing"], ["a", "between playing and analysing"], ["t, b, c, #", "territory, moves, coordinates, numbers"],
      ["Delete", "delete the move and what follows, except while playing"],
      ["Ctrl+Z", "put back what was deleted, or the game before this one"],
      ["n, o, s, l", "new game, open, save, link"], ["?", "this list"],
    ];
    return this.#show("Keys", [
      el("dl", { class: "keys" }, ...keys.flatMap(([key, words]) => [el("dt", {}, ...key.split(", ").flatMap((part, i) => i ? [" ", el("kbd", {}, part)] : [el("kbd", {}, part)])), el("dd", {}, words)])),
      el("p", { class: "quiet" }, "Records: drop an SGF file on the page, or paste its text. Everything stays in this window and on the computer that runs Tengen."),
    ], [["Close", "", true]]);
  }
}
