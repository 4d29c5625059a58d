//! What can go wrong with another engine.

use std::fmt;
use std::io;
use std::time::Duration;

/// What can go wrong with another engine.
#[derive(Debug)]
pub enum ClientError {
    /// The command line cannot be split into words.
    BadCommandLine(String),
    /// The program cannot be started.
    Start {
        /// The program as it was named.
        program: String,
        /// The system's reason.
        error: io::Error,
    },
    /// No complete reply came in time. The engine has been killed.
    Timeout {
        /// The command it was sent.
        command: String,
        /// How long it was waited for.
        after: Duration,
    },
    /// The engine ended instead of answering.
    Died {
        /// The command it was sent.
        command: String,
        /// How it ended, and the end of what it wrote on standard error.
        how: String,
    },
    /// Something that is not GTP came back. The engine has been killed.
    Nonsense {
        /// The command it was sent.
        command: String,
        /// The line at fault.
        line: String,
    },
    /// Something came after a whole reply, before the next command was sent. The engine has been killed.
    Unasked {
        /// The command that had been answered.
        after: String,
        /// The line at fault.
        line: String,
    },
    /// The engine answered with `?`. It can still be used.
    Refused {
        /// The command it was sent.
        command: String,
        /// Its reason.
        message: String,
    },
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::BadCommandLine(line) if line.trim().is_empty() => {
                f.write_str("the command line is empty")
            }
            ClientError::BadCommandLine(line) => {
                write!(f, "cannot split into words, check the quotes: {line}")
            }
            ClientError::Start { program, error } => write!(f, "cannot start {program}: {error}"),
            ClientError::Timeout { command, after } => {
                write!(
                    f,
                    "no answer to '{command}' within {:.1} s",
                    after.as_secs_f64()
                )
            }
            ClientError::Died { command, how } => {
                write!(f, "the engine ended at '{command}': {how}")
            }
            ClientError::Nonsense { command, line } => {
                write!(f, "the answer to '{command}' is not GTP: {line}")
            }
            ClientError::Unasked { after, line } => {
                write!(
                    f,
                    "after the answer to '{after}' the engine wrote '{line}' unasked"
                )
            }
            ClientError::Refused { command, message } => {
                write!(f, "the engine refused '{command}': {message}")
            }
        }
    }
}

impl std::error::Error for ClientError {}
