//! Commands and their families.

use super::call::{Call, Reply};
use super::engine::Engine;

/// One command.
pub struct Command {
    /// The name, in lower case; it is recognised in any.
    pub name: &'static str,
    /// The arguments in words: `COLOR VERTEX`; optional ones in brackets. `FILE` is the name of a
    /// file: by this word [`Command::touches_file`] knows which calls may read or write one.
    pub arguments: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Carries it out. On failure nothing has changed.
    pub run: fn(&mut Engine, &mut Call) -> Reply,
}

impl Command {
    /// The command as it is typed: `play COLOR VERTEX`.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments)
            .trim_end()
            .to_owned()
    }

    /// Whether no call of it does without a file.
    pub fn needs_file(&self) -> bool {
        self.arguments.starts_with("FILE")
    }

    /// Whether a call with this text after the name reads or writes a file.
    pub fn touches_file(&self, text: &str) -> bool {
        let is_named = !matches!(text, "" | "-");
        self.needs_file() || (self.arguments.contains("FILE") && is_named)
    }
}

/// Commands that belong together: one file each.
pub struct Family {
    /// The headline in `help`.
    pub title: &'static str,
    /// In the order in which they are listed.
    pub commands: &'static [Command],
}
