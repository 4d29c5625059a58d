//! `tengen match` over real pipes: small shell scripts play the engines that misbehave.
#![cfg(unix)]

#[path = "../engines/mod.rs"]
mod engines;
#[path = "../process/mod.rs"]
mod process;
mod processes;
mod results;
#[path = "../temporary/mod.rs"]
mod temporary;

use process::{output, program};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Output};
use temporary::Directory;

/// Plays the moves of its arguments, then passes; some words stand for faults.
const SCRIPT: &str = r#"
while read -r command rest; do
  case "$command" in
    genmove)
      move="${1:-pass}"
      [ $# -gt 0 ] && shift
      case "$move" in
        die) echo "out of memory" >&2; exit 3 ;;
        nap) sleep 0.2; printf '= pass\n\n' ;;
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
    changed_script(SCRIPT, moves)
}

/// The engine whose script is this one instead.
fn changed_script(text: &str, moves: &str) -> String {
    format!("sh -c '{}' script {moves}", text.replace('\'', "\""))
}

/// Engines that take their time: a game lasts about half a second. The second gives up.
fn slow() -> [String; 2] {
    [script("nap D4"), script("C3 resign")]
}

fn match_command(black: &str, white: &str, more: &[&str]) -> Command {
    let mut command = program(["match", "--black", black, "--white", white]);
    command.args(more);
    command
}

fn run_match(black: &str, white: &str, more: &[&str]) -> Output {
    output(match_command(black, white, more))
}

fn stdout(output: &Output) -> String {
    let errors = process::errors(output);
    assert!(output.status.success(), "{errors}");
    process::text(&output.stdout)
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
    assert_game("E5", "die", "9", "B: crash: 'genmove white'");
    assert_game("E5", "die", "9", "out of memory");
    assert_game("E5", "refuse", "9", "B: error reply: 'genmove white'");
}

#[test]
fn an_engine_that_does_not_start_stops_the_match() {
    let output = run_match("no-such-engine --gtp", &script(""), &[]);
    assert_eq!(output.status.code(), Some(2));
    let errors = process::errors(&output);
    assert!(errors.contains("no-such-engine"), "{errors}");
}

#[test]
fn of_a_name_without_end_the_beginning_is_told() {
    let long = "name) printf \"= \"; head -c 9999 /dev/zero | tr \"\\0\" x; printf \"\\n\\n\"";
    let named = SCRIPT.replace("name) printf '= Script\\n\\n'", long);
    let named = changed_script(&named, "");
    let output = run_match(&named, &script(""), &["--games=1", "--size=5"]);
    let told = stdout(&output);
    let name = "x".repeat(48);
    let heading = told.lines().next().unwrap();
    assert!(heading.starts_with(&format!("A: {name}… ")), "{heading}");
}

