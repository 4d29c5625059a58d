// What was pressed by mistake, or too late.

import assert from "node:assert/strict";
import { moves, open, PEOPLE, quiet } from "../window.mjs";

export const tests = {
  async "the graph is walked through by the main button alone"() {
    const page = await open(`${PEOPLE}&moves=eeccgggcea`);
    await quiet(page);
    const { x, y, width, height } = await page.locator(".graph").boundingBox(), middle = y + height / 2;
    await page.mouse.click(x + 40, middle, { button: "right" });
    assert.equal(await moves(page), 5);
    // A selection comes over it from elsewhere.
    await page.mouse.move(x + 40, y - 20);
    await page.mouse.down();
    await page.mouse.move(x + 40, middle);
    await page.mouse.up();
    assert.equal(await moves(page), 5);
    await page.mouse.move(x + width - 60, middle);
    await page.mouse.down();
    await page.mouse.move(x + 40, middle);
    await page.mouse.up();
    assert.equal(await moves(page), 0);
  },

  async "a game that waits for its handicap takes no other one's place"() {
    const page = await open(PEOPLE);
    const comments = await page.evaluate(async () => {
      const { engine, files, games, state } = window.tengen;
      let answer;
      engine.ask = () => new Promise(done => { answer = done; });
      const begun = games.begin({ ...state.options.game, size: "8x8", handicap: 9 });
      files.open("(;SZ[9]C[opened];B[ee])");
      answer({ points: "aa bb cc dd ee ff gg hh ah" });
      await begun;
      return state.tree.root.text("C");
    });
    assert.equal(comments, "opened");
  },
};
