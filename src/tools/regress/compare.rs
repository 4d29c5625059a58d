//! What has changed since an earlier run.

use super::report;
use super::{Run, TestResult};
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;

/// The verdicts of an earlier run, read from its JSON.
#[derive(Clone, Debug, Default)]
pub struct Earlier(HashMap<Key, bool>);

/// File, number, and how often that number has come before in the file.
type Key = (String, Option<u64>, usize);

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
        for file in files.ok_or(EarlierError::Form("array 'files'"))? {
            let name = file["file"].as_str().ok_or(EarlierError::Form("'file'"))?;
            let mut seen = Seen::default();
            for test in file["tests"].as_array().into_iter().flatten() {
                let verdict = test["verdict"].as_str();
                let verdict = verdict.ok_or(EarlierError::Form("'verdict'"))?;
                let key = seen.key(name, test["number"].as_u64());
                if let Some(passed) = passed(verdict) {
                    earlier.0.insert(key, passed);
                }
            }
        }
        Ok(earlier)
    }

    /// What is different in a later run.
    pub fn changes<'a>(&self, run: &'a Run) -> Changes<'a> {
        let mut changes = Changes::default();
        let mut known = 0;
        for (path, file) in run.reports() {
            let name = path.display().to_string();
            let mut seen = Seen::default();
            for test in file.tests() {
                let key = seen.key(&name, test.number.map(u64::from));
                let Some(passes) = passed(test.verdict.name()) else {
                    continue;
                };
                let earlier = self.0.get(&key);
                known += usize::from(earlier.is_some());
                match (earlier, passes) {
                    (Some(false), true) => changes.better.push((name.clone(), test)),
                    (Some(true), false) => changes.worse.push((name.clone(), test)),
                    (Some(_), _) => {}
                    (None, _) => changes.new += 1,
                }
            }
        }
        changes.gone = self.0.len() - known;
        changes
    }
}

/// Whether a verdict is that of a passed test; `None` if it is neither.
fn passed(verdict: &str) -> Option<bool> {
    match verdict {
        "pass" | "unexpected-pass" => Some(true),
        "fail" | "expected-fail" => Some(false),
        _ => None,
    }
}

/// Counts how often each number has come.
#[derive(Default)]
struct Seen(HashMap<Option<u64>, usize>);

impl Seen {
    fn key(&mut self, file: &str, number: Option<u64>) -> Key {
        let count = self.0.entry(number).or_default();
        *count += 1;
        (file.to_owned(), number, *count)
    }
}

/// The difference between two runs, whatever the tests were marked.
#[derive(Debug, Default)]
pub struct Changes<'a> {
    /// Tests that failed and pass now, with their files.
    pub better: Vec<(String, &'a TestResult)>,
    /// Tests that passed and fail now.
    pub worse: Vec<(String, &'a TestResult)>,
    /// How many tests the earlier run did not have.
    pub new: usize,
    /// How many tests only the earlier run had.
    pub gone: usize,
}

impl fmt::Display for Changes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (word, tests) in [("FAIL", &self.worse), ("PASS", &self.better)] {
            for (file, test) in tests {
                writeln!(f, "{}", line(word, file, test))?;
            }
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

/// `PASS a.tst:3: 10 reg_genmove black: got 'D4'`
fn line(word: &str, file: &str, test: &TestResult) -> String {
    let number = report::number(test);
    let wanted = match word {
        "FAIL" if !test.pattern.is_empty() => format!("wanted '{}', ", test.pattern),
        _ => String::new(),
    };
    format!(
        "{word} {file}:{}: {number} {}: {wanted}{}",
        test.line,
        test.command,
        report::got(test)
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
        assert_eq!((changes.new, changes.gone), (0, 0));
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
            turn(&mut report.events[0], super::super::Verdict::ExpectedFail);
            turn(&mut report.events[1], super::super::Verdict::Pass);
            report.events.remove(4);
        }
        let changes = earlier.changes(&later);
        assert_eq!((changes.new, changes.gone), (0, 1));
        let text = changes.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "FAIL a/b.tst:3: 10 reg_genmove black: wanted 'D4|E5', got 'D4'",
                "PASS a/b.tst:3: 20 reg_genmove black: got 'C3'",
                "since the earlier run: 1 pass now, 1 fail now, 0 new, 1 gone",
            ]
        );
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
