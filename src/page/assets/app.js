// The board in the browser: everything put together.

import { BLACK, WHITE, pointText } from "./game/rules.js";
import { $, el, showStepper } from "./page/dom.js";
import { Board } from "./board/board.js";
import { secondsOf } from "./game/clock.js";
import { Dialogs } from "./dialogs/dialogs.js";
import { Engine } from "./engine/engine.js";
import { Files } from "./files.js";
import { Graph } from "./panel/graph.js";
import { readLink } from "./record/link.js";
import { Play } from "./play/play.js";
import { Region } from "./board/region.js";
import { Reviewing } from "./panel/reviewing.js";
import { tick } from "./play/sound.js";
import { State } from "./state/state.js";
import { Thinker } from "./engine/thinker.js";
import { TreeView } from "./panel/treeview.js";
import { Variation } from "./board/variation.js";
import { drawn, viewOf, wordsOf } from "./board/view.js";
import * as edit from "./play/edit.js";
import * as keys from "./keys.js";
import * as panel from "./panel/panel.js";

/** The switches on the page, and which option each of them changes. */
const SWITCHES = [["show-moves", "moves"], ["show-owner", "owner"], ["show-policy", "policy"], ["show-chances", "chances"], ["show-estimate", "estimate"], ["teach", "teaching"]];
/** Between points closer than this, in pixels, a finger often hits the wrong one. */
const SMALL_FOR_FINGERS = 24;
/** So many pixels of the wheel are a move. */
const WHEEL_STEP = 100;
/** When it has rested for so long, in milliseconds, it begins anew. */
const WHEEL_REST = 100;

class App {
  constructor() {
    this.state = new State();
    /** What can be taken back, the last first: `{ takeBack, of }`, of an `edit`, a `deletion` or another `game`. */
    this.undos = [];
    /** The game that was on the board before this one. */
    this.before = null;
    /** The second that the clock of a person showed last whose time is short; 0 where it is not. */
    this.ticked = 0;
    /** The node whose comment is being shown, and its tree. */
    this.commented = null;
    /** When the wheel was turned, which way, and how many pixels since the last move. */
    this.wheel = { at: 0, way: 0, far: 0 };
    this.variation = new Variation(this);
    this.text = index => pointText(index, this.state.tree.width);
    this.play = new Play(this);
    this.dialogs = new Dialogs(this);
    this.files = new Files(this);
    this.reviewing = new Reviewing(this);
    this.board = new Board($("board"), {
      play: (index, pointerType) => this.#point(index, pointerType),
      hover: index => this.#hover(index),
      cursor: index => this.announce(this.board.describe(index)),
      spares: key => keys.isForVariation(this, key),
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
      moved: (node, index) => this.play.answer(node, index),
      resigned: color => this.play.resigned(color),
      counted: count => this.play.counted(count),
      hinted: () => this.play.tellHint(),
      taught: () => this.#taught(),
      reviewing: this.reviewing,
      failed: reason => {
        this.state.review = null;
        this.play.attend();
        this.say(reason);
      },
      changed: () => this.#soon(),
    });
    this.dress();
    this.#listen();
    const isKnown = this.state.restore();
    if (document.hasFocus()) this.state.use();
    this.go(this.state.node);
    if (this.state.doubt) this.say(this.state.doubt);
    if (!isKnown) this.dialogs.newGame();
  }

  /** Shows a node and has the engine attend to it. */
  go(node) {
    const { state } = this;
    const isElsewhere = node !== state.node;
    if (isElsewhere) this.unchoose();
    state.node = node;
    state.tree.walkTo(node);
    if (isElsewhere) this.announce(wordsOf(state));
    this.refresh();
  }

  /** Nothing is chosen any more: no variation, and no stone that waits to be confirmed. */
  unchoose() {
    this.variation.unchoose();
    this.board.propose(null);
  }

  /** Has another game take the place of this one, which can be had back. `begin` hears whether there is one, makes it so and returns what to say of it, if anything. */
  replaceGame(begin) {
    const { state } = this, left = state.leave(), words = begin(left !== null);
    this.enter();
    if (left) {
      this.before = left;
      this.offer(words, "Back to the game before", () => this.takeBefore(), "game");
    } else if (words) this.say(words);
  }

