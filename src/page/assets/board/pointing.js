// What it does to point at the board, or to choose a point of it, as things stand.

import { drawn } from "./view.js";
import { apply } from "../play/edit.js";

/** Between points closer than this, in pixels, a finger often hits the wrong one. */
const SMALL_FOR_FINGERS = 24;

export class Pointing {
  constructor(app) {
    this.app = app;
  }

  /** A point is pointed at; null: none is. */
  hover(index) {
    const { state, variation } = this.app;
    if (!state.chosen) variation.preview(this.#isDrawn(index) ? index : null);
  }

  /** A point is chosen: by mouse, touch or pen, null by key. */
  choose(index, pointerType) {
    const { app, app: { state } } = this;
    if (state.mode === "play" && state.phase === "counting") app.play.dispute(index);
    else if (state.mode === "edit") apply(app, index);
    else if (state.lookedAt?.isOpen) this.#takeCorner(index);
    else if (pointerType === "touch" && this.#isDrawn(index) && state.chosen?.index !== index) app.variation.choose(index);
    else this.#move(index, pointerType);
  }

  /** Whether a point is a candidate that the board shows. */
  #isDrawn(index) {
    return drawn(this.app.state).some(found => found.index === index);
  }

  /** A corner of the part of the board in which moves are to be looked for. */
  #takeCorner(index) {
    const { app } = this;
    app.unchoose();
    app.state.region.corners.push(index);
    app.refresh();
  }

  /** A move, or first a question whether it is meant. */
  #move(index, pointerType) {
    const { app, app: { board, play, state } } = this;
    const isSure = [state.chosen?.index, board.proposed].includes(index) || !this.#mustConfirm(pointerType);
    // What cannot be played is not asked about: `move` says why.
    const isAsked = !isSure && play.reasonAgainst(index) === null;
    app.variation.unchoose();
    board.propose(isAsked ? index : null);
    if (isAsked) app.show();
    else play.move(index);
  }

  /** Whether a click is easily beside the point that was meant, or the person wants to be asked. */
  #mustConfirm(pointerType) {
    const { board, state: { options: { confirm } } } = this.app;
    if (!pointerType || confirm === "never") return false;
    return confirm === "always" || (pointerType === "touch" && board.cell < SMALL_FOR_FINGERS);
  }
}
