//! What stops a match.

use crate::tools::engine::{Complaint, NEEDS_OPTION, Trouble};
use std::fmt;
use std::path::PathBuf;

/// Why a match could not be played.
#[derive(Clone, Debug)]
pub enum MatchError {
    /// An engine does not start.
    Launch {
        /// Its command line.
        command: String,
        /// Why.
        reason: String,
    },
    /// An engine starts but does not introduce itself, or refuses what is agreed.
    Introduction {
        /// Its command line.
        command: String,
        /// What went wrong.
        complaint: Complaint,
    },
    /// An opening cannot be played under the conditions: which, and why.
    Opening(String),
    /// A file or directory cannot be written.
    Write(PathBuf, String),
    /// An earlier match's games are in the way.
    GamesExist(PathBuf),
    /// An earlier match's results are in the way, in a file that was named.
    ResultsExist(PathBuf),
    /// Another match is writing the results.
    InUse(PathBuf),
    /// Results that cannot be read at all.
    Read(PathBuf, String),
    /// A results file with a line that means nothing: which, and why.
    Results(PathBuf, usize, String),
    /// The results are those of another match: what differs.
    OtherMatch(PathBuf, String),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Opening(reason) => f.write_str(reason),
            MatchError::Launch { command, reason } => {
                write!(f, "engine '{command}' does not start: {reason}")
            }
            MatchError::Introduction { command, complaint } => {
                write!(f, "engine '{command}' fails at {complaint}")?;
                match (complaint.command.as_str(), &complaint.trouble) {
                    // It is the first command: the engine has not answered anything.
                    ("name", Trouble::Hang(_)) => write!(f, "; {NEEDS_OPTION}"),
                    _ => Ok(()),
                }
            }
            MatchError::Write(path, reason) => {
                write!(f, "{} cannot be written: {reason}", path.display())
            }
            MatchError::GamesExist(path) => write!(
                f,
                "{} exists already; give a directory without games of an earlier match, \
                 or go on with that match by --resume and its results",
                path.display()
            ),
            MatchError::ResultsExist(path) => write!(
                f,
                "{} exists already; give another file for the results, \
                 or go on with the match that it is of by --resume",
                path.display()
            ),
            MatchError::InUse(path) => write!(
                f,
                "another match is writing {}; wait for its end, or give other results",
                path.display()
            ),
            MatchError::Read(path, reason) => {
                write!(f, "results {} cannot be read: {reason}", path.display())
            }
            MatchError::Results(path, line, reason) => {
                write!(f, "results {}, line {line}: {reason}", path.display())
            }
            MatchError::OtherMatch(path, difference) => write!(
                f,
                "{} has the results of another match: {difference}",
                path.display()
            ),
        }
    }
}

impl std::error::Error for MatchError {}
