// What is asked in between: a new game, settings, help.

import { BLACK } from "../game/rules.js";
import { $, el } from "../page/dom.js";
import { komiField, number, plain, row, select } from "./forms.js";
import { wordsOn } from "../record/collection.js";
import { komiOf } from "../game/komi.js";
import { helpParts } from "./help.js";
import { chosenFrom, newGameForm } from "./newgame.js";
import { RULES, rulesTitle } from "../game/rulenames.js";
import { LANGUAGES, phrase } from "../page/language.js";
import { parse } from "../record/sgfread.js";
import { counted } from "../page/words.js";

/** What a record says of a game besides rules and komi. */
const FACTS = [["PB", phrase`Black`], ["PW", phrase`White`], ["RE", phrase`Result`], ["EV", phrase`Event`], ["DT", phrase`Date`]];

export class Dialogs {
  constructor(app) {
    this.app = app;
    this.box = $("dialog");
    /** What settles the promise of the dialog that is shown. */
    this.pending = null;
    // A dialog that has closed is told of later: the next one may be open by then.
    this.box.addEventListener("close", () => { if (!this.box.open) this.#settle(); });
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

  /** Shows a dialog; the promise is kept with the value of the button that closed it, and whether the main one was pressed by key. */
  #show(title, content, buttons) {
    const { box } = this;
    // The value of the one before, as long as it is there.
    this.#settle();
    let isByKey = false;
    const form = el("form", { method: "dialog" },
      el("h2", { id: "dialog-title" }, title), ...content,
      el("div", { class: "end" }, ...buttons.map(([text, value, isMain]) =>
        // Enter presses the first button that submits: there is no other. A press by key is a click without detail.
        isMain ? el("button", { value, class: "strong", onclick: ({ detail }) => { isByKey = detail === 0; } }, text)
          : el("button", { type: "button", onclick: () => box.close(value) }, text))));
    box.replaceChildren(form);
    box.returnValue = "";
    box.showModal();
    return new Promise(done => { this.pending = () => done({ value: box.returnValue, form, isByKey }); });
  }

  /** Keeps the promise of the dialog that has closed. */
  #settle() {
    const { pending } = this;
    this.pending = null;
    pending?.();
  }

  /** Asks whether something is to be done: `{ isSure, isByKey }`. */
  async confirm(question, word) {
    const { value, isByKey } = await this.#show(question, [], [[phrase`Cancel`, ""], [word, "yes", true]]);
    return { isSure: value === "yes", isByKey };
  }

  /** Asks for one of several entries, `{ root, words }`, of which those without a root are only told; null if none is chosen. */
  async choose(title, entries) {
    const list = entries.map(({ root, words }, i) => root ? el("button", { type: "button", lang: "", onclick: () => this.box.close(`${i}`) }, words) : el("p", { class: "quiet" }, words));
    const { value } = await this.#show(title, [el("div", { class: "list" }, ...list)], [[phrase`Cancel`, ""]]);
    return value === "" ? null : entries[value];
  }

  /** Asks to which move of the present line one wants to go, or whether to walk on by itself. */
  async goTo() {
    const { app, app: { state } } = this, { tree, node } = state, line = tree.line(node), numbers = tree.numbers(line), most = numbers.at(-1);
    const field = number("move", numbers[line.indexOf(node)], { min: 0, max: most, required: true });
    const shown = this.#show(phrase`Go to a move`, [row(phrase`Move, 0 to ${most}`, field)], [[phrase`Walk on by itself`, "walk"], [phrase`Go`, "go", true]]);
    field.select();
    const { value } = await shown;
    // It is hidden, but would take the next keys until the page is drawn.
    field.blur();
    if (value === "walk") app.walking.stroll(true);
    if (value === "go" && state.tree === tree) app.go(line[numbers.indexOf(Number(field.value))]);
  }

  /** Shows a text to be copied by hand. */
  text(title, text) {
    const field = el("textarea", { rows: 10, readonly: true, "aria-labelledby": "dialog-title" }, text), shown = this.#show(title, [field], [[phrase`Close`, "", true]]);
    field.select();
    return shown;
  }

  /** What Tengen takes for a move if nothing is entered, as the server has told. */
  #usualTime() {
    return `${this.app.engine.hello?.time ?? phrase`usual`}`;
  }

  /** The server has told something: a dialog may have been open before. */
  greeted() {
    const field = $("time");
    if (field) field.placeholder = this.#usualTime();
  }

