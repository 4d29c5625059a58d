// What levels are like.

import { phrase } from "../page/language.js";
import { listed } from "../page/words.js";

/** All that Tengen can. */
export const MOST_LEVEL = 20;

/** What the levels up to a number do. */
const KINDS = [
  [1, phrase`the weakest, overlooks many moves`], [4, phrase`overlooks many moves`], [8, phrase`overlooks some moves`], [12, phrase`plays what looks right`], [15, phrase`reads a few moves ahead`], [19, phrase`reads a lot`],
  [MOST_LEVEL, phrase`all that Tengen can`],
];

/** The kyu that the levels from 1 on have roughly on 19×19; those above have dan. docs/play.md says how they were estimated. */
const KYU = [16, 15, 13, 12, 11, 9, 8, 7, 6, 5, 4, 3, 2, 1];
/** From this side on boards have the ranks of 19×19. Of smaller ones nobody knows what a level is in ranks, … */
const LEAST_RANKED = 16;
/** … but only which of them is as strong as GNU Go, up to this side. */
const LIKE_GNU_GO = [[10, 6], [LEAST_RANKED - 1, 7]];

/** What a level is like on a board of these sides. */
export function levelWords(level, [width, height]) {
  const side = Math.min(width, height), kyu = KYU[level - 1], rank = kyu ? phrase`about ${kyu} kyu` : phrase`of dan rank`;
  if (side >= LEAST_RANKED) return phrase`${rank} – roughly, from games with GNU Go; no level has played people`;
  const [, words] = KINDS.find(([most]) => level <= most), [, likeGnuGo] = LIKE_GNU_GO.find(([most]) => side <= most) ?? [];
  return listed([words, level === likeGnuGo && phrase`as strong as GNU Go`, phrase`on 19×19 ${rank}`]);
}

/** What records call Tengen. */
export const tengenAt = level => phrase`Tengen (level ${level})`;

/** The level that is meant by a text or a number, whatever it is. */
export const levelFrom = (named, usual) => Math.max(1, Math.min(MOST_LEVEL, Math.round(Number(named)) || usual));
