// Walking through the game: by buttons, keys and the wheel, or by itself.

import { $ } from "../page/dom.js";

/** So many pixels of the wheel are a move. */
const WHEEL_STEP = 100;
/** When it has rested for so long, in milliseconds, it begins anew. */
const WHEEL_REST = 100;

export class Walking {
  constructor(app) {
    this.app = app;
    /** What has it walk on by itself; null where it does not. */
    this.timer = null;
    /** When the wheel was turned, which way, and how many pixels since the last move. */
    this.wheel = { at: 0, way: 0, far: 0 };
    for (const button of document.querySelectorAll("[data-walk]")) button.addEventListener("click", () => this.walk(Number(button.dataset.walk)));
    $("number").addEventListener("click", () => this.isStrolling ? this.stroll(false) : app.dialogs.goTo());
    $("board").addEventListener("wheel", event => this.#turn(event));
  }

  /** Walks so many moves on, or back. */
  walk(count) {
    const { app, app: { state } } = this, line = state.tree.line(state.node);
    app.go(line[Math.max(0, Math.min(line.length - 1, line.indexOf(state.node) + count))]);
  }

  /** Goes to another variation, the next or the one before, of the last move that has any; as far on in it as here. */
  toSibling(way) {
    const { app, app: { state: { tree, node } } } = this;
    let fork = node, moves = 0;
    for (; fork.parent && fork.parent.children.length < 2; fork = fork.parent) moves++;
    if (!fork.parent) return;
    const { children } = fork.parent;
    let to = children[(children.indexOf(fork) + way + children.length) % children.length];
    for (; moves && to.children.length; moves--) to = tree.next(to);
    app.go(to);
  }

  /** Goes to the next node in the present line, or the one before, that has a comment or after which the game forks. */
  toLandmark(way) {
    const { app, app: { state: { tree, node } } } = this, line = tree.line(node), now = line.indexOf(node);
    const isOne = each => each.has("C") || each.children.length > 1;
    const to = way < 0 ? line.slice(0, now).findLast(isOne) : line.slice(now + 1).find(isOne);
    if (to) app.go(to);
  }

  /** Whether it walks on by itself. */
  get isStrolling() {
    return this.timer !== null;
  }

  /** Walks on by itself, a move every few seconds, until the end of the line or until told otherwise. */
  stroll(isOn = !this.isStrolling) {
    clearInterval(this.timer);
    this.timer = isOn ? setInterval(() => this.#stride(), 1000 * this.app.state.options.pace) : null;
    $("number").setAttribute("aria-pressed", isOn);
  }

  #stride() {
    const { dialogs, board, state } = this.app;
    if (dialogs.isOpen || state.chosen || board.proposed !== null) return;
    this.walk(1);
    if (!state.node.children.length) this.stroll(false);
  }

  /** The wheel over the board walks, or steps through a variation, as the arrows do; where the page is longer than the window, or magnified, it scrolls. */
  #turn(event) {
    const { scrollHeight, clientHeight } = document.documentElement, { deltaMode, deltaX, deltaY, timeStamp } = event;
    if (event.ctrlKey || Math.abs(deltaX) >= Math.abs(deltaY) || visualViewport.scale > 1 || scrollHeight > clientHeight) return;
    event.preventDefault();
    const { app, wheel } = this, way = Math.sign(deltaY), pixels = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? Math.abs(deltaY) : WHEEL_STEP;
    // It begins with a move, however small a notch is; after it a stroke on a touchpad, which is many events, has to go as far for each.
    const far = timeStamp - wheel.at > WHEEL_REST ? WHEEL_STEP : (way === wheel.way ? wheel.far : 0) + pixels;
    this.wheel = { at: timeStamp, way, far: far % WHEEL_STEP };
    if (far < WHEEL_STEP) return;
    if (app.state.chosen) app.variation.step(way);
    else this.walk(way);
  }

  /** Shows how far the game is walked through. */
  show() {
    const { tree, node } = this.app.state, line = tree.line(node), numbers = tree.numbers(line);
    $("number").textContent = `${numbers[line.indexOf(node)]} / ${numbers.at(-1)}`;
  }
}