  /** Asks for another game; one from the position shown is offered if it can be, or is meant if `isHere`. */
  async newGame(isHere = false) {
    const { app, app: { games, kept, state } } = this, { game } = state.options, sides = [state.tree.width, state.tree.height];
    // Who is to play Tengen has the player whose turn it is, where nobody or both were chosen last.
    const last = isHere && ["both", "none"].includes(game.color) ? { ...game, color: state.turn === BLACK ? "black" : "white" } : game;
    const content = newGameForm(last, isHere || games.canBeginHere ? sides : null, isHere, () => this.#usualTime());
    const buttons = [[phrase`Cancel`, ""], [phrase`Play`, "play", true]];
    if (games.before) buttons.unshift([phrase`Back to the game before`, "before"]);
    if (kept.earlier.length) buttons.unshift([phrase`Last games`, "earlier"]);
    const { value, form, isByKey } = await this.#show(phrase`New game`, content, buttons);
    if (value === "before") games.takeBefore();
    if (value === "earlier") await this.earlier();
    if (value !== "play") return;
    const entered = Object.fromEntries(new FormData(form)), chosen = chosenFrom(entered, last);
    state.setOptions({ game: chosen });
    if (entered.from === "here") games.beginHere(chosen);
    else await games.begin(chosen);
    app.leaveButton(isByKey);
  }

  /** Asks for one of the games that outlast their windows. */
  async earlier() {
    const { app } = this, chosen = await this.choose(phrase`Last games`, app.kept.earlier.flatMap(kept => {
      try {
        const root = parse(kept.record);
        return [{ kept, root, words: wordsOn(root) }];
      } catch { return []; }
    }));
    if (chosen) app.games.takeEarlier(chosen.kept);
  }

  async settings() {
    const { app, app: { state } } = this, { options, options: { language }, ownName } = state;
    const check = (name, text) => el("div", { class: "row check" },
      el("input", { type: "checkbox", id: `set-${name}`, name, checked: options[name] }), el("label", { for: `set-${name}` }, text));
    const choose = (name, title, choices) => row(title, select(`set-${name}`, choices, options[name], name));
    const { form } = await this.#show(phrase`Settings`, [
      check("coordinates", phrase`Coordinates`),
      check("numbers", phrase`Numbers on the stones`),
      check("sound", phrase`Sounds of stones, and of a clock that runs out`),
      check("resign", phrase`Tengen resigns where it has no hope`),
      row(phrase`Your name`, el("input", { type: "text", id: "set-name", name: "name", lang: "", maxlength: 60, placeholder: phrase`You`, value: options.name })),
      choose("confirm", phrase`Confirm moves`, [["small", phrase`by touch, where points are small`], ["always", phrase`by a second click, always`], ["never", phrase`never`]]),
      choose("label", phrase`On moves`, [["automatic", phrase`winning chance; points if decided`], ["winrate", phrase`winning chance`], ["points", phrase`points lost`], ["visits", phrase`visits`]]),
      choose("pace", phrase`Walking by itself`, [1, 2, 3, 5, 10, 20].map(seconds => [seconds, counted(seconds, phrase`a move every 1 second`, phrase`a move every ${seconds} seconds`)])),
      choose("language", phrase`Language`, [["", phrase`as the browser has it`], ...LANGUAGES.map(([language, name]) => [language, name, language])]),
      choose("theme", phrase`Colours`, [["system", phrase`as the system has them`], ["light", phrase`light`], ["dark", phrase`dark`]]),
    ], [[phrase`Done`, "done", true]]);
    const entered = [...form.elements].filter(({ name }) => name).map(input => [input.name, input.type === "checkbox" ? input.checked : input.value.trim()]);
    state.setOptions(Object.fromEntries(entered.filter(([name, value]) => value !== options[name])));
    // The game that is played goes by the new name too.
    const { tree, person } = state;
    if (person && tree.name(person) === ownName) state.callPerson();
    if (app.walking.isStrolling) app.walking.stroll(true);
    app.dress();
    app.refresh();
    if (options.language !== language) app.changeLanguage();
  }

  /** What stands about the game at the head of its record, to be changed. */
  async facts() {
    const { app, app: { state } } = this, { tree, tree: { root } } = state, { rules, komi } = tree;
    const shown = Object.fromEntries(FACTS.map(([name]) => [name, root.text(name)]));
    const text = ([name, title]) => row(title, el("input", { type: "text", id: `fact-${name}`, name, lang: "", value: shown[name] }));
    const choices = RULES.some(([name]) => name === rules) ? RULES : [[rules, rulesTitle(rules)], ...RULES];
    const { value, form } = await this.#show(phrase`The game`, [
      row(phrase`Rules`, select("fact-RU", choices, rules, "RU")),
      row(phrase`Komi`, komiField("fact-KM", komi, { name: "KM", required: true }),
        el("span", { class: "quiet" }, phrase`With other rules or komi, what was found out is forgotten.`)),
      ...FACTS.map(text),
    ], [[phrase`Cancel`, ""], [phrase`Done`, "done", true]]);
    // Another game may have come while the question stood there, or a result of this one: what nobody has changed stays as it is.
    if (value !== "done" || state.tree !== tree) return;
    const entered = Object.fromEntries(new FormData(form));
    entered.KM = plain(entered.KM);
    for (const [name] of FACTS) if (entered[name] !== shown[name]) root.setText(name, entered[name]);
    if (entered.RU !== rules || komiOf(entered.KM) !== komi) this.#changeRules(tree, entered);
    app.refresh();
  }

  /** By other rules or komi all must be thought about and counted anew. */
  #changeRules(tree, { RU, KM }) {
    const { state } = this.app;
    // The words of a record stay where their meaning does.
    if (RU !== tree.rules) tree.root.setText("RU", RU);
    tree.root.setText("KM", `${komiOf(KM)}`);
    state.forget(tree.root);
    this.app.endReview();
    state.reviewed = state.lesson = state.hint = null;
    state.count = null;
  }

  help() {
    return this.#show(phrase`Help`, helpParts(this.app.state.options.label), [[phrase`Close`, "", true]]);
  }
}
