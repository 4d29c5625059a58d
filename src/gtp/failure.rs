//! Why commands are refused, in the words that clients expect.

use crate::game::{HandicapError, IllegalMove, KomiError, RulesError, SetupError};
use crate::net::LoadingError;
use crate::search::ParamError;
use crate::session::CannotUndo;
use crate::time::TimeError;
use crate::types::{Dims, DimsError, Point, VertexError, excerpt, format_vertex};
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
    /// The command cannot be carried out, and why.
    Refused(String),
    /// A move that cannot be played.
    IllegalMove(IllegalMove),
    /// A fault of Tengen's own.
    Internal(String),
}

impl Failure {
    /// The command cannot be carried out, and why.
    pub(super) fn refused(reason: impl Into<String>) -> Failure {
        Failure::Refused(reason.into())
    }

    /// A longer line than any command needs.
    pub(super) fn line_too_long() -> Failure {
        Failure::Refused(format!(
            "syntax error: the line is longer than {MAX_LINE} bytes"
        ))
    }

    /// Arguments that the command cannot take: what is wrong, and how it is typed.
    pub(super) fn syntax(reason: &str, usage: &str) -> Failure {
        let name = usage.split(' ').next().unwrap_or_default();
        Failure::Refused(match usage.len() > LONGEST_USAGE {
            true => format!("syntax error: {reason}; see 'help {name}'"),
            false => format!("syntax error: {reason}; usage: {usage}"),
        })
    }

    /// A point for two stones.
    pub(super) fn named_twice(dims: Dims, point: Point) -> Failure {
        let vertex = format_vertex(dims, point);
        Failure::bad_vertex_list(format!("{vertex} is named twice"))
    }

    /// Points for stones that are none, or named twice.
    pub(super) fn bad_vertex_list(reason: impl fmt::Display) -> Failure {
        Failure::Refused(format!("bad vertex list: {reason}"))
    }

    /// A command that would touch a file, by its name, where none may.
    pub(super) fn files_forbidden(name: &str) -> Failure {
        Failure::Refused(format!(
            "{name} may not touch files: Tengen was started with --safe"
        ))
    }

    /// A setting that there is not; `command` without arguments lists those that there are.
    pub(super) fn unknown_setting(name: &str, command: &str) -> Failure {
        let name = excerpt(name);
        Failure::Refused(format!("unknown setting '{name}': '{command}' lists them"))
    }

    /// A setting that cannot have this value, and what is wanted.
    pub(super) fn bad_value(name: &str, wanted: &str, value: &str) -> Failure {
        Failure::Refused(format!("{name} is {wanted}, not '{}'", excerpt(value)))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused(reason) => f.write_str(reason),
            Failure::IllegalMove(error) => error.fmt(f),
            Failure::Internal(reason) => write!(f, "internal error: {reason}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<IllegalMove> for Failure {
    fn from(error: IllegalMove) -> Failure {
        Failure::IllegalMove(error)
    }
}

/// For each error of the layers below the words before it.
macro_rules! refusals {
    ($($error:ty => $words:literal,)*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::Refused(format!(concat!($words, "{}"), error))
            }
        }
    )*};
}

refusals! {
    CannotUndo => "",
    DimsError => "unacceptable size: ",
    HandicapError => "",
    // KataGo's words, which clients look for.
    KomiError => "unacceptable komi: ",
    LoadingError => "",
    ParamError => "",
    RulesError => "",
    SetupError => "cannot set up: ",
    TimeError => "syntax error: ",
    VertexError => "invalid coordinate: ",
}
