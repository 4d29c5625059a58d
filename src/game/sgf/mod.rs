//! Game records in the Smart Game Format, read leniently and written strictly.
//!
//! Source: the specification of FF\[4\], <https://www.red-bean.com/sgf/>.
//!
//! What users send is often not quite SGF. Reading takes any encoding (that of the byte order mark; else UTF-16 or UTF-8 where
//! the bytes show it; else what `CA` names), junk around the record, a missing `(;`, a
//! forgotten `]` after a point, an end cut off within a move or a text, the long
//! property names of FF\[3\], komi with a decimal comma, and moves that repeat a
//! position. It follows the first variation only. What would change the game
//! is never guessed: a move that cannot be read or played is a fault, named
//! with line and column. Size, length and set-ups are limited, nothing is
//! recursive, and nothing but the game, the names and the notes on moves is kept in memory.
//!
//! The crate `sgf-parse` was considered: it takes UTF-8 only, forgets where
//! in the text a value stood, in its lenient mode drops the rest of a record after a
//! fault without a word, and leaves the rules of the game to its user as well.
//!
//! ```
//! use tengen::game::{diagram_of, sgf};
//! let text = b"(;SZ[5:3]KM[6,5]AB[aa:ba]PL[W];W[cb];B[])";
//! let loaded = sgf::load(text, None).unwrap();
//! assert_eq!(diagram_of(loaded.game.board()), "XX...\n..O..\n.....\n");
//! assert_eq!(loaded.komi, Some(6.5));
//! // The position before move 1.
//! let start = sgf::load(text, Some(1)).unwrap();
//! assert!(start.game.moves().is_empty());
//!
//! let fault = sgf::load(b"(;SZ[9]\n;B[dd];W[dundefined])", None).unwrap_err();
//! assert_eq!(fault.to_string(), "line 2, column 10: 'dundefined' is not a point of a 9x9 board");
//! ```

mod collection;
mod encoding;
mod header;
mod load;
mod name;
mod node;
mod part;
mod point;
mod read;
mod result;
mod save;
mod start;
mod stray;
mod trees;

pub use collection::split_games;
pub use load::{Loaded, load};
pub use part::{Before, PartError, load_before};
pub use point::{format_point, parse_point};
pub use result::{VOID, resignation};
pub use save::{save, save_with_notes};

use super::{Departure, Game, IllegalMove, MAX_MOVES, SetupError};
use crate::types::{Color, Move, excerpt};
use std::fmt;
use std::time::Duration;

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 8 << 20;

/// The most nodes of the main line that are read: room for the longest game that is kept.
pub const MAX_NODES: usize = MAX_MOVES + 2;

/// The most points and rectangles that a record may set up: each changes the board, which takes its time.
pub const MAX_SETUPS: usize = 20_000;

/// What a record says about a game besides the game itself. Empty text is not written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Black's name.
    pub black: String,
    /// Black's rank, such as `5d`.
    pub black_rank: String,
    /// White's name.
    pub white: String,
    /// White's rank.
    pub white_rank: String,
    /// The result, such as `B+3.5`, `W+Resign`, `W+Time`, `0` or `Void`.
    pub result: String,
    /// When it was played, such as `2026-11-20`.
    pub date: String,
    /// Where it was played.
    pub place: String,
    /// The tournament.
    pub event: String,
    /// The round of the tournament.
    pub round: String,
    /// The name of the game.
    pub name: String,
    /// Main time, in seconds or in whatever words the record has.
    pub main_time: String,
    /// Overtime in words, such as `5x30 byo-yomi`.
    pub overtime: String,
    /// Remarks on the whole game.
    pub comment: String,
}

/// What a record says of rules, komi and handicap that cannot be understood, or not be played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotUnderstood {
    /// Rules that no one has heard of.
    pub rules: Option<String>,
    /// Where Tengen's rules differ from those that the record names.
    pub departures: Vec<Departure>,
    /// Komi that is no number, or one that cannot be given.
    pub komi: Option<String>,
    /// So many handicap stones, that are not on the board and cannot have stood on the usual points.
    pub handicap: Option<usize>,
}

impl NotUnderstood {
    /// What to tell people of the rules, in place of which those are `used` that these words name.
    pub fn rules_remarks(&self, used: &str) -> impl Iterator<Item = String> {
        let unknown = self.rules.as_ref().map(|text| {
            let text = excerpt(text);
            format!("rules '{text}' are not understood; using {used}")
        });
        let departures = self.departures.iter().map(Departure::to_string);
        unknown.into_iter().chain(departures)
    }

    /// What to tell people of the komi, and what is given in its place.
    pub fn komi_remark(&self, game: &Game) -> Option<String> {
        let text = excerpt(self.komi.as_ref()?);
        let komi = game.komi();
        Some(format!("komi '{text}' is not understood; using {komi}"))
    }

    /// What to tell people of the handicap.
    pub fn handicap_remark(&self) -> Option<String> {
        let stones = self.handicap?;
        Some(format!(
            "the record counts {stones} handicap stones, but does not say where they stand; none are placed"
        ))
    }
}

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

/// Why a record could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfError {
    /// The line of the fault, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// More than [`MAX_BYTES`].
    TooLarge,
    /// More than [`MAX_NODES`].
    TooLong,
    /// More than [`MAX_SETUPS`].
    TooManySetups,
    /// Nothing that looks like a game record.
    NoGame,
    /// A game other than Go.
    OtherGame,
    /// A value that does not end, and nobody knows what belongs to it.
    UnclosedValue,
    /// Not a board size that can be played on.
    BadSize(String),
    /// A point that cannot be read: the value and the board.
    BadPoint(String, crate::types::Dims),
    /// A move that names no point: its number, its value and the board.
    NoMove(usize, String, crate::types::Dims),
    /// A move that is not possible: its number, and why.
    BadMove(usize, IllegalMove),
    /// Stones that cannot be set up.
    BadSetup(SetupError),
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        match &self.fault {
            Fault::TooLarge => write!(f, "the record is longer than {} MB", MAX_BYTES >> 20),
            Fault::TooLong => {
                write!(
                    f,
                    "the record has more nodes than a game of {MAX_MOVES} moves"
                )
            }
            Fault::TooManySetups => write!(
                f,
                "the record sets up more than {MAX_SETUPS} points and rectangles"
            ),
            Fault::NoGame => f.write_str("there is no game record"),
            Fault::OtherGame => f.write_str("the record is not of a game of Go"),
            Fault::UnclosedValue => f.write_str("the value that starts here has no ']'"),
            Fault::BadSize(text) => write!(
                f,
                "'{text}' is not a board size from 1 to {}",
                crate::types::MAX_SIDE
            ),
            Fault::BadPoint(text, dims) | Fault::NoMove(_, text, dims) => {
                write!(f, "'{text}' is not a point of a {dims} board")
            }
            Fault::BadMove(number, reason) => write!(f, "move {number}: {reason}"),
            Fault::BadSetup(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for SgfError {}

#[cfg(test)]
mod tests;
