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

    /// Its moves.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        let points = self.points.iter().map(Move::Place);
        points.chain(self.has_pass.then_some(Move::Pass))
    }

    /// Whether the move is one of them.
    pub fn contains(&self, mv: Move) -> bool {
        match mv {
            Move::Pass => self.has_pass,
            Move::Place(point) => self.points.contains(point),
        }
    }
}
