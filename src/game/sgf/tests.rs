use super::*;
use crate::game::{Game, diagram_of};
use crate::types::{Color, format_move};
use std::time::Duration;

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
    for two in ["2 stones", "2.0", "2子", "+2"] {
        assert_eq!(stones(&format!("(;SZ[9]HA[{two}];W[ee])")), 2, "{two}");
    }
    assert_eq!(stones("(;SZ[9]HA[none];W[ee])"), 0);
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
    assert_eq!(loaded.info.main_time, "600");
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
fn remarks_without_a_move_belong_to_the_move_before_them() {
    let remarks = |text: &str, before| {
        let loaded = load(text.as_bytes(), before).unwrap();
        let notes = loaded.notes.into_iter().map(|note| note.comment);
        (loaded.info.comment, notes.collect::<Vec<_>>())
    };
    let of = |game: &str, notes: &[&str]| {
        let notes = notes.iter().map(|&note| note.to_owned());
        (game.to_owned(), notes.collect::<Vec<_>>())
    };
    let text = "(;SZ[9]C[root];C[before];B[ee]C[one];C[between];W[cc];C[after];C[more])";
    let game = "root\n\nbefore";
    let notes = ["one\n\nbetween", "after\n\nmore"];
    assert_eq!(remarks(text, None), of(game, &notes));
    assert_eq!(remarks(text, Some(2)), of(game, &notes[..1]));
    assert_eq!(remarks(text, Some(1)), of(game, &[]));
    assert_eq!(
        remarks("(;SZ[9];AB[aa]C[set up];W[bb])", None),
        of("set up", &[])
    );
    // Where stones are set up the game begins anew.
    let text = "(;SZ[9]C[root];B[ee]C[one];AB[aa]C[set up];W[bb];C[two])";
    assert_eq!(remarks(text, None), of("root\n\nset up", &["two"]));
}

#[test]
fn a_move_in_the_first_node_leaves_the_comment_to_the_game() {
    let loaded = load(b"(;SZ[5]KM[0]C[hello]B[aa];W[bb]C[why])", None).unwrap();
    assert_eq!(loaded.info.comment, "hello");
    let comments: Vec<&str> = loaded.notes.iter().map(|note| &*note.comment).collect();
    assert_eq!(comments, ["", "why"]);
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
        "line 1, column 11: the set-up leaves the chain at A1 without a liberty"
    );
    assert!(fault("(;SZ[9]AB[aa:zz])").contains("'aa:zz' is not a point"));
    assert!(fault(&format!("(;B[{}])", "é".repeat(100_000))).len() < 200);
}

#[test]
fn size_and_length_are_limited() {
    let long = format!("(;SZ[9]{})", ";B[]".repeat(MAX_NODES));
    assert!(fault(&long).ends_with("more nodes than a game of 100000 moves"));
    let large = format!("(;C[{}])", "x".repeat(MAX_BYTES));
    assert_eq!(
        fault(&large),
        "line 1, column 1: the record is longer than 8 MB"
    );
    let set_up = format!("(;SZ[9]AB{})", "[aa]".repeat(MAX_SETUPS + 1));
    assert!(fault(&set_up).ends_with("sets up more than 20000 points and rectangles"));
    let turns = |count| format!("(;SZ[9]{})", ";AB[aa];AE[aa]".repeat(count / 2));
    assert!(game(&turns(MAX_SETUP_NODES)).board().is_empty());
    assert!(fault(&turns(MAX_SETUP_NODES + 2)).ends_with("changes stones in more than 2000 nodes"));
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
    let long = format!("(;SZ[9]{})", "B[]".repeat(MAX_MOVES + 2));
    assert!(fault(&long).contains("move 100001: "), "{}", fault(&long));
    let brackets = ["(".repeat(1 << 21), ")".repeat(1 << 21)].concat();
    split_games(brackets.as_bytes());
    // Depth costs nothing: only the main line is read, without recursion.
    let deep = format!("(;SZ[9]{}", "(;B[]".repeat(50_000));
    assert_eq!(game(&deep).moves().len(), 50_000);
    assert!(load("(".repeat(1 << 20).as_bytes(), None).is_err());
}
