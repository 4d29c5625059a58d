//! What has changed since an earlier run.

use super::report;
use super::verdict::Verdict;
use super::{Event, Run, SetupFailure, TestResult};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::{Component, Path, PathBuf};

/// The verdicts of an earlier run, read from its JSON.
#[derive(Clone, Debug, Default)]
pub struct Earlier {
    /// Whether tests passed, if they were judged, and that lines of set-up failed.
    passed: HashMap<Key, Option<bool>>,
    files: HashSet<PathBuf>,
}

/// File, what was asked there, and how often that has come before in the file.
type Key = (PathBuf, Asked, usize);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Asked {
    /// A test, by its number.
    Test(Option<u64>),
    /// A line of set-up, by its command.
    SetUp(String),
}

/// An earlier run that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EarlierError {
    /// Not JSON.
    Syntax(String),
    /// JSON, but not what `--json` writes.
    Form(&'static str),
}

impl fmt::Display for EarlierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EarlierError::Syntax(reason) => write!(f, "it is not JSON: {reason}"),
            EarlierError::Form(what) => {
                write!(
                    f,
                    "it is not what 'tengen regress --json' writes: no {what}"
                )
            }
        }
    }
}

impl std::error::Error for EarlierError {}

impl Earlier {
    /// Reads what `--json` wrote.
    ///
    /// # Errors
    /// If it is something else.
    pub fn parse(text: &str) -> Result<Earlier, EarlierError> {
        let object: Value =
            serde_json::from_str(text).map_err(|error| EarlierError::Syntax(error.to_string()))?;
        let files = object["files"].as_array();
        let mut earlier = Earlier::default();
        let mut seen = Seen::default();
        for file in files.ok_or(EarlierError::Form("array 'files'"))? {
            let name = file["file"].as_str().ok_or(EarlierError::Form("'file'"))?;
            let name = normal(Path::new(name));
            for test in file["tests"].as_array().into_iter().flatten() {
                let verdict = test["verdict"].as_str();
                let verdict = verdict.ok_or(EarlierError::Form("'verdict'"))?;
                let key = seen.key(&name, Asked::Test(test["number"].as_u64()));
                let passed = Verdict::of_name(verdict).and_then(Verdict::passed);
                earlier.passed.insert(key, passed);
            }
            for failure in file["setup_failures"].as_array().into_iter().flatten() {
                let command = failure["command"].as_str().unwrap_or_default();
                let key = seen.key(&name, Asked::SetUp(command.to_owned()));
                earlier.passed.insert(key, Some(false));
            }
            earlier.files.insert(name);
        }
        Ok(earlier)
    }

    /// What is different in a later run.
    pub fn changes<'a>(&self, run: &'a Run) -> Changes<'a> {
        let mut changes = Changes::default();
        let mut asked = HashSet::new();
        let mut seen = Seen::default();
        let files: HashSet<PathBuf> = run.reports().map(|(path, _)| normal(path)).collect();
        for (path, file) in run.reports() {
            let earlier_name = self.name_of(normal(path), &files);
            for event in &file.events {
                let key = seen.key(&earlier_name, Asked::by(event));
                changes.add(path, event, self.passed.get(&key).copied());
                asked.insert(key);
            }
        }
        let tests = self.passed.keys().filter(|(_, asked, _)| asked.is_test());
        let (kept, gone): (Vec<_>, Vec<_>) = tests.partition(|key| asked.contains(*key));
        changes.gone = gone.len();
        changes.is_of_other_tests = kept.is_empty() && changes.new > 0;
        changes
    }

    /// What the earlier run called this file, one of `files`: the same, or if it knew none such, the only other file of
    /// this name, since runs may have been started in different directories.
    fn name_of(&self, file: PathBuf, files: &HashSet<PathBuf>) -> PathBuf {
        let is_namesake = |other: &&PathBuf| other.file_name() == file.file_name();
        let mut namesakes = self.files.iter().filter(is_namesake);
        let is_only_one = files.iter().filter(is_namesake).count() == 1;
        match (namesakes.next(), namesakes.next()) {
            (Some(namesake), None) if is_only_one => namesake.clone(),
            _ => file,
        }
    }
}

impl Asked {
    fn by(event: &Event) -> Asked {
        match event {
            Event::Test(test) => Asked::Test(test.number.map(u64::from)),
            Event::SetupFailed(failure) => Asked::SetUp(failure.complaint.command.clone()),
        }
    }

    fn is_test(&self) -> bool {
        matches!(self, Asked::Test(_))
    }
}

