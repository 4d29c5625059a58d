// What a review has said of a move, as records have it. `src/tools/review/record.rs` writes the same.

import { BLACK, PASS } from "../game/rules.js";
import { SgfNode } from "./sgf.js";
import { score } from "../page/words.js";

/** The moves of a line that are worth writing down. */
const LONGEST_LINE = 12;
/** What the classes of verdicts are in records: a doubtful move has no value. */
const MARKS = { bad: ["BM", "2"], doubtful: ["BM", "1"], unclear: ["DO", ""] };

/** What an earlier review has put at the end of a comment. */
const EARLIER = /(^|\n\n)Black \d+\.\d %, [^\n]*(\n[^\n]*; better was [^\n]*)?$/;

/** The properties of a node, with the verdict on its move if there is one. */
export function judged(tree, node) {
  const { verdict, evaluation } = node;
  if (!verdict || !evaluation) return node.properties;
  const copy = new SgfNode(null), comment = node.text("C"), [mark, value] = MARKS[verdict.kind] ?? [];
  // Marks that somebody else has set stay where the review has none.
  const replaced = mark || EARLIER.test(comment) ? ["BM", "DO", "V"] : ["V"];
  copy.properties = node.properties.filter(([name]) => !replaced.includes(name)).map(property => [...property]);
  copy.setText("C", [comment.replace(EARLIER, ""), wordsOn(tree, node)].filter(Boolean).join("\n\n"));
  // No negative zero.
  copy.set("V", [(Math.round(10 * evaluation.lead) / 10 + 0).toFixed(1)]);
  if (mark) copy.set(mark, [value]);
  return copy.properties;
}

/** The value of the position, what the move cost, and what was better: in English, which the next review finds again. */
function wordsOn(tree, node) {
  const { verdict: { share, points, error, kind, better }, evaluation } = node, { color, index } = tree.moveOf(node);
  const name = index => index === PASS ? "pass" : tree.vertex(index);
  const value = `Black ${(100 * evaluation.winrate).toFixed(1)} %, ${score(evaluation.lead, "even")}`;
  if (!better.length) return value;
  const chance = error === null ? "" : ` (± ${(100 * error).toFixed(1)})`;
  const cost = `${color === BLACK ? "Black" : "White"} ${name(index)} ${kind === "unclear" ? "may lose" : "loses"} ${(100 * share).toFixed(1)} %${chance} and ${points.toFixed(1)} points`;
  return `${value}\n${cost}; better was ${better.slice(0, LONGEST_LINE).map(name).join(" ")}`;
}
