// The part of the board in which alone an analysis looks for moves.

import { EMPTY } from "../game/rules.js";

export class Region {
  constructor({ width }) {
    this.width = width;
    /** Two corners, as far as they have been chosen. */
    this.corners = [];
    /** What was found of a node by looking there alone. */
    this.found = new Map();
  }

  /** Whether a corner has still to be chosen. */
  get isOpen() {
    return this.corners.length < 2;
  }

  /** Its first and last column and row; null as long as there are none. */
  get frame() {
    if (!this.corners.length) return null;
    const columns = this.corners.map(index => index % this.width), rows = this.corners.map(index => Math.floor(index / this.width));
    return { left: Math.min(...columns), right: Math.max(...columns), top: Math.min(...rows), bottom: Math.max(...rows) };
  }

  /** Its empty points in a position. */
  points({ cells }) {
    const { frame: { left, right, top, bottom }, width } = this, points = [];
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) if (cells[y * width + x] === EMPTY) points.push(y * width + x);
    return points;
  }
}
