// What a person does in a game: moves, passes, takes back, counts.

import { BLACK, PASS, letterOf, nameOf, opponent } from "../game/rules.js";
import { Clock } from "../game/clock.js";
import { rememberForUndo } from "./edit.js";
import { $ } from "../page/dom.js";
import { phrase } from "../page/language.js";
import { sentences } from "../page/words.js";
import { levelFrom } from "../game/levels.js";
import { chosenLike } from "../dialogs/newgame.js";
import { countWords, hintWords } from "../panel/panel.js";
import { victory } from "../game/results.js";
import { knock } from "./sound.js";

const ELSEWHERE = phrase`The game does not stand here: go back to it, or play from here.`;

export class Play {
  constructor(app) {
    this.app = app;
  }

  /** A stone of the player whose turn it is, or a pass. */
  move(index) {
    const { app, app: { state } } = this;
    const { tree, node, turn } = state, reason = this.reasonAgainst(index);
    if (reason !== null) {
      app.notices.say(reason);
      app.show();
      return;
    }
    if (state.mode === "edit") rememberForUndo(app);
    const next = tree.play(node, turn, index);
    if (state.mode === "play") this.#goOn(next);
    else app.go(next);
    this.#sound(next);
  }

  /** Why a move cannot be played now; null if it can. */
  reasonAgainst(index) {
    const { tree, node, turn } = this.app.state;
    return this.#refusal() ?? tree.forbidden(node, turn, index);
  }

