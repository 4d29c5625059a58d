// What a window knows: the game and where one is in it, who plays, how far the game is, what has been found out.

import { BLACK, WHITE } from "../game/rules.js";
import { Clock } from "../game/clock.js";
import { TELLING_VISITS, lossOf } from "./evaluation.js";
import { gradeOf, gradeOfVerdict } from "./grades.js";
import { usualKomi } from "../game/komi.js";
import { levelFrom, tengenAt } from "../game/levels.js";
import { GameTree } from "../game/tree.js";
import { phrase } from "../page/language.js";
import { linkTo } from "../record/link.js";
import * as sgf from "../record/sgf.js";
import { OPTIONS, read, write } from "./storage.js";

/** What a person has chosen for good; without a time for Tengen's moves the server's own holds. */
const DEFAULTS = {
  coordinates: true, numbers: false, sound: true, theme: "system", chances: true, teaching: false, moves: true, owner: false, estimate: false,
  policy: false, label: "automatic", confirm: "small", pace: 2, name: "", language: "", resign: true,
  game: { size: "9", color: "black", level: 4, handicap: 0, rules: "chinese", komi: "", system: "none", main: 600, period: 30, periods: 5, stones: 15, increment: 10, time: null },
};

/** What one can be doing with a game. */
export const MODES = ["play", "analyse", "edit"];

/** What belongs to a game, and goes and comes with it. */
const OF_GAME = ["game", "tree", "node", "latest", "began", "isRecord", "ofLink", "players", "level", "time", "clock", "phase", "count", "disputed", "reviewed", "mode"];

export class State {
  constructor() {
    this.options = { ...DEFAULTS, ...read("localStorage", OPTIONS) };
    this.options.game = { ...DEFAULTS.game, ...this.options.game };
    this.mode = "play";
    this.live = true;
    /** Whether nobody sees the page, and has not for a while. */
    this.isAway = false;
    this.tool = "moves";
    this.chosen = null;
    this.lesson = null;
    this.hint = null;
    this.review = null;
    /** What a review has said of the players, and the nodes of its positions. */
    this.reviewed = null;
    this.reset(GameTree.start({ width: 9, height: 9, rules: "chinese", komi: usualKomi("chinese", false), black: this.ownName, white: "Tengen" }));
  }

  /**
   * Goes over to another game. `players` says who is Tengen: `{ 1: "person", 2: "tengen" }`. The game stands at `latest`,
   * by default at the end of the line in which the node is; it began at `began`, by default at the root: whose moves are in an
   * address nobody knows. In a record that has been opened no game has begun: null.
   */
  reset(tree, { node = tree.root, latest = null, began = tree.root, players = { [BLACK]: "person", [WHITE]: "tengen" }, level = 4, time = null, clock = null, isRecord = false } = {}) {
    this.tree = tree;
    this.node = node;
    /** Tells this game from others, after a reload too. */
    this.game = Math.random();
    this.players = players;
    this.level = level;
    this.time = time;
    this.clock = clock ?? new Clock({ system: "none" });
    /** playing, paused, counting or over. */
    this.phase = "playing";
    this.count = null;
    /** Where play went on after a count that was not agreed on; null if it never did. */
    this.disputed = null;
    /** What of the game's address could not be played, in words. */
    this.doubt = null;
    this.chosen = this.lesson = this.hint = this.review = this.reviewed = this.region = null;
    tree.walkTo(node);
    /** Where the game stands. A person may look at any node; moves, clocks and the count belong to this one. */
    this.latest = latest ?? tree.line(node).at(-1);
    /** Where the game began; null where none has. What is above it nobody has played here, and nobody takes back. */
    this.began = began;
    /** Whether this is a record that was opened: who goes back in it and plays on does so in a copy. */
    this.isRecord = isRecord;
    /** The record as an address had it; null of another game. */
    this.ofLink = null;
  }

  /** Whether there is nothing on the board to lose. */
  get isBlank() {
    const { root } = this.tree;
    return !root.children.length && !root.has("AB") && !root.has("AW");
  }

  /** The game as it stands, for `takeUp`; null if there is nothing to lose. */
  leave() {
    if (this.isBlank) return null;
    this.clock.stop();
    return Object.fromEntries(OF_GAME.map(name => [name, this[name]]));
  }

  /** Goes back to a game that was left. */
  takeUp(game) {
    this.reset(game.tree, game);
    Object.assign(this, game);
  }

  /** Has the game reviewed along these nodes, one for each position. */
  beginReview(nodes) {
    this.review = { nodes, done: 0, compared: [0, 0], began: null };
  }

  get position() {
    return this.tree.position(this.node);
  }

  get turn() {
    return this.position.turn;
  }

  /** Whether the position shown is one of a record, at which no game stood that was begun here. */
  get isOfRecord() {
    return this.isRecord && !this.tree.path(this.node).includes(this.began);
  }

  /** Whether the node shown is the one at which the game stands. Elsewhere a person only looks. */
  get isLatest() {
    return this.node === this.latest;
  }

  /** The position at which the game stands. */
  get latestPosition() {
    return this.tree.position(this.latest);
  }

  /** The count, if it is of the node shown; null in other modes, where there is no game. */
  get countShown() {
    return this.mode === "play" && this.isLatest && this.phase !== "playing" ? this.count : null;
  }

