//! Regression tests in GNU Go's `.tst` format, run against any GTP engine.
//!
//! One engine process per file, started in the file's directory, so that
//! `loadsgf` finds its games beside the file. A set-up command that fails
//! counts as an error of its own: the tests behind it would not test what they
//! say. An engine that dies or hangs fails the rest of its file.

pub mod judge;
pub mod report;
pub mod script;

use super::engine::{Engine, Trouble};
use judge::Verdict;
use script::{Script, ScriptError, Step};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Starts an engine in a directory.
pub type Launch<'a> = dyn Fn(&Path) -> Result<Box<dyn Engine>, String> + 'a;

/// What one command led to.
#[derive(Clone, Debug)]
pub enum Event {
    /// A test and its verdict.
    Test(TestResult),
    /// A set-up command that failed.
    SetupFailed {
        /// Its line in the file.
        line: usize,
        /// The command.
        command: String,
        /// What came instead of an answer.
        trouble: Trouble,
    },
}

/// One test, done.
#[derive(Clone, Debug)]
pub struct TestResult {
    /// The test's number.
    pub number: u32,
    /// The line of its command.
    pub line: usize,
    /// The command.
    pub command: String,
    /// What it had to answer, without brackets and marks; may be empty.
    pub pattern: String,
    /// What it did answer; `None` where the engine was gone before.
    pub reply: Option<Result<String, Trouble>>,
    /// The verdict.
    pub verdict: Verdict,
    /// How long the answer took.
    pub time: Duration,
}

/// One file, done.
#[derive(Clone, Debug, Default)]
pub struct FileReport {
    /// Tests and failed set-up commands in the file's order.
    pub events: Vec<Event>,
    /// From the start of the engine to the last reply.
    pub time: Duration,
}

/// A file that could not be run at all.
#[derive(Clone, Debug)]
pub enum FileError {
    /// Not readable as UTF-8 text.
    Unreadable(PathBuf, String),
    /// Lines that make no sense.
    Malformed(PathBuf, Vec<ScriptError>),
    /// The engine did not start.
    NoEngine(PathBuf, String),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Unreadable(path, reason) => {
                write!(f, "{}: cannot be read: {reason}", path.display())
            }
            FileError::Malformed(path, errors) => {
                for (index, error) in errors.iter().enumerate() {
                    let separator = if index == 0 { "" } else { "\n" };
                    let ScriptError { line, problem } = error;
                    write!(f, "{separator}{}:{line}: {problem}", path.display())?;
                }
                Ok(())
            }
            FileError::NoEngine(path, reason) => {
                write!(f, "{}: the engine does not start: {reason}", path.display())
            }
        }
    }
}

impl std::error::Error for FileError {}

/// Reads a file.
///
/// # Errors
/// If it is unreadable or malformed.
pub fn load(path: &Path) -> Result<Script, FileError> {
    let unreadable = |reason: String| FileError::Unreadable(path.to_owned(), reason);
    let bytes = fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = 1 + count_lines(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        unreadable(format!("line {line} is not UTF-8 text"))
    })?;
    script::parse(&text).map_err(|errors| FileError::Malformed(path.to_owned(), errors))
}

fn count_lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

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
        engine,
        limit,
        gone: false,
    };
    let mut report = FileReport::default();
    for step in &script.steps {
        if let Some(event) = runner.step(step) {
            observe(&event);
            report.events.push(event);
        }
    }
    report.time = started.elapsed();
    runner.finish();
    Ok(report)
}

struct Runner {
    engine: Box<dyn Engine>,
    limit: Duration,
    gone: bool,
}

impl Runner {
    fn step(&mut self, step: &Step) -> Option<Event> {
        let started = Instant::now();
        let reply = self.ask(&step.command);
        let time = started.elapsed();
        let Some(test) = &step.test else {
            let trouble = reply?.err()?;
            return Some(Event::SetupFailed {
                line: step.line,
                command: step.command.clone(),
                trouble,
            });
        };
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
        Some(Event::Test(TestResult {
            number: test.number,
            line: step.line,
            command: step.command.clone(),
            pattern: test.expectation.pattern.clone(),
            reply,
            verdict,
            time,
        }))
    }

