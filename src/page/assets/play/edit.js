// Changing a record: stones, marks, whose turn it is, and which variations there are.

import { BLACK, EMPTY, WHITE, letterOf, nameOf, opponent } from "../game/rules.js";
import { $, el, show } from "../page/dom.js";
import { MARKS, marksOf } from "../board/marks.js";
import { phrase } from "../page/language.js";
import { sentences } from "../page/words.js";

const TOOLS = [
  ["moves", phrase`Move`], ["black", phrase`Black`], ["white", phrase`White`], ["erase", phrase`Erase`], ["TR", "△"], ["SQ", "□"], ["CR", "◯"], ["MA", "✕"], ["LB", "A"], ["number", "1"],
];
/** What edits tell of a node besides its move. */
const EDITED = ["AB", "AW", "AE", "PL", "HA", "LB", ...MARKS];
const NAMES = { TR: phrase`Triangle`, SQ: phrase`Square`, CR: phrase`Circle`, MA: phrase`Cross`, LB: phrase`Letter on a point`, number: phrase`Number on a point` };

/** The stone that a tool sets, as a picture; nothing for those that set none. */
const stoneOf = tool => ["black", "white"].includes(tool) ? el("span", { class: `stone ${tool}`, "aria-hidden": true }) : null;

/** Has Ctrl+Z bring back what is now told of the node shown, and what comes after it and after those before it. */
export function rememberForUndo(app) {
  const { state } = app, { tree, node, position } = state, path = tree.path(node), told = [tree.root, node];
  const children = path.map(each => each.children.slice()), values = told.map(each => EDITED.map(name => each.values(name)));
  // Stones are set in the order of the properties.
  const places = told.map(each => new Map(each.properties.map(([name], place) => [name, place])));
  app.notices.hush();
  app.notices.remember(() => {
    path.forEach((each, i) => { each.children = children[i]; });
    told.forEach((each, i) => {
      EDITED.forEach((name, k) => each.set(name, values[i][k]));
      const place = ([name]) => places[i].get(name) ?? places[i].size;
      each.properties.sort((a, b) => place(a) - place(b));
    });
    tree.version++;
    if (tree.position(node) === position) app.go(node);
    else showChanged(app, node);
  }, "edit");
}

/** The tools, as buttons. */
export function showTools(app) {
  const { state } = app, box = $("tools");
  box.hidden = state.mode !== "edit";
  if (box.hidden) return;
  show(box, [
    ...TOOLS.map(([tool, text]) => el("button", {
      "data-tool": tool, "aria-pressed": `${state.tool === tool}`, "aria-label": NAMES[tool] ?? false, title: NAMES[tool] ?? false,
      onclick: () => { state.tool = tool; app.refresh(); },
    }, stoneOf(tool), text)),
    el("button", { title: phrase`Change whose turn it is`, onclick: () => setTurn(app) }, phrase`${nameOf(state.turn)} to play`),
  ]);
}

/** A node in which stones can be set: the present one, or one after its move. */
function setupNode(app) {
  const { state } = app, { tree, node } = state;
  if (!node.parent || (!tree.moveOf(node) && !node.children.length)) return node;
  return tree.add(node);
}

/** Shows a node with another position. What was counted or reviewed after it has to be so anew. */
function showChanged(app, node) {
  const { state } = app, { tree } = state;
  const isBefore = other => tree.path(other).includes(node);
  state.forget(node);
  if (isBefore(state.latest)) state.count = null;
  if (state.reviewed && isBefore(state.reviewed.nodes.at(-1))) state.reviewed = null;
  if (state.review && isBefore(state.review.nodes.at(-1))) state.review = null;
  app.go(node);
}

function setTurn(app) {
  const { state } = app, to = opponent(state.turn);
  rememberForUndo(app);
  const node = setupNode(app);
  node.set("PL", [letterOf(to)]);
  showChanged(app, node);
}

