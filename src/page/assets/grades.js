// How much was lost by a move, in steps that have names and colors.

/** Five steps, and what they are called. The bounds are points, and shares of the chance to win. */
export const GRADES = [
  { points: 0.5, share: 0.01, name: "best", word: "good" },
  { points: 1.5, share: 0.03, name: "good", word: "fine" },
  { points: 3, share: 0.08, name: "slight", word: "inaccuracy" },
  { points: 6, share: 0.2, name: "doubtful", word: "mistake" },
  { points: Infinity, share: Infinity, name: "bad", word: "blunder" },
];

const UNCLEAR = { name: "unclear", word: "perhaps a mistake" };
/** That of a move of which too little is known. */
const UNKNOWN = { name: "unclear", word: "not clear yet" };

/** The grade of a loss; the milder one where points and chances disagree. */
export function gradeOf({ points, share }) {
  if (points === Infinity) return UNKNOWN;
  return GRADES.find(grade => points < grade.points || share < grade.share);
}

/** The grade of a loss that a review has judged: what it does not call a mistake is none, however much it seems. */
export function gradeOfVerdict({ points, share, kind }) {
  if (kind === "unclear") return UNCLEAR;
  const named = GRADES.find(grade => grade.name === kind);
  return named ?? GRADES.slice(0, 3).find(grade => points < grade.points || share < grade.share) ?? GRADES[2];
}

/** Whether a grade is that of a mistake or a blunder; where there is none it is not. */
export const isCostly = grade => ["doubtful", "bad"].includes(grade?.name);
