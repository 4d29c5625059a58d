// The buttons for what can be done now.

import { $, button, show } from "../page/dom.js";
import { phrase } from "../page/language.js";
import { promote, remove } from "../play/edit.js";

/** Shows the buttons for what can be done now. */
export function showActions(app) {
  const ofMode = { play: inPlay, analyse: inAnalyse, edit: inEdit }[app.state.mode];
  show($("actions"), [...another(app), ...ofMode(app)].filter(Boolean));
}

/** Another go, where the engine has failed or an analysis has ended by itself. */
function another(app) {
  const { thinker } = app, retry = () => { thinker.retry(); app.refresh(); };
  return [
    thinker.hasFailed && button(phrase`Try again`, retry, { class: "strong" }),
    thinker.hasRested && button(phrase`Go on`, retry, { class: "strong", title: phrase`Analyse for another quarter of an hour` }),
  ];
}

function inPlay(app) {
  const { state } = app;
  if (state.phase === "paused") return [button(phrase`Go on`, event => app.play.resume(event), { class: "strong" })];
  if (state.phase === "over") return afterwards(app);
  if (!state.isLatest) return whileLooking(app);
  return state.phase === "counting" ? whileCounting(app) : whilePlaying(app);
}

/** A button that is gone once it has been pressed, as the game goes on or ends with it. */
const leaving = (app, word, act, attributes) => button(word, ({ detail }) => {
  act();
  app.leaveButton(detail === 0);
}, attributes);

/** Where a person looks at another position than that of the game. */
function whileLooking(app) {
  const { state, play } = app;
  return [state.began && leaving(app, phrase`Back to the game`, () => play.back(), { class: "strong" }), againstTengen(app), fromHere(app), pause(app)];
}

function whileCounting(app) {
  const { state: { count }, play } = app;
  return [
    leaving(app, phrase`Agree`, () => play.agree(), { class: "strong", disabled: !count || count.isOld }),
    leaving(app, phrase`Play on`, () => play.playOn(), { title: phrase`Take the passes back: dead stones are to be captured` }),
    undo(app),
  ];
}

/** Where the game is over. */
function afterwards(app) {
  const { state, play } = app;
  return [
    button(phrase`New game`, () => app.dialogs.newGame(), { class: "strong" }),
    state.person && button(phrase`Again, at level ${play.nextLevel}`, event => play.again(event), { title: phrase`The same once more, one level up after a win, one down after a loss` }),
    button(phrase`Review`, () => app.reviewing.start()),
    state.isLatest ? undo(app) : fromHere(app),
  ];
}

function whilePlaying(app) {
  const { state, play, thinker } = app, disabled = state.actor !== "person";
  return [
    againstTengen(app),
    undo(app),
    button(phrase`Hint`, () => play.hint(), { title: phrase`What would Tengen play? (h)`, disabled, "aria-pressed": `${state.hint === state.node}` }),
    pass(app, disabled),
    button(phrase`Resign`, () => play.resign(), { disabled: play.resigner === null }),
    pause(app),
    // It comes last: who is late for it presses nothing else.
    thinker.isThinking && button(phrase`Move now`, () => thinker.hurry(), { title: phrase`End the thinking` }),
  ];
}

function inAnalyse(app) {
  const { state, reviewing } = app;
  return [
    button(state.reviewed ? phrase`Review again` : phrase`Review`, () => reviewing.start(), { title: phrase`Review the whole game`, disabled: reviewing.isEmpty || state.review !== null }),
    ...changes(app),
    state.review && button(phrase`End the review`, () => reviewing.end()),
    // They come last: what has the focus stays where it is when the first costly move is found.
    ...mistakes(reviewing),
  ];
}

function inEdit(app) {
  const { notices } = app;
  return [button(phrase`Undo`, () => notices.takeBack(), { title: phrase`Take the last change back (Ctrl+Z)`, disabled: !notices.canTakeBack }), ...changes(app)];
}

/** What changes a record. */
function changes(app) {
  const { state: { node, tree } } = app;
  return [
    pass(app),
    button(phrase`Delete`, () => remove(app), { title: phrase`Delete this move and what follows (Delete)`, disabled: !node.parent }),
    button(phrase`Main line`, () => promote(app), { title: phrase`Make this the main line`, disabled: tree.isMain(node) }),
  ];
}

/** The ways to the costly moves of the present line, if there are any. */
function mistakes(reviewing) {
  const { before, here, after } = reviewing.faults();
  if (!before && !here && !after) return [];
  return [
    button(phrase`Previous mistake`, () => reviewing.toFault("before"), { title: phrase`The costly move before (M)`, disabled: !before }),
    button(phrase`Next mistake`, () => reviewing.toFault("after"), { title: phrase`The next costly move (m)`, disabled: !after }),
  ];
}

const pass = ({ play }, disabled = false) => button(phrase`Pass`, () => play.pass(), { title: phrase`Pass (p)`, disabled });

const undo = ({ play }) => button(phrase`Undo`, () => play.undo(), { title: phrase`Take your last move back (u)`, disabled: play.beforeOwn === null });

const fromHere = app => {
  const { state, play } = app;
  return leaving(app, phrase`Play from here`, () => play.fromHere(), { title: state.isOfRecord ? phrase`Both sides, in a copy of the record` : phrase`What came after it becomes a variation` });
};

/** What a record has and a game that was begun here has not. */
const againstTengen = ({ state, dialogs }) =>
  state.isRecord && button(phrase`Play Tengen`, () => dialogs.newGame(true), { class: "strong", title: phrase`From here, in a copy of the record` });

/** What a game by clock has. */
const pause = ({ state, play }) =>
  state.clock.isOn && state.isPlaying && button(phrase`Pause`, event => play.pause(event), { title: phrase`The clocks rest until you go on` });
