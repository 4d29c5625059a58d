//! What can go wrong with another engine.

use std::fmt;
use std::io;
use std::time::Duration;

/// Why an engine does not start.
#[derive(Debug)]
pub enum StartError {
    /// The command line cannot be split into words.
    BadCommandLine(String),
    /// The program cannot be started.
    Program {
        /// The program as it was named.
        program: String,
        /// The system's reason.
        error: io::Error,
    },
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::BadCommandLine(line) if line.trim().is_empty() => {
                f.write_str("the command line is empty")
            }
            StartError::BadCommandLine(line) => {
                write!(f, "cannot split into words, check the quotes: {line}")
            }
            StartError::Program { program, error } => write!(f, "cannot start {program}: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

/// Why a command got no answer. After any but a refusal the engine is gone, or has been killed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// An error reply, with its text.
    Refusal(String),
    /// The engine ended, with what is known of it.
    Ended(String),
    /// No reply within this time.
    Hang(Duration),
    /// Something came that is no GTP reply.
    Nonsense(String),
    /// Something came after the last reply, before the command was sent.
    Unasked {
        /// The command that had been answered.
        after: String,
        /// What came.
        line: String,
    },
}

impl Trouble {
    /// Whether the engine can be asked nothing more.
    pub fn is_final(&self) -> bool {
        !matches!(self, Trouble::Refusal(_))
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Refusal(text) if text.is_empty() => f.write_str("error reply"),
            Trouble::Refusal(text) => write!(f, "error reply '{text}'"),
            Trouble::Ended(text) => write!(f, "the engine ended: {text}"),
            Trouble::Hang(limit) => write!(f, "no reply within {:.1} s", limit.as_secs_f64()),
            Trouble::Nonsense(text) => write!(f, "not a GTP reply: '{text}'"),
            Trouble::Unasked { after, line } => {
                write!(f, "after the answer to '{after}' it wrote '{line}' unasked")
            }
        }
    }
}

impl std::error::Error for Trouble {}
