//! Game records of all kinds, made here from templates: each is read as it was meant, or refused with the line and
//! column of the fault. What is written reads back identical.

mod checks;
mod oracle;

use checks::record::{assert_in_text, assert_reads_back, check};
use proptest::prelude::*;
use rand_pcg::Pcg64;
use std::time::Duration;
use tengen::game::sgf::{self, Info, Note};
use tengen::game::{Game, Rules};
use tengen::types::{Color, Dims, Move};

/// What should come of a file.
#[derive(Debug)]
enum Fate {
    /// Read, with so many moves on a board of this size.
    Read(usize, Dims),
    /// Refused at this line and column, in words with this in them.
    Refused(usize, usize, &'static str),
}

struct File {
    name: String,
    bytes: Vec<u8>,
    fate: Fate,
}

fn dims(width: usize, height: usize) -> Dims {
    Dims::new(width, height).expect("a size that exists")
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

fn all_files() -> Vec<File> {
    let mut shelf = Shelf(Vec::new());
    sizes(&mut shelf);
    heads(&mut shelf);
    shapes(&mut shelf);
    encodings(&mut shelf);
    faults(&mut shelf);
    shelf.0
}

#[test]
fn two_hundred_files_are_read_or_refused_where_they_are_wrong() {
    let files = all_files();
    assert!(files.len() >= 200, "{}", files.len());
    let mut faults = Vec::new();
    for File { name, bytes, fate } in &files {
        let result = sgf::load(bytes, None);
        let came_of_it = match &result {
            Ok(loaded) => format!(
                "{} moves, {}",
                loaded.game.moves().len(),
                loaded.game.dims()
            ),
            Err(error) => error.to_string(),
        };
        let is_right = match fate {
            Fate::Read(moves, size) => came_of_it == format!("{moves} moves, {size}"),
            Fate::Refused(line, column, words) => {
                let place = format!("line {line}, column {column}: ");
                came_of_it.starts_with(&place) && came_of_it.contains(words)
            }
        };
        if !is_right {
            faults.push(format!("{name}: {came_of_it}, expected {fate:?}"));
        }
        if let Ok(loaded) = result {
            assert_reads_back(&loaded.game, &loaded.info, &loaded.notes);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Cut off, with bytes changed, doubled and left out: whatever is read must be a game, and whatever is refused must say
/// where in the text.
#[test]
fn mutilated_files_are_read_or_refused_with_a_place_in_the_text() {
    let files = all_files();
    let mut chance = Pcg64::new(1, 1);
    let mut random = |bound: usize| oracle::below(&mut chance, bound);
    let (mut read, mut refused) = (0, 0);
    for file in &files {
        for _ in 0..20 {
            let mut bytes = file.bytes.clone();
            for _ in 0..=random(3) {
                let at = random(bytes.len());
                match random(5) {
                    0 => bytes.truncate(at),
                    1 if !bytes.is_empty() => bytes[at] = random(256) as u8,
                    2 if !bytes.is_empty() => drop(bytes.remove(at)),
                    3 => bytes.insert(at, b"[](;)\\:\nBW"[random(10)]),
                    _ => bytes.extend_from_within(at..),
                }
            }
            let before = [None, Some(random(5))][random(2)];
            match sgf::load(&bytes, before) {
                Ok(loaded) => {
                    assert_reads_back(&loaded.game, &loaded.info, &loaded.notes);
                    read += 1;
                }
                Err(error) => {
                    assert_in_text(&error, &bytes);
                    refused += 1;
                }
            }
        }
    }
    assert!(
        read > 1000 && refused > 500,
        "{read} read, {refused} refused"
    );
}

/// A name or a result: one line without blanks at its ends.
fn one_line() -> impl Strategy<Value = String> {
    prop_oneof![r"[ -~]{0,12}", r"[\]\[\\:;()]{0,6}", r"\PC{0,8}",]
        .prop_map(|text| text.trim().to_owned())
}

fn comment() -> impl Strategy<Value = String> {
    prop_oneof![r"[ -~\n]{0,30}", r"(\PC|\n){0,10}", r"[\\\]\n]{0,6}"]
}

prop_compose! {
    fn any_info()(
        texts in proptest::collection::vec(one_line(), 12),
        comment in comment(),
    ) -> Info {
        let mut texts = texts.into_iter();
        let mut next = || texts.next().unwrap_or_default();
        Info {
            black: next(),
            black_rank: next(),
            white: next(),
            white_rank: next(),
            result: next(),
            date: next(),
            place: next(),
            event: next(),
            round: next(),
            name: next(),
            overtime: next(),
            main_time: next(),
            comment,
        }
    }
}

prop_compose! {
    fn any_note()(
        time_left in proptest::option::of(0_u64..10_000_000),
        stones_left in proptest::option::of(any::<u32>()),
        comment in comment(),
    ) -> Note {
        Note {
            time_left: time_left.map(Duration::from_millis),
            stones_left,
            comment,
            ..Note::default()
        }
    }
}

/// Rules with a name, or any at all.
fn any_rules() -> impl Strategy<Value = Rules> {
    let named = prop::sample::select(&Rules::PRESET_NAMES[..])
        .prop_map(|name| Rules::preset(name).unwrap_or_default());
    let any = prop::array::uniform6(any::<prop::sample::Index>()).prop_map(|values| {
        let mut rules = Rules::default();
        for (rule, value) in Rules::TABLE.iter().zip(values) {
            let words: Vec<_> = match rule.is_flag() {
                true => vec!["false", "true"],
                false => rule.words().collect(),
            };
            let word = words[value.index(words.len())];
            rules = rules.with_rule(rule.name, word).expect("a value of it");
        }
        rules
    });
    prop_oneof![named, any]
}

/// A game: size, rules, komi, stones set up, handicap, moves by numbers, of which those that are legal are played, and at last
/// perhaps the turn given away.
fn any_game() -> impl Strategy<Value = Game> {
    let moves = proptest::collection::vec((any::<bool>(), any::<u16>()), 0..60);
    let stones = proptest::collection::vec((any::<bool>(), any::<u16>()), 0..6);
    (
        1_usize..=25,
        1_usize..=25,
        any_rules(),
        -20_i32..40,
        0_usize..7,
        stones,
        moves,
        any::<bool>(),
    )
        .prop_map(
            |(width, height, rules, komi, handicap, stones, moves, is_turned)| {
                let size = dims(width, height);
                let mut game = Game::new(size, rules, komi as f32 / 2.0);
                let points: Vec<_> = size.points().collect();
                let color = |black: bool| if black { Color::Black } else { Color::White };
                let at = |number: u16| points[usize::from(number) % points.len()];
                if game.place_fixed_handicap(handicap).is_err() && handicap % 2 == 0 {
                    let changes: Vec<_> = stones
                        .iter()
                        .map(|&(c, p)| (at(p), Some(color(c))))
                        .collect();
                    let _ = game.set_up(&changes, color(handicap == 0));
                }
                for (in_turn, number) in moves {
                    let mover = if in_turn {
                        game.to_move()
                    } else {
                        !game.to_move()
                    };
                    let mv = if number % 13 == 0 {
                        Move::Pass
                    } else {
                        Move::Place(at(number))
                    };
                    let _ = game.play(mover, mv);
                }
                if is_turned {
                    game.set_to_move(!game.to_move());
                }
                game
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back_identical(
        game in any_game(),
        info in any_info(),
        notes in proptest::collection::vec(any_note(), 0..8),
    ) {
        let most = notes.len().min(game.moves().len());
        assert_reads_back(&game, &info, &notes[..most]);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        check(&bytes);
        check(&[b"(;SZ[5]", &bytes[..], b"])"].concat());
    }
}
