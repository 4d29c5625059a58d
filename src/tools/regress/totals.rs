//! How many tests passed and failed.

use super::verdict::Verdict;
use super::{Event, Outcome};
use crate::console::counted;
use std::fmt;

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
            Verdict::NotJudged => {}
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

    /// What went wrong besides tests that failed.
    pub fn errors(&self) -> usize {
        self.setup_failures + self.unreadable_lines + self.unrun_files
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
            let lines = counted(self.unreadable_lines, "unreadable line", "unreadable lines");
            write!(f, ", {lines}")?;
        }
        if self.unrun_files > 0 {
            write!(f, "; not run: {} of the files", self.unrun_files)?;
        }
        Ok(())
    }
}
