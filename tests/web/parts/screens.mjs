// Screens of all sizes: what is in sight, and large enough.

import assert from "node:assert/strict";
import { button, NINE, open, PEOPLE, phone, read, setMode, untilCandidates } from "../window.mjs";

export const tests = {
  async "a phone on its side"() {
    const page = await open(`${PEOPLE}&moves=ee`, phone(844, 390));
    const [board, panel] = [await page.locator("#board").boundingBox(), await page.locator("#panel").boundingBox()];
    assert.ok(panel.x >= board.x + board.width, "side by side");
    assert.ok(panel.y < 390 && board.y + board.height <= 390);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 844);
  },

  async "no screen cuts anything off"() {
    const page = await open("#size=19&rules=chinese&komi=7&play=pp&moves=eecc", { hasTouch: true, isMobile: true });
    for (const [width, height] of [[667, 375], [740, 340], [800, 360], [640, 360], [561, 360], [561, 700], [600, 700], [640, 800], [661, 700], [731, 700], [320, 568], [844, 390], [1001, 700], [800, 600], [960, 540], [1000, 700], [960, 800], [1280, 800], [1920, 1080]]) {
      await page.setViewportSize({ width, height });
      // In two columns the panel scrolls, whatever is in it, and the page does not.
      const isWide = width > 560 && width > 1.2 * height;
      if (isWide || width > 1000) for (const mode of ["play", "edit", "analyse"]) {
        await setMode(page, mode);
        const high = await page.evaluate(() => document.documentElement.scrollHeight);
        assert.ok(high <= height, `${high} pixels on a screen of ${width}x${height}, ${mode}`);
      }
      const { wide, covered } = await page.evaluate(() => {
        const covered = [...document.querySelectorAll("header button, #walk button")].filter(each => {
          const { left, right, top, bottom } = each.getBoundingClientRect();
          // What is below can be scrolled to.
          return left < 0 || right > innerWidth || (bottom <= innerHeight && document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest("button") !== each);
        });
        return { wide: document.documentElement.scrollWidth, covered: covered.map(each => each.title) };
      });
      assert.ok(wide <= width, `${wide} pixels on a screen of ${width}x${height}`);
      assert.deepEqual(covered, [], `${width}x${height}`);
      const { y, height: high } = await page.locator("#walk").boundingBox();
      if (height <= 500) assert.ok(y + high <= height, `${width}x${height}: in sight without scrolling`);
      assert.ok((await page.locator("header").boundingBox()).height < 62, "one line");
    }
  },

  async "what goes on and what can be done is in sight below the board, or beside it"() {
    for (const [width, height] of [[768, 1024], [390, 664], [820, 1180], [800, 600], [960, 540], [1000, 700]]) {
      const page = await open("#size=19&rules=chinese&komi=7&play=pt&moves=pddp", { viewport: { width, height }, hasTouch: true, isMobile: true });
      for (const part of ["#status", "#actions"]) {
        const { y, height: high } = await page.locator(part).boundingBox();
        assert.ok(y + high <= height, `${part} ends at ${y + high} on ${width}x${height}`);
      }
      assert.equal(await page.evaluate(() => scrollY), 0);
      await page.context().close();
    }
  },

  async "all that can be done while Tengen thinks is in one line on a phone"() {
    const page = await open(`${NINE}&play=pt&level=20`, phone(390, 844));
    await page.evaluate(() => { window.tengen.state.time = 60; window.tengen.play.move(40); });
    await button(page, "Move now").waitFor();
    const tops = await page.evaluate(() => [...document.querySelectorAll("#actions button")].map(each => each.getBoundingClientRect().top));
    assert.deepEqual([tops.length, new Set(tops).size], [5, 1]);
  },

  async "fields are large enough for a phone not to zoom"() {
    const page = await open("", phone(390, 844));
    for (const field of ["#komi", "#rules", "#time", "#comment"])
      assert.equal(await page.evaluate(field => getComputedStyle(document.querySelector(field)).fontSize, field), "16px", field);
  },

  async "long names leave room for the rank"() {
    const page = await open(PEOPLE, { viewport: { width: 390, height: 844 } });
    const name = "Somebody with many names ".repeat(9).trim();
    await page.evaluate(name => window.tengen.files.open(`(;SZ[9]PB[${name}]BR[9 dan];B[ee])`), name);
    const [line, rank] = [await page.locator("#lower").boundingBox(), await page.locator("#lower .rank").boundingBox()];
    assert.equal(await page.locator("#lower .rank").textContent(), "9 dan");
    assert.ok(rank.width > 20 && rank.x + rank.width <= line.x + line.width);
    assert.equal(await page.getAttribute("#lower .name", "title"), name);
  },

  async "candidates have one large number where the points are small, and else two"() {
    const page = await open("#size=19&rules=chinese&komi=7&play=pp&moves=pd");
    await untilCandidates(page);
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.refresh(); });
    // A laptop, where the board is narrower than its column; a large screen; a phone.
    for (const [width, height, numbers] of [[1366, 620, 1], [1280, 560, 1], [1920, 1080, 2], [390, 844, 1]]) {
      await page.setViewportSize({ width, height });
      const texts = await page.evaluate(() => {
        window.tengen.show();
        return [...document.querySelector(".board .candidate.first").querySelectorAll("text")].map(text => parseFloat(getComputedStyle(text).fontSize) * window.tengen.board.cell / 40);
      });
      assert.equal(texts.length, numbers, `${width}x${height}`);
      assert.ok(texts[0] > 8, `${texts[0]} pixels on ${width}x${height}`);
    }
  },

  async "the numbers on a candidate stay within its circle"() {
    const page = await open(PEOPLE);
    await setMode(page, "edit");
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(() => { window.tengen.board.show(window.tengen.state.position, {}); });
      for (const texts of [["−4.7", "1.2k"], ["−12.3", "950"], ["299", ""], ["3.0k", ""], ["99.9", "25k"]]) {
        const widths = await page.evaluate(texts => {
          const { board, state } = window.tengen;
          board.show(state.position, { candidates: [{ index: 40, grade: "best", texts }] });
          return [...document.querySelectorAll(".board .candidate > *")].map(part => part.getBBox().width);
        }, texts);
        assert.ok(Math.max(...widths.slice(1)) < widths[0] - 2, `${texts}, ${width}: ${widths}`);
      }
    }
  },

  async "a notice covers no point, and not what goes on"() {
    const page = await open("#size=19&rules=chinese&komi=7&play=pp&moves=ee");
    for (const [width, height] of [[1280, 800], [1001, 700], [844, 390], [561, 360], [768, 1024], [600, 700], [390, 844], [360, 640], [320, 568]]) {
      await page.setViewportSize({ width, height });
      await read(page, "(;SZ[19]KM[abc]RU[Lasker];B[pd];W[dd])");
      assert.ok(await page.locator("#said button").isVisible());
      const [grid, notice, status, panel] = await page.evaluate(() => [".board .grid", "#toast", "#status", "#panel"].map(name => document.querySelector(name).getBoundingClientRect().toJSON()));
      const half = await page.evaluate(() => window.tengen.board.cell / 2);
      const isApart = notice.top >= grid.bottom + half || notice.bottom <= grid.top - half || notice.left >= grid.right + half;
      assert.ok(isApart && notice.top >= 0 && notice.bottom <= height && notice.right <= width, `${width}x${height}: ${JSON.stringify([grid, notice])}`);
      if (width > 1000) assert.ok(notice.top >= panel.bottom, `${width}x${height}: ${JSON.stringify([panel, notice])}`);
      if (width <= 560) assert.ok(notice.bottom <= status.top, `${width}x${height}: ${JSON.stringify([status, notice])}`);
    }
    await page.evaluate(() => document.querySelector("#said button").click());
    assert.ok(await page.locator("#toast").isVisible());
    await page.keyboard.press("Escape");
    assert.ok(await page.locator("#toast").isHidden());
    await page.evaluate(() => window.tengen.notices.say("Something."));
    await page.locator("#hush").click();
    assert.ok(await page.locator("#toast").isHidden());
  },

  async "help tells what the board shows"() {
    const page = await open(PEOPLE);
    await page.keyboard.press("?");
    const words = await page.locator("#dialog").textContent();
    assert.match(words, /What the board shows.*good.*fine.*inaccuracy.*mistake.*blunder.*chance to win.*how often/);
    assert.equal(await page.locator("#dialog .dot").count(), 6);
  },
};
