//! Reading `.tst` files, the format of GNU Go's regression tests.
//!
//! ```text
//! # A comment.
//! loadsgf games/ladder.sgf 12      set-up: sent, must not fail
//! 10 reg_genmove black             a test: it has a number
//! #? [!D4|E5]*                     what it must not answer, known to fail today
//! ```

use super::judge::{Expectation, PatternError};
use std::fmt;

/// What one file asks, in its order.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The commands to send.
    pub steps: Vec<Step>,
    /// The lines that could not be read. The others can be run all the same.
    pub problems: Vec<ScriptError>,
}

impl Script {
    /// The number of tests.
    pub fn tests(&self) -> usize {
        self.steps.iter().filter(|s| s.test.is_some()).count()
    }
}

/// One command.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its line in the file, from 1.
    pub line: usize,
    /// The command without number and comment.
    pub command: String,
    /// What makes it a test; `None` for set-up.
    pub test: Option<Test>,
}

/// What a numbered line and its `#?` line say.
#[derive(Clone, Debug)]
pub struct Test {
    /// The number; `None` where a `#?` line follows a command without one.
    pub number: Option<u32>,
    /// What the reply must be.
    pub expectation: Expectation,
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The `#?` line itself.
    Pattern(PatternError),
    /// A `#?` line that follows no command.
    PatternWithoutTest,
    /// A second `#?` line for the same test.
    SecondPattern,
    /// A `#?` behind a command, where an engine would see a comment.
    PatternBehindCommand,
    /// A number and nothing else.
    NumberWithoutCommand,
    /// A number too large for a GTP id.
    NumberTooLarge,
}

impl Problem {
    /// Whether it is a test's own `#?` line, so that this test fails and all else is as if nothing was wrong.
    pub fn costs_its_test(&self) -> bool {
        matches!(self, Problem::Pattern(_) | Problem::PatternBehindCommand)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Pattern(error) => error.fmt(f),
            Problem::PatternWithoutTest => f.write_str("'#?' follows no command"),
            Problem::SecondPattern => f.write_str("this test has a '#?' line already"),
            Problem::PatternBehindCommand => {
                f.write_str("'#?' must begin a line of its own, after the command it judges")
            }
            Problem::NumberWithoutCommand => f.write_str("a number without a command"),
            Problem::NumberTooLarge => write!(f, "a test's number must be at most {}", u32::MAX),
        }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for ScriptError {}

/// Reads a script. Lines that cannot be read are among its problems: a test
/// whose `#?` line is one of them fails, and other such lines are left out.
pub fn parse(text: &str) -> Script {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        if let Err(problem) = reader.line(line_number, line) {
            reader.script.problems.push(ScriptError {
                line: line_number,
                problem,
            });
        }
    }
    reader.script
}

#[derive(Default)]
struct Reader {
    script: Script,
    /// The step that the next `#?` line judges: the last one, unless that has no number and the last test waits for its line still.
    judges: Option<usize>,
    /// That step has its `#?` line.
    judged: bool,
    /// The last command could not be read: its `#?` line is not to blame.
    skipped: bool,
}

impl Reader {
    fn line(&mut self, line: usize, text: &str) -> Result<(), Problem> {
        let text = text.trim();
        if let Some(pattern) = text.strip_prefix("#?") {
            return self.pattern(pattern);
        }
        let (command, comment) = text.split_once('#').unwrap_or((text, ""));
        let command = command.trim();
        if command.is_empty() {
            return Ok(());
        }
        self.skipped = true;
        let step = step(line, command)?;
        self.aim_at(&step);
        self.script.steps.push(step);
        if comment.starts_with('?') {
            self.judges = Some(self.script.steps.len() - 1);
            self.judge(Expectation::unreadable());
            return Err(Problem::PatternBehindCommand);
        }
        self.skipped = false;
        Ok(())
    }

    /// In GNU Go's files a `#?` line judges the last command with a number, also behind others, such as an `undo`.
    fn aim_at(&mut self, next: &Step) {
        let waits = |&index: &usize| self.script.steps[index].test.is_some() && !self.judged;
        if next.test.is_none() && self.judges.as_ref().is_some_and(waits) {
            return;
        }
        self.judges = Some(self.script.steps.len());
        self.judged = false;
    }

    fn pattern(&mut self, text: &str) -> Result<(), Problem> {
        if self.skipped {
            return Ok(());
        }
        if self.judges.is_none() {
            return Err(Problem::PatternWithoutTest);
        }
        if self.judged {
            return Err(Problem::SecondPattern);
        }
        self.judged = true;
        match Expectation::parse(text) {
            Ok(expectation) => self.judge(expectation),
            Err(error) => {
                self.judge(Expectation::unreadable());
                return Err(Problem::Pattern(error));
            }
        }
        Ok(())
    }

