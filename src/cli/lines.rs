//! Lines of a job that goes on even if they cannot be printed.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line on standard error. Nobody may be reading: that is no reason to end.
pub fn aside(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
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
