//! Files made from templates, each with its fate.

use crate::dims;
use tengen::types::Dims;

/// What should come of a file.
#[derive(Debug)]
pub enum Fate {
    /// Read, with so many moves on a board of this size.
    Read(usize, Dims),
    /// Refused at this line and column, in words with this in them.
    Refused(usize, usize, &'static str),
}

pub struct File {
    pub name: String,
    pub bytes: Vec<u8>,
    pub fate: Fate,
}

fn point(x: usize, y: usize) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    [letter(x), letter(y)].iter().collect()
}

/// `count` moves, the colours alternating, no two on the same point.
fn moves(size: Dims, count: usize) -> Vec<String> {
    (0..count)
        .map(|i| {
            // Two columns apart, so that nothing is captured.
            let columns = size.width().div_ceil(2);
            let at = point(2 * (i % columns), i / columns % size.height());
            format!(";{}[{at}]", ["B", "W"][i % 2])
        })
        .collect()
}

struct Shelf(Vec<File>);

impl Shelf {
    fn add(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>, fate: Fate) {
        self.0.push(File {
            name: name.into(),
            bytes: bytes.into(),
            fate,
        });
    }

    fn read(&mut self, name: impl Into<String>, text: impl Into<Vec<u8>>, moves: usize) {
        self.add(name, text, Fate::Read(moves, dims(9, 9)));
    }
}

/// Every size, square and oblong, as programs write it.
fn sizes(shelf: &mut Shelf) {
    for side in 1..=25 {
        let size = dims(side, side);
        let count = side.min(9) - 1;
        let text = format!("(;GM[1]FF[4]SZ[{side}]{})", moves(size, count).concat());
        shelf.add(format!("side {side}"), text, Fate::Read(count, size));
    }
    for (width, height) in [(9, 7), (2, 1), (1, 9), (25, 3), (13, 19), (5, 25)] {
        let size = dims(width, height);
        let text = format!(
            "(;GM[1]FF[4]SZ[{width}:{height}]{})",
            moves(size, 1).concat()
        );
        shelf.add(format!("{width}:{height}"), text, Fate::Read(1, size));
    }
    for bad in ["0", "26", "-9", "9:0", "19:26", "nine", "9:9:9", "1e1"] {
        let refused = Fate::Refused(2, 4, "is not a board size");
        shelf.add(
            format!("size {bad}"),
            format!("(;FF[4]\nSZ[{bad}];B[aa])"),
            refused,
        );
    }
}

/// The same five moves after every kind of head.
fn heads(shelf: &mut Shelf) {
    let five = moves(dims(9, 9), 5).concat();
    for (name, head) in [
        ("bare", "SZ[9]"),
        (
            "igs",
            "GM[1]FF[3]\nSZ[9]PB[a ]WR[5d*]RE[B+R]DT[1997-01-01]\nCP[(c) me]",
        ),
        (
            "cgoban",
            "GM[1]FF[4]AP[CGoban:3]ST[2]\nRU[Japanese]SZ[9]KM[6.50]TM[600]OT[5x30 byo-yomi]",
        ),
        (
            "tygem",
            "GM[1]FF[3]SZ[9]GN[tygem]AP[T:1.0]\r\nKM[650]HA[0]CA[utf-8]",
        ),
        (
            "fox",
            "GM[1]FF[4]SZ[9]GN[]RE[W+0.25]TM[300]TC[3]TT[30]RL[0]KM[375]RU[chinese]AP[foxwq]",
        ),
        ("unknown properties", "SZ[9]XY[1][2][3]LONGNAME[x]KO[]MN[7]"),
        ("empty values", "SZ[9]PB[]PW[]C[]KM[]RE[]AB[]AW[]HA[]PL[]"),
        ("blanks", " SZ [ 9 ] \t KM\n[6.5]"),
        ("brackets", r"SZ[9]C[\[a\] \\ [b (;c) \]]"),
        ("komi in words", "SZ[9]KM[six and a half]"),
        ("handicap in words", "SZ[9]HA[none]"),
        ("twice", "SZ[9]SZ[13]PB[a]PB[b]KM[1]KM[2]"),
        ("capitals", "sz[9]pb[a]"),
        ("long names", "SiZe[9]PlayerBlack[a]GaMe[1]KoMi[5.5]"),
        ("game in words", "GM[Go]SZ[9]"),
        ("no size word", "SZ[9]SZ[]"),
    ] {
        shelf.read(format!("head {name}"), format!("(;{head}{five})"), 5);
        shelf.read(
            format!("head {name}, no semicolon"),
            format!("({head}{five})"),
            5,
        );
        shelf.read(
            format!("head {name}, nothing before"),
            format!("{head}{five}"),
            5,
        );
        shelf.read(
            format!("head {name}, windows"),
            format!("\u{feff}(;{head}{five})").replace('\n', "\r\n"),
            5,
        );
    }
}

