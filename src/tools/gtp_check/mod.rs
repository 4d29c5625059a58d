//! Whether a program keeps to the Go Text Protocol.
//!
//! An engine is started, asked what clients ask and what careless people type,
//! and every byte of its replies is looked at. What is wrong is a [`Finding`]
//! with the lines that show it. Sources are the *GTP version 2 specification*
//! (draft 2, Gunnar Farnebäck) and what clients are known to need beyond it.
//!
//! [`probe`] starts and reads a process, [`checker`] asks and keeps the
//! findings, `checks` knows what to ask, [`code`] says what each finding means.

pub mod checker;
mod checks;
pub mod code;
pub mod probe;

use checker::Checker;
use code::Code;
use serde_json::{Value, json};
use std::fmt;
use std::time::Duration;

/// One thing that is wrong, with the lines that show it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What it is.
    pub code: Code,
    /// What was sent (`> `) and what came (`< `), a few examples.
    pub lines: Vec<String>,
}

impl fmt::Display for Finding {
    /// The code and its sentence, then the lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.code.rule();
        write!(f, "{} ({}): {}", rule.name, rule.source, rule.sentence)?;
        for line in &self.lines {
            write!(f, "\n    {line}")?;
        }
        Ok(())
    }
}

/// What came of checking an engine.
#[derive(Clone, Debug)]
pub struct Report {
    /// Its answer to `name`.
    pub name: String,
    /// Its answer to `version`.
    pub version: String,
    /// What is wrong, in the order it was found.
    pub findings: Vec<Finding>,
    /// The engine broke down so often that not everything was asked.
    pub incomplete: bool,
}

impl Report {
    /// The report as one JSON object.
    pub fn to_json(&self, command: &str) -> Value {
        let findings: Vec<Value> = self
            .findings
            .iter()
            .map(|finding| {
                let rule = finding.code.rule();
                json!({
                    "code": rule.name,
                    "source": rule.source.to_string(),
                    "sentence": rule.sentence,
                    "lines": finding.lines,
                })
            })
            .collect();
        json!({
            "engine": command,
            "name": self.name,
            "version": self.version,
            "incomplete": self.incomplete,
            "findings": findings,
        })
    }
}

/// Checks the engine that a command line starts; `tell` hears of each part as it begins.
///
/// # Errors
/// In words, if the engine cannot be started, or ends before its first reply.
pub fn check(
    command_line: &str,
    limit: Duration,
    tell: &mut dyn FnMut(&str),
) -> Result<Report, String> {
    let mut checker = Checker::start(command_line, limit)?;
    for (name, part) in checks::PARTS {
        if checker.is_given_up() {
            break;
        }
        tell(name);
        // A part ends early when the engine breaks down, which is a finding already, or does not list what the part needs.
        let _ = part(&mut checker);
        checker.listen();
    }
    if let Some(how) = checker.never_started() {
        return Err(format!(
            "'{command_line}' ended before its first reply: {how}"
        ));
    }
    Ok(checker.report())
}

/// The number of parts that [`check`] tells of.
pub fn parts() -> usize {
    checks::PARTS.len()
}