    fn ask(&mut self, command: &str) -> Option<Result<String, Trouble>> {
        if self.gone {
            return None;
        }
        let reply = self.engine.ask(command, self.limit);
        self.gone = matches!(&reply, Err(trouble) if trouble.is_final());
        Some(reply)
    }

    fn finish(mut self) {
        if !self.gone {
            // It is stopped anyway when dropped.
            let _ = self.engine.ask("quit", Duration::from_secs(2));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::fake::Fake;
    use super::report::Totals;
    use super::*;

    fn temporary_file(name: &str, text: &str) -> PathBuf {
        let directory = std::env::temp_dir().join(format!("tengen-regress-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let path = directory.join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// Answers `echo X` with X, refuses `fail`, dies on `die`.
    fn echo(_: &Path) -> Result<Box<dyn Engine>, String> {
        Ok(Box::new(Fake(|command: &str| {
            let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
            match name {
                "echo" => Ok(rest.to_owned()),
                "die" => Err(Trouble::Death("exit status 1".to_owned())),
                _ => Err(Trouble::Refusal("unknown command".to_owned())),
            }
        })))
    }

    fn run(name: &str, text: &str) -> FileReport {
        let path = temporary_file(name, text);
        run_file(&path, &echo, Duration::from_secs(1), &mut |_| {}).unwrap()
    }

    #[test]
    fn verdicts_are_counted() {
        let report = run(
            "verdicts.tst",
            "echo set-up\n\
             1 echo A1\n#? [A1]\n\
             2 echo A1\n#? [B1]\n\
             3 echo A1\n#? [A1]*\n\
             4 echo A1\n#? [B1]*\n\
             5 echo A1\n\
             6 fail\n\
             7 fail\n#? [!A1]*\n\
             fail\n\
             8 echo A1\n#? [A1]&\n",
        );
        let totals = Totals::of(&report);
        assert_eq!(totals.tests, 8);
        assert_eq!(totals.passes, 2);
        assert_eq!(totals.unexpected_fails, 2);
        assert_eq!(totals.unexpected_passes, 1);
        assert_eq!(totals.expected_fails, 2);
        assert_eq!(totals.setup_failures, 1);
        assert!(!totals.all_well());
    }

    #[test]
    fn a_dead_engine_fails_the_rest_of_its_file() {
        let report = run(
            "dead.tst",
            "1 echo A1\n2 die\n#? [A1]*\n3 echo A1\n#? [A1]*\necho\n4 echo A1\n#? [B1]&\n",
        );
        let totals = Totals::of(&report);
        assert_eq!((totals.passes, totals.unexpected_fails), (1, 3));
        assert_eq!(totals.setup_failures, 0, "one death is reported once");
    }

    #[test]
    fn files_that_cannot_be_run_are_explained() {
        let limit = Duration::from_secs(1);
        let error = |path: &Path| {
            run_file(path, &echo, limit, &mut |_| {})
                .unwrap_err()
                .to_string()
        };
        let missing = error(Path::new("no/such/file.tst"));
        assert!(missing.starts_with("no/such/file.tst: cannot be read: "));
        let path = temporary_file("bad.tst", "#? [A1]\n10\n");
        let text = error(&path);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with(&format!("{}:1: ", path.display())));
        assert!(lines[1].starts_with(&format!("{}:2: ", path.display())));
        let path = temporary_file("latin.tst", "");
        fs::write(&path, b"name\n# \xe9\n").unwrap();
        assert!(error(&path).ends_with("line 2 is not UTF-8 text"));
        let path = temporary_file("fine.tst", "1 echo\n");
        let broken = |_: &Path| Err("no such program".to_owned());
        let error = run_file(&path, &broken, limit, &mut |_| {}).unwrap_err();
        assert!(error.to_string().ends_with("no such program"));
    }
}
