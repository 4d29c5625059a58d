// The rules by their names: as the server knows them, as one reads them, as records have them.

import { phrase } from "../page/language.js";

/** The rules that can be chosen: the server's names, and how one reads them. */
export const RULES = [
  ["chinese", phrase`Chinese`], ["japanese", phrase`Japanese`], ["korean", phrase`Korean`], ["aga", "AGA"], ["new-zealand", phrase`New Zealand`],
  ["tromp-taylor", "Tromp–Taylor"],
];
/** The same of rules that come with records alone. */
const OTHERS = [
  ["ing", "Ing"], ["bga", "BGA"], ["cgos", "CGOS"], ["chinese-ogs", phrase`Chinese (OGS)`], ["chinese-kgs", phrase`Chinese (KGS)`],
  ["ancient-territory", phrase`Ancient territory`], ["stone-scoring", phrase`Stone scoring`],
];

/** Rules without a name, by their parts: as KataGo and Tengen write them, and as the server reads them. */
const PARTS = /^ko(SIMPLE|POSITIONAL|SITUATIONAL)score(AREA|TERRITORY)tax(NONE|SEKI|ALL)sui[01](whb(0|N-1|N))?(fpok[01])?$/;
const KOS = { SIMPLE: phrase`simple ko`, POSITIONAL: phrase`positional superko`, SITUATIONAL: phrase`situational superko` };

/** The name of rules as one reads it. */
export function rulesTitle(rules) {
  const [, title] = [...RULES, ...OTHERS].find(([name]) => name === rules) ?? [];
  if (title) return title;
  const [, ko, scoring] = PARTS.exec(rules) ?? [];
  if (!ko) return rules;
  return scoring === "AREA" ? phrase`Area (${KOS[ko]})` : phrase`Territory (${KOS[ko]})`;
}

/** The names that records have, without what is between their words, and the server's. */
const NAMES = {
  ...Object.fromEntries([...RULES, ...OTHERS].map(([name]) => [name.replaceAll("-", ""), name])),
  ogs: "chinese-ogs", ancientarea: "stone-scoring", french: "aga", agabutton: "aga", nz: "new-zealand", goe: "ing",
};
/** So many words at most make a name. */
const LONGEST_NAME = 2;

/** Rules, and the countries where they are played, or who made them, as records write these. `src/game/sgf/header.rs` has the same. */
const COUNTRIES = [
  ["chinese", /^(China|CHN|CN|中国|中國)(?![A-Za-z0-9])/i], ["japanese", /^(Japan|JPN|JP|日本)(?![A-Za-z0-9])/i],
  ["korean", /^(Korea|KOR|KR|韩国|韓国|韓國|한국|대한민국)(?![A-Za-z0-9])/i], ["ing", /^(应氏|應氏)(?![A-Za-z0-9])/],
];

/** The rules that a record names, alone or before more words; null if they are not known. */
export function knownRules(text) {
  // Of what Tengen has no rule for it takes the nearest, as the server does where it reads records.
  const parts = text.trim().replace(/^koSPIGHT/, "koSITUATIONAL").replace(/button[01]/, "");
  if (PARTS.test(parts)) return parts;
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  for (let count = LONGEST_NAME; count > 0; count--) {
    const name = words.slice(0, count).join("");
    if (Object.hasOwn(NAMES, name)) return NAMES[name];
  }
  const [ofCountry = null] = COUNTRIES.find(([, country]) => country.test(text.trim())) ?? [];
  return ofCountry;
}

/** The same; Chinese ones where they are not known. */
export const rulesName = text => knownRules(text) ?? "chinese";
