// What the engine should be doing now. Whatever changes, `attend` is called; it finds out what is wanted and gives the order,
// unless that is being done already.

import { TELLING_VISITS, evaluationOf } from "../state/evaluation.js";
import { costOf } from "../state/grades.js";
import { PASS, letterOf, pointText } from "../game/rules.js";
import { english } from "../page/dom.js";
import { phrase } from "../page/language.js";

/** How long a position of a game is looked at, so that the graph knows its value. */
const GLANCE = { playouts: 3000, time: 2.5 };
/** The same after a move of the person's, while Tengen's answer waits. */
const LESSON = { playouts: 1500, time: 1 };
const HINT = { playouts: 20000, time: 3 };
/** From this loss on, in points and in chances, a move is worth a word. */
const LESSON_POINTS = 3, LESSON_SHARE = 0.05;
/** So often the connection may end over an order; then the order may be the reason, and is given again only by hand. */
const MOST_LOSSES = 2;
/** An order that has been carried out for so long, in milliseconds, is not what ends a connection. */
const HARMLESS = 60000;
/** What `lost` is where nothing was. */
const NOTHING_LOST = { key: null, times: 0 };

export class Thinker {
  /** `on`: what is called with what has been found: `moved(node, move)`, `resigned(color)`, `counted(count)`, `hinted()`,
   * `taught()`, `changed()`; `reviewing` hears of a review. */
  constructor(state, engine, on) {
    this.state = state;
    this.engine = engine;
    this.on = on;
    /** The wish that is being carried out. */
    this.doing = null;
    this.isWaiting = false;
    this.failed = this.idle = null;
    this.lost = NOTHING_LOST;
  }

  /** Whether a move of the game is being thought about. */
  get isThinking() {
    return this.doing?.key.startsWith("think") ?? false;
  }

  /** Whether what is wanted now has failed, and waits for another try. */
  get hasFailed() {
    return this.failed !== null && this.#whatever()?.key === this.failed;
  }

  /** Whether what is wanted now has gone on for so long that it ended by itself. */
  get hasRested() {
    return this.idle !== null && this.#whatever()?.key === this.idle;
  }

  /** Whether Tengen's answer waits until the person's move has been judged, and they have seen what is said of it. */
  get isTeaching() {
    return this.state.lesson !== null || this.#isToBeTaught(this.state.latest);
  }

  /** Whether a search of this node is going on, or waits. */
  isAbout(node) {
    return this.engine.isOpen && this.#wish()?.node === node;
  }

  /** Gives the engine what it should do now. */
  attend() {
    if (!this.engine.isOpen) {
      this.doing = null;
      return;
    }
    const wish = this.#wish();
    if (wish?.key === this.doing?.key) return;
    if (!wish) {
      if (this.doing) this.engine.stop();
      this.doing = null;
      this.isWaiting = false;
      return;
    }
    this.#start(wish);
  }

