// What is kept of games in the browser: that of this window, so that a reload loses nothing, and those played last in any window.

import { Clock } from "../game/clock.js";
import { valueOf } from "./evaluation.js";
import { GameTree } from "../game/tree.js";
import { readLink } from "../record/link.js";
import * as sgf from "../record/sgf.js";
import { parse } from "../record/sgfread.js";
import { MODES } from "./state.js";
import { read, write } from "./storage.js";

/** The game of this window. */
const SAVED = "tengen";
/** The game that was played last, in whatever window: for who opens the page anew. */
const LAST = "tengen-last";
/** Those before it, the last first: so many, none with more letters than that. */
const EARLIER = "tengen-games", MOST_EARLIER = 10, MOST_LETTERS = 200000;
/** Which window with a game was used last, of so many games. */
const USED = "tengen-used", MOST_USED = 10;
/** Of games with more nodes no evaluations are kept: a browser has no room for so many. */
const MOST_EVALUATIONS = 2000;

export class Kept {
  constructor(state) {
    this.state = state;
    /** Tells this window from others. */
    this.window = Math.random();
    /** What this window has kept last, as far as it was played. */
    this.last = null;
  }

  /** This window is used now. */
  use() {
    const { [this.state.game]: _, ...others } = read("localStorage", USED) ?? {};
    const kept = Object.entries(others).filter(([, window]) => window !== this.window).slice(1 - MOST_USED);
    write("localStorage", USED, JSON.stringify(Object.fromEntries([...kept, [this.state.game, this.window]])));
  }

  /** Whether this window is to be heard: not where another one that has the same game was used after it. */
  get isHeard() {
    const last = read("localStorage", USED)?.[this.state.game];
    return last === undefined || last === this.window;
  }

  /**
   * Keeps everything, and makes the address that of the position; whether there was room for it. A page that is left keeps its
   * address: where it is loaded again, the browser has asked for that one already.
   */
  save() {
    setAddress(this.state.link);
    return this.saveOnLeaving();
  }

  /** The same as the page is left: its address stays as it is. */
  saveOnLeaving() {
    const { state } = this;
    const kept = describe(state), text = JSON.stringify(kept), played = playedOf(kept);
    // Where nothing was done since, another window may have the last game; where it is still this one, its clock has run on.
    const last = read("localStorage", LAST);
    if (!state.isBlank && (played !== this.last || played === playedOf(last ?? {}))) {
      if (last?.nodes && last.game !== state.game && last.record !== kept.record) this.#keepEarlier(last);
      write("localStorage", LAST, text);
    }
    this.last = played;
    return write("sessionStorage", SAVED, text);
  }

  /** Whether a reload would have the game as it is now. */
  get isKept() {
    return this.save() && read("sessionStorage", SAVED)?.game === this.state.game;
  }

  /** Puts a game before the others that are kept, if it was played here: records have files of their own. */
  #keepEarlier(last) {
    const nodes = last.nodes.map(({ evaluation, ...node }) => node), kept = { ...last, nodes };
    if (last.isOfLink || last.began === null || JSON.stringify(kept).length > MOST_LETTERS) return;
    const others = this.earlier.filter(({ game }) => game !== last.game);
    const games = [kept, ...others].slice(0, MOST_EARLIER);
    // Where there is no room for all of them, the oldest go.
    while (!write("localStorage", EARLIER, JSON.stringify(games)) && games.length) games.pop();
  }

  /** The games that outlast their windows, without this one, the last first. */
  get earlier() {
    const last = read("localStorage", LAST), games = read("localStorage", EARLIER);
    const others = (Array.isArray(games) ? games : []).filter(kept => kept?.game !== last?.game);
    return [last, ...others].filter(kept => kept?.record && kept.game !== this.state.game);
  }

  /** Takes up what was kept, or what the address says; false if there is neither. */
  restore() {
    const address = location.hash.slice(1), kept = this.#keptFor(address);
    if (kept) {
      try {
        this.#take(kept);
        // In another language the person may be called otherwise.
        if (kept.isCalled) this.state.callPerson();
        return true;
      } catch { /* What an older version kept. */ }
    }
    const linked = readLink(address);
    if (linked) this.state.open(linked);
    return linked !== null;
  }

  /** What was kept of the game of an address: by this window, or by another one that has gone. An empty address is that of any game of this window,
      and so is one that is loaded again: it may have changed while it was on its way. */
  #keptFor(address) {
    const own = read("sessionStorage", SAVED), isReload = performance.getEntriesByType("navigation")[0]?.type === "reload";
    if (own) return isReload || address === "" || address === own.link ? own : null;
    const last = address === "" ? null : read("localStorage", LAST);
    return last?.link === address ? last : null;
  }

  /** Takes up one of the earlier games, which is the last one now, be nothing done in it. */
  takeEarlier(kept) {
    this.#take(kept);
    this.last = null;
  }

  #take(kept) {
    this.last = playedOf(kept);
    takeUp(this.state, kept);
  }
}

