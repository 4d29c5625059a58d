// Colours, light and dark.

import assert from "node:assert/strict";
import { button, NINE, open, PEOPLE, radio, until } from "../window.mjs";

/** How people see red, green and blue light: with all three kinds of cones, or without the first, second or third (Machado, Oliveira and Fernandes 2009). */
const SIGHTS = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const times = (rows, [a, b, c]) => rows.map(([x, y, z]) => x * a + y * b + z * c);
const light = color => color.map(part => part / 255 <= 0.04045 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
const luminance = color => times([[0.2126, 0.7152, 0.0722]], light(color))[0];
const contrast = (...colors) => {
  const [less, more] = colors.map(luminance).sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
};
/** How far two colors are from each other in CIELAB, as a kind of eye sees them. */
function distance(kind, ...colors) {
  const [one, other] = colors.map(color => {
    const seen = times(SIGHTS[kind], light(color)).map(part => Math.max(0, Math.min(1, part)));
    const [x, y, z] = times([[0.4339, 0.3762, 0.1899], [0.2127, 0.7152, 0.0722], [0.0178, 0.1095, 0.8727]], seen)
      .map(part => part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116);
    return [116 * y, 500 * (x - y), 200 * (y - z)];
  });
  return Math.hypot(...one.map((part, i) => part - other[i]));
}

export const tests = {
  async "light, dark, and as one likes"() {
    const ground = page => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await open(NINE, { colorScheme: "dark", reducedMotion: "reduce" });
    const light = await open(NINE, { colorScheme: "light" });
    assert.notEqual(await ground(dark), await ground(light));
    const letters = page => page.evaluate(() => {
      const canvas = new OffscreenCanvas(1, 1).getContext("2d");
      return [getComputedStyle(document.querySelector(".graph .lead-label")).fill, getComputedStyle(document.body).backgroundColor].map(color => {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
      });
    });
    for (const page of [dark, light]) assert.ok(contrast(...await letters(page)) >= 4.5, "small letters can be read");
    await light.locator("#settings").click();
    await light.selectOption("#set-theme", "dark");
    await button(light, "Done").click();
    await until(light, () => document.documentElement.dataset.theme === "dark");
    assert.equal(await ground(light), await ground(dark));
    // The tools have stones in their colors, whatever the letters are.
    await radio(dark, "Edit").click();
    const tools = await dark.evaluate(() => ["black", "white"].map(tool => getComputedStyle(document.querySelector(`[data-tool=${tool}] .stone`)).backgroundImage));
    assert.match(tools[0], /rgb\(23, 23, 26\)/);
    assert.notEqual(tools[0], tools[1]);
  },

  async "few colors tell what is chosen"() {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open(`${PEOPLE}&moves=ee`, { colorScheme, forcedColors: "active" });
      await until(page, () => document.querySelectorAll("#found .dot").length > 1);
      const style = (selector, name) => page.evaluate(([selector, name]) => getComputedStyle(document.querySelector(selector))[name], [selector, name]);
      const differ = async (name, one, other) => assert.notEqual(await style(one, name), await style(other, name), `${colorScheme}: ${one}, ${other}`);
      await differ("backgroundColor", "[data-mode=analyse]", "[data-mode=play]");
      await differ("outlineStyle", ".player.turn", ".player:not(.turn)");
      await differ("backgroundImage", ".player .stone.black", ".player .stone.white");
      await differ("backgroundColor", "#chance-black", "#chance-bar");
      await differ("backgroundColor", "#found .dot.best", "body");
      assert.equal(await style(".board .grid", "stroke"), await style("body", "color"));
      await page.keyboard.press("n");
      await differ("backgroundColor", "[name=color]:checked + span", "[name=color]:not(:checked) + span");
      await page.context().close();
    }
  },

  async "chances can be read on both colours, also where they are those of the move before"() {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open(NINE, { colorScheme });
      for (const [width, name] of [[0, ""], [0, "old"], [100, ""], [100, "old"]]) {
        await page.evaluate(([width, name]) => {
          // What the server finds out changes nothing here.
          window.tengen.show = () => {};
          const bar = document.getElementById("chance-bar"), black = document.getElementById("chance-black");
          bar.className = name;
          Object.assign(black.style, { transition: "none", width: `${width}%` });
          document.getElementById("chance-words").textContent = "Black wins 50 %";
          document.getElementById("score-words").textContent = "B+0.5";
        }, [width, name]);
        const picture = (await page.locator("#chance-words").screenshot()).toString("base64");
        const colors = await page.evaluate(async picture => {
          const bytes = Uint8Array.from(atob(picture), letter => letter.charCodeAt(0)), image = await createImageBitmap(new Blob([bytes]));
          const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
          canvas.drawImage(image, 0, 0);
          const { data } = canvas.getImageData(0, 0, image.width, image.height);
          return Array.from({ length: data.length / 4 }, (_, i) => [...data.slice(4 * i, 4 * i + 3)]);
        }, picture);
        const [darkest, lightest] = [1, -1].map(way => colors.reduce((found, color) => way * (luminance(color) - luminance(found)) < 0 ? color : found));
        assert.ok(contrast(darkest, lightest) >= 4.5, `${colorScheme}, ${width} % ${name}: ${darkest} on ${lightest}`);
      }
      await page.context().close();
    }
  },

  async "the colours of moves can be told apart by the colour-blind, and bear white letters"() {
    const page = await open();
    await page.evaluate(() => { window.tengen.dialogs.box.close(""); window.tengen.dialogs.help(); });
    for (const theme of ["light", "dark"]) {
      const [ground, ...colors] = await page.evaluate(theme => {
        document.documentElement.dataset.theme = theme;
        const ground = element => getComputedStyle(element).backgroundColor.match(/\d+/g).map(Number);
        return [document.getElementById("dialog"), ...document.querySelectorAll(".grades .dot:not(.unclear)")].map(ground);
      }, theme);
      assert.equal(colors.length, 5);
      for (const color of colors) assert.ok(contrast(color, theme === "light" ? [255, 255, 255] : ground) >= 4.5, `${theme} ${color}`);
      for (const kind of Object.keys(SIGHTS)) colors.forEach((one, i) => colors.slice(0, i).forEach(other =>
        assert.ok(distance(kind, one, other) > 19, `${theme}, ${kind}: ${one} and ${other}`)));
    }
  },
};
