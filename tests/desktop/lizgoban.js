// LizGoban's engine module with Tengen.
// node lizgoban.js LIZGOBAN/src PROGRAM [ARGUMENT...]

"use strict";

const assert = require("node:assert/strict");
const path = require("node:path");
const { until } = require("./waiting.js");

const [sources, program, ...words] = process.argv.slice(2);
const own = name => require(path.resolve(sources, name));
own("globalize.js").globalize(own("util.js"), own("coord.js"));
const engine = own("engine.js").create_leelaz();

const FEATURES = ["kata-analyze", "kata-set-rules", "set_free_handicap", "set_position", "minmoves", "kata-raw-nn", "pvVisits", "pvEdgeVisits",
  "ownershipStdev", "movesOwnership", "rootInfo", "allow", "clear_cache", "kata-search_cancellable", "lz-setoption", "humanSLProfile"];
// What it sends to limit the visits: the number is missing in LizGoban itself, so that this is refused.
const UNMADE = "lz-setoption name visits value {k}";
const faults = [];
let reports = [], isReady = false;

const history = text => text.split(" ").map((move, i) => ({ move, is_black: i % 2 === 0 }));
const about = (bturn, more = {}) => ({
  bturn, komi: 7.5, gorule: "chinese", handicaps: 0, init_len: 0, ownership_p: true, humansl_scan_profiles: [], analysis_after_raw_nn_p: true, ...more,
});

/** The next report, in a line. */
async function next(what) {
  reports = [];
  const report = await until(() => reports.find(({ suggest }) => suggest.length), what);
  const [best] = report.suggest;
  console.log(`${what}: ${report.visits} visits, black ${report.b_winrate.toFixed(1)} %, ${best.pv.slice(0, 4).join(" ")}`);
  assert.equal(report.ownership.length, 361);
  return report;
}

async function main() {
  engine.start({
    leelaz_command: path.resolve(program), leelaz_args: words, analyze_interval_centisec: 10, wait_for_startup: true, minimum_suggested_moves: 30,
    ready_handler: () => { isReady = true; }, suggest_handler: report => reports.push(report),
    restart_handler: log => faults.push(`restart ${log}`), illegal_handler: ({ move }) => faults.push(`illegal ${move}`),
    command_failure_handler: command => { if (command !== UNMADE) faults.push(`failure of ${command}`); },
  });
  await until(() => isReady, "GTP ready");
  console.log(`supported: ${FEATURES.filter(engine.is_supported).join(" ")}`);
  engine.set_board(history("Q16 D4 D16 Q4"), about(true));
  await next("four moves");
  engine.set_board(history("Q16 D4 D16 Q4 R6"), about(false));
  await next("one more");
  engine.set_board(history("Q16 D4"), about(true));
  await next("three undone");
  engine.update_analysis_region([[0, 5], [0, 5]]);
  const { suggest } = await next("a region");
  assert.ok(suggest.every(({ move, visits }) => !visits || /^[A-F]1[4-9]$/.test(move)), "all within the region");
  engine.update_analysis_region(null);
  await next("the whole board");
  engine.set_board(history("D4 Q16 Q4"), about(false, { init_len: 3 }));
  await next("three stones set");
  engine.set_board(["D4", "Q16"].map(move => ({ move, is_black: true })), about(false, { handicaps: 2, init_len: 2 }));
  await next("two handicap stones");
  engine.set_pondering(false);
  const value = await new Promise(done => engine.peek_value("D16", done));
  console.log(`after D16, without search: ${value}`);
  assert.ok(value > 0 && value < 1);
  const [isDone, move] = await new Promise(done => engine.genmove(1, (...answer) => done(answer)));
  assert.ok(isDone);
  console.log(`a move: ${move}`);
  engine.kill();
  assert.deepEqual(faults, []);
  console.log("all is well");
  process.exit(0);
}

main().catch(fault => {
  console.error(fault, engine.startup_log());
  process.exit(1);
});
