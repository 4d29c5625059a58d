// A position in the address of the page: so it can be shared, bookmarked and reloaded.

import { BLACK, PASS, forbidden, letterOf, opponent, pointText } from "../game/rules.js";
import { GameTree } from "../game/tree.js";
import { phrase } from "../page/language.js";

/** The longest address that is made; longer games are only kept in the window. */
const LONGEST = 12000;

/** The part of the address after `#` for a node, with the line it stands in. */
export function linkTo(tree, node, settings = {}) {
  const path = tree.path(node);
  const parts = new URLSearchParams();
  parts.set("size", tree.width === tree.height ? `${tree.width}` : `${tree.width}x${tree.height}`);
  parts.set("rules", tree.rules);
  parts.set("komi", `${tree.komi}`);
  for (const [name, value] of Object.entries(settings)) if (value !== "") parts.set(name, value);
  let from = path.length - 1;
  while (from > 0 && !tree.setsUp(path[from])) from--;
  const line = tree.line(node), isSetUp = tree.setsUp(path[from]);
  if (isSetUp) {
    // The stones at that point, whatever moves led there.
    const position = tree.position(path[from]);
    const stones = color => [...position.cells.keys()].filter(index => position.cells[index] === color)
      .map(index => pointText(index, tree.width)).join("");
    if (stones(1)) parts.set("black", stones(1));
    if (stones(2)) parts.set("white", stones(2));
    parts.set("turn", letterOf(position.turn));
  }
  let turn = isSetUp ? tree.position(path[from]).turn : BLACK, moves = "";
  for (const each of line.slice(from + 1)) {
    const move = tree.moveOf(each);
    if (!move) {
      if (tree.setsUp(each)) break;
      continue;
    }
    // A player twice in a row is told with a sign between.
    if (move.color !== turn) moves += "!";
    moves += move.index === PASS ? "--" : pointText(move.index, tree.width);
    turn = opponent(move.color);
  }
  if (moves) parts.set("moves", moves);
  const at = tree.number(node) - tree.number(path[from]);
  const all = (moves.match(/[a-y-]{2}/g) ?? []).length;
  if (at !== all) parts.set("at", `${at}`);
  const text = parts.toString();
  return text.length <= LONGEST ? text : "";
}

/** The game of such an address: `{ tree, node, parts, doubt }`, the last one in words if it goes on with what cannot be played; null if there is none. */
export function readLink(text) {
  const parts = new URLSearchParams(text.replace(/^#/, ""));
  const size = /^(\d{1,2})(?:x(\d{1,2}))?$/.exec(parts.get("size") ?? "");
  if (!size) return null;
  const width = Number(size[1]), height = Number(size[2] ?? size[1]);
  if (!(width >= 1 && width <= 25 && height >= 1 && height <= 25)) return null;
  const tree = GameTree.start({ width, height, rules: parts.get("rules") ?? "chinese", komi: Number(parts.get("komi") || NaN) });
  const pairs = text => (text ?? "").match(/../g) ?? [];
  const setUp = (name, key) => {
    const points = pairs(parts.get(key)).filter(point => tree.point(point) >= 0 && tree.point(point) !== null);
    tree.root.set(name, points);
  };
  setUp("AB", "black");
  setUp("AW", "white");
  if (parts.get("turn")) tree.root.set("PL", [parts.get("turn") === "W" ? "W" : "B"]);
  const stones = tree.root.values("AB").length;
  if (stones > 1 && !tree.root.has("AW") && parts.get("turn") === "W") tree.root.set("HA", [`${stones}`]);
  let node = tree.root, doubt = null;
  for (const word of (parts.get("moves") ?? "").match(/!?(--|[a-y]{2})/g) ?? []) {
    const position = tree.position(node), index = tree.point(word.replace("!", ""));
    const color = word[0] === "!" ? opponent(position.turn) : position.turn;
    if (index === null || forbidden([position], color, index, tree.rules)) {
      doubt = index === null ? phrase`The link ends before move ${tree.number(node) + 1}, which is off the board.`
        : phrase`The link ends before ${tree.vertex(index)}, which the rules forbid.`;
      break;
    }
    node = tree.play(node, color, index);
  }
  // Where the address names no komi it is the usual one, which depends on the handicap.
  tree.root.set("KM", [`${tree.komi}`]);
  const line = tree.path(node), at = Number(parts.get("at") ?? line.length - 1);
  tree.walkTo(node);
  // Each of its nodes has a move.
  return { tree, node: line[at] ?? node, parts, doubt };
}
