//! `tengen gtp-check` names every planted fault, and nothing in an engine without one.
#![cfg(unix)]

mod engines;
mod process;
mod temporary;

use engines::{Wrapped, until_left};
use nix::sys::signal::Signal;
use process::{output, program, send_signal, wait};
use proptest::prelude::*;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use temporary::TemporaryFile;
use tengen::tools::gtp_check::code::Code;

/// Codes that no script plants: a finding of theirs would need an engine that is broken all over.
const UNPLANTED: [Code; 10] = [
    Code::Name,
    Code::BoardsizeRefused,
    Code::PlayRefused,
    Code::PassRefused,
    Code::ColorNonsense,
    Code::CaptureState,
    Code::GenmoveRefused,
    Code::TimeNonsense,
    Code::HandicapNonsense,
    Code::StatusNonsense,
];

/// Seconds that are far more than a reply takes that comes at all.
const LIMIT: &str = "8";

fn command(args: &[&str]) -> Command {
    program(["gtp-check"].iter().chain(args))
}

fn check(args: &[&str]) -> Output {
    output(command(args))
}

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/faulty.sh")
}

/// The engine with this fault, or with none of that name.
fn engine(fault: &str) -> String {
    let script = script().display().to_string();
    format!("sh '{script}' {fault} '{}'", env!("CARGO_BIN_EXE_tengen"))
}

/// The codes found, and the whole output for a message.
fn codes(output: &Output) -> (Vec<String>, String) {
    let text = process::text(&output.stdout);
    let object: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    let findings = object["findings"].as_array().unwrap();
    for finding in findings {
        let lines = finding["lines"].as_array().unwrap();
        assert!(!lines.is_empty(), "no line shows it: {finding}");
    }
    let code = |finding: &Value| finding["code"].as_str().unwrap().to_owned();
    (findings.iter().map(code).collect(), text)
}

#[test]
fn every_planted_fault_is_named_and_no_other() {
    let faults: Vec<&str> = Code::ALL
        .iter()
        .filter(|code| !UNPLANTED.contains(code))
        .map(|code| code.rule().name)
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(fault) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
            let output = check(&["--json", "--limit", LIMIT, &engine(fault)]);
            let (found, text) = codes(&output);
            assert_eq!(found, [*fault], "{text}");
            assert_eq!(output.status.code(), Some(1));
        }
    };
    // Most of the time they wait.
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(work);
        }
    });
}

