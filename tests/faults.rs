//! Faults while playing, each provoked against the program itself: nothing is
//! lost, nothing hangs, and the program goes on or ends with a clear message.
//! `docs/faults.md` lists them, with those that unit tests provoke. They look into `/proc`.
#![cfg(target_os = "linux")]

mod process;
mod skipped;
mod temporary;

use nix::sys::signal::Signal;
use process::{
    Engine, collect, errors, first_lines, in_time, output, program, replies, run, send_signal,
    tengen, tengen_in_shell, text, wait,
};
use skipped::skipped;
use std::fs;
use std::io::{self, PipeReader, PipeWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::thread;
use std::time::Duration;
use temporary::Directory;

/// Whether a reply names a move, not necessarily on the board.
fn is_move(reply: &str) -> bool {
    let word = reply.strip_prefix("= ").unwrap_or_default();
    let on_board = || {
        let (letter, number) = word.split_at(1);
        letter.chars().all(|letter| letter.is_ascii_uppercase()) && number.parse::<u8>().is_ok()
    };
    word == "pass" || (!word.is_empty() && on_board())
}

// Memory.

fn kilobytes(engine: &Engine, name: &str) -> u64 {
    engine.kilobytes(name).expect("it runs")
}

#[test]
fn a_tree_of_no_size_still_plays() {
    for size in ["9", "19", "25"] {
        let options = format!("--memory 1 --playouts 3000 --size {size}");
        let replies = replies(&options, "genmove b\ngenmove w\nquit\n");
        for reply in replies.trim_end().split("\n\n").take(2) {
            assert!(is_move(reply), "{size}: {reply}");
        }
    }
}

/// The tree may take 4 GB, and the system gives the program a few MB more than it needs without one.
#[test]
fn a_system_without_memory_makes_a_full_tree() {
    let options = "--memory 4000 --threads 1 --size 13 --playouts";
    let mut engine = Engine::start(&mut tengen(&format!("{options} 1")));
    engine.ask("genmove b");
    let needed = kilobytes(&engine, "VmPeak");
    for more in [2_000, 4_000] {
        let script = format!("ulimit -v {}; exec \"$0\" {options} 3000", needed + more);
        let input = "genmove b\ngenmove w\nfinal_score\ngenmove b\nname\n";
        let output = run(&mut tengen_in_shell(&script), input);
        assert!(output.status.success(), "{more}: {output:?}");
        let answers = text(&output.stdout);
        let answers: Vec<&str> = answers.trim_end().split("\n\n").collect();
        assert_eq!(answers.len(), 5);
        for index in [0, 1, 3] {
            assert!(is_move(answers[index]), "{answers:?}");
        }
    }
}

#[test]
fn a_hundred_megabytes_in_one_line() {
    let mut engine = Engine::start(&mut tengen(""));
    let block = vec![b'x'; 1 << 20];
    engine.send("1 loadsgf ");
    for _ in 0..100 {
        engine.send(&block);
    }
    engine.send("\n");
    assert_eq!(
        engine.reply(),
        "?1 syntax error: the line is longer than 65536 bytes"
    );
    assert_eq!(engine.ask("2 name"), "=2 Tengen");
    assert!(kilobytes(&engine, "VmHWM") < 50_000);
}

/// What a client may send all day.
const QUICK: [&str; 8] = [
    "play b D4",
    "undo",
    "komi 6.5",
    "time_left b 60 0",
    "is_legal w C3",
    "known_command nonsense",
    "nonsense",
    "name",
];

fn many_commands(rounds: usize) {
    let mut engine = Engine::start(&mut tengen("--size 9"));
    let mut input = engine.input.take().unwrap();
    let lines = QUICK.join("\n") + "\n";
    thread::spawn(move || {
        (0..rounds).for_each(|_| input.write_all(lines.as_bytes()).unwrap());
    });
    let mut early = 0;
    for round in 0..rounds {
        for command in QUICK {
            let reply = engine.reply();
            assert_eq!(reply.starts_with('='), command != "nonsense", "{reply}");
        }
        if round == rounds / 10 {
            early = kilobytes(&engine, "VmRSS");
        }
        if round == rounds - rounds / 10 {
            let grown = kilobytes(&engine, "VmRSS").saturating_sub(early);
            assert!(grown < 2_000, "{grown} kB more in {round} rounds");
        }
    }
    assert!(engine.end().success());
}

#[test]
fn memory_stays_flat_over_many_commands() {
    many_commands(10_000);
}

#[test]
#[ignore = "takes half a minute"]
fn memory_stays_flat_over_a_million_commands() {
    many_commands(125_000);
}

/// A ko taken and retaken, with passes between so that nothing but superko forbids it.
#[test]
fn ten_thousand_moves_and_back() {
    let mut input = String::from("boardsize 5\n");
    for setup in [
        "b B3", "w C3", "b C2", "w D2", "b C4", "w D4", "b E1", "w E3",
    ] {
        input += &format!("play {setup}\n");
    }
    let cycle = ["b D3", "w pass", "b pass", "w C3", "b pass", "w pass"];
    for mv in cycle.iter().cycle().take(9_996) {
        input += &format!("play {mv}\n");
    }
    input += "1 showboard\ngg-undo 9000\n";
    input += &"undo\n".repeat(1_004);
    input += "2 undo\n3 list_stones b\n4 genmove b\n";
    let text = replies("--accept-repetition --playouts 10", input);
    assert_eq!(
        text.matches('?').count(),
        1,
        "only the last undo is refused"
    );
    assert!(text.contains("Move 10004: white pass"));
    assert!(text.contains("?2 cannot undo: no move was played\n\n=3 \n\n=4 "));
}

// Boards, komi and clocks beyond sense.

#[test]
fn the_largest_and_the_smallest_boards() {
    for size in ["25", "1", "1 2", "25 1"] {
        let input = format!(
            "boardsize {size}\nclear_board\ngenmove b\ngenmove w\nfinal_score\nshowboard\n1 lz-analyze 1\n2 undo\n"
        );
        let text = replies("--playouts 20", input);
        assert!(!text.contains('?'), "{text}");
        assert!(text.contains("=2 \n\n"), "{text}");
    }
    for size in ["0", "26", "-1", "1 26", "99999999999999999999", "nan"] {
        let text = replies("", format!("boardsize {size}\nshowboard\n"));
        assert!(text.starts_with("? "), "{size}: {text}");
        assert!(text.contains("\n19 . ."), "the board is as it was: {text}");
    }
}

#[test]
fn absurd_komi() {
    for (komi, refusal) in [
        ("1e30", "unacceptable komi"),
        ("nan", "syntax error"),
        ("inf", "syntax error"),
        ("-inf", "syntax error"),
        ("-1e9", "unacceptable komi"),
        ("1e-30", "unacceptable komi"),
        ("7.3", "unacceptable komi"),
        ("", "syntax error"),
    ] {
        let text = replies(
            "--playouts 10 --size 5",
            format!("komi {komi}\nget_komi\ngenmove b\n"),
        );
        assert!(
            text.starts_with(&format!("? {refusal}: ")),
            "{komi}: {text}"
        );
        assert!(text.contains("= 7.5\n\n= "), "{komi}: {text}");
        let output = run(&mut tengen(&format!("--komi={komi}")), "name\n");
        assert_eq!(output.status.code(), Some(2), "{komi}");
        assert!(errors(&output).contains("--komi"), "{komi}");
    }
    // The largest one there is.
    let text = replies(
        "--playouts 50 --size 5",
        "komi -1000\ngenmove w\ngenmove b\n",
    );
    assert!(!text.contains('?'), "{text}");
}

#[test]
fn no_time_left() {
    for left in ["0.01 0", "0 0", "0 1", "0.01 25", "-1 0"] {
        let input = format!("time_settings 60 0 0\ntime_left b {left}\ngenmove b\n1 name\n");
        let text = replies("--size 19", input);
        let moved = text.trim_end().rsplit("\n\n").nth(1).unwrap();
        assert!(is_move(moved) && moved != "= pass", "{left}: {text}");
    }
}

#[test]
fn clocks_that_contradict_themselves() {
    for settings in [
        "time_settings 0 0 5",
        "time_settings 0 5 0",
        "time_settings 1e30 1e30 1",
        "time_settings 1 1 4294967295",
        "time_settings -1 0 0",
        "time_settings nan inf 1",
        "kgs-time_settings byoyomi 0 0 0",
        "kgs-time_settings byoyomi 1 1 99999999999",
        "kgs-time_settings canadian 0 0 0",
        "kata-time_settings fischer 0 0",
        "kata-time_settings fischer-capped 5 9 1 1",
    ] {
        let mut engine = Engine::start(&mut tengen("--size 9 --time 0.2"));
        for line in [settings, "time_left b 0.2 7", "time_left w 1e30 0"] {
            engine.ask(line);
        }
        engine.send("kata-genmove_analyze b 10\n");
        assert_eq!(engine.line(), "= ", "{settings}");
        // It is at work, or has moved already. Whatever of it is accepted, an interrupt still answers: some of it means
        // "as long as you like".
        let first = engine.line();
        engine.send("# interrupt\n");
        let reply = format!("{first}\n{}", engine.reply());
        let (_, mv) = reply.rsplit_once("play ").expect(settings);
        assert!(
            is_move(&format!("= {}", mv.trim_end())),
            "{settings}: {reply}"
        );
        assert_eq!(engine.ask("1 name"), "=1 Tengen", "{settings}");
    }
}

// Streams.

#[test]
fn a_client_that_reads_late_gets_everything() {
    let mut child = tengen("--size 19").spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    thread::spawn(move || {
        (0..2000).for_each(|_| input.write_all(b"showboard\n").unwrap());
    });
    // By now it is stuck in writing.
    thread::sleep(Duration::from_millis(500));
    let output = collect(child);
    assert!(output.status.success());
    assert_eq!(text(&output.stdout).matches("Black to play").count(), 2000);
}

#[test]
fn a_client_that_goes_away_in_mid_analysis() {
    let mut child = tengen("--size 9").spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"lz-analyze 1\n").unwrap();
    // The output is closed with its second line.
    let lines = first_lines(&mut child, 2);
    assert!(lines[1].starts_with("info "), "{lines:?}");
    drop(child.stderr.take());
    assert!(wait(&mut child).success(), "though its input is still open");
}

