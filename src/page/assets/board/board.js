// A Go board: stones, marks, what an engine thinks of them. It draws what it is shown and tells where it was pointed at.

import { BLACK, EMPTY, WHITE, columnName, nameOf, starPoints, vertex } from "../game/rules.js";
import { svg } from "../page/dom.js";
import { phrase } from "../page/language.js";
import { listed } from "../page/words.js";

const CELL = 40;
const RADIUS = 18.6;
/** That of the ground of a label. */
const LABEL_RADIUS = 12;
/** Points are small below this many pixels from one to the next. */
const SMALL = 29;
/** How wide a digit may be, as a share of its size; a point has half of that. */
const DIGIT = .7;
/** The least certain ownership that is shaded. */
const LEAST_SHADE = 0.12;
/** Marks in words. */
const MARK_WORDS = { TR: phrase`triangle`, SQ: phrase`square`, CR: phrase`circle`, MA: phrase`cross`, SL: phrase`small square` };

/** How large letters are to be, if they can, so that a text is no wider than that. */
const fitted = (text, size, width) => Math.min(size, width / DIGIT / (text.length - (text.includes(".") ? .5 : 0)));

let boards = 0;

export class Board {
  /**
   * A board in an element. `handlers`: `play(index, pointerType)` when a point is clicked or, without a pointer, entered; `hover(index)` when it
   * is pointed at, null when no longer; `cursor(index)` when the keyboard comes to it; `spares(key)` tells of a key that it is not for the board.
   * Without `cursor` the board is a picture, and takes no keys.
   */
  constructor(parent, handlers = {}) {
    this.handlers = handlers;
    this.id = `board${++boards}`;
    this.coordinates = true;
    this.cursor = null;
    this.pointed = null;
    /** What has been pressed: mouse, touch or pen. Not every browser tells that with the click. */
    this.pointerType = null;
    /** Where a stone waits to be confirmed. */
    this.proposed = null;
    this.shown = null;
    /** The points whose owner is marked. */
    this.owned = new Set();
    this.drawing = svg("svg", {
      class: "board", ...(handlers.cursor ? { tabindex: 0, role: "application", "aria-roledescription": phrase`Go board` } : { role: "img" }),
    });
    this.layers = {};
    parent.append(this.drawing);
    this.#listen();
  }

  /**
   * Shows a position. `view` may have:
   * - `last`: the point of the last move, and `lost`, its grade
   * - `next`: what the game goes on with, `{ index, isWalked }`
   * - `best`: a point
   * - `candidates`: moves that were looked at
   * - `variation`: moves `{ index, color }`, and `board`, the position after them, as captures have left it
   * - `numbers`: a Map of points to texts
   * - `marks`: a Map of points to `{ name, text }`, as SGF has them
   * - `lines`: `{ from, to, isArrow }`
   * - `dimmed`, `dead`: Sets of points
   * - `ownership`: −1 to 1 for each point
   * - `policy`: a Map of points to shares
   * - `frame`: a part of the board, its first and last column and row, `{ left, right, top, bottom }`
   * - `turn`: the color of the stone under the pointer, if one can be played
   * - `label`: what the board is called
   */
  show(position, view = {}) {
    const isNew = !this.shown || this.shown.position.width !== position.width || this.shown.position.height !== position.height;
    this.shown = { position, view };
    if (isNew || this.hadCoordinates !== this.coordinates) this.#frame();
    this.#stones();
    this.#ownership();
    this.#marks();
    this.#ghost();
    this.drawing.setAttribute("aria-label", view.label ?? phrase`Go board`);
  }

  x(index) { return this.margin + index % this.width * CELL; }
  y(index) { return this.margin + Math.floor(index / this.width) * CELL; }

  get #middle() { return Math.floor(this.height / 2) * this.width + Math.floor(this.width / 2); }

