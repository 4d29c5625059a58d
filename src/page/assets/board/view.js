// What the board shows of a position: marks, candidates, territory, a variation.

import { BLACK, PASS, WHITE, coloured, nameOf, numbersOf, ownersOf, played } from "../game/rules.js";
import { lossOf } from "../state/evaluation.js";
import { gradeOf, isCostly, isDecided, isLoss } from "../state/grades.js";
import { dimmedOf, linesOf, marksOf } from "./marks.js";
import { phrase } from "../page/language.js";
import { chanceOf, listed, minus, percent, sentences, short } from "../page/words.js";

/** A move is worth showing with this share of the visits of the best one. */
const WORTH_SHOWING = 0.02;
/** The most candidates on the board, in an analysis and in a hint. */
const MOST_ON_BOARD = 12, MOST_IN_HINT = 3;

/** What the board shows of the present position, and of a variation if there is a `line`. */
export function viewOf(state, line) {
  const { tree, node, options } = state, isAnalysis = state.mode === "analyse";
  const move = tree.moveOf(node);
  const view = {
    last: move ? move.index : PASS, marks: marksOf(tree, node), lines: linesOf(tree, node), dimmed: dimmedOf(tree, node), turn: ghost(state), label: label(state, move),
    numbers: options.numbers ? numbers(state) : null, lost: isAnalysis ? state.grade(node) : null, ownership: state.showsOwner ? state.found?.ownership : null,
    frame: state.lookedAt?.frame,
  };
  if (state.countShown) addCount(view, state);
  else if (state.showsCandidates && state.found?.ownership) addEvaluation(view, state);
  if (isAnalysis && options.moves && !line) {
    addBetter(view, state);
    view.next = nextMoves(state).filter(({ index }) => index !== PASS);
  }
  if (line) addVariation(view, state, line);
  return view;
}

/** The moves worth showing here, the best first; none where all that was kept of a search is its value. */
export function candidates(state, most = MOST_ON_BOARD) {
  const { found: evaluation } = state;
  if (!evaluation?.ownership) return [];
  const [best] = evaluation.moves;
  return evaluation.moves.filter(found => found.visits >= best.visits * WORTH_SHOWING).slice(0, most);
}

/** The candidates on the board: those that an analysis shows unless they are switched off, and the three best of a hint. */
export function drawn(state) {
  const { mode, options } = state, isShown = mode === "analyse" ? options.moves : state.hint === state.node;
  return isShown ? candidates(state, mode === "analyse" ? MOST_ON_BOARD : MOST_IN_HINT) : [];
}

/** What the game and its variations go on with here: `{ index, isWalked }`, the latter of the move that the arrows go to. */
export function nextMoves({ tree, node }) {
  const next = node.children.length ? tree.next(node) : null;
  return node.children.filter(child => tree.moveOf(child)).map(child => ({ index: tree.moveOf(child).index, isWalked: child === next }));
}

/** What a candidate loses against the best one, which itself loses nothing however little is known of it. */
export function lostBy(state, best, found) {
  return found === best ? { points: 0, share: 0 } : lossOf(best, found, state.found.turn);
}

function addCount(view, { tree, countShown }) {
  view.dead = new Set(countShown.dead.map(point => tree.point(point)));
  view.ownership = ownersOf(countShown.owners);
}

function addEvaluation(view, state) {
  const { options, found: evaluation } = state, isAnalysis = state.mode === "analyse";
  view.candidates = drawn(state).map(found => candidate(state, found)).reverse();
  if (options.policy && isAnalysis) view.policy = new Map(evaluation.moves.map(found => [found.index, found.prior]));
}

/** Where the last move was a mistake, what would have been better. */
function addBetter(view, state) {
  const { node, position } = state, best = node.verdict?.better[0] ?? node.parent?.evaluation?.moves[0]?.index;
  if (!isCostly(state.grade(node)) || best === undefined || position.cells[best]) return;
  if (!view.candidates?.some(({ index }) => index === best)) view.best = best;
}

function addVariation(view, { tree, position }, line) {
  view.variation = coloured(line.moves.slice(0, line.step), line.turn);
  view.board = played(line.node ? tree.position(line.node) : position, view.variation);
}

/** The color of the stone that would be set. */
function ghost(state) {
  if (state.mode === "edit") return { black: BLACK, white: WHITE, moves: state.turn }[state.tool] ?? null;
  if (state.mode === "analyse") return state.region?.isOpen ? null : state.turn;
  return state.actor === "person" ? state.turn : null;
}

function label({ tree, position }, move) {
  return sentences([
    phrase`Board, ${tree.width} by ${tree.height}.`, move && phrase`Last move: ${nameOf(move.color)} ${tree.vertex(move.index)}.`, phrase`${nameOf(position.turn)} to play.`,
  ]);
}

/** The node shown in words, for those who listen: its move, what it took, which of several it is, and what is to be read or seen there. */
export function wordsOf(state) {
  const { tree, node, node: { parent } } = state, move = tree.moveOf(node);
  const what = move ? `${nameOf(move.color)} ${tree.vertex(move.index)}` : parent ? phrase`Set-up` : phrase`Start`, taken = move ? tree.taken(node) : 0;
  const words = [listed([what, taken && phrase`${taken} taken`])], name = node.text("N");
  if (parent?.children.length > 1) words.push(phrase`${parent.children.indexOf(node) + 1} of ${parent.children.length} variations`);
  const grade = state.mode === "analyse" ? state.grade(node) : null;
  if (isLoss(grade)) words.push(grade.word);
  if (name) words.push(name);
  if (node.children.length > 1) words.push(phrase`${node.children.length} variations follow`);
  if (node.has("C")) words.push(phrase`comment`);
  return words.join("; ");
}

function numbers({ tree, node, position }) {
  const moves = tree.path(node).map(each => tree.moveOf(each)).filter(Boolean);
  return numbersOf(moves.map(({ index }) => index), position);
}

/** What the numbers on moves are, where the best one has this chance to win: chances tell nothing where the game is decided. */
const labelFor = ({ options: { label } }, { winrate }) => label !== "automatic" ? label : isDecided(winrate) ? "points" : "winrate";

/** A candidate as the board draws it. */
function candidate(state, found) {
  const { turn, moves: [best] } = state.found, { index, visits, winrate } = found, lost = lostBy(state, best, found);
  const texts = {
    winrate: [percent(chanceOf(turn, winrate)).replace(" %", ""), short(visits)],
    points: [minus(lost.points), short(visits)],
    visits: [short(visits), ""],
  }[labelFor(state, best)];
  return { index, grade: gradeOf(lost).name, texts, isBest: found === best, isChosen: state.chosen?.index === index };
}
