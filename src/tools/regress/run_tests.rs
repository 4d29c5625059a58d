//! Whole files, with engines made of closures.

use super::*;
use crate::temporary::TemporaryFile;
use crate::tools::engine::fake::{Fake, any_answers, odd};
use crate::tools::regress::totals::Totals;
use crate::tools::regress::{LaunchError, Run, html, json, junit, report};
use proptest::prelude::*;
use quick_xml::events::Event as Xml;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Answers `echo X` with X, refuses `fail`, dies on `die`.
fn echo(_: &Path) -> Result<Box<dyn Engine>, LaunchError> {
    Ok(Box::new(Fake(|command: &str| {
        let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
        match name {
            "echo" => Ok(rest.to_owned()),
            "die" => Err(Trouble::Ended("exit status 1".to_owned())),
            _ => Err(Trouble::Refusal("unknown command".to_owned())),
        }
    })))
}

fn run(name: &str, text: &str) -> FileReport {
    let path = TemporaryFile::new(name, text);
    run_file(&path, &echo, Duration::from_secs(1), &mut |_| {}).unwrap()
}

#[test]
fn verdicts_are_counted() {
    let report = run(
        "verdicts.tst",
        "echo set-up\n\
         1 echo A1\n#? [A1]\n\
         2 echo A1\n#? [B1]\n\
         3 echo A1\n#? [A1]*\n\
         4 echo A1\n#? [B1]*\n\
         5 echo A1\n\
         6 fail\n\
         7 fail\n#? [!A1]*\n\
         fail\n\
         8 echo A1\n#? [A1]&\n",
    );
    let totals = Totals::of(&Ok(report));
    assert_eq!(totals.tests, 8);
    assert_eq!(totals.passes, 2);
    assert_eq!(totals.unexpected_fails, 2);
    assert_eq!(totals.unexpected_passes, 1);
    assert_eq!(totals.expected_fails, 2);
    assert_eq!(totals.setup_failures, 1);
    assert!(!totals.all_well());
}

/// Every engine started, with what each was asked.
type Lives = Arc<Mutex<Vec<Vec<String>>>>;

/// Echoes, dies of `die`, hangs at `hang`, counts `play`; and is remembered.
fn mortal(lives: &Lives) -> impl Fn(&Path) -> Result<Box<dyn Engine>, LaunchError> + Sync {
    let lives = Arc::clone(lives);
    move |_: &Path| {
        let mut all = lives.lock().unwrap();
        all.push(Vec::new());
        let life = all.len() - 1;
        drop(all);
        let lives = Arc::clone(&lives);
        Ok(Box::new(Fake(move |command: &str| {
            lives.lock().unwrap()[life].push(command.to_owned());
            let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
            match name {
                "die" => Err(Trouble::Ended("exit status 1".to_owned())),
                "hang" => Err(Trouble::Hang(Duration::from_secs(1))),
                "nonsense" => Err(Trouble::Nonsense("Hello".to_owned())),
                "genmove" => Ok("D4".to_owned()),
                _ => Ok(rest.to_owned()),
            }
        })))
    }
}

fn run_mortal(name: &str, text: &str) -> (Totals, Vec<Vec<String>>) {
    let path = TemporaryFile::new(name, text);
    let lives = Lives::default();
    let launch = mortal(&lives);
    let report = run_file(&path, &launch, Duration::from_secs(1), &mut |_| {});
    let lives = lives.lock().unwrap().clone();
    (Totals::of(&report), lives)
}

#[test]
fn a_dead_engine_comes_back_to_the_same_position() {
    let (totals, lives) = run_mortal(
        "revived.tst",
        "level 1\nboardsize 9\nplay b C3\nboardsize 13\n\
         1 genmove w\n\
         2 die\n#? [A1]*\n\
         3 echo A1\n#? [A1]\n\
         4 hang\n\
         5 nonsense\n\
         6 echo A1\n#? [A1]\n",
    );
    // Its marks do not excuse a test in which the engine breaks down.
    assert_eq!((totals.passes, totals.unexpected_fails), (3, 3));
    let set_up = ["level 1", "boardsize 13", "play white D4"];
    let lives: Vec<Vec<&str>> = lives
        .iter()
        .map(|life| life.iter().map(String::as_str).collect())
        .collect();
    assert_eq!(lives.len(), 4);
    assert_eq!(lives[1], [&set_up[..], &["echo A1", "hang"]].concat());
    assert_eq!(lives[2], [&set_up[..], &["nonsense"]].concat());
    assert_eq!(lives[3], [&set_up[..], &["echo A1", "quit"]].concat());
}

#[test]
fn whoever_is_told_to_quit_is_followed_by_another() {
    let text = "level 1\n1 echo A1\n#? [A1]\nquit\n2 echo B1\n#? [B1]\n3 echo C1\n#? [C1]\nquit\n";
    let (totals, lives) = run_mortal("quit.tst", text);
    assert_eq!((totals.passes, totals.setup_failures), (3, 0));
    let first = ["level 1", "echo A1", "quit"];
    let second = ["level 1", "echo B1", "echo C1", "quit"];
    assert_eq!(lives, [&first[..], &second]);
}

#[test]
fn an_engine_that_never_answers_is_given_up() {
    let text = "die\n1 die\n2 die\nboardsize 9\n3 echo A1\n4 echo A1\n";
    let (totals, lives) = run_mortal("hopeless.tst", text);
    assert_eq!(lives.len(), 3);
    assert_eq!((totals.tests, totals.unexpected_fails), (4, 4));
    assert_eq!(totals.setup_failures, 1);
}