  #frame() {
    const { width, height } = this.shown.position, isOther = width !== this.width || height !== this.height;
    this.width = width;
    this.height = height;
    this.hadCoordinates = this.coordinates;
    // Small boards are drawn larger, and need no larger letters for it.
    this.letter = Math.max(width, height) > 10 ? 15 : 9;
    this.margin = this.coordinates ? 14 + 2 * this.letter : 26;
    // On a board of another size its number would be another point.
    if (isOther && this.cursor !== null) {
      this.cursor = this.#middle;
      if (this.hasFocus) this.handlers.cursor?.(this.cursor);
    }
    const w = (width - 1) * CELL + 2 * this.margin, h = (height - 1) * CELL + 2 * this.margin;
    this.drawing.setAttribute("viewBox", `0 0 ${w} ${h}`);
    this.drawing.style.setProperty("--ratio", w / h);
    this.drawing.replaceChildren(this.#definitions());
    this.stones = new Map();
    const layer = (name, attributes = {}) => {
      this.layers[name] = svg("g", { class: name, ...attributes });
      this.drawing.append(this.layers[name]);
      return this.layers[name];
    };
    const wood = layer("wood", { "aria-hidden": true });
    wood.append(svg("rect", { width: w, height: h, rx: 6, fill: `url(#${this.id}-wood)` }));
    wood.append(svg("rect", { width: w, height: h, rx: 6, fill: `url(#${this.id}-grain)` }));
    let grid = "";
    const end = (side) => this.margin + (side - 1) * CELL;
    for (let x = 0; x < width; x++) grid += `M${this.margin + x * CELL} ${this.margin}V${end(height)}`;
    for (let y = 0; y < height; y++) grid += `M${this.margin} ${this.margin + y * CELL}H${end(width)}`;
    wood.append(svg("path", { class: "grid", d: grid }));
    for (const point of starPoints(width, height)) wood.append(svg("circle", { class: "star", cx: this.x(point), cy: this.y(point), r: 4 }));
    if (this.coordinates) wood.append(...this.#coordinates(w, h));
    for (const name of ["shadows", "stones", "ownership", "marks", "ghost"]) layer(name, { "aria-hidden": true });
  }

  #definitions() {
    const stop = (offset, color, opacity) => svg("stop", { offset, "stop-color": color, "stop-opacity": opacity });
    const stone = (name, ...stops) =>
      svg("radialGradient", { id: `${this.id}-${name}`, cx: ".36", cy: ".32", r: ".75" }, ...stops);
    const grain = svg("pattern", { id: `${this.id}-grain`, width: 400, height: 23, patternUnits: "userSpaceOnUse", patternTransform: "rotate(91)" });
    for (const [y, width, opacity] of [[2, 1.5, .05], [6, .8, .07], [9, 2.2, .035], [14, .7, .08], [17, 1.6, .04], [21, .9, .06]])
      grain.append(svg("path", { d: `M0 ${y}C100 ${y - 1.5} 250 ${y + 1.8} 400 ${y}`, stroke: "#6b3d06", "stroke-width": width, "stroke-opacity": opacity, fill: "none" }));
    return svg("defs", {},
      svg("linearGradient", { id: `${this.id}-wood`, x1: 0, y1: 0, x2: 1, y2: 1 }, stop(0, "var(--wood-light)"), stop(1, "var(--wood-dark)")),
      grain,
      stone("black", stop(0, "#6a6a70"), stop(.35, "#2b2b2f"), stop(1, "#08080a")),
      stone("white", stop(0, "#ffffff"), stop(.55, "#f4f2ec"), stop(1, "#c6c2b8")));
  }

