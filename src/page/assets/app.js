// The board in the browser: everything put together.

import { BLACK, PASS, WHITE, nameOf, pointText, vertex } from "./rules.js";
import { $, gradeOf, minus, percent, short } from "./dom.js";
import { Board } from "./board.js";
import { Dialogs } from "./dialogs.js";
import { Engine } from "./engine.js";
import { Files } from "./files.js";
import { Graph } from "./graph.js";
import { Play } from "./play.js";
import { Reviewing } from "./reviewing.js";
import { State, coloured, lossOf } from "./state.js";
import { Thinker } from "./thinker.js";
import { TreeView } from "./treeview.js";
import * as edit from "./edit.js";
import * as keys from "./keys.js";
import * as panel from "./panel.js";

/** A move is worth showing with this share of the visits of the best one. */
const WORTH_SHOWING = 0.02;
/** The most candidates on the board. */
const MOST_ON_BOARD = 12;

class App {
  constructor() {
    this.state = new State();
    this.previewed = null;
    this.hovered = null;
    this.text = index => pointText(index, this.state.tree.width);
    this.play = new Play(this);
    this.dialogs = new Dialogs(this);
    this.files = new Files(this);
    this.reviewing = new Reviewing(this);
    this.board = new Board($("board"), {
      play: (index, event) => this.#point(index, event),
      hover: index => this.#hover(index),
      cursor: index => this.announce(this.board.describe(index)),
    });
    this.graph = new Graph($("graph"), number => this.go(this.state.tree.line(this.state.node)[number]));
    this.treeView = new TreeView($("tree"), node => this.go(node));
    const address = new URL("socket", location.href.replace(/[?#].*/, ""));
    address.protocol = address.protocol.replace("http", "ws");
    this.engine = new Engine(address, () => {
      this.dialogs.greeted();
      this.refresh();
    });
    this.thinker = new Thinker(this.state, this.engine, {
      evaluated: node => this.#evaluated(node),
      moved: (node, index) => this.play.answer(node, index),
      resigned: color => this.play.resigned(color),
      counted: count => this.play.counted(count),
      reviewing: this.reviewing,
      failed: reason => {
        this.state.review = null;
        this.say(reason);
      },
      changed: () => this.#soon(),
    });
    this.dress();
    this.#listen();
    const isKnown = this.state.restore();
    this.go(this.state.node);
    if (!isKnown) this.dialogs.newGame();
  }

  /** Shows a node and has the engine attend to it. */
  go(node) {
    const { state } = this;
    if (node !== state.node) this.unchoose();
    state.node = node;
    state.tree.walkTo(node);
    this.refresh();
  }

  /** Walks so many moves on, or back. */
  walk(count) {
    const { state } = this, line = state.tree.line(state.node);
    this.go(line[Math.max(0, Math.min(line.length - 1, line.indexOf(state.node) + count))]);
  }

  /** Brings everything up to date, and keeps it. */
  refresh() {
    this.play.attend();
    this.thinker.attend();
    this.show();
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.state.save(), 150);
  }

  /** Once for all that happens in one go. */
  #soon() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.show();
    });
  }

  show() {
    const { state } = this;
    this.showBoard();
    panel.showPlayers(this);
    panel.showStatus(this);
    panel.showActions(this);
    panel.showLesson(this);
    panel.showCount(this);
    panel.showChances(this);
    panel.showFound(this);
    this.reviewing.show();
    edit.showTools(this);
    this.treeView.show(state.tree, state.node, node => state.grade(node));
    const comment = $("comment");
    if (document.activeElement !== comment || comment.dataset.node !== `${state.node.id}`) comment.value = state.node.text("C");
    comment.dataset.node = state.node.id;
    const line = state.tree.line(state.node), at = line.indexOf(state.node);
    $("number").textContent = `${at} / ${line.length - 1}`;
    for (const mode of document.querySelectorAll("[data-mode]")) {
      mode.setAttribute("aria-checked", mode.dataset.mode === state.mode);
      mode.tabIndex = mode.dataset.mode === state.mode ? 0 : -1;
    }
    $("live").checked = state.live;
    $("show-moves").checked = state.options.moves;
    $("show-owner").checked = state.options.owner;
    $("show-policy").checked = state.options.policy;
    document.title = `${state.tree.name(BLACK) || "Black"} – ${state.tree.name(WHITE) || "White"} · Tengen`;
  }

  showBoard() {
    const { state, board } = this, { tree, node, options } = state;
    board.coordinates = options.coordinates;
    const position = state.position, move = tree.moveOf(node);
    const { evaluation } = node;
    const line = this.previewed !== null && !state.chosen ? this.#lineOf(this.previewed) : state.chosen;
    const isLooking = state.mode === "analyse" || state.hint === node;
    const view = {
      last: move ? move.index : PASS, marks: edit.marksOf(tree, node), turn: this.#ghost(), label: this.#label(position, move),
      numbers: options.numbers ? this.#numbers() : null, lost: state.mode === "analyse" ? state.grade(node) : null,
    };
    const { countShown } = state;
    if (countShown) {
      view.dead = new Set(countShown.dead.map(point => this.#index(point)));
      view.ownership = [...countShown.owners].map(letter => (letter.charCodeAt(0) - 77) / 12);
    } else if (isLooking && evaluation?.ownership) {
      if (options.moves || state.hint === node) view.candidates = this.#shown();
      if (options.owner && state.mode === "analyse") view.ownership = evaluation.ownership;
      if (options.policy && state.mode === "analyse") view.policy = new Map(evaluation.moves.map(found => [found.index, found.policy ?? found.prior]));
    }
    if (state.mode === "analyse" && state.options.moves && !line) this.#addBetter(view);
    if (line) {
      view.variation = coloured(line.moves.slice(0, line.step), line.turn);
      let after = line.node ? tree.position(line.node) : position;
      for (const { index, color } of view.variation) after = after.after(color, index) ?? after;
      view.board = after;
    }
    board.show(position, view);
    this.#showStepper();
  }

  /** Where the last move was a mistake, what would have been better. */
  #addBetter(view) {
    const { state } = this, grade = state.grade(state.node), best = state.node.parent?.evaluation?.moves[0];
    if (!grade || !["doubtful", "bad"].includes(grade.name) || !best || state.position.cells[best.index]) return;
    if (!view.candidates?.some(({ index }) => index === best.index)) view.best = best.index;
  }

  #ghost() {
    const { state } = this;
    if (state.mode === "edit") return { black: BLACK, white: WHITE, moves: state.turn, stones: state.turn }[state.tool] ?? null;
    if (state.mode === "analyse") return state.turn;
    return state.actor === "person" ? state.turn : null;
  }

  #label(position, move) {
    const { tree } = this.state, where = move ? vertex(move.index, tree.width, tree.height) : "";
    return `Board, ${tree.width} by ${tree.height}. ${move ? `Last move: ${nameOf(move.color)} ${where}. ` : ""}${nameOf(position.turn)} to play.`;
  }

  #numbers() {
    const { tree, node } = this.state, numbers = new Map();
    let number = 0;
    for (const each of tree.path(node)) {
      const move = tree.moveOf(each);
      if (!move) continue;
      number++;
      if (move.index !== PASS) numbers.set(move.index, number);
    }
    for (const index of numbers.keys()) if (!this.state.position.cells[index]) numbers.delete(index);
    return numbers;
  }

  #index(point) {
    const { width } = this.state.tree;
    return (point.charCodeAt(1) - 97) * width + point.charCodeAt(0) - 97;
  }

  /** The moves worth showing here, the best first. */
  candidates(most) {
    const { evaluation } = this.state.node;
    if (!evaluation) return [];
    const [best] = evaluation.moves;
    return evaluation.moves.filter(found => found.visits >= best.visits * WORTH_SHOWING).slice(0, most);
  }

  /** What a candidate loses against the best one. */
  lostBy(best, found) {
    return lossOf(best, found, this.state.node.evaluation.turn);
  }

  #shown() {
    const { state } = this, { evaluation } = state.node, [best] = evaluation.moves;
    const isBlack = evaluation.turn === BLACK;
    const texts = {
      winrate: found => [percent(isBlack ? found.winrate : 1 - found.winrate).replace(" %", ""), short(found.visits)],
      points: found => [minus(this.lostBy(best, found).points), short(found.visits)],
      visits: found => [short(found.visits), ""],
    }[state.options.label];
    return this.candidates(state.mode === "play" ? 3 : MOST_ON_BOARD).map((found, i) => ({
      index: found.index, grade: gradeOf(this.lostBy(best, found)).name, texts: texts(found), isBest: i === 0, isChosen: state.chosen?.index === found.index,
    })).reverse();
  }

  /** The variation that begins with a candidate. */
  #lineOf(index) {
    const { node } = this.state, found = node.evaluation?.moves.find(found => found.index === index);
    return found ? { index, moves: found.line, turn: node.evaluation.turn, step: found.line.length, node, words: vertex(index, this.state.tree.width, this.state.tree.height) } : null;
  }

  /** Shows the variation of a candidate, to be stepped through; again, plays it. */
  choose(index) {
    const { state } = this;
    if (state.chosen?.index === index) {
      this.unchoose();
      this.play.move(index);
      return;
    }
    state.chosen = this.#lineOf(index);
    this.previewed = null;
    this.show();
    if (state.chosen) this.announce(this.#words(state.chosen));
  }

  /** Shows a line of moves from a node on. */
  showLine(node, moves, words) {
    const { state } = this, { width, height } = state.tree;
    state.chosen = { index: null, moves, turn: state.tree.position(node).turn, step: moves.length, node, words: words + vertex(moves[0], width, height) };
    this.show();
  }

  /** Shows the variation of a candidate for as long as it is pointed at. */
  preview(index) {
    if (this.previewed === index) return;
    this.previewed = index;
    this.showBoard();
  }

  unchoose() {
    this.state.chosen = null;
    this.previewed = null;
  }

  step(count) {
    const { chosen } = this.state;
    chosen.step = Math.max(1, Math.min(chosen.moves.length, chosen.step + count));
    this.showBoard();
    this.announce(this.#words(chosen));
  }

  /** Makes the variation, as far as it is shown, part of the game. */
  keep() {
    const { state } = this, { tree } = state, { chosen } = state;
    let { node } = chosen;
    for (const { index, color } of coloured(chosen.moves.slice(0, chosen.step), chosen.turn)) {
      if (tree.forbidden(node, color, index)) break;
      node = tree.play(node, color, index);
    }
    this.unchoose();
    state.mode = "analyse";
    this.go(node);
  }

  #words({ moves, step, turn }) {
    const { width, height } = this.state.tree;
    const { color, index } = coloured(moves, turn)[step - 1];
    return `${step} of ${moves.length}: ${nameOf(color)} ${vertex(index, width, height)}`;
  }

  #showStepper() {
    const { chosen } = this.state;
    $("stepper").hidden = !chosen;
    if (!chosen) return;
    $("step-words").textContent = chosen.words;
    $("step-number").textContent = `${chosen.step} / ${chosen.moves.length}`;
    $("step-back").disabled = chosen.step <= 1;
    $("step-on").disabled = chosen.step >= chosen.moves.length;
  }

  #hover(index) {
    this.hovered = index;
    const { state } = this;
    if (state.mode === "edit" || state.chosen || !(state.mode === "analyse" || state.hint === state.node)) return;
    const isCandidate = index !== null && this.candidates(MOST_ON_BOARD).some(found => found.index === index);
    this.preview(isCandidate ? index : null);
  }

  #point(index, event) {
    const { state } = this;
    if (state.phase === "counting" && state.mode === "play") {
      this.play.dispute(index);
      return;
    }
    if (state.mode === "edit") {
      edit.apply(this, index);
      return;
    }
    const isTouch = event.pointerType === "touch";
    const isShown = state.node.evaluation?.ownership && this.candidates(MOST_ON_BOARD).some(found => found.index === index);
    if (isTouch && isShown && state.chosen?.index !== index && (state.mode === "analyse" || state.hint === state.node)) {
      this.choose(index);
      return;
    }
    this.unchoose();
    this.play.move(index);
  }

  #evaluated(node) {
    const { state } = this;
    // The variation that is looked at stays as it was.
    if (node === state.node || state.review) this.#soon();
  }

  setMode(mode) {
    const { state } = this;
    state.mode = mode;
    state.review = null;
    this.unchoose();
    if (mode === "edit" && state.tool === "stones") state.tool = "moves";
    this.refresh();
  }

  toggle(option) {
    const { options } = this.state;
    options[option] = !options[option];
    this.state.saveOptions();
    this.refresh();
  }

  /** Colors light or dark. */
  dress() {
    const { theme } = this.state.options;
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }

  /** A short notice. */
  say(text) {
    const toast = $("toast");
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => { toast.hidden = true; }, 3500);
  }

  /** The same for those who listen alone. */
  announce(text) {
    $("heard").textContent = text;
  }

  #listen() {
    const { state } = this;
    const on = (id, act) => $(id).addEventListener("click", act);
    on("new", () => this.dialogs.newGame());
    on("open", () => this.files.choose());
    on("save", () => this.files.save());
    on("share", () => this.files.share());
    on("settings", () => this.dialogs.settings());
    on("help", () => this.dialogs.help());
    on("step-back", () => this.step(-1));
    on("step-on", () => this.step(1));
    on("step-keep", () => this.keep());
    on("step-close", () => { this.unchoose(); this.show(); });
    for (const button of document.querySelectorAll("[data-walk]")) button.addEventListener("click", () => this.walk(Number(button.dataset.walk)));
    for (const button of document.querySelectorAll("[data-mode]")) button.addEventListener("click", event => {
      this.setMode(button.dataset.mode);
      // After a click by mouse the arrows walk through the game; a click by key has no detail.
      if (event.detail) button.blur();
    });
    $("live").addEventListener("change", () => { state.live = $("live").checked; this.thinker.retry(); this.refresh(); });
    for (const [id, option] of [["show-moves", "moves"], ["show-owner", "owner"], ["show-policy", "policy"]]) $(id).addEventListener("change", () => this.toggle(option));
    $("comment").addEventListener("input", () => { state.node.setText("C", $("comment").value); this.refresh(); });
    addEventListener("keydown", event => keys.press(this, event));
    addEventListener("hashchange", () => { if (state.open(location.hash.slice(1))) this.go(state.node); });
    addEventListener("pagehide", () => state.save());
    setInterval(() => this.#tick(), 200);
  }

  #tick() {
    const { state } = this;
    if (!state.clock.isOn || !state.isPlaying) return;
    panel.tick(state);
    const { running } = state.clock;
    if (running && state.clock.now(running).lost) this.play.lostOnTime(running);
  }
}

window.tengen = new App();
