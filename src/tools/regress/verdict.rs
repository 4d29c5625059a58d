//! The outcome of a test.

use std::fmt;

/// The outcome of one test. Capitals, as in GNU Go's reports, mark what was not expected of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Passed, as it should.
    Pass,
    /// Failed, and nothing said that it would.
    UnexpectedFail,
    /// Passed although marked `*`: the mark can go.
    UnexpectedPass,
    /// Failed as marked.
    ExpectedFail,
    /// Marked `&`.
    NotJudged,
}

impl Verdict {
    /// All outcomes.
    const ALL: [Verdict; 5] = [
        Verdict::Pass,
        Verdict::UnexpectedFail,
        Verdict::UnexpectedPass,
        Verdict::ExpectedFail,
        Verdict::NotJudged,
    ];

    /// One word for programs.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::UnexpectedFail => "fail",
            Verdict::UnexpectedPass => "unexpected-pass",
            Verdict::ExpectedFail => "expected-fail",
            Verdict::NotJudged => "not-judged",
        }
    }

    /// The verdict with this [`name`](Verdict::name).
    pub fn of_name(name: &str) -> Option<Verdict> {
        let mut all = Verdict::ALL.into_iter();
        all.find(|verdict| verdict.name() == name)
    }

    /// Whether the reply was what the test asks for, marked or not; `None` if that was not judged.
    pub fn passed(self) -> Option<bool> {
        match self {
            Verdict::Pass | Verdict::UnexpectedPass => Some(true),
            Verdict::UnexpectedFail | Verdict::ExpectedFail => Some(false),
            Verdict::NotJudged => None,
        }
    }

    /// Whether the reply was not what the test asks for, marked or not.
    pub fn is_fail(self) -> bool {
        self.passed() == Some(false)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Pass => "PASS",
            Verdict::UnexpectedFail => "FAIL (unexpected)",
            Verdict::UnexpectedPass => "pass (unexpected)",
            Verdict::ExpectedFail => "fail (expected)",
            Verdict::NotJudged => "not judged",
        })
    }
}
