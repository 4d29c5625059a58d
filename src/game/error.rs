//! Why moves, handicap and set-ups are refused.

use super::MAX_MOVES;
use crate::types::{Dims, Point, format_vertex};
use std::fmt;

/// Why a move was refused. The text starts with the words of the GTP standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// Not a point of this board.
    OffBoard,
    /// The point holds a stone.
    Occupied,
    /// The stone's chain would have no liberty, and the rules forbid that. A single stone never may.
    Suicide,
    /// Takes back the stone that has just been taken.
    Ko,
    /// Brings back the position after move number `repeats`; 0 is the start.
    Superko {
        /// Whose position would come back.
        repeats: usize,
    },
    /// The record holds [`MAX_MOVES`] moves and cannot grow.
    TooManyMoves,
}

impl IllegalMove {
    /// The reason alone, such as `occupied`.
    pub fn reason(&self) -> String {
        match self {
            IllegalMove::OffBoard => "off the board".to_owned(),
            IllegalMove::Occupied => "occupied".to_owned(),
            IllegalMove::Suicide => "suicide".to_owned(),
            IllegalMove::Ko => "ko".to_owned(),
            IllegalMove::Superko { repeats } => format!("superko, repeats move {repeats}"),
            IllegalMove::TooManyMoves => {
                format!("the game already has {MAX_MOVES} moves, the most kept")
            }
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move: {}", self.reason())
    }
}

impl std::error::Error for IllegalMove {}

/// Why a handicap was refused. The text starts with the words of the GTP standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandicapError {
    /// There are stones on the board.
    BoardNotEmpty,
    /// Too few stones or too many.
    InvalidNumber {
        /// How many were asked for.
        asked: usize,
        /// The fewest stones allowed.
        least: usize,
        /// The most stones allowed; fewer than the fewest if the board has no handicap of this kind.
        most: usize,
    },
    /// A point named twice or not on this board.
    BadVertexList,
}

impl fmt::Display for HandicapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandicapError::BoardNotEmpty => f.write_str("board not empty"),
            HandicapError::InvalidNumber { asked, least, most } if most < least => write!(
                f,
                "invalid number of stones: {asked}; this board has no handicap of this kind"
            ),
            HandicapError::InvalidNumber { asked, least, most } => write!(
                f,
                "invalid number of stones: {asked}, where from {least} to {most} are possible"
            ),
            HandicapError::BadVertexList => {
                f.write_str("bad vertex list, a point is named twice or not on this board")
            }
        }
    }
}

impl std::error::Error for HandicapError {}

/// Stones that cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A point that is not on this board.
    OffBoard,
    /// A chain would have no liberty.
    NoLiberty {
        /// Where it stands.
        point: Point,
        /// The board.
        dims: Dims,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::OffBoard => f.write_str("a point to set up is not on this board"),
            SetupError::NoLiberty { point, dims } => write!(
                f,
                "the set-up leaves the chain at {} without a liberty",
                format_vertex(*dims, *point)
            ),
        }
    }
}

impl std::error::Error for SetupError {}
