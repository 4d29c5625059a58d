// The board in the browser as people use it: by mouse, finger and keyboard. The tests stand in parts/.
// [ONLY=WORDS] node browser.mjs PROGRAM [CHROMIUM]; with TENGEN_ADDRESS set, the page is there already and no server is started.

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { browser, faults, site } from "./window.mjs";

/** Words of a test's name, or the name of a part. */
const wanted = process.env.ONLY;
let failed = 0, run = 0;
for (const part of (await readdir(new URL("parts/", import.meta.url))).sort()) {
  const { tests } = await import(`./parts/${part}`);
  for (const [name, test] of Object.entries(tests)) {
    if (wanted && `${wanted}.mjs` !== part && !name.includes(wanted)) continue;
    run++;
    try {
      await test();
      for (const context of browser.contexts()) await context.close();
      assert.deepEqual(faults.splice(0), [], "no script fails");
      console.log(`ok   ${name}`);
    } catch (fault) {
      failed++;
      console.log(`FAIL ${name}\n     ${fault.stack.split("\n").slice(0, 6).join("\n     ")} ${faults.splice(0)}`);
      for (const context of browser.contexts()) await context.close();
    }
  }
}
await browser.close();
await site.server.end();
if (!run) console.log(`no test is called ${wanted}`);
else console.log(failed ? `${failed} failed` : "all is well");
process.exit(failed || !run ? 1 : 0);
