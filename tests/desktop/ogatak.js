// Ogatak's engine, query, node and record modules with Tengen.
// node ogatak.js OGATAK/src PROGRAM GAME.sgf [NETWORK]

"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { until } = require("./waiting.js");

const [sources, program, record, network] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ogatak-"));
const own = name => require(path.resolve(sources, "modules", name));

// What Electron and the windows are to these modules.
const load = Module._load;
Module._load = (name, ...rest) => name === "electron" ? { ipcRenderer: { on() {}, send() {} } } : load(name, ...rest);
global.user_data_path = folder;
own("config_io").load();
Object.assign(global.config, own("config_io").defaults);
const alerts = [], received = [], nodes = [];
global.alert = text => alerts.push(`${text}`);
global.stderrbox = { receive() {}, show() {}, hide() {} };
// As its window does: a node keeps what is said of it, and compares its own hash of the position.
global.hub = {
  receive_object: object => {
    received.push(object);
    if (!own("utils").valid_analysis_object(object)) return;
    nodes.find(node => object.id.startsWith(`${node.id}:`))?.receive_analysis(object);
  },
};

// It wants three files; the built-in network judges where the network's is none.
const [settings, nothing] = ["empty.cfg", "none.bin"].map(name => path.join(folder, name));
fs.writeFileSync(settings, "");
fs.writeFileSync(nothing, "");

async function main() {
  const engine = own("engine")();
  engine.setup(path.resolve(program), settings, network ?? nothing);
  await until(() => engine.received_version, "a version");
  console.log(`version ${engine.version.join(".")}`);

  const { valid_analysis_object } = own("utils");
  for (let node = own("load_sgf")(fs.readFileSync(record)).get_roots()[0]; node; node = node.children[0]) nodes.push(node);
  // Ogatak passes over the others: a report of a first visit tells of no move.
  const about = n => received.filter(object => valid_analysis_object(object) && object.id.startsWith(`${nodes[n].id}:`));
  const tell = (n, object) => {
    const [best] = object.moveInfos;
    console.log(`  after move ${n}: ${object.rootInfo.visits} visits, ${best.move} ${(100 * best.winrate).toFixed(1)} % ${best.scoreLead.toFixed(1)}`);
  };
  const follow = async n => {
    const begun = Date.now();
    engine.analyse(nodes[n]);
    tell(n, await until(() => about(n)[0], `a report after move ${n}`));
    console.log(`  the first report came after ${Date.now() - begun} ms`);
  };
  await follow(20);
  await follow(40);
  await until(() => about(40).length > 3, "more reports");

  engine.halt();
  await until(() => received.find(object => object.action === "terminate" && object.id.includes(`${nodes[40].id}:`)), "an echo");
  await until(() => about(40).find(object => !object.isDuringSearch), "the end of what was halted");
  console.log("halted");
  for (let n = 41; n < 46; n++) {
    engine.analyse(nodes[n], 50);
    tell(n, await until(() => about(n).find(object => !object.isDuringSearch), `the end after move ${n}`));
    engine.running = engine.desired = null;
  }

  let end = null;
  engine.exe.on("exit", code => { end = { code }; });
  engine.has_quit = true;
  engine.exe.stdin.end();
  await until(() => end, "the end");
  assert.equal(end.code, 0);
  assert.deepEqual(alerts, []);
  console.log("all is well");
}

main().catch(fault => {
  console.error(fault);
  process.exit(1);
});