/** All that is kept of the game on the board. */
function describe(state) {
  const { tree: { root }, reviewed, review } = state, nodes = [...sgf.walk(root)], places = new Map(nodes.map((node, place) => [node, place]));
  // A node that was deleted has no place.
  const placesOf = list => list.map(node => places.get(node) ?? -1);
  const record = sgf.write(root);
  return {
    game: state.game, link: location.hash.slice(1), record, at: places.get(state.node), latest: places.get(state.latest), began: places.get(state.began) ?? null, isRecord: state.isRecord,
    nodes: nodes.map(({ children, walked, evaluation, verdict, left, resultBefore }) => ({
      walked: children.indexOf(walked), verdict, left, resultBefore, evaluation: nodes.length <= MOST_EVALUATIONS ? valueOf(evaluation) : undefined,
    })),
    mode: state.mode, players: state.players, level: state.level, time: state.time, clock: state.clock.save(), count: state.count,
    reviewed: reviewed && { players: reviewed.players, nodes: placesOf(reviewed.nodes) },
    review: review && placesOf(review.nodes),
    isCalled: state.person !== null && state.tree.name(state.person) === state.ownName,
    phase: state.phase, disputed: places.get(state.disputed), live: state.live, isOfLink: record === state.ofLink,
  };
}

/** Has the board take up what `describe` has kept. */
function takeUp(state, kept) {
  const tree = new GameTree(parse(kept.record)), nodes = [...sgf.walk(tree.root)];
  // Until version 0.24.0 the root could have a move, which now has a node of its own.
  const added = nodes.length - kept.nodes.length, own = [...Array(added).fill({ walked: 0 }), ...kept.nodes], at = place => place < 0 ? undefined : nodes[place + added];
  nodes.forEach((node, i) => Object.assign(node, own[i], { walked: node.children[own[i].walked] }));
  const { players, level, time } = kept;
  state.reset(tree, { node: at(kept.at) ?? tree.root, latest: at(kept.latest) ?? at(kept.at), began: at(kept.began ?? NaN) ?? null, isRecord: kept.isRecord ?? false, players, level, time, clock: Clock.restore(kept.clock) });
  const { reviewed, review } = kept, areThere = places => places?.every(place => at(place));
  if (areThere(reviewed?.nodes)) state.reviewed = { players: reviewed.players, nodes: reviewed.nodes.map(at) };
  // A review that went on begins again.
  if (areThere(review)) state.beginReview(review.map(at));
  const { game = state.game, mode, phase, count, live } = kept;
  // A later version may have had more to do with it.
  Object.assign(state, { game, mode: MODES.includes(mode) ? mode : "analyse", phase, count, live, ofLink: kept.isOfLink ? kept.record : null, disputed: at(kept.disputed) ?? null });
}

/** What is kept of a game as far as it was played or looked at: clocks run, and searches go on, by themselves. */
function playedOf({ clock, nodes, ...played }) {
  return JSON.stringify(played);
}

/** Makes the address end with this. Safari allows so many changes in a while, and throws beyond them: then a later one has to do. */
function setAddress(link) {
  if (location.hash.slice(1) === link) return;
  try { history.replaceState(null, "", `#${link}`); } catch { /* what is kept has the old one */ }
}
