// The board in the browser: everything put together.

import { BLACK, WHITE, nameOf, pointText } from "./game/rules.js";
import { $, showStepper } from "./page/dom.js";
import { phrase } from "./page/language.js";
import { sentences } from "./page/words.js";
import { Board } from "./board/board.js";
import { secondsOf } from "./game/clock.js";
import { CommentBox } from "./panel/comment.js";
import { Dialogs } from "./dialogs/dialogs.js";
import { Engine } from "./engine/engine.js";
import { Entry } from "./board/entry.js";
import { Files } from "./files.js";
import { Games } from "./play/games.js";
import { Graph } from "./panel/graph.js";
import { Kept } from "./state/kept.js";
import { Notices } from "./panel/notices.js";
import { Play } from "./play/play.js";
import { Pointing } from "./board/pointing.js";
import { Region } from "./board/region.js";
import { Reviewing } from "./panel/reviewing.js";
import { tick } from "./play/sound.js";
import { State } from "./state/state.js";
import { Thinker } from "./engine/thinker.js";
import { TreeView } from "./panel/treeview.js";
import { Variation } from "./board/variation.js";
import { Walking } from "./board/walking.js";
import { viewOf, wordsOf } from "./board/view.js";
import { showActions } from "./panel/actions.js";
import * as edit from "./play/edit.js";
import * as keys from "./keys.js";
import * as panel from "./panel/panel.js";

/** The switches on the page, and which option each of them changes. */
const SWITCHES = [["show-moves", "moves"], ["show-owner", "owner"], ["show-policy", "policy"], ["show-chances", "chances"], ["show-estimate", "estimate"], ["teach", "teaching"]];

/** A page that nobody has seen for so many milliseconds has been left. */
const AWAY = 20000;

