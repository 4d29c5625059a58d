// How much was lost by a move, in steps that have names and colors.

import { phrase } from "../page/language.js";

/** Five steps, and what they are called. The bounds are points, and shares of the chance to win. */
export const GRADES = [
  { points: 0.5, share: 0.01, name: "best", word: phrase`good` },
  { points: 1.5, share: 0.03, name: "good", word: phrase`fine` },
  { points: 3, share: 0.08, name: "slight", word: phrase`inaccuracy` },
  { points: 6, share: 0.2, name: "doubtful", word: phrase`mistake` },
  { points: Infinity, share: Infinity, name: "bad", word: phrase`blunder` },
];

const UNCLEAR = { name: "unclear", word: phrase`perhaps a mistake` };
/** That of a move of which too little is known. */
export const UNKNOWN = { name: "unclear", word: phrase`not clear yet` };

/** Where chances are nearer to 0 or 1 than this the game is decided: they tell nothing of moves any more. */
const DECIDED = 0.05;
/** What a point counts for there, as a share of the chances; `src/review/mod.rs` has the same. */
const SHARE_OF_A_POINT = 0.08 / 6;

/** Whether points alone tell what a move is worth, with this chance to win. */
export const isDecided = winrate => winrate < DECIDED || winrate > 1 - DECIDED;

/** What a loss costs as a share of the chances; `winrate` is that of the better move, whoever's. */
export const costOf = ({ points, share, winrate }) => isDecided(winrate) ? Math.max(share, points * SHARE_OF_A_POINT) : share;

const isWithin = lost => ({ points, share }) => lost.points < points || costOf(lost) < share;

/** The grade of a loss; the milder one where points and chances disagree. */
export const gradeOf = lost => lost.points === Infinity ? UNKNOWN : GRADES.find(isWithin(lost));

/** The grade of a loss that a review has judged: what it does not call a mistake is none, however much it seems. */
export function gradeOfVerdict(verdict) {
  if (verdict.kind === "unclear") return UNCLEAR;
  const named = GRADES.find(({ name }) => name === verdict.kind);
  return named ?? GRADES.slice(0, 3).find(isWithin(verdict)) ?? GRADES[2];
}

/** Whether a grade is that of a move that loses something worth a word; where there is none it is not. */
export const isLoss = grade => Boolean(grade) && !["best", "good"].includes(grade.name);

/** Whether a grade is that of a mistake or a blunder; where there is none it is not. */
export const isCostly = grade => ["doubtful", "bad"].includes(grade?.name);
