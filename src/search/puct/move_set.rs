//! A set of moves.

use crate::types::{Move, PointSet};

/// Moves of one player on one board.
#[derive(Clone, Copy, Default)]
pub(super) struct MoveSet {
    points: PointSet,
    has_pass: bool,
}

impl MoveSet {
    /// Adds a move; returns whether it was missing.
    pub fn insert(&mut self, mv: Move) -> bool {
        match mv {
            Move::Pass => !std::mem::replace(&mut self.has_pass, true),
            Move::Place(point) => self.points.insert(point),
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
