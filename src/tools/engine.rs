//! A program at the other end of GTP, as the tools see it.

pub use crate::wire::Trouble;
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
