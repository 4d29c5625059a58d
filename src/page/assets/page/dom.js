// Making and finding elements.

const SVG = "http://www.w3.org/2000/svg";

/** An element of the page; attributes named `on…` are listeners, and those named `aria-…` are told as words where they are true. */
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
    else if (value === true) element.setAttribute(name, name.startsWith("aria-") ? "true" : "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

/** A button with a word for what it does, by which `show` tells it from others. */
export const button = (word, act, attributes = {}) => el("button", { onclick: act, "data-act": word, ...attributes }, word);

const LISTENERS = ["onclick", "onpointerenter", "onpointerleave"];

/** Whether one element can become the other: a button that does something else is another one, so that a late click or key misses it. */
const isAlike = (old, fresh) => old.nodeName === fresh.nodeName && old.dataset?.act === fresh.dataset?.act;

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
    else if (!isAlike(old[i], fresh)) old[i].replaceWith(fresh);
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

/** The key that was pressed, by its place on the keyboard where its letter is not a Latin one. */
export function keyOf({ key, code, shiftKey }) {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (!letter || !/^[^\0-\x7f]+$/.test(key) || /\p{Script=Latin}/u.test(key)) return key;
  return shiftKey ? letter : letter.toLowerCase();
}

/** Whether something is, or is in, a field in which one writes. */
export const isField = target => Boolean(target.closest?.("input:not([type=checkbox]), textarea"));

/** What the server says: it speaks English whatever the page does. */
export const english = text => el("span", { lang: "en" }, text);

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
