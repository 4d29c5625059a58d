// Komi: what is usual, and what a record says.

/** The rules that count territory: the server's names, and a part of rules without one. */
const TERRITORY = /^(japanese|korean|ancient-territory)$|scoreTERRITORY/;
/** Komi beyond it is none. */
const MOST_KOMI = 1000;

/** Points for White where nobody names a komi, as `Rules::usual_komi` has it in `src/game/rules/mod.rs`. */
export const usualKomi = (rules, hasHandicap) => {
  if (hasHandicap) return 0.5;
  if (rules === "new-zealand") return 7;
  return TERRITORY.test(rules) ? 6.5 : 7.5;
};

/** Komi as records have it: with a decimal comma, with words behind (半 is a half); null if it is none. */
export function komiOf(text) {
  const [, number, words] = /^\s*([+-]?[\d.,]+)([\p{L}\s]*)$/u.exec(text) ?? [];
  const amount = Number((number ?? "").replace(",", ".") || NaN);
  const half = words?.includes("半") ? 0.5 : 0, komi = komiInPoints(amount + (amount < 0 ? -half : half));
  return Math.abs(komi) <= MOST_KOMI && Number.isInteger(komi * 2) ? komi + 0 : null;
}

/**
 * Chinese records have komi in stones of both colours, or in hundredths of stones or points; other komi is returned as it is.
 * `src/game/komi.rs` has the same.
 */
function komiInPoints(komi) {
  return { 275: 5.5, 2.75: 5.5, 325: 6.5, 3.25: 6.5, 350: 7, 375: 7.5, 3.75: 7.5, 550: 5.5, 650: 6.5, 700: 7, 750: 7.5 }[komi] ?? komi;
}
