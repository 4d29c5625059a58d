// What a person does in a game: moves, passes, takes back, counts.

import { PASS, letterOf, nameOf, opponent } from "./rules.js";
import { overtime } from "./clock.js";
import { knock } from "./sound.js";

export class Play {
  constructor(app) {
    this.app = app;
    for (const name of ["pass", "undo", "hint", "resign", "agree", "playOn", "takeBack", "showWhy", "ignoreLesson", "remove", "promote"])
      this[name] = this[name].bind(this);
  }

  /** A stone of the player whose turn it is, or a pass. */
  move(index) {
    const { app, app: { state } } = this;
    const { tree, node, turn } = state;
    if (state.mode === "play") {
      if (state.phase !== "playing") return;
      if (state.actor === "tengen") {
        app.say("It is Tengen's turn.");
        return;
      }
    }
    const reason = tree.forbidden(node, turn, index);
    if (reason) {
      app.say(reason);
      return;
    }
    this.#put(tree.play(node, turn, index));
  }

  /** Tengen has moved. */
  answer(node, index) {
    const { app, app: { state } } = this;
    if (state.node !== node) return;
    const { tree, turn } = state;
    const reason = tree.forbidden(node, turn, index);
    const next = tree.play(node, turn, reason ? PASS : index);
    this.#put(next);
    if (index === PASS) app.say("Tengen passes.");
  }

  #put(next) {
    const { app, app: { state } } = this;
    const { clock, turn, position } = state;
    const taken = position.captures[turn];
    if (state.mode === "play" && clock.isOn) {
      clock.press(turn);
      const left = clock.left[turn];
      next.set(turn === 1 ? "BL" : "WL", [left.time.toFixed(1)]);
      if (left.stones) next.set(turn === 1 ? "OB" : "OW", [`${left.stones}`]);
      next.clock = clock.save();
    }
    app.go(next);
    if (state.options.sound && state.tree.moveOf(next)?.index !== PASS) knock(state.position.captures[turn] > taken + 1);
    if (state.mode === "play" && state.position.passes >= 2) this.#count();
  }

  pass() {
    const { state } = this.app;
    if (state.mode === "play" && state.actor !== "person") return;
    this.move(PASS);
  }

  #count() {
    const { app, app: { state } } = this;
    state.phase = "counting";
    state.count = null;
    state.clock.stop();
    app.refresh();
  }

  /** To before the person's last move. */
  undo() {
    const { app, app: { state } } = this;
    let { node } = state;
    if (!node.parent) return;
    state.phase = "playing";
    state.count = null;
    state.setResult("");
    const isOwn = each => {
      const move = state.tree.moveOf(each);
      return move && state.players[move.color] === "person";
    };
    while (node.parent && !isOwn(node)) node = node.parent;
    if (node.parent) node = node.parent;
    this.#rewind(node);
    app.go(node);
  }

  /** The clocks go back with the moves. */
  #rewind(node) {
    const { state } = this.app;
    if (!state.clock.isOn) return;
    let known = node;
    while (known && !known.clock) known = known.parent;
    const { settings } = state.clock;
    state.clock = new state.clock.constructor(settings);
    if (known) state.clock.left = known.clock.left.map(left => left && { ...left });
    if (node.parent) state.clock.start(state.tree.position(node).turn);
  }

  hint() {
    const { app, app: { state } } = this;
    if (state.actor !== "person") return;
    state.hint = state.hint === state.node ? null : state.node;
    app.refresh();
  }

  async resign() {
    const { app, app: { state } } = this;
    if (state.person === null || state.phase !== "playing") return;
    if (await app.dialogs.confirm("Resign this game?", "Resign")) this.end(`${letterOf(opponent(state.person))}+Resign`);
  }

  /** Tengen gives up. */
  resigned(color) {
    this.app.say("Tengen resigns.");
    this.end(`${letterOf(opponent(color))}+Resign`);
  }

  lostOnTime(color) {
    this.app.say(`${nameOf(color)} has lost on time.`);
    this.end(`${letterOf(opponent(color))}+Time`);
  }

  end(result) {
    const { app, app: { state } } = this;
    state.phase = "over";
    state.setResult(result);
    state.clock.stop();
    app.refresh();
  }

  /** The server has counted. */
  counted(count) {
    const { app, app: { state } } = this;
    if (state.phase !== "counting") return;
    const points = text => text.split(" ").filter(Boolean);
    state.count = { ...count, dead: points(count.dead), seki: points(count.seki), isSettled: count.settled, isOld: false };
    app.refresh();
  }

  /** A chain is dead, or is not: what the person says counts. */
  dispute(index) {
    const { app, app: { state } } = this;
    const { position, count } = state;
    if (!count || !position.cells[index]) return;
    const chain = position.chain(index).stones.map(stone => app.text(stone));
    const wasDead = count.dead.includes(app.text(index));
    const others = list => list.filter(point => !chain.includes(point));
    state.count = { ...count, dead: wasDead ? others(count.dead) : [...others(count.dead), ...chain], seki: others(count.seki), isOld: true };
    app.say(`The stones count as ${wasDead ? "alive" : "dead"}.`);
    app.refresh();
  }

  agree() {
    const { state } = this.app;
    if (state.count) this.end(state.count.score);
  }

  /** The passes are taken back; from now on dead stones must be captured. */
  playOn() {
    const { app, app: { state } } = this;
    let { node } = state;
    while (node.parent && state.tree.moveOf(node)?.index === PASS) node = node.parent;
    state.phase = "playing";
    state.count = null;
    state.cleanup = true;
    app.go(node);
    app.say("The game goes on. Tengen captures what it thinks is dead before it passes.");
  }

  takeBack() {
    const { app, app: { state } } = this;
    const { node } = state.lesson;
    state.lesson = null;
    this.#rewind(node.parent);
    app.go(node.parent);
  }

  /** Shows what Tengen would have played, on the board before the mistake. */
  showWhy() {
    const { app, app: { state } } = this;
    const { node } = state.lesson, best = node.parent.evaluation?.moves[0];
    if (best) app.showLine(node.parent, best.line, `Better: `);
  }

  ignoreLesson() {
    const { app, app: { state } } = this;
    state.lesson = null;
    app.refresh();
  }

  remove() {
    const { app, app: { state } } = this;
    if (!state.node.parent) return;
    // It may have lost some of its nodes.
    state.reviewed = null;
    app.go(state.tree.remove(state.node));
    app.say("Deleted.");
  }

  promote() {
    const { app, app: { state } } = this;
    state.tree.promote(state.node);
    app.refresh();
    app.say("This is the main line now.");
  }

  /** What a record says of the clock. */
  static describeClock(root, settings) {
    if (settings.system === "none") return;
    root.set("TM", [`${settings.main}`]);
    const words = overtime(settings);
    if (words) root.setText("OT", words);
  }
}
