// Numbers and lists as one reads them.

import { BLACK } from "../game/rules.js";
import { phrase } from "./language.js";

/** The chance of a player where Black's is this one. */
export const chanceOf = (color, winrate) => color === BLACK ? winrate : 1 - winrate;
/** Black's chances, from 0 to 1. */
export const percent = share => `${(100 * share).toFixed(share > 0.995 || share < 0.005 ? 1 : 0)} %`;
export const score = (lead, even = phrase`even`) => Math.abs(lead) < 0.05 ? even : `${lead < 0 ? "W" : "B"}+${Math.abs(lead).toFixed(1)}`;
/** Of two texts the one for this number: `1 move`, `2 moves`. */
export const counted = (number, one, more) => number === 1 ? one : more;
export const movesIn = number => counted(number, phrase`1 move`, phrase`${number} moves`);
/** Points lost. */
export const minus = points => points === Infinity ? "?" : points < 0.05 ? "0" : `−${points.toFixed(1)}`;
export const short = count => count < 1000 ? `${count}` : count < 1e6 ? `${(count / 1000).toFixed(count < 1e4 ? 1 : 0)}k` : `${(count / 1e6).toFixed(1)}M`;
/** Those of some words that are there, after each other. */
export const listed = words => words.filter(Boolean).join(phrase`, `);
/** The same of sentences. */
export const sentences = parts => parts.filter(Boolean).join(phrase` `);