#[test]
fn errors_that_nobody_reads() {
    // A thousand lines of a hundred bytes are more than a pipe holds.
    let mut engine = Engine::start(&mut tengen("--chat --playouts 1 --threads 1 --size 3"));
    for _ in 0..1000 {
        assert!(is_move(&engine.ask("genmove b")));
        assert_eq!(engine.ask("clear_board"), "= ");
    }
    assert_eq!(engine.ask("quit"), "= ");
    assert!(engine.end().success());
}

/// A pipe that holds no more, and the end from which nobody has read yet.
fn full_pipe() -> (PipeReader, PipeWriter) {
    let (reader, mut full) = io::pipe().unwrap();
    let full = in_time(move || {
        full.write_all(&[b'x'; 1 << 16]).unwrap();
        full
    });
    (reader, full)
}

#[test]
fn trouble_of_which_nobody_reads() {
    let (_reader, full) = full_pipe();
    let mut command = program(["gtp", "--log", "/no/such/folder/log"]);
    let mut child = command.stderr(full).spawn().unwrap();
    assert_eq!(wait(&mut child).code(), Some(2));
}

#[test]
fn errors_that_are_read_late() {
    for job in ["gtp", "analysis"] {
        let (reader, full) = full_pipe();
        let mut command = program([job, "--override-config=lcbStdevs=4"]);
        let mut child = command.stderr(full).spawn().unwrap();
        // The command holds the pipe too.
        drop((command, child.stdin.take()));
        // Longer than the program waits for one line.
        thread::sleep(Duration::from_secs(1));
        let said = in_time(move || io::read_to_string(reader).unwrap());
        assert!(said.contains("effect here: lcbStdevs\n"), "{job}: {said}");
        assert!(wait(&mut child).success(), "{job}");
    }
}

