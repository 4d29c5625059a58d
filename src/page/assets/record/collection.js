// A collection, as SGF calls it: the games of a text that may hold several.

import { BLACK, WHITE, nameOf } from "../game/rules.js";
import { mainLine } from "./sgf.js";
import { gamesOf } from "./sgfread.js";
import { phrase } from "../page/language.js";
import { counted, listed, movesIn, sentences } from "../page/words.js";

/** So many games are read: a longer list nobody looks through. */
const MOST_GAMES = 1000;

/**
 * The games of a text as a list to choose from, each with its `root` and `words` that tell it from others; the last entry has no root
 * where more follows that is not read. Throws a sentence if the first game cannot be read. `options` are those of `gamesOf`.
 */
export function gamesIn(text, options) {
  const games = [];
  try {
    for (const root of gamesOf(text, options)) {
      if (games.length === MOST_GAMES) throw new Error(phrase`Only the first ${MOST_GAMES} games are read.`);
      games.push({ root, words: `${games.length + 1}. ${wordsOn(root)}` });
    }
  } catch ({ message }) {
    if (!games.length) throw new Error(message);
    games.push({ root: null, words: games.length === MOST_GAMES ? message : sentences([readWords(games.length), message]) });
  }
  return games;
}

const readWords = games => counted(games, phrase`Only the first 1 game could be read.`, phrase`Only the first ${games} games could be read.`);

/** Who plays, or how a problem begins, and what else tells a game from another one. */
export function wordsOn(root) {
  const text = name => [...root.text(name).trim().split("\n")[0].slice(0, 200)].slice(0, 60).join(""), [black, white] = [text("PB"), text("PW")];
  const names = black || white ? `${black || nameOf(BLACK)} – ${white || nameOf(WHITE)}` : text("C").replace(/[.。]$/, "");
  const moves = [...mainLine(root)].filter(node => node.has("B") || node.has("W")).length;
  return listed([names, ...["GN", "EV", "RE", "DT"].map(text), movesIn(moves)]);
}
