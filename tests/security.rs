//! What no input can do: touch a file that was not named, touch any under
//! `--safe`, or run a program.
#![cfg(unix)]

mod process;
mod temporary;

use process::{output, program, replies, run, tengen, text};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use temporary::Directory;
use tengen::gtp::table;

const RECORD: &str = "(;GM[1]SZ[5]KM[5.5];B[cc];W[bb]C[a secret])";

/// A directory with a record in it, for one test.
fn directory(name: &str) -> Directory {
    let directory = Directory::new(name);
    fs::create_dir(directory.join("below")).unwrap();
    directory.write("game.sgf", RECORD);
    directory.write("below/other.sgf", RECORD);
    directory
}

/// Every file in and below a directory with what it holds.
fn snapshot(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.insert(path.clone(), Vec::new());
            files.append(&mut snapshot(&path));
        } else {
            files.insert(path.clone(), fs::read(path).unwrap());
        }
    }
    files
}

/// A whole session in a directory, which is also its home and its place for temporary files.
fn session_in(directory: &Path, options: &str, input: &str) -> String {
    let mut command = tengen(options);
    command
        .current_dir(directory)
        .env("HOME", directory)
        .env("TMPDIR", directory);
    let output = run(&mut command, input);
    assert!(output.status.success(), "{output:?}");
    text(&output.stdout)
}

/// Every command in the table with the name of a file in every place where it might be taken for one.
fn every_command_with_a_file() -> String {
    let commands = table::commands().filter(|command| command.name != "quit");
    let mut input = String::from("boardsize 5\n");
    for command in commands {
        for file in ["other.sgf", "../game.sgf", "new.sgf", "../new.sgf"] {
            for arguments in ["FILE", "FILE 1", "b FILE", "b 1 FILE", "C3 FILE"] {
                let arguments = arguments.replace("FILE", file);
                input += &format!("{} {arguments}\n", command.name);
            }
        }
    }
    input
}

#[test]
fn a_safe_session_touches_no_file() {
    let directory = directory("safe");
    let before = snapshot(&directory);
    let options = "--safe --playouts 1 --threads 1 --chat --sgf-comments --ponder";
    let input = every_command_with_a_file();
    let text = session_in(&directory.join("below"), options, &input);
    assert!(!text.contains("secret"), "a file has been read");
    assert!(!text.contains("No such file"), "a file has been looked for");
    assert_eq!(snapshot(&directory), before);
}

#[test]
fn a_safe_session_says_what_it_refuses() {
    let reason = "may not touch files: Tengen was started with --safe";
    let directory = directory("refusals");
    let input = "play b D4\n1 loadsgf game.sgf\n2 loadsgf\n3 printsgf x.sgf\n4 PrintSGF\n5 printsgf -\n6 last_move\n7 known_command loadsgf\n8 known_command printsgf\n9 help loadsgf\n";
    let text = session_in(&directory, "--safe", input);
    for refused in [1, 2] {
        assert!(
            text.contains(&format!("?{refused} loadsgf {reason}\n\n")),
            "{text}"
        );
    }
    assert!(
        text.contains(&format!("?3 printsgf {reason}\n\n")),
        "{text}"
    );
    for answered in [4, 5] {
        assert!(text.contains(&format!("={answered} (;GM[1]")), "{text}");
    }
    assert!(
        text.contains("\n\n=6 black D4\n\n=7 false\n\n=8 true\n\n?9 loadsgf may not touch files"),
        "{text}"
    );
    let lists = replies("--safe", "list_commands\nhelp\n");
    assert!(
        lists.contains("\nprintsgf\n") && !lists.contains("loadsgf"),
        "{lists}"
    );
    assert!(replies("", "list_commands\nhelp\n").contains("\nloadsgf\n"));
}

#[test]
fn file_commands_touch_what_was_named_and_nothing_else() {
    let directory = directory("named");
    let before = snapshot(&directory);
    let input = "loadsgf game.sgf\nloadsgf below/other.sgf 1\nplay b D4\nprintsgf new file.sgf\nprintsgf below/other.sgf\nprintsgf\n";
    let text = session_in(&directory, "--playouts 5 --ponder --chat", input);
    assert!(!text.contains('?'), "{text}");
    let mut after = snapshot(&directory);
    let written = after.remove(&directory.join("new file.sgf")).unwrap();
    assert!(written.starts_with(b"(;GM[1]"));
    assert_eq!(
        after.insert(directory.join("below/other.sgf"), RECORD.into()),
        Some(written)
    );
    assert_eq!(after, before);
}

#[test]
fn sessions_leave_nothing_behind() {
    let directory = directory("quiet");
    let before = snapshot(&directory);
    let input = "genmove b\nlz-analyze 1\nfinal_score\nfinal_status_list dead\ngenmove w\nkgs-game_over\nquit\n";
    session_in(
        &directory,
        "--playouts 20 --ponder --chat --sgf-comments",
        input,
    );
    assert_eq!(snapshot(&directory), before);
}

/// An engine's command line is split into words and never given to a shell.
#[test]
fn command_lines_of_engines_run_nothing_else() {
    let directory = directory("shell");
    directory.write("engine.sh", "printf '%s\\n' \"$@\" >arguments\nexit 3\n");
    let before = snapshot(&directory);
    let words = [
        ";",
        "touch",
        "pwned",
        "$(touch pwned)",
        "`touch pwned`",
        "&&",
        "touch",
        "pwned",
        "|",
        "tee",
        "pwned",
        ">pwned",
        "$HOME",
        "*",
        "~",
        "a b",
    ];
    let line = format!(
        "sh engine.sh {}",
        words.map(|word| format!("'{word}'")).join(" ")
    );
    let bare = "sh engine.sh ; touch pwned && touch pwned | tee pwned >pwned $(touch pwned) `touch pwned` $HOME * ~";
    let mut seen = Vec::new();
    for line in [line.as_str(), bare] {
        for arguments in [
            vec!["gtp-check", line],
            vec!["match", "--games", "1", "--black", line, "--white", line],
        ] {
            let mut command = program(&arguments);
            command.current_dir(&directory);
            let output = output(command);
            assert!(!output.status.success(), "{arguments:?}: {output:?}");
            let written = directory.read("arguments");
            seen.push(written.lines().map(str::to_owned).collect::<Vec<_>>());
            fs::remove_file(directory.join("arguments")).unwrap();
            assert_eq!(snapshot(&directory), before, "{arguments:?}");
        }
    }
    assert_eq!(
        seen[..2],
        [
            words.map(str::to_owned).to_vec(),
            words.map(str::to_owned).to_vec()
        ]
    );
    let bare_words: Vec<&str> = bare.split(' ').skip(2).collect();
    assert_eq!(seen[2..], [bare_words.clone(), bare_words]);
}

/// Names of files go to the system as they are, whatever a shell would make of them.
#[test]
fn names_of_files_run_nothing() {
    let directory = directory("names");
    let before = snapshot(&directory);
    for name in [
        "; touch pwned",
        "$(touch pwned)",
        "`touch pwned`",
        "|touch pwned",
        "a && touch pwned",
        "-x",
    ] {
        let text = session_in(
            &directory,
            "",
            &format!("printsgf {name}\nloadsgf {name}\n"),
        );
        assert_eq!(text, "= \n\n= \n\n", "{name}");
        fs::remove_file(directory.join(name)).unwrap();
        assert_eq!(snapshot(&directory), before, "{name}");
    }
}
