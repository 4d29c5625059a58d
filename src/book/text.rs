//! The text of a book.
//!
//! ```text
//! # A comment.
//! board 9 komi 5 to 8
//! : E5 80 E6 20
//! E5: F7 1
//! E5 F7: G6 2 G5 1
//! ```
//!
//! A line that begins with `board` says for which games those below it are. Each of them has the moves that lead to a position from the
//! empty board, Black first, and behind the colon the answers, each with a weight: how often it is to be chosen beside the others.

use super::{Book, BookMove, Chapter, Turned, with_whole_shares};
use crate::game::{Game, Rules, checked_komi};
use crate::types::{Dims, Move, Point, decimal, excerpt, format_vertex, parse_vertex};
use crate::zobrist::Hashed;
use std::fmt;

/// What begins the line that says for which games those below it are.
const HEADING: &str = "board";
/// The largest weight: percentages and counts fit.
const MOST: f32 = 1e6;
/// The smallest one. Whatever stands beside it, its share is a number above 0.
const LEAST: f32 = 1e-6;

/// What is wrong with the text of a book, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookError {
    line: usize,
    wrong: String,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.wrong)
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// At the first line that is no heading and no position with its answers: moves must be legal, and a position may stand in a
    /// chapter once.
    pub fn read(text: &str) -> Result<Book, BookError> {
        let mut book = Book::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            book.take(line).map_err(|wrong| BookError {
                line: index + 1,
                wrong,
            })?;
        }
        Ok(book)
    }

    fn take(&mut self, line: &str) -> Result<(), String> {
        if line.split_whitespace().next() == Some(HEADING) {
            self.chapters.push(Chapter::headed(line)?);
            return Ok(());
        }
        let Some(chapter) = self.chapters.last_mut() else {
            return Err(
                "the first line must say for which games, as 'board 9 komi 5 to 8'".to_owned(),
            );
        };
        chapter.take(line)
    }
}

impl Chapter {
    /// An empty chapter with this heading.
    fn headed(line: &str) -> Result<Chapter, String> {
        let wrong = || format!("'{}' should be as 'board 9 komi 5 to 8'", excerpt(line));
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, side, "komi", least, "to", most] = words[..] else {
            return Err(wrong());
        };
        let (least, most) = (komi(least)?, komi(most)?);
        if least > most {
            return Err(format!("komi {least} is more than {most}"));
        }
        let side = side.parse().map_err(|_| wrong())?;
        Ok(Chapter {
            dims: Dims::square(side).map_err(|error| error.to_string())?,
            komi: least..=most,
            answers: Hashed::default(),
        })
    }

    /// Takes up a position and its answers.
    fn take(&mut self, line: &str) -> Result<(), String> {
        let (moves, answers) = line.split_once(':').ok_or("there is no colon")?;
        let game = self.game_after(moves)?;
        let answers = answers_to(&game, answers)?;
        let position = Turned::of(game.board(), game.to_move());
        let mut turned: Vec<BookMove> = Vec::with_capacity(answers.len());
        for answer in answers {
            let point = position.point(self.dims, answer.point);
            if turned.iter().any(|other| other.point == point) {
                let vertex = format_vertex(self.dims, answer.point);
                return Err(format!("{vertex} stands there twice, perhaps turned"));
            }
            turned.push(BookMove { point, ..answer });
        }
        match self.answers.insert(position.key, turned) {
            None => Ok(()),
            Some(_) => Err("the position stands above already, perhaps turned".to_owned()),
        }
    }

    /// The game after these moves.
    fn game_after(&self, moves: &str) -> Result<Game, String> {
        let mut game = Game::new(self.dims, Rules::default(), *self.komi.start());
        for vertex in moves.split_whitespace() {
            let mv = Move::Place(point(self.dims, vertex)?);
            let played = game.play(game.to_move(), mv);
            played.map_err(|error| format!("{vertex} is no legal move: {error}"))?;
        }
        Ok(game)
    }
}

/// Answers with their weights: `E5 80 E6 20`.
fn answers_to(game: &Game, text: &str) -> Result<Vec<BookMove>, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (pairs, rest) = words.as_chunks::<2>();
    if pairs.is_empty() || !rest.is_empty() {
        return Err(
            "behind the colon belong moves, each with its weight, as 'E5 80 E6 20'".to_owned(),
        );
    }
    let mut answers: Vec<BookMove> = Vec::with_capacity(pairs.len());
    for [vertex, weight] in pairs {
        let point = point(game.dims(), vertex)?;
        let legal = game.check(game.to_move(), Move::Place(point));
        legal.map_err(|error| format!("{vertex} is no legal answer: {error}"))?;
        answers.push(BookMove {
            point,
            share: self::weight(weight)?,
        });
    }
    with_whole_shares(&mut answers);
    Ok(answers)
}

fn point(dims: Dims, vertex: &str) -> Result<Point, String> {
    parse_vertex(dims, vertex).map_err(|error| format!("'{}': {error}", excerpt(vertex)))
}

fn weight(word: &str) -> Result<f32, String> {
    let weight = decimal(word).filter(|weight| (LEAST..=MOST).contains(weight));
    weight.ok_or_else(|| format!("'{}' is no weight from {LEAST} to {MOST}", excerpt(word)))
}

fn komi(word: &str) -> Result<f32, String> {
    let number = decimal(word).ok_or_else(|| format!("'{}' is no komi", excerpt(word)))?;
    checked_komi(number).map_err(|error| error.to_string())
}