/** A click with the tool in hand. */
export function apply(app, index) {
  const { state } = app, { tool, tree } = state;
  if (tool === "moves") {
    app.play.move(index);
    return;
  }
  if (tool === "black" || tool === "white" || tool === "erase") {
    setStone(app, index, tool === "erase" ? EMPTY : tool === "black" ? BLACK : WHITE);
    return;
  }
  rememberForUndo(app);
  const { node } = state, point = app.text(index), marks = marksOf(tree, node), old = marks.get(index);
  for (const name of MARKS) node.set(name, tree.points(node, name).filter(each => each !== index).map(app.text));
  node.set("LB", node.values("LB").filter(value => !value.startsWith(`${point}:`)));
  if (tool === "LB" || tool === "number") {
    const used = new Set([...marks.values()].map(({ text }) => text));
    const letters = tool === "LB" ? [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"] : Array.from({ length: 625 }, (_, i) => `${i + 1}`);
    const isOwn = letters.includes(old?.text);
    const free = letters.find(letter => !used.has(letter));
    if (!isOwn && free) node.set("LB", [...node.values("LB"), `${point}:${free}`]);
  } else if (old?.name !== tool) node.set(tool, [...node.values(tool), point]);
  app.refresh();
}

/** Deletes the node shown with all below it, which can be taken back. */
export function remove(app) {
  const { state } = app, { tree, node, node: { parent }, latest, began, phase, goesOn, result, count, clock, reviewed } = state;
  if (!parent) return;
  const place = parent.children.indexOf(node), position = tree.position(parent), wasReviewing = state.review !== null;
  // They may have lost some of their nodes.
  state.review = state.reviewed = null;
  const isOfGame = tree.path(latest).includes(node);
  tree.remove(node);
  if (isOfGame) app.play.standAt(parent);
  else app.go(parent);
  const rewound = state.clock;
  app.notices.offer(sentences([phrase`Deleted.`, wasReviewing && phrase`The review has been ended.`]), phrase`Undo`, () => {
    tree.putBack(node, place);
    // What was edited before it has made another position of each.
    if (tree.position(parent) !== position) state.forget(node);
    else if (!state.review) state.reviewed ??= reviewed;
    // Another game may have begun there meanwhile, by another clock.
    if (isOfGame && state.latest === parent && state.clock === rewound) {
      // A pause begins and ends by hand alone.
      Object.assign(state, { latest, began, phase: goesOn && state.goesOn ? state.phase : phase, count, clock });
      state.setResult(result);
    }
    app.go(node);
  }, "deletion");
}

/** Makes the way to the node shown the main line. */
export function promote(app) {
  const { state } = app;
  if (state.mode === "edit") rememberForUndo(app);
  state.tree.promote(state.node);
  app.refresh();
  app.notices.say(phrase`This is the main line now.`);
}

function setStone(app, index, color) {
  const { state } = app, { tree } = state;
  const before = state.position;
  const to = before.cells[index] === color ? EMPTY : color;
  if (before.cells[index] === to) return;
  const trial = before.withStones([[index, to]]);
  if (to !== EMPTY && trial.deadChain() !== null) {
    app.notices.say(phrase`A chain would have no liberty.`);
    return;
  }
  rememberForUndo(app);
  const node = setupNode(app), point = app.text(index);
  for (const name of ["AB", "AW", "AE"]) node.set(name, tree.points(node, name).filter(each => each !== index).map(app.text));
  const under = node.parent ? tree.position(node.parent).cells[index] : EMPTY;
  const name = to === EMPTY ? "AE" : to === BLACK ? "AB" : "AW";
  if (to !== under) node.set(name, [...node.values(name), point]);
  if (!node.has("PL")) node.set("PL", [letterOf(before.turn)]);
  showChanged(app, node);
  if (!node.parent) countHandicap(tree);
}

/** A record that counts other handicap stones than it has would get those back that were erased. */
function countHandicap(tree) {
  const { cells, turn } = tree.position(tree.root), stones = cells.filter(cell => cell === BLACK).length;
  const isHandicap = stones >= 2 && !cells.includes(WHITE) && turn === WHITE;
  tree.root.set("HA", isHandicap ? [`${stones}`] : []);
}
