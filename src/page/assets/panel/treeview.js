// The variations of a game as a tree to walk in: moves from left to right, variations below each other.

import { BLACK, PASS } from "../game/rules.js";
import { show, svg } from "../page/dom.js";
import { isLoss } from "../state/grades.js";
import { phrase } from "../page/language.js";
import { counted } from "../page/words.js";

const STEP = 26, ROW = 26, EDGE = 16;

const treeWords = nodes => counted(nodes,
  phrase`The moves as a tree, 1 node after the start: the arrows walk through it`, phrase`The moves as a tree, ${nodes} nodes after the start: the arrows walk through it`);

export class TreeView {
  /** A view in an element that scrolls; `go(node)` is called with the node that was chosen. */
  constructor(parent, go) {
    this.parent = parent;
    this.go = go;
    this.drawing = svg("svg", { class: "tree", role: "img" });
    parent.append(this.drawing);
    this.drawing.addEventListener("click", event => {
      const node = event.target.closest("[data-node]");
      if (node) go(this.nodes.get(Number(node.dataset.node)));
    });
    parent.addEventListener("scroll", () => this.#draw());
    new ResizeObserver(() => {
      if (this.tree) this.#reveal();
      this.#draw();
    }).observe(parent);
  }

  /** Shows a tree and where one is in it. `gradeOf(node)` tells how bad a move was, or null. */
  show(tree, node, gradeOf) {
    // What a search finds is shown several times a second: whoever scrolls elsewhere meanwhile stays there.
    const isMoved = node !== this.node || tree.version !== this.version;
    this.tree = tree;
    this.node = node;
    this.gradeOf = gradeOf;
    this.#place();
    if (isMoved) this.#reveal();
    this.#draw();
  }

  /** Scrolls to where one is, unless that is in sight. */
  #reveal() {
    const { column, row } = this.places.get(this.node);
    const [x, y] = [EDGE + column * STEP, EDGE + row * ROW], box = this.parent;
    if (x < box.scrollLeft + 40 || x > box.scrollLeft + box.clientWidth - 40) box.scrollLeft = x - box.clientWidth / 2;
    if (y < box.scrollTop + 20 || y > box.scrollTop + box.clientHeight - 20) box.scrollTop = y - box.clientHeight / 2;
  }

  /** Every node gets a column, its depth, and the highest row in which its line has room; and how many moves lead to it. */
  #place() {
    if (this.placed === this.tree && this.version === this.tree.version) return;
    this.placed = this.tree;
    this.version = this.tree.version;
    this.places = new Map();
    this.nodes = new Map();
    /** By column, the first free row. */
    const free = [];
    let columns = 0, rows = 0;
    // Each entry is the first node of a line; lines are laid from the top, the main line first.
    const lines = [{ start: this.tree.root, column: 0, least: 0, before: 0 }];
    while (lines.length) {
      const { start, column, least, before } = lines.pop();
      const nodes = [];
      for (let node = start; node; node = node.children[0]) nodes.push(node);
      let row = least;
      // The connection to the parent needs a free place too.
      for (let c = Math.max(0, column - 1); c < column + nodes.length; c++) row = Math.max(row, free[c] ?? 0);
      if (column === 0) row = 0;
      let number = before;
      nodes.forEach((node, i) => {
        if (this.tree.moveOf(node)) number++;
        this.places.set(node, { column: column + i, row, number });
        this.nodes.set(node.id, node);
        free[column + i] = row + 1;
      });
      columns = Math.max(columns, column + nodes.length);
      rows = Math.max(rows, row + 1);
      nodes.forEach((node, i) => {
        for (let k = node.children.length - 1; k >= 1; k--)
          lines.push({ start: node.children[k], column: column + i + 1, least: row + 1, before: this.places.get(node).number });
      });
    }
    // Those who listen hear of each node as they come to it with the arrows.
    this.drawing.setAttribute("aria-label", treeWords(this.places.size - 1));
    this.drawing.setAttribute("width", 2 * EDGE + (columns - 1) * STEP);
    this.drawing.setAttribute("height", 2 * EDGE + (rows - 1) * ROW);
  }

  /** Only what is in sight is drawn: trees may have thousands of nodes. */
  #draw() {
    if (!this.tree) return;
    const box = this.parent;
    const [left, right] = [box.scrollLeft - STEP * 2, box.scrollLeft + box.clientWidth + STEP * 2];
    const [top, bottom] = [box.scrollTop - ROW * 2, box.scrollTop + box.clientHeight + ROW * 2];
    const lines = [], nodes = [], passed = new Set();
    for (const [node, { column, row, number }] of this.places) {
      const x = EDGE + column * STEP, y = EDGE + row * ROW;
      const parent = node.parent && this.places.get(node.parent);
      if (parent) {
        const [px, py] = [EDGE + parent.column * STEP, EDGE + parent.row * ROW];
        // Of the ways that lead out of sight at the bottom one covers the others.
        const isHidden = y > bottom && passed.has(node.parent);
        if (y > bottom) passed.add(node.parent);
        if (!isHidden && x >= left && px <= right && y >= top && py <= bottom)
          lines.push(svg("path", { d: py === y ? `M${px} ${py}H${x}` : `M${px} ${py}V${y - ROW / 2}L${px + STEP / 2} ${y}H${x}` }));
      }
      if (x < left || x > right || y < top || y > bottom) continue;
      const move = this.tree.moveOf(node);
      const isHere = node === this.node;
      const group = svg("g", { "data-node": node.id, class: isHere ? "node here" : "node" });
      if (isHere) group.append(svg("circle", { cx: x, cy: y, r: 13, class: "ring" }));
      if (move) {
        const kind = `${move.color === BLACK ? "on-black" : "on-white"}${number > 999 ? " long" : ""}`;
        group.append(svg("circle", { cx: x, cy: y, r: 9.5, class: move.color === BLACK ? "black" : "white" }));
        group.append(svg("text", { x, y, class: kind }, move.index === PASS ? "–" : `${number}`));
      } else group.append(svg("rect", { x: x - 7, y: y - 7, width: 14, height: 14, rx: 3, class: "start" }));
      const grade = this.gradeOf(node);
      if (isLoss(grade)) group.append(svg("circle", { cx: x + 8, cy: y - 8, r: 4, class: `fault ${grade.name}` }));
      if (node.has("N")) group.append(svg("title", {}, node.text("N")));
      if (node.has("C") || node.has("N")) group.append(svg("circle", { cx: x + 8, cy: y + 8, r: 2.5, class: "comment" }));
      nodes.push(group);
    }
    show(this.drawing, [svg("g", { class: "ways" }, ...lines), ...nodes]);
  }
}
