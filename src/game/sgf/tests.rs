use super::*;
use crate::game::{Game, Rules, diagram_of};
use crate::types::{Color, Dims, Move, format_move};
use rand_core::Rng;
use rand_pcg::Pcg64;

fn game(text: &str) -> Game {
    match load(text.as_bytes(), None) {
        Ok(loaded) => loaded.game,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// The moves of a record, as `B C7, W pass`.
pub(super) fn moves(text: &str) -> String {
    let game = game(text);
    let words: Vec<String> = game
        .moves()
        .iter()
        .map(|&(color, mv)| {
            let letter = if color == Color::Black { 'B' } else { 'W' };
            format!("{letter} {}", format_move(game.dims(), mv))
        })
        .collect();
    words.join(", ")
}

/// Why a record cannot be read.
pub(super) fn fault(text: &str) -> String {
    match load(text.as_bytes(), None) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn reads_the_main_line_alone() {
    let text = "(;GM[1]FF[4]SZ[9];B[cc](;W[gg];B[cg](;W[aa])(;W[bb]))(;W[dd];B[ee]))(;SZ[5];B[aa])";
    assert_eq!(moves(text), "B C7, W G3, B C3, W A9");
}

#[test]
fn loadsgf_means_the_position_before_a_move() {
    let text = b"(;SZ[9];B[cc];W[gg];W[cg])";
    let at = |number| load(text, number).unwrap().game;
    assert_eq!(at(Some(0)).moves().len(), 0);
    assert_eq!(at(Some(1)).moves().len(), 0);
    assert_eq!(at(Some(2)).moves().len(), 1);
    // The turn is that of the record's next move.
    assert_eq!(at(Some(2)).to_move(), Color::White);
    assert_eq!(at(Some(3)).to_move(), Color::White);
    assert_eq!(at(Some(4)).moves().len(), 3);
    assert_eq!(at(Some(99)).moves().len(), 3);
    assert_eq!(at(None).to_move(), Color::Black);
    // What stands after that move does not matter.
    assert!(load(b"(;SZ[9];B[cc];W[zz])", Some(2)).is_ok());
    assert!(load(b"(;SZ[9];B[cc];W[zz])", Some(3)).is_err());
}

#[test]
fn set_up_with_lists_rectangles_and_removal() {
    let loaded = game("(;SZ[4:3]AB[aa:bb][dc]AW[ca]PL[W];AE[ab]AW[ab:ab])");
    assert_eq!(diagram_of(loaded.board()), "XXO.\nOX..\n...X\n");
    assert_eq!(loaded.to_move(), Color::White);
    assert!(loaded.moves().is_empty());
    // Corners in any order, and an empty list.
    assert_eq!(
        diagram_of(game("(;SZ[3]AB[cb:ba]AW[])").board()),
        ".XX\n.XX\n...\n"
    );
}

#[test]
fn set_up_in_the_middle_starts_anew() {
    let text = "(;SZ[5];B[cc];W[dd]AE[cc]AB[aa];B[bb])";
    let loaded = load(text.as_bytes(), None).unwrap();
    assert_eq!(loaded.forgotten, 1);
    let loaded = loaded.game;
    assert_eq!(
        diagram_of(loaded.board()),
        "X....\n.X...\n.....\n...O.\n.....\n"
    );
    assert_eq!(loaded.moves().len(), 2);
}

#[test]
fn a_set_up_that_changes_nothing_forgets_nothing() {
    let loaded = |text: &str| load(text.as_bytes(), None).unwrap();
    let empty = loaded("(;SZ[5]KM[0];B[aa]C[one];W[bb];AE[ee]AB[aa];B[cc];W[dd])");
    assert_eq!((empty.game.moves().len(), empty.forgotten), (4, 0));
    assert_eq!(empty.notes[0].comment, "one");
    // The turn is given all the same.
    let turned = loaded("(;SZ[5]KM[0];B[aa];AE[ee]PL[B])").game;
    assert_eq!((turned.moves().len(), turned.to_move()), (1, Color::Black));
    // What is cleared and put back in one node stands as it stood.
    assert_eq!(loaded("(;SZ[5];B[aa];AE[aa]AB[aa];W[bb])").forgotten, 0);
}

#[test]
fn who_moves_first() {
    let first = |text: &str| game(text).to_move();
    assert_eq!(first("(;SZ[9])"), Color::Black);
    assert_eq!(first("(;SZ[9]PL[W])"), Color::White);
    assert_eq!(first("(;SZ[9]PL[white])"), Color::White);
    assert_eq!(first("(;SZ[9]AB[cc][gg])"), Color::White);
    assert_eq!(first("(;SZ[9]AB[cc][gg]PL[B])"), Color::Black);
    assert_eq!(first("(;SZ[9]AB[cc][gg]AW[cg])"), Color::Black);
    assert_eq!(first("(;SZ[9]AB[cc];W[gg];PL[W])"), Color::White);
    // Stones that are set up later do not change whose turn it is.
    assert_eq!(first("(;SZ[9];B[aa];W[bb];B[cc];AB[ff])"), Color::White);
    assert_eq!(first("(;SZ[9];B[aa];W[bb];AB[ff]AE[bb])"), Color::Black);
}

#[test]
fn handicap_in_every_disguise() {
    let stones = |text: &str| game(text).handicap();
    assert_eq!(stones("(;SZ[9]HA[2]AB[cg][gc];W[ee])"), 2);
    assert_eq!(stones("(;SZ[9]AB[cg][gc];W[ee])"), 2);
    assert_eq!(stones("(;SZ[9]HA[2];B[cg];B[gc];W[ee])"), 2);
    assert_eq!(stones("(;SZ[9]HA[3];W[ee])"), 3);
    assert_eq!(stones("(;SZ[9]HA[3])"), 3);
    assert_eq!(stones("(;SZ[9]HA[0];B[ee])"), 0);
    assert_eq!(stones("(;SZ[9]HA[99];W[ee])"), 0);
    let placed = load(b"(;SZ[9]HA[2];W[ee])", Some(1)).unwrap().game;
    assert_eq!((placed.handicap(), placed.to_move()), (2, Color::White));
    // White's usual first move against three stones.
    assert_eq!(stones("(;SZ[19]HA[3];W[dd])"), 3);
}

#[test]
fn passes_old_and_new() {
    assert_eq!(
        moves("(;SZ[19];B[];W[tt];B[ ];W[Pass])"),
        "B pass, W pass, B pass, W pass"
    );
    assert_eq!(moves("(;SZ[9];B[--];W[aa])"), "B pass, W A9");
    assert_eq!(moves("(;SZ[25];B[];W[tt])"), "B pass, W U6");
    assert_eq!(moves("(;B[pd])"), "B Q16", "19 is the usual size");
}

#[test]
fn old_and_broken_texts_are_read() {
    // The long names of FF[3].
    assert_eq!(moves("(;GaMe[1]SiZe[9];Black[cc];White[gg])"), "B C7, W G3");
    // Junk before, a missing start, a cut-off end.
    assert_eq!(moves("From: x (hello)\n\n ( ;SZ[9];B[cc]"), "B C7");
    assert_eq!(moves("SZ[9];B[cc];W[gg]"), "B C7, W G3");
    assert_eq!(moves("(SZ[9];B[cc])"), "B C7");
    assert_eq!(moves("a [list] of games: SZ[9];B[cc]"), "B C7");
    assert_eq!(moves("(;XX[1]SZ[9];B[cc])"), "B C7");
    // Small letters, blanks everywhere, capitals for points, several values, words and values of nothing.
    assert_eq!(
        moves("(;sz [9]\r\n;b [ cC ] ; W\t[gg]x 7 [y])"),
        "B C7, W G3"
    );
    assert_eq!(moves("(;SZ[9];B[cc][gg])"), "B C7, B G3");
    // Both colours in one node, in their order.
    assert_eq!(moves("(;SZ[9];W[aa]B[bb])"), "W A9, B B8");
    // Escapes and brackets in comments.
    assert_eq!(moves("(;SZ[9]C[a\\]b;W[aa](\\\\];B[cc])"), "B C7");
    assert_eq!(moves("(;SZ[9 : 5];B[aa])"), "B A5");
}

#[test]
fn words_before_a_record_may_name_properties() {
    let record = "(;SZ[9];B[aa];W[bb])";
    for words in [
        "This is an SGF file, SZ[19] is usual.\n",
        "Saved by X as SGF (FF[4])\n",
        "SZ[19] (or larger; see AP[x])\n",
        "(see C[a;b] or AP[x])",
    ] {
        let text = format!("{words}{record}");
        assert_eq!(moves(&text), "B A9, W B8", "{text}");
    }
    // A record without its own beginning comes before its variations, whatever its texts hold.
    assert_eq!(moves("SZ[9];B[cc](;W[gg])(;W[aa])"), "B C7, W G3");
    assert_eq!(moves("(SZ[9]C[(;\\]];B[cc](;W[gg])(;W[aa]))"), "B C7, W G3");
}

/// A record with the names in this encoding; two of them end in bytes that look like `]` and `\`.
fn encoded(label: &str, black: &str, white: &str) -> Vec<u8> {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
    let mut text = format!("(;CA[{label}]SZ[9]PB[").into_bytes();
    text.extend(&*encoding.encode(black).0);
    text.extend(b"]PW[");
    text.extend(&*encoding.encode(white).0);
    text.extend(b"];B[cc];W[gg])");
    text
}

#[test]
fn names_in_every_encoding() {
    for (label, black, white) in [
        ("UTF-8", "井上 因硕", "Ólafur"),
        ("ISO-8859-1", "José", "Müller"),
        ("windows-1251", "Шишкин", "Ёлка"),
        ("GB2312", "常昊", "马晓春"),
        ("GB18030", "孔杰", "朴廷桓"),
        ("Big5", "周俊勳", "許功蓋"),
        ("Shift_JIS", "表十ソ能", "羽根ー"),
        ("EUC-JP", "坂田栄男", "趙治勲"),
        ("EUC-KR", "이창호", "조훈현"),
        ("ISO-2022-JP", "大竹英雄", "石田"),
    ] {
        let loaded = load(&encoded(label, black, white), None).unwrap();
        assert_eq!(
            (loaded.info.black.as_str(), loaded.info.white.as_str()),
            (black, white)
        );
        assert_eq!(loaded.game.moves().len(), 2, "{label}");
    }
    // Characters whose second byte is `]` or `\`: 昞 in GBK, 功 in Big5, 表 in Shift_JIS.
    for (label, name, second) in [
        ("GBK", "昞", b'\\'),
        ("Big5", "功", b'\\'),
        ("Shift_JIS", "表", b'\\'),
        ("Shift_JIS", "充", b'['),
        ("GBK", "昡", b']'),
    ] {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        let bytes = encoding.encode(name).0;
        assert_eq!(bytes[1], second, "{label} {name} {bytes:x?}");
        let loaded = load(&encoded(label, name, name), None).unwrap();
        assert_eq!(
            (loaded.info.black.as_str(), loaded.info.white.as_str()),
            (name, name)
        );
        assert_eq!(loaded.game.moves().len(), 2);
    }
}

#[test]
fn an_encoding_that_is_not_named_costs_the_name_but_not_the_game() {
    let moves = |text: &[u8]| load(text, None).unwrap().game.moves().len();
    for name in [
        &b"Jos\xe9"[..],
        b"\x95\x5c",         // 表 in Shift_JIS
        b"\x95\x5c\x8f\x5d", // two such characters
        b"\xa5\x5c, \x8f\x5d!",
        b"\xff\xfe\xfd",
    ] {
        for head in [&b"SZ[9]"[..], b"CA[UTF-8]SZ[9]", b"CA[no-such-set]SZ[9]"] {
            let text = [b"(;", head, b"PB[", name, b"];B[aa]C[", name, b"];W[bb])"].concat();
            assert_eq!(moves(&text), 2, "{}", String::from_utf8_lossy(&text));
        }
    }
    // Brackets in a text are escaped also behind a letter that is not ASCII.
    for text in [
        "voil\u{e0} [\u{e0}\\](note)",
        "(voil\u{e0} [\u{e0}\\]) [1\\]",
        "[\u{e0}\\]; voil\u{e0}",
        "[\u{e0}\\] B",
    ] {
        let text = format!("(;SZ[5]KM[0];B[aa]C[{text}];W[bb];B[cc])");
        assert_eq!(
            moves(&encoding_rs::mem::encode_latin1_lossy(&text)),
            3,
            "{text}"
        );
    }
    // What follows the record is none of it.
    assert_eq!(moves(b"(;SZ[9];B[aa];W[bb]C[\x95\x5c])\nbye"), 2);
    // In ISO 8859-1, which records without a name are in.
    let loaded = load(b"(;SZ[9]PB[Jos\xe9])", None).unwrap();
    assert_eq!(loaded.info.black, "José");
}

#[test]
fn byte_order_marks_and_wrong_names_of_encodings() {
    let black = |text: &[u8]| load(text, None).unwrap().info.black;
    assert_eq!(black("\u{feff}(;SZ[9]PB[山田]CA[GBK])".as_bytes()), "山田");
    assert_eq!(black("(;CA[GB2312]SZ[9]PB[山])".as_bytes()), "山");
    assert_eq!(black(b"(;SZ[9]CA[cp936]PB[\xc4\xfa])"), "您");
    // A longer word or a text that ends like the name of the property is not it.
    assert_eq!(black(b"(;SZ[9]GC[FOCA[b]CA[GBK]PB[\xc4\xfa])"), "您");
    let wide: Vec<u8> = "\u{feff}(;SZ[9]PB[山])"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(black(&wide), "山");
}

#[test]
fn texts_have_one_kind_of_line_break() {
    let loaded = load(
        b"(;SZ[9]PB[ An\nna\t ]C[one\r\ntwo\\\r\n three\n\rfour\tfive\\]\\\\])",
        None,
    );
    let info = loaded.unwrap().info;
    assert_eq!(info.black, "An na");
    assert_eq!(info.comment, "one\ntwo three\nfour five]\\");
}

#[test]
fn each_clock_belongs_to_its_player() {
    let text = b"(;SZ[9];B[aa]BL[100]WL[200]OB[3]OW[4];W[bb]BL[90])";
    let notes = load(text, None).unwrap().notes;
    let left = |note: &Note| (note.time_left.map(|time| time.as_secs()), note.stones_left);
    assert_eq!(
        notes.iter().map(left).collect::<Vec<_>>(),
        [(Some(100), Some(3))]
    );
}

#[test]
fn notes_belong_to_their_moves() {
    let text = "(;SZ[9]C[game]TM[600]OT[5x30 byo-yomi];B[aa]BL[599.5];W[bb]C[why\\]?];B[cc];W[dd]WL[3]OW[4])";
    let loaded = load(text.as_bytes(), None).unwrap();
    assert_eq!(loaded.info.main_time, Some(Duration::from_secs(600)));
    assert_eq!(loaded.info.overtime, "5x30 byo-yomi");
    assert_eq!(loaded.info.comment, "game");
    let notes = &loaded.notes;
    assert_eq!(notes.len(), 4);
    assert_eq!(notes[0].time_left, Some(Duration::from_millis(599_500)));
    assert_eq!(notes[1].comment, "why]?");
    assert_eq!(notes[2], Note::default());
    assert_eq!(notes[3].stones_left, Some(4));
    let again = save_with_notes(&loaded.game, &loaded.info, notes);
    assert!(again.contains(";B[aa]BL[599.5];W[bb]C[why\\]?]"), "{again}");
    let back = load(again.as_bytes(), None).unwrap();
    assert_eq!((back.info, &back.notes), (loaded.info, notes));
    // Of the moves that are not played nothing is said.
    let early = load(text.as_bytes(), Some(2)).unwrap();
    assert_eq!((early.notes.len(), early.is_whole), (1, false));
}

#[test]
fn the_longest_time_is_read_again() {
    let main_time = |text: &str| load(text.as_bytes(), None).unwrap().info.main_time;
    let longest = Duration::from_secs(1_000_000_000);
    assert_eq!(main_time("(;SZ[9]TM[1000000000])"), Some(longest));
    assert_eq!(main_time("(;SZ[9]TM[1000000001])"), None);
}

#[test]
fn a_move_in_the_first_node_leaves_the_comment_to_the_game() {
    let loaded = load(b"(;SZ[5]KM[0]C[hello]B[aa];W[bb]C[why])", None).unwrap();
    assert_eq!(loaded.info.comment, "hello");
    let comments: Vec<&str> = loaded.notes.iter().map(|note| &*note.comment).collect();
    assert_eq!(comments, ["", "why"]);
}

#[test]
fn a_forgotten_bracket_after_a_point() {
    assert_eq!(moves("(;SZ[9];B[cc;W[gg];B[cg)"), "B C7, W G3, B C3");
    assert_eq!(
        moves("(;SZ[9]AB[aa[bb];B[cc(;W[gg])(;W[aa]))"),
        "B C7, W G3"
    );
    // Whether a comment ends there nobody can know.
    assert_eq!(
        fault("(;SZ[9]\n;B[cc]C[good;W[gg\n)"),
        "line 2, column 8: the value that starts here has no ']'"
    );
}

/// Servers that escape no bracket write ranks so, and people smileys.
#[test]
fn a_bracket_within_a_text_ends_no_game() {
    let whole = "B E5, W C7, B G3";
    for text in [
        "(;SZ[9];B[ee]C[foo [3d]: nice :)];W[cc];B[gg])",
        "(;SZ[9]PB[x [3k] (Foo)]PW[y];B[ee];W[cc];B[gg])",
        "(;SZ[9];B[ee]C[a [1d] ) and [2d] ) too];W[cc];B[gg])(;SZ[9];B[aa]C[b [3d]])",
    ] {
        assert_eq!(moves(text), whole, "{text}");
    }
    // What looks like a property in such a text is none.
    for (text, comment) in [
        ("Ann [3k]: is W[dd] better?", "Ann [3k]: is W[dd] better?"),
        ("Ann [3k]: AB[dd] kills", "Ann [3k]: AB[dd] kills"),
        (
            "Ann [3k]: hi\nBob [2k]: hello",
            "Ann [3k]: hi\nBob [2k]: hello",
        ),
        ("see [1", "see [1"),
        (":[] and words", ":[] and words"),
    ] {
        let text = format!("(;SZ[9];B[ee]C[{text}];W[cc];B[gg])");
        let loaded = load(text.as_bytes(), None).unwrap();
        assert_eq!(loaded.notes[0].comment, comment);
        assert_eq!(moves(&text), whole, "{text}");
    }
    // The end of a game is its end, whatever stands in the next one, in a variation, or in a letter around it.
    for text in [
        "(;SZ[9];B[ee];W[cc];B[gg]) (;SZ[9];B[aa]C[b [3d]])",
        "(;SZ[9];B[ee](;W[cc];B[gg])(;W[aa]C[:]]))",
        "(;SZ[9];B[ee]\n(\n;W[cc];B[gg])\n(\n;W[aa]C[:\\] ]))",
        "(;SZ[9];B[ee];W[cc];B[gg])\n-- \nyours, [x]",
    ] {
        assert_eq!(moves(text), whole, "{text}");
    }
}

#[test]
fn komi_in_every_spelling() {
    let komi = |text: &str| {
        load(format!("(;SZ[9]KM[{text}])").as_bytes(), None)
            .unwrap()
            .komi
    };
    assert_eq!(komi("6.5"), Some(6.5));
    assert_eq!(komi(" 7,5 "), Some(7.5));
    assert_eq!(komi("-3"), Some(-3.0));
    assert_eq!(komi("3.75"), Some(7.5));
    assert_eq!(komi("375"), Some(7.5));
    assert_eq!((komi("350"), komi("700")), (Some(7.0), Some(7.0)));
    assert_eq!(komi("6.5 points"), Some(6.5));
    assert_eq!(komi("6目"), Some(6.0));
    assert_eq!(komi("6目半"), Some(6.5));
    assert_eq!(komi("-6目半"), Some(-6.5));
    assert_eq!(komi("-0").map(f32::to_bits), Some(0));
    for bad in ["", "six", "nan", "inf", "1e30", "6.1"] {
        assert_eq!(komi(bad), None, "{bad}");
    }
    assert_eq!(load(b"(;SZ[9])", None).unwrap().komi, None);
}

#[test]
fn rules_are_recognised_by_name() {
    let rules = |text: &str| load(format!("(;SZ[9]RU[{text}])").as_bytes(), None).unwrap();
    let preset = |name| Rules::preset(name).ok();
    assert_eq!(rules("Japanese").rules, preset("japanese"));
    assert_eq!(rules("Japanese, Pair Go").rules, preset("japanese"));
    assert_eq!(rules("New Zealand Rules").rules, preset("new-zealand"));
    assert_eq!(rules("Tromp Taylor rules").rules, preset("tromp-taylor"));
    assert_eq!(rules("中国规则").rules, preset("chinese"));
    assert_eq!(rules("NZ").rules, preset("new-zealand"));
    for (name, countries) in [
        (
            "japanese",
            ["JP", "JPN", "Japan", "japan rules", "日本ルール"],
        ),
        ("korean", ["KR", "Korea", "korea", "Korea, 2016", "한국"]),
        ("chinese", ["CN", "CHN", "China", "cn", "中國規則"]),
    ] {
        for country in countries {
            assert_eq!(rules(country).rules, preset(name), "{country}");
        }
    }
    assert_eq!(rules("CNN").rules, None);
    assert_eq!(rules("Chinese rules").rules, preset("chinese"));
    assert_eq!(*rules("AGA").game.rules(), preset("aga").unwrap());
    assert_eq!(rules("calvinball").rules, None);
    assert_eq!(*rules("calvinball").game.rules(), Rules::default());
}

#[test]
fn repetitions_and_suicide_in_records_are_taken_as_they_are() {
    // The ko is retaken at once.
    let text = "(;SZ[5]AB[ba][ab][bc][cb]AW[ca][db][cc];W[bb];B[cb];W[bb])";
    assert_eq!(game(text).moves().len(), 3);
    assert_eq!(
        game("(;SZ[3:2]AB[ba]AW[ab][bb][ca];W[];B[aa])")
            .moves()
            .len(),
        2
    );
}

#[test]
fn faults_say_where() {
    assert_eq!(fault(""), "line 1, column 1: there is no game record");
    assert_eq!(fault("hello"), "line 1, column 1: there is no game record");
    // Words before brackets stand in many texts, and anything in files that are none.
    for text in [
        "[docs](docs/a.md) and (see[1])",
        "x = a[3] + tab[i];",
        "\u{7f}ELF\u{1}(;\u{2}",
        "B[\u{0}\u{1}\u{2}]",
    ] {
        assert!(fault(text).ends_with("there is no game record"), "{text}");
    }
    assert_eq!(
        fault("(;SZ[9]\n;B[cc]\n;W[dundefined])"),
        "line 3, column 4: 'dundefined' is not a point of a 9x9 board"
    );
    assert_eq!(
        fault("(;SZ[9];B[jj])"),
        "line 1, column 11: 'jj' is not a point of a 9x9 board"
    );
    assert_eq!(
        fault("(;SZ[9];B[cc];W[cc])"),
        "line 1, column 17: move 2: illegal move: occupied"
    );
    assert_eq!(
        fault("(;SZ[2]AW[ba][ab];B[aa])"),
        "line 1, column 21: move 1: illegal move: suicide"
    );
    assert_eq!(
        fault("(;SZ[0])"),
        "line 1, column 6: '0' is not a board size from 1 to 25"
    );
    assert_eq!(
        fault("(;SZ[99999999999999999999])"),
        "line 1, column 6: '99999999999999999999' is not a board size from 1 to 25"
    );
    assert_eq!(
        fault("(;SZ[9"),
        "line 1, column 5: the value that starts here has no ']'"
    );
    assert_eq!(
        fault("(;GM[2])"),
        "line 1, column 6: the record is not of a game of Go"
    );
    assert_eq!(
        fault("(;SZ[2]AB[aa][ab][ba][bb])"),
        "line 1, column 11: the set-up leaves the chain in column 1 of row 1 without a liberty"
    );
    assert!(fault("(;SZ[9]AB[aa:zz])").contains("'aa:zz' is not a point"));
    assert!(fault(&format!("(;B[{}])", "é".repeat(100_000))).len() < 200);
}

#[test]
fn size_and_length_are_limited() {
    let long = format!("(;SZ[9]{})", ";B[]".repeat(MAX_NODES));
    assert!(fault(&long).ends_with("nodes"));
    let large = format!("(;C[{}])", "x".repeat(MAX_BYTES));
    assert_eq!(
        fault(&large),
        "line 1, column 1: the record is longer than 8 MB"
    );
    let set_up = format!("(;SZ[9]AB{})", "[aa]".repeat(MAX_SETUPS + 1));
    assert!(fault(&set_up).ends_with("sets up more than 20000 points and rectangles"));
    // What does not matter costs nothing, however much there is of it.
    for filler in ["A[]", "AB[]", "X", "C[]", ")]", "(]"] {
        let count = (MAX_BYTES - 100) / filler.len();
        assert!(
            game(&format!("(;SZ[9]{};B[aa])", filler.repeat(count)))
                .moves()
                .len()
                == 1
        );
    }
    let long = format!("(;SZ[9]{})", "B[]".repeat(super::super::MAX_MOVES + 2));
    assert!(fault(&long).contains("move 100001: "), "{}", fault(&long));
    let brackets = ["(".repeat(1 << 21), ")".repeat(1 << 21)].concat();
    split_games(brackets.as_bytes());
    // Depth costs nothing: only the main line is read, without recursion.
    let deep = format!("(;SZ[9]{}", "(;B[]".repeat(50_000));
    assert_eq!(game(&deep).moves().len(), 50_000);
    assert!(load("(".repeat(1 << 20).as_bytes(), None).is_err());
}

#[test]
fn broken_bytes_never_panic() {
    let seed =
        b"(;GM[1]SZ[9:7]KM[6,5]HA[2]AB[aa:bc][cc]AE[aa]PL[W];B[dd];W[tt]C[x\\]y](;B[])(;W[ee]))";
    let mut random = Pcg64::new(5, 5);
    let mut read = 0;
    for _ in 0..20_000 {
        let mut text = seed.to_vec();
        for _ in 0..1 + random.next_u32() % 4 {
            let at = random.next_u32() as usize % text.len();
            match random.next_u32() % 3 {
                0 => text[at] = random.next_u32() as u8,
                1 => drop(text.remove(at)),
                _ => text.insert(at, seed[random.next_u32() as usize % seed.len()]),
            }
        }
        let number = random.next_u32() as usize % 5;
        if let Ok(loaded) = load(&text, Some(number)) {
            assert!(loaded.game.moves().len() < number.max(1));
            assert_same(&loaded.game);
            read += 1;
        }
    }
    assert!(read > 1000, "{read} texts are read");
}

/// What is written reads back as the same game.
fn assert_same(game: &Game) {
    let info = Info {
        black: "A]B\\ :x".to_owned(),
        white: "山".to_owned(),
        result: "W+Resign".to_owned(),
        comment: "one\ntwo [3]".to_owned(),
        main_time: Some(Duration::from_millis(1_800_250)),
        ..Info::default()
    };
    let text = save(game, &info);
    let back = load(text.as_bytes(), None).unwrap();
    assert_eq!(back.info, info);
    assert_eq!(back.rules, Some(*game.rules()));
    assert_eq!(back.komi, Some(game.komi()));
    let back = back.game;
    assert_eq!(back.dims(), game.dims());
    assert_eq!(back.moves(), game.moves());
    assert_eq!(
        diagram_of(back.start().board()),
        diagram_of(game.start().board())
    );
    assert_eq!(diagram_of(back.board()), diagram_of(game.board()));
    assert_eq!(back.start().to_move(), game.start().to_move(), "{text}");
    assert_eq!(back.to_move(), game.to_move(), "{text}");
    assert_eq!(back.handicap(), game.handicap());
    assert_eq!(save(&back, &info), text);
}

#[test]
fn what_is_written_reads_back_identical() {
    let mut random = Pcg64::new(11, 2);
    for name in Rules::PRESET_NAMES {
        let Ok(rules) = Rules::preset(name) else {
            continue;
        };
        for (width, height) in [(1, 1), (2, 1), (9, 9), (19, 13), (25, 25)] {
            let mut game = Game::new(Dims::new(width, height).unwrap(), rules, 6.5);
            for number in 0..40 {
                assert_same(&game);
                let points = game.board().empty_points();
                let point = points[random.next_u32() as usize % points.len()];
                let color = Color::BOTH[random.next_u32() as usize % 2];
                if number % 7 == 0 || game.play(color, Move::Place(point)).is_err() {
                    game.play(color, Move::Pass).unwrap();
                }
            }
            game.set_to_move(!game.to_move());
            assert_same(&game);
        }
    }
    let mut game = Game::new(Dims::square(9).unwrap(), Rules::default(), -0.5);
    game.place_fixed_handicap(5).unwrap();
    assert_same(&game);
    game.play(Color::White, Move::Pass).unwrap();
    assert_same(&game);
    assert_same(&Game::from_diagram("X.O\n...\n..O").unwrap());
}

#[test]
fn a_record_is_readable() {
    let mut game = Game::new(Dims::square(9).unwrap(), Rules::preset("aga").unwrap(), 0.5);
    game.place_fixed_handicap(2).unwrap();
    game.play(Color::White, Move::Pass).unwrap();
    let info = Info {
        black: "Ann".to_owned(),
        ..Info::default()
    };
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        save(&game, &info),
        format!(
            "(;GM[1]FF[4]CA[UTF-8]AP[Tengen:{version}]SZ[9]KM[0.5]RU[AGA]HA[2]PB[Ann]AB[cg][gc]PL[W]\n;W[])\n"
        )
    );
}

#[test]
fn variations_stand_behind_the_main_line() {
    let loaded = load(b"(;SZ[5]KM[0];B[cc];W[bb];B[dd])", None).unwrap();
    let place = |color, vertex| {
        let point = crate::types::parse_vertex(loaded.game.dims(), vertex).unwrap();
        (color, crate::types::Move::Place(point))
    };
    let line = |moves: &[(Color, crate::types::Move)]| Line {
        moves: moves.to_vec(),
        comment: "or".to_owned(),
    };
    let notes = [
        Note {
            instead: vec![line(&[place(Color::Black, "A1")]), line(&[])],
            properties: vec![("BM", "1".to_owned())],
            ..Note::default()
        },
        Note::default(),
        Note {
            instead: vec![line(&[
                place(Color::Black, "B2"),
                place(Color::White, "C2"),
            ])],
            ..Note::default()
        },
    ];
    let text = save_with_notes(&loaded.game, &Info::default(), &notes);
    let body = text.split_once("(;B").unwrap().1.replace('\n', "");
    assert_eq!(
        body,
        "[cc]BM[1];W[bb](;B[dd])(;B[bd]C[or];W[cd]))(;B[ae]C[or]))"
    );
    let again = load(text.as_bytes(), None).unwrap();
    assert_eq!(again.game.moves(), loaded.game.moves());
}
