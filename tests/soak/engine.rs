//! The process at the other end: what it answers, how long that takes, and how much memory it holds.

use crate::process::{self, lines_of, piped};
use std::io::Write;
use std::process::Command;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

/// Nothing takes nearly as long: who is silent for so long hangs.
const HANG: Duration = Duration::from_secs(120);
/// How long the process may take to leave.
const FAREWELL: Duration = Duration::from_secs(10);

/// What is wrong with the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It ended.
    Died,
    /// No reply came.
    Hang,
    /// What came was no GTP, or not what the command answers.
    BadReply,
    /// It said that it failed, in a reply or on standard error.
    Internal,
    /// It refused what must work.
    Refused,
    /// It accepted what must not work.
    Accepted,
    /// The referee forbids its move.
    IllegalMove,
    /// It sees another board than the referee.
    OtherBoard,
}

/// Something that must not happen.
#[derive(Debug)]
pub struct Fault {
    pub kind: Kind,
    pub what: String,
}

pub fn fault<T>(kind: Kind, what: impl Into<String>) -> Result<T, Fault> {
    let what = what.into();
    Err(Fault { kind, what })
}

/// The reply to a command: whether it was carried out, and the text.
pub struct Reply {
    pub ok: bool,
    pub text: String,
    pub taken: Duration,
}

/// The program over pipes.
pub struct Engine {
    process: process::Engine,
    complaints: Receiver<String>,
    pub commands: u64,
    pub slowest: (Duration, String),
}

impl Engine {
    pub fn start(program: &str, options: &[&str]) -> Engine {
        let mut command = Command::new(program);
        command.args(options);
        let mut process = process::Engine::start(&mut piped(command));
        Engine {
            complaints: lines_of(process.child.stderr.take().expect("a pipe")),
            process,
            commands: 0,
            slowest: Default::default(),
        }
    }

    pub fn send(&mut self, command: &str) -> Result<(), Fault> {
        self.commands += 1;
        let input = self.process.input.as_mut().expect("the input is open");
        // All at once, as a client does it: a line in two pieces could end an analysis twice.
        match input.write_all(format!("{command}\n").as_bytes()) {
            Ok(()) => Ok(()),
            Err(error) => fault(Kind::Died, format!("at '{command}': {error}")),
        }
    }

    pub fn line(&mut self, command: &str) -> Result<String, Fault> {
        if let Ok(line) = self.process.lines.recv_timeout(HANG) {
            return Ok(line);
        }
        match self.process.child.try_wait() {
            Ok(None) => fault(Kind::Hang, format!("at '{command}'")),
            status => fault(Kind::Died, format!("at '{command}': {status:?}")),
        }
    }

    /// The reply to `command`, which has been sent.
    pub fn reply(&mut self, command: &str) -> Result<Reply, Fault> {
        let begin = Instant::now();
        let head = self.line(command)?;
        let (ok, first) = match (head.strip_prefix("= "), head.strip_prefix("? ")) {
            (Some(text), _) => (true, text),
            (_, Some(text)) => (false, text),
            _ => return fault(Kind::BadReply, format!("'{command}': {head}")),
        };
        let mut text = first.to_owned();
        loop {
            let line = self.line(command)?;
            if line.is_empty() {
                break;
            }
            text.push('\n');
            text.push_str(&line);
        }
        if text.contains("internal error") {
            return fault(Kind::Internal, format!("'{command}': {text}"));
        }
        let taken = begin.elapsed();
        Ok(Reply { ok, text, taken })
    }

    pub fn ask(&mut self, command: &str) -> Result<Reply, Fault> {
        self.send(command)?;
        let reply = self.reply(command)?;
        if reply.taken > self.slowest.0 {
            self.slowest = (reply.taken, command.to_owned());
        }
        Ok(reply)
    }

    /// The answer to a command that must work.
    pub fn must(&mut self, command: &str) -> Result<String, Fault> {
        let reply = self.ask(command)?;
        match reply.ok {
            true => Ok(reply.text),
            false => fault(Kind::Refused, format!("'{command}': {}", reply.text)),
        }
    }

    /// What it has said on standard error since this was asked last.
    pub fn complaints(&mut self) -> Option<Fault> {
        let said = self.complaints.try_iter();
        let is_complaint = |line: &String| {
            !["GTP ready", "tengen: without effect here: "]
                .iter()
                .any(|usual| line.starts_with(usual))
        };
        let said: Vec<String> = said.filter(is_complaint).collect();
        (!said.is_empty()).then(|| Fault {
            kind: Kind::Internal,
            what: said.join("; "),
        })
    }

    /// The memory it holds now, in MB, without the program's own code; on Linux alone.
    pub fn memory(&self) -> Option<f64> {
        Some(self.process.kilobytes("RssAnon")? as f64 / 1024.0)
    }

    /// Sees it leave.
    pub fn quit(mut self) -> Result<(), Fault> {
        self.must("quit")?;
        self.process.input = None;
        let begin = Instant::now();
        while begin.elapsed() < FAREWELL {
            match self.process.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Ok(Some(status)) if status.success() => return Ok(()),
                status => return fault(Kind::Died, format!("at 'quit': {status:?}")),
            }
        }
        fault(Kind::Hang, "it does not leave at 'quit'")
    }
}
