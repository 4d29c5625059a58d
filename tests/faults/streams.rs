//! Streams that are full, closed, broken off or no text.

use crate::is_move;
use crate::process::{
    Engine, collect, errors, first_lines, in_time, program, replies, run, tengen, tengen_in_shell,
    text, wait,
};
use crate::temporary::Directory;
use std::fs;
use std::io::{self, PipeReader, PipeWriter, Write};
use std::thread;
use std::time::Duration;

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
fn a_remark_that_nobody_reads_ends_no_job() {
    let directory = Directory::new("remark");
    let record = directory.path("cut off.sgf");
    fs::write(&record, "(;SZ[5]KM[0.5];B[cc];W[bb]").unwrap();
    let (_reader, full) = full_pipe();
    let mut command = program(["review", &record, "--playouts", "1"]);
    let mut child = command
        .current_dir(&directory)
        .stderr(full)
        .spawn()
        .unwrap();
    assert!(wait(&mut child).success());
    assert!(fs::exists(directory.path("cut off.review.html")).unwrap());
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
    assert!(
        errors(&output).contains("standard output: No space left"),
        "{output:?}"
    );
}

/// Another fault than a full disk: the file may have no more than some blocks.
#[test]
fn an_output_that_may_not_grow() {
    let directory = Directory::new("short-output");
    let mut limited = tengen_in_shell("ulimit -f 2; exec \"$0\" completions bash >out");
    let output = run(limited.current_dir(&directory), "");
    assert_eq!(output.status.code(), Some(2));
    let told = errors(&output);
    assert!(told.starts_with("tengen: standard output: "), "{told}");
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
