//! What a person reads of a regression run.

use super::judge::Verdict;
use super::script::ScriptError;
use super::{Event, Outcome, Run, TestResult};
use crate::console::{counted, on_one_line};
use crate::tools::engine::Trouble;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// Counts over one file or several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All tests, judged or not.
    pub tests: usize,
    /// Passed as they should.
    pub passes: usize,
    /// Failed without a `*`.
    pub unexpected_fails: usize,
    /// Passed with a `*`.
    pub unexpected_passes: usize,
    /// Failed with a `*`.
    pub expected_fails: usize,
    /// Set-up commands that failed.
    pub setup_failures: usize,
    /// Lines that could not be read, other than those by which a test failed.
    pub unreadable_lines: usize,
    /// Files that could not be run.
    pub unrun_files: usize,
}

impl Totals {
    /// The counts of one file.
    pub fn of(outcome: &Outcome) -> Totals {
        let mut totals = Totals::default();
        let Ok(report) = outcome else {
            totals.unrun_files = 1;
            return totals;
        };
        let problems = report.problems.iter();
        totals.unreadable_lines = problems
            .filter(|error| !error.problem.costs_its_test())
            .count();
        for event in &report.events {
            totals.count(event);
        }
        totals
    }

    /// Counts one event more.
    pub fn count(&mut self, event: &Event) {
        let Event::Test(result) = event else {
            self.setup_failures += 1;
            return;
        };
        self.tests += 1;
        match result.verdict {
            Verdict::Pass => self.passes += 1,
            Verdict::UnexpectedFail => self.unexpected_fails += 1,
            Verdict::UnexpectedPass => self.unexpected_passes += 1,
            Verdict::ExpectedFail => self.expected_fails += 1,
            Verdict::Ignored => {}
        }
    }

    /// Whether nothing failed that was not marked as failing.
    pub fn all_well(&self) -> bool {
        self.unexpected_fails == 0 && self.setup_failures == 0 && self.all_run()
    }

    /// Whether every file and every line of it could be used.
    pub fn all_run(&self) -> bool {
        self.unrun_files == 0 && self.unreadable_lines == 0
    }

    /// Tests whose verdict does not count.
    pub fn not_judged(&self) -> usize {
        let judged =
            self.passes + self.unexpected_fails + self.unexpected_passes + self.expected_fails;
        self.tests - judged
    }
}

impl std::ops::AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.tests += other.tests;
        self.passes += other.passes;
        self.unexpected_fails += other.unexpected_fails;
        self.unexpected_passes += other.unexpected_passes;
        self.expected_fails += other.expected_fails;
        self.setup_failures += other.setup_failures;
        self.unreadable_lines += other.unreadable_lines;
        self.unrun_files += other.unrun_files;
    }
}

/// `12 tests: 10 PASS, 1 FAIL (unexpected), 0 pass (unexpected), 1 fail (expected)`
impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} PASS, {} FAIL (unexpected), {} pass (unexpected), {} fail (expected)",
            counted(self.tests, "test", "tests"),
            self.passes,
            self.unexpected_fails,
            self.unexpected_passes,
            self.expected_fails
        )?;
        if self.not_judged() > 0 {
            write!(f, ", {} not judged", self.not_judged())?;
        }
        if self.setup_failures > 0 {
            write!(f, ", {} failed in set-up", self.setup_failures)?;
        }
        if self.unreadable_lines > 0 {
            write!(f, ", {} unreadable lines", self.unreadable_lines)?;
        }
        if self.unrun_files > 0 {
            write!(f, "; not run: {} of the files", self.unrun_files)?;
        }
        Ok(())
    }
}

/// Whether an event is worth a line even in a short report.
pub fn is_unexpected(event: &Event) -> bool {
    match event {
        Event::SetupFailed { .. } => true,
        Event::Test(result) => matches!(
            result.verdict,
            Verdict::UnexpectedFail | Verdict::UnexpectedPass
        ),
    }
}

/// One event as one line that begins with `FILE:LINE:`, which editors can jump to.
pub fn line(path: &Path, event: &Event) -> String {
    let path = path.display();
    match event {
        Event::SetupFailed {
            line,
            command,
            trouble,
        } => format!("{path}:{line}: set-up failed: '{command}': {trouble}"),
        Event::Test(result) => format!("{path}:{}: {}", result.line, test(result)),
    }
}

/// A line that could not be read, in the same form.
pub fn problem(path: &Path, error: &ScriptError) -> String {
    let ScriptError { line, problem } = error;
    format!("{}:{line}: {problem}", path.display())
}

/// A test's number, `-` where it has none.
pub fn number(result: &TestResult) -> String {
    result
        .number
        .map_or("-".to_owned(), |number| number.to_string())
}

