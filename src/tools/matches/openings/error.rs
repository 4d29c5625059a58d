//! What is wrong with openings.

use crate::console::counted;
use crate::game::{HandicapError, IllegalMove, SetupError, sgf};
use crate::types::{Dims, VertexError};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Openings that cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum OpeningError {
    /// A file or directory that cannot be read.
    Read(PathBuf, String),
    /// A file without openings.
    None(PathBuf),
    /// A record that a text names, and what is wrong with it: where it is named.
    Listed(String, Box<OpeningError>),
    /// A record that is not SGF.
    Sgf(String, sgf::SgfError),
    /// A record whose end is missing, and with it perhaps some moves: whose.
    CutOff(String),
    /// A record of another board: whose, and its size.
    OtherBoard(String, Dims),
    /// A record that sets up stones after so many moves: whose.
    SetUp(String, usize),
    /// A word that is no move: where, and why.
    BadMove(String, VertexError),
    /// A line that is neither moves nor the name of a record.
    BadLine(String, String),
    /// A move that the rules of the match forbid: where, which one, and why.
    Illegal(String, String, IllegalMove),
    /// Stones that cannot be set up: where, and why.
    Setup(String, SetupError),
    /// Moves after which the game is over: where.
    Over(String),
    /// As many moves as a game may have: where, and how many it may have.
    TooLong(String, usize),
    /// A handicap that this board does not have.
    Handicap(HandicapError),
}

impl OpeningError {
    pub(super) fn read(path: &Path, error: &io::Error) -> OpeningError {
        OpeningError::Read(path.to_owned(), error.to_string())
    }
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Read(path, reason) => {
                write!(f, "openings {} cannot be read: {reason}", path.display())
            }
            OpeningError::None(path) => write!(f, "{} holds no openings", path.display()),
            OpeningError::Listed(place, error) => write!(f, "{error} (named by {place})"),
            OpeningError::Sgf(place, error) => write!(f, "opening {place}: {error}"),
            OpeningError::CutOff(place) => {
                write!(f, "opening {place}: the end of the record is missing")
            }
            OpeningError::OtherBoard(place, dims) => {
                write!(f, "opening {place} is for a {dims} board")
            }
            OpeningError::SetUp(place, number) => write!(
                f,
                "opening {place}: stones are set up after move {number}, which no opening may have"
            ),
            OpeningError::BadMove(place, error) => write!(f, "opening {place}: {error}"),
            OpeningError::BadLine(place, line) => write!(
                f,
                "opening {place}: '{line}' is neither moves such as 'D4 Q16', nor 'play black D4', \
                 nor the name of an SGF file"
            ),
            OpeningError::Illegal(place, mv, error) => write!(f, "opening {place}, {mv}: {error}"),
            OpeningError::Setup(place, error) => write!(f, "opening {place}: {error}"),
            OpeningError::Over(place) => write!(f, "opening {place}: the game is over after it"),
            OpeningError::TooLong(place, most) => write!(
                f,
                "opening {place}: nothing is left to play, a game has at most {}",
                counted(*most, "move", "moves")
            ),
            OpeningError::Handicap(error) => write!(f, "handicap: {error}"),
        }
    }
}

impl std::error::Error for OpeningError {}
