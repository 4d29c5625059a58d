// Waits until something is true.

"use strict";

const LIMIT = 60000;

/** The first value of `test()` that is true; fails with `what` if none comes. */
exports.until = (test, what) => new Promise((done, fail) => {
  const begun = Date.now();
  const timer = setInterval(() => {
    const found = test();
    if (!found && Date.now() - begun < LIMIT) return;
    clearInterval(timer);
    found ? done(found) : fail(new Error(`waited in vain for ${what}`));
  }, 5);
});
