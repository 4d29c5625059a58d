//! What a record says of single moves.

use crate::types::{Color, Move};
use std::time::Duration;

/// What a record says of one move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The time that the player had left after it.
    pub time_left: Option<Duration>,
    /// In overtime, the stones (Canadian) or periods (byo-yomi) left after it.
    pub stones_left: Option<u32>,
    /// Remarks.
    pub comment: String,
    /// Further properties of the move, name and value, such as `BM` and `1`.
    pub properties: Vec<(&'static str, String)>,
    /// What could have been played in its place.
    pub instead: Vec<Line>,
}

/// A variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The moves.
    pub moves: Vec<(Color, Move)>,
    /// Remarks on the first of them.
    pub comment: String,
}
