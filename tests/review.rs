//! `tengen review` as a person runs it.

mod networks;
mod process;
mod temporary;

use networks::half_a_network;
use process::{program, run};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use temporary::Directory;

fn review(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = program(["review", "--threads=1", "--memory=64"]);
    run(command.args(arguments).current_dir(directory), "")
}

/// 250 moves on 19x19: every second point of every second row in turn, then the rest.
fn long_game() -> String {
    let mut text = String::from("(;SZ[19]PB[One]PW[Two]KM[6.5]RU[Chinese]RE[?]");
    let points = (0..361).map(|i| (i * 140) % 361).take(250);
    for (number, point) in points.enumerate() {
        let letter = |n: usize| char::from(b'a' + n as u8);
        let color = if number % 2 == 0 { 'B' } else { 'W' };
        text.push_str(&format!(
            ";{color}[{}{}]",
            letter(point % 19),
            letter(point / 19)
        ));
    }
    text + ")"
}

#[test]
fn a_long_game_makes_a_small_page() {
    let directory = Directory::new("long");
    directory.write("game.sgf", long_game());
    let output = review(&directory, &["game.sgf", "--playouts=8", "--json"]);
    let errors = process::errors(&output);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["moves"].as_array().unwrap().len(), 250);
    let page = directory.read("game.review.html");
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
    assert!(page.contains("\"komi\":6.5") && page.contains("\"black\":\"One\""));
    for part in ["id=\"stepper\"", "id=\"walk\"", "id=\"i-last\""] {
        assert_eq!(page.matches(part).count(), 1, "{part}");
    }
    let record = directory.read("game.review.sgf");
    assert!(
        record.contains("PB[One]") && record.contains("Reviewed by Tengen"),
        "{record}"
    );
    // What it writes it reads again.
    let again = review(
        &directory,
        &["game.review.sgf", "--playouts=1", "--output=again"],
    );
    assert!(again.status.success());
    assert!(process::text(&again.stdout).contains("again.html and again.sgf"));
}

#[test]
fn what_is_not_reviewed_is_named() {
    let directory = Directory::new("setup");
    let text = "(;SZ[5];B[cc];W[bb];AB[dd];W[da];B[e";
    directory.write("game.sgf", text);
    let output = review(&directory, &["game.sgf", "--playouts=1", "--json"]);
    assert!(output.status.success());
    let remarks = [
        "stones are set up after move 2; the game begins there",
        "the end of the record is missing",
    ];
    let told = remarks.map(|remark| format!("note: {remark}\n")).concat();
    let errors = process::errors(&output);
    assert!(errors.contains(&told), "{errors}");
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["notes"], serde_json::json!(remarks));
}

#[test]
fn remarks_and_clocks_of_the_record_are_kept() {
    let directory = Directory::new("remarks");
    let text = "(;SZ[5]KM[0.5];B[cc];W[bb]C[my remark]WL[100])(;SZ[5];B[aa])";
    directory.write("game.sgf", text);
    let output = review(&directory, &["game.sgf", "--playouts=1"]);
    assert!(output.status.success());
    let record = directory.read("game.review.sgf");
    let kept = record.contains("C[my remark\n\nBlack ") && record.contains("WL[100]");
    assert!(kept, "{record}");
}

#[test]
fn games_without_a_semicolon_are_counted() {
    let directory = Directory::new("bare");
    let text = "(GM[1]SZ[5];B[cc])(GM[1]SZ[7];B[bb])";
    directory.write("two.sgf", text);
    let output = review(&directory, &["two.sgf", "--game=2", "--playouts=1"]);
    assert!(output.status.success(), "{output:?}");
    let page = directory.read("two.review.html");
    assert!(page.contains("\"width\":7"));
}

