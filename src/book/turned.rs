//! Positions that are the same when the board is turned.

use super::BookMove;
use crate::board::AnyBoard;
use crate::game::Position;
use crate::types::{Color, Dims, Point, Symmetry};

/// A position on a square board, the same from whichever side it is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turned {
    /// Tells it from others.
    pub key: u64,
    /// What turns the board to where the points of the book are: see [`LeastView`](crate::board::LeastView).
    symmetries: Vec<Symmetry>,
}

impl Turned {
    /// The position on this board in which `to_move` moves.
    pub fn of(board: &AnyBoard, to_move: Color) -> Turned {
        let view = board.least_view();
        Turned {
            key: view.hash ^ Position::turn_key(to_move),
            symmetries: view.symmetries,
        }
    }

    /// Where a point of the board as it lies goes: the first of all where the symmetries may bring it.
    pub fn point(&self, dims: Dims, point: Point) -> Point {
        let images = self.symmetries.iter();
        let images = images.map(|symmetry| symmetry.apply(dims, point));
        images.min().expect("there is a symmetry")
    }

    /// Moves of the turned position on the board as it lies: each wherever a symmetry may have brought it from, its share divided
    /// among these points.
    pub(super) fn back(&self, dims: Dims, moves: &[BookMove]) -> Vec<BookMove> {
        let mut back = Vec::new();
        for &BookMove { point, share } in moves {
            let sources = self.symmetries.iter().map(|symmetry| symmetry.inverse());
            let mut points: Vec<_> = sources.map(|source| source.apply(dims, point)).collect();
            points.sort_unstable();
            points.dedup();
            let share = share / points.len() as f32;
            back.extend(points.into_iter().map(|point| BookMove { point, share }));
        }
        back
    }
}
