// A game with its variations: an SGF tree, and the position at each of its nodes.

import { BLACK, EMPTY, PASS, Position, WHITE, forbidden, letterOf, parsePoint, pointText, vertex } from "./rules.js";
import { hasHandicap, placeHandicap } from "./handicap.js";
import { komiOf, usualKomi } from "./komi.js";
import { knownRules, rulesName } from "./rulenames.js";
import { phrase } from "../page/language.js";
import { counted } from "../page/words.js";
import { SgfNode, mainLine, walk } from "../record/sgf.js";
import { faultAt } from "../record/sgfread.js";

/** A board's size as records have it: a side, or columns and rows. */
const SIZE = /^\+?(\d+)(?:\s*[:x]\s*\+?(\d+))?$/i;
const MOST_SIDE = 25;
/** So many points and rectangles may be set up: each changes the board, which takes its time. */
const MOST_SETUPS = 20000;
/** What the properties that set up stones put there, in their order. */
const STONES = { AB: BLACK, AW: WHITE, AE: EMPTY };
/** The number given last to a node: no two nodes of the window have the same, be they of different games. */
let lastId = 0;

export class GameTree {
  /** A tree around the root of a record, which has no move. Throws a sentence if it cannot be shown. */
  constructor(root) {
    this.root = root;
    const size = root.text("SZ").trim() || "19", [, width, height = width] = SIZE.exec(size) ?? [];
    this.width = Number(width);
    this.height = Number(height);
    const isSide = side => side >= 1 && side <= MOST_SIDE;
    if (!isSide(this.width) || !isSide(this.height)) throw new Error(phrase`${size.slice(0, 20)} is not a board size from 1 to ${MOST_SIDE}.`);
    /** So many stones of handicap the record counts, and nobody knows where they stood. */
    this.lostHandicap = 0;
    /** The moves of the main line that are not on the board, as the record has them. */
    this.strayMoves = [];
    /** Grows with each change of what is where in the tree. */
    this.version = 0;
    for (const node of walk(root)) node.id = ++lastId;
  }

  /** A game of a text, as `gamesOf` has found it. Throws a sentence if its main line cannot be shown. */
  static ofRecord(root, text, places) {
    const tree = new GameTree(root);
    tree.check((values, number, what) => faultAt(text, places.get(values)[number], what));
    placeHandicap(tree);
    for (const node of tree.mainLine()) tree.position(node);
    return tree;
  }

  /** An empty board, or one with stones for Black before White begins. */
  static start({ width, height, rules, komi, handicap = [], black = "", white = "" }) {
    const root = new SgfNode(null);
    root.properties = [["GM", ["1"]], ["FF", ["4"]], ["CA", ["UTF-8"]], ["AP", ["Tengen"]],
      ["SZ", [width === height ? `${width}` : `${width}:${height}`]], ["KM", [`${komi}`]]];
    // An address may have anything in it.
    root.setText("RU", rules);
    if (black) root.setText("PB", black);
    if (white) root.setText("PW", white);
    // In an even game passes of White's are passes, whatever comes before them.
    root.set("HA", [`${handicap.length}`]);
    if (handicap.length) {
      root.set("AB", handicap.map(index => pointText(index, width)));
      root.set("PL", ["W"]);
    }
    return new GameTree(root);
  }

  get rules() {
    return rulesName(this.root.text("RU"));
  }

  get komi() {
    return komiOf(this.root.text("KM")) ?? usualKomi(this.rules, this.hasHandicap);
  }

  /** What the record says of rules, komi, handicap and moves that cannot be understood, and what it lacks, in sentences that tell what is used instead. */
  doubts() {
    const [rules, komi] = ["RU", "KM"].map(name => this.root.text(name).trim()), doubts = [];
    if (rules && !knownRules(rules)) doubts.push(phrase`The rules '${rules.slice(0, 20)}' are not understood; using Chinese ones.`);
    else if (/button(?!0)/i.test(rules)) doubts.push(phrase`There is no button here; the rules without it are used.`);
    else if (/^koSPIGHT/.test(rules)) doubts.push(phrase`Spight's ko rule is not known here; situational superko is used.`);
    if (komi && komiOf(komi) === null) doubts.push(phrase`The komi '${komi.slice(0, 20)}' is not understood; using ${this.komi}.`);
    const stray = this.strayMoves.length, some = this.strayMoves.slice(0, 3).join("', '");
    if (stray) doubts.push(counted(stray, phrase`A move is off the board and left out: '${some}'.`, phrase`${stray} moves are off the board and left out: '${some}'.`));
    if (this.root.isCutOff) doubts.push(phrase`The end of the record is missing.`);
    if (this.lostHandicap) doubts.push(phrase`The record counts ${this.lostHandicap} handicap stones, but does not say where they stand; none are placed.`);
    return doubts;
  }