  /** Why the person may not move now, whatever the move; null if they may. */
  #refusal() {
    const { state } = this.app;
    if (state.mode !== "play") return null;
    if (state.phase === "paused") return phrase`The game is paused: go on first.`;
    if (state.phase === "counting") return phrase`The stones are being counted: agree, or play on.`;
    if (state.phase !== "playing") return phrase`The game is over.`;
    if (!state.isLatest) return ELSEWHERE;
    return state.actor === "tengen" ? phrase`It is Tengen's turn.` : null;
  }

  /** Tengen has moved. */
  answer(node, index) {
    const { app, app: { state } } = this;
    if (state.latest !== node) return;
    const { tree, latestPosition: { turn } } = state;
    const next = tree.play(node, turn, index);
    this.#goOn(next);
    this.#sound(next);
    if (index === PASS) app.notices.say(phrase`Tengen passes.`);
    // A game of Tengen against itself waits for nobody who looks back.
    else if (state.person && !state.isLatest) app.notices.say(phrase`Tengen has played ${tree.vertex(index)}.`);
  }

  /** The game goes on with a move. Who looks at another node stays there. */
  #goOn(next) {
    const { app, app: { state } } = this;
    const { clock, tree, isLatest } = state;
    if (clock.isOn) this.#charge(next);
    state.began ??= state.latest;
    state.latest = next;
    state.lesson = null;
    // What is played is the main line, not what was taken back; and it has no result yet.
    tree.promote(next);
    if (state.result) {
      next.resultBefore = state.result;
      state.setResult("");
    }
    tree.walkTo(next);
    app.go(isLatest ? next : state.node);
  }

  /** The mover's clock is charged, and the record keeps what is left. */
  #charge(next) {
    const { clock, tree } = this.app.state;
    const { color } = tree.moveOf(next);
    clock.press(color);
    const left = clock.left[color];
    next.set(color === BLACK ? "BL" : "WL", [left.time.toFixed(1)]);
    if (left.stones) next.set(color === BLACK ? "OB" : "OW", [`${left.stones}`]);
    next.left = clock.left.slice();
  }

  #sound(next) {
    const { options, tree } = this.app.state;
    if (options.sound && tree.moveOf(next).index !== PASS) knock(tree.taken(next) > 1);
  }

  pass() {
    const { state } = this.app;
    if (state.mode === "play" && state.actor !== "person") return;
    this.move(PASS);
  }

  /** What follows from where the game stands: after two passes comes the count, and the clock runs of whose turn it is. */
  attend() {
    const { state, engine, thinker } = this.app, { turn, passes } = state.latestPosition;
    if (state.isPlaying && passes >= 2) {
      state.phase = "counting";
      state.count = null;
    }
    // Tengen loses no time while it cannot hear what is asked of it, nor while the person learns.
    const isHeldUp = state.awaited === "tengen" && (!engine.isOpen || thinker.hasFailed || thinker.isTeaching);
    if (state.isPlaying && !isHeldUp) state.clock.start(turn);
    else state.clock.stop();
  }

  /** The position before the person's last move; of a game of theirs that is over its first one, where they have not moved. Null if there is nothing to take back. */
  get beforeOwn() {
    const { tree, latest, began, players, phase } = this.app.state, path = tree.path(latest);
    if (!began || phase === "paused") return null;
    const moves = path.slice(path.indexOf(began) + 1);
    const own = moves.findLast(each => players[tree.moveOf(each)?.color] === "person");
    return own?.parent ?? (phase === "over" && Object.values(players).includes("person") ? began : null);
  }

  /** To before the person's last move, unless they look at another one. */
  undo() {
    const { beforeOwn, app: { notices, state } } = this;
    // In other modes there is a record, and no game of which a move could be taken back.
    if (state.mode !== "play" || !beforeOwn) return;
    if (state.isLatest) this.standAt(beforeOwn);
    else notices.say(ELSEWHERE);
  }

  /** Shows where the game stands. */
  back() {
    const { app } = this;
    app.go(app.state.latest);
  }

  /** The game goes on from the node shown; a record stays what it is, and two people go on with a copy. */
  fromHere() {
    const { games, state } = this.app;
    if (state.isOfRecord) games.beginHere({ color: "both", level: state.level, time: null, system: "none" });
    else this.standAt(state.node);
  }

  /** From now on the game stands at this node. */
  standAt(node) {
    const { app, app: { state } } = this, { tree } = state, before = new Set(tree.path(node));
    // A record that was only tried to go on with has its result again.
    const { resultBefore } = tree.path(state.latest).find(each => each.resultBefore && !before.has(each)) ?? (state.phase === "over" ? state.latest : {});
    if (resultBefore || state.phase === "over") state.setResult(resultBefore ?? "");
    // A pause ends by hand alone.
    if (state.phase !== "paused") state.phase = "playing";
    state.count = state.lesson = null;
    state.latest = node;
    if (state.began && !before.has(state.began)) state.began = node;
    if (!before.has(state.disputed)) state.disputed = null;
    this.#rewind(node);
    app.go(node);
  }

  /** The clocks go back with the moves. */
  #rewind(node) {
    const { state } = this.app;
    if (!state.clock.isOn) return;
    let known = node;
    while (known && !known.left) known = known.parent;
    const { settings } = state.clock;
    state.clock = new Clock(settings);
    if (known) state.clock.left = known.left.slice();
  }

  /** The clocks rest, and so does Tengen. */
  pause({ detail }) {
    const { app } = this;
    app.state.phase = "paused";
    app.state.hint = null;
    app.unchoose();
    app.refresh();
    if (detail === 0) $("actions").querySelector("button").focus();
  }

  /** The game goes on where it was paused. */
  resume({ detail }) {
    const { app } = this;
    app.state.phase = "playing";
    this.back();
    app.leaveButton(detail === 0);
  }

  hint() {
    const { app, app: { state } } = this;
    if (state.actor !== "person") return;
    state.hint = state.hint === state.node ? null : state.node;
    app.refresh();
    if (state.hint?.isHinted) this.tellHint();
  }

  /** Tells those who listen what a hint has found. */
  tellHint() {
    this.app.notices.announce(hintWords(this.app.state));
  }

  /** Who can resign: the person, of two persons the one to move; null if nobody can. */
  get resigner() {
    const { person, players, latestPosition: { turn } } = this.app.state;
    return person ?? (players[turn] === "person" ? turn : null);
  }

  async resign() {
    const { app, resigner, app: { state } } = this, { person, tree } = state;
    if (resigner === null || state.phase !== "playing") return;
    const question = person === null ? phrase`Does ${nameOf(resigner)} resign this game?` : phrase`Resign this game?`;
    const { isSure, isByKey } = await app.dialogs.confirm(question, phrase`Resign`);
    // The game may have ended while the question stood there.
    if (!isSure || state.phase !== "playing" || state.tree !== tree) return;
    this.end(`${letterOf(opponent(resigner))}+Resign`);
    app.leaveButton(isByKey);
  }

  /** Tengen gives up. */
  resigned(color) {
    this.app.notices.say(phrase`Tengen resigns.`);
    this.end(`${letterOf(opponent(color))}+Resign`);
  }

  lostOnTime(color) {
    this.app.notices.say(phrase`${nameOf(color)} has lost on time.`);
    this.end(`${letterOf(opponent(color))}+Time`);
  }

  end(result) {
    const { app, app: { state } } = this;
    state.phase = "over";
    state.began ??= state.latest;
    state.lesson = null;
    if (state.result) state.latest.resultBefore = state.result;
    state.setResult(result);
    app.refresh();
  }

  /** The level for another game after this one: one up after a win, one down after a loss. */
  get nextLevel() {
    const { level, person, result } = this.app.state, won = victory(result);
    return levelFrom(won ? level + (won.color === person ? 1 : -1) : level, 1);
  }

  /** Another game like this one, at that level. */
  async again({ detail }) {
    const { app, app: { state } } = this, chosen = { ...chosenLike(state), level: this.nextLevel };
    state.setOptions({ game: { ...state.options.game, level: chosen.level } });
    await app.games.begin(chosen);
    app.leaveButton(detail === 0);
  }

  /** The server has counted. */
  counted(count) {
    const { app, app: { state } } = this;
    if (state.phase !== "counting") return;
    const points = text => text.split(" ").filter(Boolean);
    state.count = { ...count, dead: points(count.dead), seki: points(count.seki), isSettled: count.settled, isOld: false };
    app.notices.announce(countWords(state));
    app.refresh();
  }

  /** A chain is dead, or is not: what the person says counts. */
  dispute(index) {
    const { app, app: { state } } = this;
    const { position, count } = state, reason = this.#reasonAgainstDispute(index);
    if (reason) {
      app.notices.say(reason);
      return;
    }
    const chain = position.chain(index).stones.map(stone => app.text(stone));
    const wasDead = count.dead.includes(app.text(index));
    const others = list => list.filter(point => !chain.includes(point));
    state.count = { ...count, dead: wasDead ? others(count.dead) : [...others(count.dead), ...chain], isOld: true };
    app.notices.say(wasDead ? phrase`The stones count as alive.` : phrase`The stones count as dead.`);
    app.refresh();
  }

  /** Why a chain cannot be said to be dead or alive; null if it can. */
  #reasonAgainstDispute(index) {
    const { state } = this.app;
    if (!state.isLatest) return phrase`The game does not stand here: go back to it.`;
    if (!state.count) return phrase`The stones have not been counted yet.`;
    return state.position.cells[index] ? null : phrase`There is no stone.`;
  }

  agree() {
    const { state } = this.app;
    // After a dispute the score is the old one until the server has counted again.
    if (state.count && !state.count.isOld) this.end(state.count.score);
  }

  /** The passes are taken back; for a while dead stones must be captured. */
  playOn() {
    const { app, app: { state } } = this;
    let node = state.latest;
    while (state.tree.moveOf(node)?.index === PASS) node = node.parent;
    app.go(node);
    // The passes of a record stay in it.
    if (state.isOfRecord) {
      this.fromHere();
      return;
    }
    state.disputed = node;
    this.standAt(node);
    const isAgainstTengen = Object.values(state.players).includes("tengen");
    app.notices.say(sentences([phrase`The game goes on.`, isAgainstTengen && phrase`Tengen captures what it thinks is dead before it passes.`]));
  }

  takeBack({ detail }) {
    const { app } = this;
    this.standAt(app.state.lesson.node.parent);
    app.leaveButton(detail === 0);
  }

  /** Shows what Tengen would have played, on the board before the mistake. */
  showWhy() {
    const { app, app: { state } } = this;
    const { node } = state.lesson, best = node.parent.evaluation?.moves[0];
    if (best) app.variation.showLine(node.parent, best.line, phrase`better`);
  }

  ignoreLesson({ detail }) {
    const { app, app: { state } } = this;
    state.lesson = null;
    app.refresh();
    app.leaveButton(detail === 0);
  }
}
