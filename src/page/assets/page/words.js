// Numbers as one reads them.

import { BLACK } from "../game/rules.js";

/** The chance of a player where Black's is this one. */
export const chanceOf = (color, winrate) => color === BLACK ? winrate : 1 - winrate;
/** Black's chances, from 0 to 1. */
export const percent = share => `${(100 * share).toFixed(share > 0.995 || share < 0.005 ? 1 : 0)} %`;
export const score = lead => Math.abs(lead) < 0.05 ? "even" : `${lead < 0 ? "W" : "B"}+${Math.abs(lead).toFixed(1)}`;
/** `1 move`, `2 moves`. */
export const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
/** Points lost. */
export const minus = points => points === Infinity ? "?" : points < 0.05 ? "0" : `−${points.toFixed(1)}`;
export const short = count => count < 1000 ? `${count}` : count < 1e6 ? `${(count / 1000).toFixed(count < 1e4 ? 1 : 0)}k` : `${(count / 1e6).toFixed(1)}M`;