#[test]
fn streams_that_are_closed() {
    for (streams, answers) in [
        ("2>&-", true),
        (">&-", false),
        ("<&-", false),
        ("<&- >&- 2>&-", false),
    ] {
        let script = format!("exec \"$0\" --chat --playouts 10 --size 5 {streams}");
        let output = run(&mut tengen_in_shell(&script), "genmove b\nname\n");
        assert!(output.status.success(), "{streams}: {output:?}");
        assert_eq!(
            text(&output.stdout).ends_with("= Tengen\n\n"),
            answers,
            "{streams}"
        );
    }
}

#[test]
fn an_input_that_cannot_be_read() {
    for command in ["gtp", "analysis", "play"] {
        let script = format!("exec \"$0\" {command} </");
        let output = run(&mut tengen_in_shell(&script), "");
        assert_eq!(output.status.code(), Some(2), "{command}");
        let told = errors(&output);
        assert!(told.contains("tengen: cannot read the input: "), "{told}");
    }
}

#[test]
fn an_output_without_room() {
    let mut command = tengen("");
    command.stdout(fs::File::options().write(true).open("/dev/full").unwrap());
    let output = run(&mut command, "name\nname\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("No space left"), "{output:?}");
}

#[test]
fn the_end_of_input_at_any_time() {
    for (input, last) in [
        ("genmove b\n1 na", "?1 unknown command"),
        ("genmove b\n1 name", "=1 Tengen"),
        ("genmove b\n1 lz-analyze 1\n", "=1 "),
        ("genmove b\n1 lz-genmove_analyze w 1\n", "=1 "),
        ("1 genmove b\n", "=1 "),
        ("1 genmove b\n2 # half a comm", "?2 unknown command"),
    ] {
        // Pondering: after each move it thinks on until the next command.
        let text = replies("--ponder --time 0.2 --size 9", input);
        let reply = text.trim_end().rsplit("\n\n").next().unwrap();
        assert!(reply.starts_with(last.trim_end()), "{input}: {text}");
    }
    let mut engine = Engine::start(&mut tengen("--ponder --playouts 50 --size 9"));
    engine.ask("genmove b");
    thread::sleep(Duration::from_millis(200));
    engine.input = None;
    assert!(engine.end().success());
}

#[test]
fn bytes_that_are_no_text() {
    let lines: [(&[u8], &str); 9] = [
        (b"\xef\xbb\xbfname\n", "= Tengen"),
        (b"\0\0name\0\n", "= Tengen"),
        (b"na\0me\r\n", "= Tengen"),
        (b"\r\n\r\r\n\n\rname\r\n", "= Tengen"),
        (b"\xff\xfe\xff\n", "? unknown command"),
        (b"play b \xc3\x28\n", "? syntax error"),
        ("name\u{2028}name\n".as_bytes(), "? unknown command"),
        (b"\x1b[31mname\n", "? unknown command"),
        (b"known_command \xf0\x9f\n", "= false"),
    ];
    for (line, expected) in lines {
        let text = replies("", [line, b"1 version\n"].concat());
        assert!(text.starts_with(expected), "{line:?}: {text}");
        assert!(text.contains("\n\n=1 "), "{line:?}: {text}");
    }
}

// Signals.

/// Whether programs started from here ignore a signal, as under `nohup` or in the background of a script.
fn is_ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .expect("a mask");
    mask >> (signal as i32 - 1) & 1 != 0
}

