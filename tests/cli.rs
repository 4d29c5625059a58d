//! What a person sees of the program: help, errors, exit codes.

mod process;
mod temporary;

use jiff::civil::Date;
use process::{output, program, run};
use std::process::Output;
use temporary::Directory;

fn tengen(args: &[&str]) -> Output {
    output(program(args))
}

/// What the program says to this input.
fn answers(args: &[&str], input: &str) -> Output {
    run(&mut program(args), input)
}

fn stdout(args: &[&str]) -> String {
    let output = tengen(args);
    assert!(output.status.success());
    process::text(&output.stdout)
}

#[test]
fn the_version_tells_what_a_bug_report_needs() {
    let short = format!("tengen {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(stdout(&["-V"]), short);
    let long = stdout(&["--version"]);
    assert!(long.starts_with(&short), "{long}");
    let value = |name: &str| {
        let line = long.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("no {name} in {long}"))
    };
    let commit = value("commit: ");
    let is_hash = commit.len() == 12 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(is_hash || commit == "unknown", "{commit}");
    assert!(value("target: ").contains(std::env::consts::ARCH), "{long}");
    assert!(value("built: ").contains("debug assertions"), "{long}");
    assert!(value("processors: ").parse::<usize>().unwrap() > 0);
    // A manual is the same wherever it is written.
    let manual = stdout(&["man"]);
    assert!(manual.contains(env!("CARGO_PKG_VERSION")) && !manual.contains("processors: "));
}

/// The commands that the help lists; not `help` itself, which has neither help nor a manual.
fn commands() -> Vec<String> {
    let help = stdout(&["--help"]);
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let rows = list.lines().take_while(|line| !line.is_empty());
    let names = rows.map(|row| row.split_whitespace().next().unwrap().to_owned());
    let names: Vec<String> = names.filter(|name| name != "help").collect();
    assert!(names.iter().any(|name| name == "gtp"), "{help}");
    names
}

#[test]
fn what_is_refused_is_not_offered() {
    for command in ["net", "visits"] {
        let help = stdout(&["bench", command, "--help"]);
        assert!(
            help.contains("built-in") && !help.contains("'none'"),
            "{help}"
        );
    }
}

#[test]
fn help_for_every_command() {
    let usage = format!("Usage: tengen{}", std::env::consts::EXE_SUFFIX);
    assert!(stdout(&["--help"]).contains(&format!("{usage} [OPTIONS]")));
    for command in commands() {
        let help = stdout(&[&command, "--help"]);
        assert!(help.contains(&format!("{usage} {command}")), "{help}");
    }
}

