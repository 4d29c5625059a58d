//! What comes of a review: a page, an annotated record, words, and JSON for programs.

mod record;
mod report;

use record::MARK;
pub use record::sgf;
pub use report::{json, summary};

use crate::console::rounded;
use crate::game::sgf::Note;
use crate::page;
use crate::review::{Review, ReviewedPosition};

/// The review as one HTML page that needs nothing else; `notes` are what the record itself says of its moves.
pub fn html(review: &Review, notes: &[Note]) -> String {
    page::review::html(review, &sgf(review, notes))
}

/// Whether this is a page that [`html`] has written.
pub fn is_html(text: &[u8]) -> bool {
    holds(text, "<meta name=\"generator\" content=\"Tengen review\">")
}

/// Whether this is a record that [`sgf`] has written.
pub fn is_sgf(text: &[u8]) -> bool {
    holds(text, "AP[Tengen:") && holds(text, MARK)
}

fn holds(text: &[u8], words: &str) -> bool {
    let mut parts = text.windows(words.len());
    parts.any(|part| part == words.as_bytes())
}

/// The words for a chance to win: `Black 56.1 %`.
fn chance(evaluation: &ReviewedPosition) -> String {
    format!("Black {:.1} %", 100.0 * evaluation.winrate)
}

/// The words for a lead: `B+3.5`, or `even`.
fn lead(points: f32) -> String {
    let points = tenths(points);
    if points == 0.0 {
        return "even".to_owned();
    }
    let side = if points < 0.0 { 'W' } else { 'B' };
    format!("{side}+{:.1}", points.abs())
}

/// A lead to a tenth of a point. Next to nothing is nothing, for either side.
fn tenths(points: f32) -> f64 {
    rounded(points, 1)
}

#[cfg(test)]
mod tests;
