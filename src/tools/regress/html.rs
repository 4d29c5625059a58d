//! A run as one page that any browser shows without a network: totals, and the
//! boards of the failed tests.

use super::compare::Changes;
use super::report;
use super::totals::Totals;
use super::verdict::Verdict;
use super::{FileReport, Outcome, Run, TestResult};
use crate::game::Position;
use crate::tools::svg::{self, Mark};
use crate::types::{Dims, Move, Point, parse_vertex};
use maud::{DOCTYPE, Markup, PreEscaped, html};
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
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { "Regression tests" }
                style { (PreEscaped(STYLE)) (PreEscaped(svg::STYLE)) }
            }
            body {
                h1 { "Regression tests" }
                p { "Engine: " code { (run.engine) } }
                p { (run.totals()) }
                (table(run))
                @if let Some(changes) = changes {
                    h2 { "Changes" }
                    pre { (changes) }
                }
                p.key {
                    "On the boards: a green ring is a move that was asked for, a broken orange ring one that was not \
                     to be played, a red cross what was played."
                }
                @for (index, (path, outcome)) in run.files.iter().enumerate() {
                    (section(index, path, outcome))
                }
            }
        }
    };
    page.into_string()
}

fn table(run: &Run) -> Markup {
    let seconds = run.reports().map(|(_, file)| file.time.as_secs_f64());
    html! {
        table {
            tr {
                th { "file" } th { "tests" } th { "PASS" } th { "FAIL" } th { "unexpected pass" }
                th { "expected fail" } th { "other" } th { "seconds" }
            }
            @for (index, (path, outcome)) in run.files.iter().enumerate() {
                @let link = html! { a href={ "#file" (index) } { (path.display()) } };
                @let seconds = outcome.as_ref().map_or(0.0, |file| file.time.as_secs_f64());
                (table_row(&link, &Totals::of(outcome), seconds))
            }
            (table_row(&html! { "total" }, &run.totals(), seconds.sum()))
        }
    }
}

fn table_row(name: &Markup, totals: &Totals, seconds: f64) -> Markup {
    let broken = totals.errors();
    let class = |count: usize, class: &'static str| (count > 0).then_some(class);
    html! {
        tr {
            td { (name) }
            td { (totals.tests) }
            td { (totals.passes) }
            td class=[class(totals.unexpected_fails, "fail")] { (totals.unexpected_fails) }
            td class=[class(totals.unexpected_passes, "pass")] { (totals.unexpected_passes) }
            td { (totals.expected_fails) }
            td class=[class(broken, "fail")] { (totals.not_judged() + broken) }
            td { (format!("{seconds:.1}")) }
        }
    }
}

/// What there is to see of a file; nothing if all of it passed.
fn section(index: usize, path: &Path, outcome: &Outcome) -> Markup {
    html! {
        h2 id={ "file" (index) } { (path.display()) }
        @match outcome {
            Err(error) => p.fail { (error) },
            Ok(report) => {
                @let notes = notes(path, report);
                @let shown = shown(report);
                @if notes.is_empty() && shown.is_empty() {
                    p { "Nothing unexpected." }
                } @else {
                    @for note in notes { p.fail { (note) } }
                    .tests { @for test in shown { (figure(test)) } }
                }
            }
        }
    }
}

/// Lines that could not be read or carried out.
fn notes(path: &Path, report: &FileReport) -> Vec<String> {
    let problems = report.problems.iter();
    let problems = problems.map(|error| report::problem(path, error));
    let failures = report.setup_failures();
    let failures = failures.map(|failure| report::setup_failure(path, failure));
    problems.chain(failures).collect()
}

/// The tests that did not simply pass.
fn shown(report: &FileReport) -> Vec<&TestResult> {
    let is_shown = |test: &&TestResult| !matches!(test.verdict, Verdict::Pass | Verdict::NotJudged);
    report.tests().filter(is_shown).collect()
}

fn figure(test: &TestResult) -> Markup {
    let class = match test.verdict {
        Verdict::UnexpectedPass => "pass",
        verdict => verdict.name(),
    };
    html! {
        figure {
            @if let Some(position) = &test.position { (picture(test, position)) }
            figcaption {
                (report::number(test)) " " code { (test.command) }
                br;
                span class=(class) { (test.verdict) } ": "
                @if !test.pattern.is_empty() { "wanted " code { (test.pattern) } ", " }
                (report::got(test)) " "
                span.key { "(line " (test.line) ")" }
            }
        }
    }
}

fn picture(test: &TestResult, position: &Position) -> Markup {
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
