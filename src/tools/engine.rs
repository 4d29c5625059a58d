//! A program at the other end of GTP, as the tools see it.

use crate::console::on_one_line;
pub use crate::wire::Trouble;
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

/// A command that must work and did not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The command.
    pub command: String,
    /// What came instead of an answer.
    pub trouble: Trouble,
}

/// On one line.
impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let trouble = on_one_line(&self.trouble.to_string());
        write!(f, "'{}': {trouble}", self.command)
    }
}

/// Sends a command that must work.
///
/// # Errors
/// As [`Engine::ask`].
pub fn tell(engine: &mut dyn Engine, command: &str, limit: Duration) -> Result<String, Complaint> {
    engine.ask(command, limit).map_err(|trouble| Complaint {
        command: command.to_owned(),
        trouble,
    })
}

#[cfg(test)]
pub mod fake {
    //! Engines made of a closure.

    use super::*;

    /// A `lists` that says yes to every command.
    pub fn knows_all(_command: &str) -> bool {
        true
    }

    /// A `lists` that says no to every command.
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
