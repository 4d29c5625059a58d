//! A run as one page that any browser shows without a network: totals, and the
//! boards of the failed tests.

use super::compare::Changes;
use super::judge::Verdict;
use super::report::{self, Totals};
use super::{Event, FileReport, Outcome, Run, TestResult};
use crate::tools::markup::escape;
use crate::tools::svg::{self, Mark};
use crate::types::{Dims, Move, Point, parse_vertex};
use std::fmt::Write as _;
use std::path::Path;

const STYLE: &str = "\
body{font:15px/1.4 system-ui,sans-serif;max-width:75em;margin:2em auto;padding:0 1em;color:#222}
table{border-collapse:collapse}
td,th{padding:.15em .7em;text-align:right;border-bottom:1px solid #ddd}
td:first-child,th:first-child{text-align:left}
.tests{display:flex;flex-wrap:wrap;gap:1.5em}
figure{margin:0;max-width:26em}
figcaption{overflow-wrap:anywhere}
code{background:#f3f1ec;padding:0 .2em}
.fail{color:#b00015;font-weight:bold}
.expected-fail{color:#8a5a00}
.pass{color:#0a7a2a}
.key{color:#555}
";

/// The whole page.
pub fn page(run: &Run, changes: Option<&Changes<'_>>) -> String {
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>Regression tests</title>\n<style>\n{STYLE}{}</style></head><body>\n\
         <h1>Regression tests</h1>\n<p>Engine: <code>{}</code></p>\n<p>{}</p>\n",
        svg::STYLE,
        escape(&run.engine),
        escape(&run.totals().to_string())
    );
    text += &table(run);
    if let Some(changes) = changes {
        let _ = writeln!(
            text,
            "<h2>Changes</h2>\n<pre>{}</pre>",
            escape(&changes.to_string())
        );
    }
    text += "<p class=\"key\">On the boards: a green ring is a move that was asked for, a broken \
             orange ring one that was not to be played, a red cross what was played.</p>\n";
    for (index, (path, outcome)) in run.files.iter().enumerate() {
        text += &section(index, path, outcome);
    }
    text + "</body></html>\n"
}

fn table(run: &Run) -> String {
    let mut text = "<table><tr><th>file</th><th>tests</th><th>PASS</th><th>FAIL</th>\
                    <th>unexpected pass</th><th>expected fail</th><th>other</th><th>seconds</th></tr>\n"
        .to_owned();
    for (index, (path, outcome)) in run.files.iter().enumerate() {
        let name = escape(&path.display().to_string());
        let seconds = outcome.as_ref().map_or(0.0, |file| file.time.as_secs_f64());
        let link = format!("<a href=\"#file{index}\">{name}</a>");
        text += &table_row(&link, &Totals::of(outcome), seconds);
    }
    let times = run.reports().map(|(_, file)| file.time.as_secs_f64());
    text += &table_row("total", &run.totals(), times.sum());
    text + "</table>\n"
}

fn table_row(name: &str, totals: &Totals, seconds: f64) -> String {
    let broken = totals.setup_failures + totals.unreadable_lines + totals.unrun_files;
    let other = totals.not_judged() + broken;
    let class = |count: usize, class: &str| match count {
        0 => String::new(),
        _ => format!(" class=\"{class}\""),
    };
    format!(
        "<tr><td>{name}</td><td>{}</td><td>{}</td><td{}>{}</td><td{}>{}</td><td>{}</td>\
         <td{}>{other}</td><td>{seconds:.1}</td></tr>\n",
        totals.tests,
        totals.passes,
        class(totals.unexpected_fails, "fail"),
        totals.unexpected_fails,
        class(totals.unexpected_passes, "pass"),
        totals.unexpected_passes,
        totals.expected_fails,
        class(broken, "fail"),
    )
}

/// What there is to see of a file; nothing if all of it passed.
fn section(index: usize, path: &Path, outcome: &Outcome) -> String {
    let name = escape(&path.display().to_string());
    let heading = format!("<h2 id=\"file{index}\">{name}</h2>\n");
    match outcome {
        Err(error) => format!(
            "{heading}<p class=\"fail\">{}</p>\n",
            escape(&error.to_string())
        ),
        Ok(report) => match (notes(path, report), figures(report)) {
            (notes, figures) if notes.is_empty() && figures.is_empty() => {
                format!("{heading}<p>Nothing unexpected.</p>\n")
            }
            (notes, figures) => format!("{heading}{notes}<div class=\"tests\">{figures}</div>\n"),
        },
    }
}

/// Lines that could not be read or carried out.
fn notes(path: &Path, report: &FileReport) -> String {
    let problems = report.problems.iter();
    let problems = problems.map(|error| report::problem(path, error));
    let failures = report.events.iter().filter_map(|event| match event {
        Event::Test(_) => None,
        Event::SetupFailed { .. } => Some(report::line(path, event)),
    });
    problems
        .chain(failures)
        .map(|line| format!("<p class=\"fail\">{}</p>\n", escape(&line)))
        .collect()
}

fn figures(report: &FileReport) -> String {
    report
        .tests()
        .filter(|test| !matches!(test.verdict, Verdict::Pass | Verdict::Ignored))
        .map(figure)
        .collect()
}

fn figure(test: &TestResult) -> String {
    let class = match test.verdict {
        Verdict::UnexpectedPass => "pass",
        verdict => verdict.name(),
    };
    let wanted = match test.pattern.as_str() {
        "" => String::new(),
        pattern => format!("wanted <code>{}</code>, ", escape(pattern)),
    };
    format!(
        "<figure>{}<figcaption>{} <code>{}</code><br><span class=\"{class}\">{}</span>: \
         {wanted}{} <span class=\"key\">(line {})</span></figcaption></figure>\n",
        picture(test),
        report::number(test),
        escape(&test.command),
        test.verdict,
        escape(&report::got(test)),
        test.line
    )
}

fn picture(test: &TestResult) -> String {
    let Some(position) = &test.position else {
        return String::new();
    };
    let dims = position.dims();
    let asked = match test.negated {
        true => Mark::Forbidden,
        false => Mark::Wanted,
    };
    let mut marks: Vec<(Point, Mark)> = vertices(dims, &test.pattern)
        .into_iter()
        .map(|point| (point, asked))
        .collect();
    if let Some(Ok(reply)) = &test.reply {
        let played = vertices(dims, reply).into_iter();
        marks.extend(played.map(|point| (point, Mark::Played)));
    }
    let last = position.last_move().and_then(Move::point);
    svg::board(position.board(), last, &marks)
}

/// The points that a pattern or a reply names, as far as they stand there in full.
fn vertices(dims: Dims, text: &str) -> Vec<Point> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let points = words.filter_map(|word| parse_vertex(dims, word).ok());
    points.collect()
}

#[cfg(test)]
mod tests {
    use super::super::compare::Earlier;
    use super::super::json;
    use super::super::report::tests::run;
    use super::*;

    #[test]
    fn failed_tests_are_drawn_with_both_moves() {
        let run = run();
        let page = page(&run, None);
        assert_eq!(page.matches("<svg").count(), 1);
        for title in ["wanted A2", "wanted B1", "played C3"] {
            assert!(page.contains(&format!("<title>{title}</title>")), "{page}");
        }
        assert_eq!(page.matches("<figure>").count(), 4);
        assert!(page.contains("<code>A2|B1 &amp; &quot;&lt;&gt;&quot;</code>"));
        assert!(page.contains("lost.tst: cannot be read: gone"));
        assert!(page.contains("a/b.tst:9: this test has a"));
        assert!(page.contains("<td>total</td><td>6</td>"));
        let other_is_red = page
            .matches("<td class=\"fail\">1</td><td>0.0</td>")
            .count();
        assert_eq!(other_is_red, 1, "the file that was not run: {page}");
    }

    #[test]
    fn the_page_needs_nothing_from_elsewhere() {
        let page = page(&run(), None);
        for part in ["http", "src=", "<link", "<script", "@import", "url("] {
            assert!(!page.contains(part), "{part}");
        }
    }

    #[test]
    fn changes_are_shown() {
        let run = run();
        let earlier = Earlier::parse(&json::object(&run).to_string()).unwrap();
        let page = page(&run, Some(&earlier.changes(&run)));
        assert!(page.contains("<h2>Changes</h2>"));
        assert!(page.contains("0 pass now, 0 fail now"));
    }

    #[test]
    fn patterns_name_points() {
        let dims = Dims::square(9).unwrap();
        let names = |text: &str| {
            let points = vertices(dims, text).into_iter();
            points
                .map(|point| crate::types::format_vertex(dims, point))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(names("!(D4|e5)"), "D4 E5");
        assert_eq!(names("1 (A1|J9)|PASS"), "A1 J9");
        assert_eq!(names("T19|[A-D]4|W\\+3"), "");
    }
}