    /// Makes the step that is judged a test, if it is not one yet.
    fn judge(&mut self, expectation: Expectation) {
        let Some(step) = self.judges.map(|index| &mut self.script.steps[index]) else {
            return;
        };
        let number = step.test.as_ref().and_then(|test| test.number);
        step.test = Some(Test {
            number,
            expectation,
        });
    }
}

fn step(line: usize, command: &str) -> Result<Step, Problem> {
    let (first, rest) = command
        .split_once([' ', '\t'])
        .map_or((command, ""), |(first, rest)| (first, rest.trim()));
    if !first.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(Step {
            line,
            command: command.to_owned(),
            test: None,
        });
    }
    if rest.is_empty() {
        return Err(Problem::NumberWithoutCommand);
    }
    Ok(Step {
        line,
        command: rest.to_owned(),
        test: Some(Test {
            number: Some(first.parse().map_err(|_| Problem::NumberTooLarge)?),
            expectation: Expectation::any(),
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<(usize, Problem)> {
        let script = parse(text);
        let errors = script.problems.into_iter();
        errors.map(|e| (e.line, e.problem)).collect()
    }

    #[test]
    fn a_file_is_read_in_order() {
        let script = parse(
            "# Ladders.\n\
             boardsize 9\r\n\
             \n\
             loadsgf games/a.sgf 12   # before the cut\n\
             10\treg_genmove  black\n\
             #? [D4|E5]*\n\
             20 final_score\n\
             # A comment between the two does no harm.\n\
             \n\
             #? [B+3]\n\
             name\n\
             #? [Tengen]\n\
             \t30 list_stones white # only no error asked\n",
        );
        let seen: Vec<_> = script
            .steps
            .iter()
            .map(|s| (s.line, s.command.as_str(), s.test.as_ref()))
            .map(|(line, command, test)| {
                let test = test.map(|t| (t.number, t.expectation.pattern.as_str()));
                (line, command, test)
            })
            .collect();
        assert_eq!(
            seen,
            [
                (2, "boardsize 9", None),
                (4, "loadsgf games/a.sgf 12", None),
                (5, "reg_genmove  black", Some((Some(10), "D4|E5"))),
                (7, "final_score", Some((Some(20), "B+3"))),
                (11, "name", Some((None, "Tengen"))),
                (13, "list_stones white", Some((Some(30), ""))),
            ]
        );
        assert_eq!(script.tests(), 4);
        assert!(script.problems.is_empty());
    }

    #[test]
    fn a_pattern_judges_the_last_number_that_waits_for_one() {
        let script = parse(
            "10 countlib E5\nundo\n#? [3]\nname\n#? [Tengen]\n20 name\n30 name\n#? [T.*]\nundo\n#? [x]\n",
        );
        let tests = script.steps.iter().map(|step| step.test.as_ref());
        let judged: Vec<_> = tests
            .map(|test| test.map(|test| (test.number, test.expectation.pattern.as_str())))
            .collect();
        assert_eq!(
            judged,
            [
                Some((Some(10), "3")),
                None,
                Some((None, "Tengen")),
                Some((Some(20), "")),
                Some((Some(30), "T.*")),
                Some((None, "x")),
            ]
        );
        assert!(script.problems.is_empty());
    }

    #[test]
    fn nothing_is_a_script_too() {
        assert_eq!(parse("").steps.len(), 0);
        assert_eq!(parse("# only this\n").tests(), 0);
    }

    #[test]
    fn every_bad_line_is_named() {
        assert_eq!(
            problems("#? [A1]\n10 name\n#? [A1]\n#? [B1]\n"),
            [
                (1, Problem::PatternWithoutTest),
                (4, Problem::SecondPattern)
            ]
        );
        assert_eq!(
            problems("10\n#? [a]\n99999999999 name\n20 name #? [A1]\n30 name\n#? A1\n"),
            [
                (1, Problem::NumberWithoutCommand),
                (3, Problem::NumberTooLarge),
                (4, Problem::PatternBehindCommand),
                (6, Problem::Pattern(PatternError::NoOpeningBracket)),
            ]
        );
        assert_eq!(
            parse("10\n").problems[0].to_string(),
            "line 1: a number without a command"
        );
    }

    #[test]
    fn bad_lines_leave_the_rest_to_be_run() {
        let script = parse("10\n20 name\n#? A1\n30 name\n#? [A1]\n40 name #? [A1]\n");
        let tests = script.steps.iter().filter_map(|step| step.test.as_ref());
        let met: Vec<_> = tests
            .map(|test| (test.number, test.expectation.is_met_by(Ok("A1"))))
            .collect();
        assert_eq!(
            met,
            [(Some(20), false), (Some(30), true), (Some(40), false)]
        );
        assert_eq!(script.problems.len(), 3);
    }
}