/// Trees and junk: only the main line of the first game counts.
fn shapes(shelf: &mut Shelf) {
    let m = moves(dims(9, 9), 6);
    let shapes = [
        ("line", format!("(;SZ[9]{})", m.concat()), 6),
        ("no end", format!("(;SZ[9]{}", m.concat()), 6),
        (
            "cut off in a text",
            format!("(;SZ[9]{}C[and so", m.concat()),
            6,
        ),
        ("cut off in a move", format!("(;SZ[9]{};B[g", m.concat()), 6),
        ("many ends", format!("(;SZ[9]{}))))", m.concat()), 6),
        (
            "variations",
            format!("(;SZ[9]{}({}{}(;B[ii]))(;W[ii]))", m[0], m[1], m[2]),
            4,
        ),
        (
            "variations, nothing before",
            format!("SZ[9]{}({}{})(;W[ii]))", m[0], m[1], m[2]),
            3,
        ),
        (
            "nested",
            format!("(;SZ[9]({}({}({}))))", m[0], m[1], m[2]),
            3,
        ),
        ("two games", format!("(;SZ[9]{})(;SZ[19];B[aa])", m[0]), 1),
        ("empty nodes", format!("(;SZ[9];;;{};;{};)", m[0], m[1]), 2),
        ("one node", "(;SZ[9]B[aa]W[bb]B[cc])".to_owned(), 3),
        ("lists", "(;SZ[9];B[aa][cc];W[bb])".to_owned(), 3),
        (
            "mail",
            format!("From: me (home)\nTo: you :-)\n\n(;SZ[9]{})\n-- \nbye", m[0]),
            1,
        ),
        ("smiley", format!("hello (;-) there\n(;SZ[9]{})", m[0]), 1),
        ("html", format!("<pre>\n(;SZ[9]{})\n</pre>", m[0]), 1),
        ("null bytes", format!("(;SZ[9]\0{}\0)\0", m[0]), 1),
        (
            "no brackets closed",
            "(;SZ[9];B[aa;W[cc;B[ee)".to_owned(),
            3,
        ),
        (
            "passes",
            "(;SZ[9];B[];W[tt];B[pass];W[ ];B[--])".to_owned(),
            5,
        ),
        ("old mac", format!("(;SZ[9]\r{}\r{})", m[0], m[1]), 2),
        (
            "set up",
            "(;SZ[9]AB[aa:cc][ii]AW[ee]AE[bb]PL[W];W[gg])".to_owned(),
            1,
        ),
        (
            "set up later",
            "(;SZ[9];B[aa];AE[aa]AW[cc];B[aa];W[dd])".to_owned(),
            2,
        ),
        ("handicap", "(;SZ[9]HA[2]AB[cg][gc];W[ee])".to_owned(), 1),
        ("handicap to guess", "(;SZ[9]HA[3];W[ee])".to_owned(), 1),
        ("empty record", "(;SZ[9])".to_owned(), 0),
        (
            "ko retaken",
            "(;SZ[9]AB[ba][ab][bc][cb]AW[ca][db][cc];W[bb];B[cb];W[bb])".to_owned(),
            3,
        ),
        (
            "suicide",
            "(;SZ[9]AB[ba]AW[ca][bb][ab];B[aa])".to_owned(),
            1,
        ),
        (
            "notes",
            "(;SZ[9];B[aa]BL[3.25]OB[2]C[a];W[bb]WL[x]OW[y]TR[aa][bb:cc]LB[aa:1])".to_owned(),
            2,
        ),
    ];
    for (name, text, count) in shapes {
        shelf.read(name, text, count);
    }
    shelf.add("nothing but a start", "(;)", Fate::Read(0, dims(19, 19)));
    shelf.add("tt on 25", "(;SZ[25];B[tt])", Fate::Read(1, dims(25, 25)));
}

