//! What real clients send from start to end, in `tests/clients`, replayed with
//! the program itself, and the form of every reply checked to the byte.
//!
//! A line `# Options: ...` at the top says how the client starts the program.
//!
//! Each is replayed twice: waiting for every reply, as most clients do, and
//! all at once with the line ends of Windows, as Sabaki and gtp2ogs may.

mod process;
mod transcript;

use process::{LIMIT, in_time, tengen};
use std::io::Read;
use std::path::Path;
use std::{fs, mem};
use transcript::{Exchange, faults, files, parse};

struct Engine {
    process: process::Engine,
    /// The lines of a reply that is not complete, with their ends.
    begun: String,
}

impl Engine {
    fn start(options: &str) -> Engine {
        let usual = "--playouts 30 --threads 1 --memory 64 --seed 1";
        Engine {
            process: process::Engine::start(&mut tengen(&format!("{usual} {options}"))),
            begun: String::new(),
        }
    }

    fn send(&mut self, text: &str) {
        self.process.send(text);
    }

    fn read_line(&mut self) {
        self.begun += &self.process.line();
        self.begun.push('\n');
    }

    /// The next reply, with the blank line that ends it.
    fn reply(&mut self) -> String {
        while !self.begun.ends_with("\n\n") {
            self.read_line();
        }
        mem::take(&mut self.begun)
    }

    /// Waits until an analysis shows something, unless it ends by itself.
    fn look(&mut self) {
        while !self.begun.contains("\ninfo ") && !self.begun.ends_with("\n\n") {
            self.read_line();
        }
    }

    /// Ends its input; it must leave by itself, with nothing more to say.
    fn end(mut self) {
        self.process.input = None;
        let mut stderr = self.process.child.stderr.take().expect("a pipe");
        let said = in_time(move || {
            let mut said = String::new();
            stderr.read_to_string(&mut said).expect("text");
            said
        });
        // And for what clients wait for.
        let ready = "GTP ready, beginning main protocol loop\n";
        // Parameters without effect are noted too.
        let said: String = said
            .lines()
            .filter(|line| !line.starts_with("tengen: without effect here: "))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(said, ready, "standard error is for faults");
        assert!(self.process.end().success());
        let stray = self.process.lines.recv_timeout(LIMIT);
        assert!(stray.is_err(), "a stray line: {stray:?}");
    }
}

/// The replies to what is sent line by line, each awaited.
fn in_step(options: &str, exchanges: &[Exchange]) -> Vec<String> {
    let mut engine = Engine::start(options);
    let mut replies = Vec::new();
    let mut is_analysing = false;
    for exchange in exchanges {
        engine.send(&format!("{}\n", exchange.sent));
        // Whatever comes next ends an analysis.
        if mem::replace(&mut is_analysing, exchange.is_endless) {
            replies.push(engine.reply());
        }
        if exchange.is_endless {
            engine.look();
        } else if !exchange.reply.is_empty() {
            replies.push(engine.reply());
        }
    }
    engine.end();
    replies
}

/// The replies to everything sent at once.
fn at_once(options: &str, exchanges: &[Exchange]) -> Vec<String> {
    let mut engine = Engine::start(options);
    let text = |exchange: &Exchange| format!("{}\r\n", exchange.sent);
    engine.send(&exchanges.iter().map(text).collect::<String>());
    let answered = exchanges.iter().filter(|e| !e.reply.is_empty());
    let replies = answered.map(|_| engine.reply()).collect();
    engine.end();
    replies
}

/// What every client relies on: `=` or `?`, the id that was sent, one blank,
/// text without odd characters or blank lines, and one blank line at the end.
fn check_form(exchange: &Exchange, reply: &str) {
    let id: String = exchange
        .sent
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    let head = |mark: &str| reply.starts_with(&format!("{mark}{id} "));
    assert!(head("=") || head("?"), "{}: {reply:?}", exchange.sent);
    let text = reply
        .strip_suffix("\n\n")
        .expect("a blank line ends a reply");
    for (index, line) in text.split('\n').enumerate() {
        let is_bare_head = index == 0 && line.len() == id.len() + 2;
        assert!(!line.is_empty(), "{}: {reply:?}", exchange.sent);
        assert!(
            is_bare_head || line == line.trim_end(),
            "{}: {line:?}",
            exchange.sent
        );
        assert!(
            !line.contains(char::is_control),
            "{}: {line:?}",
            exchange.sent
        );
    }
}

fn check(path: &Path, replay: fn(&str, &[Exchange]) -> Vec<String>) -> String {
    let text = fs::read_to_string(path).expect("a transcript can be read");
    let options = text
        .lines()
        .find_map(|line| line.strip_prefix("# Options: "));
    let exchanges = parse(&text);
    let replies = replay(options.unwrap_or_default(), &exchanges);
    let answered = exchanges.iter().filter(|e| !e.reply.is_empty());
    answered
        .zip(&replies)
        .for_each(|(exchange, reply)| check_form(exchange, reply));
    let texts: Vec<String> = replies
        .iter()
        .map(|reply| reply.trim_end_matches('\n').to_owned())
        .collect();
    faults(path, &exchanges, &texts)
}

#[test]
fn every_client_is_served() {
    let paths = files("clients");
    assert!(paths.len() >= 10, "{paths:?}");
    let mut found = String::new();
    for path in &paths {
        found.push_str(&check(path, in_step));
        found.push_str(&check(path, at_once));
    }
    assert!(found.is_empty(), "\n{found}");
}
