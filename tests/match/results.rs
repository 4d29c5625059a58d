//! What a match writes down of its games, and how another one goes on with it.

use super::processes::{interrupt_twice, parent};
use super::{match_command, run_match, script, slow, stdout};
use crate::engines::begun;
use crate::process::{
    self, collect, lines_of, next_line, output, send_signal, tengen_in_shell, wait,
};
use crate::temporary::Directory;
use nix::sys::signal::Signal;

/// What is left of a summary when times are left out.
fn totals(text: &str) -> Vec<&str> {
    let is_total = |line: &&str| {
        let words = ["against", "  as ", "Elo", "endings", "forfeits"];
        words.iter().any(|word| line.contains(word))
    };
    text.lines().filter(is_total).collect()
}

#[test]
fn colours_alternate_and_games_are_kept() {
    let directory = Directory::new("colours");
    let path = directory.display().to_string();
    let options = ["--games=4", "--jobs=3", "--size=5", "--sgf-dir", &path];
    let output = run_match(&script("C3 resign"), &script("B2 D2"), &options);
    let text = stdout(&output);
    assert!(
        text.contains("A against B: 0 wins, 4 losses, 0 draws: 0.0 %"),
        "{text}"
    );
    assert!(text.contains("endings: 4 resigned"), "{text}");
    let [odd, even] = ["game-001.sgf", "game-002.sgf"].map(|name| directory.read(name));
    assert!(odd.contains("RE[W+R]") && odd.contains(";B[cc]"), "{odd}");
    assert!(
        even.contains("RE[B+R]") && even.contains(";B[bd]"),
        "{even}"
    );

    let again = run_match(&script(""), &script(""), &options);
    assert_eq!(
        again.status.code(),
        Some(2),
        "earlier games are not overwritten"
    );
    let errors = process::errors(&again);
    assert!(errors.contains("game-001.sgf"), "{errors}");
}

/// Older versions played by 7.5 wherever no komi was given.
#[test]
fn results_with_another_komi_than_the_usual_go_on_when_it_is_given() {
    let directory = Directory::new("komi");
    let path = directory.display().to_string();
    let run = |more: &[&str]| {
        let options = ["--size=5", "--rules=japanese", "--sgf-dir", &path];
        let options = [&options[..], more].concat();
        run_match(&script("resign"), &script("resign"), &options)
    };
    stdout(&run(&["--games=1", "--komi=7.5"]));
    let other = run(&["--games=2", "--resume"]);
    assert_eq!(other.status.code(), Some(2));
    let errors = process::errors(&other);
    assert!(errors.contains("komi 7.5 there, 6.5 now"), "{errors}");
    let resumed = stdout(&run(&["--games=2", "--resume", "--komi=7.5"]));
    assert!(resumed.contains("endings: 2 resigned"), "{resumed}");
}

/// By `ulimit -f`, which has the same effect as a full disk, unless the signal that comes of it kills.
#[test]
fn results_that_cannot_grow_end_the_match() {
    let directory = Directory::new("full");
    let results = directory.path("results.jsonl");
    let options = ["--games=100", "--size=5", "--results", &results];
    let unlimited = match_command(&script("resign"), &script(""), &options);
    let mut limited = tengen_in_shell("ulimit -f 8; exec \"$0\" \"$@\"");
    limited.args(unlimited.get_args());
    let output = output(limited);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let errors = process::errors(&output);
    assert!(
        errors.contains("results.jsonl cannot be written"),
        "{errors}"
    );
    let text = process::text(&output.stdout);
    assert!(text.contains("cannot go on after "), "{text}");
}

#[test]
fn a_match_whose_output_nobody_reads_is_played_all_the_same() {
    let directory = Directory::new("unread");
    let results = directory.path("results.jsonl");
    let options = ["--games=2", "--size=5", "--results", &results];
    let mut command = match_command(&script("resign"), &script(""), &options);
    let mut running = command.spawn().unwrap();
    drop((running.stdout.take(), running.stderr.take()));
    assert_eq!(wait(&mut running).code(), Some(0));
    let results = directory.read("results.jsonl");
    assert_eq!(results.lines().count(), 3, "{results}");
}

#[test]
fn two_matches_do_not_write_the_same_results() {
    let directory = Directory::new("twice");
    let pipe = directory.pipe("pipe");
    let results = directory.path("results.jsonl");
    // A clock, so that the hang lasts until the first match is killed.
    let clock = "--time-settings=absolute 600";
    let options = ["--size=5", "--resume", clock, "--results", &results];
    let mut command = match_command(&parent(&pipe), &script(""), &options);
    let mut first = command.spawn().unwrap();
    let _heard = begun(&pipe);
    let second = run_match(&parent(&pipe), &script(""), &options);
    assert_eq!(second.status.code(), Some(2));
    let errors = process::errors(&second);
    assert!(errors.contains("another match is writing"), "{errors}");
    interrupt_twice(&mut first);
}