#[test]
fn signals_that_end_a_program_end_it() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        if is_ignored(signal) {
            skipped(format!("{signal} is ignored here"));
            continue;
        }
        let mut engine = Engine::start(&mut tengen("--time 100 --size 9"));
        assert_eq!(engine.ask("name"), "= Tengen");
        engine.send("kata-genmove_analyze b 10\n");
        while !engine.line().starts_with("info ") {}
        send_signal(engine.child.id(), signal);
        assert_eq!(engine.end().signal(), Some(signal as i32), "{signal}");
    }
}

#[test]
fn signals_that_do_not_end_it() {
    let mut engine = Engine::start(&mut tengen("--time 100 --size 9"));
    assert_eq!(engine.ask("name"), "= Tengen");
    send_signal(engine.child.id(), Signal::SIGPIPE);
    assert_eq!(engine.ask("name"), "= Tengen");
    engine.send("genmove b\n");
    send_signal(engine.child.id(), Signal::SIGSTOP);
    thread::sleep(Duration::from_millis(300));
    send_signal(engine.child.id(), Signal::SIGCONT);
    engine.send("# interrupt\n");
    assert!(is_move(&engine.reply()));
}

// Files.

#[test]
fn records_that_cannot_be_read() {
    let directory = Directory::new("faults read");
    let pipe = directory.pipe("pipe");
    let locked = directory.write("locked.sgf", "");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
    let folder = directory.to_str().unwrap();
    for file in [
        pipe.to_str().unwrap(),
        folder,
        &locked,
        "/dev/zero",
        "/dev/stdin",
        "/no/such/folder/with-a-rather-long-name/and-another-one/game.sgf",
        "",
    ] {
        let text = replies("", format!("play b D4\nloadsgf {file}\nlast_move\n"));
        let error = text.split("\n\n").nth(1).unwrap();
        assert!(error.starts_with("? "), "{file}: {text}");
        assert!(error.contains(file), "{file}: {error}");
        assert!(text.ends_with("= black D4\n\n"), "{file}: {text}");
    }
}

