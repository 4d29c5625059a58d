// Clocks of the two players. The words of time systems are those of the GTP command kata-time_settings.

import { opponent } from "./rules.js";
import { phrase } from "../page/language.js";

/** The systems that can be chosen, what they need in seconds and numbers, and what stands in brackets behind a time. */
export const SYSTEMS = {
  none: { name: phrase`No clock`, fields: [] },
  absolute: { name: phrase`Sudden death`, fields: ["main"] },
  fischer: { name: phrase`Fischer`, fields: ["main", "increment"] },
  byoyomi: { name: phrase`Byo-yomi`, fields: ["main", "period", "periods"], counted: phrase`In brackets: periods left` },
  canadian: { name: phrase`Canadian`, fields: ["main", "period", "stones"], counted: phrase`In brackets: moves left in this period` },
};

export class Clock {
  /** `system` is a key of SYSTEMS; `main`, `period`, `increment` in seconds. */
  constructor(settings) {
    this.settings = settings;
    this.left = [null, this.#start(), this.#start()];
    this.running = null;
    this.since = 0;
  }

  get isOn() {
    return this.settings.system !== "none";
  }

  #start() {
    const { system, main, period, periods, stones } = this.settings;
    // Without main time the overtime begins at once.
    if (!(main > 0) && system === "byoyomi") return { time: period, stones: periods };
    if (!(main > 0) && system === "canadian") return { time: period, stones };
    return { time: main, stones: 0 };
  }

  /** Whether a system has anything after the main time. */
  static hasOvertime(system) {
    return system === "byoyomi" || system === "canadian";
  }

  /** The clock of a player runs. */
  start(color, now = performance.now()) {
    if (!this.isOn || this.running === color) return;
    this.running = color;
    this.since = now;
  }

  /** Nobody's clock runs; the one that has run is charged. */
  stop(now = performance.now()) {
    if (!this.running) return;
    const { time, stones } = this.now(this.running, now);
    this.left[this.running] = { time, stones };
    this.running = null;
  }

  /** What a player has left at this moment: `{ time, stones, lost }`. */
  now(color, now = performance.now()) {
    const left = this.left[color];
    if (this.running !== color) return { ...left, lost: false };
    return this.#after(left, (now - this.since) / 1000);
  }

  #after({ time, stones }, spent) {
    const { system, period, periods, stones: inPeriod } = this.settings;
    if (spent <= time) return { time: time - spent, stones, lost: false };
    const over = spent - time;
    // In no period it would be main time, with all of the overtime behind it.
    const lost = { time: 0, stones: Clock.hasOvertime(system) ? 1 : 0, lost: true };
    if (system === "byoyomi") {
      // Leaving the main time is the first period; each one used up costs one.
      const left = stones === 0 ? periods : stones - 1;
      const used = Math.floor(over / period);
      return left - used >= 1 ? { time: period - (over - used * period), stones: left - used, lost: false } : lost;
    }
    if (system === "canadian" && stones === 0 && over <= period) return { time: period - over, stones: inPeriod, lost: false };
    return lost;
  }

  /** Whether a time is that of the last period. */
  #isLast({ stones }) {
    return this.settings.system === "byoyomi" && stones === 1;
  }

  /** Whether little of a time is left: ten seconds, or a third of what each period has, as long as another one follows. */
  isLow(left) {
    const { system, period } = this.settings;
    return left.time < (Clock.hasOvertime(system) && !this.#isLast(left) ? Math.min(10, period / 3) : 10);
  }

  /** A time as the clock shows it. */
  text(left) {
    const whole = secondsOf(left), { stones } = left;
    const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60, seconds = whole % 60;
    const two = number => String(number).padStart(2, "0");
    const text = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
    return stones && whole ? `${text} (${this.#isLast(left) ? phrase`last` : stones})` : text;
  }

  /** A move has been made: the mover's clock is charged and the other one runs. */
  press(color, now = performance.now()) {
    if (!this.isOn) return;
    const { system, period, increment, stones: inPeriod } = this.settings;
    const { time, stones } = this.now(color, now);
    let left = { time, stones };
    if (system === "fischer") left.time += increment;
    if (system === "byoyomi" && stones > 0) left.time = period;
    if (system === "canadian" && stones > 0) left = stones > 1 ? { time, stones: stones - 1 } : { time: period, stones: inPeriod };
    this.left[color] = left;
    this.running = opponent(color);
    this.since = now;
  }

  /** What the engine needs to know of a player's clock. */
  describe(color) {
    const { system, main, period, increment, periods, stones } = this.settings;
    const words = {
      absolute: `absolute ${main}`, fischer: `fischer ${main} ${increment}`, byoyomi: `byoyomi ${main} ${period} ${periods}`,
      canadian: `canadian ${main} ${period} ${stones}`,
    }[system];
    const left = this.now(color);
    return { system: words, time: left.time, stones: left.stones };
  }

  /** What must be kept to go on later. */
  save() {
    const now = performance.now();
    return { settings: this.settings, left: [null, this.now(1, now), this.now(2, now)], running: this.running };
  }

  static restore(saved) {
    const clock = new Clock(saved.settings);
    clock.left = saved.left;
    if (saved.running) clock.start(saved.running);
    return clock;
  }
}

/** The seconds that a clock shows of a time. */
export const secondsOf = ({ time }) => Math.max(0, Math.ceil(time - 0.05));

/** What a record's root says of the clock: the main time, and what comes after it in words. */
export function tellClock(root, { system, main, period, periods, stones, increment }) {
  const overtime = { byoyomi: `${periods}x${period} byo-yomi`, canadian: `${stones}/${period} Canadian`, fischer: `fischer ${increment}` }[system];
  root.set("TM", system === "none" ? [] : [`${main}`]);
  root.setText("OT", overtime ?? "");
}
