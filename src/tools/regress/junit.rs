//! A run as JUnit XML, which continuous-integration servers read.
//!
//! A file is a test suite. Known failures are skipped tests; a set-up command
//! that failed, an unreadable line and a file that could not be run are errors.

use super::judge::Verdict;
use super::report::{self, Totals};
use super::{Event, FileReport, Outcome, Run, TestResult};
use crate::tools::markup::escape;
use std::fmt::Write as _;
use std::path::Path;

/// The whole document.
pub fn document(run: &Run) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let _ = writeln!(
        text,
        "<testsuites name=\"{}\"{}>",
        escape(&run.engine),
        counts(&run.totals())
    );
    for (path, outcome) in &run.files {
        text += &suite(path, outcome);
    }
    text + "</testsuites>\n"
}

fn counts(totals: &Totals) -> String {
    let errors = totals.setup_failures + totals.unreadable_lines + totals.unrun_files;
    format!(
        " tests=\"{}\" failures=\"{}\" errors=\"{errors}\" skipped=\"{}\"",
        totals.tests + errors,
        totals.unexpected_fails,
        totals.expected_fails + totals.not_judged(),
    )
}

fn suite(path: &Path, outcome: &Outcome) -> String {
    let name = escape(&path.display().to_string());
    let counts = counts(&Totals::of(outcome));
    let (seconds, cases) = match outcome {
        Ok(report) => (report.time.as_secs_f64(), cases(&name, report)),
        Err(problem) => (0.0, error(&name, "file", &problem.to_string())),
    };
    format!("<testsuite name=\"{name}\"{counts} time=\"{seconds:.3}\">\n{cases}</testsuite>\n")
}

fn cases(file: &str, report: &FileReport) -> String {
    let mut text = String::new();
    for problem in &report.problems {
        let name = format!("line {}", problem.line);
        text += &error(file, &name, &problem.problem.to_string());
    }
    for event in &report.events {
        text += &match event {
            Event::Test(result) => case(file, result),
            Event::SetupFailed {
                line,
                command,
                trouble,
            } => error(
                file,
                &format!("line {line}: {command}"),
                &trouble.to_string(),
            ),
        };
    }
    text
}

fn error(file: &str, name: &str, message: &str) -> String {
    format!(
        "<testcase classname=\"{file}\" name=\"{}\"><error message=\"{}\"/></testcase>\n",
        escape(name),
        escape(message)
    )
}

fn case(file: &str, result: &TestResult) -> String {
    let number = report::number(result);
    let name = escape(&format!("{number} {}", result.command));
    let seconds = result.time.as_secs_f64();
    let wanted = match result.pattern.as_str() {
        "" => String::new(),
        pattern => format!("wanted '{pattern}', "),
    };
    let message = escape(&format!(
        "line {}: {wanted}{}",
        result.line,
        report::got(result)
    ));
    let inside = match result.verdict {
        Verdict::Pass => String::new(),
        Verdict::UnexpectedFail => format!("<failure message=\"{message}\"/>"),
        Verdict::ExpectedFail => format!("<skipped message=\"known to fail, {message}\"/>"),
        Verdict::Ignored => format!("<skipped message=\"not judged, {message}\"/>"),
        Verdict::UnexpectedPass => {
            "<system-out>passed although marked as known to fail</system-out>".to_owned()
        }
    };
    format!(
        "<testcase classname=\"{file}\" name=\"{name}\" time=\"{seconds:.3}\">{inside}</testcase>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::super::report::tests::run;
    use super::*;

    #[test]
    fn every_case_is_there_and_the_counts_agree() {
        let text = document(&run());
        assert!(text.contains(
            "<testsuites name=\"an engine\" tests=\"9\" failures=\"2\" errors=\"3\" skipped=\"2\">"
        ));
        for (part, count) in [
            ("<testsuite ", 2),
            ("<testcase ", 9),
            ("<failure ", 2),
            ("<error ", 3),
            ("<skipped ", 2),
            ("<system-out>", 1),
        ] {
            assert_eq!(text.matches(part).count(), count, "{part}: {text}");
        }
    }

    #[test]
    fn what_xml_cannot_hold_is_escaped() {
        let text = document(&run());
        assert!(text.contains("A2|B1 &amp; &quot;&lt;&gt;&quot;"), "{text}");
        assert!(text.contains("line 7: loadsgf &lt;x&gt;"), "{text}");
        assert!(!text.contains('\u{1}'));
    }
}
