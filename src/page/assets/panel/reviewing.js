// The review of a whole game: begun, followed, shown beside the board.

import { letterOf } from "../game/rules.js";
import { $, el, show } from "../page/dom.js";
import { evaluationOf } from "../state/evaluation.js";
import { isCostly } from "../state/grades.js";
import { listed } from "../page/words.js";
import { phrase } from "../page/language.js";
import { playersOf } from "./players.js";

/** After so many positions it can be told how long the others will take. */
const TELLING_POSITIONS = 5;

export class Reviewing {
  constructor(app) {
    this.app = app;
  }

  /** Has the line reviewed in which the present position stands. */
  start() {
    const { app, app: { state } } = this, line = state.tree.line(state.node);
    state.mode = "analyse";
    state.region = null;
    state.beginReview(state.tree.moved(line[line.length - 1]));
    app.refresh();
  }

  end() {
    this.app.state.review = null;
    this.app.refresh();
  }

  /** What comes on the way: a position, or how many doubtful moves have been looked into. */
  hear(message) {
    const { review, tree } = this.app.state;
    if (message.compared) review.compared = message.compared;
    if (message.position === undefined) return;
    const node = review.nodes[message.position];
    review.done = review.nodes.length - message.position;
    review.began ??= { at: performance.now(), done: review.done };
    if (node && message.evaluation) node.evaluation = evaluationOf(message.evaluation, tree);
  }

  /** The review is done. */
  finish({ losses, better, players, costliest }) {
    const { app, app: { state } } = this, { nodes } = state.review;
    losses.forEach(([percent, points, error, kind], number) => {
      const best = nodes[number].evaluation?.moves[0], line = better[number] && best ? best.line : [];
      nodes[number + 1].verdict = { share: percent / 100, points, error: error === null ? null : error / 100, winrate: nodes[number].evaluation?.winrate, kind, better: line };
    });
    state.review = null;
    state.reviewed = { players, nodes };
    app.notices.say(costliest === null ? phrase`The review is done: no costly moves.` : phrase`The review is done: here is the costliest move.`);
    app.go(costliest === null ? state.node : nodes[costliest + 1]);
    // Where the panel does not scroll by itself the board would be scrolled away.
    $("panel").scrollTop = $("chances").offsetTop;
  }

  /** The costly moves in the present line that are nearest: before the node shown, and after it; and whether its own move is one. */
  faults() {
    const { state } = this.app, line = state.tree.line(state.node), now = line.indexOf(state.node);
    const isFault = node => isCostly(state.grade(node));
    return { before: line.slice(0, now).findLast(isFault), here: isFault(state.node), after: line.slice(now + 1).find(isFault) };
  }

  /** Shows the costly move before, or the next one: `before` or `after`. */
  toFault(way) {
    const node = this.faults()[way];
    if (node) this.app.go(node);
  }

  /** How far it is, in words. */
  static sentence(review, now = performance.now()) {
    const { nodes, done, compared: [looked, all] } = review;
    if (done >= nodes.length) return phrase`Looking closer at doubtful moves: ${looked} of ${all}`;
    return listed([phrase`Reviewing: ${done} of ${nodes.length} positions`, Reviewing.#timeLeft(review, now)]);
  }

  /** How long the other positions will take if each takes as long as those before; nothing while that is a guess. */
  static #timeLeft({ nodes, done, began }, now) {
    if (done < TELLING_POSITIONS || !(done > began?.done)) return "";
    const minutes = (now - began.at) / (done - began.done) * (nodes.length - done) / 60000;
    return minutes < 1 ? phrase`less than a minute left` : phrase`about ${Math.round(minutes)} min left`;
  }

  /** Whether there is nothing in the game to review. */
  get isEmpty() {
    const { tree, node } = this.app.state;
    return !tree.root.children.length && node.parent === null;
  }

  show() {
    const { review, reviewed } = this.app.state;
    if (review) {
      const isSearching = review.done < review.nodes.length;
      const [value, max] = isSearching ? [review.done, review.nodes.length] : [review.compared[0], Math.max(1, review.compared[1])];
      show($("review-part"), [el("progress", { max, value, "aria-label": phrase`Review` })]);
    } else show($("review-part"), reviewed ? this.#players(reviewed) : []);
  }

  #players({ players, nodes }) {
    const { app, app: { state: { tree, node: here } } } = this;
    const name = index => tree.vertex(index);
    return playersOf(players, {
      loss: number => {
        const { share, points, error, kind } = nodes[number + 1].verdict;
        return [100 * share, points, error === null ? null : 100 * error, kind];
      },
      move: number => {
        const { color, index } = tree.moveOf(nodes[number + 1]);
        return `${letterOf(color)} ${name(index)}`;
      },
      better: number => nodes[number + 1].verdict.better.slice(0, 5).map(name).join(" "),
      isHere: number => nodes[number + 1] === here,
      go: number => app.go(nodes[number + 1]),
    });
  }
}