  /** Takes up the game that was on the board before this one, which can be had back in its turn. */
  takeBefore() {
    const { before } = this;
    this.before = null;
    this.replaceGame(() => {
      this.state.takeUp(before);
      return "The game before is open.";
    });
  }

  /** Takes up a game that was played earlier; an older version may have kept it otherwise. */
  takeEarlier(kept) {
    try {
      this.replaceGame(() => {
        this.state.take(kept);
        // It is the last game now, be nothing done in it.
        this.state.keptLast = null;
        return "The earlier game is open.";
      });
    } catch {
      this.say("This game cannot be read any more.");
      this.refresh();
    }
  }

  /** Shows another game. */
  enter() {
    this.unchoose();
    this.stroll(false);
    this.hush();
    this.undos = [];
    this.state.use();
    $("panel").scrollTop = 0;
    this.go(this.state.node);
  }

  /** Walks so many moves on, or back. */
  walk(count) {
    const { state } = this, line = state.tree.line(state.node);
    this.go(line[Math.max(0, Math.min(line.length - 1, line.indexOf(state.node) + count))]);
  }

  /** Walks on by itself, a move every few seconds, until the end of the line or until told otherwise. */
  stroll(isOn = !this.strolling) {
    const { state } = this;
    clearInterval(this.strolling);
    this.strolling = isOn ? setInterval(() => {
      if (this.dialogs.isOpen || state.chosen || this.board.proposed !== null) return;
      this.walk(1);
      if (!state.node.children.length) this.stroll(false);
    }, 1000 * state.options.pace) : null;
    $("number").setAttribute("aria-pressed", isOn);
  }

  /** Brings everything up to date, and keeps it. */
  refresh() {
    this.play.attend();
    this.thinker.attend();
    this.show();
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.#keep(), 150);
  }

