//! Regression scripts: what is read is there, and what is written reads back the same.

use std::fmt::Write;
use tengen::tools::regress::script::{Script, parse};

/// Reads any bytes as a `.tst` file.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let script = parse(&text);
    let lines = text.lines().count();
    let places = || script.steps.iter().map(|step| step.line);
    assert!(
        places().is_sorted_by(|a, b| a < b) && places().all(|line| (1..=lines).contains(&line))
    );
    for step in &script.steps {
        assert!(!step.command.trim().is_empty() && !step.command.contains('#'));
        if let Some(test) = &step.test {
            for reply in [Ok("D4"), Ok(""), Ok(step.command.as_str()), Err("no")] {
                let met = test.expectation.is_met_by(reply);
                assert!(reply.is_ok() || !met, "an error meets nothing");
                let verdict = test.expectation.judge(reply);
                assert!(!test.expectation.is_judged || verdict.is_fail() != met);
            }
        }
    }
    for problem in &script.problems {
        assert!((1..=lines).contains(&problem.line), "{problem}");
        assert!(!problem.problem.to_string().is_empty());
    }
    let written = write(&script);
    let again = parse(&written);
    assert!(again.problems.is_empty(), "{written}{:?}", again.problems);
    assert_eq!(write(&again), written);
    assert_eq!(again.steps.len(), script.steps.len());
    assert_eq!(again.tests(), script.tests());
}

/// The script as a file that says the same.
fn write(script: &Script) -> String {
    // A mark at the beginning of a file would be none of the first command's.
    let mut text = "#\n".to_owned();
    for step in &script.steps {
        let number = step.test.as_ref().and_then(|test| test.number);
        let number = number.map_or(String::new(), |number| format!("{number} "));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{number}{}", step.command);
        let Some(test) = &step.test else {
            continue;
        };
        let expectation = &test.expectation;
        let mark = |is_set: bool, mark: &'static str| if is_set { mark } else { "" };
        let _ = writeln!(
            text,
            "#? [{}]{}{}",
            expectation.pattern,
            mark(expectation.fails_today, "*"),
            mark(!expectation.is_judged, "&"),
        );
    }
    text
}