/// What a test got, in words and on one line.
pub fn got(result: &TestResult) -> String {
    match &result.reply {
        Some(Ok(reply)) => format!("got '{}'", on_one_line(reply)),
        Some(Err(trouble)) => format!("got {}", on_one_line(&trouble.to_string())),
        None => "not asked, the engine was gone".to_owned(),
    }
}

fn test(result: &TestResult) -> String {
    let TestResult {
        verdict, pattern, ..
    } = result;
    let number = number(result);
    let got = got(result);
    match verdict {
        Verdict::Pass | Verdict::Ignored => format!("{number} {verdict}: {got}"),
        _ if pattern.is_empty() => format!("{number} {verdict}: {got}"),
        _ => format!("{number} {verdict}: wanted '{pattern}', {got}"),
    }
}

/// Who asks for a command that the engine does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// Tests.
    pub tests: usize,
    /// Lines of set-up.
    pub setups: usize,
}

/// `2 tests and 1 line of set-up`
impl fmt::Display for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tests = (self.tests > 0).then(|| counted(self.tests, "test", "tests"));
        let lines = counted(self.setups, "line of set-up", "lines of set-up");
        let setups = (self.setups > 0).then_some(lines);
        let parts: Vec<String> = tests.into_iter().chain(setups).collect();
        f.write_str(&parts.join(" and "))
    }
}

/// The commands that the engine does not know, and who needs each; the most wanted first.
pub fn missing_commands(run: &Run) -> Vec<(String, Demand)> {
    let mut missing: BTreeMap<&str, Demand> = BTreeMap::new();
    for event in run.reports().flat_map(|(_, file)| &file.events) {
        let (command, trouble) = match event {
            Event::Test(test) => (
                &test.command,
                test.reply.as_ref().and_then(|r| r.as_ref().err()),
            ),
            Event::SetupFailed {
                command, trouble, ..
            } => (command, Some(trouble)),
        };
        if !trouble.is_some_and(is_unknown_command) {
            continue;
        }
        let name = command.split_whitespace().next().unwrap_or_default();
        let demand = missing.entry(name).or_default();
        match event {
            Event::Test(_) => demand.tests += 1,
            Event::SetupFailed { .. } => demand.setups += 1,
        }
    }
    let missing = missing.into_iter();
    let mut missing: Vec<_> = missing
        .map(|(name, demand)| (name.to_owned(), demand))
        .collect();
    missing.sort_by_key(|(_, demand)| std::cmp::Reverse(demand.tests + demand.setups));
    missing
}

fn is_unknown_command(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::Refusal(text) if text.to_ascii_lowercase().contains("unknown command"))
}

/// The counts of every file in columns, and their sum.
///
/// ```text
/// file       tests  PASS  FAIL  pass  fail  other      s
/// a.tst         12    10     1     0     1      0    3.4
/// b.tst          3     3     0     0     0      0    0.1
/// total         15    13     1     0     1      0    3.5
/// ```
pub fn table(run: &Run) -> String {
    let mut rows: Vec<(String, Totals, Duration)> = run.files.iter().map(row).collect();
    let time = rows.iter().map(|row| row.2).sum();
    rows.push(("total".to_owned(), run.totals(), time));
    let longest = rows.iter().map(|row| row.0.chars().count()).max();
    let width = longest.unwrap_or(0);
    let mut text = format!(
        "{:<width$}  tests  PASS  FAIL  pass  fail  other       s\n",
        "file"
    );
    for (name, totals, time) in &rows {
        let other = totals.not_judged()
            + totals.setup_failures
            + totals.unreadable_lines
            + totals.unrun_files;
        text += &format!(
            "{name:<width$}  {:>5}  {:>4}  {:>4}  {:>4}  {:>4}  {other:>5}  {:>6.1}\n",
            totals.tests,
            totals.passes,
            totals.unexpected_fails,
            totals.unexpected_passes,
            totals.expected_fails,
            time.as_secs_f64()
        );
    }
    text
}

fn row((path, outcome): &(std::path::PathBuf, Outcome)) -> (String, Totals, Duration) {
    let time = outcome.as_ref().map_or(Duration::ZERO, |file| file.time);
    (path.display().to_string(), Totals::of(outcome), time)
}

#[cfg(test)]
pub mod tests {
    //! Results for the tests of every kind of report.

    use super::super::FileReport;
    use super::super::script::Problem;
    use super::*;
    use crate::game::Game;
    use std::path::PathBuf;

    fn result(verdict: Verdict, reply: Option<Result<&str, Trouble>>) -> Event {
        Event::Test(TestResult {
            number: Some(10),
            line: 3,
            command: "reg_genmove black".to_owned(),
            pattern: "D4|E5".to_owned(),
            negated: false,
            reply: reply.map(|r| r.map(str::to_owned)),
            verdict,
            time: Duration::from_millis(1500),
            position: None,
        })
    }

