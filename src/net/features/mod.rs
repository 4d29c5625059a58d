//! What a network sees of a position: 22 planes and 19 numbers, KataGo's input version 7.
//!
//! ```text
//! Trail       the last boards and moves of a game or of a descent     (kept by whoever plays the moves)
//!   └> Situation   everything the network may know, by reference     (made at a leaf, costs nothing)
//!        └> Extractor   reads ladders and areas
//!             └> Features   one bit a plane for each point, and the numbers
//! ```
//!
//! A search keeps a [`Trail`] for its descent and an [`Extractor`] for each worker; nothing is
//! allocated between leaves. [`Features::of_game`] does it all at once for a whole game.
//!
//! # The planes
//!
//! "Own" is the side to move. Each plane is 0 or 1.
//!
//! | plane | is set on |
//! |---|---|
//! | 0 | every point |
//! | 1, 2 | own stones, the opponent's stones |
//! | 3, 4, 5 | stones of chains with one, two, three liberties |
//! | 6 | points that ko or superko forbids |
//! | 7, 8 | nothing (7 belongs to the encore) |
//! | 9–13 | the last move, the one before, … the fifth last |
//! | 14, 15, 16 | stones caught in a ladder now, one move ago, two moves ago |
//! | 17 | moves that begin a working ladder against the opponent |
//! | 18, 19 | own area, the opponent's area, as the scoring and tax rules see it |
//! | 20, 21 | nothing (they belong to the encore) |
//!
//! # The numbers
//!
//! | number | is |
//! |---|---|
//! | 0–4 | 1 if the last move, the one before, … the fifth last was a pass |
//! | 5 | the points that the side to move gets besides the board, divided by 20 |
//! | 6, 7 | ko rule: simple 0, 0; positional 1, ½; situational 1, −½ |
//! | 8 | 1 if suicide of several stones is allowed |
//! | 9 | 1 under territory scoring |
//! | 10, 11 | tax: none 0, 0; seki 1, 0; all 1, 1 |
//! | 12, 13 | 0 (the encore) |
//! | 14 | 1 if a pass would end this phase of the game |
//! | 15, 16 | playout doubling advantage: whether there is one; half of it |
//! | 17 | 0 (the button) |
//! | 18 | how the parity of komi and board favours the side to move, a triangle wave; 0 under territory scoring |
//!
//! KataGo plays disputes under territory scoring out in an encore, and knows Button Go; Tengen does neither, so what
//! belongs to them is never set.
//!
//! Source of every fact: KataGo (<https://github.com/lightvector/KataGo>), `cpp/neuralnet/nninputs.cpp`
//! (`fillRowV7`), `cpp/game/board.cpp` (ladders, areas), `cpp/game/boardhistory.cpp` (what counts as history).

mod area;
mod extract;
mod ladder;
mod ladders;
mod metadata;
mod of_game;
mod places;
mod planes;
mod players;
mod profile;
mod reading_board;
mod situation;
mod trail;

#[cfg(test)]
mod tests;

pub use extract::Extractor;
pub use of_game::superko_bans;
pub use places::Places;
pub use planes::{Features, symmetry_of_number};
pub use players::Players;
pub use profile::{Era, Profile, ProfileError, Rank};
pub use situation::Situation;
pub use trail::{HISTORY, Trail};

pub use super::file::{GLOBALS, PLANES};

use std::ops::Range;

/// The numbers that tell of a playout doubling advantage.
pub(super) const ADVANTAGE: Range<usize> = 15..17;