#[test]
fn wrong_arguments_end_with_2_and_say_why() {
    for (args, hint) in [
        (&["--size", "99"][..], "between 1x1 and 25x25"),
        (&["tsumego"], "unrecognized subcommand"),
        (&["--param", "speed=1"], "unknown parameter 'speed'"),
        (&["--param", "exploration=9"], "must be from 0 to 2, not 9"),
        (&["--param", "exploration"], "give NAME=VALUE"),
        (&["regress"], "required"),
        (&["--threads", "2", "match"], "cannot be used with"),
        (&["--visits", "5", "--time", "1"], "cannot be used with"),
        (
            &["play", "--visits", "5", "--time", "1"],
            "cannot be used with",
        ),
    ] {
        let output = tengen(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let errors = process::errors(&output);
        assert!(errors.contains(hint), "{args:?}: {errors}");
    }
}

/// One table for GTP, the command line, and loops that tune by matches.
#[test]
fn numbers_of_the_search_are_set_from_the_command_line() {
    let table = |options: &str| {
        let args: Vec<&str> = options.split(' ').collect();
        let input = "tengen-search_param\nclear_board\ngenmove b\ntengen-search_param\n";
        process::text(&answers(&args, input).stdout)
    };
    let options = "--size 5 --playouts 20 --memory 16 --threads 1 --seed 1";
    let usual = table(options);
    let set = table(&format!(
        "{options} --param prior_pass=7 --param margin_weight=0.125"
    ));
    for (name, value, default) in [
        ("prior_pass", "7", "15"),
        ("margin_weight", "0.125", "0.03"),
    ] {
        let row = |value| format!("[string] {name} {value}\n");
        assert_eq!(usual.matches(&row(default)).count(), 2, "{usual}");
        assert_eq!(set.matches(&row(value)).count(), 2, "{set}");
    }
    let rows = |text: &str| text.matches("[string] ").count();
    assert!(rows(&usual) > 2 && rows(&usual) == rows(&set));
}

#[test]
fn options_without_effect_are_named() {
    let directory = Directory::new("effects");
    let book = directory.write("book.txt", "board 9 komi 7 to 7\n: E5 1\n");
    let tests = directory.write("a.tst", "1 name\n#? [Tengen]\n");
    let record = directory.write("game.sgf", "(;SZ[5];B[cc])");
    let remarks = |line: &str| {
        let words = line.split(' ').map(|word| match word {
            "BOOK" => &book,
            "TESTS" => &tests,
            "RECORD" => &record,
            word => word,
        });
        let mut command = program(words);
        let output = run(command.current_dir(&directory), "");
        assert!(output.status.success(), "{line}: {output:?}");
        let told = process::errors(&output).replace(&book, "BOOK");
        let of_effect = told
            .lines()
            .filter(|line| line.contains(" has no effect: "));
        of_effect.map(str::to_owned).collect::<Vec<_>>()
    };
    for (line, remark) in [
        (
            "--net built-in --book BOOK --level 19",
            "the book BOOK has no effect: it is for full strength",
        ),
        (
            "gtp --net none --book BOOK",
            "the book BOOK has no effect: no network searches",
        ),
        (
            "gtp --net built-in --method classical --book BOOK",
            "the book BOOK has no effect: no network searches",
        ),
        (
            "--net built-in --book BOOK --param early_move_temperature=0.5",
            "the book BOOK has no effect: early_move_temperature is not 0",
        ),
        (
            "play --net built-in --book BOOK --level 3 --size 5 --playouts 1",
            "the book BOOK has no effect: it is for full strength",
        ),
        (
            "gtp --kernel scalar",
            "the kernel scalar has no effect: there is no network",
        ),
        (
            "play --kernel scalar",
            "the kernel scalar has no effect: there is no network",
        ),
        (
            "regress --kernel scalar TESTS",
            "the kernel scalar has no effect: there is no network",
        ),
        (
            "review --kernel scalar --playouts 2 RECORD",
            "the kernel scalar has no effect: there is no network",
        ),
        (
            "--ponder --level 19",
            "--ponder has no effect: it is for full strength",
        ),
        (
            "--param cpuct=2",
            "--param cpuct has no effect: no network searches",
        ),
        (
            "--net built-in --param human_move_share=1",
            "--param human_move_share has no effect: there is no human-style network beside the one that judges",
        ),
        (
            "--net built-in --level 5 --param move_temperature=1",
            "--param move_temperature has no effect: it is for full strength",
        ),
    ] {
        assert_eq!(remarks(line), [format!("tengen: {remark}")], "{line}");
    }
    for line in [
        "--net built-in --kernel scalar --book BOOK --ponder --param cpuct=2",
        "--ponder --param exploration=1 --param move_temperature=1",
        "--net built-in --level 5",
    ] {
        assert_eq!(remarks(line), [""; 0], "{line}");
    }
}

/// Over pipes the game is plain text, and ends well with the input.
#[test]
fn a_game_can_be_played_over_pipes() {
    let args = ["play", "--size", "5", "--playouts", "20", "--memory", "16"];
    let output = answers(&args, "c3\nhint\n");
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
    let text = process::text(&output.stdout);
    assert!(text.is_ascii(), "{text}");
    for words in [
        "You have Black.",
        "Tengen plays ",
        "I would play ",
        "Good-bye.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn handicap_for_which_the_board_is_too_small_is_refused() {
    for (size, handicap, board) in [("3", "9", "3x3"), ("2x1", "2", "2x1")] {
        let output = tengen(&["play", "--size", size, "--handicap", handicap]);
        assert_eq!(output.status.code(), Some(2));
        let said = process::text(&output.stderr);
        let words = format!("--handicap {handicap}: a {board} board has no room for so many");
        assert!(said.contains(&words), "{said}");
    }
}

#[test]
fn bench_ends_with_its_checksum() {
    let lines = |seed: &str| {
        let output = tengen(&["bench", "--playouts", "40", "--seed", seed]);
        assert!(output.status.success());
        let text = process::text(&output.stdout);
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let first = lines("1").pop().unwrap();
    assert!(first.starts_with("Bench: "), "{first}");
    assert_eq!(lines("1").pop().unwrap(), first);
    assert_ne!(lines("2").pop().unwrap(), first);
}

/// The same on every machine, as the README promises. A change of the classical search changes it on purpose, and then
/// the number here too.
#[test]
fn bench_ends_with_the_number_of_this_version() {
    assert_eq!(stdout(&["bench"]).lines().last(), Some("Bench: 3894073959"));
}

#[test]
fn bench_tables_name_boards_and_threads() {
    let tables = [
        ("playouts", &["uniform", "policy"][..]),
        ("search", &["search"]),
    ];
    for (job, kinds) in tables {
        let output = tengen(&["bench", job, "--sizes", "5,9,7x3", "--time", "0.005"]);
        assert!(output.status.success());
        let text = process::text(&output.stdout);
        let rows: Vec<Vec<&str>> = text
            .lines()
            .skip(1)
            .map(|line| line.split_whitespace().take(3).collect())
            .collect();
        let mut wanted = Vec::new();
        for kind in kinds {
            for size in ["5x5", "9x9", "7x3"] {
                wanted.extend(["1", "2"].map(|threads| vec![*kind, size, threads]));
            }
        }
        assert_eq!(rows, wanted, "{text}");
    }
}

#[test]
fn bench_visits_tells_what_a_search_by_a_network_does() {
    let output = tengen(&[
        "bench",
        "visits",
        "--net=built-in",
        "--sizes=9,5",
        "--visits=20",
    ]);
    assert!(output.status.success());
    let text = process::text(&output.stdout);
    let rows: Vec<Vec<&str>> = text
        .lines()
        .skip(2)
        .map(|line| line.split_whitespace().take(2).collect())
        .collect();
    let wanted = [["9x9", "1"], ["9x9", "2"], ["5x5", "1"], ["5x5", "2"]];
    assert_eq!(rows, wanted, "{text}");
    let without = tengen(&["bench", "visits", "--net", "none"]);
    assert_eq!(without.status.code(), Some(2));
    assert!(process::errors(&without).contains("leaves no network"));
}

#[test]
fn bench_prints_rates_as_json() {
    let rates = |args: &[&str]| {
        let output = tengen(args);
        assert!(output.status.success());
        let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        object["rates"].as_array().unwrap().clone()
    };
    let of = |job| rates(&["bench", job, "--json", "--time", "0.005"]);
    let all = [of("playouts"), of("search")].concat();
    let keys: Vec<(&str, &str, u64)> = all
        .iter()
        .map(|rate| {
            assert!(rate["per_second"].as_f64().unwrap() > 0.0, "{rate}");
            let kind = rate["kind"].as_str().unwrap();
            assert_eq!(rate["ns_per_move"].is_f64(), kind != "search", "{rate}");
            assert_eq!(rate["moves_per_playout"].is_f64(), kind != "search");
            let size = rate["size"].as_str().unwrap();
            (kind, size, rate["threads"].as_u64().unwrap())
        })
        .collect();
    let mut wanted = Vec::new();
    for kind in ["uniform", "policy", "search"] {
        for size in ["9x9", "13x13", "19x19"] {
            wanted.extend([(kind, size, 1), (kind, size, 2)]);
        }
    }
    assert_eq!(keys, wanted);
    let few = rates(&[
        "bench",
        "search",
        "--json",
        "--sizes",
        "5",
        "--threads",
        "1",
        "--time",
        "0.005",
    ]);
    assert_eq!(few.len(), 1);
    assert_eq!(few[0]["size"], "5x5");
}

#[test]
fn superko_is_measured_on_two_boards() {
    let output = tengen(&["bench", "superko", "--pairs", "1", "--playouts", "10"]);
    assert!(output.status.success());
    let text = process::text(&output.stdout);
    let boards: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(boards, ["board", "9x9", "19x19"]);
}

#[test]
fn perft_counts_every_length() {
    let output = tengen(&["perft", "4", "--size", "2"]);
    let text = process::text(&output.stdout);
    let counts: Vec<&str> = text
        .lines()
        .filter_map(|l| l.split_whitespace().nth(1))
        .collect();
    assert_eq!(counts, ["5", "21", "68", "156"]);
}

#[test]
fn perft_prints_json() {
    let output = tengen(&["perft", "3", "--size", "2", "--json"]);
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["size"], "2x2");
    let counts: Vec<u64> = object["counts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["sequences"].as_u64().unwrap())
        .collect();
    assert_eq!(counts, [5, 21, 68]);
}

#[test]
fn completions_and_manuals_know_every_command() {
    let commands = commands();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = tengen(&["completions", shell]);
        assert!(output.status.success(), "{shell}");
        let script = process::text(&output.stdout);
        for word in commands.iter().map(String::as_str).chain(["playouts"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let directory = Directory::new("man");
    assert!(
        tengen(&["man", directory.to_str().unwrap()])
            .status
            .success()
    );
    let page = |name: &str| directory.read(name);
    let title = page("tengen-match.1");
    let title = title.lines().find(|line| line.starts_with(".TH ")).unwrap();
    let [date, version] = [title.split(' ').nth(3).unwrap(), env!("CARGO_PKG_VERSION")];
    let expected = format!(".TH tengen-match 1 {date} \"Tengen {version}\"");
    assert_eq!(title.trim_end(), expected);
    let date = date.parse::<Date>().unwrap().strftime("%-d %B %Y");
    let released = format!("## {version}\n\n{date}. ");
    assert!(
        include_str!("../CHANGELOG.md").contains(&released),
        "{released}"
    );
    for command in commands {
        let page = page(&format!("tengen-{command}.1"));
        let name = command.replace('-', "\\-");
        assert!(page.contains(&format!("tengen\\-{name}")), "{page}");
    }
    assert!(page("tengen-regress.1").contains("Exit codes"));
    let output = tengen(&["man", "/no/such/directory"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = process::errors(&output);
    assert!(errors.contains("/no/such/directory"), "{errors}");
}

/// `tengen man | head -1` is no failure.
#[cfg(unix)]
#[test]
fn a_reader_may_leave() {
    for args in ["perft 3", "man", "completions bash"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = run(program(args.split(' ')).stdout(writer), "");
        assert_eq!(output.status.code(), Some(0), "{args}");
        assert!(output.stderr.is_empty(), "{args}: {output:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_is_a_failure() {
    for args in ["--help", "--version", "perft 2"] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let output = run(program(args.split(' ')).stdout(full.unwrap()), "");
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(!output.stderr.is_empty(), "{args}");
    }
}

#[test]
fn what_a_network_is_stands_in_two_columns() {
    let facts = stdout(&["net", "built-in"]);
    let keys: Vec<&str> = facts
        .lines()
        .filter_map(|line| line.split_once("  "))
        .map(|(key, _)| key)
        .collect();
    assert_eq!(keys.len(), facts.lines().count(), "{facts}");
    assert_eq!(keys[..4], ["name", "version", "channels", "blocks"]);
    let (_, empty) = facts.split_once("empty 9x9").unwrap();
    assert!(
        empty.contains(", Black wins ") && empty.contains(" % (komi 7)"),
        "{facts}"
    );
    for args in [&["net", "none"][..], &["bench", "net"]] {
        let output = tengen(args);
        let errors = process::errors(&output);
        assert!(errors.contains("'none' leaves no network"), "{errors}");
    }
}

#[test]
fn one_dash_is_enough_without_a_command() {
    let output = tengen(&["-size", "7", "-net", "none", "-komi", "-0.5"]);
    assert!(output.status.success(), "{output:?}");
}
