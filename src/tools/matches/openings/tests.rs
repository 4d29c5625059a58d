use super::*;
use crate::temporary::Directory;
use crate::types::Dims;
use proptest::prelude::*;
use std::fs;

fn conditions(side: usize) -> Conditions {
    Conditions::of(Dims::square(side).unwrap())
}

/// A directory of its own with these files in it.
fn directory(name: &str, files: &[(&str, &str)]) -> Directory {
    let directory = Directory::new(name);
    for (file, text) in files {
        directory.write(file, text);
    }
    directory
}

fn moves(opening: &Opening) -> String {
    let dims = Dims::square(9).unwrap();
    let text =
        |&(color, mv): &(Color, Move)| format!("{color} {}", crate::types::format_move(dims, mv));
    let texts: Vec<String> = opening.moves.iter().map(text).collect();
    texts.join(", ")
}

#[test]
fn every_form_is_read() {
    let text = "# three kinds\nE5 C3 pass G7\n\nplay b D4\nplay black E4 # twice\nclear_board\n\
                play w C3\n\ngame.sgf\n";
    let collection = "(;SZ[9]AB[cc:cd]AW[gg]PL[W]C[a \\] (b])(;GM[1]SZ[9];B[ee](;W[cc])(;W[dd]))";
    let directory = directory("forms", &[("o.txt", text), ("game.sgf", collection)]);
    let openings = read(&directory.join("o.txt"), &conditions(9)).unwrap();
    let found: Vec<String> = openings.iter().map(moves).collect();
    let expected = [
        "black E5, white C3, black pass, white G7",
        "black D4, black E4",
        "white C3",
        "",
        "black E5, white C7",
    ];
    assert_eq!(found, expected);
    assert_eq!(openings[0].place, directory.path("o.txt line 2"));
    assert_eq!(openings[3].place, directory.path("game.sgf 1"));
    // As the records of the games have it.
    assert_eq!(openings[0].name(), "o.txt line 2");
    assert_eq!(openings[3].name(), "game.sgf 1");
    assert_eq!(Opening::default().name(), "");
    assert_eq!(openings[3].stones.len(), 3);
    assert_eq!(openings[3].first, Color::White);
    assert!(!openings[3].is_handicap(), "there is a white stone");
    assert_eq!(openings[2].first, Color::White);
    assert_eq!(
        read(&directory, &conditions(9)).unwrap().len(),
        2,
        "the directory's SGF file"
    );
}

