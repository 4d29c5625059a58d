//! Which moves may be considered.

use crate::types::{Color, Move};

/// Forbids the search some moves of a player near the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Restriction {
    /// Whose moves.
    pub color: Color,
    /// The moves forbidden, or the only ones allowed.
    pub moves: Vec<Move>,
    /// Whether `moves` are the only ones allowed.
    pub allows: bool,
    /// Holds for so many moves from the root; 1 restricts the moves at the root alone.
    pub until_depth: usize,
}

impl Restriction {
    /// Allows `color` these moves alone at the root.
    pub fn only(color: Color, moves: Vec<Move>) -> Restriction {
        Restriction {
            color,
            moves,
            allows: true,
            until_depth: 1,
        }
    }

    /// Whether a move of `color` that `depth` moves lead to may not be considered.
    fn forbids(&self, depth: usize, color: Color, mv: Move) -> bool {
        depth < self.until_depth && color == self.color && self.moves.contains(&mv) != self.allows
    }

    /// Whether all of these let `color` consider a move that `depth` moves lead to.
    pub fn all_allow(restrictions: &[Restriction], depth: usize, color: Color, mv: Move) -> bool {
        let forbids = |restriction: &Restriction| restriction.forbids(depth, color, mv);
        !restrictions.iter().any(forbids)
    }

    /// Whether any of these says something about moves that `depth` moves lead to.
    pub(super) fn any_reaches(restrictions: &[Restriction], depth: usize) -> bool {
        restrictions
            .iter()
            .any(|restriction| depth < restriction.until_depth)
    }

    /// What is left of these after `moves` moves from the root.
    pub(super) fn after(restrictions: &[Restriction], moves: usize) -> Vec<Restriction> {
        let nearer = |restriction: &Restriction| Restriction {
            until_depth: restriction.until_depth.saturating_sub(moves),
            ..restriction.clone()
        };
        restrictions
            .iter()
            .map(nearer)
            .filter(|restriction| restriction.until_depth > 0)
            .collect()
    }
}
