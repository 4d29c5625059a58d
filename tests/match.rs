//! `tengen match` over real pipes: small shell scripts play the engines that misbehave.
#![cfg(unix)]

use std::path::PathBuf;
use std::process::{Command, Output};
use std::{env, fs};

/// Plays the moves of its arguments, then passes; some words stand for faults.
const SCRIPT: &str = r#"
while read -r command rest; do
  case "$command" in
    genmove)
      move="${1:-pass}"
      [ $# -gt 0 ] && shift
      case "$move" in
        die) echo "out of memory" >&2; exit 3 ;;
        hang) sleep 5 ;;
        garbage) printf 'hello\n\n' ;;
        refuse) printf '? cannot\n\n' ;;
        *) printf '= %s\n\n' "$move" ;;
      esac ;;
    name) printf '= Script\n\n' ;;
    final_score) printf '= B+1.5\n\n' ;;
    quit) printf '= \n\n'; exit ;;
    *) printf '= \n\n' ;;
  esac
done
"#;

fn script(moves: &str) -> String {
    format!("sh -c '{}' script {moves}", SCRIPT.replace('\'', "\""))
}

fn run_match(black: &str, white: &str, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["match", "--black", black, "--white", white, "--hang", "1"])
        .args(more)
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[track_caller]
fn assert_game(black: &str, white: &str, size: &str, expected: &str) {
    let output = run_match(
        &script(black),
        &script(white),
        &["--games", "1", "--size", size],
    );
    let text = stdout(&output);
    let line = text.lines().find(|line| line.starts_with("game 1: "));
    assert!(line.is_some_and(|line| line.contains(expected)), "{text}");
}

#[test]
fn faults_lose_and_are_named() {
    assert_game(
        "A1 B1 A1",
        "C1 C1",
        "3x1",
        "A: illegal move: A1: illegal move: superko, repeats move 2",
    );
    assert_game("E5", "garbage", "9", "B: nonsense: 'genmove white'");
    assert_game("north", "", "9", "A: nonsense: genmove answered");
    assert_game("E5", "hang", "9", "B: hang: 'genmove white': no reply");
    assert_game("E5", "die", "9", "B: crash: 'genmove white'");
    assert_game("E5", "die", "9", "out of memory");
    assert_game("E5", "refuse", "9", "B: error reply: 'genmove white'");
}

#[test]
fn colours_alternate_and_games_are_kept() {
    let directory = env::temp_dir().join(format!("tengen-match-{}", std::process::id()));
    let _ = fs::remove_dir_all(&directory);
    let path = directory.display().to_string();
    let options = ["--games=4", "--jobs=3", "--size=5", "--sgf-dir", &path];
    let output = run_match(&script("C3 resign"), &script("B2 D2"), &options);
    let text = stdout(&output);
    assert!(
        text.contains("A against B: 0 wins, 4 losses, 0 draws: 0.0 %"),
        "{text}"
    );
    assert!(text.contains("endings: 4 resigned"), "{text}");
    let game = |number: u32| fs::read_to_string(directory.join(format!("game-00{number}.sgf")));
    let [odd, even] = [game(1).unwrap(), game(2).unwrap()];
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
    let errors = String::from_utf8(again.stderr).unwrap();
    assert!(errors.contains("game-001.sgf"), "{errors}");
    fs::remove_dir_all(PathBuf::from(path)).unwrap();
}

#[test]
fn an_engine_that_does_not_start_stops_the_match() {
    let output = run_match("no-such-engine --gtp", &script(""), &[]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("no-such-engine"), "{errors}");
}

#[test]
fn disputed_scores_are_listed() {
    // The second engine's moves leave the same board, but it claims another score.
    let other = script("").replace("B+1.5", "W+3.5");
    let output = run_match(&script("C3"), &other, &["--games=1", "--size=5"]);
    let text = stdout(&output);
    let listed = "score disputed in game 1: A says B+1.5, B says W+3.5, counted as B+17.5";
    assert!(text.contains(listed), "{text}");
}
