//! What comes of a review: a page, an annotated record, words, and JSON for programs.

mod record;
mod report;

pub use record::sgf;
pub use report::{json, summary};

use crate::page;
use crate::review::{Evaluation, Review};

/// The review as one HTML page that needs nothing else.
pub fn html(review: &Review) -> String {
    page::review::html(review, &sgf(review))
}

/// The words for a chance to win: `Black 56.1 %`.
fn chance(evaluation: &Evaluation) -> String {
    format!("Black {:.1} %", 100.0 * evaluation.winrate)
}

/// The words for a lead: `B+3.5`.
fn lead(points: f32) -> String {
    let side = if points < 0.0 { 'W' } else { 'B' };
    format!("{side}+{:.1}", points.abs())
}

#[cfg(test)]
mod tests;
