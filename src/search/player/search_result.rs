//! What a search for a move has found.

use crate::game::Game;
use crate::search::{Guidance, Limits, Report};
use crate::types::{Color, Move};

/// What a search has found, within which limits, and how it was guided.
#[derive(Clone)]
pub(super) struct SearchResult {
    pub report: Report,
    pub limits: Limits,
    pub guidance: Guidance,
}

impl SearchResult {
    /// Whether the player may make a move: by the rules, and by what was asked.
    pub fn allows(&self, game: &Game, color: Color, mv: Move) -> bool {
        self.guidance.restrictions.allows(0, color, mv) && game.check(color, mv).is_ok()
    }

    /// Whether the search's best is another move than this one; a pass is never put before it.
    pub fn leads_to_another(&self, mv: Move) -> bool {
        mv != Move::Pass && self.report.best().is_some_and(|best| best.mv != mv)
    }
}
