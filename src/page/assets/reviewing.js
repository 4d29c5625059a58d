// The review of a whole game: begun, followed, shown beside the board.

import { nameOf, vertex } from "./rules.js";
import { $, el, show } from "./dom.js";
import { isCostly } from "./grades.js";
import { playersOf } from "./players.js";
import { evaluationOf } from "./state.js";

export class Reviewing {
  constructor(app) {
    this.app = app;
  }

  /** Has the line reviewed in which the present position stands. */
  start() {
    const { app, app: { state } } = this, line = state.tree.line(state.node);
    state.mode = "analyse";
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
    if (node && message.evaluation) node.evaluation = evaluationOf(message.evaluation, tree);
  }

  /** The review is done. */
  finish({ losses, players }) {
    const { app, app: { state } } = this, { nodes } = state.review;
    losses.forEach(([percent, points, error, kind], number) => {
      nodes[number + 1].verdict = { share: percent / 100, points, error: error === null ? null : error / 100, kind };
    });
    state.review = null;
    state.reviewed = { players, nodes };
    const [costliest] = players.flatMap(({ moments }) => moments).sort((a, b) => losses[b][0] - losses[a][0]);
    app.say(costliest === undefined ? "The review is done: no costly moves." : "The review is done: here is the costliest move.");
    app.go(costliest === undefined ? state.node : nodes[costliest + 1]);
  }

  /** The nodes with costly moves in the present line, in their order. */
  faults() {
    const { state } = this.app;
    return state.tree.line(state.node).filter(node => isCostly(state.grade(node)));
  }

  /** How far it is, in words. */
  static sentence({ nodes, done, compared: [looked, all] }) {
    return done < nodes.length ? `Reviewing: ${done} of ${nodes.length} positions` : `Looking closer at doubtful moves: ${looked} of ${all}`;
  }

  show() {
    const { app, app: { state } } = this, { review, tree } = state;
    const button = (text, act, attributes = {}) => el("button", { onclick: act, ...attributes }, text);
    if (review) {
      const isSearching = review.done < review.nodes.length;
      const [value, max] = isSearching ? [review.done, review.nodes.length] : [review.compared[0], Math.max(1, review.compared[1])];
      show($("review-part"), [el("progress", { max, value, "aria-label": "Review" }), button("End the review", () => this.end())]);
      return;
    }
    const isEmpty = tree.line(tree.root).length < 2 && state.node.parent === null;
    const again = button(state.reviewed ? "Review again" : "Review the whole game", () => this.start(), { disabled: isEmpty });
    show($("review-part"), [...(state.reviewed ? this.#players(state.reviewed) : []), again]);
  }

  #players({ players, nodes }) {
    const { app, app: { state: { tree, node: here } } } = this;
    const name = index => vertex(index, tree.width, tree.height);
    return playersOf(players, {
      loss: number => {
        const { share, points, error, kind } = nodes[number + 1].verdict;
        return [100 * share, points, error === null ? null : 100 * error, kind];
      },
      move: number => {
        const { color, index } = tree.moveOf(nodes[number + 1]);
        return `${nameOf(color)[0]} ${name(index)}`;
      },
      better: number => {
        const best = nodes[number].evaluation?.moves[0], played = tree.moveOf(nodes[number + 1]);
        return best && best.index !== played.index ? best.line.slice(0, 5).map(name).join(" ") : "";
      },
      isHere: number => nodes[number + 1] === here,
      go: number => app.go(nodes[number + 1]),
    });
  }
}
