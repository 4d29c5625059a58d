//! One file, from the start of its engine to its last reply.

use super::memory::{Memory, is_quit};
use super::place::position;
use super::script::{Step, Test};
use super::{Event, FileError, FileReport, Launch, SetupFailure, TestResult, load};
use crate::game::Position;
use crate::tools::engine::{Complaint, Engine, Trouble, dismiss};
use crate::tools::regress::verdict::Verdict;
use std::path::Path;
use std::time::{Duration, Instant};

/// An engine that is started this often without giving a single answer is not
/// started again.
const MOST_BARREN: u8 = 3;

/// Runs one file, telling `observe` of each event as it happens.
///
/// No reply may take longer than `limit`.
///
/// # Errors
/// If the file cannot be read or the engine not started.
pub fn run_file(
    path: &Path,
    launch: &Launch<'_>,
    limit: Duration,
    observe: &mut dyn FnMut(&Event),
) -> Result<FileReport, FileError> {
    let script = load(path)?;
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let started = Instant::now();
    let engine = launch(directory).map_err(|why| FileError::NoEngine(path.to_owned(), why))?;
    let mut runner = Runner {
        launch,
        directory,
        limit,
        engine: Some(engine),
        barren: 1,
        memory: Memory::default(),
    };
    let mut events = Vec::new();
    for step in &script.steps {
        if let Some(event) = runner.step(step) {
            observe(&event);
            events.push(event);
        }
    }
    let time = started.elapsed();
    runner.finish();
    Ok(FileReport {
        events,
        problems: script.problems,
        time,
    })
}

struct Runner<'a> {
    launch: &'a Launch<'a>,
    directory: &'a Path,
    limit: Duration,
    engine: Option<Box<dyn Engine>>,
    /// Starts in a row that have led to no answer yet.
    barren: u8,
    memory: Memory,
}

impl Runner<'_> {
    fn step(&mut self, step: &Step) -> Option<Event> {
        let started = Instant::now();
        let reply = self.ask(&step.command);
        let time = started.elapsed();
        let event = match &step.test {
            Some(test) => Some(Event::Test(self.result(step, test, reply.clone(), time))),
            None => failed_setup(step, reply.as_ref()),
        };
        // What could not be asked is part of the set-up for the next engine.
        let reply = match &reply {
            Some(Ok(text)) => text,
            None if step.test.is_none() => "",
            _ => return event,
        };
        let to_move = |commands: &[String]| Some(position(self.directory, commands)?.to_move());
        self.memory
            .note(&step.command, step.test.is_some(), reply, to_move);
        event
    }

    fn result(
        &self,
        step: &Step,
        test: &Test,
        reply: Option<Result<String, Trouble>>,
        time: Duration,
    ) -> TestResult {
        let judged = match &reply {
            Some(Ok(text)) => Ok(text.as_str()),
            Some(Err(Trouble::Refusal(text))) => Err(text.as_str()),
            Some(Err(_)) | None => Err(""),
        };
        // Whatever a test is marked, an engine that breaks down in it is a failure.
        let broke_down = !matches!(reply, Some(Ok(_) | Err(Trouble::Refusal(_))));
        let verdict = match test.expectation.judge(judged) {
            _ if broke_down => Verdict::UnexpectedFail,
            verdict => verdict,
        };
        TestResult {
            number: test.number,
            line: step.line,
            command: step.command.clone(),
            pattern: test.expectation.pattern.clone(),
            negated: test.expectation.is_negated(),
            reply,
            verdict,
            time,
            position: self.shown(verdict).map(Box::new),
        }
    }

    fn shown(&self, verdict: Verdict) -> Option<Position> {
        if !verdict.is_fail() {
            return None;
        }
        position(self.directory, self.memory.commands())
    }

    /// `None` if there is no engine to be asked.
    fn ask(&mut self, command: &str) -> Option<Result<String, Trouble>> {
        if self.engine.is_none() {
            self.engine = self.revived();
        }
        let reply = self.engine.as_mut()?.ask(command, self.limit);
        match &reply {
            Err(trouble) if trouble.is_final() => self.engine = None,
            _ => self.barren = 0,
        }
        // The next command goes to a new engine, which stands where this one stood.
        if reply.is_ok() && is_quit(command) {
            self.engine = None;
        }
        Some(reply)
    }

    /// A new engine where the old one was.
    fn revived(&mut self) -> Option<Box<dyn Engine>> {
        if self.barren >= MOST_BARREN {
            return None;
        }
        self.barren += 1;
        let mut engine = (self.launch)(self.directory).ok()?;
        for command in self.memory.commands() {
            engine.ask(command, self.limit).ok()?;
            self.barren = 0;
        }
        Some(engine)
    }

    fn finish(self) {
        if let Some(mut engine) = self.engine {
            dismiss(&mut *engine);
        }
    }
}

fn failed_setup(step: &Step, reply: Option<&Result<String, Trouble>>) -> Option<Event> {
    let trouble = reply?.as_ref().err()?.clone();
    Some(Event::SetupFailed(SetupFailure {
        line: step.line,
        complaint: Complaint {
            command: step.command.clone(),
            trouble,
        },
    }))
}

#[cfg(test)]
#[path = "run_tests.rs"]
mod tests;
