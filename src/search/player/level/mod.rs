//! Levels: Tengen as an opponent for an even game.
//!
//! How a weaker level plays depends on whether a network judges: see the two tables, [`network`] and [`playouts`].

mod network;
mod playouts;

use super::candidates::Candidates;
use crate::game::Game;
use crate::types::{Color, Dims, Move, Point};
use std::fmt;
use std::str::FromStr;

/// A chain of so many stones is worth an answer at every level.
const LARGE_CHAIN: usize = 3;

/// How strong Tengen plays, from 1, the weakest, to 20, all it can.
///
/// A weaker level thinks less, and does not always play what it likes best. No level fills an eye of its own unless that is its
/// best move, or plays elsewhere when its best move captures or saves a chain of some size. Passing and the count are those of
/// full strength.
///
/// ```
/// use tengen::search::{Level, Settings};
/// let settings = Settings { level: "3".parse()?, ..Settings::default() };
/// assert!(!settings.level.is_full() && settings.level < Level::FULL);
/// # Ok::<(), tengen::search::LevelError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Default for Level {
    fn default() -> Level {
        Level::FULL
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Text that names no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelError;

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Level::CHOICES)
    }
}

impl std::error::Error for LevelError {}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let number: u8 = text.trim().parse().map_err(|_| LevelError)?;
        let fits = (1..=Level::FULL.0).contains(&number);
        fits.then_some(Level(number)).ok_or(LevelError)
    }
}

impl Level {
    /// All that Tengen can.
    pub const FULL: Level = Level(20);

    /// What can be chosen, in words.
    pub const CHOICES: &str = "a whole number from 1 (the weakest) to 20 (full strength)";

    /// Every level, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::FULL.0).map(Level)
    }

    /// Whether nothing is held back.
    pub fn is_full(self) -> bool {
        self == Level::FULL
    }

    /// What holds this level back on such a board; nothing at full strength.
    pub(super) fn limits(self, dims: Dims, has_network: bool) -> Option<LevelLimits> {
        let row = usize::from(self.0) - 1;
        match has_network {
            true => network::table(dims).get(row).map(LevelLimits::Network),
            false => playouts::TABLE.get(row).map(LevelLimits::Playouts),
        }
    }
}

/// What holds a level back: how much it thinks, and what it chooses.
#[derive(Clone, Copy)]
pub(super) enum LevelLimits {
    /// Where playouts judge.
    Playouts(&'static playouts::Row),
    /// Where a network does.
    Network(&'static network::Row),
}

impl LevelLimits {
    /// The most playouts for a move on this board.
    pub fn playouts(self, dims: Dims) -> u64 {
        match self {
            LevelLimits::Playouts(row) => row.playouts(dims),
            LevelLimits::Network(row) => row.visits(),
        }
    }

    /// How many threads may think; as many as there are if nothing is said. With one, a level that reads little plays
    /// the same on every machine, if the same kernel computes the network.
    pub fn threads(self) -> Option<usize> {
        matches!(self, LevelLimits::Network(_)).then_some(1)
    }

    /// Whether a position that looks lost on this board is lost, so that it may be resigned.
    pub fn can_tell(self, dims: Dims) -> bool {
        match self {
            LevelLimits::Playouts(row) => row.can_tell(dims),
            LevelLimits::Network(row) => row.can_tell(),
        }
    }

    /// The move to play.
    pub fn choose(self, candidates: &Candidates) -> Move {
        if is_urgent(candidates.game, candidates.color, candidates.best.mv) {
            return candidates.best.mv;
        }
        match self {
            LevelLimits::Playouts(row) => row.choose(candidates),
            LevelLimits::Network(row) => row.choose(candidates),
        }
    }
}

/// Whether the move captures many stones, or takes a large chain out of atari.
fn is_urgent(game: &Game, color: Color, mv: Move) -> bool {
    let Some(point) = mv.point() else {
        return false;
    };
    let before = game.board();
    let mut after = before.clone();
    let captured = after.play_unchecked(color, point);
    let is_saved = |&(stone, owner): &(Point, Color)| {
        owner == color
            && before.liberties(stone) == 1
            && before.chain_size(stone) >= LARGE_CHAIN
            && after.liberties(stone) > 1
    };
    captured >= LARGE_CHAIN || before.chains().iter().any(is_saved)
}

#[cfg(test)]
mod tests;
