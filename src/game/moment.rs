//! Points in the course of a game.

use super::Game;

/// A point in the course of a game, by which it can be found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// How many moves have been made.
    pub moves: usize,
    /// The hash of the board and of who is to move.
    pub situation: u64,
}

impl Game {
    /// Where the game stands now.
    pub fn moment(&self) -> Moment {
        Moment {
            moves: self.moves().len(),
            situation: self.position().situation_hash(),
        }
    }
}
