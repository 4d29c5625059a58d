// Game records in the Smart Game Format, FF[4] (https://www.red-bean.com/sgf/): nodes, and how they are written. What is read
// is kept as it stands, unknown properties too, so that it can be written as it came.

/** A node: properties in their order, each a name and its values with their escapes. */
export class SgfNode {
  constructor(parent) {
    this.parent = parent;
    this.children = [];
    this.properties = [];
  }

  values(name) {
    const found = this.properties.find(property => property[0] === name);
    return found ? found[1] : [];
  }

  /** The values without their escapes. */
  texts(name) {
    return this.values(name).map(unescape);
  }

  text(name) {
    const [value = ""] = this.values(name);
    return unescape(value);
  }

  has(name) {
    return this.properties.some(property => property[0] === name);
  }

  /** Sets the values of a property; none takes it away. */
  set(name, values) {
    const found = this.properties.findIndex(property => property[0] === name);
    if (!values.length) {
      if (found >= 0) this.properties.splice(found, 1);
    } else if (found >= 0) this.properties[found][1] = values;
    else this.properties.push([name, values]);
  }

  setText(name, text) {
    this.set(name, text ? [escape(text)] : []);
  }
}

const escape = text => text.replace(/[\]\\]/g, "\\$&");
const unescape = value => value
  .replace(/\r\n?|\n\r?/g, "\n")
  // A break behind the sign is only for the eye.
  .replace(/\\(?:\n|([^]?))/g, "$1")
  .replace(/[\t\v\f]/g, " ");

/** A value that cannot stand in a record as it is: what it is read as, with all its escapes. */
export const mended = value => escape(unescape(value));

/** A node and all below it, parents first. */
export function* walk(root) {
  const open = [root];
  while (open.length) {
    const node = open.pop();
    yield node;
    for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]);
  }
}

/** The nodes of the main line. */
export function* mainLine(root) {
  for (let node = root; node; node = node.children[0]) yield node;
}

/** The record of a tree; `propertiesOf` tells what is written of a node, by default what it has. */
export function write(root, propertiesOf = node => node.properties) {
  const parts = ["("];
  // A number is as many closing brackets; so long lines need no recursion.
  const open = [root];
  while (open.length) {
    const next = open.pop();
    if (typeof next === "string") {
      parts.push(next);
      continue;
    }
    parts.push(";", ...propertiesOf(next).map(([name, values]) => name + values.map(value => `[${value}]`).join("")));
    const { children } = next;
    if (children.length === 1) open.push(children[0]);
    else for (let i = children.length - 1; i >= 0; i--) open.push(")", children[i], "\n(");
  }
  parts.push(")\n");
  return parts.join("");
}
