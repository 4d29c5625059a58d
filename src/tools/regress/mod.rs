//! Regression tests in GNU Go's `.tst` format, run against any GTP engine.
//!
//! One engine process per file, started in the file's directory, so that
//! `loadsgf` finds its games beside the file. A set-up command that fails
//! counts as an error of its own: the tests behind it would not test what they
//! say. An engine that dies or hangs fails the test it was asked, and a new
//! one is brought to the position where the old one was.
//!
//! [`script`] reads a file, [`run`] asks its questions, [`judge`] has the last
//! word about the replies, [`suite`] lists many files, [`run_files`] runs them,
//! and the rest tells what came of it.

pub mod compare;
mod effect;
pub mod html;
pub mod json;
pub mod judge;
pub mod junit;
mod memory;
pub mod missing;
mod place;
pub mod report;
pub mod run;
pub mod run_files;
pub mod script;
pub mod suite;
pub mod totals;
pub mod verdict;

use super::engine::{Complaint, Engine, Trouble};
use crate::files;
use crate::game::Position;
use script::{Script, ScriptError};
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use totals::Totals;
use verdict::Verdict;

/// The longest file of tests: some million lines.
const MOST_BYTES: u64 = 64 << 20;

/// Starts an engine in a directory.
pub type Launch<'a> = dyn Fn(&Path) -> Result<Box<dyn Engine>, LaunchError> + Sync + 'a;

/// Why there is no engine to be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaunchError {
    /// It does not start, for this reason.
    NoStart(String),
    /// It has started, but a command before the file failed.
    Unprepared(Complaint),
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LaunchError::NoStart(reason) => write!(f, "the engine does not start: {reason}"),
            LaunchError::Unprepared(complaint) => write!(f, "before the tests, to {complaint}"),
        }
    }
}

impl std::error::Error for LaunchError {}

/// What one command led to.
#[derive(Clone, Debug)]
pub enum Event {
    /// A test and its verdict.
    Test(TestResult),
    /// A set-up command that failed.
    SetupFailed(SetupFailure),
}

/// A set-up command that failed.
#[derive(Clone, Debug)]
pub struct SetupFailure {
    /// Its line in the file.
    pub line: usize,
    /// What went wrong.
    pub complaint: Complaint,
}

/// One test, done.
#[derive(Clone, Debug)]
pub struct TestResult {
    /// The test's number, if its command has one.
    pub number: Option<u32>,
    /// The line of its command.
    pub line: usize,
    /// The command.
    pub command: String,
    /// What it had to answer, without brackets and marks; may be empty.
    pub pattern: String,
    /// The pattern says what the answer must not be.
    pub negated: bool,
    /// What it did answer; `None` where no engine could be asked.
    pub reply: Option<Result<String, Trouble>>,
    /// The verdict.
    pub verdict: Verdict,
    /// How long the answer took.
    pub time: Duration,
    /// The position of a failed test, as far as the set-up could be followed.
    pub position: Option<Box<Position>>,
}

/// One file, done.
#[derive(Clone, Debug, Default)]
pub struct FileReport {
    /// Tests and failed set-up commands in the file's order.
    pub events: Vec<Event>,
    /// Lines that could not be read.
    pub problems: Vec<ScriptError>,
    /// From the start of the engine to the last reply.
    pub time: Duration,
}

impl FileReport {
    /// The tests alone.
    pub fn tests(&self) -> impl Iterator<Item = &TestResult> {
        self.events.iter().filter_map(|event| match event {
            Event::Test(result) => Some(result),
            Event::SetupFailed(_) => None,
        })
    }

    /// The set-up commands that failed.
    pub fn setup_failures(&self) -> impl Iterator<Item = &SetupFailure> {
        self.events.iter().filter_map(|event| match event {
            Event::Test(_) => None,
            Event::SetupFailed(failure) => Some(failure),
        })
    }
}

/// What came of a file.
pub type Outcome = Result<FileReport, FileError>;

/// What came of a list of files.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was tested, in words.
    pub engine: String,
    /// The files in the order they were given.
    pub files: Vec<(PathBuf, Outcome)>,
}

impl Run {
    /// The files that could be run.
    pub fn reports(&self) -> impl Iterator<Item = (&Path, &FileReport)> {
        let reports = self.files.iter();
        reports.filter_map(|(path, outcome)| Some((path.as_path(), outcome.as_ref().ok()?)))
    }

    /// The counts over all files.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for (_, outcome) in &self.files {
            totals += Totals::of(outcome);
        }
        totals
    }
}

/// A file that could not be run at all.
#[derive(Clone, Debug)]
pub enum FileError {
    /// Not readable.
    Unreadable(PathBuf, String),
    /// No engine to ask.
    NoEngine(PathBuf, LaunchError),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Unreadable(path, reason) => {
                write!(f, "{}: cannot be read: {reason}", path.display())
            }
            FileError::NoEngine(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for FileError {}

/// Reads a file.
///
/// # Errors
/// If it is no regular file, longer than 64 MB, or cannot be read.
pub fn load(path: &Path) -> Result<Script, FileError> {
    let unreadable = |reason: String| FileError::Unreadable(path.to_owned(), reason);
    // It is read once to count its tests and once to run them: the second time a pipe would be empty.
    let bytes = files::read_regular(path, MOST_BYTES);
    let bytes = bytes.map_err(|error| unreadable(error.to_string()))?;
    Ok(script::parse(&files::text_lossy(bytes)))
}
