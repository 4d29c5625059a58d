//! A book as the text that [`crate::book`] reads.

use super::graph::Page;
use crate::types::{Dims, format_move, format_moves};
use std::ops::RangeInclusive;

/// For which games a book is.
#[derive(Clone, Debug)]
pub struct Heading {
    /// How it was made, for who reads it.
    pub comment: String,
    /// The board.
    pub dims: Dims,
    /// Games with such a komi.
    pub komi: RangeInclusive<f32>,
}

impl Heading {
    /// The book of these pages.
    pub fn book(&self, pages: &[Page]) -> String {
        let (side, komi) = (self.dims.width(), &self.komi);
        let comment = self.comment.lines().map(|line| format!("# {line}\n"));
        let lines = pages.iter().map(|page| line(self.dims, page));
        let heading = format!("board {side} komi {} to {}\n", komi.start(), komi.end());
        comment.chain([heading]).chain(lines).collect()
    }
}

/// `E5 F7: G6 80 G5 20`
fn line(dims: Dims, page: &Page) -> String {
    let answer = |&(mv, percent)| format!(" {} {percent}", format_move(dims, mv));
    let answers: String = page.answers.iter().map(answer).collect();
    format!("{}:{answers}\n", format_moves(dims, &page.moves))
}