#[test]
fn without_results_there_is_nothing_to_resume() {
    let directory = Directory::new("nothing");
    directory.write("game-001.sgf", "an earlier game");
    let path = directory.display().to_string();
    let options = ["--games=1", "--size=5", "--resume", "--sgf-dir", &path];
    let output = run_match(&script(""), &script("resign"), &options);
    assert_eq!(output.status.code(), Some(2));
    let errors = process::errors(&output);
    assert!(errors.contains("game-001.sgf exists already"), "{errors}");
    assert_eq!(directory.read("game-001.sgf"), "an earlier game");
}

#[test]
fn games_are_kept_in_a_directory() {
    let directory = Directory::new("no directory");
    directory.write("file", "");
    let path = directory.path("file");
    let output = run_match(&script(""), &script(""), &["--size=5", "--sgf-dir", &path]);
    assert_eq!(output.status.code(), Some(2));
    let errors = process::errors(&output);
    let told = "file cannot be written: it is not a directory";
    assert!(errors.contains(told), "{errors}");
}

#[test]
fn results_of_one_match_do_not_open_the_games_of_another() {
    let directory = Directory::new("foreign games");
    let games = directory.path("games");
    let results = directory.path("results.jsonl");
    let play = |options: &[&str]| {
        let options = [&["--size=5", "--sgf-dir", &games], options].concat();
        run_match(&script(""), &script("resign"), &options)
    };
    stdout(&play(&["--games=2"]));
    let others = ["--komi=0.5", "--results", &results];
    let alone = [&["--size=5", "--games=1"][..], &others].concat();
    stdout(&run_match(&script(""), &script("resign"), &alone));
    let kept = directory.read("games/game-002.sgf");
    let resumed = play(&[&["--games=2", "--resume"][..], &others].concat());
    assert_eq!(resumed.status.code(), Some(2));
    let errors = process::errors(&resumed);
    assert!(errors.contains("game-001.sgf exists already"), "{errors}");
    assert_eq!(directory.read("games/game-002.sgf"), kept);
    // Results in the same directory by another name prove nothing; those of these games do, however the directory is spelt.
    let inside = directory.path("games/other.jsonl");
    let other = ["--komi=0.5", "--results", &inside];
    let alone = [&["--size=5", "--games=1"][..], &other].concat();
    stdout(&run_match(&script(""), &script("resign"), &alone));
    let resumed = play(&[&["--games=2", "--resume"][..], &other].concat());
    assert_eq!(resumed.status.code(), Some(2));
    let [again, results] = ["again", "again.jsonl"].map(|name| directory.path(name));
    for (games, spelling) in [("1", again.clone()), ("2", format!("{again}/../again"))] {
        let options = [
            "--size=5",
            "--games",
            games,
            "--resume",
            "--results",
            &results,
        ];
        let options = [&options[..], &["--sgf-dir", &spelling]].concat();
        stdout(&run_match(&script(""), &script("resign"), &options));
    }
}

#[test]
fn an_interrupted_match_resumes_to_the_same_total() {
    let [black, white] = slow();
    let whole = run_match(&black, &white, &["--games=6", "--jobs=2", "--size=9"]);
    let whole = stdout(&whole);

    let directory = Directory::new("resume");
    let path = directory.display().to_string();
    let options = ["--jobs=2", "--size=9", "--resume", "--sgf-dir", &path];
    // So many that the interrupt finds it at work, however busy the machine.
    let long = [&options[..], &["--games=200"]].concat();
    let mut running = match_command(&black, &white, &long).spawn().unwrap();
    let lines = lines_of(running.stdout.take().unwrap());
    while !next_line(&lines).starts_with("game ") {}
    send_signal(running.id(), Signal::SIGINT);
    let ended = collect(running);
    let rest: Vec<String> = lines.iter().collect();
    assert_eq!(ended.status.code(), Some(130), "{rest:?}");
    let errors = process::errors(&ended);
    assert!(errors.contains("ending after the moves"), "{errors}");
    let is_told =
        |line: &String| line.starts_with("interrupted after") && line.ends_with(" of 200 games");
    assert!(rest.iter().any(is_told), "{rest:?}");
    assert!(!rest.iter().any(|line| line.contains("crash")), "{rest:?}");
    let results = directory.read("results.jsonl");
    assert!(results.lines().count() > 1, "{results}");

    let options = [&options[..], &["--games=6"]].concat();
    let resumed = stdout(&run_match(&black, &white, &options));
    assert_eq!(totals(&resumed), totals(&whole));
    let again = stdout(&run_match(&black, &white, &options));
    assert_eq!(totals(&again), totals(&whole), "nothing is left to play");
    for number in 1..=6 {
        let game = directory.join(format!("game-00{number}.sgf"));
        assert!(game.exists(), "each game has its file");
    }

    let other = run_match(&black, &white, &[&options[..], &["--komi=0"]].concat());
    assert_eq!(other.status.code(), Some(2));
    assert!(process::errors(&other).contains("komi"));
}
