//! An engine's process, and what it said last.

use super::pipes::spawn;
use crate::wire::group::Group;
use std::io;
use std::process::Child;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// How many bytes of an engine's last words are kept.
const MOST_KEPT: usize = 1024;

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
pub(super) struct LastWords {
    last: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl LastWords {
    pub(super) fn drain(mut stderr: impl io::Read + Send + 'static) -> io::Result<LastWords> {
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

    pub(super) fn are_complete(&self) -> bool {
        self.thread.is_finished()
    }

    pub(super) fn last_line(&self) -> Option<String> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&last);
        let line = text.lines().rev().find(|line| !line.trim().is_empty())?;
        Some(line.trim().to_string())
    }
}
