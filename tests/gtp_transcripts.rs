//! GTP sessions as text: what clients send and, strictly, what they get back.
//!
//! In `tests/gtp/*.gtp` a line that starts with `> ` is sent; the lines after it
//! are the reply. `=` and `?` stand for themselves and the blank that must
//! follow; a `*` at the end of a line stands for anything, a line of `...` for
//! any lines. Lines that start with `#` are for the reader.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use tengen::gtp::{Config, run};

/// What is sent at once, and the lines of the reply.
struct Exchange {
    line: usize,
    sent: String,
    reply: Vec<String>,
}

fn parse(text: &str) -> Vec<Exchange> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(sent) = line.strip_prefix("> ") {
            exchanges.push(Exchange {
                line: number + 1,
                sent: sent.to_owned(),
                reply: Vec::new(),
            });
        } else if !line.starts_with('#') && !line.is_empty() {
            let exchange = exchanges.last_mut().expect("a reply follows a command");
            exchange.reply.push(line.to_owned());
        }
    }
    exchanges
}

/// Serves the whole text at once, as clients that pipeline do, with a line ending of their choice.
fn serve(exchanges: &[Exchange], line_end: &str) -> String {
    let input: String = exchanges
        .iter()
        .map(|exchange| format!("{}{line_end}", exchange.sent))
        .collect();
    let config = Config {
        playouts: Some(50),
        memory_mb: 64,
        seed: Some(1),
        ..Config::default()
    };
    let mut output = Vec::new();
    run(config, std::io::Cursor::new(input), &mut output).expect("the session ends well");
    String::from_utf8(output).expect("replies are text")
}

fn matches(expected: &str, line: &str, is_first: bool) -> bool {
    let mut expected = expected.to_owned();
    if is_first && !expected.contains(' ') {
        expected.push(' ');
    }
    match expected.strip_suffix('*') {
        Some(start) => line.starts_with(start),
        None => line == expected,
    }
}

fn reply_matches(expected: &[String], reply: &str) -> bool {
    let mut lines = reply.split('\n').enumerate();
    for (index, pattern) in expected.iter().enumerate() {
        if pattern == "..." {
            return true;
        }
        match lines.next() {
            Some((_, line)) if matches(pattern, line, index == 0) => {}
            _ => return false,
        }
    }
    lines.next().is_none()
}

fn check(path: &Path, line_end: &str) -> String {
    let text = fs::read_to_string(path).expect("a transcript can be read");
    let exchanges = parse(&text);
    let output = serve(&exchanges, line_end);
    assert!(
        output.ends_with("\n\n"),
        "every reply ends with a blank line: {output:?}"
    );
    let replies: Vec<&str> = output.trim_end_matches('\n').split("\n\n").collect();
    let answered: Vec<&Exchange> = exchanges.iter().filter(|e| !e.reply.is_empty()).collect();
    let mut faults = String::new();
    for (exchange, reply) in answered.iter().zip(&replies) {
        if !reply_matches(&exchange.reply, reply) {
            let _ = writeln!(
                faults,
                "{}:{}: {}\n  expected {:?}\n  received {reply:?}",
                path.display(),
                exchange.line,
                exchange.sent,
                exchange.reply,
            );
        }
    }
    if answered.len() != replies.len() {
        let _ = writeln!(
            faults,
            "{}: {} replies expected, {} received",
            path.display(),
            answered.len(),
            replies.len()
        );
    }
    faults
}

#[test]
fn every_transcript_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp");
    let mut faults = String::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder of transcripts") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "gtp") {
            for line_end in ["\n", "\r\n", " \t \n\n# a comment\n"] {
                faults.push_str(&check(&path, line_end));
            }
            count += 1;
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
    assert!(count > 5);
}
