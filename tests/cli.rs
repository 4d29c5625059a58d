//! What a person sees of the program: help, errors, exit codes.

use std::process::{Command, Output};

fn tengen(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(args)
        .output()
        .unwrap()
}

#[test]
fn version_and_help() {
    let version = tengen(&["--version"]);
    assert!(version.status.success());
    let text = String::from_utf8(version.stdout).unwrap();
    assert_eq!(text.trim(), format!("tengen {}", env!("CARGO_PKG_VERSION")));
    let commands = ["gtp", "bench", "match", "perft", "regress"];
    for command in commands.map(|name| vec![name]).into_iter().chain([vec![]]) {
        let help = tengen(&[&command[..], &["--help"]].concat());
        assert!(help.status.success());
        assert!(
            String::from_utf8(help.stdout)
                .unwrap()
                .contains("Usage: tengen")
        );
    }
}

#[test]
fn wrong_arguments_end_with_2_and_say_why() {
    for (args, hint) in [
        (&["--size", "99"][..], "between 1x1 and 25x25"),
        (&["tsumego"], "unrecognized subcommand"),
        (&["regress"], "required"),
        (&["--threads", "2", "match"], "cannot be used with"),
    ] {
        let output = tengen(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(hint), "{args:?}: {errors}");
    }
}

#[test]
fn bench_ends_with_its_checksum() {
    let lines = |seed: &str| {
        let output = tengen(&["bench", "--playouts", "40", "--seed", seed]);
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let first = lines("1").pop().unwrap();
    assert!(first.starts_with("Bench: "), "{first}");
    assert_eq!(lines("1").pop().unwrap(), first);
    assert_ne!(lines("2").pop().unwrap(), first);
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
        let text = String::from_utf8(output.stdout).unwrap();
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
fn bench_prints_rates_as_json() {
    let rates = |args: &[&str]| {
        let output = tengen(args);
        assert!(output.status.success());
        let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        object["rates"].as_array().unwrap().clone()
    };
    let all = rates(&["bench", "--json", "--time", "0.005"]);
    let keys: Vec<(&str, u64, u64)> = all
        .iter()
        .map(|rate| {
            assert!(rate["per_second"].as_f64().unwrap() > 0.0, "{rate}");
            let kind = rate["kind"].as_str().unwrap();
            assert_eq!(rate["ns_per_move"].is_f64(), kind != "search", "{rate}");
            assert_eq!(rate["moves_per_playout"].is_f64(), kind != "search");
            let number = |key: &str| rate[key].as_u64().unwrap();
            (kind, number("size"), number("threads"))
        })
        .collect();
    let mut wanted = Vec::new();
    for kind in ["uniform", "policy", "search"] {
        for size in [9, 13, 19] {
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
    assert_eq!(few[0]["size"], 5);
}

#[test]
fn superko_is_measured_on_two_boards() {
    let output = tengen(&["bench", "superko", "--pairs", "1", "--playouts", "10"]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let boards: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(boards, ["board", "9x9", "19x19"]);
}

#[test]
fn perft_counts_every_length() {
    let output = tengen(&["perft", "4", "--size", "2"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let counts: Vec<&str> = text
        .lines()
        .filter_map(|l| l.split_whitespace().nth(1))
        .collect();
    assert_eq!(counts, ["5", "21", "68", "156"]);
}

#[cfg(unix)]
mod regress {
    use super::tengen;
    use std::path::{Path, PathBuf};
    use std::{env, fs};

    /// Knows the files of its directory, and what it is told to say.
    const ENGINE: &str = r#"sh -c 'while read -r id name rest; do
      case "$id" in
        [0-9]*) ;;
        *) rest="$name $rest"; name="$id"; id="" ;;
      esac
      case "$name" in
        loadsgf) if [ -f ${rest} ]; then printf "=%s \n\n" "$id"; else printf "?%s no such file\n\n" "$id"; fi ;;
        echo) printf "=%s %s\n\n" "$id" "$rest" ;;
        quit) printf "=%s \n\n" "$id"; exit ;;
        *) printf "?%s unknown command\n\n" "$id" ;;
      esac
    done'"#;

    fn directory(name: &str) -> PathBuf {
        let directory = env::temp_dir().join(format!("tengen-cli-{name}-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        directory
    }

    fn run(path: &Path) -> (Option<i32>, String) {
        let path = path.display().to_string();
        let output = tengen(&["regress", "--engine", ENGINE, &path]);
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    }

    #[test]
    fn games_are_found_beside_the_file() {
        let directory = directory("beside");
        fs::write(directory.join("game.sgf"), "(;SZ[9])").unwrap();
        let path = directory.join("a.tst");
        fs::write(
            &path,
            "loadsgf game.sgf\n1 echo A1\n#? [A1]\n2 echo A1\n#? [B1]*\n",
        )
        .unwrap();
        let (code, text) = run(&path);
        assert_eq!(code, Some(0), "{text}");
        assert!(
            text.contains("2 tests: 1 PASS, 0 FAIL (unexpected)"),
            "{text}"
        );
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn exit_codes_tell_failures_from_trouble() {
        let directory = directory("codes");
        let path = directory.join("a.tst");
        let code_of = |text: &str| {
            fs::write(&path, text).unwrap();
            run(&path)
        };
        let (code, text) = code_of("1 echo A1\n#? [B1]\n");
        assert_eq!(code, Some(1));
        assert!(
            text.contains(":1: 1 FAIL (unexpected): wanted 'B1', got 'A1'"),
            "{text}"
        );
        let (code, text) = code_of("loadsgf missing.sgf\n1 echo A1\n#? [A1]\n");
        assert_eq!(code, Some(1));
        assert!(text.contains("1 failed in set-up"), "{text}");
        let (code, text) = code_of("1 echo A1\n#? (A1)\n");
        assert_eq!(code, Some(2));
        assert!(text.contains("a.tst:2: "), "{text}");
        assert_eq!(run(&directory.join("missing.tst")).0, Some(2));
        fs::remove_dir_all(directory).unwrap();
    }
}