#[test]
fn lists_are_read_as_people_and_programs_write_them() {
    let game = "(;SZ[9];B[ee])";
    let text = "with blank.sgf\na#b.sgf\nwith blank.sgf # again\n\
                1 boardsize 9\n2 clear_board\n3 komi 5.5\n4 play b D4\nkomi 6.5\n5 play w E4\n\
                # the answer was a comment\nplay b C3\nrectangular_boardsize 9 9\nE5#comment\n";
    let files = [("o.txt", text), ("with blank.sgf", game), ("a#b.sgf", game)];
    let directory = directory("usual", &files);
    let list = directory.join("o.txt");
    let expected = [
        "black E5",
        "black E5",
        "black E5",
        "black D4, white E4, black C3",
        "black E5",
    ];
    let utf_16 = |text: &str| -> Vec<u8> {
        let signs = text.encode_utf16();
        signs.flat_map(u16::to_le_bytes).collect()
    };
    for bytes in [
        text.as_bytes().to_vec(),
        format!("\u{feff}{text}").into_bytes(),
        utf_16(&format!("\u{feff}{text}")),
        [text.as_bytes(), b"# \xe9"].concat(),
    ] {
        fs::write(&list, bytes).unwrap();
        let openings = read(&list, &conditions(9)).unwrap();
        let found: Vec<String> = openings.iter().map(moves).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn what_leaves_nothing_to_play_is_refused() {
    let directory = directory(
        "over",
        &[("o.txt", "E5\nE5 pass pass\n"), ("long.txt", "E5 C3")],
    );
    let refusal = |file: &str, max_moves| {
        let conditions = Conditions {
            max_moves,
            ..conditions(9)
        };
        let error = read(&directory.join(file), &conditions).unwrap_err();
        let folder = directory.path("");
        error.to_string().replace(&folder, "DIR/")
    };
    let over = "opening DIR/o.txt line 2: the game is over after it";
    assert_eq!(refusal("o.txt", 100), over);
    let long = "opening DIR/long.txt line 1: nothing is left to play, a game has at most 2 moves";
    assert_eq!(refusal("long.txt", 2), long);
}

#[test]
fn what_cannot_be_used_is_named() {
    let cases = [
        (
            "E5 K1",
            "opening DIR/o.txt line 1: vertex K1 is off the 9x9 board",
        ),
        (
            "\nhello there",
            "opening DIR/o.txt line 2: 'hello there' is neither",
        ),
        ("play red E5", "'play red E5' is neither"),
        ("5", "'5' is neither"),
        (
            "E5 E5",
            "o.txt line 1, move 2 (white E5): illegal move: occupied",
        ),
        ("# nothing", "holds no openings"),
        ("\nlost.sgf", "openings DIR/lost.sgf cannot be read: "),
        ("# a\n1 boardsize 13", "line 2 is for a 13x13 board"),
        ("boardsize large", "'boardsize large' is neither"),
        (
            "big.sgf",
            "opening DIR/big.sgf is for a 19x19 board (named by DIR/o.txt line 1)",
        ),
        ("bad.sgf", "opening DIR/bad.sgf: line 1"),
        (
            "later.sgf",
            "later.sgf: stones are set up after move 1, which no opening may have",
        ),
        ("cut.sgf", "cut.sgf: the end of the record is missing"),
    ];
    for (text, expected) in cases {
        let files = [
            ("o.txt", text),
            ("big.sgf", "(;SZ[19];B[aa])"),
            ("bad.sgf", "(;SZ[9];B[zz])"),
            ("later.sgf", "(;SZ[9];B[ee];AB[cc];W[dd])"),
            ("cut.sgf", "(;SZ[9];B[ee];W[cc];B[gg"),
        ];
        let directory = directory("bad", &files);
        let error = read(&directory.join("o.txt"), &conditions(9))
            .unwrap_err()
            .to_string()
            .replace(&directory.path(""), "DIR/");
        assert!(error.contains(expected), "{text}: {error}");
    }
    let error = read(Path::new("/no/such/file"), &conditions(9)).unwrap_err();
    assert!(matches!(error, OpeningError::Read(..)));
}

#[test]
fn handicap_is_where_the_standard_puts_it() {
    let opening = Opening::handicap(&conditions(19), 4).unwrap();
    assert!(opening.is_handicap());
    let game = opening.game(&conditions(19)).unwrap();
    assert_eq!((game.handicap(), game.to_move()), (4, Color::White));
    assert!(Opening::handicap(&conditions(19), 1).is_err());
    assert!(Opening::handicap(&conditions(5), 9).is_err());
}

#[cfg(unix)]
#[test]
fn what_is_no_file_or_never_ends_is_refused() {
    let directory = directory("devices", &[("list.txt", "null.sgf\n")]);
    std::os::unix::fs::symlink("/dev/null", directory.join("null.sgf")).unwrap();
    for name in ["", "null.sgf", "list.txt"] {
        let error = read(&directory.join(name), &conditions(9))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("null.sgf cannot be read: it is not a file"),
            "{error}"
        );
    }
    let error = read(Path::new("/dev/zero"), &conditions(9)).unwrap_err();
    let expected = "openings /dev/zero cannot be read: it is longer than 256 MB";
    assert_eq!(error.to_string(), expected);
}

/// A list of openings: words that mean something, and any others.
fn any_list() -> impl Strategy<Value = Vec<u8>> {
    let known: &[&str] = &[
        "E5",
        "C3 pass",
        "Z99",
        "play",
        "black",
        "w",
        "boardsize 9",
        "boardsize",
        "clear_board",
        "komi 1e99",
        "7",
        "4294967296",
        "game.sgf",
        "no.sgf",
        "#",
        "\n",
        "\n\n",
        "\r",
        "\u{feff}",
        "\0",
        "囲",
    ];
    let part = prop_oneof![
        9 => prop::sample::select(known).prop_map(|word| format!("{word} ").into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..9),
        1 => Just(vec![b'C'; 5000]),
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_list_is_read_or_refused_in_short(list in any_list()) {
        let directory = directory("any", &[("game.sgf", "(;SZ[9];B[ee](;W[cc])(;W[dd]))(;SZ[9]AB[aa])")]);
        fs::write(directory.join("o.txt"), &list).unwrap();
        match read(&directory.join("o.txt"), &conditions(9)) {
            Ok(openings) => prop_assert!(openings.iter().all(|opening| opening.game(&conditions(9)).is_ok())),
            Err(error) => prop_assert!(error.to_string().len() < 500, "{error}"),
        }
    }
}