  #coordinates(w, h) {
    // Amid edge and stones.
    const edge = (this.margin - RADIUS) / 2;
    const text = (x, y, content) => svg("text", { x, y, class: "coordinate", "font-size": this.letter }, content);
    const texts = [];
    for (let x = 0; x < this.width; x++) for (const y of [edge, h - edge]) texts.push(text(this.x(x), y, columnName(x)));
    for (let y = 0; y < this.height; y++) for (const x of [edge, w - edge]) texts.push(text(x, this.margin + y * CELL, `${this.height - y}`));
    return texts;
  }

  #fill(color) {
    return `url(#${this.id}-${color === BLACK ? "black" : "white"})`;
  }

  /** Only stones that come or go are touched. */
  #stones() {
    const { position, view } = this.shown;
    const cells = position.cells.slice();
    for (const { index, color } of view.variation ?? []) if (index >= 0) cells[index] = color;
    const shown = view.board ? view.board.cells : cells;
    for (let index = 0; index < shown.length; index++) {
      const color = shown[index], old = this.stones.get(index);
      const isDead = view.dead?.has(index) ?? false;
      const key = color && `${color}${isDead}`;
      if (old && old.key === key) continue;
      if (old) old.elements.forEach(element => element.remove());
      this.stones.delete(index);
      if (color === EMPTY) continue;
      const at = { cx: this.x(index), cy: this.y(index) };
      const shadow = svg("circle", { cx: at.cx + 1.5, cy: at.cy + 2.5, r: RADIUS });
      const stone = svg("circle", { ...at, r: RADIUS, fill: this.#fill(color), class: isDead ? "stone dead" : "stone" });
      if (isDead) shadow.setAttribute("class", "dead");
      this.layers.shadows.append(shadow);
      this.layers.stones.append(stone);
      this.stones.set(index, { key, elements: [shadow, stone] });
    }
  }

  #ownership() {
    const { view, position } = this.shown, layer = this.layers.ownership;
    layer.replaceChildren();
    this.owned.clear();
    if (!view.ownership || view.variation) return;
    view.ownership.forEach((owner, index) => {
      const size = Math.abs(owner);
      if (size < LEAST_SHADE) return;
      const color = owner > 0 ? BLACK : WHITE;
      if (position.cells[index] === color && !view.dead?.has(index)) return;
      const side = CELL * (.22 + .22 * size);
      this.owned.add(index);
      layer.append(svg("rect", {
        x: this.x(index) - side / 2, y: this.y(index) - side / 2, width: side, height: side, rx: 2,
        class: color === BLACK ? "owner black" : "owner white", opacity: (.25 + .6 * size).toFixed(2),
      }));
    });
  }

  #marks() {
    const { position, view } = this.shown, layer = this.layers.marks;
    layer.replaceChildren();
    const cells = (view.board ?? position).cells;
    const ground = index => ["on-wood", "on-black", "on-white"][cells[index]];
    const ink = index => this.owned.has(index) ? `${ground(index)} owned` : ground(index);
    const text = (index, content, kind, size) => svg("text", {
      x: this.x(index), y: this.y(index), class: kind, "font-size": size ?? (content.length > 2 ? 13 : 16),
    }, content);
    if (view.frame) layer.append(this.#region(view.frame));
    for (const index of view.dimmed ?? []) {
      const side = { width: CELL, height: CELL };
      layer.append(svg("rect", { x: this.x(index) - CELL / 2, y: this.y(index) - CELL / 2, ...side, class: "dimmed" }));
    }
    if (view.policy && !view.variation) this.#policy(layer, view.policy, cells);
    if (!view.variation && view.candidates) {
      const isSmall = this.cell < SMALL;
      for (const candidate of view.candidates) layer.append(this.#candidate(candidate, isSmall));
    }
    if (view.variation) {
      view.variation.forEach(({ index, color, number }) => {
        if (index < 0 || !number || cells[index] !== color) return;
        layer.append(svg("circle", { cx: this.x(index), cy: this.y(index), r: RADIUS - 1, class: "in-variation" }));
        layer.append(text(index, `${number}`, `number ${color === BLACK ? "on-black" : "on-white"}`));
      });
      return;
    }
    for (const { index, isWalked } of view.next ?? [])
      layer.append(svg("circle", { cx: this.x(index), cy: this.y(index), r: RADIUS - .5, class: isWalked ? "next walked" : "next" }));
    for (const [index, number] of view.numbers ?? [])
      layer.append(text(index, `${number}`, `number ${index === view.last ? "latest " : ""}${ink(index)}`));
    for (const line of view.lines ?? []) layer.append(this.#line(line));
    for (const [index, mark] of view.marks ?? []) layer.append(this.#mark(index, mark, ink(index), text));
    if (view.last >= 0 && !view.numbers?.has(view.last) && !view.marks?.has(view.last)) {
      const lost = view.lost && view.lost.name !== "best" ? ` lost ${view.lost.name}` : "";
      layer.append(svg("circle", { cx: this.x(view.last), cy: this.y(view.last), r: 8, class: `last ${ink(view.last)}${lost}` }));
    }
    if (view.best >= 0) {
      layer.append(svg("circle", { cx: this.x(view.best), cy: this.y(view.best), r: 13, class: "better" }));
      layer.append(svg("path", { d: `M${this.x(view.best) - 6} ${this.y(view.best)}l4 5 8-10`, class: "check" }));
    }
  }

  #policy(layer, policy, cells) {
    const most = Math.max(...policy.values(), 1e-6);
    for (const [index, share] of policy) {
      if (index < 0 || cells[index] !== EMPTY || share < most / 200) continue;
      const side = CELL * .96;
      layer.append(svg("rect", {
        x: this.x(index) - side / 2, y: this.y(index) - side / 2, width: side, height: side, class: "policy",
        opacity: (.08 + .72 * Math.sqrt(share / most)).toFixed(2),
      }));
    }
  }

  #candidate({ index, grade, texts, isBest, isChosen }, isSmall) {
    if (index < 0) return "";
    const at = { cx: this.x(index), cy: this.y(index) };
    const group = svg("g", { class: `candidate ${grade}${isBest ? " first" : ""}${isChosen ? " chosen" : ""}` });
    group.append(svg("circle", { ...at, r: RADIUS }));
    // Where the points are small, one number has to do, a large one and without decimals.
    const [large, small] = isSmall ? [texts[0].replace(/[1-9]\d*\.\d/, Math.round)] : texts;
    if (large) group.append(svg("text", {
      x: at.cx, y: at.cy - (small ? 4.5 : 0), "font-size": small ? fitted(large, 14, 31) : fitted(large, isSmall ? 20 : 15, 34), class: "large",
    }, large));
    if (small) group.append(svg("text", { x: at.cx, y: at.cy + 9, "font-size": 10.5 }, small));
    return group;
  }

  #mark(index, { name, text: words }, ink, text) {
    const x = this.x(index), y = this.y(index), kind = `mark ${ink}`;
    switch (name) {
      case "TR": return svg("path", { d: `M${x} ${y - 10}l9 15h-18z`, class: kind });
      case "SQ": return svg("rect", { x: x - 7.5, y: y - 7.5, width: 15, height: 15, class: kind });
      case "CR": return svg("circle", { cx: x, cy: y, r: 8.5, class: kind });
      case "MA": return svg("path", { d: `M${x - 7} ${y - 7}l14 14m0 -14l-14 14`, class: kind });
      case "SL": return svg("rect", { x: x - 5, y: y - 5, width: 10, height: 10, class: `${kind} full` });
      default: return svg("g", {},
        ink.startsWith("on-wood") ? svg("circle", { cx: x, cy: y, r: LABEL_RADIUS, class: "label-ground" }) : null,
        text(index, words.slice(0, 3), `label ${ink}`));
    }
  }

  /** An arrow ends before what may be marked on its point. */
  #line({ from, to, isArrow }) {
    const angle = Math.atan2(this.y(to) - this.y(from), this.x(to) - this.x(from)), gap = isArrow ? LABEL_RADIUS + 1 : 0;
    const [x, y] = [this.x(to) - gap * Math.cos(angle), this.y(to) - gap * Math.sin(angle)].map(side => side.toFixed(1));
    const barb = turn => `M${x} ${y}l${(-13 * Math.cos(angle + turn)).toFixed(1)} ${(-13 * Math.sin(angle + turn)).toFixed(1)}`;
    const head = isArrow ? barb(0.5) + barb(-0.5) : "";
    return svg("path", { d: `M${this.x(from)} ${this.y(from)}L${x} ${y}${head}`, class: "drawn" });
  }

  /** A frame around a part of the board. */
  #region({ left, right, top, bottom }) {
    const start = side => this.margin + (side - 0.5) * CELL;
    return svg("rect", { x: start(left), y: start(top), width: (right - left + 1) * CELL, height: (bottom - top + 1) * CELL, rx: 6, class: "region" });
  }

  /** The stone that a click would play, and frames around the cursor of the keyboard and around a stone that waits to be confirmed. */
  #ghost() {
    const { position, view } = this.shown, layer = this.layers.ghost;
    layer.replaceChildren();
    const cursor = this.hasFocus ? this.cursor : null;
    for (const framed of [cursor, this.proposed])
      if (framed !== null) layer.append(svg("rect", { x: this.x(framed) - 18, y: this.y(framed) - 18, width: 36, height: 36, rx: 6, class: "cursor" }));
    const index = this.proposed ?? this.pointed ?? cursor;
    if (index === null || !view.turn || view.variation || position.cells[index] !== EMPTY) return;
    layer.append(svg("circle", { cx: this.x(index), cy: this.y(index), r: RADIUS, fill: this.#fill(view.turn), class: "ghost-stone" }));
  }

  /** Shows a stone that waits to be confirmed; null takes it away. */
  propose(index) {
    this.proposed = index;
    this.#ghost();
  }

  /** How far it is from point to point, in pixels. */
  get cell() {
    return CELL * this.#scale(this.drawing.getBoundingClientRect());
  }

  /** How large the drawing is shown in its box: it keeps its shape, and what is left of the box lies on both sides. */
  #scale(box) {
    const { width, height } = this.drawing.viewBox.baseVal;
    return Math.min(box.width / width, box.height / height);
  }

  /** The point under the pointer; null beside the grid. */
  #at(event) {
    const box = this.drawing.getBoundingClientRect();
    const { width, height } = this.drawing.viewBox.baseVal;
    const scale = this.#scale(box);
    const left = box.left + (box.width - width * scale) / 2, top = box.top + (box.height - height * scale) / 2;
    const x = Math.round(((event.clientX - left) / scale - this.margin) / CELL);
    const y = Math.round(((event.clientY - top) / scale - this.margin) / CELL);
    return x >= 0 && x < this.width && y >= 0 && y < this.height ? y * this.width + x : null;
  }

  #listen() {
    const { drawing, handlers } = this;
    const point = index => {
      if (index === this.pointed) return;
      this.pointed = index;
      this.#ghost();
      handlers.hover?.(index);
    };
    drawing.addEventListener("pointermove", event => {
      if (event.pointerType !== "touch") point(this.#at(event));
    });
    drawing.addEventListener("pointerleave", () => point(null));
    drawing.addEventListener("pointerdown", event => { this.pointerType = event.pointerType; });
    drawing.addEventListener("click", event => {
      const index = this.#at(event), { pointerType } = this;
      this.pointerType = null;
      if (index !== null) handlers.play?.(index, pointerType);
    });
    // A click is for the point, not for the keyboard: arrows go on walking through the game, also where one was writing before.
    drawing.addEventListener("mousedown", event => {
      event.preventDefault();
      if (document.activeElement.matches("input, textarea")) document.activeElement.blur();
    });
    drawing.addEventListener("focus", () => {
      this.hasFocus = true;
      this.cursor ??= this.#middle;
      this.#ghost();
      handlers.cursor?.(this.cursor);
    });
    drawing.addEventListener("blur", () => {
      this.hasFocus = false;
      this.#ghost();
    });
    drawing.addEventListener("keydown", event => this.#key(event));
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || this.handlers.spares?.(event.key)) return;
    const x = this.cursor % this.width, y = Math.floor(this.cursor / this.width);
    const to = (x, y) => {
      this.cursor = Math.max(0, Math.min(this.height - 1, y)) * this.width + Math.max(0, Math.min(this.width - 1, x));
      this.#ghost();
      this.handlers.cursor?.(this.cursor);
    };
    const act = {
      ArrowLeft: () => to(x - 1, y), ArrowRight: () => to(x + 1, y), ArrowUp: () => to(x, y - 1), ArrowDown: () => to(x, y + 1),
      Enter: () => { if (!event.repeat) this.handlers.play?.(this.cursor, null); },
      Escape: () => this.drawing.blur(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  #vertex(index) {
    return vertex(index, this.width, this.height);
  }

  /** What is on a point, in words. */
  describe(index) {
    const { position, view } = this.shown, color = position.cells[index], mark = view.marks?.get(index);
    const words = [`${this.#vertex(index)} ${color ? nameOf(color) : phrase`empty`}`];
    if (view.dead?.has(index)) words.push(phrase`dead`);
    if (mark) words.push(MARK_WORDS[mark.name] ?? phrase`label ${mark.text}`);
    for (const { from, to, isArrow } of view.lines ?? [])
      if (from === index) words.push(isArrow ? phrase`arrow to ${this.#vertex(to)}` : phrase`line to ${this.#vertex(to)}`);
    if (view.dimmed?.has(index)) words.push(phrase`dimmed`);
    const owner = Math.round(view.ownership?.[index] ?? 0), whose = owner > 0 ? BLACK : WHITE;
    if (owner && whose !== color) words.push(phrase`${nameOf(whose)}'s`);
    return listed(words);
  }
}
