//! Whether a reply is what a test asked for.
//!
//! A pattern is judged as `gogui-regress` judges it: a regular expression that
//! must match the whole of the trimmed reply, `.` and the anchors taking
//! several lines into account, capitals significant except in replies of nothing but vertices, `pass`, `resign`
//! and colours; a leading `!` turns the verdict around; an error reply fails whatever the pattern says. A `&` after
//! the bracket, which only GNU Go's own scripts know, means that the reply is
//! of interest but not judged.
//!
//! `regex-lite` does the matching: the patterns are a few characters long, so
//! that its speed does not matter, and it has no dependencies of its own.

use super::verdict::Verdict;
use crate::types::excerpt;
use regex_lite::{Regex, RegexBuilder};
use std::fmt;

/// What the `#?` line after a test asks of its reply.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The text between the brackets, `!` included; empty where any reply but an error will do.
    pub pattern: String,
    /// Marked `*`: known to fail today.
    pub fails_today: bool,
    /// Not so if marked `&`: then it is only shown.
    pub is_judged: bool,
    wanted: Wanted,
}

/// Which replies meet an expectation.
#[derive(Clone, Debug)]
enum Wanted {
    /// All but errors.
    AnyReply,
    /// Those that the patterns match.
    Match(Patterns),
    /// Those that the patterns do not match.
    NoMatch(Patterns),
    /// None: the line cannot be read.
    Unreadable,
}

/// One pattern in two forms, each for the whole reply.
#[derive(Clone, Debug)]
struct Patterns {
    /// For a reply of any kind.
    exact: Regex,
    /// For a reply that names moves: there engines differ in their capitals, and the tests do not care.
    any_case: Regex,
}

/// A `#?` line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// No `[` after `#?`.
    NoOpeningBracket,
    /// No `]`, or something other than `*` and `&` after it.
    NoClosingBracket,
    /// Not a regular expression.
    Regex {
        /// The text between the brackets.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternError::NoOpeningBracket => {
                f.write_str("the pattern after '#?' must stand in brackets, as in '#? [A1|B2]'")
            }
            PatternError::NoClosingBracket => f.write_str(
                "the pattern after '#?' must end with ']', with nothing but '*' and '&' behind it",
            ),
            PatternError::Regex { pattern, reason } => {
                let pattern = excerpt(pattern);
                write!(f, "'{pattern}' is not a regular expression: {reason}")
            }
        }
    }
}

impl std::error::Error for PatternError {}

impl Expectation {
    /// What a test without a `#?` line asks: a reply that is no error.
    pub fn any() -> Expectation {
        Expectation {
            pattern: String::new(),
            fails_today: false,
            is_judged: true,
            wanted: Wanted::AnyReply,
        }
    }

    /// For a test whose `#?` line cannot be read: it fails whatever the reply.
    pub fn unreadable() -> Expectation {
        Expectation {
            wanted: Wanted::Unreadable,
            ..Expectation::any()
        }
    }

    /// Whether the pattern says what the reply must not be.
    pub fn is_negated(&self) -> bool {
        matches!(self.wanted, Wanted::NoMatch(_))
    }

    /// Reads what follows `#?`.
    ///
    /// # Errors
    /// If it is neither empty nor a bracketed regular expression.
    pub fn parse(text: &str) -> Result<Expectation, PatternError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(Expectation::any());
        }
        let marked = text
            .strip_prefix('[')
            .ok_or(PatternError::NoOpeningBracket)?;
        let bracketed = marked.trim_end_matches(['*', '&', ' ', '\t']);
        let marks = &marked[bracketed.len()..];
        let pattern = bracketed
            .strip_suffix(']')
            .ok_or(PatternError::NoClosingBracket)?
            .trim();
        let wanted = match pattern.strip_prefix('!') {
            Some(body) => Wanted::NoMatch(Patterns::parse(body)?),
            None => Wanted::Match(Patterns::parse(pattern)?),
        };
        Ok(Expectation {
            pattern: pattern.to_owned(),
            fails_today: marks.contains('*'),
            is_judged: !marks.contains('&'),
            wanted,
        })
    }

    /// Whether a reply meets the expectation. `Err` holds the text of an error reply.
    pub fn is_met_by(&self, reply: Result<&str, &str>) -> bool {
        let Ok(reply) = reply else {
            return false;
        };
        let reply = reply.trim();
        match &self.wanted {
            Wanted::AnyReply => true,
            Wanted::Match(patterns) => patterns.matches(reply),
            Wanted::NoMatch(patterns) => !patterns.matches(reply),
            Wanted::Unreadable => false,
        }
    }

    /// Judges a reply.
    pub fn judge(&self, reply: Result<&str, &str>) -> Verdict {
        if !self.is_judged {
            return Verdict::NotJudged;
        }
        match (self.is_met_by(reply), self.fails_today) {
            (true, false) => Verdict::Pass,
            (true, true) => Verdict::UnexpectedPass,
            (false, true) => Verdict::ExpectedFail,
            (false, false) => Verdict::UnexpectedFail,
        }
    }
}

