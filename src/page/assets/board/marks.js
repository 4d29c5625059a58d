// What a record has drawn on a position.

/** Marks on points. */
export const MARKS = ["TR", "SQ", "CR", "MA", "SL"];

/** The point of a text; undefined if it is none of the board. */
const pointOf = (tree, text) => tree.points({ values: () => [text] })[0];

/** The marks of a node, by point: `{ name, text }`, the text of labels alone. */
export function marksOf(tree, node) {
  const marks = new Map();
  for (const name of MARKS) for (const index of tree.points(node, name)) marks.set(index, { name });
  for (const value of node.texts("LB")) {
    const index = pointOf(tree, value.slice(0, 2)), text = value.slice(3);
    if (index !== undefined && text) marks.set(index, { name: "LB", text });
  }
  return marks;
}

/** The arrows and lines of a node: `{ from, to, isArrow }`. */
export function linesOf(tree, node) {
  const lines = name => node.values(name).map(value => value.split(":").map(text => pointOf(tree, text)))
    .map(([from, to]) => ({ from, to, isArrow: name === "AR" }));
  return [...lines("AR"), ...lines("LN")].filter(({ from, to }) => from !== undefined && to !== undefined);
}

/** The points that are dimmed, and those out of view. Both hold for the nodes below too, until one says something else. */
export function dimmedOf(tree, node) {
  const last = name => {
    const teller = tree.path(node).findLast(each => each.has(name));
    return new Set(teller ? tree.points(teller, name) : []);
  };
  const dimmed = last("DD"), viewed = last("VW");
  if (viewed.size) for (let index = 0; index < tree.width * tree.height; index++) if (!viewed.has(index)) dimmed.add(index);
  return dimmed;
}
