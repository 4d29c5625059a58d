//! What a person reads of a regression run.

use super::judge::Verdict;
use super::{Event, FileReport, TestResult};
use std::fmt;
use std::path::Path;

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
    /// Files that could not be run.
    pub unrun_files: usize,
}

impl Totals {
    /// The counts of one file.
    pub fn of(report: &FileReport) -> Totals {
        let mut totals = Totals::default();
        for event in &report.events {
            totals.count(event);
        }
        totals
    }

    fn count(&mut self, event: &Event) {
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
        self.unexpected_fails == 0 && self.setup_failures == 0 && self.unrun_files == 0
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
        self.unrun_files += other.unrun_files;
    }
}

/// `12 tests: 10 PASS, 1 FAIL (unexpected), 0 pass (unexpected), 1 fail (expected)`
impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} test{}: {} PASS, {} FAIL (unexpected), {} pass (unexpected), {} fail (expected)",
            self.tests,
            if self.tests == 1 { "" } else { "s" },
            self.passes,
            self.unexpected_fails,
            self.unexpected_passes,
            self.expected_fails
        )?;
        let judged =
            self.passes + self.unexpected_fails + self.unexpected_passes + self.expected_fails;
        if self.tests > judged {
            write!(f, ", {} not judged", self.tests - judged)?;
        }
        if self.setup_failures > 0 {
            write!(f, ", {} failed in set-up", self.setup_failures)?;
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

fn test(result: &TestResult) -> String {
    let TestResult {
        number,
        verdict,
        pattern,
        ..
    } = result;
    let got = match &result.reply {
        Some(Ok(reply)) => format!("got '{}'", on_one_line(reply)),
        Some(Err(trouble)) => format!("got {}", on_one_line(&trouble.to_string())),
        None => "not asked, the engine was gone".to_owned(),
    };
    match verdict {
        Verdict::Pass | Verdict::Ignored => format!("{number} {verdict}: {got}"),
        _ if pattern.is_empty() => format!("{number} {verdict}: {got}"),
        _ => format!("{number} {verdict}: wanted '{pattern}', {got}"),
    }
}

fn on_one_line(text: &str) -> String {
    const LONGEST: usize = 200;
    let mut line: String = text.chars().take(LONGEST).collect();
    if line.len() < text.len() {
        line.push('…');
    }
    line.replace('\n', " / ")
}

#[cfg(test)]
mod tests {
    use super::super::super::engine::Trouble;
    use super::*;
    use std::time::Duration;

    fn result(verdict: Verdict, reply: Option<Result<&str, Trouble>>) -> Event {
        Event::Test(TestResult {
            number: 10,
            line: 3,
            command: "reg_genmove black".to_owned(),
            pattern: "D4|E5".to_owned(),
            reply: reply.map(|r| r.map(str::to_owned)),
            verdict,
            time: Duration::ZERO,
        })
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
