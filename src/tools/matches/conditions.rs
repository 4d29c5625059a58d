//! What holds for all games of a match: the board, the rules, the clocks.

use crate::game::Rules;
use crate::time::TimeSystem;
use crate::types::Dims;
use std::time::Duration;

/// What is agreed before the game.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The board.
    pub dims: Dims,
    /// The rules the referee applies.
    pub rules: Rules,
    /// Komi.
    pub komi: f32,
    /// The time of each player.
    pub time: TimeSystem,
    /// The game is counted as it stands after this many moves.
    pub max_moves: usize,
    /// An engine that takes longer over a command, beside what its clock allows, hangs.
    pub patience: Duration,
}

#[cfg(test)]
impl Conditions {
    /// Usual ones without a clock, for engines that answer at once.
    pub fn of(dims: Dims) -> Conditions {
        Conditions {
            dims,
            rules: Rules::default(),
            komi: 7.5,
            time: TimeSystem::None,
            max_moves: 100,
            patience: Duration::from_secs(1),
        }
    }
}
