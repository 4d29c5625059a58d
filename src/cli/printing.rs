//! Lines of a job that goes on even if they cannot be printed.

use super::is_unread_output;
use crate::console::stderr;
use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line on standard error. Nobody may be reading: that is no reason to end, or to wait.
pub fn aside(line: impl Display) {
    stderr::say_and_wait(line.to_string());
}

/// What printing came to. Where it failed, `written` says on standard error which files are there: whoever sees the job fail might
/// think that none are.
pub fn or_aside(printed: io::Result<()>, written: impl Display) -> io::Result<()> {
    printed.inspect_err(|error| {
        if !is_unread_output(error) {
            aside(written);
        }
    })
}

/// Prints a line that tells of files which are there; on standard error, where standard output does not take it.
pub fn print_or_aside(line: &str) -> io::Result<()> {
    or_aside(writeln!(io::stdout(), "{line}"), line)
}

/// Prints on standard output and keeps the first error until somebody asks for it.
#[derive(Default)]
pub struct Lines {
    broken: Option<io::Error>,
}

impl Lines {
    /// Prints a line; after an error, none.
    pub fn print(&mut self, line: impl Display) {
        if self.broken.is_some() {
            return;
        }
        let mut out = io::stdout();
        let written = writeln!(out, "{line}").and_then(|()| out.flush());
        self.broken = written.err();
    }

    /// The first error.
    pub fn end(self) -> io::Result<()> {
        self.broken.map_or(Ok(()), Err)
    }
}
