//! A run as JUnit XML, which continuous-integration servers read.
//!
//! A file is a test suite. Known failures are skipped tests; a set-up command
//! that failed, an unreadable line and a file that could not be run are errors. Why a pattern
//! cannot be read, which makes its test fail, stands in `system-err`.

use super::report;
use super::script::ScriptError;
use super::totals::Totals;
use super::verdict::Verdict;
use super::{Event, FileReport, Outcome, Run, TestResult};
use crate::console::on_one_line;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event as Xml};
use std::io::{self, Write};
use std::path::Path;

/// The whole document.
pub fn document(run: &Run) -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = write(&mut text, run);
    String::from_utf8_lossy(&text).into_owned()
}

fn write(to: &mut Vec<u8>, run: &Run) -> io::Result<()> {
    let mut writer = Writer::new_with_indent(&mut *to, b' ', 1);
    writer.write_event(Xml::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let suites = writer
        .create_element("testsuites")
        .with_attribute(("name", printable(&run.engine).as_str()))
        .with_attributes(attributes(&counts(&run.totals())));
    suites.write_inner_content(|writer| {
        let mut files = run.files.iter();
        files.try_for_each(|(path, outcome)| suite(writer, path, outcome))
    })?;
    to.write_all(b"\n")
}

/// Names and numbers of attributes.
type Counts = [(&'static str, String); 4];

fn counts(totals: &Totals) -> Counts {
    let errors = totals.errors();
    let skipped = totals.expected_fails + totals.not_judged();
    [
        ("tests", totals.tests + errors),
        ("failures", totals.unexpected_fails),
        ("errors", errors),
        ("skipped", skipped),
    ]
    .map(|(name, count)| (name, count.to_string()))
}

fn attributes(counts: &Counts) -> impl Iterator<Item = (&str, &str)> {
    counts.iter().map(|(name, count)| (*name, count.as_str()))
}

fn suite<W: Write>(writer: &mut Writer<W>, path: &Path, outcome: &Outcome) -> io::Result<()> {
    let name = printable(&path.display().to_string());
    let seconds = outcome.as_ref().map_or(0.0, |file| file.time.as_secs_f64());
    let suite = writer
        .create_element("testsuite")
        .with_attribute(("name", name.as_str()))
        .with_attributes(attributes(&counts(&Totals::of(outcome))))
        .with_attribute(("time", format!("{seconds:.3}").as_str()));
    suite.write_inner_content(|writer| match outcome {
        Ok(report) => cases(writer, &name, report),
        Err(problem) => error(writer, &name, "file", &problem.to_string()),
    })?;
    Ok(())
}

fn cases<W: Write>(writer: &mut Writer<W>, file: &str, report: &FileReport) -> io::Result<()> {
    // A test's own line makes that test fail, and is no error beside it: `system-err` tells why.
    let problems = report.problems.iter();
    let (of_tests, others): (Vec<_>, Vec<_>) =
        problems.partition(|error| error.problem.costs_its_test());
    for problem in others {
        let name = format!("line {}", problem.line);
        error(writer, file, &name, &problem.problem.to_string())?;
    }
    for event in &report.events {
        match event {
            Event::Test(result) => case(writer, file, result)?,
            Event::SetupFailed(failure) => error(
                writer,
                file,
                &format!("line {}: {}", failure.line, failure.complaint.command),
                &on_one_line(&failure.complaint.trouble.to_string()),
            )?,
        }
    }
    if of_tests.is_empty() {
        return Ok(());
    }
    let line = |error: &&ScriptError| printable(&format!("line {}: {}", error.line, error.problem));
    let lines: Vec<String> = of_tests.iter().map(line).collect();
    text_element(writer, "system-err", &lines.join("\n"))
}

/// An element with a text in it.
fn text_element<W: Write>(writer: &mut Writer<W>, name: &str, text: &str) -> io::Result<()> {
    let element = writer.create_element(name);
    element.write_text_content(BytesText::new(text))?;
    Ok(())
}

fn error<W: Write>(
    writer: &mut Writer<W>,
    file: &str,
    name: &str,
    message: &str,
) -> io::Result<()> {
    let case = writer
        .create_element("testcase")
        .with_attribute(("classname", file))
        .with_attribute(("name", printable(name).as_str()));
    case.write_inner_content(|writer| message_element(writer, "error", message))?;
    Ok(())
}

fn message_element<W: Write>(writer: &mut Writer<W>, name: &str, message: &str) -> io::Result<()> {
    let element = writer.create_element(name);
    element
        .with_attribute(("message", printable(message).as_str()))
        .write_empty()?;
    Ok(())
}

fn case<W: Write>(writer: &mut Writer<W>, file: &str, result: &TestResult) -> io::Result<()> {
    let number = report::number(result);
    let name = printable(&format!("{number} {}", result.command));
    let seconds = format!("{:.3}", result.time.as_secs_f64());
    let case = writer
        .create_element("testcase")
        .with_attribute(("classname", file))
        .with_attribute(("name", name.as_str()))
        .with_attribute(("time", seconds.as_str()));
    let (wanted, got) = (report::wanted(result), report::got(result));
    let message = format!("line {}: {wanted}{got}", result.line);
    let element = match result.verdict {
        Verdict::Pass => {
            case.write_empty()?;
            return Ok(());
        }
        Verdict::UnexpectedFail => ("failure", message),
        Verdict::ExpectedFail => ("skipped", format!("known to fail, {message}")),
        Verdict::NotJudged => ("skipped", format!("not judged, {message}")),
        Verdict::UnexpectedPass => {
            let note = "passed although marked as known to fail";
            case.write_inner_content(|writer| text_element(writer, "system-out", note))?;
            return Ok(());
        }
    };
    case.write_inner_content(|writer| message_element(writer, element.0, &element.1))?;
    Ok(())
}

/// The text with blanks for the characters that XML cannot hold.
fn printable(text: &str) -> String {
    let is_forbidden = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.replace(is_forbidden, " ")
}

#[cfg(test)]
mod tests {
    use super::super::report::tests::run;
    use super::super::script::Problem;
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
    fn why_a_pattern_makes_its_test_fail_is_told() {
        let mut run = run();
        let report = run.files[0].1.as_mut().unwrap();
        report.problems = [3, 5]
            .map(|line| ScriptError {
                line,
                problem: Problem::PatternBehindCommand,
            })
            .to_vec();
        let (text, why) = (document(&run), Problem::PatternBehindCommand.to_string());
        let why = why.replace('\'', "&apos;");
        let told = format!("<system-err>line 3: {why}\nline 5: {why}</system-err>");
        assert!(text.contains(&told), "{text}");
    }

    #[test]
    fn what_xml_cannot_hold_is_escaped() {
        let text = document(&run());
        assert!(text.contains("A2|B1 &amp; &quot;&lt;&gt;&quot;"), "{text}");
        assert!(text.contains("line 7: loadsgf &lt;x&gt;"), "{text}");
        assert!(!text.contains('\u{1}'));
    }
}
