// Fields of a form.

import { el } from "../page/dom.js";
import { phrase } from "../page/language.js";
import { komiOf } from "../game/komi.js";

/** A field with its name before it, and perhaps a note behind it. */
export const row = (name, field, note = null) => el("div", { class: "row" }, el("label", { for: field.id }, name), field, note);

/** Radio buttons: each of the options has a value and what is written on it. */
export const choices = (legend, name, options, value) => el("fieldset", {}, el("div", { class: "row" }, el("legend", {}, legend), el("div", { class: "choices" },
  ...options.map(([key, text]) => el("label", {}, el("input", { type: "radio", name, value: key, checked: key === value }), el("span", {}, text))))));

/** A list of such options, each of which may have a language of its own behind them. */
export const select = (id, options, value, name = id) =>
  el("select", { id, name }, ...options.map(([key, text, lang]) => el("option", { value: key, lang, selected: `${key}` === `${value}` }, text)));

export const number = (id, value, more = {}) => el("input", { type: "number", id, name: id, value, ...more });

/** What is meant where a number is entered: keyboards of East Asia give `６。５`, and `−` is a minus too. */
export const plain = text => text.normalize("NFKC").replace("。", ".").replace("−", "-").trim();

/** A field that takes only a text for which `faultIn` has no words. Nothing is wrong with an empty one. */
export function textField(id, value, faultIn, more = {}) {
  const judge = () => field.setCustomValidity((field.value && faultIn(plain(field.value))) || "");
  const field = el("input", { type: "text", id, name: id, value, oninput: judge, ...more });
  judge();
  return field;
}

/** Whether a komi is what it says: in records 325 is 6.5, and words may follow. Who writes `1,000` means no decimal comma. */
const isPlainKomi = text => !/,\d{3}/.test(text) && komiOf(text) === Number(text.replace(",", "."));

/** A field for komi. One for numbers would not do: where the language has a decimal point, browsers make 65 of `6,5`. */
export const komiField = (id, value, more = {}) =>
  textField(id, value, text => isPlainKomi(text) ? null : phrase`Whole or half points, such as 6.5`, more);
