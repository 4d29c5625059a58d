// The variation that is shown on the board: that of a candidate, or a line from anywhere, to be stepped through.

import { coloured, nameOf } from "../game/rules.js";
import { $ } from "../page/dom.js";
import { phrase } from "../page/language.js";
import { listed } from "../page/words.js";

export class Variation {
  constructor(app) {
    this.app = app;
    this.state = app.state;
    this.previewed = null;
  }

  /** Shows the variation of a candidate, to be stepped through; again, plays it. */
  choose(index) {
    const { app, state } = this;
    if (state.chosen?.index === index) {
      this.unchoose();
      app.play.move(index);
      return;
    }
    state.chosen = this.#lineOf(index);
    this.previewed = null;
    app.show();
    if (state.chosen) app.notices.announce(this.#words(state.chosen));
  }

  /** Shows a line of moves from a node on, named by its first move and what that is: a narrow screen shows the move at least. */
  showLine(node, moves, words) {
    const { state } = this;
    state.chosen = { index: null, moves, turn: state.tree.position(node).turn, step: moves.length, node, words: listed([state.tree.vertex(moves[0]), words]) };
    this.app.show();
    this.app.notices.announce(this.#words(state.chosen));
    // Below the board one would not see it.
    $("board").scrollIntoView({ block: "nearest" });
  }

  /** Shows the variation of a candidate for as long as it is pointed at. */
  preview(index) {
    if (this.previewed === index) return;
    this.previewed = index;
    this.app.showBoard();
  }

  /** The line that the board shows, if any: one that was chosen before one that is pointed at. */
  line() {
    return this.state.chosen ?? (this.previewed === null ? null : this.#lineOf(this.previewed));
  }

  unchoose() {
    this.state.chosen = null;
    this.previewed = null;
  }

  /** So many moves of the line more, or fewer. */
  step(count) {
    const { chosen } = this.state;
    chosen.step = Math.max(1, Math.min(chosen.moves.length, chosen.step + count));
    this.app.showBoard();
    this.app.notices.announce(this.#words(chosen));
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
    this.app.go(node);
  }

  /** The variation that begins with a candidate. */
  #lineOf(index) {
    const { node, found: evaluation } = this.state, found = evaluation?.moves.find(found => found.index === index);
    return found ? { index, moves: found.line, turn: evaluation.turn, step: found.line.length, node, words: this.state.tree.vertex(index) } : null;
  }

  #words({ moves, step, turn }) {
    const { color, index } = coloured(moves, turn)[step - 1];
    return phrase`${step} of ${moves.length}: ${nameOf(color)} ${this.state.tree.vertex(index)}`;
  }
}
