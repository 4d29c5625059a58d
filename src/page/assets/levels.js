// What levels are like.

/** All that Tengen can. */
export const MOST_LEVEL = 20;

/** What the levels up to a number do. */
const KINDS = [
  [1, "for a first game"], [4, "a beginner"], [8, "knows the basics"], [12, "plays what looks right"], [15, "reads a few moves ahead"], [19, "reads a lot"],
  [MOST_LEVEL, "all that Tengen can"],
];

/** The kyu that the levels from 1 on have roughly, by the side of the board; those above have dan. docs/play.md says how they were estimated. */
const KYU = {
  9: [11, 10, 9, 8, 7, 7, 6, 5, 4, 3, 2, 2, 1],
  13: [14, 13, 11, 10, 9, 8, 7, 5, 4, 3, 2, 2, 1],
  19: [16, 15, 13, 12, 11, 9, 8, 7, 6, 5, 4, 3, 2, 1],
};

/** The rank of a level on a board, or on the one of the three that is nearest. */
function rankOf(level, [width, height]) {
  const side = (width + height) / 2, [nearest] = Object.keys(KYU).sort((a, b) => Math.abs(a - side) - Math.abs(b - side));
  const kyu = KYU[nearest][level - 1];
  return kyu ? `about ${kyu} kyu` : "of dan rank";
}

/** What a level is like on a board of these sides. */
export function levelWords(level, sides) {
  const [, words] = KINDS.find(([most]) => level <= most);
  return `${words}, ${rankOf(level, sides)}`;
}

/** The level that is meant by a text or a number, whatever it is. */
export const levelFrom = (named, usual) => Math.max(1, Math.min(MOST_LEVEL, Math.round(Number(named)) || usual));
