// What is told in passing: notices, what they offer to take back, and words for those who listen alone.

import { $, el } from "../page/dom.js";
import { phrase } from "../page/language.js";

export class Notices {
  constructor(app) {
    this.app = app;
    /** What can be taken back, the last at the end: `{ takeBack, of }`, of an `edit`, a `deletion` or another `game`. */
    this.undos = [];
    $("hush").addEventListener("click", () => this.hush());
  }

  /** Whether no notice is there. */
  get isSilent() {
    return $("toast").hidden;
  }

  /** A short notice: a text, or an element with one. */
  say(text, button = null, time = button ? 10000 : 3500) {
    this.hush();
    $("said").replaceChildren(text, ...(button ? [button] : []));
    $("toast").hidden = false;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.hush(), time);
  }

  /** Takes the notice away. Later nobody thinks of the game before when something is to be taken back. */
  hush() {
    $("toast").hidden = true;
    this.forget("game");
  }

  /** The same as a notice for those who listen alone. */
  announce(text) {
    $("heard").textContent = text;
  }

  /** A notice with a button that takes back what it tells of. So does Ctrl+Z, where another game came as long as the notice is there. */
  offer(text, word, takeBack, of) {
    this.say(text, el("button", { title: phrase`${word} (Ctrl+Z)`, onclick: () => this.takeBack() }, word));
    this.remember(takeBack, of);
    this.app.show();
  }

  /** Has Ctrl+Z take something back. */
  remember(takeBack, of) {
    this.undos.push({ takeBack, of });
  }

  /** Nothing of this kind can be taken back any more. */
  forget(kind) {
    this.undos = this.undos.filter(({ of }) => of !== kind);
  }

  /** No notice is there, and nothing can be taken back any more. */
  clear() {
    this.hush();
    this.undos = [];
  }

  /** Whether Ctrl+Z takes something back: in Edit a stone is meant, and no other game. */
  get canTakeBack() {
    return this.undos.some(({ of }) => of !== "game" || this.app.state.mode !== "edit");
  }

  /** Takes back what was done last. */
  takeBack() {
    const { takeBack } = this.undos.pop();
    this.hush();
    takeBack();
  }
}