/// One name for each file, however its path is spelled: its place on the disk, or if it is not there, its path without
/// what leads nowhere.
fn normal(path: &Path) -> PathBuf {
    // In JSON a name is text, whatever it is on the disk.
    let name = path.to_string_lossy();
    let path = Path::new(&*name);
    let plain = || {
        let parts = path.components();
        parts.filter(|part| *part != Component::CurDir).collect()
    };
    path.canonicalize().unwrap_or_else(|_| plain())
}

/// Counts how often the same has been asked in the same file, which may be run twice.
#[derive(Default)]
struct Seen(HashMap<(PathBuf, Asked), usize>);

impl Seen {
    fn key(&mut self, file: &Path, asked: Asked) -> Key {
        let count = self.0.entry((file.to_owned(), asked.clone())).or_default();
        *count += 1;
        (file.to_owned(), asked, *count)
    }
}

/// The difference between two runs, whatever the tests were marked.
#[derive(Debug, Default)]
pub struct Changes<'a> {
    /// Tests that failed and pass now, with their files.
    pub better: Vec<(&'a Path, &'a TestResult)>,
    /// Tests that passed and fail now, with their files.
    pub worse: Vec<(&'a Path, &'a TestResult)>,
    /// Lines of set-up that failed now alone, with their files.
    pub broken: Vec<(&'a Path, &'a SetupFailure)>,
    /// How many tests the earlier run did not have.
    pub new: usize,
    /// How many tests only the earlier run had.
    pub gone: usize,
    /// Whether there are tests, but none of them is among those of the earlier run.
    pub is_of_other_tests: bool,
}

impl<'a> Changes<'a> {
    /// Adds what a test or a line of set-up has led to; `earlier` says whether it passed in the earlier run, if that had it and
    /// judged it.
    fn add(&mut self, path: &'a Path, event: &'a Event, earlier: Option<Option<bool>>) {
        match (event, earlier) {
            (Event::SetupFailed(failure), None) => self.broken.push((path, failure)),
            (Event::SetupFailed(_), Some(_)) => {}
            (Event::Test(_), None) => self.new += 1,
            (Event::Test(test), Some(passed)) => match (passed, test.verdict.passed()) {
                (Some(false), Some(true)) => self.better.push((path, test)),
                (Some(true), Some(false)) => self.worse.push((path, test)),
                _ => {}
            },
        }
    }

    /// Whether something fails that did not fail before.
    pub fn is_worse(&self) -> bool {
        !self.worse.is_empty() || !self.broken.is_empty()
    }
}

impl fmt::Display for Changes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_of_other_tests {
            return f.write_str("the earlier run has none of these tests: nothing is compared");
        }
        for (path, failure) in &self.broken {
            writeln!(f, "{}", report::setup_failure(path, failure))?;
        }
        for (path, test) in &self.worse {
            writeln!(f, "{}", worse_line(path, test))?;
        }
        for (path, test) in &self.better {
            writeln!(f, "{}", better_line(path, test))?;
        }
        write!(
            f,
            "since the earlier run: {} pass now, {} fail now, {} new, {} gone",
            self.better.len(),
            self.worse.len(),
            self.new,
            self.gone
        )
    }
}

/// `FAIL a.tst:3: 10 reg_genmove black: wanted 'D4', got 'E5'`
fn worse_line(path: &Path, test: &TestResult) -> String {
    format!(
        "FAIL {}: {}{}",
        question(path, test),
        report::wanted(test),
        report::got(test)
    )
}

/// `PASS a.tst:3: 10 reg_genmove black: got 'D4'`
fn better_line(path: &Path, test: &TestResult) -> String {
    format!("PASS {}: {}", question(path, test), report::got(test))
}

/// `a.tst:3: 10 reg_genmove black`
fn question(path: &Path, test: &TestResult) -> String {
    let number = report::number(test);
    format!(
        "{}:{}: {number} {}",
        path.display(),
        test.line,
        test.command
    )
}

#[cfg(test)]
mod tests {
    use super::super::report::tests::run;
    use super::super::{Event, json};
    use super::*;

    #[test]
    fn a_run_compared_with_itself_has_no_changes() {
        let run = run();
        let earlier = Earlier::parse(&json::object(&run).to_string()).unwrap();
        let changes = earlier.changes(&run);
        assert!(changes.better.is_empty() && changes.worse.is_empty());
        assert!(!changes.is_worse() && !changes.is_of_other_tests);
        assert_eq!((changes.new, changes.gone), (0, 0));
    }