    /// A run with something of everything.
    pub fn run() -> Run {
        let position = Game::from_diagram("X.O\n.X.\n...")
            .unwrap()
            .position()
            .clone();
        let mut fail = result(Verdict::UnexpectedFail, Some(Ok("C3")));
        if let Event::Test(test) = &mut fail {
            test.number = Some(20);
            test.pattern = "A2|B1 & \"<>\"".to_owned();
            test.position = Some(Box::new(position));
        }
        let mut bare = result(Verdict::UnexpectedPass, Some(Ok("D4\n\u{1}")));
        if let Event::Test(test) = &mut bare {
            test.number = None;
        }
        let refusal = Trouble::Refusal("no".to_owned());
        let events = vec![
            result(Verdict::Pass, Some(Ok("D4"))),
            fail,
            bare,
            result(Verdict::ExpectedFail, Some(Err(refusal.clone()))),
            result(Verdict::UnexpectedFail, None),
            result(Verdict::Ignored, Some(Ok(""))),
            Event::SetupFailed {
                line: 7,
                command: "loadsgf <x>".to_owned(),
                trouble: refusal,
            },
        ];
        let report = FileReport {
            events,
            problems: vec![ScriptError {
                line: 9,
                problem: Problem::SecondPattern,
            }],
            time: Duration::from_millis(2500),
        };
        let lost = PathBuf::from("lost.tst");
        let error = super::super::FileError::Unreadable(lost.clone(), "gone".to_owned());
        Run {
            engine: "an engine".to_owned(),
            files: vec![(PathBuf::from("a/b.tst"), Ok(report)), (lost, Err(error))],
        }
    }

    #[test]
    fn commands_that_are_missing_are_counted() {
        assert!(missing_commands(&run()).is_empty());
        let mut run = run();
        let unknown = || Some(Err(Trouble::Refusal("unknown command".to_owned())));
        let test = |command: &str| {
            let mut event = result(Verdict::UnexpectedFail, unknown());
            if let Event::Test(test) = &mut event {
                test.command = command.to_owned();
            }
            event
        };
        let setup = |command: &str| Event::SetupFailed {
            line: 1,
            command: command.to_owned(),
            trouble: Trouble::Refusal("unknown command".to_owned()),
        };
        if let Ok(file) = &mut run.files[0].1 {
            file.events
                .extend(["attack A1", "owl_attack B2", "owl_attack C3"].map(test));
            file.events.extend(["level 8", "owl_attack B2"].map(setup));
        }
        let demand = |tests, setups| Demand { tests, setups };
        let expected = [
            ("owl_attack".to_owned(), demand(2, 1)),
            ("attack".to_owned(), demand(1, 0)),
            ("level".to_owned(), demand(0, 1)),
        ];
        assert_eq!(missing_commands(&run), expected);
        assert_eq!(demand(2, 1).to_string(), "2 tests and 1 line of set-up");
        assert_eq!(demand(0, 1).to_string(), "1 line of set-up");
    }

    #[test]
    fn the_table_sums_up() {
        let text = table(&run());
        let rows: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(
            rows[1][..8],
            ["a/b.tst", "6", "1", "2", "1", "1", "3", "2.5"]
        );
        assert_eq!(
            rows[2][..8],
            ["lost.tst", "0", "0", "0", "0", "0", "1", "0.0"]
        );
        assert_eq!(rows[3][..8], ["total", "6", "1", "2", "1", "1", "4", "2.5"]);
        let widths: Vec<usize> = text.lines().map(str::len).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
    }

    #[test]
    fn a_line_names_file_line_test_and_both_answers() {
        let path = Path::new("a/b.tst");
        let cases = [
            (
                result(Verdict::Pass, Some(Ok("D4"))),
                "a/b.tst:3: 10 PASS: got 'D4'",
            ),
            (
                result(Verdict::UnexpectedFail, Some(Ok("C3\nC4"))),
                "a/b.tst:3: 10 FAIL (unexpected): wanted 'D4|E5', got 'C3 / C4'",
            ),
            (
                result(
                    Verdict::ExpectedFail,
                    Some(Err(Trouble::Refusal("no".to_owned()))),
                ),
                "a/b.tst:3: 10 fail (expected): wanted 'D4|E5', got error reply 'no'",
            ),
            (
                result(Verdict::UnexpectedFail, None),
                "a/b.tst:3: 10 FAIL (unexpected): wanted 'D4|E5', not asked, the engine was gone",
            ),
        ];
        for (event, expected) in cases {
            assert_eq!(line(path, &event), expected);
        }
    }
}
