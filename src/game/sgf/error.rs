//! What can be wrong with a record.

use super::{MAX_BYTES, MAX_SETUP_NODES, MAX_SETUPS};
use crate::game::{IllegalMove, MAX_MOVES, SetupError};
use crate::types::{Dims, MAX_SIDE};
use std::fmt;

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
    /// More than [`MAX_NODES`](super::MAX_NODES).
    TooLong,
    /// More than [`MAX_SETUPS`].
    TooManySetups,
    /// More than [`MAX_SETUP_NODES`].
    TooManySetupNodes,
    /// Nothing that looks like a game record.
    NoGame,
    /// A game other than Go.
    OtherGame,
    /// A value that does not end, and nobody knows what belongs to it.
    UnclosedValue,
    /// Not a board size that can be played on.
    BadSize(String),
    /// A point that cannot be read: the value and the board.
    BadPoint(String, Dims),
    /// A move that names no point: its number, its value and the board.
    NoMove(usize, String, Dims),
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
            Fault::TooManySetupNodes => {
                write!(
                    f,
                    "the record changes stones in more than {MAX_SETUP_NODES} nodes"
                )
            }
            Fault::NoGame => f.write_str("there is no game record"),
            Fault::OtherGame => f.write_str("the record is not of a game of Go"),
            Fault::UnclosedValue => f.write_str("the value that starts here has no ']'"),
            Fault::BadSize(text) => {
                write!(f, "'{text}' is not a board size from 1 to {}", MAX_SIDE)
            }
            Fault::BadPoint(text, dims) | Fault::NoMove(_, text, dims) => {
                write!(f, "'{text}' is not a point of a {dims} board")
            }
            Fault::BadMove(number, reason) => write!(f, "move {number}: {reason}"),
            Fault::BadSetup(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for SgfError {}