impl Patterns {
    fn parse(pattern: &str) -> Result<Patterns, PatternError> {
        Ok(Patterns {
            exact: whole_reply(pattern, Case::Counts)?,
            any_case: whole_reply(pattern, Case::Ignored)?,
        })
    }

    fn matches(&self, reply: &str) -> bool {
        match names_moves(reply) {
            true => self.any_case.is_match(reply),
            false => self.exact.is_match(reply),
        }
    }
}

/// Whether a reply is nothing but vertices, `pass`, `resign` and colours.
fn names_moves(reply: &str) -> bool {
    let is_move = |word: &str| {
        let mut signs = word.chars();
        let column = signs.next().is_some_and(|sign| sign.is_ascii_alphabetic());
        let row = signs.as_str();
        let is_number = row.bytes().all(|byte| byte.is_ascii_digit());
        let is_vertex = column && is_number && (1..=2).contains(&row.len());
        let is_named = |name: &&str| word.eq_ignore_ascii_case(name);
        is_vertex || ["pass", "resign", "black", "white"].iter().any(is_named)
    };
    !reply.is_empty() && reply.split_whitespace().all(is_move)
}

/// Whether capitals and small letters differ.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Counts,
    Ignored,
}

/// A regular expression that matches `pattern` from the first character of the text to the last.
fn whole_reply(pattern: &str, case: Case) -> Result<Regex, PatternError> {
    let compile = |text: &str| {
        RegexBuilder::new(text)
            .case_insensitive(case == Case::Ignored)
            .multi_line(true)
            .dot_matches_new_line(true)
            .build()
            .map_err(|error| PatternError::Regex {
                pattern: pattern.to_owned(),
                reason: error.to_string(),
            })
    };
    // By itself first: the group below could make sense of brackets that do not balance.
    compile(pattern)?;
    compile(&format!(r"\A(?:{pattern})\z"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{ExpectedFail, NotJudged, Pass, UnexpectedFail, UnexpectedPass};

    /// `#?` text, reply, verdict.
    type Case = (&'static str, Result<&'static str, &'static str>, Verdict);

    const CASES: &[Case] = &[
        // A plain answer must be the whole reply.
        ("[D4]", Ok("D4"), Pass),
        ("[D4]", Ok("D5"), UnexpectedFail),
        ("[D4]", Ok("D44"), UnexpectedFail),
        ("[D4]", Ok("AD4"), UnexpectedFail),
        ("[D4]", Ok(""), UnexpectedFail),
        ("[1]", Ok("10"), UnexpectedFail),
        // Blanks around the reply, the pattern and the brackets do not count.
        ("[D4]", Ok("  D4 \t"), Pass),
        ("[D4]", Ok("D4\n"), Pass),
        ("  [ D4 ]  ", Ok("D4"), Pass),
        ("[D4] *", Ok("D5"), ExpectedFail),
        // Blanks inside do.
        ("[D4 E5]", Ok("D4 E5"), Pass),
        ("[D4 E5]", Ok("D4  E5"), UnexpectedFail),
        // Capitals count, except in moves.
        ("[true]", Ok("TRUE"), UnexpectedFail),
        ("[(?i)true]", Ok("TRUE"), Pass),
        ("[d4]", Ok("D4"), Pass),
        ("[!d4]", Ok("D4"), UnexpectedFail),
        ("[a1 [b-d]2]", Ok("A1 C2"), Pass),
        ("[PASS]", Ok("pass"), Pass),
        ("[!PASS]", Ok("pass"), UnexpectedFail),
        ("[W\\+3]", Ok("w+3"), UnexpectedFail),
        // Alternatives, each of them whole.
        ("[D4|E5]", Ok("D4"), Pass),
        ("[D4|E5]", Ok("E5"), Pass),
        ("[D4|E5]", Ok("E55"), UnexpectedFail),
        ("[D4|E5]", Ok("D4 E5"), UnexpectedFail),
        ("[A1|A10]", Ok("A10"), Pass),
        ("[A1|A10]", Ok("A1"), Pass),
        ("[D4|]", Ok(""), Pass),
        // Anchors are allowed and change nothing.
        ("[^D4$]", Ok("D4"), Pass),
        ("[^D4|E5$]", Ok("D4 or so"), UnexpectedFail),
        ("[^$]", Ok(""), Pass),
        // Negation.
        ("[!D4]", Ok("D4"), UnexpectedFail),
        ("[!D4]", Ok("E5"), Pass),
        ("[!D4]", Ok("D44"), Pass),
        ("[!D4|E5]", Ok("E5"), UnexpectedFail),
        ("[!D4|E5]", Ok("pass"), Pass),
        ("[!!D4]", Ok("!D4"), UnexpectedFail),
        ("[!(D4|E5)]", Ok("F6"), Pass),
        ("[!]", Ok(""), UnexpectedFail),
        ("[!]", Ok("D4"), Pass),
        // An error fails whatever was asked.
        ("[D4]", Err("illegal move"), UnexpectedFail),
        ("[!D4]", Err("illegal move"), UnexpectedFail),
        ("[illegal move]", Err("illegal move"), UnexpectedFail),
        ("[.*]", Err(""), UnexpectedFail),
        ("[D4]*", Err("illegal move"), ExpectedFail),
        ("", Err("illegal move"), UnexpectedFail),
        // No pattern: anything but an error.
        ("", Ok(""), Pass),
        ("  ", Ok("D4"), Pass),
        // The marks behind the bracket.
        ("[D4]*", Ok("D4"), UnexpectedPass),
        ("[D4]*", Ok("E5"), ExpectedFail),
        ("[!D4]*", Ok("E5"), UnexpectedPass),
        ("[!D4]*", Ok("D4"), ExpectedFail),
        ("[D4]&", Ok("D4"), NotJudged),
        ("[D4]&", Ok("E5"), NotJudged),
        ("[D4]&", Err("no"), NotJudged),
        ("[D4]*&", Ok("E5"), NotJudged),
        ("[D4]&*", Ok("E5"), NotJudged),
        // Regular expressions proper.
        ("[[A-D][1-4]]", Ok("C3"), Pass),
        ("[[A-D][1-4]]", Ok("E3"), UnexpectedFail),
        ("[[^A]1]", Ok("B1"), Pass),
        ("[1 (A1|B2)]", Ok("1 B2"), Pass),
        ("[0|1 .*]", Ok("1 D4"), Pass),
        ("[0|1 .*]", Ok("0 D4"), UnexpectedFail),
        (r"[W\+[0-9.]+]", Ok("W+12.5"), Pass),
        ("[W+12.5]", Ok("W+12.5"), UnexpectedFail),
        ("[.*D4.*]", Ok("A1 D4 T19"), Pass),
        ("[A1 B2( C3)?]", Ok("A1 B2"), Pass),
        ("[A{2}]", Ok("AA"), Pass),
        (r"[\[\]]", Ok("[]"), Pass),
        // Replies of several lines.
        ("[A1 A2.B1]", Ok("A1 A2\nB1"), Pass),
        (r"[A1 A2\nB1]", Ok("A1 A2\nB1"), Pass),
        ("[A1 A2]", Ok("A1 A2\nB1"), UnexpectedFail),
        ("[.*B1]", Ok("A1 A2\nB1"), Pass),
        ("[.*^B1$.*]", Ok("A1\nB1\nC1"), Pass),
        ("[.*^B1$.*]", Ok("A1\nB11\nC1"), UnexpectedFail),
        ("[!B1]", Ok("A1\nB1"), Pass),
        ("[!A1.B1]", Ok("A1\nB1"), UnexpectedFail),
        ("[(A1|B1)\\n(A1|B1)]", Ok("B1\nA1"), Pass),
        ("[^A1$]", Ok("A1\nB1"), UnexpectedFail),
        ("[A1]", Ok("\nA1\n"), Pass),
        ("[A1]", Ok("A1\n\nB1"), UnexpectedFail),
        // The blank after a '!' belongs to the pattern, as the one after '|' does.
        ("[! D4]", Ok("D4"), Pass),
        ("[D4| E5]", Ok("E5"), UnexpectedFail),
        // Laziness cannot stop a match short of the end, nor an earlier alternative win over the whole.
        ("[.*?]", Ok("D4 E5"), Pass),
        ("[D|D4]", Ok("D4"), Pass),
        ("[(D|D4)5?]", Ok("D45"), Pass),
        // A reply that looks like a pattern, and an error with the wanted text.
        ("[.]", Ok("."), Pass),
        ("[]", Ok(""), Pass),
        ("[]", Ok("D4"), UnexpectedFail),
        ("[]*", Ok("D4"), ExpectedFail),
        ("[!]*", Err("D4"), ExpectedFail),
        ("[D4]", Err("D4"), UnexpectedFail),
        // Not ASCII.
        ("[é.]", Ok("éñ"), Pass),
    ];

    #[test]
    fn every_pair_of_pattern_and_reply_gets_its_verdict() {
        for (text, reply, verdict) in CASES {
            let expectation = Expectation::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(expectation.judge(*reply), *verdict, "{text} {reply:?}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_explained() {
        let problem = |text| Expectation::parse(text).unwrap_err();
        assert_eq!(problem("D4"), PatternError::NoOpeningBracket);
        assert_eq!(problem("[D4"), PatternError::NoClosingBracket);
        assert_eq!(problem("[D4] or so"), PatternError::NoClosingBracket);
        for text in ["[D4(]", "[a)(b]", "[*]", "[[A-]", "[(?<x>]"] {
            let error = problem(text);
            assert!(matches!(error, PatternError::Regex { .. }), "{text}");
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }

    #[test]
    fn the_pattern_is_kept_for_the_report() {
        let expectation = Expectation::parse("[!D4|E5]*").unwrap();
        assert_eq!(expectation.pattern, "!D4|E5");
        assert!(expectation.fails_today && expectation.is_judged);
    }
}
