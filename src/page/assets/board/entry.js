// A field for points of the board: for those who listen to the page on a phone, which has no arrow keys to move a cursor by.

import { PASS } from "../game/rules.js";
import { $ } from "../page/dom.js";
import { phrase } from "../page/language.js";

export class Entry {
  constructor(app) {
    this.app = app;
    const form = $("entry");
    form.addEventListener("submit", event => {
      event.preventDefault();
      this.#enter($("at").value);
      form.reset();
    });
    // It leaves the field.
    $("at").addEventListener("keydown", ({ key, isComposing }) => { if (key === "Escape" && !isComposing) form.reset(); });
    // The field keeps the focus: without it the button would vanish while it is pressed.
    form.querySelector("button").addEventListener("mousedown", event => event.preventDefault());
  }

  /** What a person has entered: a point, which is chosen as by Enter on the board; a pass; or a row or a column, `4` or `D`, whose stones are told. */
  #enter(text) {
    const { board, notices, play, pointing, state: { tree, position: { cells } } } = this.app;
    // Keyboards of East Asia give full-width letters, and dictation ends with a full stop.
    const name = text.normalize("NFKC").replace(/[\s.。]/g, "").toUpperCase();
    if (!name) return;
    const points = [...cells.keys()];
    const point = points.find(index => tree.vertex(index) === name);
    const line = points.filter(index => [tree.vertex(index)[0], tree.vertex(index).slice(1)].includes(name));
    if (["PASS", phrase`pass`.toUpperCase()].includes(name)) play.move(PASS);
    else if (point !== undefined) pointing.choose(point, null);
    else if (line.length) notices.announce(line.filter(index => cells[index]).map(index => board.describe(index)).join("; ") || phrase`${name}: no stones`);
    else notices.say(phrase`${text.trim()} is no point of this board.`);
  }
}