/// Names in the encodings of the world, named in the record and not.
fn encodings(shelf: &mut Shelf) {
    for (label, name) in [
        ("utf-8", "黃龍士 Łódź"),
        ("iso-8859-1", "Ægir Þór"),
        ("iso-8859-2", "Łódź"),
        ("windows-1252", "Zoë"),
        ("windows-1251", "Дина"),
        ("koi8-r", "Дина"),
        ("gb2312", "聂卫平"),
        ("gbk", "昞昡 陳祖德"),
        ("gb18030", "陈祖德 ğ"),
        ("big5", "許功蓋 林海峰"),
        ("shift_jis", "表ソ能 武宮正樹"),
        ("euc-jp", "武宮正樹"),
        ("iso-2022-jp", "武宮正樹"),
        ("euc-kr", "이세돌 뷁"),
    ] {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label");
        let (bytes, _, failed) = encoding.encode(name);
        assert!(!failed, "{label}");
        let with = |head: &[u8]| {
            [
                b"(;",
                head,
                b"SZ[9]PB[",
                &bytes,
                b"];B[aa]C[",
                &bytes,
                b"];W[bb])",
            ]
            .concat()
        };
        shelf.read(
            format!("in {label}"),
            with(format!("CA[{label}]").as_bytes()),
            2,
        );
        if label != "iso-2022-jp" {
            shelf.read(format!("in {label} unnamed"), with(b""), 2);
            shelf.read(format!("in {label}, called utf-8"), with(b"CA[UTF-8]"), 2);
        }
    }
}

/// The same fault on every line of a record.
fn faults(shelf: &mut Shelf) {
    let m = moves(dims(9, 9), 8);
    let faults = [
        (";B[undefined]", 4, "'undefined' is not a point"),
        (";W[jj]", 4, "'jj' is not a point"),
        (";W[a]", 4, "'a' is not a point"),
        (";W[五五]", 4, "'五五' is not a point"),
        (";AB[aa:zz]", 5, "'aa:zz' is not a point"),
        (";C[x]AW[a:b:c]", 9, "'a:b:c' is not a point"),
        (";C[never ends;B[ai", 3, "has no ']'"),
        (";B[ai];W[ai]", 10, "illegal move: occupied"),
        (";C[é 山]W[!!]", 10, "'!!' is not a point"),
    ];
    for line in 1..=m.len() {
        for (text, column, words) in faults {
            let mut lines = vec!["(;SZ[9]".to_owned()];
            lines.extend(m[..line].iter().cloned());
            lines.push(text.to_owned());
            // A comment without an end must not find that of a later move.
            if !text.contains("never ends") {
                lines.extend(m[line..].iter().cloned());
            }
            let bytes = lines.join("\n");
            shelf.add(
                format!("{text} on line {line}"),
                bytes,
                Fate::Refused(line + 2, column, words),
            );
        }
    }
    for (name, text, fate) in [
        ("nothing", "", Fate::Refused(1, 1, "no game record")),
        (
            "words",
            "There is no game here.",
            Fate::Refused(1, 1, "no game record"),
        ),
        (
            "parentheses",
            "((((((((((((((((",
            Fate::Refused(1, 1, "no game record"),
        ),
        (
            "chess",
            "(;FF[4]\nGM[3])",
            Fate::Refused(2, 4, "not of a game of Go"),
        ),
        (
            "dead set-up",
            "(;SZ[2]\n\nAB[aa:bb])",
            Fate::Refused(3, 4, "without a liberty"),
        ),
    ] {
        shelf.add(name, text, fate);
    }
}

pub fn all_files() -> Vec<File> {
    let mut shelf = Shelf(Vec::new());
    sizes(&mut shelf);
    heads(&mut shelf);
    shapes(&mut shelf);
    encodings(&mut shelf);
    faults(&mut shelf);
    shelf.0
}
