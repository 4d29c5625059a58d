// Texts with a `]` that nobody escaped, such as `C[black [3d]: hi :)]`: the first `]` is taken for the end, and what is left of
// the text looks like structure. `src/game/sgf/stray.rs` and `trees.rs` have the same.

import { beginsGame, opensTree } from "./sgfstart.js";
import { oneOf, seek } from "./scan.js";

const BRACKETS = oneOf("\\([]");
const ALL_BRACKETS = oneOf("\\()[]");

/** Tells what is left of such texts from structure. */
export class Strays {
  constructor(text) {
    this.text = text;
    /** Where the last of them found ends. */
    this.end = 0;
    /** Up to where there is known to be none. */
    this.noneBefore = 0;
  }

  /**
   * Whether the bracket at a place, which is outside all values, is left of a text: the next `]` without a `[` ends it. Another
   * game, or another variation, has texts of its own. Asked for one place after the other, it looks at each sign a few times only.
   */
  hold(at) {
    if (at >= this.end && at >= this.noneBefore) this.#look(at);
    return at < this.end;
  }

  #look(from) {
    const { text } = this;
    this.noneBefore = text.length;
    let open = 0;
    for (let at = seek(text, from + 1, BRACKETS); at < text.length; at = seek(text, at + 1, BRACKETS)) {
      const sign = text[at];
      if (sign === "\\") at++;
      else if (sign === "[") open++;
      else if (sign === "(") {
        if (!opensTree(text, at)) continue;
        this.noneBefore = at;
        return;
      } else if (open) open--;
      else {
        this.end = at;
        this.noneBefore = from;
        return;
      }
    }
  }

  /** Whether the `(` at a place, within a game, opens a variation. */
  opens(at) {
    return opensTree(this.text, at) || !this.hold(at);
  }
}

/** Where the first game of a text ends, with whatever stands before it: behind its last bracket, or with the text. */
export function endOfGame(text) {
  const strays = new Strays(text);
  let depth = 0, isInValue = false;
  for (let at = seek(text, 0, ALL_BRACKETS); at < text.length; at = seek(text, at + 1, ALL_BRACKETS)) {
    const sign = text[at];
    if (sign === "]") isInValue = false;
    else if (isInValue) at += sign === "\\" ? 1 : 0;
    else if (sign === "[") isInValue = depth > 0;
    else if (sign === "(") depth += (depth ? strays.opens(at) : beginsGame(text, at)) ? 1 : 0;
    else if (sign === ")" && depth && !strays.hold(at) && !--depth) return at + 1;
  }
  return text.length;
}
