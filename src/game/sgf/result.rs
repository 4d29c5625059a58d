//! Results that are not a score, as `RE` has them.

use crate::types::Color;

/// The result of a game without one, such as one that repeats itself.
pub const VOID: &str = "Void";

/// The result when this player gives up: `B+Resign` or `W+Resign`.
pub fn resignation(loser: Color) -> String {
    format!("{}+Resign", (!loser).letter())
}
