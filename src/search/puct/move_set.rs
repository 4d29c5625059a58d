//! A set of moves.

use crate::types::{Move, PointSet};

/// Moves of one player on one board.
#[derive(Clone, Copy, Default)]
pub(super) struct MoveSet {
    points: PointSet,
    has_pass: bool,
}

impl MoveSet {
    /// Adds a move.
    pub fn insert(&mut self, mv: Move) {
        match mv {
            Move::Pass => self.has_pass = true,
            Move::Place(point) => _ = self.points.insert(point),
        }
    }

    /// Whether the move is one of them.
    pub fn contains(&self, mv: Move) -> bool {
        match mv {
            Move::Pass => self.has_pass,
            Move::Place(point) => self.points.contains(point),
        }
    }
}
