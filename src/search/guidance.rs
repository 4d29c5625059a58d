//! What a search looks at, and what it finds out besides.

use super::{Restriction, Restrictions};
use crate::types::Move;

/// What a search looks at, and what it finds out besides. The default restricts nothing and asks for nothing more.
#[derive(Clone, Debug, Default)]
pub struct Guidance {
    /// Moves not to consider. What other restrictions have left in the tree is forgotten first.
    pub restrictions: Restrictions,
    /// A move at the root that gets a quarter of the visits at least, so that its value is known as well as that of
    /// the best one. What is found is true with or without it: the tree is kept.
    pub compared: Option<Move>,
    /// Moves at the root with the share of the visits, 0..=1, that each gets at least, in whole visits, so that something is known
    /// of it. What is found of each move is true with or without it, and the tree is kept; what the root is worth leans towards those
    /// that get most.
    pub least_shares: Vec<(Move, f32)>,
    /// How much of the visits chance gives away at the root, so that an analysis sees more moves; 0 gives none.
    /// In winning rates from −1 to 1, as KataGo's `analysisWideRootNoise`.
    pub wide_root_noise: f32,
    /// Whether to count whose the points are for each move at the root by itself.
    pub ownership_by_move: bool,
}

/// One visit of so many goes through the move that is compared.
const VISITS_FOR_ONE: u64 = 4;

impl From<Restrictions> for Guidance {
    fn from(restrictions: Restrictions) -> Guidance {
        Guidance {
            restrictions,
            ..Guidance::default()
        }
    }
}

impl From<Restriction> for Guidance {
    fn from(restriction: Restriction) -> Guidance {
        Restrictions::from(restriction).into()
    }
}

impl Guidance {
    /// A search that compares this move with the best.
    pub fn comparing(mv: Move) -> Guidance {
        Guidance {
            compared: Some(mv),
            ..Guidance::default()
        }
    }

    /// The move that the next visit must take, if there is one. `of_root` is how many visits the root has had, and `visits_of` how many
    /// a move has had: `None` for one that may not be made.
    pub(super) fn due_move(
        &self,
        of_root: u64,
        visits_of: impl Fn(Move) -> Option<u64>,
    ) -> Option<Move> {
        let is_due = |&mv: &Move| {
            let visits = visits_of(mv);
            visits.is_some_and(|visits| visits * VISITS_FOR_ONE < of_root)
        };
        // With how many visits of the root the next one of the move is due: who has waited longest comes first.
        let due_at = |&(mv, share): &(Move, f32)| {
            let visits = visits_of(mv)?;
            Some((mv, (visits + 1) as f64 / f64::from(share)))
        };
        let longest_due = || {
            let all = self.least_shares.iter().filter_map(due_at);
            let due = all.filter(|&(_, at)| at <= of_root as f64);
            due.min_by(|(_, a), (_, b)| a.total_cmp(b))
        };
        let compared = self.compared.filter(is_due);
        compared.or_else(|| longest_due().map(|(mv, _)| mv))
    }
}
