//! What becomes of dead stones when a game ends.

use crate::game::Rules;

/// What becomes of dead stones when a game ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeadStones {
    /// The players agree on them, and they are taken off.
    #[default]
    ByAgreement,
    /// They stay unless they are captured: a finished game is counted as it stands.
    Captured,
}

impl DeadStones {
    /// What the rules say.
    pub fn under(rules: &Rules) -> DeadStones {
        DeadStones::captured_if(!rules.dead_stones_are_agreed())
    }

    /// Captured if that is so, else by agreement.
    pub fn captured_if(is_so: bool) -> DeadStones {
        match is_so {
            true => DeadStones::Captured,
            false => DeadStones::ByAgreement,
        }
    }

    /// Captured if either of the two says so.
    pub fn or(self, other: DeadStones) -> DeadStones {
        DeadStones::captured_if(self.must_be_captured() || other.must_be_captured())
    }

    /// Whether they stay unless they are captured.
    pub fn must_be_captured(self) -> bool {
        self == DeadStones::Captured
    }
}
