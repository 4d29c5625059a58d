use crate::game::{HandicapError, IllegalMove, KomiError, RulesError, SetupError};
use crate::session::CannotUndo;
use crate::time::TimeError;
use crate::types::{DimsError, VertexError, excerpt};
use crate::wire::MAX_LINE;
use std::fmt;

/// The longest usage, in bytes, that a refusal repeats: clients show it in a dialog.
const LONGEST_USAGE: usize = 100;

/// Why a command was refused.
///
/// The text starts with the words of the GTP standard where it has any; what
/// follows them is for the person who reads it.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// No such command.
    UnknownCommand,
    /// Arguments that the command cannot take: what is wrong, and how it is typed.
    Syntax(String, String),
    /// A longer line than any command needs.
    LineTooLong,
    /// A board that Tengen does not have.
    UnacceptableSize(DimsError),
    /// Not a point of the board.
    InvalidCoordinate(VertexError),
    /// A point without a stone where one is needed.
    EmptyVertex(String),
    /// A move that cannot be played.
    IllegalMove(IllegalMove),
    /// The same in a sequence of moves: which one it is, from 1, and its vertex.
    IllegalInSequence(IllegalMove, usize, String),
    /// A move that names no point of the board.
    OffBoard(VertexError),
    /// Fewer moves than were to be taken back.
    CannotUndo(CannotUndo),
    /// `popgo` where the last move is none of `trymove`'s.
    NothingTried,
    /// Handicap stones that cannot be placed.
    Handicap(HandicapError),
    /// Points for handicap stones that are none, or named twice.
    BadVertexList(String),
    /// Stones that cannot be set up.
    Setup(SetupError),
    /// Komi that cannot be given.
    Komi(KomiError),
    /// Nothing has been played yet.
    NoPreviousMove,
    /// A file that cannot be read as a game: its name, and why.
    CannotLoad(String, String),
    /// A file that cannot be written: its name, and why.
    CannotSave(String, String),
    /// A command that would touch a file, by its name, where none may.
    FilesForbidden(&'static str),
    /// A game without a score.
    CannotScore(&'static str),
    /// Rules that cannot be played by.
    Rules(RulesError),
    /// Time settings that are not understood.
    Time(TimeError),
    /// A setting that does not exist or cannot have this value.
    Setting(String),
    /// A neural network that was not given, or whose file is bad.
    Network(String),
    /// The system does not say.
    Unavailable(&'static str),
    /// Somebody asked for an answer before there was one.
    Interrupted,
    /// A fault of Tengen's own.
    Internal(String),
}

impl Failure {
    /// A setting that cannot have this value, and what is wanted.
    pub(super) fn bad_value(name: &str, wanted: &str, value: &str) -> Failure {
        Failure::Setting(format!("{name} is {wanted}, not '{}'", excerpt(value)))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::UnknownCommand => f.write_str("unknown command"),
            Failure::Syntax(reason, usage) if usage.len() > LONGEST_USAGE => {
                let name = usage.split(' ').next().unwrap_or_default();
                write!(f, "syntax error: {reason}; see 'help {name}'")
            }
            Failure::Syntax(reason, usage) => write!(f, "syntax error: {reason}; usage: {usage}"),
            Failure::LineTooLong => {
                write!(f, "syntax error: the line is longer than {MAX_LINE} bytes")
            }
            Failure::UnacceptableSize(error) => write!(f, "unacceptable size: {error}"),
            Failure::InvalidCoordinate(error) => write!(f, "invalid coordinate: {error}"),
            Failure::EmptyVertex(vertex) => write!(f, "vertex must not be empty: {vertex}"),
            Failure::IllegalMove(error) => error.fmt(f),
            Failure::IllegalInSequence(error, number, vertex) => {
                write!(f, "{error}, at move {number} of the sequence, {vertex}")
            }
            Failure::OffBoard(error) => write!(f, "illegal move: {error}"),
            Failure::CannotUndo(error) => error.fmt(f),
            Failure::NothingTried => f.write_str("the last move is none of trymove's"),
            Failure::Handicap(error) => error.fmt(f),
            Failure::BadVertexList(reason) => write!(f, "bad vertex list: {reason}"),
            Failure::Setup(error) => write!(f, "cannot set up: {error}"),
            // The first words are KataGo's, which clients look for.
            Failure::Komi(error) => write!(f, "unacceptable komi: {error}"),
            Failure::NoPreviousMove => f.write_str("no previous move known"),
            Failure::CannotLoad(file, reason) => write!(f, "cannot load file '{file}': {reason}"),
            Failure::CannotSave(file, reason) => write!(f, "cannot save file '{file}': {reason}"),
            Failure::FilesForbidden(name) => {
                write!(
                    f,
                    "{name} may not touch files: Tengen was started with --safe"
                )
            }
            Failure::CannotScore(reason) => write!(f, "cannot score: {reason}"),
            Failure::Rules(error) => error.fmt(f),
            Failure::Time(error) => write!(f, "syntax error: {error}"),
            Failure::Setting(reason) | Failure::Network(reason) => f.write_str(reason),
            Failure::Unavailable(what) => write!(f, "{what} is not known on this system"),
            Failure::Interrupted => f.write_str("interrupted before anything was found"),
            Failure::Internal(reason) => write!(f, "internal error: {reason}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<DimsError> for Failure {
    fn from(error: DimsError) -> Failure {
        Failure::UnacceptableSize(error)
    }
}

impl From<IllegalMove> for Failure {
    fn from(error: IllegalMove) -> Failure {
        Failure::IllegalMove(error)
    }
}

impl From<CannotUndo> for Failure {
    fn from(error: CannotUndo) -> Failure {
        Failure::CannotUndo(error)
    }
}

impl From<HandicapError> for Failure {
    fn from(error: HandicapError) -> Failure {
        Failure::Handicap(error)
    }
}

impl From<KomiError> for Failure {
    fn from(error: KomiError) -> Failure {
        Failure::Komi(error)
    }
}

impl From<RulesError> for Failure {
    fn from(error: RulesError) -> Failure {
        Failure::Rules(error)
    }
}

impl From<TimeError> for Failure {
    fn from(error: TimeError) -> Failure {
        Failure::Time(error)
    }
}
