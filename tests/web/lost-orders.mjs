// The page's own modules with a socket in which the server hangs up at each order, or says nothing. `browser.rs` runs it beside a
// copy of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine } from "./engine/engine.js";
import { parse } from "./record/sgfread.js";
import { State } from "./state/state.js";
import { Thinker } from "./engine/thinker.js";
import { GameTree } from "./game/tree.js";

globalThis.localStorage = { getItem: () => null };
/** What happens after a long silence. */
let endSilence = null;
// Nobody waits before connecting again.
globalThis.setTimeout = (act, wait) => {
  if (wait < 10000) return setImmediate(act);
  endSilence = act;
};
globalThis.clearTimeout = () => { endSilence = null; };
let orders = [], isDeaf = false;
/** What the clock shows beyond the true time, in milliseconds. */
let gone = 0;
const { performance } = globalThis, now = performance.now.bind(performance);
performance.now = () => now() + gone;
globalThis.WebSocket = class {
  constructor() {
    setImmediate(() => this.onmessage({ data: JSON.stringify({ hello: "Tengen" }) }));
  }
  close() {}
  send(text) {
    orders.push(JSON.parse(text));
    assert.ok(orders.length < 10, "it goes on for ever");
    if (isDeaf) return;
    setImmediate(() => this.onclose());
  }
};

/** Long enough for another try to be under way. */
const settle = async () => {
  for (let i = 0; i < 50; i++) await new Promise(done => setImmediate(done));
};

/** A page with nothing on it, and why its wishes failed. */
function page() {
  orders = [];
  isDeaf = false;
  gone = 0;
  const state = new State(), reasons = [];
  const engine = new Engine("", () => thinker.attend());
  const thinker = new Thinker(state, engine, { failed: reason => reasons.push(reason), changed() {} });
  return { state, engine, thinker, reasons };
}

/** Tengen has to move. */
function playTengen(state) {
  state.mode = "play";
  state.players = { 1: "tengen", 2: "person" };
}

test("an order that ends the connection is given twice, and again by hand", async () => {
  const { state, engine, thinker, reasons } = page();
  state.mode = "analyse";
  await settle();
  assert.deepEqual(orders.map(order => order.do), ["analyse", "analyse"]);
  assert.match(reasons.join(), /^The connection to Tengen ended twice/);
  assert.ok(engine.isOpen && thinker.hasFailed);

  thinker.retry();
  await settle();
  assert.equal(orders.length, 4);

  // Something else is tried too.
  playTengen(state);
  assert.ok(!thinker.hasFailed);
  thinker.attend();
  await settle();
  assert.deepEqual(orders.slice(4).map(order => order.do), ["think", "think"]);
});

test("who has chosen no time leaves it to the server", async () => {
  const { state, thinker } = page();
  playTengen(state);
  await settle();
  assert.equal(orders[0].do, "think");
  assert.ok(!("time" in orders[0]));
  state.time = 3;
  thinker.retry();
  await settle();
  assert.equal(orders.at(-1).time, 3);
});

test("an order that is stopped and given again within a moment is given once", async () => {
  const { state, thinker } = page();
  isDeaf = true;
  state.mode = "analyse";
  await settle();
  for (const isLive of [false, true]) {
    state.live = isLive;
    thinker.attend();
  }
  await settle();
  assert.deepEqual(orders.map(order => order.do), ["analyse", "stop", "analyse"]);
});

test("what was meant to hurry a move leaves the count alone, which is not done where it was stopped", async () => {
  const { state, engine, thinker } = page();
  isDeaf = true;
  state.mode = "play";
  state.phase = "counting";
  await settle();
  thinker.hurry();
  assert.deepEqual(orders.map(order => order.do), ["count"]);
  engine.socket.onmessage({ data: JSON.stringify({ id: orders[0].id, end: "stopped" }) });
  await settle();
  assert.deepEqual(orders.map(order => order.do), ["count", "count"]);
});

test("the game is described to the server alone", async () => {
  const { state, thinker } = page(), { tree } = state, describe = tree.describe.bind(tree);
  let times = 0;
  tree.describe = node => {
    times++;
    return describe(node);
  };
  isDeaf = true;
  state.mode = "analyse";
  await settle();
  for (let i = 0; i < 10; i++) thinker.attend();
  assert.deepEqual([orders.length, times], [1, 1]);
});

test("an order that has been carried out for long is given again however often the connection ends", async () => {
  const { state, engine, reasons } = page();
  isDeaf = true;
  state.mode = "analyse";
  await settle();
  /** What the server says of the order; the connection ends after it. */
  const say = (...messages) => {
    for (const message of messages) engine.socket.onmessage({ data: JSON.stringify({ id: orders.at(-1).id, ...message }) });
  };
  const report = { report: { turn: "B", visits: 9, winrate: 0.5, lead: 0, moves: [], ownership: "" } };
  for (let times = 1; times <= 3; times++) {
    say(report);
    gone += 100000;
    say(report);
    engine.socket.onclose();
    await settle();
    assert.deepEqual([orders.length, reasons.length], [times + 1, 0], "a laptop may sleep often");
  }
  // One that has only just begun, however long it waited, may be the reason.
  for (let times = 1; times <= 2; times++) {
    say({ waiting: true });
    gone += 100000;
    say({ waiting: true }, report);
    engine.socket.onclose();
    await settle();
  }
  assert.equal(reasons.length, 1);
});

test("a connection that swallows all is given up", async () => {
  const { state, engine } = page();
  isDeaf = true;
  playTengen(state);
  await settle();
  const { socket } = engine;
  assert.deepEqual(orders.map(order => order.do), ["think"]);
  endSilence();
  assert.ok(!engine.isOpen);
  await settle();
  assert.ok(engine.isOpen && engine.socket !== socket);
  assert.deepEqual(orders.map(order => order.do), ["think", "think"], "the order is given again");
  // A sign of life puts the end off.
  const before = endSilence;
  engine.socket.onmessage({ data: JSON.stringify({ alive: true }) });
  assert.ok(endSilence && endSilence !== before);
});

test("a move with which a record begins is taught as any other", async () => {
  const { state } = page();
  isDeaf = true;
  state.options.teaching = true;
  state.reset(new GameTree(parse("(;SZ[9]KM[7]B[ee])")));
  await settle();
  assert.deepEqual(orders.map(order => [order.do, order.game.moves]), [["analyse", ""]], "first the position before it");
});
