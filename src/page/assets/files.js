// Records in and out: by file, by dropping, by pasting. Nothing leaves the browser.

import { BLACK, WHITE } from "./game/rules.js";
import { $, isField, save } from "./page/dom.js";
import { isEnglish, phrase } from "./page/language.js";
import { GameTree } from "./game/tree.js";
import { MOST_BYTES } from "./record/sgfread.js";
import { decode } from "./record/encoding.js";
import { gamesIn } from "./record/collection.js";
import { judged } from "./record/judged.js";
import { readLink } from "./record/link.js";
import { today } from "./play/games.js";
import { write } from "./record/sgf.js";
import { movesIn, sentences } from "./page/words.js";

/** Whether a text is dragged to where texts are written. */
const isForField = ({ target, dataTransfer }) => isField(target) && !dataTransfer.types.includes("Files");

/** What is to be said where a link has fewer prisoners than the position shown. */
const lostPrisoners = ({ tree, node }, { position: { captures } }) =>
  `${tree.position(node).captures}` === `${captures}` ? null : phrase`The prisoners taken before stones were set up are left out.`;

/** What is wrong with a file, or with a text that has no name. Behind a colon English goes on in small letters. */
function faultIn(name, { message }) {
  if (!name) return message;
  return `${name}: ${isEnglish ? message[0].toLowerCase() : message[0]}${message.slice(1)}`;
}

const COPIED = phrase`The record is copied as SGF.`;

export class Files {
  constructor(app) {
    this.app = app;
    $("file").addEventListener("change", async event => {
      const [file] = event.target.files;
      event.target.value = "";
      if (file) await this.take(file);
    });
    addEventListener("dragover", event => {
      const isElsewhere = isForField(event);
      $("drop").hidden = isElsewhere || app.dialogs.isOpen;
      if (!isElsewhere) event.preventDefault();
    });
    addEventListener("dragleave", event => {
      if (!event.relatedTarget) $("drop").hidden = true;
    });
    addEventListener("drop", event => {
      if (isForField(event)) return;
      event.preventDefault();
      $("drop").hidden = true;
      // A game does not change behind a question.
      if (app.dialogs.isOpen) return;
      const [file] = event.dataTransfer.files;
      if (file) this.take(file);
      else if (event.dataTransfer.getData("text")) this.open(event.dataTransfer.getData("text"));
    });
    addEventListener("paste", event => {
      if (app.dialogs.isOpen || isField(event.target)) return;
      const text = event.clipboardData.getData("text");
      if (text.trim()) this.open(text);
    });
    // Ctrl+C, or whatever means it, where nothing else is to be copied. A double click beside words selects a line break alone.
    addEventListener("copy", event => {
      if (app.dialogs.isOpen || isField(event.target) || `${getSelection()}`.trim()) return;
      event.preventDefault();
      event.clipboardData.setData("text/plain", this.record);
      app.notices.say(COPIED);
    });
  }

  choose() {
    $("file").click();
  }

  async take(file) {
    if (file.size > MOST_BYTES) {
      this.app.notices.say(phrase`${file.name} is larger than ${MOST_BYTES >> 20} MB: that is no record of a game.`);
      return;
    }
    try {
      const { text, isGuess } = decode(new Uint8Array(await file.arrayBuffer()));
      this.open(text, file.name, isGuess);
    } catch (fault) {
      this.app.notices.say(faultIn(file.name, fault));
    }
  }

  /** Shows the game of a record, of several the one that is chosen; says what is wrong with it otherwise, and changes nothing. `isGuess` is what `decode` said of it. */
  async open(text, name = "", isGuess = false) {
    const { app } = this;
    try {
      const places = new Map(), games = gamesIn(text, { places, isGuess });
      const game = games.length > 1 ? await app.dialogs.choose(phrase`Which game?`, games) : games[0];
      if (game) this.#show(GameTree.ofRecord(game.root, text, places));
    } catch (fault) {
      app.notices.say(faultIn(name, fault));
    }
  }

  #show(tree) {
    const { app, app: { state } } = this;
    app.games.replace(() => {
      const line = tree.line(tree.root);
      state.reset(tree, { began: null, isRecord: true, players: { [BLACK]: "person", [WHITE]: "person" }, level: state.level });
      state.mode = "analyse";
      const moves = line.filter(node => tree.moveOf(node)).length;
      const doubts = tree.doubts(), advice = line.length > 1 && phrase`Walk through them with the arrows.`;
      return sentences([phrase`${movesIn(moves)}.`, ...doubts.length ? doubts : [advice]]);
    });
  }

  /** The game with all its variations, and what a review has said of it. */
  get record() {
    const { tree } = this.app.state;
    // Whatever the record came in, it is written in UTF-8.
    tree.root.set("CA", ["UTF-8"]);
    return write(tree.root, node => judged(tree, node));
  }

  save() {
    const { root } = this.app.state.tree;
    const clean = text => text.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
    const said = names => names.map(name => clean(root.text(name))).filter(Boolean);
    // A problem or a lesson has no players.
    const players = said(["PB", "PW"]), names = [...said(["DT"]), ...(players.length ? players : said(["GN", "EV"]))];
    save(this.record, `${names.join("_") || `game_${today()}`}.sgf`);
  }

  async copy() {
    const { app, record } = this;
    try {
      await navigator.clipboard.writeText(record);
      app.notices.say(COPIED);
    } catch {
      // Over a connection that is not encrypted browsers have no clipboard for pages; most copy all the same what `copy` hears of.
      getSelection().removeAllRanges();
      if (!document.execCommand("copy")) app.dialogs.text(phrase`The record, to be copied by hand`, record);
    }
  }

  async share() {
    const { app, app: { state } } = this, { link } = state, linked = readLink(link);
    app.kept.save();
    if (!linked) {
      app.notices.say(phrase`The game is too long for a link: save it as a file.`);
      return;
    }
    const doubt = linked.doubt ?? lostPrisoners(linked, state);
    const say = words => app.notices.say(sentences([words, doubt]));
    try {
      await navigator.clipboard.writeText(new URL(`#${link}`, location.href).href);
      say(phrase`The link to this position is copied.`);
    } catch {
      const isShown = location.hash === `#${link}`;
      say(isShown ? phrase`The link to this position is in the address bar.` : phrase`The link cannot be copied now: try again in a minute.`);
    }
  }
}