#[test]
fn records_that_cannot_be_written() {
    let directory = Directory::new("faults write");
    let pipe = directory.pipe("pipe");
    let [pipe, folder] = [&*pipe, &*directory].map(|path| path.to_str().unwrap());
    for file in [
        pipe,
        folder,
        "/no/such/folder/with-a-rather-long-name/and-another-one/game.sgf",
        "/dev/full",
        "/proc/x.sgf",
    ] {
        let text = replies("", format!("play b D4\nprintsgf {file}\nlast_move\n"));
        let error = text.split("\n\n").nth(1).unwrap();
        let expected = format!("? cannot save file '{file}': ");
        assert!(error.starts_with(&expected), "{file}: {text}");
        assert!(text.ends_with("= black D4\n\n"), "{file}: {text}");
        let mut play = program(["play", "--size", "5", "--memory", "16"]);
        let said = run(&mut play, format!("save {file}\nquit\n"));
        let expected = format!("{file} cannot be written: ");
        assert!(process::text(&said.stdout).contains(&expected), "{said:?}");
        assert!(said.status.success(), "{said:?}");
    }
}

#[test]
fn a_log_that_cannot_be_opened() {
    let directory = Directory::new("faults log");
    let pipe = directory.pipe("pipe");
    let [pipe, folder] = [&*pipe, &*directory].map(|path| path.to_str().unwrap());
    for file in [pipe, folder, "/no/such/folder/log"] {
        let mut command = tengen("");
        let output = run(command.args(["--log", file]), "name\n");
        assert_eq!(output.status.code(), Some(2), "{file}");
        assert!(output.stdout.is_empty(), "{file}");
        let errors = errors(&output);
        assert!(
            errors.contains("cannot log to") && errors.contains(file),
            "{errors}"
        );
        assert!(!errors.contains("GTP ready"), "{errors}");
    }
}

