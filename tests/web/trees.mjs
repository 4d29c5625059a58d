// What the page makes of records and addresses. `tests/web/browser.rs` runs it beside a copy of the page's modules.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readLink } from "./record/link.js";
import { marksOf } from "./board/marks.js";
import { write } from "./record/sgf.js";
import { gamesOf } from "./record/sgfread.js";
import { GameTree } from "./game/tree.js";

/** The tree of a record. */
function treeOf(text) {
  const places = new Map(), [root] = gamesOf(text, { places });
  return GameTree.ofRecord(root, text, places);
}

test("a record with a move in its root begins before that move", () => {
  const tree = treeOf("(;SZ[9]KM[7]C[Before.]B[ee]AB[aa]C[After.](;W[cc])(;W[gc]))"), [start, first] = tree.mainLine();
  assert.equal(write(tree.root), "(;SZ[9]KM[7]C[Before.]AB[aa];B[ee]C[After.]\n(;W[cc])\n(;W[gc]))\n");
  assert.deepEqual(tree.moved(first.children[1]), [start, first, first.children[1]]);
  assert.equal(tree.describe(first.children[0]).moves, "Bee Wcc");
});

test("a root that says nothing keeps its variations", () => {
  for (const text of ["(;(;B[aa])(;B[bb];W[cc]))", "(;;\n(;\n(;B[aa])(;B[bb])))"]) assert.equal([...gamesOf(text)].length, 1, text);
  const record = write(treeOf("(;B[pd](;W[dp])(;W[aa]))").root), again = treeOf(record);
  assert.equal(write(again.root), record);
  assert.equal(treeOf("(;(;B[aa])(;B[bb]))").root.children.length, 2);
});

test("a stone that a record sets up twice is one", () => {
  assert.ok(!treeOf("(;SZ[9]AB[ab][ab])").hasHandicap);
  assert.ok(treeOf("(;SZ[9]AB[ab:ac])").hasHandicap);
});

test("an address is read along its line once", () => {
  const { path } = GameTree.prototype;
  let times = 0;
  GameTree.prototype.path = function (node) {
    times++;
    return path.call(this, node);
  };
  for (const [at, number] of [["", 300], ["&at=200", 200], ["&at=0", 0], ["&at=301", 300], ["&at=x", 300]]) {
    times = 0;
    const { tree, node } = readLink(`size=9${at}&moves=${"--".repeat(300)}`);
    assert.ok(times < 10, `${times} ways from the root to a node`);
    assert.equal(tree.number(node), number, at);
    assert.equal(tree.line(tree.root).length, 301);
  }
  GameTree.prototype.path = path;
});

test("what an address cannot be played to the end for is told by what one sees", () => {
  const doubt = moves => readLink(`size=9x7&moves=${moves}`).doubt;
  assert.equal(doubt("eecchg"), null);
  assert.equal(doubt("eecchhdd"), "The link ends before move 3, which is off the board.");
  assert.equal(doubt("!ja"), "The link ends before move 1, which is off the board.");
  assert.equal(doubt("eeee"), "The link ends before E3, which the rules forbid.");
});

test("a label is no mark, whatever it says", () => {
  const tree = treeOf("(;SZ[9]MA[aa]LB[bb:MA])");
  assert.deepEqual([...marksOf(tree, tree.root)], [[0, { name: "MA" }], [10, { name: "LB", text: "MA" }]]);
});
