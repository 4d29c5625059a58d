//! A file of all that was received and sent.

use super::{now, stderr};
use crate::files;
use crate::version::NAME_AND_VERSION;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process;
use std::sync::{Mutex, PoisonError};

/// A file that keeps the stream of a session: received lines after `> `, sent ones after `< `, and before all of them one
/// after `# ` that tells the version. Each line begins with date and time, by universal time, and the number of the process,
/// since several may write to the same file.
///
/// If the log can no longer be written, it ends with a line on standard error and the game goes on.
#[derive(Debug, Default)]
pub struct Log(Mutex<Option<File>>);

impl Log {
    /// Appends to the file; keeps nothing without one.
    ///
    /// # Errors
    /// If the file cannot be opened; the error names it.
    pub fn open(path: Option<&Path>) -> io::Result<Log> {
        let Some(path) = path else {
            return Ok(Log::default());
        };
        let file = files::open_to_append(path).map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("cannot log to '{}': {error}", path.display()),
            )
        })?;
        let log = Log(Mutex::new(Some(file)));
        let commit = env!("TENGEN_COMMIT");
        log.write("#", &format!("{NAME_AND_VERSION}, commit {commit}"));
        Ok(log)
    }

    /// Keeps a line that came in.
    pub fn received(&self, line: &str) {
        self.write(">", line);
    }

    /// Keeps what went out, line by line.
    pub fn sent(&self, reply: &str) {
        self.write("<", reply.trim_end());
    }

    fn write(&self, mark: &str, lines: &str) {
        let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = &mut *place else {
            return;
        };
        // Each entry is written at once, so that a crash does not leave half of it.
        let (time, process) = (now(), process::id());
        let entry: String = lines
            .split('\n')
            .map(|line| format!("{time} {process} {mark} {line}\n"))
            .collect();
        if let Err(error) = file.write_all(entry.as_bytes()) {
            stderr::say_and_wait(format!("tengen: the log ends here: {error}"));
            *place = None;
        }
    }
}
