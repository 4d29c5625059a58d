// What keys do outside of the board and of fields.

import { isField, keyOf } from "./page/dom.js";
import { remove } from "./play/edit.js";
import { candidates } from "./board/view.js";

/** What keys do while a variation is stepped through. */
const STEPPING = {
  ArrowLeft: app => app.variation.step(-1), ArrowRight: app => app.variation.step(1), Enter: app => app.variation.keep(),
  Escape: app => { app.variation.unchoose(); app.show(); },
};

/** Whether a key is one of these, and a variation is stepped through. */
export const isForVariation = ({ state }, key) => state.chosen !== null && Object.hasOwn(STEPPING, key);

/** Ctrl+Z takes back what can be, but in a field what was written there. */
function takeBack(app, event) {
  const isIt = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && keyOf(event).toLowerCase() === "z";
  if (!isIt || app.dialogs.isOpen || isField(event.target)) return;
  // The browser would take back what was written in the comment.
  event.preventDefault();
  if (app.notices.canTakeBack && !event.repeat) app.notices.takeBack();
}

/** An arrow on the modes: the next one is chosen, as in any group of radio buttons. Whether it was such an arrow. */
function chooseMode(app, { key, target }) {
  const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
  if (!way || !target.closest("[data-mode]")) return false;
  const modes = [...document.querySelectorAll("[data-mode]")];
  const next = modes.at((modes.indexOf(target.closest("[data-mode]")) + way) % modes.length);
  app.setMode(next.dataset.mode);
  next.focus();
  return true;
}

/** Leaves what has the focus, a field with what was written there, and takes the notice away. */
function leave(app) {
  document.activeElement?.blur();
  app.notices.hush();
}

export function press(app, event) {
  takeBack(app, event);
  if (event.ctrlKey || event.altKey || event.metaKey || app.dialogs.isOpen) return;
  const { target } = event, { state } = app, key = keyOf(event);
  if (isField(target) || target.closest("select")) {
    // While letters are composed to a word it means these.
    if (key === "Escape" && !event.isComposing) leave(app);
    return;
  }
  // Space and Enter press what has the focus.
  if ((event.key === " " || event.key === "Enter") && target.closest("button, summary, label, input, a")) return;
  if (chooseMode(app, event)) {
    event.preventDefault();
    return;
  }
  const stepping = isForVariation(app, key) && (() => STEPPING[key](app));
  const walking = stepping || {
    ArrowLeft: () => app.walking.walk(-1), ArrowRight: () => app.walking.walk(1), PageUp: () => app.walking.walk(-10), PageDown: () => app.walking.walk(10),
    Home: () => app.walking.walk(-Infinity), End: () => app.walking.walk(Infinity), ArrowUp: () => app.walking.toSibling(-1), ArrowDown: () => app.walking.toSibling(1),
    m: () => app.reviewing.toFault("after"), M: () => app.reviewing.toFault("before"), f: () => app.walking.toLandmark(1), F: () => app.walking.toLandmark(-1),
  }[key];
  // Only where one sees what they switch.
  const switching = state.mode === "analyse" && {
    " ": () => { state.live = !state.live; app.thinker.retry(); app.refresh(); }, t: () => app.toggle("owner"), b: () => app.toggle("moves"), r: () => app.toggleRegion(),
  }[key];
  const deleting = () => { if (state.mode !== "play") remove(app); };
  const act = walking || switching || {
    p: () => app.play.pass(), u: () => app.play.undo(), h: () => app.play.hint(), t: () => { if (state.isPlaying) app.toggle("estimate"); },
    a: () => app.setMode(state.mode === "analyse" ? "play" : "analyse"),
    c: () => app.toggle("coordinates"), "#": () => app.toggle("numbers"),
    g: () => app.dialogs.goTo(), w: () => app.walking.stroll(), n: () => app.dialogs.newGame(), o: () => app.files.choose(), s: () => app.files.save(), l: () => app.files.share(), "?": () => app.dialogs.help(),
    // Apple's laptops have Backspace alone, and call it delete.
    Delete: deleting, Backspace: deleting,
    Escape: () => leave(app),
    " ": () => {}, // The page stays where it is.
  }[key] || (/^[1-9]$/.test(key) && (() => {
    const found = candidates(state, 9)[Number(key) - 1];
    if (found && state.showsCandidates) app.variation.choose(found.index);
  }));
  if (!act) return;
  event.preventDefault();
  // Only the keys that walk repeat while they are held.
  if (walking || !event.repeat) act();
}
