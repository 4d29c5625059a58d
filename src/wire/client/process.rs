//! An engine's process, and what it said last.

use super::pipes::spawn;
use crate::wire::group::Group;
use std::io;
use std::process::Child;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How many bytes of an engine's last words are kept.
const MOST_KEPT: usize = 2048;
/// How many lines of them are told: programs often end with a line that says less than those before it.
const LINES_TOLD: usize = 5;
/// How long to wait for the exit status and last words of an engine whose output has closed.
const OBITUARY: Duration = Duration::from_secs(2);
/// How often a process that is about to end is looked at.
pub(super) const POLL: Duration = Duration::from_millis(2);

/// A process that does not outlive its handle.
#[derive(Debug)]
pub(super) struct Process {
    pub(super) child: Child,
    /// Its group, if it has one of its own.
    pub(super) group: Option<Group>,
}

impl Process {
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    pub(super) fn kill(&mut self) {
        // The group first: once the process has been waited for, its number may belong to another.
        self.group = None;
        // Killing fails only if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// An engine's standard error: drained without end, the last of it kept.
#[derive(Debug)]
pub struct LastWords {
    last: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl LastWords {
    /// Starts to read.
    ///
    /// # Errors
    /// If the system gives no thread for it.
    pub fn drain(mut stderr: impl io::Read + Send + 'static) -> io::Result<LastWords> {
        let last = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&last);
        let thread = spawn("engine errors", move || {
            let mut chunk = [0; 4096];
            while let Ok(count) = stderr.read(&mut chunk)
                && count > 0
            {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&chunk[..count]);
                let excess = kept.len().saturating_sub(MOST_KEPT);
                kept.drain(..excess);
            }
        })?;
        Ok(LastWords { last, thread })
    }

    /// How a process ended that has closed its output, with its last words. Who leaves in peace has none: what it wrote
    /// before was no complaint.
    pub fn obituary(&self, child: &mut Child) -> String {
        let start = Instant::now();
        while start.elapsed() < OBITUARY
            && (matches!(child.try_wait(), Ok(None)) || !self.thread.is_finished())
        {
            thread::sleep(POLL);
        }
        let how = match child.try_wait() {
            Ok(Some(status)) if status.success() => return status.to_string(),
            Ok(Some(status)) => status.to_string(),
            _ => "it closed its output".to_string(),
        };
        match self.lines() {
            lines if lines.is_empty() => how,
            lines => format!("{how}: {lines}"),
        }
    }

    fn lines(&self) -> String {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&last);
        let lines: Vec<&str> = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect();
        lines[lines.len().saturating_sub(LINES_TOLD)..].join(" / ")
    }
}
