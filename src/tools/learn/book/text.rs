//! A book as the text that [`crate::book`] reads.

use super::graph::{Graph, Page};
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
    /// The book of the positions that at least so large a share of the games comes through. The graph has been settled.
    pub fn book(&self, graph: &Graph, least: f32) -> String {
        let (side, komi) = (self.dims.width(), &self.komi);
        let comment = self.comment.lines().map(|line| format!("# {line}\n"));
        let pages = graph.pages(least);
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
