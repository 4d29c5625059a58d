// Winning chances and score over a game, to look at and to click in.

import { svg } from "../page/dom.js";
import { phrase } from "../page/language.js";
import { listed } from "../page/words.js";

const LEFT = 36, RIGHT = 48, TOP = 8, BOTTOM = 18;

/** So many moves on, a value has a line to the one before: Tengen's own moves are not looked at. */
const LONGEST_STEP = 2;

/** The points of a graph, in pieces between which so little is known that a line would tell what nobody has seen. */
function piecesOf(points) {
  const pieces = [];
  for (const point of points) {
    const piece = pieces.at(-1);
    if (piece && point.i - piece.at(-1).i <= LONGEST_STEP) piece.push(point);
    else pieces.push([point]);
  }
  return pieces;
}

/** Where positions, chances and leads are drawn in a box of this size. */
function scaleOf({ width, height }, count, known) {
  const last = Math.max(1, count - 1), bottom = height - BOTTOM, span = bottom - TOP;
  // The lead at the upper edge: whole tens.
  const most = Math.max(10, Math.ceil(Math.max(0, ...known.map(({ lead }) => Math.abs(lead))) / 10) * 10);
  return {
    width, height, bottom, last, most,
    x: i => LEFT + i / last * (width - LEFT - RIGHT),
    chance: w => TOP + (1 - w) * span,
    lead: l => TOP + (most - l) / (2 * most) * span,
  };
}

/** The lines across, with what they stand for at both ends. */
const frame = ({ width, chance, lead, most }) => [0, .5, 1].flatMap(w => {
  const points = (2 * w - 1) * most, down = w === 1 ? 8 : w === 0 ? -1 : 4;
  return [
    svg("path", { d: `M${LEFT} ${chance(w)}H${width - RIGHT}`, class: w === .5 ? "middle" : "line" }),
    svg("text", { x: LEFT - 5, y: chance(w) + down, class: "chance-label" }, `${w * 100}%`),
    svg("text", { x: width - RIGHT + 5, y: lead(points) + down, class: "lead-label" }, points === 0 ? "0" : `${points > 0 ? "B" : "W"}+${Math.abs(points)}`),
  ];
});

/** The chances with the area below them, the leads, and the moves that lost something. */
function curves({ x, chance, lead }, known) {
  if (!known.length) return [];
  const trace = (piece, y) => piece.map((point, k) => `${k ? "L" : "M"}${x(point.i).toFixed(1)} ${y(point).toFixed(1)}`).join("");
  const pieces = piecesOf(known), rate = piece => trace(piece, ({ winrate }) => chance(winrate));
  const area = piece => `${rate(piece)}L${x(piece.at(-1).i)} ${chance(.5)}L${x(piece[0].i)} ${chance(.5)}Z`;
  const dot = (point, r, name) => svg("circle", { cx: x(point.i), cy: chance(point.winrate), r, class: name });
  return [
    svg("path", { d: pieces.map(area).join(""), class: "chance-area" }),
    svg("path", { d: pieces.map(piece => trace(piece, point => lead(point.lead))).join(""), class: "lead" }),
    svg("path", { d: pieces.map(rate).join(""), class: "chance" }),
    // A piece of one point has no line.
    ...pieces.filter(piece => piece.length === 1).map(([point]) => dot(point, 2.5, "alone")),
    ...known.filter(point => point.grade).map(point => dot(point, 3.5, `fault ${point.grade.name}`)),
  ];
}

/** Numbers of moves below, so few that they have room. */
function numberLabels({ x, width, height, last }, numbers) {
  const step = [5, 10, 20, 25, 50, 100, 200, 500, 1000, 5000].find(step => last / step <= width / 50) ?? 10000;
  return numbers.flatMap((number, i) =>
    number % step === 0 && number !== numbers[i - 1] ? [svg("text", { x: x(i), y: height - 4, class: "number-label" }, `${number}`)] : []);
}

/** The position that is shown; `here` is what is known of it. */
function cursor({ x, chance, bottom }, now, here) {
  const line = svg("path", { d: `M${x(now)} ${TOP}V${bottom}`, class: "now" });
  return here ? [line, svg("circle", { cx: x(now), cy: chance(here.winrate), r: 4, class: "here" })] : [line];
}

export class Graph {
  /** A graph in an element; `go(number)` is called with the position that was pointed at. */
  constructor(parent, go) {
    this.drawing = svg("svg", { class: "graph", role: "slider", tabindex: 0, "aria-label": phrase`Winning chances over the game`, "aria-valuemin": 0 });
    parent.append(this.drawing);
    this.go = go;
    this.points = [];
    this.now = 0;
    new ResizeObserver(() => this.#draw()).observe(this.drawing);
    const seek = event => {
      const box = this.drawing.getBoundingClientRect();
      const share = (event.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT);
      const last = this.points.length - 1;
      go(Math.max(0, Math.min(last, Math.round(share * last))));
    };
    this.drawing.addEventListener("pointerdown", event => {
      if (event.button !== 0) return;
      this.drawing.setPointerCapture(event.pointerId);
      seek(event);
    });
    // After a click the arrows do what they do for the board.
    this.drawing.addEventListener("pointerup", () => this.drawing.blur());
    this.drawing.addEventListener("keydown", event => this.#press(event));
    this.drawing.addEventListener("pointermove", event => {
      if (this.drawing.hasPointerCapture(event.pointerId)) seek(event);
    });
  }

  /** Up and down are for sliders what they are; the other arrows walk as they do everywhere. */
  #press(event) {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key], to = this.now + way;
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.points[to] !== undefined) this.go(to);
  }

  /**
   * Shows the positions of a game: `{ winrate, lead, grade }`, Black's; null where nothing is known yet. `numbers` has how many moves
   * lead to each: stones may be set up between them.
   */
  show(points, now, numbers = [...points.keys()]) {
    this.points = points;
    this.now = now;
    this.numbers = numbers;
    this.#draw();
  }

  #draw() {
    const { points, drawing } = this, box = drawing.getBoundingClientRect();
    if (!box.width || !points.length) return;
    const known = points.map((point, i) => point && { ...point, i }).filter(point => point);
    const scale = scaleOf(box, points.length, known);
    drawing.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    drawing.replaceChildren(...frame(scale), ...curves(scale, known), ...numberLabels(scale, this.numbers), ...cursor(scale, this.now, points[this.now]));
    this.#describe();
  }

  #describe() {
    const { points, numbers, now, drawing } = this, here = points[now];
    drawing.setAttribute("aria-valuemax", points.length - 1);
    drawing.setAttribute("aria-valuenow", now);
    drawing.setAttribute("aria-valuetext", listed([phrase`Move ${numbers[now]}`, here && phrase`Black ${Math.round(here.winrate * 100)} percent`]));
  }
}