class App {
  constructor() {
    this.state = new State();
    this.kept = new Kept(this.state);
    /** The second that the clock of a person showed last whose time is short; 0 where it is not. */
    this.ticked = 0;
    this.notices = new Notices(this);
    this.variation = new Variation(this);
    this.pointing = new Pointing(this);
    this.walking = new Walking(this);
    this.entry = new Entry(this);
    this.comment = new CommentBox(this);
    this.text = index => pointText(index, this.state.tree.width);
    this.play = new Play(this);
    this.games = new Games(this);
    this.dialogs = new Dialogs(this);
    this.files = new Files(this);
    this.reviewing = new Reviewing(this);
    this.board = new Board($("board"), {
      play: (index, pointerType) => this.pointing.choose(index, pointerType),
      hover: index => this.pointing.hover(index),
      cursor: index => this.notices.announce(this.board.describe(index)),
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
        this.notices.say(reason);
      },
      changed: () => this.#soon(),
    });
    this.dress();
    this.#listen();
    const isKnown = this.kept.restore();
    if (document.hasFocus()) this.kept.use();
    this.go(this.state.node);
    if (this.state.doubt) this.notices.say(this.state.doubt);
    if (!isKnown) this.dialogs.newGame();
  }

  /** Shows a node and has the engine attend to it. */
  go(node) {
    const { state } = this;
    const isElsewhere = node !== state.node;
    if (isElsewhere) this.unchoose();
    state.node = node;
    state.tree.walkTo(node);
    if (isElsewhere) this.notices.announce(wordsOf(state));
    this.refresh();
  }

  /** Nothing is chosen any more: no variation, and no stone that waits to be confirmed. */
  unchoose() {
    this.variation.unchoose();
    this.board.propose(null);
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
    const isKept = this.kept.save();
    if (isKept || this.hasToldOfRoom || !this.notices.isSilent) return;
    this.hasToldOfRoom = true;
    this.notices.say(phrase`The browser has no room to keep this game: a reload loses its variations and comments. Save it as a file.`, null, 10000);
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
    showActions(this);
    panel.showLesson(this);
    panel.showCount(this);
    panel.showChances(this);
    panel.showFound(this);
    this.reviewing.show();
    edit.showTools(this);
    this.treeView.show(state.tree, state.node, node => state.grade(node));
    this.comment.show();
    this.walking.show();
    this.#showSwitches();
    this.#showTitle();
  }

  /** Which mode is chosen, and what is switched on. */
  #showSwitches() {
    const { state } = this;
    for (const mode of document.querySelectorAll("[data-mode]")) {
      mode.setAttribute("aria-checked", mode.dataset.mode === state.mode);
      mode.tabIndex = mode.dataset.mode === state.mode ? 0 : -1;
    }
    $("live").checked = state.live;
    for (const [id, option] of SWITCHES) $(id).checked = state.options[option];
    $("aids").hidden = state.mode !== "play";
    $("show-region").checked = state.region !== null;
  }

  /** For who looks at another window while Tengen thinks. */
  #showTitle() {
    const { state } = this;
    const isAwaited = state.awaited === "person" || (state.lesson && state.isPlaying), mark = state.person && isAwaited ? "● " : "";
    document.title = `${mark}${state.tree.name(BLACK) || nameOf(BLACK)} – ${state.tree.name(WHITE) || nameOf(WHITE)} · Tengen`;
  }

  showBoard() {
    const { state, board, variation } = this;
    board.coordinates = state.options.coordinates;
    board.show(state.position, viewOf(state, variation.line()));
    showStepper(state.chosen);
  }

  /** The person's last move has been judged. */
  #taught() {
    if (this.state.lesson) this.notices.announce(sentences(panel.lessonWords(this.state)));
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
    this.walking.stroll(false);
    // What is played elsewhere stands on what was edited.
    if (mode !== "edit") this.notices.forget("edit");
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
    this.notices.say(phrase`The review has been ended.`);
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
    if (option === "teaching" && state.options.teaching) this.notices.say(phrase`A move that loses much is shown before Tengen answers, and can be taken back.`);
    this.refresh();
  }

  /** Colors light or dark. */
  dress() {
    const { theme } = this.state.options;
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }

  /** Loads the page in the language that was chosen, unless something of the game would be lost by that. */
  changeLanguage() {
    if (this.kept.isKept) location.reload();
    else this.notices.say(phrase`The language changes when the page is loaded again. The browser has no room to keep this game: save it before.`, null, 10000);
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
    for (const button of document.querySelectorAll("[data-mode]")) button.addEventListener("click", () => this.setMode(button.dataset.mode));
    $("live").addEventListener("change", () => { state.live = $("live").checked; this.thinker.retry(); this.refresh(); });
    for (const [id, option] of SWITCHES) $(id).addEventListener("change", () => this.toggle(option));
    $("show-region").addEventListener("change", () => this.toggleRegion());
    this.#ignoreLatePresses($("actions"));
    // After a click by mouse keys are the game's, and press nothing again; a click by key has no detail.
    addEventListener("click", ({ detail }) => {
      if (detail && document.activeElement.matches("button, summary, .switches input")) document.activeElement.blur();
    }, true);
    addEventListener("keydown", event => keys.press(this, event));
    addEventListener("pagehide", () => this.kept.saveOnLeaving());
    addEventListener("focus", () => this.kept.use());
    document.addEventListener("visibilitychange", () => this.#rest());
    this.#rest();
    setInterval(() => this.#tick(), 200);
  }

  /** An analysis rests while nobody has seen the page for a while; games and reviews go on. */
  #rest() {
    clearTimeout(this.resting);
    if (document.hidden) this.resting = setTimeout(() => this.#setAway(true), AWAY);
    else if (this.state.isAway) this.#setAway(false);
  }

  #setAway(isAway) {
    this.state.isAway = isAway;
    this.thinker.attend();
    this.refresh();
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
    else if (second && second !== this.ticked && options.sound && this.kept.isHeard) tick();
    this.ticked = second;
  }
}

window.tengen = new App();
