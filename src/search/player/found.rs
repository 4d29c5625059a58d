//! What a search for a move has found.

use crate::search::{Limits, Report};
use crate::types::Move;

/// What a search has found, and within which limits.
#[derive(Clone)]
pub(super) struct Found {
    pub report: Report,
    pub limits: Limits,
}

impl Found {
    /// Whether it would rather have another move than this one, which is no pass.
    pub fn leads_to_another(&self, mv: Move) -> bool {
        mv != Move::Pass && self.report.best().is_some_and(|best| best.mv != mv)
    }
}