    #[test]
    fn files_are_the_same_however_their_paths_are_spelled() {
        let before = run();
        let text = json::object(&before).to_string();
        for path in ["./a/b.tst", "a/./b.tst", "/elsewhere/b.tst"] {
            let mut later = before.clone();
            later.files[0].0 = path.into();
            let earlier = Earlier::parse(&text).unwrap();
            let changes = earlier.changes(&later);
            assert_eq!((changes.new, changes.gone), (0, 0), "{path}");
        }
        // Two files of one name in different directories are two files.
        let mut twice = before.clone();
        twice.files[1] = ("c/b.tst".into(), twice.files[0].1.clone());
        let earlier = Earlier::parse(&json::object(&twice).to_string()).unwrap();
        let changes = earlier.changes(&twice);
        assert_eq!((changes.new, changes.gone), (0, 0));
        let earlier = Earlier::parse(&text).unwrap();
        assert_eq!(earlier.changes(&twice).new, 6);
        // A file may be run twice.
        twice.files[1].0 = "./a/b.tst".into();
        assert_eq!(earlier.changes(&twice).gone, 0);
    }

    #[test]
    fn a_comparison_with_nothing_is_none() {
        let run = run();
        let earlier = Earlier::parse(r#"{"files":[]}"#).unwrap();
        let changes = earlier.changes(&run);
        assert!(changes.is_of_other_tests);
        let words = changes.to_string();
        assert!(words.contains("none of these tests"), "{words}");
    }

    #[test]
    fn a_set_up_that_fails_now_alone_is_worse() {
        let run = run();
        let mut before = run.clone();
        if let Ok(report) = &mut before.files[0].1 {
            report
                .events
                .retain(|event| matches!(event, Event::Test(_)));
        }
        let earlier = Earlier::parse(&json::object(&before).to_string()).unwrap();
        let changes = earlier.changes(&run);
        assert!(changes.worse.is_empty() && changes.is_worse());
        let words = changes.to_string();
        assert!(words.contains("a/b.tst:7: set-up failed"), "{words}");
    }

    #[test]
    fn every_change_is_named() {
        let mut later = run();
        let earlier = Earlier::parse(&json::object(&later).to_string()).unwrap();
        if let Ok(report) = &mut later.files[0].1 {
            let turn = |event: &mut Event, verdict| {
                if let Event::Test(test) = event {
                    test.verdict = verdict;
                }
            };
            turn(&mut report.events[0], Verdict::ExpectedFail);
            turn(&mut report.events[1], Verdict::Pass);
            report.events.truncate(4);
        }
        let changes = earlier.changes(&later);
        assert_eq!((changes.new, changes.gone), (0, 2));
        let text = changes.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "FAIL a/b.tst:3: 10 reg_genmove black: wanted 'D4|E5', got 'D4'",
                "PASS a/b.tst:3: 20 reg_genmove black: got 'C3'",
                "since the earlier run: 1 pass now, 1 fail now, 0 new, 2 gone",
            ]
        );
    }

    #[test]
    fn a_test_that_is_judged_in_one_run_alone_is_neither_new_nor_gone() {
        let judged = run();
        let mut shown = run();
        if let Ok(report) = &mut shown.files[0].1 {
            report.events.truncate(1);
            if let Event::Test(test) = &mut report.events[0] {
                test.verdict = Verdict::NotJudged;
            }
        }
        let changed = |before: &Run, after: &Run| {
            let earlier = Earlier::parse(&json::object(before).to_string()).unwrap();
            let changes = earlier.changes(after);
            (changes.new, changes.gone, changes.is_of_other_tests)
        };
        // The other tests are in one run alone.
        assert_eq!(changed(&judged, &shown), (0, 5, false));
        assert_eq!(changed(&shown, &judged), (5, 0, false));
    }

    #[test]
    fn something_else_is_refused_in_words() {
        let problem = |text: &str| Earlier::parse(text).unwrap_err().to_string();
        assert!(problem("{").starts_with("it is not JSON"));
        assert!(problem("[]").contains("no array 'files'"));
        assert!(problem(r#"{"files":[{}]}"#).contains("no 'file'"));
        let text = r#"{"files":[{"file":"a","tests":[{"number":1}]}]}"#;
        assert!(problem(text).contains("no 'verdict'"));
        assert!(Earlier::parse(r#"{"files":[{"file":"a","error":"x"}]}"#).is_ok());
    }
}
