//! What a person reads of a regression run.

use super::script::ScriptError;
use super::totals::Totals;
use super::verdict::Verdict;
use super::{Event, Outcome, Run, SetupFailure, TestResult};
use crate::console::on_one_line;
use std::path::Path;
use std::time::Duration;

/// Whether an event is worth a line even in a short report.
pub fn is_unexpected(event: &Event) -> bool {
    match event {
        Event::SetupFailed(_) => true,
        Event::Test(result) => matches!(
            result.verdict,
            Verdict::UnexpectedFail | Verdict::UnexpectedPass
        ),
    }
}

/// One event as one line that begins with `FILE:LINE:`, which editors can jump to.
pub fn line(path: &Path, event: &Event) -> String {
    match event {
        Event::SetupFailed(failure) => setup_failure(path, failure),
        Event::Test(result) => format!("{}:{}: {}", path.display(), result.line, test(result)),
    }
}

/// A set-up command that failed, in the same form.
pub fn setup_failure(path: &Path, failure: &SetupFailure) -> String {
    let SetupFailure { line, complaint } = failure;
    format!("{}:{line}: set-up failed: {complaint}", path.display())
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

/// What a test wanted, in words with a comma behind; nothing if it is only shown.
pub fn wanted(result: &TestResult) -> String {
    match result.pattern.as_str() {
        "" => String::new(),
        pattern => format!("wanted '{pattern}', "),
    }
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
    let verdict = result.verdict;
    let wanted = match verdict {
        Verdict::Pass | Verdict::NotJudged => String::new(),
        _ => wanted(result),
    };
    format!("{} {verdict}: {wanted}{}", number(result), got(result))
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
        let other = totals.not_judged() + totals.errors();
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
    use crate::tools::engine::{Complaint, Trouble};
    use std::path::PathBuf;

    /// A test with this verdict and reply.
    pub fn result(verdict: Verdict, reply: Option<Result<&str, Trouble>>) -> Event {
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
            result(Verdict::NotJudged, Some(Ok(""))),
            Event::SetupFailed(SetupFailure {
                line: 7,
                complaint: Complaint {
                    command: "loadsgf <x>".to_owned(),
                    trouble: refusal,
                },
            }),
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
        let failure = SetupFailure {
            line: 7,
            complaint: Complaint {
                command: "loadsgf x".to_owned(),
                trouble: Trouble::Refusal("no\n\u{1b}[31mfile".to_owned()),
            },
        };
        assert_eq!(
            line(path, &Event::SetupFailed(failure)),
            "a/b.tst:7: set-up failed: 'loadsgf x': error reply 'no /  [31mfile'"
        );
    }
}
