//! When a search ends, and what it may look at.

use super::Restriction;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// When a search ends. Without any limit it goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most playouts of this search.
    pub playouts: Option<u64>,
    /// When to end at the latest.
    pub deadline: Option<Instant>,
    /// Ends the search as soon as it is set.
    pub stop: Arc<AtomicBool>,
    /// Moves not to consider. What other restrictions have left in the tree is forgotten first.
    pub restrictions: Vec<Restriction>,
    /// Whether to count whose the points are for each move at the root by itself.
    pub ownership_by_move: bool,
    /// How much of the visits chance gives away at the root, so that an analysis sees more moves; 0 gives none.
    /// In winning rates from −1 to 1, as KataGo's `analysisWideRootNoise`: 0.04 is usual.
    pub wide_root_noise: f32,
}
