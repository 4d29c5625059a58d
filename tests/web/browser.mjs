// The board in the browser as people use it: by mouse, finger and keyboard.
// node browser.mjs PROGRAM [CHROMIUM]; with TENGEN_ADDRESS set, the page is there already and no server is started.

import assert from "node:assert/strict";
import * as playing from "./playing.mjs";
import * as looking from "./looking.mjs";
import * as records from "./records.mjs";
import * as keeping from "./keeping.mjs";
import * as devices from "./devices.mjs";
import { browser, faults, site } from "./window.mjs";

const topics = [playing, looking, records, keeping, devices];
let failed = 0;
const wanted = process.env.ONLY;
for (const [name, test] of topics.flatMap(({ tests }) => Object.entries(tests))) {
  if (wanted && !name.includes(wanted)) continue;
  try {
    await test();
    assert.deepEqual(faults.splice(0), [], "no script fails");
    console.log(`ok   ${name}`);
  } catch (fault) {
    failed++;
    console.log(`FAIL ${name}\n     ${fault.stack.split("\n").slice(0, 6).join("\n     ")} ${faults.splice(0)}`);
    for (const context of browser.contexts()) await context.close();
  }
}
await browser.close();
await site.server.end();
console.log(failed ? `${failed} failed` : "all is well");
process.exit(failed ? 1 : 0);