  /** The part of the board in which alone an analysis looks for moves; null where it is the whole board. */
  get lookedAt() {
    return this.mode === "analyse" ? this.region : null;
  }

  /** What a search has found at the node shown, in the part of the board that it looks at; null if nothing. */
  get found() {
    return (this.lookedAt ? this.region.found.get(this.node) : this.node.evaluation) ?? null;
  }

  /** Forgets what was found out of a node and of those after it. */
  forget(node) {
    this.tree.forget(node);
    this.region?.found.clear();
  }

  /** Whether a game is being played: then clocks run and Tengen moves. */
  get isPlaying() {
    return this.mode === "play" && this.phase === "playing";
  }

  /** Whether the game goes on, be it paused: it is neither counted nor over. */
  get goesOn() {
    return this.phase === "playing" || this.phase === "paused";
  }

  /** Whether Tengen captures what it thinks is dead before it passes. Whoever has played many moves since the dispute is playing another game. */
  get isCleaningUp() {
    const { tree, latest, disputed } = this;
    if (!tree.path(latest).includes(disputed)) return false;
    return tree.number(latest) - tree.number(disputed) < Math.floor(tree.width * tree.height / 4);
  }

  /** Whether the moves that a search thinks of are shown: in an analysis, and where a hint was asked for. */
  get showsCandidates() {
    return this.mode === "analyse" || this.hint === this.node;
  }

  /** Whether whose each point becomes is shown, where that is known. */
  get showsOwner() {
    return this.mode === "analyse" ? this.options.owner : this.isPlaying && this.options.estimate;
  }

  /** For whom the game waits: person or tengen; null if none is being played. */
  get awaited() {
    return this.isPlaying ? this.players[this.latestPosition.turn] : null;
  }

  /** The same for the node shown: null too where a person only looks. */
  get actor() {
    return this.isLatest ? this.awaited : null;
  }

  /** What records call a person who plays against Tengen. */
  get ownName() {
    return `${this.options.name || phrase`You`}`;
  }

  /** Has the record of the game call the person as Settings do. A game that was only opened by an address remains one. */
  callPerson() {
    const { tree: { root }, person } = this, isOfLink = this.ofLink === sgf.write(root);
    root.setText(person === BLACK ? "PB" : "PW", this.ownName);
    if (isOfLink) this.ofLink = sgf.write(root);
  }

  /** The person's color; null if there is none, or two of them. */
  get person() {
    const own = [BLACK, WHITE].filter(color => this.players[color] === "person");
    return own.length === 1 ? own[0] : null;
  }

  /** How much a move has lost, as far as that is known: `{ points, share, winrate }`, share of the chance to win, which was `winrate`; null if nothing is. */
  lost(node) {
    const { parent, verdict } = node, move = this.tree.moveOf(node);
    if (verdict) return verdict;
    if (!move) return null;
    const before = parent.evaluation, after = node.evaluation;
    if (!before || before.visits < TELLING_VISITS) return null;
    const [best] = before.moves;
    if (!best || best.index === move.index) return { points: 0, share: 0 };
    const known = before.moves.find(found => found.index === move.index);
    // The search of the position itself knows more of it than the one before it.
    if (after && after.visits >= TELLING_VISITS) return lossOf(best, after.moves[0] ?? after, move.color);
    return known && known.visits >= TELLING_VISITS ? lossOf(best, known, move.color) : null;
  }

  grade(node) {
    const lost = this.lost(node);
    // While a review goes on nothing is known for certain.
    if (lost === null || (this.review && !node.verdict)) return null;
    return node.verdict ? gradeOfVerdict(lost) : gradeOf(lost);
  }

  /** The result of the game as records have it; nothing while it goes on. */
  get result() {
    return this.tree.root.text("RE");
  }

  setResult(result) {
    this.tree.root.setText("RE", result);
  }

  /** Changes some options for good. What another window has changed meanwhile stays. */
  setOptions(changes) {
    Object.assign(this.options, changes);
    write("localStorage", OPTIONS, JSON.stringify({ ...read("localStorage", OPTIONS), ...changes }));
  }

  /** The part of the address after `#` for the position shown; empty where there is none. */
  get link() {
    const settings = { play: [BLACK, WHITE].map(color => this.players[color][0]).join(""), level: this.level };
    // Who plays against Tengen has no name of their own.
    if (settings.play === "pp") Object.assign(settings, { pb: this.tree.name(BLACK), pw: this.tree.name(WHITE) });
    return linkTo(this.tree, this.node, settings);
  }

  /** Shows the position of an address, as `readLink` has read it. */
  open({ tree, node, parts, doubt }) {
    const who = letter => letter === "t" ? "tengen" : "person";
    const play = parts.get("play") ?? "pp";
    const level = levelFrom(parts.get("level"), DEFAULTS.game.level);
    this.reset(tree, { node, latest: node, level, players: { [BLACK]: who(play[0]), [WHITE]: who(play[1]) } });
    this.mode = play.includes("t") ? "play" : "analyse";
    this.doubt = doubt;
    const person = name => play.includes("t") ? this.ownName : parts.get(name.toLowerCase()) ?? "";
    for (const [color, name] of [[BLACK, "PB"], [WHITE, "PW"]]) tree.root.setText(name, this.players[color] === "tengen" ? tengenAt(level) : person(name));
    this.ofLink = sgf.write(tree.root);
  }
}
