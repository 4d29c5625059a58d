//! A program at the other end of GTP, as the tools see it.

use crate::console::on_one_line;
pub use crate::wire::Trouble;
use std::fmt;
use std::time::Duration;

/// What is asked where an engine does not even answer its first command: it may wait for a person.
pub const NEEDS_OPTION: &str = "does it need an option to speak GTP, such as --mode gtp?";

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

/// How long an engine has for leaving.
const FAREWELL: Duration = Duration::from_secs(2);

/// Asks an engine to leave. Whether it does is no matter: dropping it ends it anyway.
pub fn dismiss(engine: &mut dyn Engine) {
    let _ = engine.ask("quit", FAREWELL);
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
    use proptest::prelude::*;
    use proptest::{collection, option, sample};

    /// What an engine answers to its commands, in turn; with nothing in its place it answers what is meant.
    pub type Answers = Vec<Option<Result<String, Trouble>>>;

    /// Answers of which this share is of any kind, and of any length; the others are those that are meant.
    pub fn any_answers(share: f64) -> impl Strategy<Value = Answers> {
        let words = [
            "",
            "pass",
            "PASS",
            "resign",
            "C3",
            "d004",
            "Z9",
            "B+1",
            "W+2.5",
            "w+1e30",
            "0",
            "play pass",
            "B2 C1\nA1",
            "genmove\nplay\u{1b}[2J",
            "undo\r\nquit",
            "18446744073709551616",
            "]]></a>\u{fffe}",
        ];
        let text = prop_oneof![
            4 => sample::select(words.to_vec()).prop_map(str::to_owned),
            1 => any::<String>(),
            1 => "[a-c]".prop_map(|sign| sign.repeat(50_000)),
        ];
        // The client keeps only the beginning of these, so they are short.
        let final_trouble = sample::select(vec![
            Trouble::Ended("exit status: 1".to_owned()),
            Trouble::Nonsense("Hello".to_owned()),
            Trouble::Hang(Duration::ZERO),
        ]);
        let odd = prop_oneof![
            3 => text.clone().prop_map(Ok),
            1 => text.prop_map(|text| Err(Trouble::Refusal(text))),
            1 => final_trouble.prop_map(Err),
        ];
        collection::vec(option::weighted(share, odd), 1..100)
    }

    /// An engine that gives these answers again and again, from the one of this number on.
    pub fn odd(
        answers: &Answers,
        first: usize,
        mut meant: impl FnMut(&str) -> String + 'static,
    ) -> Box<dyn Engine> {
        let mut answers = answers.clone().into_iter().cycle().skip(first);
        Box::new(Fake(move |command: &str| {
            let odd = answers.next().flatten();
            odd.unwrap_or_else(|| Ok(meant(command)))
        }))
    }

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
