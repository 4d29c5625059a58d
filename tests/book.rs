//! Opening books by the program itself: `tengen learn book` makes them, the engine plays by them.

mod process;
mod temporary;

use process::{errors, output, program, run};
use std::process::Output;
use temporary::Directory;

/// Makes a book for 5×5 from so many positions, those that are known included.
fn learn(directory: &Directory, positions: usize) -> Output {
    let (findings, out) = (directory.path("found.jsonl"), directory.path("book.txt"));
    let positions = positions.to_string();
    let made = [
        ["--findings", &findings],
        ["--out", &out],
        ["--positions", &positions],
    ];
    let options = "learn book --net built-in --size 5 --visits 30 --for-komi 6..8 --one-in 50";
    let made = made.iter().flatten().copied();
    output(program(options.split(' ').chain(made)))
}

/// Does the same, and returns what is said of it on standard output and on standard error.
fn learnt(directory: &Directory, positions: usize) -> (String, String) {
    let output = learn(directory, positions);
    assert!(output.status.success(), "{}", errors(&output));
    (process::text(&output.stdout), errors(&output))
}

/// What the engine answers to `genmove b` on an empty board; the options begin with its network.
fn first_move(options: &[&str]) -> String {
    let fixed = "gtp --playouts 60 --threads 1 --seed 1 --memory 64 --net";
    let output = run(
        &mut program(fixed.split(' ').chain(options.iter().copied())),
        "boardsize 9\nkomi 7\nreg_genmove b\ngenmove b\n",
    );
    let text = process::text(&output.stdout);
    let replies: Vec<&str> = text
        .trim_end()
        .split("\n\n")
        .map(|reply| &reply[2..])
        .collect();
    assert!(
        !is_corner(replies[2]),
        "reg_genmove asks the search alone: {text}"
    );
    replies[3].to_owned()
}

fn is_corner(vertex: &str) -> bool {
    ["A1", "A9", "J1", "J9"].contains(&vertex)
}

#[test]
fn a_book_is_made_and_goes_on_growing() {
    let directory = Directory::new("book");
    let out = directory.path("book.txt");
    let said = format!("6 positions judged, the book written: {out}\n");
    assert_eq!(learnt(&directory, 6), (said, String::new()));
    let six = directory.read("book.txt");
    assert!(
        six.starts_with("# Made by 'tengen learn book' with built-in (tengen-"),
        "{six}"
    );
    assert!(six.contains("\nboard 5 komi 6 to 8\n: "), "{six}");
    // What was found is not looked for again.
    assert!(learnt(&directory, 11).0.starts_with("11 positions"));
    assert_eq!(directory.read("found.jsonl").lines().count(), 11);
    assert!(learnt(&directory, 0).0.starts_with("11 positions"));
}

#[test]
fn a_book_takes_the_place_of_no_other_file() {
    let directory = Directory::new("book-replaced");
    directory.write("book.txt", "important\n");
    let output = learn(&directory, 1);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        errors(&output).contains("book.txt is there and no opening book"),
        "{output:?}"
    );
    assert_eq!(directory.read("book.txt"), "important\n");
}

#[test]
fn a_book_without_positions_is_refused() {
    let directory = Directory::new("book-empty");
    let book = directory.write("book.txt", "board 9 komi 7 to 7\n");
    let output = output(program(["--book", &book]));
    assert_eq!(output.status.code(), Some(2));
    assert!(
        errors(&output).contains("book.txt: no position stands in it"),
        "{output:?}"
    );
}

#[test]
fn a_book_is_made_by_one_network() {
    let directory = Directory::new("book-networks");
    learnt(&directory, 2);
    let found = directory.read("found.jsonl");
    directory.write("found.jsonl", found.replace("built-in (", "other.bin.gz ("));
    let output = learn(&directory, 1);
    assert_eq!(output.status.code(), Some(2));
    let errors = errors(&output);
    assert!(
        errors.contains("found.jsonl: line 1: it is by other.bin.gz (tengen-")
            && errors.contains(", and not by built-in (tengen-"),
        "{errors}"
    );
    // Files from before findings named their network are used.
    directory.write(
        "found.jsonl",
        found.replace("\"network\":", "\"formerly\":"),
    );
    let (said, aside) = learnt(&directory, 3);
    assert!(said.starts_with("3 positions"), "{said}");
    assert!(
        aside.ends_with("found.jsonl: which network made 2 findings is not known\n"),
        "{aside}"
    );
    assert_eq!(aside.lines().count(), 1, "{aside}");
}

#[test]
fn the_engine_plays_by_a_book_at_full_strength() {
    let directory = Directory::new("corner-book");
    // No search would open so.
    let book = directory.write("corner.txt", "board 9 komi 7 to 7\n: A9 1\n");
    assert!(is_corner(&first_move(&["built-in", "--book", &book])));
    assert!(!is_corner(&first_move(&[
        "built-in", "--book", &book, "--level", "15"
    ])));
    assert!(!is_corner(&first_move(&["none", "--book", &book])));
    assert!(!is_corner(&first_move(&["built-in", "--book", "none"])));
    assert!(!is_corner(&first_move(&["built-in"])));
}

#[test]
fn a_book_that_is_none_is_refused_at_the_start() {
    let directory = Directory::new("bad-books");
    let bad = directory.write("bad.txt", "board 9 komi 7 to 7\n: K10 1\n");
    let bytes = directory.write("bytes.txt", b"board 9 \xff");
    for (book, wrong) in [
        (&bad, "line 2: 'K10'"),
        (&bytes, "bytes.txt: line 1: it is no text"),
        (&directory.path("none.txt"), "none.txt: "),
    ] {
        let output = run(&mut program(["gtp", "--book", book]), "name\n");
        assert_eq!(output.status.code(), Some(2), "{book}");
        assert!(output.stdout.is_empty());
        let errors = errors(&output);
        assert!(
            errors.contains("--book ") && errors.contains(wrong),
            "{errors}"
        );
    }
}