#[test]
fn a_log_without_room() {
    let output = run(&mut tengen("--log /dev/full"), "name\nversion\n");
    assert!(output.status.success());
    assert!(text(&output.stdout).starts_with("= Tengen\n\n= "));
    let errors = errors(&output);
    assert_eq!(errors.matches("the log ends here").count(), 1, "{errors}");
}

#[test]
fn a_log_that_may_grow_no_further() {
    let directory = Directory::new("faults grown log");
    let mut limited = tengen_in_shell("ulimit -f 1; exec \"$0\" \"$@\"");
    limited.args(["--net", "none", "--log", &directory.path("log")]);
    let output = run(&mut limited, "list_commands\n".repeat(20) + "name\n");
    assert!(output.status.success(), "{output:?}");
    assert!(text(&output.stdout).ends_with("= Tengen\n\n"));
    let errors = errors(&output);
    assert_eq!(errors.matches("the log ends here").count(), 1, "{errors}");
}

// Commands at the wrong time.

#[test]
fn commands_while_it_thinks() {
    for (sent, expected) in [
        (
            "1 genmove b\n2 name\n3 version\n",
            &["=1", "=2 Tengen", "=3"][..],
        ),
        ("1 genmove b\n2 quit\n3 name\n", &["=1", "=2"]),
        ("1 genmove b\n2 stop\n3 name\n", &["=1", "=2", "=3 Tengen"]),
        (
            "1 genmove b\n2 boardsize 5\n3 genmove w\n",
            &["=1", "=2", "=3"],
        ),
        (
            "1 lz-analyze 1\n2 boardsize 25\n3 genmove w\n",
            &["=1", "=2", "=3"],
        ),
        (
            "1 kata-analyze 1 ownership true\n2 boardsize 1\n3 clear_board\n",
            &["=1", "=2", "=3"],
        ),
    ] {
        let text = replies("--ponder --time 0.3 --size 9", sent);
        let replies: Vec<&str> = text.trim_end().split("\n\n").collect();
        assert_eq!(replies.len(), expected.len(), "{sent}: {text}");
        for (reply, start) in replies.iter().zip(expected) {
            assert!(reply.starts_with(start), "{sent}: {text}");
        }
    }
}

#[test]
fn a_storm_of_interrupts() {
    let storm = "# interrupt\n".repeat(20_000);
    let input = format!("1 genmove b\n{storm}2 genmove w\n{storm}3 name\n");
    let text = replies("--time 100 --size 9", input);
    assert!(
        text.ends_with("=3 Tengen\n\n") && !text.contains('?'),
        "{text}"
    );
}

// Threads and surroundings.

#[test]
fn more_threads_than_processors() {
    let text = replies(
        "--threads 64 --playouts 2000 --size 9",
        "genmove b\n1 genmove w\n2 name\n",
    );
    assert!(
        text.ends_with("=2 Tengen\n\n") && !text.contains('?'),
        "{text}"
    );
    for threads in ["0", "-1", "99999", "many"] {
        let output = output(program([format!("--threads={threads}")]));
        assert_eq!(output.status.code(), Some(2), "{threads}");
        assert!(errors(&output).contains("--threads"), "{threads}");
    }
}

/// No home, no locale, no path, and the working directory is gone.
#[test]
fn nothing_around_it() {
    let directory = Directory::new("faults gone");
    let script = format!(
        "cd '{}' && rmdir \"$PWD\" && exec env -i \"$0\" --playouts 20 --size 5",
        directory.display()
    );
    let input = "genmove b\nprintsgf x.sgf\nloadsgf y.sgf\n1 name\n";
    let output = run(&mut tengen_in_shell(&script), input);
    assert!(output.status.success(), "{output:?}");
    assert!(!directory.exists());
    let text = text(&output.stdout);
    assert!(text.contains("? cannot save file 'x.sgf'"), "{text}");
    assert!(text.ends_with(
        "? cannot load file 'y.sgf': No such file or directory (os error 2)\n\n=1 Tengen\n\n"
    ));
}
