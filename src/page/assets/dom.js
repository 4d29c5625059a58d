// Making and finding elements.

const SVG = "http://www.w3.org/2000/svg";

/** An element of the page; attributes named `on…` are listeners. */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An element of a drawing. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

const LISTENERS = ["onclick", "onkeydown", "onpointerenter", "onpointerleave"];

/**
 * Makes the children of an element those given, but changes only what differs: what has the focus, or is being pressed
 * while something new comes in, stays what it was.
 */
export function show(parent, children) {
  const wanted = children.filter(child => child !== null && child !== undefined && child !== "");
  const old = [...parent.childNodes];
  wanted.forEach((child, i) => {
    const fresh = typeof child === "string" ? document.createTextNode(child) : child;
    if (!old[i]) parent.append(fresh);
    else if (old[i].nodeName !== fresh.nodeName) old[i].replaceWith(fresh);
    else if (fresh.nodeType === Node.TEXT_NODE) {
      if (old[i].data !== fresh.data) old[i].data = fresh.data;
    } else liken(old[i], fresh);
  });
  old.slice(wanted.length).forEach(child => child.remove());
}

function liken(old, fresh) {
  for (const listener of LISTENERS) if (old[listener] !== fresh[listener]) old[listener] = fresh[listener];
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  show(old, [...fresh.childNodes]);
}

/** Saves the text of a record as a file. */
export function save(record, name) {
  const href = URL.createObjectURL(new Blob([record], { type: "application/x-go-sgf" }));
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
}

export const $ = id => document.getElementById(id);

/** Shows how far the chosen line, if there is one, is stepped through. */
export function showStepper(chosen) {
  $("stepper").hidden = !chosen;
  if (!chosen) return;
  $("step-words").textContent = chosen.words;
  $("step-number").textContent = `${chosen.step} / ${chosen.moves.length}`;
  $("step-back").disabled = chosen.step <= 1;
  $("step-on").disabled = chosen.step >= chosen.moves.length;
}

/** Chances as one reads them: Black's, from 0 to 1. */
export const percent = share => `${(100 * share).toFixed(share > 0.995 || share < 0.005 ? 1 : 0)} %`;
export const score = lead => Math.abs(lead) < 0.05 ? "even" : `${lead < 0 ? "W" : "B"}+${Math.abs(lead).toFixed(1)}`;
/** Points lost. */
export const minus = points => points === Infinity ? "–" : points < 0.05 ? "0" : `−${points.toFixed(1)}`;
export const short = count => count < 1000 ? `${count}` : count < 1e6 ? `${(count / 1000).toFixed(count < 1e4 ? 1 : 0)}k` : `${(count / 1e6).toFixed(1)}M`;

/** How much was lost by a move, in five steps, and what they are called. The bounds are points, and shares of the chance to win. */
export const GRADES = [
  { points: 0.5, share: 0.01, name: "best", word: "good" },
  { points: 1.5, share: 0.03, name: "good", word: "fine" },
  { points: 3, share: 0.08, name: "slight", word: "inaccuracy" },
  { points: 6, share: 0.2, name: "doubtful", word: "mistake" },
  { points: Infinity, share: Infinity, name: "bad", word: "blunder" },
];

/** The grade of a loss; the milder one where points and chances disagree. */
export const gradeOf = ({ points, share }) => GRADES.find(grade => points < grade.points || share < grade.share) ?? GRADES[0];

const UNCLEAR = { name: "unclear", word: "perhaps a mistake" };

/** The grade of a loss that a review has judged: what it does not call a mistake is none, however much it seems. */
export function gradeOfVerdict({ points, share, kind }) {
  if (kind === "unclear") return UNCLEAR;
  const named = GRADES.find(grade => grade.name === kind);
  return named ?? GRADES.slice(0, 3).find(grade => points < grade.points || share < grade.share) ?? GRADES[2];
}