  async #start(wish) {
    const { key, order, node, region, hear, done } = wish, { tree } = this.state;
    this.doing = wish;
    this.isWaiting = false;
    let began = null;
    const answer = await this.engine.run({ ...order, game: tree.describe(node) }, message => {
      if (this.doing !== wish) return;
      this.isWaiting = Boolean(message.waiting);
      if (!this.isWaiting) began ??= performance.now();
      if (began !== null && performance.now() - began >= HARMLESS) this.lost = NOTHING_LOST;
      if (message.report) this.#learn(tree, node, message.report, region);
      hear?.(message);
      this.on.changed();
    });
    if (answer.end === "lost") {
      // That nothing is being done now is known already: `attend` finds that there is no connection.
      this.isWaiting = false;
      this.#lose(key);
      return;
    }
    if (this.doing !== wish) return;
    this.doing = null;
    this.isWaiting = false;
    this.lost = NOTHING_LOST;
    if (answer.error) {
      this.#fail(key, english(answer.error));
      return;
    }
    if (answer.end === "idle") this.idle = key;
    if (answer.report) this.#learn(tree, node, answer.report, region);
    if (tree === this.state.tree && answer.end !== "stopped") done?.(answer);
    this.attend();
    this.on.changed();
  }

  /** The connection has ended over an order. It is given again when there is another one, but not for ever. */
  #lose(key) {
    const times = this.lost.key === key ? this.lost.times + 1 : 1;
    this.lost = { key, times };
    if (times >= MOST_LOSSES) this.#fail(key, phrase`The connection to Tengen ended twice over this; it may be too much.`);
  }

  #fail(key, reason) {
    this.failed = key;
    this.lost = NOTHING_LOST;
    this.on.failed(reason);
    this.on.changed();
  }

  /** Tengen moves now. What else may be going on by then goes on. */
  hurry() {
    if (this.isThinking) this.engine.hurry();
  }

  /** Another go at what has failed or ended by itself. */
  retry() {
    this.failed = this.idle = null;
    this.attend();
  }

  /** Keeps what was found, unless more was known; what was found in a part of the board tells little of the position. */
  #learn(tree, node, report, region) {
    const evaluation = evaluationOf(report, tree), known = region ? region.found.get(node) : node.evaluation;
    // A guess must not replace what a person is looking at, but what came from an earlier visit has no details.
    if (known?.ownership && known.visits > evaluation.visits) return;
    if (region) region.found.set(node, evaluation);
    else node.evaluation = evaluation;
  }

  /** The order that suits the state: what it is called, what to send, for which node. */
  #wish() {
    const wish = this.#whatever();
    return wish && wish.key !== this.failed && wish.key !== this.idle ? wish : null;
  }

  #whatever() {
    const { state } = this, { node, latest, tree } = state;
    const about = (what, node, order) => ({ key: `${what} ${node.id} ${tree.rules} ${tree.komi}`, node, order });
    const look = (what, node, limits) => about(what, node, { do: "analyse", interval: 200, ...limits });
    if (state.mode === "play" && state.phase === "counting") {
      if (state.count && !state.count.isOld) return null;
      const agreed = state.count ? { dead: state.count.dead.join(" "), seki: state.count.seki.join(" ") } : {};
      return { ...about(`count ${JSON.stringify(agreed)}`, latest, { do: "count", ...agreed }), done: answer => this.on.counted(answer.count) };
    }
    if (state.review) return this.#reviewing(about);
    // Tengen goes on thinking while the person looks at earlier moves.
    if (state.awaited === "tengen" && !state.lesson) return this.#lesson(look) ?? this.#thinking(about);
    if (state.mode === "analyse" && state.live && !state.isAway) return state.region ? this.#lookingIn(state.region, look) : look("analyse", node, {});
    if (state.hint === node) return node.isHinted ? null : { ...look("hint", node, HINT), done: () => { node.isHinted = true; this.on.hinted(); } };
    const wantsValue = state.options.chances || state.options.estimate || state.options.teaching;
    if (wantsValue && state.actor === "person" && !node.isLooked)
      return { ...look("look", node, GLANCE), done: () => { node.isLooked = true; } };
    return null;
  }

  /** An analysis that considers moves in a part of the board alone, if there can be any. */
  #lookingIn(region, look) {
    const { node, position, tree: { width } } = this.state;
    const only = region.isOpen ? "" : region.points(position).map(index => pointText(index, width)).join(" ");
    return only ? { ...look(`analyse ${only}`, node, { only }), region } : null;
  }

  /** Whether this node's move is one that is judged before it is answered: the person's, in teaching mode. */
  #isToBeTaught(node) {
    const { options, players, tree } = this.state, move = tree.moveOf(node);
    return options.teaching && !node.isTaught && move !== null && move.index !== PASS && players[move.color] === "person";
  }

  #lesson(look) {
    const { state } = this, node = state.latest, { parent } = node;
    if (!this.#isToBeTaught(node)) return null;
    // What a move has lost can be told only where the position before it is known: who moves at once leaves no time for that.
    const isKnown = (parent.evaluation?.visits ?? 0) >= TELLING_VISITS;
    if (!isKnown && !parent.isTried) return { ...look("lesson", parent, LESSON), done: () => { parent.isTried = true; } };
    return {
      ...look("lesson", node, LESSON),
      done: () => {
        node.isTaught = true;
        const lost = state.lost(node);
        if (lost && lost.points < Infinity && lost.points >= LESSON_POINTS && costOf(lost) >= LESSON_SHARE && state.latest === node) state.lesson = { node, lost: lost.points };
        this.on.taught();
      },
    };
  }

  #thinking(about) {
    const { state } = this, { latest: node, clock, level, isCleaningUp: cleanup, time, latestPosition: { turn } } = state;
    const order = { do: "think", level, cleanup, resign: state.options.resign };
    if (clock.isOn) order.clock = clock.describe(turn);
    else if (time !== null) order.time = time;
    // Another game may begin at the same node. What is left on the clock is another thing at each look.
    const settings = JSON.stringify({ level, cleanup, time, clock: clock.settings });
    return {
      ...about(`think ${settings}`, node, order),
      done: answer => {
        // Where Settings have changed meanwhile it is asked again.
        if (answer.resign && state.options.resign) this.on.resigned(turn);
        else if (answer.move && answer.move[0] === letterOf(turn))
          this.on.moved(node, state.tree.point(answer.move.slice(1)));
      },
    };
  }

  /** A review of the line that it was asked for. */
  #reviewing(about) {
    const { nodes } = this.state.review, { reviewing } = this.on;
    return {
      ...about("review", nodes[nodes.length - 1], { do: "review" }),
      hear: message => reviewing.hear(message),
      done: answer => { if (answer.review) reviewing.finish(answer.review); },
    };
  }
}