#[test]
fn what_cannot_be_reviewed_is_named() {
    let directory = Directory::new("bad");
    directory.write("bad.sgf", "(;SZ[9]AB[aa];W[aa])");
    directory.write("good.sgf", "(;SZ[5];B[cc])");
    directory.write("half.bin.gz", half_a_network());
    let cases: &[(&[&str], &str)] = &[
        (&["none.sgf"], "none.sgf"),
        (
            &["bad.sgf"],
            "bad.sgf: line 1, column 17: move 1: illegal move: occupied",
        ),
        (&["good.sgf", "--output=good"], "would overwrite good.sgf"),
        (
            &["good.sgf", "--output=no/where", "--playouts=1000000000"],
            "no/where.html cannot be written: there is no directory no",
        ),
        (&["good.sgf", "--playouts=0"], "--playouts"),
        // Not by playouts instead, which nobody would see from the page.
        (&["good.sgf", "--net=half.bin.gz"], "half.bin.gz"),
        (&[], "GAME.sgf"),
    ];
    for (arguments, expected) in cases {
        let output = review(&directory, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = process::errors(&output);
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
    }
    assert_eq!(directory.read("good.sgf"), "(;SZ[5];B[cc])");
}

#[test]
fn what_lies_before_a_move_that_cannot_be_played_is_reviewed() {
    let directory = Directory::new("before");
    for (value, reason) in [
        ("cc", "move 3: illegal move: occupied"),
        ("zz", "'zz' is not a point of a 5x5 board"),
    ] {
        directory.write("game.sgf", format!("(;SZ[5];B[cc];W[bb];B[{value}];W[dd])"));
        let output = review(&directory, &["game.sgf", "--playouts=8"]);
        assert!(output.status.success());
        let errors = process::errors(&output);
        let note = format!("note: line 1, column 23: {reason}; the moves before it are reviewed");
        assert!(errors.contains(&note), "{errors}");
        let record = directory.read("game.review.sgf");
        assert!(record.contains("W[bb]") && !record.contains("W[dd]"));
    }
}

#[test]
fn it_may_be_written_into_a_directory() {
    let directory = Directory::new("into");
    directory.write("game.sgf", "(;SZ[5];B[cc])");
    fs::create_dir(directory.join("out")).unwrap();
    let output = review(&directory, &["game.sgf", "--playouts=8", "--output=out"]);
    assert!(output.status.success(), "{output:?}");
    let written = |name| directory.join("out").join(name).is_file();
    assert!(written("game.review.html") && written("game.review.sgf"));
}

#[cfg(unix)]
#[test]
fn a_game_may_come_through_a_pipe_that_ends() {
    let directory = Directory::new("pipe");
    directory.write("game.sgf", "(;SZ[5]KM[7];B[cc];W[bb])");
    let command = "cat game.sgf | \"$0\" review /dev/stdin --playouts=8 --threads=1 --output=piped";
    let reviewed = run(
        process::tengen_in_shell(command).current_dir(&directory),
        "",
    );
    assert!(reviewed.status.success(), "{reviewed:?}");
    assert!(directory.join("piped.html").is_file());
    let endless = review(&directory, &["/dev/zero"]);
    let error = process::errors(&endless);
    assert_eq!(endless.status.code(), Some(2));
    assert!(
        error.contains("/dev/zero: it is longer than 8 MB"),
        "{error}"
    );
}

#[test]
fn only_reviews_are_replaced_without_force() {
    let directory = Directory::new("replace");
    directory.write("a.sgf", "(;SZ[5];B[cc])");
    let other = "(;SZ[5]AP[Tengen:0.1];B[bb])";
    directory.write("b.sgf", other);
    let code = |arguments: &[&str]| review(&directory, arguments).status.code();
    let onto_b = ["a.sgf", "--playouts=8", "--output=b"];
    assert_eq!(code(&onto_b), Some(2));
    let kept = directory.read("b.sgf");
    assert!(kept == other && !directory.join("b.html").exists());
    assert_eq!(code(&[&onto_b[..], &["--force"]].concat()), Some(0));
    assert_eq!(code(&onto_b), Some(0), "by now they are reviews");
    directory.write("b.html", "<p>notes</p>");
    assert_eq!(code(&onto_b), Some(2));
}

/// Standing in for a full disk: files may have no more than some kilobytes.
#[cfg(unix)]
#[test]
fn a_page_that_cannot_be_written_whole_changes_neither_file() {
    let directory = Directory::new("full");
    directory.write("game.sgf", "(;SZ[5];B[cc];W[bb];B[dd])");
    let files = || {
        let entries = fs::read_dir(&directory).unwrap();
        let files = entries.map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = files.map(|path| (fs::read(&path).unwrap(), path)).collect();
        files.sort();
        files
    };
    assert!(
        review(&directory, &["game.sgf", "--playouts=8"])
            .status
            .success()
    );
    let before = files();
    let mut limited = process::tengen_in_shell("ulimit -f 8; exec \"$0\" \"$@\"");
    limited
        .args(["review", "game.sgf", "--playouts=16"])
        .args(["--threads=1", "--memory=64"])
        .current_dir(&directory);
    let output = run(&mut limited, "");
    let errors = process::errors(&output);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(
        errors.contains("game.review.html cannot be written"),
        "{errors}"
    );
    assert!(!output.stdout.is_empty(), "what was found is told");
    assert!(files() == before);
}

#[cfg(target_os = "linux")]
#[test]
fn a_review_of_which_nothing_can_be_printed_is_written_and_says_so() {
    let directory = Directory::new("mute");
    directory.write("game.sgf", "(;SZ[5];B[cc];W[bb])");
    for arguments in [&[][..], &["--json"]] {
        let mut command = program(["review", "game.sgf", "--playouts=8", "--memory=64"]);
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        command.args(arguments).current_dir(&directory).stdout(full);
        let output = run(&mut command, "");
        assert_eq!(output.status.code(), Some(2));
        let errors = process::errors(&output);
        let written = "written: game.review.html and game.review.sgf\n";
        let failure = "tengen: standard output: No space left on device";
        assert!(
            errors.starts_with(&format!("{written}{failure}")),
            "{errors}"
        );
    }
}

#[test]
fn what_a_record_says_that_is_not_used_is_told() {
    let directory = Directory::new("told");
    let text = "(;SZ[5]KM[abc]RU[Klingon];B[cc])\n(;SZ[7]KM[6.5]RU[Chinese];B[aa];W[bb])\n(;SZ[5]KM[7]RU[AGA-Button];B[cc])";
    directory.write("three.sgf", text);
    let notes = |arguments: &[&str]| {
        let output = review(
            &directory,
            &[&["three.sgf", "--playouts=1"], arguments].concat(),
        );
        process::errors(&output)
    };
    let said = notes(&[]);
    for words in [
        "note: three.sgf has 3 games; the first is reviewed",
        "note: komi 'abc' is not understood; using 7.5",
        "note: rules 'Klingon' are not understood; using area scoring, positional superko, no suicide",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let said = notes(&["--game=1", "--komi=6.5", "--rules=japanese"]);
    assert_eq!(said, "");
    assert_eq!(notes(&["--game=2"]), "");
    assert_eq!(
        notes(&["--game=3", "--output=button"]),
        "note: there is no button here; the rules without it are used\n"
    );
    let page = directory.read("three.review.html");
    assert!(page.contains("\"width\":7"));
    assert!(notes(&["--game=4"]).contains("has 3 games, no game 4"));
}

#[test]
fn one_visit_is_no_certainty() {
    let directory = Directory::new("once");
    let text =
        "(;SZ[5]KM[7.5]AB[ab][ac][ad][ae][ca][cb][cc][cd][ce]AW[ba][bb][bc][bd][be];B[];W[aa])";
    directory.write("a.sgf", text);
    let output = review(&directory, &["a.sgf", "--playouts=1", "--json"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    for moved in json["moves"].as_array().unwrap() {
        let loss = &moved["loss"];
        let is_unknown = loss["error"].is_null();
        assert!(!is_unknown || loss["verdict"] == "unclear", "{loss}");
        assert!(is_unknown || loss["error"].as_f64().unwrap() > 0.0 || loss["winrate"] == 0.0);
    }
    assert!(json["moves"][0]["loss"]["error"].is_null(), "{json}");
}
