// Records, read as they were meant, and written.

import assert from "node:assert/strict";
import { button, click, moves, NINE, notice, open, PEOPLE, quiet, read, reload, saved, setMode, until } from "../window.mjs";

export const tests = {
  async "records come out as they went in"() {
    const text = "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese]PB[Ä \\] \\\\]XX[kept:as it is]\n;B[ee]C[first\nline](;W[ec]LB[aa:1][bb:B];B[gc]TR[ec])\n(;W[ge];B[cc](;W[cg])\n(;W[gg]C[third])))\n";
    const page = await open(NINE);
    const keep = text => text.replace(/\n(?=[(;])/g, "");
    await read(page, text);
    assert.equal(keep(await saved(page)), keep(text));
    assert.equal(await page.locator("#tree .node").count(), 8);
    for (const [bad, hint] of [["(;GM[1]SZ[9]AB[e", /Line 1, column 15/], ["hello", /^There is no game record/], ["(;GM[2])", /not of a game of Go/], ["(;SZ[99])", /board size/]]) {
      await read(page, bad);
      assert.match(await notice(page), hint);
    }
    await page.evaluate(() => window.tengen.files.take(new File(["hello"], "a.sgf")));
    assert.match(await notice(page), /^a\.sgf: there is no game record/);
    assert.equal(await page.locator("#tree .node").count(), 8);
    // A line as long as a match of a day, and brackets without end.
    const long = "(;SZ[19]" + ";B[aa];W[bb]".repeat(5000) + ")";
    assert.equal(await page.evaluate(text => { window.tengen.files.open(text); return window.nodes().length; }, long), 10001);
    await read(page, "(".repeat(200000) + ";SZ[9]");
  },

  async "a file is called by its players, by what the record is called, or by the day"() {
    const page = await open(PEOPLE);
    await quiet(page);
    for (const [record, name] of [
      ["DT[2024-01-02]PB[Ann]PW[Lee B.]GN[Final]", /^2024-01-02_Ann_Lee-B\.sgf$/], ["GN[Joseki: 3-3]EV[Cup]", /^Joseki-3-3_Cup\.sgf$/],
      ["DT[2024]", /^2024\.sgf$/], ["", /^game_20\d\d-\d\d-\d\d\.sgf$/],
    ]) {
      await read(page, `(;SZ[9]${record};B[ee])`);
      const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save").click()]);
      assert.match(download.suggestedFilename(), name);
    }
  },

  async "records come in the encoding that they name, or in ISO 8859-1"() {
    const page = await open(NINE);
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
      ["", [0xb9, 0xc5, 0xc1, 0xa6], "古力"],
      ["", [0x50, 0xe4, 0xe4], "Pää"],
      ["CA[cp936]", [0xb9, 0xc5, 0xc1, 0xa6], "古力"],
      ["CA[EUC_KR]", [0xc0, 0xcc], "이"],
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
    assert.match(await saved(page), /CA\[UTF-8\]PB\[古力\]/);
  },

  async "an encoding that is not named costs the name but not the game"() {
    const page = await open(PEOPLE);
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
  },

  async "texts may hold brackets, and what looks like a property in them is none"() {
    const page = await open(PEOPLE);
    for (const comment of ["Ann [3k]: is W[dd] better?", "Ann [3k]: AB[dd] kills", "Ann [3k]: hi\nBob [2k]: hello", "see [1", ":[] and words"])
      assert.deepEqual(await page.evaluate(text => {
        const { files, state } = window.tengen;
        files.open(text);
        const { tree } = state, line = tree.line(tree.root);
        return [line[1].text("C"), line.map(node => node.text("B") + node.text("W")).join(" ")];
      }, `(;SZ[9];B[ee]C[${comment}];W[cc];B[gg])`), [comment, " ee cc gg"]);
  },

  async "records of all kinds are read"() {
    const page = await open(PEOPLE);
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
      assert.match(await notice(page), what, record);
    }
  },

  async "what a record says late about the game belongs to its root"() {
    const page = await open(PEOPLE);
    const facts = await page.evaluate(text => {
      window.tengen.files.open(text);
      const { tree } = window.tengen.state, { root } = tree;
      return [tree.width, tree.komi, tree.rules, tree.name(1), root.text("RE"), root.children[0].properties.map(([name]) => name).join(" ")];
    }, "(;GM[1]FF[4];SZ[13]KM[3.5]RU[Japanese]PB[x]C[kept];B[aa];KM[9.5]RE[B+R])");
    assert.deepEqual(facts, [13, 3.5, "japanese", "x", "B+R", "C"]);
  },

  async "a game begins anew where a record gives the turn to the other player, and only there"() {
    const page = await open(PEOPLE);
    for (const [told, setup, moves] of [["PL[B]", "Baa", "Bbb Wcc"], ["PL[W];W[ii]", "", "Baa Wii Bbb Wcc"]]) {
      await read(page, `(;SZ[9];B[aa];${told};B[bb];W[cc])`);
      await page.keyboard.press("End");
      assert.deepEqual(await page.evaluate(() => { const { tree, node } = window.tengen.state, { setup, moves } = tree.describe(node); return [setup, moves]; }), [setup, moves]);
    }
  },

  async "moves that no rules allow are shown, and thought about from there"() {
    const page = await open(PEOPLE);
    for (const [record, setup, moves] of [
      ["(;SZ[5];B[ba];W[ee];B[ab];W[aa];B[cc])", "Bba Bab Wee", "Bcc"],
      ["(;SZ[5];B[ba];W[ba];B[ab])", "Wba", "Bab"],
    ]) {
      await read(page, record);
      await page.keyboard.press("End");
      assert.deepEqual(await page.evaluate(() => { const { tree, node } = window.tengen.state, { setup, moves } = tree.describe(node); return [setup, moves]; }), [setup, moves]);
      await until(page, () => window.tengen.state.node.evaluation);
    }
  },

  async "records are read as the command line reads them"() {
    const page = await open(NINE);
    const opened = text => page.evaluate(text => {
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
    ]) assert.deepEqual(await opened(record), [komi, stones, nodes], record);
    await opened("(;SZ[9];B[EE];W[Pass];B[cc])");
    await page.keyboard.press("End");
    assert.equal(await page.locator(".board .stone").count(), 2);
    assert.equal(await moves(page), 3);
    for (const [record, what] of [
      ["(;SZ[9]\n;B[dundefined];W[dd])", /Line 2, column 4: 'dundefined' is not a point of a 9x9 board/],
      ["(;SZ[9]AB[aa][jj];W[ee])", /Line 1, column 15: 'jj'/], ["(;SZ[9]AB[aa:zz];W[ee])", /'aa:zz'/],
    ]) {
      await opened(record);
      assert.match(await notice(page), what);
      assert.equal(await moves(page), 3, "what was there stays");
    }
  },

  async "rules are known by the names that records have"() {
    const page = await open(NINE);
    const known = (rules, rest = "") => page.evaluate(text => {
      window.tengen.files.open(text);
      const { tree } = window.tengen.state;
      return [tree.rules, ...tree.doubts()];
    }, `(;SZ[5]RU[${rules}]${rest})`);
    for (const [name, rules] of [
      ["Ing", "ing"], ["GOE", "ing"], ["Ing SST rules", "ing"], ["中国规则", "chinese"], ["中國", "chinese"], ["日本", "japanese"], ["韩国规则", "korean"],
      ["韓国", "korean"], ["Japanese rules", "japanese"], ["NZ", "new-zealand"], ["日本规则", "japanese"], ["한국", "korean"], ["Japan", "japanese"],
      ["New Zealand rules", "new-zealand"], ["Tromp–Taylor", "tromp-taylor"], ["Tromp Taylor rules", "tromp-taylor"],
      ["Japanese-rules", "japanese"], ["Tromp-Taylor-rules", "tromp-taylor"], ["New-Zealand-rules", "new-zealand"], ["Tromp/Taylor", "tromp-taylor"], ["应氏规则", "ing"], ["應氏規則", "ing"], ["대한민국", "korean"],
    ]) assert.deepEqual(await known(name), [rules], name);
    // Two stones may be taken off by who played them.
    for (const [rules, stones] of [["Ing", 3], ["Chinese", 4]]) {
      await known(rules, "AB[aa]AW[ba][bb][ac]PL[B]");
      await click(page, "ab");
      assert.equal(await page.evaluate(() => window.tengen.state.position.cells.filter(Boolean).length), stones, rules);
      await until(page, () => window.tengen.state.node.evaluation);
      assert.match(await page.locator("#facts").textContent(), new RegExp(`^${rules} rules, komi 7.5`));
    }
  },

  async "rules without a name are known by their parts"() {
    const page = await open(NINE);
    const opened = async rules => {
      await read(page, `(;SZ[9]RU[${rules}];B[ee])`);
      assert.doesNotMatch(await notice(page), /not understood/);
      return page.locator("#facts").getAttribute("title");
    };
    assert.match(await opened("koSIMPLEscoreTERRITORYtaxSEKIsui0whb0fpok0"), /Territory \(simple ko\) rules, komi 6\.5/);
    assert.match(await opened("koPOSITIONALscoreAREAtaxNONEsui0whb0fpok1"), /Area \(positional superko\) rules, komi 7\.5/);
    await setMode(page, "analyse");
    await until(page, () => window.tengen.state.node.evaluation?.moves.length);
  },

  async "reading a record takes as long as it is, however many values it has"() {
    const page = await open(NINE);
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
  },
};