#[test]
fn an_engine_that_refuses_the_conditions_stops_the_match() {
    let refusing = SCRIPT.replace(
        "quit)",
        "komi) printf '? whole numbers\\nonly\\n\\n' ;; quit)",
    );
    let refusing = changed_script(&refusing, "");
    let output = run_match(&script(""), &refusing, &["--games=1", "--size=5"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = process::errors(&output);
    assert!(
        errors.contains("fails at 'komi 7.5': error reply 'whole numbers / only'"),
        "{errors}"
    );
    // The umpire is asked too, but it has no clock.
    let options = ["--games=1", "--size=5", "--referee", &refusing];
    let output = run_match(&script(""), &script(""), &options);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_engine_that_waits_for_a_person_is_asked_for_its_option() {
    // As GNU Go does without --mode gtp.
    let output = run_match(
        "sleep 30",
        &script(""),
        &["--games=1", "--size=5", "--hang=0.5"],
    );
    assert_eq!(output.status.code(), Some(2));
    let told = "no reply within 0.5 s; does it need an option to speak GTP, such as --mode gtp?";
    assert!(process::errors(&output).contains(told), "{output:?}");
}

#[test]
fn the_rules_are_told_and_named() {
    let directory = Directory::new("rules");
    let heard = directory.join("heard");
    let listing = SCRIPT.replace(
        "quit)",
        "list_commands) printf '= kata-set-rules\\n\\n' ;; \
         kata-set-rules) echo \"$rest\" >> \"$HEARD\"; printf '= \\n\\n' ;; quit)",
    );
    let listing = changed_script(&listing, "");
    let run = |more: &[&str]| {
        let mut command = match_command(&listing, &script(""), &["--games=1", "--size=5"]);
        command.args(more).env("HEARD", &heard);
        let output = output(command);
        let note = "note: B (Script) does not list kata-set-rules";
        let errors = process::errors(&output);
        assert!(
            errors.contains(note) && !errors.contains("A (Script)"),
            "{errors}"
        );
        let told = directory.read("heard");
        fs::remove_file(&heard).unwrap();
        (stdout(&output), told.lines().last().unwrap().to_owned())
    };
    let (text, told) = run(&[]);
    assert!(told.contains("\"ko\":\"POSITIONAL\""), "{told}");
    let words = "komi 7.5, rules area scoring, positional superko, no suicide\n";
    assert!(text.contains(words), "{text}");
    let (text, told) = run(&["--rules=japanese"]);
    assert!(told.contains("\"scoring\":\"TERRITORY\""), "{told}");
    assert!(text.contains("komi 6.5, rules japanese\n"), "{text}");
}

#[test]
fn the_usual_komi_follows_rules_and_handicap() {
    let cases: [(&[&str], &str); 6] = [
        (&[], "komi 7.5"),
        (&["--rules=new-zealand"], "komi 7"),
        (&["--rules=japanese"], "komi 6.5"),
        (&["--handicap=2"], "komi 0.5"),
        (&["--rules=japanese", "--handicap=2"], "komi 0.5"),
        (&["--handicap=2", "--komi=-3"], "komi -3"),
    ];
    for (options, komi) in cases {
        let options = [&["--games=1", "--size=9"], options].concat();
        let text = stdout(&run_match(&script("resign"), &script("resign"), &options));
        let heading = format!("1 game, 9x9, {komi}, rules ");
        assert!(text.contains(&heading), "{text}");
    }
}

#[test]
fn repeated_games_are_told() {
    let options = ["--games=4", "--size=5", "--keep-colours"];
    let [black, white] = [script("C3 resign"), script("B2")];
    let text = stdout(&run_match(&black, &white, &options));
    let told = "3 games have the same moves and result as another \
                (game 2 = game 1, game 3 = game 1, game 4 = game 1)";
    assert!(text.contains(told), "{text}");
    let json = stdout(&run_match(
        &black,
        &white,
        &[&options[..], &["--json"]].concat(),
    ));
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["repeats"][2]["game"], 4);
    assert_eq!(json["repeats"][2]["of"], 1);
    assert!(text.contains("for a seed, or --openings\n"), "{text}");
    let [black, white] = [script("C3 resign {game}"), script("B2 {game}")];
    let text = stdout(&run_match(&black, &white, &options));
    assert!(text.contains("as new: use --openings\n"), "{text}");
    let seeded = script("A{game} C3 resign");
    let text = stdout(&run_match(
        &seeded,
        &white,
        &["--games=2", "--size=5", "--keep-colours"],
    ));
    assert!(!text.contains("as another"), "{text}");
}

#[test]
fn a_match_that_fails_midway_tells_what_has_been_played() {
    let directory = Directory::new("midway");
    // There is no shell for the third game, and nothing that the shell could run. The number of the first process, which is
    // asked who it is, is 0.
    for game in 0..=2 {
        symlink("/bin/sh", directory.join(format!("shell-{game}"))).unwrap();
        directory.write(&format!("engine-{game}"), SCRIPT);
    }
    let shell = directory.join("shell-{game}").display().to_string();
    let program = script("").replacen("sh", &shell, 1);
    let interpreted = format!("sh {}", directory.join("engine-{game}").display());
    for (engine, lost) in [(&program, "shell-3"), (&interpreted, "engine-3")] {
        let run = |more: &[&str]| {
            let options = [&["--games=4", "--size=5"], more].concat();
            let output = run_match(engine, &script("C3 resign"), &options);
            assert_eq!(output.status.code(), Some(2));
            let errors = process::errors(&output);
            assert!(
                errors.contains(lost) && errors.contains("does not start"),
                "{errors}"
            );
            process::text(&output.stdout)
        };
        let text = run(&[]);
        assert!(text.contains("A against B: 2 wins"), "{text}");
        assert!(text.contains("cannot go on after 2 of 4 games"), "{text}");
        let json: Value = serde_json::from_str(&run(&["--json"])).unwrap();
        assert_eq!(json["games"].as_array().unwrap().len(), 2);
        assert_eq!(json["interrupted"], false);
        let failure = json["failure"].as_str().unwrap();
        assert!(failure.contains(lost), "{json:#}");
    }
}

#[test]
fn a_loss_on_time_is_written_down() {
    let play = |_| {
        let directory = Directory::new("time");
        // White is to move, so that no limit runs for Black.
        let openings = directory.write("openings.txt", "C3\n");
        let path = directory.display().to_string();
        let options = [
            "--games=1",
            "--size=5",
            "--time-settings=absolute 0.1",
            "--openings",
            &openings,
            "--sgf-dir",
            &path,
        ];
        let text = stdout(&run_match(&script(""), &script("nap"), &options));
        (directory, text)
    };
    // A nap of two seconds, as on a machine that does much else, is no longer a loss on time.
    let is_late = |text: &str| !text.contains("B: hang: ");
    let (directory, text) = (0..5).map(play).find(|(_, text)| is_late(text)).unwrap();
    assert!(text.contains("B: loss on time: "), "{text}");
    let [record, results] = ["game-001.sgf", "results.jsonl"].map(|name| directory.read(name));
    assert!(record.contains("RE[B+T]"), "{record}");
    assert!(
        record.contains("PB[A (Script)]") && record.contains("PW[B (Script)]"),
        "{record}"
    );
    assert!(
        record.contains("white loses\\: loss on time\\: "),
        "{record}"
    );
    assert!(results.contains("\"result\":\"B+T\""), "{results}");
}

#[test]
fn a_game_is_told_on_one_line() {
    let refusing = SCRIPT.replace("? cannot", "? cannot\\nplay\\nthere");
    let refusing = changed_script(&refusing, "refuse");
    let text = stdout(&run_match(
        &refusing,
        &script(""),
        &["--games=1", "--size=5"],
    ));
    assert!(
        text.contains("error reply 'cannot / play / there'\n"),
        "{text}"
    );
    let text = stdout(&run_match(
        &script("C3"),
        &script("resign"),
        &["--games=1", "--size=5"],
    ));
    assert!(text.contains("B+R, 1 move, "), "{text}");
}

#[test]
fn disputed_scores_are_listed() {
    // The second engine's moves leave the same board, but it claims another score.
    let other = script("").replace("B+1.5", "W+3.5");
    let output = run_match(&script("C3"), &other, &["--games=1", "--size=5"]);
    let text = stdout(&output);
    let listed = "score disputed in game 1: A says B+1.5, B says W+3.5, counted as B+17.5";
    assert!(text.contains(listed), "{text}");
    let unread = script("").replace("B+1.5", "?");
    let output = run_match(&unread, &unread, &["--games=1", "--size=5"]);
    let text = stdout(&output);
    let listed = "no score agreed on in game 1: A says '?' (not understood), B says";
    assert!(text.contains(listed), "{text}");
}

#[test]
fn the_sequential_test_ends_the_match() {
    let test = ["--size=5", "--sprt", "0", "400", "0.05", "0.05"];
    let won = run_match(&script(""), &script("resign"), &test);
    let text = stdout(&won);
    assert!(text.contains("A against B: 5 wins, 0 losses"), "{text}");
    assert!(
        text.contains("H1 accepted: rather 400 Elo than 0"),
        "{text}"
    );
    let lost = run_match(&script("resign"), &script(""), &test);
    assert_eq!(lost.status.code(), Some(1));
    let text = process::text(&lost.stdout);
    assert!(
        text.contains("0 wins, 2 losses") && text.contains("H0 accepted"),
        "{text}"
    );
    let open = run_match(
        &script(""),
        &script("resign"),
        &[&test[..], &["--games=3"]].concat(),
    );
    assert_eq!(open.status.code(), Some(3), "three wins decide nothing");
}

#[test]
fn several_engines_meet_and_are_rated() {
    let [strong, middle, weak] = [
        ("strong", "B2"),
        ("middle", "C3 A1 resign"),
        ("weak", "resign"),
    ]
    .map(|(name, moves)| format!("{name}={}", script(moves)));
    let engines = ["--engine", &strong, "--engine", &middle, "--engine", &weak];
    let run = |more: &[&str]| {
        let mut command = program(["match", "--size=5", "--games=2", "--jobs=2"]);
        command.args(engines).args(more);
        stdout(&output(command))
    };
    let json: Value = serde_json::from_str(&run(&["--json"])).unwrap();
    assert_eq!(json["games"].as_array().unwrap().len(), 6);
    let elo = |index: usize| json["engines"][index]["elo"]["value"].as_f64().unwrap();
    assert!(elo(0) > elo(1) && elo(1) > elo(2), "{json:#}");
    assert_eq!(json["engines"][0]["label"], "strong");
    assert_eq!(json["engines"][2]["losses"], 4);
    assert_eq!(json["interrupted"], false);

    let text = run(&["--gauntlet"]);
    assert!(
        text.contains("game 1: strong (black) - middle (white): "),
        "{text}"
    );
    assert!(text.contains("strong against weak: 2 wins"), "{text}");
    assert!(!text.contains("middle against weak"), "{text}");
    assert!(text.contains("Elo, mean 0"), "{text}");
}

#[test]
fn a_referee_whom_nobody_will_ask_is_told_of() {
    for (rules, is_told) in [("tromp-taylor", true), ("chinese", false)] {
        let options = ["--games=1", "--size=5", "--rules", rules, "--referee"];
        let third = script("");
        let output = run_match(&third, &third, &[&options[..], &[third.as_str()]].concat());
        assert!(output.status.success(), "{output:?}");
        let told = process::errors(&output);
        let note =
            "note: --referee has no effect: under these rules the board is counted as it stands\n";
        assert_eq!(told.contains(note), is_told, "{rules}: {told}");
    }
}

#[test]
fn openings_handicap_and_a_third_opinion() {
    let directory = Directory::new("openings");
    let file = directory.write("openings.txt", "A1 B1 # the first\nC3\n");
    let sgf = directory.path("games");
    let other = script("").replace("B+1.5", "W+3.5");
    let third = script("").replace("B+1.5", "B+9.5");
    let options = [
        "--games=4",
        "--size=5",
        "--openings",
        &file,
        "--sgf-dir",
        &sgf,
        "--referee",
        &third,
        "--time-settings=fischer 600 99",
    ];
    let text = stdout(&run_match(&script(""), &other, &options));
    let settled = "game 4: B (black) - A (white): B+9.5, 3 moves";
    assert!(text.contains(settled), "{text}");
    let told = "A says B+1.5, B says W+3.5, the referee says B+9.5";
    assert_eq!(text.matches(told).count(), 4, "{text}");
    assert!(text.contains("s at most; never less than "), "{text}");
    let game = |number: u32| directory.read(&format!("games/game-00{number}.sgf"));
    for number in [1, 2] {
        assert!(
            game(number).contains(";B[ae];W[be];B[]"),
            "{}",
            game(number)
        );
    }
    let third_game = game(3);
    assert!(third_game.contains(";B[cc];W[]"), "{third_game}");
    assert!(
        third_game.contains("WL[6"),
        "the clock after the move: {third_game}"
    );
    assert!(
        third_game.contains("DT[20") && third_game.contains("TM[600]OT[99 fischer]"),
        "{third_game}"
    );
    assert!(third_game.contains("line 2"), "{third_game}");

    let handicap = run_match(
        &script("J9 resign"),
        &script("C7"),
        &["--games=1", "--size=9", "--handicap=2", "--json"],
    );
    let json: Value = serde_json::from_str(&stdout(&handicap)).unwrap();
    assert_eq!(json["games"][0]["result"], "W+R", "{json:#}");
    assert_eq!(json["games"][0]["moves"], 3, "White moves first");
}

#[test]
fn what_makes_no_match_is_refused() {
    let cases: &[(&[&str], &str)] = &[
        (
            &["--engine", "a=x"],
            "--black and --white, or --engine twice",
        ),
        (&["--black", "x"], "--black and --white, or --engine twice"),
        (
            &["--black", "", "--white", "y"],
            "the command line is empty",
        ),
        (
            &["--black", "x", "--white", "y", "--gauntlet"],
            "cannot be used",
        ),
        (
            &["--engine", "a=x", "--engine", "a=y"],
            "two engines are called 'a'",
        ),
        (&["--engine", "x"], "give NAME=COMMAND"),
        (
            &["--black", "x", "--white", "y", "--engine", "a=x"],
            "cannot be used",
        ),
        (
            &["--black", "x", "--white", "y", "--resume"],
            "--sgf-dir or --results",
        ),
        (
            &[
                "--black", "x", "--white", "y", "--sprt", "5", "0", "0.05", "0.05",
            ],
            "ELO0 below ELO1",
        ),
        (
            &["--black", "x", "--white", "y", "--openings", "/no/such"],
            "/no/such cannot be read",
        ),
        (
            &["--black", "x", "--white", "y", "--size=5", "--handicap=9"],
            "handicap",
        ),
        (&[], "--black and --white, or --engine twice"),
    ];
    for (arguments, expected) in cases {
        let output = output(program(["match"].iter().chain(*arguments)));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = process::errors(&output);
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
    }
}
