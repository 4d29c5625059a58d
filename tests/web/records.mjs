// Records: read, shown, written.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { button, click, moves, open, reload, until } from "./window.mjs";

export const tests = {
  async "records come out as they went in"() {
    const text = "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese]PB[Ä \\] \\\\]XX[kept:as it is]\n;B[ee]C[first\nline](;W[ec]LB[aa:1][bb:B];B[gc]TR[ec])\n(;W[ge];B[cc](;W[cg])\n(;W[gg]C[third])))\n";
    const page = await open("#size=9&rules=chinese&komi=7");
    const keep = text => text.replace(/\n(?=[(;])/g, "");
    await page.evaluate(text => window.tengen.files.open(text), text);
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save").click()]);
    assert.equal(keep(await readFile(await download.path(), "utf8")), keep(text));
    assert.equal(await page.locator("#tree .node").count(), 8);
    for (const [bad, hint] of [["(;GM[1]SZ[9]AB[e", /Line 1, column 15/], ["hello", /^There is no game record/], ["(;GM[2])", /not of a game of Go/], ["(;SZ[99])", /board size/]]) {
      await page.evaluate(text => window.tengen.files.open(text), bad);
      assert.match(await page.locator("#toast").textContent(), hint);
    }
    await page.evaluate(() => window.tengen.files.take(new File(["hello"], "a.sgf")));
    assert.match(await page.locator("#toast").textContent(), /^a\.sgf: there is no game record/);
    assert.equal(await page.locator("#tree .node").count(), 8);
    // A line as long as a match of a day, and brackets without end.
    const long = "(;SZ[19]" + ";B[aa];W[bb]".repeat(5000) + ")";
    assert.equal(await page.evaluate(text => { window.tengen.files.open(text); return window.nodes().length; }, long), 10001);
    await page.evaluate(text => window.tengen.files.open(text), "(".repeat(200000) + ";SZ[9]");
    await page.context().close();
  },

  async "the ends of a long game are one press away"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.files.open(`(;SZ[1]${";B[];W[]".repeat(6000)})`); });
    for (const [press, number] of [
      [() => button(page, "Last position").click(), 12000], [() => button(page, "First position").click(), 0],
      [() => page.keyboard.press("End"), 12000], [() => page.keyboard.press("Home"), 0],
    ]) {
      await press();
      assert.equal(await moves(page), number);
    }
    await page.context().close();
  },

  async "records come in the encoding that they name, or in ISO 8859-1"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    const black = async bytes => {
      await page.evaluate(async bytes => { await window.tengen.files.take(new File([new Uint8Array(bytes)], "game.sgf")); }, bytes);
      return page.evaluate(() => window.tengen.state.tree.root.text("PB"));
    };
    const record = (encoding, name) => [...Buffer.concat([Buffer.from(`(;SZ[9]${encoding}PB[`), Buffer.from(name), Buffer.from("];B[ee])")])];
    for (const [encoding, name, expected] of [
      ["", "Müller", "Müller"],
      ["", [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72], "Müller"],
      // As GB 18030 the last letter and the bracket after it would be one sign.
      ["", [0x47, 0xe9, 0x72, 0xe9], "Géré"],
      ["CA[cp936]", [0xb9, 0xc5, 0xc1, 0xa6], "古力"],
      ["CA[Shift_JIS]", [0x88, 0xe4, 0x8e, 0x52], "井山"],
      ["CA[GB2312]", "古力", "古力"],
      ["CA[nothing known]", [0xe9], "é"],
      ["CA[UHC]", [0xc0, 0xcc], "이"],
      ["CA[Big5]", [0xb3, 0x5c, 0xa5, 0x5c, 0xbb, 0x5c], "許功蓋"],
      ["CA[Windows-936]", [0xc4, 0xfa], "您"],
    ]) assert.equal(await black(record(encoding, name)), expected, `${encoding} ${name}`);
    // One damaged character spoils no others.
    assert.equal(await black([...Buffer.from("(;SZ[9]PB[山田];B[aa]C[cut "), 0xe5, 0xb1, ...Buffer.from("];W[bb])")]), "山田");
    assert.equal(await black([...Buffer.from("(;SZ[9]PB[Иванов]PW[Пётр];B[aa]C[cut "), 0xd0, ...Buffer.from("];W[bb])")]), "Иванов");
    assert.equal(await page.evaluate(() => window.nodes().length), 3);
    // Another game may come from another file.
    await black([...record("", [0xe9]), ...record("CA[GBK]", [0xc4, 0xfa])]);
    await page.locator("#dialog .list > *").first().click();
    await until(page, () => window.tengen.state.tree.root.text("PB") === "é");
    assert.equal(await black([...Buffer.from("(;SZ[9]PB[古力];B[ee])", "utf16le")]), "古力");
    assert.equal(await black([0xef, 0xbb, 0xbf, ...record("CA[windows-1251]", "Müller")]), "Müller", "its mark is surer than the name");
    // What is saved is UTF-8, and says so.
    await black(record("CA[cp936]", [0xb9, 0xc5, 0xc1, 0xa6]));
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save").click()]);
    assert.match(await readFile(await download.path(), "utf8"), /CA\[UTF-8\]PB\[古力\]/);
    await page.context().close();
  },

  async "an encoding that is not named costs the name but not the game"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    const count = bytes => page.evaluate(async bytes => {
      const { files, state } = window.tengen;
      await files.take(new File([new Uint8Array(bytes)], "game.sgf"));
      return window.nodes().length - 1;
    }, bytes);
    const bytes = (...parts) => parts.flatMap(part => typeof part === "string" ? [...Buffer.from(part, "latin1")] : part);
    // Their last bytes look like `]` or `\\`: Big5, Shift_JIS, GBK.
    for (const name of [[0xb3, 0x5c, 0xa5, 0x5c, 0xbb, 0x5c], [0x83, 0x5c, 0x94, 0x5c, 0x95, 0x5c], [0x95, 0x5c, 0x8f, 0x5d], [0xe9]])
      for (const head of ["", "CA[UTF-8]"]) {
        assert.equal(await count(bytes(`(;SZ[9]${head}PB[`, name, "];B[aa]C[", name, "];W[bb])")), 2, `${head} ${name}`);
        await reload(page);
        assert.equal(await page.evaluate(() => window.nodes().length - 1), 2, "it is kept so that it can be read again");
      }
    assert.equal(await count(bytes("(;SZ[9];B[aa]C[voil\xe0 [\xe0\\](note)];W[bb];B[cc])")), 3, "brackets are escaped also behind such letters");
    await page.context().close();
  },

  async "texts may hold brackets, and what looks like a property in them is none"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    for (const comment of ["Ann [3k]: is W[dd] better?", "Ann [3k]: AB[dd] kills", "Ann [3k]: hi\nBob [2k]: hello", "see [1", ":[] and words"])
      assert.deepEqual(await page.evaluate(text => {
        const { files, state } = window.tengen;
        files.open(text);
        const { tree } = state, line = tree.line(tree.root);
        return [line[1].text("C"), line.map(node => node.text("B") + node.text("W")).join(" ")];
      }, `(;SZ[9];B[ee]C[${comment}];W[cc];B[gg])`), [comment, " ee cc gg"]);
    await page.context().close();
  },

  async "records of all kinds are read"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    const played = text => page.evaluate(text => {
      const { files, state, text: name } = window.tengen;
      files.open(text);
      const { tree } = state;
      return tree.line(tree.root).map(node => tree.moveOf(node)).filter(Boolean).map(({ color, index }) => " BW"[color] + (index < 0 ? "--" : name(index))).join(" ");
    }, text);
    for (const [record, moves] of [
      // A bracket that nobody escaped.
      ["(;SZ[9];B[ee]C[foo [3d]: nice :)];W[cc];B[gg])", "Bee Wcc Bgg"],
      ["(;SZ[9]PB[x [3k] (Foo)]PW[y];B[ee];W[cc];B[gg])", "Bee Wcc Bgg"],
      ["(;SZ[9];B[ee](;W[cc];B[gg])(;W[aa]C[:]]))", "Bee Wcc Bgg"],
      // One that was forgotten.
      ["(;SZ[9];B[cc;W[gg];B[cg])", "Bcc Wgg Bcg"], ["(;SZ[9]AB[aa[bb];B[cc(;W[gg])(;W[aa]))", "Bcc Wgg"],
      // A missing beginning, a missing end.
      ["(SZ[9];B[cc])", "Bcc"], ["SZ[9];B[cc](;W[gg])(;W[aa])", "Bcc Wgg"], ["text ( ; )\n(;SZ[9];B[cc])", "Bcc"],
      ["(\r\nTE[x]\r\nRD[2001]\r\nPC[]\r\nPB[a]\r\nSZ[9];B[cc]\r\n;W[gg]\r\n)", "Bcc Wgg"],
      ["(;SZ[9];B[aa];W[bb]C[he", "Baa Wbb"], ["(;SZ[9];B[aa];W[bb];B[c", "Baa Wbb"], ["(;SZ[9];B[aa]TM[108", "Baa"],
      ["This is an SGF file, SZ[19] is usual.\n(;SZ[9];B[aa])", "Baa"],
      // Several moves in a node, each in its place.
      ["(;SZ[9];W[aa]B[bb])", "Waa Bbb"], ["(;SZ[9];B[cc][gg];W[aa])", "Bcc Bgg Waa"], ["(;SZ[9]B[cc]W[gg]C[first])", "Bcc Wgg"],
      ["(;SZ[13:25];B[aa];W[tt])", "Baa W--"], ["(;SZ[25];B[aa];W[tt])", "Baa Wtt"],
      ["(;GM[Go]SZ[9];B[aa])", "Baa"],
    ]) assert.equal(await played(record), moves, record);
    for (const [record, what] of [
      ["[docs](docs/a.md) and (see[1])", /no game record/], ["(;GAME[1]SIZE[9];BLACK[aa])", /no game record/],
      ["(;SZ[9]\r;B[cc]C[good;W[gg\n)", /Line 2, column 8: the value that starts here has no/], ["(;SZ[19.0])", /19\.0 is not a board size/],
    ]) {
      await played(record);
      assert.match(await page.locator("#toast").textContent(), what, record);
    }
    await page.context().close();
  },

  async "what a record says late about the game belongs to its root"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    const facts = await page.evaluate(text => {
      window.tengen.files.open(text);
      const { tree } = window.tengen.state, { root } = tree;
      return [tree.width, tree.komi, tree.rules, tree.name(1), root.text("RE"), root.children[0].properties.map(([name]) => name).join(" ")];
    }, "(;GM[1]FF[4];SZ[13]KM[3.5]RU[Japanese]PB[x]C[kept];B[aa];KM[9.5]RE[B+R])");
    assert.deepEqual(facts, [13, 3.5, "japanese", "x", "B+R", "C"]);
    await page.context().close();
  },

  async "a game begins anew where a record gives the turn to the other player, and only there"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    for (const [told, setup, moves] of [["PL[B]", "Baa", "Bbb Wcc"], ["PL[W];W[ii]", "", "Baa Wii Bbb Wcc"]]) {
      await page.evaluate(text => window.tengen.files.open(text), `(;SZ[9];B[aa];${told};B[bb];W[cc])`);
      await page.keyboard.press("End");
      assert.deepEqual(await page.evaluate(() => { const { tree, node } = window.tengen.state, { setup, moves } = tree.describe(node); return [setup, moves]; }), [setup, moves]);
    }
    await page.context().close();
  },

  async "moves that no rules allow are shown, and thought about from there"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    for (const [record, setup, moves] of [
      ["(;SZ[5];B[ba];W[ee];B[ab];W[aa];B[cc])", "Bba Bab Wee", "Bcc"],
      ["(;SZ[5];B[ba];W[ba];B[ab])", "Wba", "Bab"],
    ]) {
      await page.evaluate(text => window.tengen.files.open(text), record);
      await page.keyboard.press("End");
      assert.deepEqual(await page.evaluate(() => { const { tree, node } = window.tengen.state, { setup, moves } = tree.describe(node); return [setup, moves]; }), [setup, moves]);
      await until(page, () => window.tengen.state.node.evaluation);
    }
    await page.context().close();
  },

  async "records are read as the command line reads them"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    const read = text => page.evaluate(text => {
      const { files, state, text: name } = window.tengen;
      files.open(text);
      const { tree } = state;
      return [tree.komi, [...tree.position(tree.root).cells.keys()].filter(index => tree.position(tree.root).cells[index]).map(name).join(" "), window.nodes().length - 1];
    }, text);
    for (const [record, komi, stones, nodes] of [
      ["(;SZ[9];B[ee])", 7.5, "", 1],
      ["(;SZ[9]RU[Japanese];B[ee])", 6.5, "", 1],
      ["(;SZ[9]KM[3.25];B[ee])", 6.5, "", 1],
      ["(;SZ[9]KM[6.3];B[ee])", 7.5, "", 1],
      ["(;SZ[9]KM[6目半];B[ee])", 6.5, "", 1],
      ["(;SZ[9]KM[350];B[ee])", 7, "", 1],
      ["(;SZ[9]KM[700];B[ee])", 7, "", 1],
      ["(;SZ[9]HA[2];W[ee])", 0.5, "gc cg", 1],
      ["(;SZ[9]HA[3]KM[5];W[ee])", 5, "gc cg gg", 1],
      ["(;SZ[9]HA[2 stones];W[ee])", 0.5, "gc cg", 1],
      ["(;SZ[9]HA[2.0];W[ee])", 0.5, "gc cg", 1],
      ["(;SZ[9]HA[none];W[ee])", 7.5, "", 1],
      ["(;SZ[9]HA[9])", 0.5, "cc ec gc ce ee ge cg eg gg", 0],
      ["(;SZ[9]HA[2];B[ee])", 7.5, "", 1],
      ["(;SZ[9]HA[2]AB[ca][cb];W[ee])", 0.5, "ca cb", 1],
      ["(;SZ[6]HA[2];W[ee])", 7.5, "", 1],
      // A move falls on a stone: it stood elsewhere.
      ["(;SZ[9]HA[2]KM[0.5];W[cg];B[ee])", 0.5, "", 2],
      ["(;SZ[9]HA[2];W[ee];B[gc])", 7.5, "", 2],
      ["(;SZ[9]HA[2];B[cc];B[gg];W[ee];B[cg])", 0.5, "", 4],
      ["(;SZ[9];B[cc];W[gg];B[ee])", 7.5, "", 3],
      // White's passes are those between handicap stones, unless the game is an even one.
      ["(;SZ[9];B[cc];W[];B[ee];W[gg])", 0.5, "", 4],
      ["(;SZ[9]HA[0];B[cc];W[];B[ee];W[gg])", 7.5, "", 4],
      ["(;SZ[9]HA[-0];B[cc];W[];B[ee];W[gg])", 0.5, "", 4],
    ]) assert.deepEqual(await read(record), [komi, stones, nodes], record);
    await read("(;SZ[9];B[EE];W[Pass];B[cc])");
    await page.keyboard.press("End");
    assert.equal(await page.locator(".board .stone").count(), 2);
    assert.equal(await moves(page), 3);
    for (const [record, what] of [
      ["(;SZ[9]\n;B[dundefined];W[dd])", /Line 2, column 4: 'dundefined' is not a point of a 9x9 board/],
      ["(;SZ[9]AB[aa][jj];W[ee])", /Line 1, column 15: 'jj'/], ["(;SZ[9]AB[aa:zz];W[ee])", /'aa:zz'/],
    ]) {
      await read(record);
      assert.match(await page.locator("#toast").textContent(), what);
      assert.equal(await moves(page), 3, "what was there stays");
    }
    await page.context().close();
  },

  async "rules are known by the names that records have"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    const read = (rules, rest = "") => page.evaluate(text => {
      window.tengen.files.open(text);
      const { tree } = window.tengen.state;
      return [tree.rules, ...tree.doubts()];
    }, `(;SZ[5]RU[${rules}]${rest})`);
    for (const [name, rules] of [
      ["Ing", "ing"], ["GOE", "ing"], ["Ing SST rules", "ing"], ["中国规则", "chinese"], ["中國", "chinese"], ["日本", "japanese"], ["韩国规则", "korean"],
      ["韓国", "korean"], ["Japanese rules", "japanese"], ["NZ", "new-zealand"], ["日本规则", "japanese"], ["한국", "korean"], ["Japan", "japanese"],
      ["New Zealand rules", "new-zealand"], ["Tromp–Taylor", "tromp-taylor"], ["Tromp Taylor rules", "tromp-taylor"],
      ["Japanese-rules", "japanese"], ["Tromp-Taylor-rules", "tromp-taylor"], ["New-Zealand-rules", "new-zealand"], ["Tromp/Taylor", "tromp-taylor"], ["应氏规则", "ing"], ["應氏規則", "ing"], ["대한민국", "korean"],
    ]) assert.deepEqual(await read(name), [rules], name);
    // Two stones may be taken off by who played them.
    for (const [rules, stones] of [["Ing", 3], ["Chinese", 4]]) {
      await read(rules, "AB[aa]AW[ba][bb][ac]PL[B]");
      await click(page, "ab");
      assert.equal(await page.evaluate(() => window.tengen.state.position.cells.filter(Boolean).length), stones, rules);
      await until(page, () => window.tengen.state.node.evaluation);
      assert.match(await page.locator("#facts").textContent(), new RegExp(`^${rules} rules, komi 7.5`));
    }
    await page.context().close();
  },

  async "undo is for playing: records keep their results"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    await page.evaluate(() => window.tengen.files.open("(;SZ[9]RE[W+R];B[ee];W[cc];B[gc])"));
    await page.keyboard.press("End");
    for (const mode of ["Analyse", "Edit"]) {
      await page.getByRole("radio", { name: mode }).click();
      await page.keyboard.press("u");
      assert.equal(await moves(page), 3);
      assert.equal(await page.evaluate(() => window.tengen.state.tree.root.text("RE")), "W+R");
    }
    await page.context().close();
  },

  async "in Edit each change can be taken back, the last first"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    await page.evaluate(() => window.tengen.files.open("(;SZ[9];B[ee];W[cc](;B[gc])(;B[gg]))"));
    await page.getByRole("radio", { name: "Edit" }).click();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowDown");
    const shape = () => page.evaluate(() => {
      const { tree, node, position } = window.tengen.state, of = node => [node.properties, ...node.children.map(of)];
      return JSON.stringify([of(tree.root), tree.path(node).length, [...position.cells], position.turn]);
    });
    const tool = async (name, point) => {
      await button(page, name).click();
      await click(page, point);
    };
    const undo = button(page, "Undo"), shapes = [];
    assert.ok(await undo.isDisabled());
    for (const change of [
      () => tool("Triangle", "gg"), () => button(page, "Main line").click(), () => tool("Black", "ca"), () => tool("White", "aa"),
      () => button(page, "White to play").click(), () => tool("Move", "ie"), () => button(page, "Pass").click(), () => tool("Number", "ee"),
      () => page.keyboard.press("ArrowLeft").then(() => button(page, "Delete").click()), () => tool("Erase", "ee"),
    ]) {
      shapes.push(await shape());
      await change();
      assert.notEqual(await shape(), shapes.at(-1));
    }
    for (const [i, before] of shapes.reverse().entries()) {
      if (i % 2) await page.keyboard.press("Control+z");
      else await undo.click();
      // The one that deletes walked before it did.
      if (i !== 1) assert.equal(await shape(), before, `${i}`);
    }
    assert.ok(await undo.isDisabled());
    // Elsewhere a move may stand on what was edited.
    await tool("Black", "aa");
    await page.getByRole("radio", { name: "Analyse" }).click();
    await page.keyboard.press("Control+z");
    assert.equal(await page.evaluate(() => window.tengen.state.position.cells[0]), 1);
    await page.context().close();
  },

  async "what is deleted first can be taken back, but not in another game"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(() => window.tengen.files.open("(;SZ[9];B[ee];W[cc])"));
    await page.getByRole("radio", { name: "Edit" }).click();
    await page.keyboard.press("End");
    await button(page, "Delete").click();
    assert.equal(await page.evaluate(() => window.nodes().length), 2);
    await page.locator("#actions").getByRole("button", { name: "Undo" }).click();
    assert.equal(await page.evaluate(() => window.nodes().length), 3);
    await button(page, "Delete").click();
    assert.ok(await page.locator("#toast").isVisible());
    await page.evaluate(() => window.tengen.enter());
    assert.ok(await page.locator("#toast").isHidden());
    await page.context().close();
  },

  async "what becomes the main line is drawn first"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(() => window.tengen.files.open("(;SZ[9];B[ee](;W[ec])(;W[ge]))"));
    const rows = () => page.evaluate(() => {
      const { state: { tree }, treeView } = window.tengen;
      return [...tree.root.children[0].children].map(node => [node.text("W"), treeView.places.get(node).row]);
    });
    await page.evaluate(() => { const { state: { tree } } = window.tengen; window.tengen.go(tree.root.children[0].children[1]); });
    await button(page, "Main line").click();
    assert.deepEqual(await rows(), [["ge", 0], ["ec", 1]]);
    assert.ok(await button(page, "Main line").isDisabled(), "it is that already");
    await page.context().close();
  },

  async "a record as wide as can be opens"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.files.open("(;SZ[9]" + "(;B[ee])".repeat(150000) + ")"); });
    assert.equal(await page.evaluate(() => window.nodes().length), 150001);
    assert.ok(await page.locator("#tree .node").count() > 3);
    assert.ok(await page.locator("#tree path").count() < 50);
    await page.context().close();
  },

  async "the comment of a record is in sight"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    await page.evaluate(() => window.tengen.files.open("(;SZ[9]C[Listen!];B[ee])"));
    const { y, height } = await page.locator("#comment").boundingBox();
    assert.ok(y + height <= 800, `${y + height}`);
    await page.keyboard.press("ArrowRight");
    assert.ok((await page.locator("#comment").boundingBox()).y > (await page.locator("#looks").boundingBox()).y, "an empty box comes last");
    await page.context().close();
  },

  async "of several games one chooses which is opened"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    const bring = text => page.evaluate(text => { window.tengen.files.open(text); }, text);
    const games = "(;SZ[9]PB[Ann]RE[B+R];B[ee])\n(;SZ[9]C[Black to live.\nand more];B[cc];W[dd])";
    const entries = page.locator("#dialog .list > *");
    await bring(games);
    assert.deepEqual(await entries.allTextContents(), ["1. Ann – White, B+R, 1 move", "2. Black to live, 2 moves"]);
    await entries.nth(1).click();
    await until(page, () => /^2 moves\./.test(document.getElementById("toast").textContent));
    await bring(`${games}(;SZ[9`);
    assert.match(await entries.nth(2).textContent(), /^Only the first 2 games could be read\. Line 3, column \d+: the value that starts here has no ']'\./);
    await button(page, "Cancel").click();
    assert.equal(await page.evaluate(() => window.tengen.state.tree.root.text("C").slice(0, 5)), "Black", "the game stays");
    // Games of other kinds hide none.
    await bring(`(;GM[3]SZ[8])${games}(;GM[3])`);
    assert.equal(await entries.count(), 2);
    await button(page, "Cancel").click();
    await bring("(;SZ[9];B[ee](;W[cc])(;W[dd]))");
    assert.ok(!await page.evaluate(() => window.tengen.dialogs.isOpen));
    await page.context().close();
  },

  async "what is pasted or dropped goes where it should"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    const bring = (type, selector) => page.evaluate(([type, selector]) => {
      const data = new DataTransfer();
      data.setData("text/plain", "(;SZ[13])");
      const carried = type === "paste" ? { clipboardData: data } : { dataTransfer: data };
      const event = new (type === "paste" ? ClipboardEvent : DragEvent)(type, { bubbles: true, cancelable: true, ...carried });
      document.querySelector(selector).dispatchEvent(event);
      return window.tengen.state.tree.width;
    }, [type, selector]);
    assert.equal(await bring("drop", "#comment"), 9, "a comment takes texts");
    await page.keyboard.press("n");
    assert.equal(await bring("paste", "#dialog"), 9, "nothing changes behind a question");
    assert.equal(await bring("drop", "#dialog"), 9);
    await page.keyboard.press("Escape");
    assert.equal(await bring("paste", "body"), 13);
    await page.context().close();
  },

  async "reading a record takes as long as it is, however many values it has"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    for (const value of ["x", "x\\]", "\\\\".repeat(20), "[3d] (x"]) {
      const text = `(;SZ[9]${`;C[${value}]`.repeat(5000)};C[\\]])`;
      const looked = await page.evaluate(text => {
        const { charCodeAt } = String.prototype;
        let sum = 0;
        String.prototype.charCodeAt = function (at) {
          sum++;
          return charCodeAt.call(this, at);
        };
        try { window.tengen.files.open(text); } finally { String.prototype.charCodeAt = charCodeAt; }
        return sum;
      }, text);
      assert.ok(looked > text.length / 3 && looked <= 5 * text.length, `${looked} signs of ${text.length}`);
      assert.equal(await page.evaluate(() => window.nodes().length), 5002);
    }
    await page.context().close();
  },

  async "rules, komi and names are shown, and can be changed"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    await page.evaluate(() => window.tengen.files.open("(;SZ[9]KM[6.5]RU[Japanese]PB[Ann]RE[B+R]EV[Cup]DT[2024-01-01];B[ee])"));
    const facts = page.locator("#facts");
    assert.equal(await facts.textContent(), "Japanese rules, komi 6.5, Black won by resignation, Cup, 2024-01-01");
    await until(page, () => window.tengen.state.node.evaluation);
    await facts.click();
    await page.selectOption("#fact-RU", "chinese");
    await page.fill("#fact-KM", "5.5");
    await page.fill("#fact-PB", "Anna");
    await page.fill("#fact-RE", "");
    await button(page, "Done").click();
    await until(page, () => !window.tengen.dialogs.isOpen && window.tengen.state.tree.komi === 5.5);
    assert.equal(await facts.textContent(), "Chinese rules, komi 5.5, Cup, 2024-01-01");
    assert.deepEqual(await page.evaluate(() => { const { tree, result } = window.tengen.state; return [tree.rules, tree.name(1), tree.root.has("RE"), result]; }), ["chinese", "Anna", false, ""]);
    assert.match(await page.evaluate(() => window.tengen.thinker.doing), /chinese 5.5$/);
    // Where the komi is a large one the names can be changed as well.
    await page.evaluate(() => window.tengen.files.open("(;SZ[9]KM[200.5];B[ee])"));
    await facts.click();
    await page.fill("#fact-PW", "Bob");
    await button(page, "Done").click();
    await until(page, () => !window.tengen.dialogs.isOpen && window.tengen.state.tree.name(2) === "Bob");
    // Nothing changes by looking.
    await page.evaluate(() => window.tengen.files.open("(;SZ[9]KM[375]RU[Chinese rules];B[ee])"));
    await facts.click();
    await button(page, "Done").click();
    await until(page, () => !window.tengen.dialogs.isOpen);
    assert.deepEqual(await page.evaluate(() => ["KM", "RU"].map(name => window.tengen.state.tree.root.text(name))), ["375", "Chinese rules"]);
    // Another komi leaves the rules as they are written.
    await facts.click();
    await page.fill("#fact-KM", "6.5");
    await button(page, "Done").click();
    await until(page, () => window.tengen.state.tree.komi === 6.5);
    assert.deepEqual(await page.evaluate(() => ["KM", "RU"].map(name => window.tengen.state.tree.root.text(name))), ["6.5", "Chinese rules"]);
    for (const [rules, words] of [["BGA", "BGA rules"], ["OGS", "Chinese (OGS) rules"], ["Ancient area", "Stone scoring rules"]]) {
      await page.evaluate(text => window.tengen.files.open(text), `(;SZ[9]RU[${rules}];B[ee])`);
      assert.ok((await facts.textContent()).startsWith(words), rules);
    }
    await page.context().close();
  },

  async "results are told in words, or as the record has them"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    for (const [result, words] of [["W+1", "White won by 1 point"], ["B+12.5", "Black won by 12.5 points"], ["W+T", "White won on time"], ["B+Forfeit", "Black won by forfeit"], ["B+", "Black won"], ["0", "a draw"], ["Void", "Void"]]) {
      await page.evaluate(result => window.tengen.files.open(`(;SZ[9]KM[6.5]RE[${result}];B[ee])`), result);
      assert.equal(await page.locator("#facts").textContent(), `Chinese rules, komi 6.5, ${words}`);
    }
    await page.context().close();
  },

  async "labels are shown without the escapes of the record"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    const record = "(;SZ[9]LB[aa:\\]][bb:\\\\][cc:a\\:b];B[ee])";
    await page.evaluate(text => { window.tengen.state.live = false; window.tengen.files.open(text); }, record);
    assert.deepEqual(await page.locator(".board .label").allTextContents(), ["]", "\\", "a:b"]);
    await page.evaluate(() => { window.tengen.setMode("edit"); window.tengen.state.tool = "LB"; });
    await click(page, "gg");
    assert.deepEqual(await page.evaluate(() => window.tengen.state.tree.root.values("LB")), ["aa:\\]", "bb:\\\\", "cc:a\\:b", "gg:A"], "and kept with them");
    await page.context().close();
  },

  async "arrows, lines, dimmed points and names of nodes are shown"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    const record = "(;SZ[9]N[The start]AR[aa:cc][zz:aa]LN[ab:ad];B[ee]DD[aa:ab];W[cc]VW[aa:ib];B[gg]DD[]VW[])";
    await page.evaluate(text => { window.tengen.state.live = false; window.tengen.files.open(text); }, record);
    const seen = async () => [await page.locator(".board .drawn").count(), await page.locator(".board .dimmed").count(), await page.locator("#node-name").textContent()];
    const walked = [await seen()];
    const gap = await page.evaluate(() => {
      const { board } = window.tengen, [, x, y] = /L([\d.]+) ([\d.]+)/.exec(document.querySelector(".board .drawn").getAttribute("d"));
      return Math.hypot(x - board.x(20), y - board.y(20));
    });
    assert.ok(gap > 12 && gap < 20, `a label on C7 would hide no head of the arrow, ${gap} before it`);
    assert.match(await page.evaluate(() => window.tengen.board.describe(0)), /^A9 empty, arrow to C7$/);
    assert.equal(await page.locator(".tree title").textContent(), "The start");
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press("ArrowRight");
      walked.push(await seen());
    }
    assert.deepEqual(walked, [[2, 0, "The start"], [0, 2, ""], [0, 65, ""], [0, 0, ""]]);
    assert.match(await page.evaluate(text => { const { tree } = window.tengen.state; return tree.root.values("AR").join(); }), /^aa:cc,zz:aa$/, "and kept");
    await page.context().close();
  },

  async "what a record says and nobody understands is told"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    for (const [record, words] of [
      ["(;SZ[9]KM[abc]RU[Lasker];B[ee])", / The rules 'Lasker' are not understood; using Chinese ones\. The komi 'abc' is not understood; using 7\.5\./],
      ["(;SZ[9]KM[6,5]RU[Japanese];B[ee])", /with the arrows\.(Back to the game before)?$/],
      ["(;SZ[9];B[ee])", /with the arrows\.(Back to the game before)?$/],
      ["(;SZ[9]RU[constructor];B[ee])", / The rules 'constructor' are not understood/],
      ["(;SZ[9]RU[AGA-Button];B[ee])", / There is no button here; the rules without it are used\./],
      ["(;SZ[9]RU[koSIMPLEscoreAREAtaxNONEsui1button1whb0];B[ee])", /^1 move\. There is no button here; the rules without it are used\./],
      ["(;SZ[9]RU[koSPIGHTscoreAREAtaxNONEsui1];B[ee])", /^1 move\. Spight's ko rule is not known here; situational superko is used\./],
      ["(;SZ[9]RU[Ingo];B[ee])", / The rules 'Ingo' are not understood/],
      ["(;SZ[9];B[ee];W[zz];B[cc])", /^2 moves\. A move is off the board and left out: 'zz'\./],
      ["(;SZ[9];B[ee];W[zz];B[yy];W[xx];B[jj];W[c", /^1 move\. 4 moves are off the board and left out: 'zz', 'yy', 'xx'\. The end of the record is missing\./],
      ["SZ[9];B[ee](;W[cc])(;W[gg])", /^2 moves\. Walk through them with the arrows\./],
      ["(;SZ[9]HA[2];W[cg];B[ee])", / The record counts 2 handicap stones, but does not say where they stand; none are placed\./],
      ["(;SZ[9]HA[2];B[cg];W[ee])", /^2 moves\. The record counts 2 handicap stones, but does not say where they stand; none are placed\./],
      ["(;SZ[9]HA[99999999999999999999999];W[ee])", /^1 move\. Walk through them with the arrows\./],
    ]) {
      await page.evaluate(text => window.tengen.files.open(text), record);
      assert.match(await page.locator("#toast").textContent(), words);
    }
    await page.context().close();
  },

  async "rules without a name are known by their parts"() {
    const page = await open("#size=9&rules=chinese&komi=7");
    const opened = async rules => {
      await page.evaluate(text => window.tengen.files.open(text), `(;SZ[9]RU[${rules}];B[ee])`);
      assert.doesNotMatch(await page.locator("#toast").textContent(), /not understood/);
      return page.locator("#facts").getAttribute("title");
    };
    assert.match(await opened("koSIMPLEscoreTERRITORYtaxSEKIsui0whb0fpok0"), /Territory \(simple ko\) rules, komi 6\.5/);
    assert.match(await opened("koPOSITIONALscoreAREAtaxNONEsui0whb0fpok1"), /Area \(positional superko\) rules, komi 7\.5/);
    await page.evaluate(() => window.tengen.setMode("analyse"));
    await until(page, () => window.tengen.state.node.evaluation?.moves.length);
    await page.context().close();
  },

  async "up and down go to the same depth of the next variation"() {
    const page = await open("#size=9&rules=chinese&komi=7&play=pp");
    await page.evaluate(() => { window.tengen.state.live = false; window.tengen.files.open("(;SZ[9];B[ee](;W[cc];B[gg];W[gc])(;W[dd];B[ff])(;W[aa]))"); });
    await page.keyboard.press("End");
    const way = () => page.evaluate(() => window.tengen.state.tree.path(window.tengen.state.node).map(node => node.text("B") + node.text("W")).join(" ").trim());
    for (const [key, to] of [["ArrowDown", "ee dd ff"], ["ArrowUp", "ee cc gg"], ["ArrowUp", "ee aa"], ["ArrowUp", "ee dd"]]) {
      await page.keyboard.press(key);
      assert.equal(await way(), to);
    }
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    assert.equal(await way(), "");
    await page.context().close();
  },
};