#[test]
fn nothing_is_found_in_tengen() {
    let tengen = format!(
        "'{}' --net none --playouts 10 --memory 16",
        env!("CARGO_BIN_EXE_tengen")
    );
    for engine in [tengen, engine("none")] {
        let output = check(&["--json", &engine]);
        let (found, text) = codes(&output);
        assert!(found.is_empty(), "{text}");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn an_engine_is_blamed_once_for_what_it_lacks() {
    let found = |fault| codes(&check(&["--json", &engine(fault)]));
    let (ids, text) = found("no-ids");
    assert_eq!(ids, ["id-not-echoed"], "{text}");
    let (names, text) = found("nameless");
    assert_eq!(names, ["name", "version-unreadable"], "{text}");
    let object: Value = serde_json::from_str(&text).unwrap();
    assert_eq!([&object["name"], &object["version"]], ["", ""]);
}

#[test]
fn an_engine_without_a_name_is_called_by_its_command() {
    let engine = engine("nameless");
    let text = process::text(&check(&[&engine]).stdout);
    assert!(text.starts_with(&format!("{engine}\n")), "{text}");
}

#[test]
fn findings_are_told_in_words_with_their_lines() {
    let output = check(&[&engine("resign-case")]);
    let text = process::text(&output.stdout);
    assert!(text.starts_with("Tengen 0."), "{text}");
    assert!(
        text.contains("\nresign-case (clients): 'resign' is in lower case"),
        "{text}"
    );
    assert!(
        text.contains("\n    > genmove w\n    < = RESIGN\n"),
        "{text}"
    );
    assert!(text.ends_with("\n1 finding\n"), "{text}");
    assert!(
        output.stderr.is_empty(),
        "no progress bar without a terminal"
    );
    let text = process::text(&check(&[&engine("list-form")]).stdout);
    assert!(text.contains("\n    < 'komi\\t'\n"), "{text}");
}

#[test]
fn an_engine_that_cannot_start_is_trouble_and_one_that_says_nothing_is_broken() {
    let output = check(&["/no/such/engine"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = process::errors(&output);
    assert!(errors.contains("/no/such/engine"), "{errors}");
    for (engine, words) in [
        (
            "true",
            "'true' ended before its first reply: exit status: 0",
        ),
        (
            "sh -c 'echo out of stones >&2; echo See --help >&2; exit 3'",
            "ended before its first reply: exit status: 3: out of stones / See --help",
        ),
    ] {
        let output = check(&["--json", engine]);
        assert_eq!(output.status.code(), Some(2), "{engine}");
        let errors = process::errors(&output);
        assert!(errors.contains(words), "{engine}: {errors}");
    }
    for (engine, code, limit) in [
        ("sleep 1000", "no-reply", "0.3"),
        // What it says cuts every wait short, once it has begun.
        ("yes", "stray-output", "60"),
        ("yes ''", "no-reply", "0.3"),
    ] {
        let output = check(&["--json", "--limit", limit, engine]);
        let (found, text) = codes(&output);
        assert!(found.iter().any(|found| found == code), "{engine}: {text}");
        assert_eq!(output.status.code(), Some(1));
    }
    // It is not asked again, and its user may have forgotten an option.
    let text = process::text(&check(&["--limit", "0.3", "sleep 1000"]).stdout);
    let silence =
        "\n    > list_commands\n    does it need an option to speak GTP, such as --mode gtp?\n";
    assert!(text.contains(silence), "{text}");
}

#[test]
fn an_interrupt_leaves_nothing_that_the_engine_has_started() {
    let engine = Wrapped::new();
    let args = ["--limit", "1000", &engine.command_line()];
    let mut running = command(&args).spawn().unwrap();
    let pipe = engine.begun();
    send_signal(running.id(), Signal::SIGINT);
    assert_eq!(wait(&mut running).code(), Some(130));
    until_left(pipe);
}

#[test]
fn a_death_is_told_with_its_last_words() {
    let engine = engine("died").replace(
        "sh '",
        "sh -c 'echo out of stones >&2; exec sh \"$@\"' sh '",
    );
    let output = check(&["--limit", LIMIT, &engine]);
    let text = process::text(&output.stdout);
    // Tengen behind the script has words of its own.
    let lines = "    > komi 7.5\n    ended: exit status: 3: out of stones";
    assert!(text.contains(lines), "{text}");
}

#[test]
fn all_codes_can_be_listed() {
    let output = check(&["--codes"]);
    assert!(output.status.success());
    let text = process::text(&output.stdout);
    assert_eq!(text.lines().count(), Code::ALL.len());
}

#[test]
fn a_move_of_several_lines_is_not_sent_back_as_commands() {
    let (found, text) = codes(&check(&[
        "--json",
        "--limit",
        LIMIT,
        &engine("reg-genmove-lines"),
    ]));
    assert_eq!(found, ["genmove-form"], "{text}");
}

/// Replies as lines of a file for the script, most of them the proper ones.
fn any_replies() -> impl Strategy<Value = String> {
    let words = [
        "= \\n\\n",
        "=\\n\\n",
        "? no\\n\\n",
        "= D4\\n\\n",
        "= D4\\nname\\n\\n",
        "= pass\\n\\n",
        "=7 x\\n\\n",
        "\\n\\n",
        "= a",
        "= true\\r\\n\\r\\n",
        "\\0377\\0000\\n",
        "= 1\\n\\n= 2\\n\\n",
        "hello\\n",
    ];
    let any_bytes = prop::collection::vec(any::<u8>(), 1..20);
    let reply = prop_oneof![
        4 => prop::sample::select(words.to_vec()).prop_map(str::to_owned),
        1 => any_bytes.prop_map(|bytes| bytes.iter().map(|byte| format!("\\0{byte:o}")).collect()),
        1 => Just(format!("= {}\\n\\n", "x".repeat(100_000))),
    ];
    let line = prop::option::weighted(0.03, reply).prop_map(Option::unwrap_or_default);
    prop::collection::vec(line, 300).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_an_engine_answers_the_check_ends_and_is_told_in_short(all in prop::collection::vec(any_replies(), 8)) {
        let check_one = |replies: &String| {
            let file = TemporaryFile::new("replies", replies);
            let engine = format!("{} '{}'", engine("replies"), file.display());
            let output = check(&["--json", "--limit", "0.2", &engine]);
            let told = format!("{}{}", process::errors(&output), process::text(&output.stdout));
            assert!(matches!(output.status.code(), Some(0..=2)), "{told}");
            assert!(told.len() < 50_000 && !told.contains("panicked"), "{told}");
        };
        thread::scope(|scope| {
            for replies in &all {
                scope.spawn(move || check_one(replies));
            }
        });
    }
}