  /** Keeps the game; if there is no room for it one is told so once, when no other notice is there. */
  #keep() {
    const isKept = this.state.save();
    if (isKept || this.hasToldOfRoom || !$("toast").hidden) return;
    this.hasToldOfRoom = true;
    this.say("The browser has no room to keep this game: a reload loses its variations and comments. Save it as a file.", null, 10000);
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
    panel.showFacts(this);
    panel.showStatus(this);
    panel.showActions(this);
    panel.showLesson(this);
    panel.showCount(this);
    panel.showChances(this);
    panel.showFound(this);
    this.reviewing.show();
    edit.showTools(this);
    this.treeView.show(state.tree, state.node, node => state.grade(node));
    this.#showComment();
    const line = state.tree.line(state.node), numbers = state.tree.numbers(line);
    $("number").textContent = `${numbers[line.indexOf(state.node)]} / ${numbers.at(-1)}`;
    for (const mode of document.querySelectorAll("[data-mode]")) {
      mode.setAttribute("aria-checked", mode.dataset.mode === state.mode);
      mode.tabIndex = mode.dataset.mode === state.mode ? 0 : -1;
    }
    $("live").checked = state.live;
    for (const [id, option] of SWITCHES) $(id).checked = state.options[option];
    $("aids").hidden = state.mode !== "play";
    $("show-region").checked = state.region !== null;
    // For who looks at another window while Tengen thinks.
    const isAwaited = state.awaited === "person" || (state.lesson && state.isPlaying), mark = state.person && isAwaited ? "● " : "";
    document.title = `${mark}${state.tree.name(BLACK) || "Black"} – ${state.tree.name(WHITE) || "White"} · Tengen`;
  }

  /** What is being written stays as it is, and at the move where it was begun, whatever the board shows meanwhile. */
  #showComment() {
    const comment = $("comment"), { node, tree } = this.state;
    if (document.activeElement === comment && this.commented.tree === tree) return;
    comment.value = node.text("C");
    $("node-name").textContent = node.text("N");
    if (this.commented?.node === node) return;
    this.commented = { node, tree };
    // Where it has been written only just, the box stays where it is.
    $("comment-part").classList.toggle("written", node.has("C") || node.has("N"));
  }

  showBoard() {
    const { state, board, variation } = this;
    board.coordinates = state.options.coordinates;
    board.show(state.position, viewOf(state, variation.line()));
    showStepper(state.chosen);
  }

  #hover(index) {
    const { state } = this;
    if (state.chosen) return;
    this.variation.preview(drawn(state).some(found => found.index === index) ? index : null);
  }

  #point(index, pointerType) {
    const { state } = this;
    if (state.phase === "counting" && state.mode === "play") {
      this.play.dispute(index);
      return;
    }
    if (state.mode === "edit") {
      edit.apply(this, index);
      return;
    }
    if (state.lookedAt?.isOpen) {
      this.unchoose();
      state.region.corners.push(index);
      this.refresh();
      return;
    }
    const isTouch = pointerType === "touch";
    const isShown = drawn(state).some(found => found.index === index);
    if (isTouch && isShown && state.chosen?.index !== index) {
      this.variation.choose(index);
      return;
    }
    const isSure = [state.chosen?.index, this.board.proposed].includes(index) || !this.#mustConfirm(pointerType);
    // What cannot be played is not asked about: `move` says why.
    const isAsked = !isSure && this.play.reasonAgainst(index) === null;
    this.variation.unchoose();
    this.board.propose(isAsked ? index : null);
    if (isAsked) this.show();
    else this.play.move(index);
  }

  /** Whether a click is easily beside the point that was meant, or the person wants to be asked. */
  #mustConfirm(pointerType) {
    const { confirm } = this.state.options;
    if (!pointerType || confirm === "never") return false;
    return confirm === "always" || (pointerType === "touch" && this.board.cell < SMALL_FOR_FINGERS);
  }

  /** The person's last move has been judged. */
  #taught() {
    if (this.state.lesson) this.announce(panel.lessonWords(this.state).join(""));
    this.refresh();
  }

  /** What was pressed is gone: by key the next thing is entered on the board; after a click the arrows walk through the game. */
  leaveButton(isByKey) {
    const { drawing } = this.board;
    if (isByKey) drawing.focus();
    else drawing.blur();
  }

  setMode(mode) {
    const { state } = this;
    state.mode = mode;
    this.stroll(false);
    // What is played elsewhere stands on what was edited.
    if (mode !== "edit") this.undos = this.undos.filter(({ of }) => of !== "edit");
    // A hint is for playing: of a position that is being edited it would be wrong with the next stone.
    if (mode !== "play") state.hint = null;
    if (mode !== "analyse") this.endReview();
    this.unchoose();
    this.refresh();
  }

  /** A review that goes on ends, and one is told so. */
  endReview() {
    if (!this.state.review) return;
    this.state.review = null;
    this.say("The review has been ended.");
  }

  /** Looks for moves in a part of the board alone, which is to be chosen; or in all of it again. */
  toggleRegion() {
    const { state } = this;
    state.region = state.region ? null : new Region(state.tree);
    this.unchoose();
    this.refresh();
    // On a phone the switch is far below it.
    if (state.region) $("board").scrollIntoView({ block: "nearest" });
  }

  toggle(option) {
    const { state } = this;
    state.setOptions({ [option]: !state.options[option] });
    if (option === "teaching" && state.options.teaching) this.say("A move that loses much is shown before Tengen answers, and can be taken back.");
    this.refresh();
  }

  /** Colors light or dark. */
  dress() {
    const { theme } = this.state.options;
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }

  /** A short notice. */
  say(text, button = null, time = button ? 10000 : 3500) {
    this.hush();
    $("said").replaceChildren(text, ...(button ? [button] : []));
    $("toast").hidden = false;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.hush(), time);
  }

  /** Takes the notice away. Later nobody thinks of the game before when something is to be taken back. */
  hush() {
    $("toast").hidden = true;
    this.undos = this.undos.filter(({ of }) => of !== "game");
  }

  /** A notice with a button that takes back what it tells of. So does Ctrl+Z, where another game came as long as the notice is there. */
  offer(text, word, takeBack, of) {
    this.say(text, el("button", { title: `${word} (Ctrl+Z)`, onclick: () => this.takeBack() }, word));
    this.undos.push({ takeBack, of });
    this.show();
  }

  /** Whether Ctrl+Z takes something back: in Edit a stone is meant, and no other game. */
  get canTakeBack() {
    return this.undos.some(({ of }) => of !== "game" || this.state.mode !== "edit");
  }

  /** Takes back what was done last. */
  takeBack() {
    const { takeBack } = this.undos.pop();
    this.hush();
    takeBack();
  }

  /** The same for those who listen alone. */
  announce(text) {
    $("heard").textContent = text;
  }

  /** Opens the game of an address. */
  #follow(address) {
    const linked = readLink(address);
    if (!linked) return;
    this.replaceGame(() => {
      this.state.open(linked);
      return ["The game of the address is open.", this.state.doubt].filter(Boolean).join(" ");
    });
  }

  #listen() {
    const { state } = this;
    const on = (id, act) => $(id).addEventListener("click", act);
    on("new", () => this.dialogs.newGame());
    on("open", () => this.files.choose());
    on("save", () => this.files.save());
    on("copy", () => this.files.copy());
    on("share", () => this.files.share());
    on("facts", () => this.dialogs.facts());
    on("settings", () => this.dialogs.settings());
    on("help", () => this.dialogs.help());
    on("step-back", () => this.variation.step(-1));
    on("step-on", () => this.variation.step(1));
    on("step-keep", () => this.variation.keep());
    on("step-close", () => { this.variation.unchoose(); this.show(); });
    on("hush", () => this.hush());
    on("number", () => this.strolling ? this.stroll(false) : this.dialogs.goTo());
    for (const button of document.querySelectorAll("[data-walk]")) button.addEventListener("click", () => this.walk(Number(button.dataset.walk)));
    for (const button of document.querySelectorAll("[data-mode]")) button.addEventListener("click", () => this.setMode(button.dataset.mode));
    $("board").addEventListener("wheel", event => this.#wheel(event));
    $("live").addEventListener("change", () => { state.live = $("live").checked; this.thinker.retry(); this.refresh(); });
    for (const [id, option] of SWITCHES) $(id).addEventListener("change", () => this.toggle(option));
    $("show-region").addEventListener("change", () => this.toggleRegion());
    $("comment").addEventListener("input", () => { this.commented.node.setText("C", $("comment").value); this.refresh(); });
    $("comment").addEventListener("blur", () => this.#showComment());
    this.#ignoreLatePresses($("actions"));
    // After a click by mouse keys are the game's, and press nothing again; a click by key has no detail.
    addEventListener("click", ({ detail }) => {
      if (detail && document.activeElement.matches("button, summary, .switches input")) document.activeElement.blur();
    }, true);
    addEventListener("keydown", event => keys.press(this, event));
    // A change that was kept meanwhile may have put its own address in the place of the new one.
    addEventListener("hashchange", ({ newURL }) => this.#follow(new URL(newURL).hash.slice(1)));
    addEventListener("pagehide", () => state.save(true));
    addEventListener("focus", () => state.use());
    setInterval(() => this.#tick(), 200);
  }

  /** The wheel over the board walks, or steps through a variation, as the arrows do; where the page is longer than the window, or magnified, it scrolls. */
  #wheel(event) {
    const { scrollHeight, clientHeight } = document.documentElement, { deltaMode, deltaX, deltaY, timeStamp } = event;
    if (event.ctrlKey || Math.abs(deltaX) >= Math.abs(deltaY) || visualViewport.scale > 1 || scrollHeight > clientHeight) return;
    event.preventDefault();
    const { wheel } = this, way = Math.sign(deltaY), pixels = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? Math.abs(deltaY) : WHEEL_STEP;
    // It begins with a move, however small a notch is; after it a stroke on a touchpad, which is many events, has to go as far for each.
    const far = timeStamp - wheel.at > WHEEL_REST ? WHEEL_STEP : (way === wheel.way ? wheel.far : 0) + pixels;
    this.wheel = { at: timeStamp, way, far: far % WHEEL_STEP };
    if (far < WHEEL_STEP) return;
    if (this.state.chosen) this.variation.step(way);
    else this.walk(way);
  }

  /** The second press of a double click is not for the button that has come into the place of the first one's. */
  #ignoreLatePresses(buttons) {
    let pressed = null;
    buttons.addEventListener("click", event => {
      if (event.detail < 2) pressed = event.target;
      else if (event.target !== pressed) event.stopPropagation();
    }, true);
  }

  #tick() {
    const { state, state: { clock, clock: { running }, players, options } } = this;
    if (!clock.isOn || !state.isPlaying) return;
    panel.tick(state);
    if (!running) return;
    const left = clock.now(running), second = players[running] === "person" && clock.isLow(left) ? secondsOf(left) : 0;
    if (left.lost) this.play.lostOnTime(running);
    else if (second && second !== this.ticked && options.sound && state.isHeard) tick();
    this.ticked = second;
  }
}

window.tengen = new App();