#[test]
fn an_engine_that_answers_what_it_is_told_again_is_not_given_up() {
    let text = "boardsize 9\n1 die\n2 die\n3 die\n4 die\n5 echo A1\n#? [A1]\n";
    let (totals, lives) = run_mortal("often.tst", text);
    assert_eq!((totals.passes, totals.unexpected_fails), (1, 4));
    assert_eq!(lives.len(), 5);
}

#[test]
fn an_engine_that_does_not_come_back_fails_the_rest() {
    let path = TemporaryFile::new("once.tst", "1 echo A1\n2 die\n3 echo A1\necho\n4 echo A1\n");
    let started = Mutex::new(false);
    let lives = Lives::default();
    let mortal = mortal(&lives);
    let launch = |directory: &Path| {
        let mut started = started.lock().unwrap();
        if std::mem::replace(&mut *started, true) {
            return Err(LaunchError::NoStart("no more".to_owned()));
        }
        mortal(directory)
    };
    let report = run_file(&path, &launch, Duration::from_secs(1), &mut |_| {});
    let totals = Totals::of(&report);
    assert_eq!((totals.passes, totals.unexpected_fails), (1, 3));
    assert_eq!(totals.setup_failures, 0, "one death is reported once");
}

#[test]
fn a_failed_test_keeps_its_position() {
    let report = run(
        "position.tst",
        "echo\n1 echo A1\n#? [A1]\n2 echo A1\n#? [B1]\n3 echo A1\n#? [B1]*\n",
    );
    let drawn: Vec<bool> = report.tests().map(|test| test.position.is_some()).collect();
    assert_eq!(drawn, [false, true, true]);
}

#[test]
fn files_that_cannot_be_run_are_explained() {
    let limit = Duration::from_secs(1);
    let error = |path: &Path| {
        run_file(path, &echo, limit, &mut |_| {})
            .unwrap_err()
            .to_string()
    };
    let missing = error(Path::new("no/such/file.tst"));
    assert!(missing.starts_with("no/such/file.tst: cannot be read: "));
    let path = TemporaryFile::new("fine.tst", "1 echo\n");
    let error = |why: LaunchError| {
        let broken = |_: &Path| Err(why.clone());
        let error = run_file(&path, &broken, limit, &mut |_| {}).unwrap_err();
        error.to_string()
    };
    let broken = error(LaunchError::NoStart("no such program".to_owned()));
    assert!(broken.ends_with(": the engine does not start: no such program"));
    let unprepared = error(LaunchError::Unprepared(Complaint {
        command: "komi 5.5".to_owned(),
        trouble: Trouble::Refusal("no\nnever".to_owned()),
    }));
    assert!(unprepared.ends_with(": before the tests, to 'komi 5.5': error reply 'no / never'"));
}

#[test]
fn lines_that_cannot_be_read_do_not_stop_the_others() {
    let report = run("bad.tst", "#? [A1]\n10\n1 echo A1\n#? [A1]\n");
    assert_eq!(report.problems.len(), 2);
    let totals = Totals::of(&Ok(report));
    assert_eq!((totals.passes, totals.unreadable_lines), (1, 2));
    assert!(!totals.all_run() && !totals.all_well());
}

#[test]
fn files_may_be_in_utf_16_or_begin_with_a_byte_order_mark() {
    let text = "\u{feff}1 echo é\r\n#? [é]\r\n";
    let wide = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [wide, text.as_bytes().to_vec()] {
        let path = TemporaryFile::new("wide.tst", bytes);
        let report = run_file(&path, &echo, Duration::from_secs(1), &mut |_| {});
        let totals = Totals::of(&report);
        assert_eq!((totals.tests, totals.passes), (1, 1), "{report:?}");
    }
}

#[test]
fn comments_may_be_in_any_encoding() {
    let path = TemporaryFile::new("latin.tst", b"# \xe9\n1 echo A1\n#? [A1]\n");
    let report = run_file(&path, &echo, Duration::from_secs(1), &mut |_| {});
    assert_eq!(Totals::of(&report).passes, 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_an_engine_answers_all_is_run_and_told(answers in any_answers(0.15)) {
        let path = TemporaryFile::new(
            "any.tst",
            "boardsize 5\nplace_free_handicap 2\n1 genmove w\nplay b C3\n2 reg_genmove w\n#? [B2|D4]\n\
             3 final_score\n#? [!B+1]*\nundo\n4 kata-genmove_analyze b 1\n#? [.*]&\nquit\n5 name\n#? [x*]\n\
             loadsgf none.sgf\n6 list_stones black\n#? [.*C3.*]\n",
        );
        let (asked, started) = (Arc::new(AtomicUsize::new(0)), AtomicUsize::new(0));
        let launch = |_: &Path| {
            let asked = Arc::clone(&asked);
            let first = 3 * started.fetch_add(1, Ordering::Relaxed);
            Ok(odd(&answers, first, move |_| {
                asked.fetch_add(1, Ordering::Relaxed);
                "C2".to_owned()
            }))
        };
        let file = run_file(&path, &launch, Duration::from_secs(1), &mut |_| {}).unwrap();
        prop_assert_eq!(file.tests().count(), 6);
        prop_assert!(asked.load(Ordering::Relaxed) < 200);
        for event in &file.events {
            let line = report::line(&path, event);
            prop_assert!(!line.contains(char::is_control) && line.len() < 2500, "{}", line);
        }
        let run = Run { engine: "one".to_owned(), files: vec![(path.to_owned(), Ok(file))] };
        prop_assert_eq!(json::object(&run)["files"][0]["tests"].as_array().unwrap().len(), 6);
        prop_assert!(html::page(&run, None).len() < 50_000);
        let xml = junit::document(&run);
        prop_assert!(xml.len() < 20_000);
        let mut reader = quick_xml::Reader::from_str(&xml);
        while reader.read_event().unwrap() != Xml::Eof {}
    }
}
