//! The opening book: what to play in positions that many games come through, judged at leisure beforehand.
//!
//! A [`Book`] is read from a text that people can read too. How the one in the program, [`built_in()`], was made stands in
//! `docs/book.md`. A [`Player`](crate::search::Player) knows of no book: who plays by one looks there before asking it.
//!
//! ```
//! use tengen::book::Book;
//! use tengen::game::{Game, Rules};
//! use tengen::types::{Color::{Black, White}, Dims, parse_vertex};
//!
//! let book = Book::read("board 9 komi 5 to 8\n: E5 100\nE5: G6 3 G5 1\n")?;
//! let mut game = Game::new(Dims::square(9)?, Rules::default(), 7.0);
//! let first = book.moves(&game, Black)[0];
//! assert_eq!(first.point, parse_vertex(game.dims(), "E5")?);
//!
//! game.play(Black, tengen::types::Move::Place(first.point))?;
//! // The board looks the same from eight sides, so two moves stand for twelve.
//! let replies = book.moves(&game, White);
//! assert_eq!(replies.len(), 12);
//! assert_eq!(replies.iter().map(|reply| reply.share).sum::<f32>(), 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod built_in;
mod source;
mod text;
mod turned;

pub use built_in::built_in;
pub use source::Source;
pub use text::BookError;
pub use turned::Turned;

use crate::game::Game;
use crate::types::{Color, Dims, Move, Point};
use crate::zobrist::Hashed;
use std::ops::RangeInclusive;

/// Moves for the openings of games, by position: stones and who is to move, however the board is turned.
#[derive(Clone, Debug, Default)]
pub struct Book {
    chapters: Vec<Chapter>,
}

/// What the book knows of games on one board.
#[derive(Clone, Debug)]
struct Chapter {
    dims: Dims,
    /// For games with such a komi.
    komi: RangeInclusive<f32>,
    /// By [`Turned::key`], the points as [`Turned::point`] turns them.
    answers: Hashed<Vec<BookMove>>,
}

/// A move of the book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove {
    /// Where to play.
    pub point: Point,
    /// How often it is to be chosen, above 0; the shares of a position's moves have the sum 1.
    pub share: f32,
}

impl Book {
    /// The moves that the book has for `color` in the position of `game`, those alone that are legal; none if it does not know the position.
    pub fn moves(&self, game: &Game, color: Color) -> Vec<BookMove> {
        let fits =
            |chapter: &&Chapter| chapter.dims == game.dims() && chapter.komi.contains(&game.komi());
        let mut chapters = self.chapters.iter().filter(fits).peekable();
        if chapters.peek().is_none() {
            return Vec::new();
        }
        let turned = Turned::of(game.board(), color);
        let found = chapters.find_map(|chapter| chapter.answers.get(&turned.key));
        let mut moves = found.map_or_else(Vec::new, |answers| turned.back(game.dims(), answers));
        moves.retain(|answer| game.check(color, Move::Place(answer.point)).is_ok());
        with_whole_shares(&mut moves);
        moves
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.chapters
            .iter()
            .map(|chapter| chapter.answers.len())
            .sum()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Has the shares add up to 1.
fn with_whole_shares(moves: &mut [BookMove]) {
    let all: f32 = moves.iter().map(|answer| answer.share).sum();
    moves.iter_mut().for_each(|answer| answer.share /= all);
}

#[cfg(test)]
mod tests;
