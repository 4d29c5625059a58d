// Fields of a form.

import { el } from "./dom.js";
import { komiOf } from "./komi.js";

/** A field with its name before it, and perhaps a note behind it. */
export const row = (name, field, note = null) => el("div", { class: "row" }, el("label", { for: field.id }, name), field, note);

/** Radio buttons: each of the options has a value and what is written on it. */
export const choices = (legend, name, options, value) => el("fieldset", {}, el("div", { class: "row" }, el("legend", {}, legend), el("div", { class: "choices" },
  ...options.map(([key, text]) => el("label", {}, el("input", { type: "radio", name, value: key, checked: key === value }), el("span", {}, text))))));

/** A list of such options. */
export const select = (id, options, value, name = id) =>
  el("select", { id, name }, ...options.map(([key, text]) => el("option", { value: key, selected: `${key}` === `${value}` }, text)));

export const number = (id, value, more = {}) => el("input", { type: "number", id, name: id, value, ...more });

/** A field for komi. One for numbers would not do: where the language has a decimal point, browsers make 65 of `6,5`. */
export const komiField = (id, value, more = {}) => el("input", {
  type: "text", id, name: id, value, ...more,
  oninput: ({ target }) => target.setCustomValidity(target.value && komiOf(target.value) === null ? "Whole or half points, such as 6.5" : ""),
});
