//! A program at the other end of GTP, as the tools see it.

use std::fmt;
use std::time::Duration;

/// Something that answers GTP commands: a process, or a script in a test.
pub trait Engine {
    /// Sends a command without an id and waits for the reply, which comes back
    /// without its `=` and without blanks around it.
    ///
    /// # Errors
    /// [`Trouble::Refusal`] leaves the engine fit for the next command; after
    /// any other trouble it is of no further use.
    fn ask(&mut self, command: &str, limit: Duration) -> Result<String, Trouble>;
}

/// Why a command got no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// An error reply, with its text.
    Refusal(String),
    /// The engine ended, with what is known of it.
    Death(String),
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
            Trouble::Death(text) => write!(f, "the engine ended: {text}"),
            Trouble::Hang(limit) => write!(f, "no reply within {:.1} s", limit.as_secs_f64()),
            Trouble::Nonsense(text) => write!(f, "not a GTP reply: '{text}'"),
            Trouble::Unasked { after, line } => {
                write!(f, "after the answer to '{after}' it wrote '{line}' unasked")
            }
        }
    }
}

impl std::error::Error for Trouble {}

#[cfg(test)]
pub mod fake {
    //! Engines made of a closure.

    use super::*;

    /// Has every command.
    pub fn knows_all(_command: &str) -> bool {
        true
    }

    /// Has no command beside the oldest ones.
    pub fn knows_none(_command: &str) -> bool {
        false
    }

    /// Answers with what the closure returns.
    pub struct Fake<F>(pub F);

    impl<F: FnMut(&str) -> Result<String, Trouble>> Engine for Fake<F> {
        fn ask(&mut self, command: &str, _limit: Duration) -> Result<String, Trouble> {
            (self.0)(command)
        }
    }
}
