// Which game is on the board: another one takes its place, and the one before can be had back.

import { BLACK, EMPTY, WHITE, fixedHandicap, parsePoint } from "../game/rules.js";
import { Clock, tellClock } from "../game/clock.js";
import { $, english } from "../page/dom.js";
import { phrase } from "../page/language.js";
import { komiOf, usualKomi } from "../game/komi.js";
import { tengenAt } from "../game/levels.js";
import { sidesOf } from "../dialogs/newgame.js";
import { readLink } from "../record/link.js";
import { walk, write } from "../record/sgf.js";
import { parse } from "../record/sgfread.js";
import { GameTree } from "../game/tree.js";
import { counted, sentences } from "../page/words.js";

/** What a record says of its own game, and not of another one that begins at a position of it. */
const OF_ONE_GAME = ["RE", "EV", "RO", "PC", "GN", "BT", "WT", "BR", "WR"];

/** Who plays which color, as chosen in New game. */
function whoPlays({ color }) {
  const own = color === "random" ? (Math.random() < 0.5 ? "black" : "white") : color;
  const player = name => [name, "both"].includes(own) ? "person" : "tengen";
  return { [BLACK]: player("black"), [WHITE]: player("white") };
}

/** Has a record tell who plays, and when; `own` is the person's name. Who plays both sides has none: each program has its own words for colors. */
function tellPlayers(root, { color, level }, players, own) {
  for (const [who, name] of [[BLACK, "PB"], [WHITE, "PW"]])
    root.setText(name, color === "both" ? "" : players[who] === "tengen" ? tengenAt(level) : own);
  root.set("DT", [today()]);
}

/** The day as records have it. */
export const today = (now = new Date()) =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(number => `${number}`.padStart(2, "0")).join("-");

const clockOf = ({ system, main, period, periods, stones, increment }) => new Clock({ system, main, period, periods, stones, increment });

const roomFor = stones => counted(stones, phrase`The board has room for 1 handicap stone.`, phrase`The board has room for ${stones} handicap stones.`);

export class Games {
  constructor(app) {
    this.app = app;
    /** The game that was on the board before this one. */
    this.before = null;
    // A change that was kept meanwhile may have put its own address in the place of the new one.
    addEventListener("hashchange", ({ newURL }) => this.#follow(new URL(newURL).hash.slice(1)));
  }

  /** Begins a game as chosen in New game. */
  async begin(chosen) {
    const [width, height] = sidesOf(chosen.size), { rules } = chosen;
    let handicap = fixedHandicap(width, height, chosen.handicap);
    if (chosen.handicap > handicap.length) {
      handicap = await this.#findHandicap(width, height, chosen.handicap);
      if (!handicap) return;
    }
    const komi = komiOf(chosen.komi) ?? usualKomi(rules, handicap.length > 0);
    const tree = GameTree.start({ width, height, rules, komi, handicap });
    const doubt = handicap.length < chosen.handicap ? roomFor(handicap.length) : null;
    this.#play(tree, tree.root, chosen, doubt);
  }

  /** The points that Tengen finds for so many stones where the standard has none; null if there are none to be had, or another game has come meanwhile. */
  async #findHandicap(width, height, stones) {
    const { app, app: { state } } = this, { tree: left } = state;
    const answer = await app.engine.ask({ do: "handicap", size: [width, height], stones });
    if (state.tree !== left) return null;
    if (answer.points === undefined) {
      app.notices.say(answer.error ? english(answer.error) : phrase`Tengen does not answer.`);
      return null;
    }
    // A board of one point has none to spare.
    return answer.points.split(" ").filter(Boolean).map(point => parsePoint(point, width, height));
  }

  /** Whether another game could begin from the position shown: it is more than the empty board of a start. */
  get canBeginHere() {
    const { node, position } = this.app.state;
    return node.parent !== null || position.cells.some(cell => cell !== EMPTY);
  }

  /** Begins a game as chosen from the position shown, in a copy of the tree that has it: a record stays what it was. */
  beginHere(chosen) {
    const { tree: { root }, node } = this.app.state, place = [...walk(root)].indexOf(node);
    const tree = new GameTree(parse(write(root)));
    for (const name of OF_ONE_GAME) tree.root.set(name, []);
    this.#play(tree, [...walk(tree.root)][place], chosen);
  }

  /** Has a game played that begins at a node; `doubt` is told of it, if there is any. */
  #play(tree, node, chosen, doubt = null) {
    const { state } = this.app, players = whoPlays(chosen), clock = clockOf(chosen);
    tellPlayers(tree.root, chosen, players, state.ownName);
    tellClock(tree.root, clock.settings);
    this.replace(isAnother => {
      state.reset(tree, { node, latest: node, began: node, players, level: chosen.level, time: chosen.time, clock });
      state.mode = "play";
      return sentences([isAnother && phrase`A new game.`, doubt]);
    });
  }

  /** Has another game take the place of this one, which can be had back. `begin` hears whether there is one, makes it so and returns what to say of it, if anything. */
  replace(begin) {
    const { app: { kept, notices, state } } = this;
    // What was done last waits to be kept.
    kept.save();
    const left = state.leave(), words = begin(left !== null);
    this.enter();
    if (left) {
      this.before = left;
      notices.offer(words, phrase`Back to the game before`, () => this.takeBefore(), "game");
    } else if (words) notices.say(words);
  }

  /** Takes up the game that was on the board before this one, which can be had back in its turn. */
  takeBefore() {
    const { before } = this;
    this.before = null;
    this.replace(() => {
      this.app.state.takeUp(before);
      return phrase`The game before is open.`;
    });
  }

  /** Takes up a game that was played earlier; an older version may have kept it otherwise. */
  takeEarlier(kept) {
    const { app } = this;
    try {
      this.replace(() => {
        app.kept.takeEarlier(kept);
        return phrase`The earlier game is open.`;
      });
    } catch {
      app.notices.say(phrase`This game cannot be read any more.`);
      app.refresh();
    }
  }

  /** Opens the game of an address. */
  #follow(address) {
    const { state } = this.app, linked = readLink(address);
    if (!linked) return;
    this.replace(() => {
      state.open(linked);
      return sentences([phrase`The game of the address is open.`, state.doubt]);
    });
  }

  /** Shows another game. */
  enter() {
    const { app } = this;
    app.unchoose();
    app.walking.stroll(false);
    app.notices.clear();
    app.kept.use();
    $("panel").scrollTop = 0;
    app.go(app.state.node);
  }
}