  /** Whether Black has handicap stones. */
  get hasHandicap() {
    return hasHandicap(this);
  }

  /** The nodes of the main line. */
  mainLine() {
    return mainLine(this.root);
  }

  /** Whether the main line can be shown: throws what `fault(values, number, what)` makes of its first move or stone off the board, or one too many.
      Behind a move that is on the board others off it are only noted. */
  check(fault) {
    let setups = 0, moves = 0;
    for (const node of this.mainLine()) for (const name of ["B", "W", "AB", "AW", "AE"]) {
      const values = node.values(name);
      values.forEach((value, number) => {
        const isMove = name.length === 1, corners = isMove ? [value] : value.trim() ? value.split(":") : [];
        if (!isMove && corners.length && ++setups > MOST_SETUPS) throw fault(values, number, phrase`more than ${MOST_SETUPS} points and rectangles are set up.`);
        const isPoint = text => this.#read(text) !== null && (isMove || this.#read(text) !== PASS);
        const text = value.slice(0, 20);
        if (corners.every(isPoint)) moves += isMove;
        else if (isMove && moves) this.strayMoves.push(text);
        else throw fault(values, number, phrase`'${text}' is not a point of a ${this.width}x${this.height} board.`);
      });
    }
  }

  /** The point of a text. Capitals are read as small letters: boards are not that large. */
  #read(text) {
    const point = text.trim().toLowerCase();
    return point === "pass" ? PASS : this.point(point);
  }

  /** The point that a text such as `ee` names on this board, as `parsePoint` reads it. */
  point(text) {
    return parsePoint(text, this.width, this.height);
  }

  /** A point of this board as players say it: `Q16`. */
  vertex(index) {
    return vertex(index, this.width, this.height);
  }

  name(color) {
    return this.root.text(color === BLACK ? "PB" : "PW");
  }

  /** The move of a node: `{ color, index }`, or null. */
  moveOf(node) {
    for (const color of [BLACK, WHITE]) {
      const letter = letterOf(color);
      if (!node.has(letter)) continue;
      const index = this.#read(node.values(letter)[0]);
      if (index !== null) return { color, index };
    }
    return null;
  }

  /** Whose turn a node says it is; null if it says nothing. */
  turnTold(node) {
    const [letter] = node.text("PL").trim().toUpperCase();
    return { B: BLACK, 1: BLACK, W: WHITE, 2: WHITE }[letter] ?? null;
  }

  /** Whether a node gives the turn to the player who moved last. */
  #changesTurn(node) {
    const told = this.turnTold(node);
    return Boolean(node.parent) && told !== null && told !== this.position(node.parent).turn;
  }

  /** The position at a node. */
  position(node) {
    if (node.position) return node.position;
    // Not by recursion: games are long.
    const open = [];
    let known = node;
    while (known && !known.position) {
      open.push(known);
      known = known.parent;
    }
    let position = known ? known.position : new Position(this.width, this.height);
    while (open.length) {
      known = open.pop();
      known.position = position = this.#apply(position, known);
    }
    return position;
  }

  #apply(before, node) {
    let position = before;
    const changes = node.properties.filter(([name]) => Object.hasOwn(STONES, name))
      .flatMap(([name]) => this.points(node, name).map(index => [index, STONES[name]]));
    const told = this.turnTold(node);
    if (changes.length || told !== null) {
      const handicap = !node.parent && node.has("AB") && !node.has("AW") && this.points(node, "AB").length > 1;
      position = position.withStones(changes, told ?? (handicap ? WHITE : null));
    }
    const move = this.moveOf(node), played = move && position.after(move.color, move.index);
    /** Whether the node has a move that no rules allow: on a stone, or one that would have no liberty. */
    node.isForced = move !== null && move.index !== PASS && (played === null || played.suicide === 1);
    if (!move) return position;
    // What a record has on top of a stone takes its place.
    return played ?? position.withStones([[move.index, EMPTY]]).after(move.color, move.index);
  }

  /** How many stones the move of a node has taken. */
  taken(node) {
    const { color } = this.moveOf(node);
    return this.position(node).captures[color] - this.position(node.parent).captures[color];
  }

  /** The position before the move of a node. */
  before(node) {
    return this.#apply(this.position(node.parent), this.#without(node));
  }

  /** The points of a property, rectangles written out and each point once. */
  points(node, name) {
    const points = node.values(name).flatMap(value => {
      const [from, to = from] = value.split(":").map(text => this.#read(text));
      if (from === null || from === PASS || to === null || to === PASS) return [];
      const rows = [from, to].map(index => Math.floor(index / this.width)), columns = [from, to].map(index => index % this.width);
      const points = [];
      for (let y = Math.min(...rows); y <= Math.max(...rows); y++)
        for (let x = Math.min(...columns); x <= Math.max(...columns); x++) points.push(y * this.width + x);
      return points;
    });
    return [...new Set(points)];
  }

  /** The nodes from the root to a node. */
  path(node) {
    const nodes = [];
    for (let each = node; each; each = each.parent) nodes.push(each);
    return nodes.reverse();
  }

  /** The line through a node: to it, and on along the variations last walked. */
  line(node) {
    const nodes = this.path(node);
    for (let last = node; last.children.length;) nodes.push(last = this.next(last));
    return nodes;
  }

  /** The child that was walked last, or the first one. */
  next(node) {
    return node.children.includes(node.walked) ? node.walked : node.children[0];
  }

  /** Remembers the way to a node. */
  walkTo(node) {
    for (let each = node; each.parent; each = each.parent) each.parent.walked = each;
  }

  /** How many moves lead to a node. */
  number(node) {
    return this.numbers(this.path(node)).at(-1);
  }

  /** How many moves lead to each node of a line from the root on. */
  numbers(line) {
    let number = 0;
    return line.map(node => this.moveOf(node) ? ++number : number);
  }

  /** Why a move cannot be played at a node; null if it can. */
  forbidden(node, color, index) {
    return forbidden(this.path(node).map(each => this.position(each)), color, index, this.rules);
  }

  /** The node after a move, a new one if need be. */
  play(node, color, index) {
    const isIt = child => {
      const move = this.moveOf(child);
      return move && move.color === color && move.index === index;
    };
    const known = node.children.find(isIt);
    if (known) return known;
    const child = this.add(node);
    child.set(letterOf(color), [index === PASS ? "" : pointText(index, this.width)]);
    return child;
  }

  add(parent) {
    const child = new SgfNode(parent);
    child.id = ++lastId;
    parent.children.push(child);
    this.version++;
    return child;
  }

  /** Takes a node away with all below it; its parent stays. */
  remove(node) {
    const { children } = node.parent;
    children.splice(children.indexOf(node), 1);
    this.version++;
    return node.parent;
  }

  /** Puts back a node that was taken away: its parent's child number `place` again. */
  putBack(node, place) {
    node.parent.children.splice(place, 0, node);
    this.version++;
  }

  /** Makes the way to a node the main line. */
  promote(node) {
    for (let each = node; each.parent; each = each.parent) {
      const { children } = each.parent;
      children.splice(children.indexOf(each), 1);
      children.unshift(each);
    }
    this.version++;
  }

  /** Whether a node is in the main line. */
  isMain(node) {
    return this.path(node).every(each => !each.parent || each.parent.children[0] === each);
  }

  /** Forgets the positions from a node on, and what was found out of them: it was edited. */
  forget(node) {
    for (const each of walk(node)) {
      each.position = each.evaluation = null;
      each.verdict = undefined;
      each.isLooked = each.isHinted = each.isTaught = each.isTried = false;
    }
  }

  /** Whether a node sets stones, or takes some away. */
  #setsStones(node) {
    return Object.keys(STONES).some(name => node.has(name));
  }

  /** Whether a node sets stones, takes some away, or says whose turn it is. */
  setsUp(node) {
    return this.#setsStones(node) || node.has("PL");
  }

  /** What the server needs to know of the game up to a node: stones and prisoners, then moves. */
  describe(node) {
    const { start, nodes } = this.#gameAt(node), setup = [];
    start.cells.forEach((cell, index) => {
      if (cell) setup.push(letterOf(cell) + pointText(index, this.width));
    });
    const moves = nodes.map(each => this.moveOf(each))
      .map(({ color, index }) => letterOf(color) + pointText(index, this.width));
    return {
      size: [this.width, this.height],
      rules: this.rules,
      komi: this.komi,
      setup: setup.join(" "),
      captures: [BLACK, WHITE].map(color => start.captures[color]),
      first: letterOf(start.turn),
      moves: moves.join(" "),
      turn: letterOf(this.position(node).turn),
    };
  }

  /** The nodes of the game that `describe` describes: the one it starts from, and that of each move. */
  moved(node) {
    const { nodes } = this.#gameAt(node);
    return [nodes[0]?.parent ?? node, ...nodes];
  }

  /**
   * The game up to a node as the server can play it: the position before its first move, and the nodes with its moves. It starts
   * where stones were last set up or the turn was last changed, or behind the last move that no rules allow.
   */
  #gameAt(node) {
    const path = this.path(node);
    this.position(node);
    const from = path.findLastIndex(each => each.isForced || this.#setsStones(each) || this.#changesTurn(each));
    const nodes = path.slice(path[from]?.isForced ? from + 1 : Math.max(0, from)).filter(each => this.moveOf(each));
    return { start: nodes.length ? this.before(nodes[0]) : this.position(node), nodes };
  }

  /** A node without its move. */
  #without(node) {
    const bare = new SgfNode(node.parent);
    bare.properties = node.properties.filter(([name]) => name !== "B" && name !== "W");
    return bare;
  }
}
