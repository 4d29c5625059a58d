//! The game with what is to be said of each move, as SGF.

use super::report::{LOST, summary};
use super::{chance, lead, tenths};
use crate::game::sgf::{self, Line, Note};
use crate::review::{Review, Verdict};
use crate::types::{format_move, format_moves};
use crate::version::VERSION;

/// The moves of a line that are worth writing down.
const LONGEST_LINE: usize = 12;

/// How the remark begins that a review adds to a record.
pub(super) const MARK: &str = "Reviewed by Tengen ";

/// The text of the file: values as comments and as SGF's `V`, mistakes marked by `BM`, with what was better as a
/// variation. Before that comes what the record itself says of its moves: `notes`, of which there may be fewer. What an
/// earlier review has said is replaced.
pub fn sgf(review: &Review, notes: &[Note]) -> String {
    let own = |number| notes.get(number).cloned().unwrap_or_default();
    let notes: Vec<Note> = (0..review.losses.len())
        .map(|number| noted(review, number, own(number)))
        .collect();
    let mut info = review.info.clone();
    let by = format!("{MARK}{VERSION}.");
    info.comment = joined(vec![without_review(&info.comment), by, summary(review)]);
    sgf::save_with_notes(&review.game, &info, &notes)
}

/// Remarks, with a blank line between them.
fn joined(mut remarks: Vec<String>) -> String {
    remarks.retain(|remark| !remark.is_empty());
    remarks.join("\n\n")
}

/// A remark without the lines that an earlier review has added, and without the blank ones around them.
fn without_review(remark: &str) -> String {
    if !remark.lines().any(is_of_review) {
        return remark.trim_end_matches('\n').to_owned();
    }
    let mut own: Vec<&str> = Vec::new();
    let mut is_behind_review = false;
    for line in remark.lines() {
        if is_of_review(line) {
            let kept = own.iter().rposition(|line| !line.is_empty());
            own.truncate(kept.map_or(0, |last| last + 1));
            is_behind_review = true;
        } else if !(is_behind_review && line.is_empty()) {
            let is_apart = is_behind_review && !own.is_empty();
            own.extend(is_apart.then_some(""));
            own.push(line);
            is_behind_review = false;
        }
    }
    own.join("\n")
}

/// Whether a line of a remark is one that this file writes.
fn is_of_review(line: &str) -> bool {
    is_heading(line) || line.contains(LOST) || is_value(line) || is_verdict(line)
}

/// The mark with a version.
fn is_heading(line: &str) -> bool {
    let version = line.strip_prefix(MARK);
    version.is_some_and(|version| version.starts_with(|c: char| c.is_ascii_digit()))
}

/// `Black 56.1 %, B+3.5`.
fn is_value(line: &str) -> bool {
    let is_lead = |text: &str| text == "even" || text.get(2..).is_some_and(has_tenths);
    let parts = line.strip_prefix("Black ");
    let parts = parts.and_then(|rest| rest.split_once(" %, "));
    parts.is_some_and(|(chance, lead)| has_tenths(chance) && is_lead(lead))
}

/// What [`verdict`] says, maybe behind the number of the move.
fn is_verdict(line: &str) -> bool {
    let cost = [" loses ", " may lose "]
        .iter()
        .find_map(|verb| line.split_once(verb));
    let share = cost.and_then(|(_, cost)| cost.split_once(" %"));
    let points = share.and_then(|(share, rest)| {
        let (_, rest) = rest.split_once(" and ")?;
        let (points, _) = rest.split_once(" points")?;
        Some([share, points])
    });
    points.is_some_and(|numbers| numbers.into_iter().all(has_tenths))
}

/// Whether a number has tenths, which people do not write of a percentage.
fn has_tenths(number: &str) -> bool {
    number.contains('.') && number.parse::<f32>().is_ok()
}

/// The note on a move, with what the review says of it.
fn noted(review: &Review, number: usize, mut note: Note) -> Note {
    let after = &review.positions[number + 1];
    let loss = review.losses[number];
    let value = format!("{}, {}", chance(after), lead(after.lead));
    note.comment = joined(vec![without_review(&note.comment), value]);
    note.properties
        .push(("V", format!("{:.1}", tenths(after.lead))));
    let mark = match loss.verdict {
        Verdict::Blunder => Some(("BM", "2")),
        Verdict::Mistake => Some(("BM", "1")),
        // A doubtful move has no value.
        Verdict::Unclear => Some(("DO", "")),
        Verdict::Fine => None,
    };
    let mark = mark.map(|(name, value)| (name, value.to_owned()));
    note.properties.extend(mark);
    if let Some(better) = review.better(number) {
        note.comment.push('\n');
        note.comment.push_str(&verdict(review, number));
        let before = &review.positions[number];
        let colors = [before.to_move, !before.to_move].into_iter().cycle();
        let line = better.line.iter().take(LONGEST_LINE);
        note.instead.push(Line {
            moves: colors.zip(line.copied()).collect(),
            comment: format!("{}, {}", chance(before), lead(better.lead)),
        });
    }
    note
}

/// What a move cost and what was better.
pub(super) fn verdict(review: &Review, number: usize) -> String {
    let dims = review.game.dims();
    let (color, played) = review.game.moves()[number];
    let loss = review.losses[number];
    let loses = match loss.verdict {
        Verdict::Unclear => "may lose",
        _ => "loses",
    };
    let error = loss.error.map(|error| format!(" (± {:.1})", 100.0 * error));
    let mut text = format!(
        "{} {} {loses} {:.1} %{} and {:.1} points",
        color.name(),
        format_move(dims, played),
        100.0 * loss.winrate,
        error.unwrap_or_default(),
        loss.points
    );
    if let Some(better) = review.better(number) {
        let line = better.line.iter().take(LONGEST_LINE);
        text.push_str("; better was ");
        text.push_str(&format_moves(dims, line));
    }
    text
}
