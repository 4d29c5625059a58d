//! A run for programs, and for `--compare` of a later run.
//!
//! ```json
//! { "engine": "…",
//!   "totals": { "tests": 2, "pass": 1, "fail": 1, "unexpected-pass": 0, … },
//!   "files": [ { "file": "a.tst", "seconds": 1.5,
//!     "tests": [ { "number": 10, "line": 3, "command": "reg_genmove black",
//!                  "pattern": "D4|E5", "verdict": "fail", "reply": "C3",
//!                  "error": null, "seconds": 0.7 } ],
//!     "setup_failures": [ { "line": 7, "command": "…", "error": "…" } ],
//!     "unreadable_lines": [ { "line": 9, "problem": "…" } ] },
//!   { "file": "lost.tst", "error": "lost.tst: cannot be read: …" } ] }
//! ```

use super::totals::Totals;
use super::{Outcome, Run, SetupFailure, TestResult};
use crate::console::rounded;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// The whole run as one object.
pub fn object(run: &Run) -> Value {
    let files: Vec<Value> = run
        .files
        .iter()
        .map(|(path, outcome)| file(path, outcome))
        .collect();
    json!({
        "engine": run.engine,
        "totals": totals(&run.totals()),
        "files": files,
    })
}

fn totals(totals: &Totals) -> Value {
    json!({
        "tests": totals.tests,
        "pass": totals.passes,
        "fail": totals.unexpected_fails,
        "unexpected-pass": totals.unexpected_passes,
        "expected-fail": totals.expected_fails,
        "not-judged": totals.not_judged(),
        "setup_failures": totals.setup_failures,
        "unreadable_lines": totals.unreadable_lines,
        "unrun_files": totals.unrun_files,
    })
}

fn file(path: &Path, outcome: &Outcome) -> Value {
    let name = path.display().to_string();
    let report = match outcome {
        Ok(report) => report,
        Err(error) => return json!({ "file": name, "error": error.to_string() }),
    };
    let problems = report.problems.iter();
    let problems = problems
        .map(|error| json!({ "line": error.line, "problem": error.problem.to_string() }))
        .collect::<Vec<_>>();
    json!({
        "file": name,
        "seconds": seconds(report.time),
        "tests": report.tests().map(test).collect::<Vec<_>>(),
        "setup_failures": report.setup_failures().map(setup_failure).collect::<Vec<_>>(),
        "unreadable_lines": problems,
    })
}

fn test(result: &TestResult) -> Value {
    let error = match &result.reply {
        Some(Ok(_)) => None,
        Some(Err(trouble)) => Some(trouble.to_string()),
        None => Some("not asked, the engine was gone".to_owned()),
    };
    let reply = result.reply.as_ref().and_then(|reply| reply.as_ref().ok());
    json!({
        "number": result.number,
        "line": result.line,
        "command": result.command,
        "pattern": result.pattern,
        "verdict": result.verdict.name(),
        "reply": reply,
        "error": error,
        "seconds": seconds(result.time),
    })
}

fn setup_failure(failure: &SetupFailure) -> Value {
    json!({
        "line": failure.line,
        "command": failure.complaint.command,
        "error": failure.complaint.trouble.to_string(),
    })
}

/// To the millisecond.
fn seconds(time: Duration) -> f64 {
    rounded(time.as_secs_f64(), 3)
}

#[cfg(test)]
mod tests {
    use super::super::report::tests::run;
    use super::*;

    #[test]
    fn everything_is_told() {
        let object = object(&run());
        assert_eq!(object["engine"], "an engine");
        assert_eq!(object["totals"]["tests"], 6);
        assert_eq!(object["totals"]["fail"], 2);
        assert_eq!(object["totals"]["unrun_files"], 1);
        let file = &object["files"][0];
        assert_eq!(file["seconds"], 2.5);
        assert_eq!(file["tests"][1]["reply"], "C3");
        assert_eq!(file["tests"][1]["verdict"], "fail");
        assert!(file["tests"][1]["error"].is_null());
        assert!(file["tests"][2]["number"].is_null());
        assert_eq!(file["tests"][3]["error"], "error reply 'no'");
        assert!(file["tests"][4]["reply"].is_null());
        assert_eq!(file["setup_failures"][0]["line"], 7);
        assert_eq!(file["unreadable_lines"][0]["line"], 9);
        let error = object["files"][1]["error"].as_str().unwrap();
        assert!(error.contains("gone"));
    }
}
