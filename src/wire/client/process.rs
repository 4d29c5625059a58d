//! An engine's process, with threads between its streams and whoever talks to it: neither can block the other.

use super::error::StartError;
use super::pipes::{spawn, write_all};
use crate::wire::group::Group;
use std::io;
use std::process::{ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How many bytes of an engine's standard error are kept.
const MOST_KEPT: usize = 2048;
/// How many lines of them are told: programs often end with a line that says less than those before it.
const LINES_TOLD: usize = 5;
/// How long at most to wait for the exit status and the last errors of an engine whose output has closed.
const ENDING: Duration = Duration::from_secs(2);
/// How long to wait for them in any case: an engine that has just ended needs a moment to be known as such.
const MOMENT: Duration = Duration::from_millis(100);
/// How long an engine may take to leave once its input has ended.
const FAREWELL: Duration = Duration::from_millis(200);
/// How often a process that is about to end is looked at.
const POLL: Duration = Duration::from_millis(2);
/// How often it is seen whether a process that says nothing is still there, …
const LOOK: Duration = Duration::from_millis(100);
/// … and how long what it has started may go on without a word once it is not.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A process that is talked to by pipes, in a process group of its own where there are such: an interrupt typed at the
/// terminal does not reach it. When this is dropped it may leave by itself, and is then killed with all that it has
/// started.
///
/// Its input is written, its output read and its standard error drained by a thread each. `Piece` is what the reading
/// thread makes of its output: lines or bytes.
#[derive(Debug)]
pub struct Process<Piece> {
    pub(super) group: Group,
    stderr_tail: StderrTail,
    /// For the writing thread; closing it closes the process's input.
    input: Option<Sender<Vec<u8>>>,
    /// From the reading thread; disconnected when the output has ended.
    pub output: Receiver<Piece>,
}

impl<Piece> Process<Piece> {
    /// Starts the process that `command` describes, taking over its standard streams; `read` starts the thread that
    /// reads its output.
    ///
    /// # Errors
    /// [`StartError::Program`] if the system does not start it, or gives no thread.
    pub fn start(
        command: &mut Command,
        read: impl FnOnce(ChildStdout) -> io::Result<Receiver<Piece>>,
    ) -> Result<Process<Piece>, StartError> {
        let piped = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Group::spawn(piped)
            .and_then(|group| Process::of(group, read))
            .map_err(|error| StartError::Program {
                program: command.get_program().to_string_lossy().into_owned(),
                error,
            })
    }

    fn of(
        mut group: Group,
        read: impl FnOnce(ChildStdout) -> io::Result<Receiver<Piece>>,
    ) -> io::Result<Process<Piece>> {
        let no_pipe = || io::Error::other("its standard streams are not there");
        let head = &mut group.head;
        Ok(Process {
            input: Some(write_all(head.stdin.take().ok_or_else(no_pipe)?)?),
            output: read(head.stdout.take().ok_or_else(no_pipe)?)?,
            stderr_tail: StderrTail::drain(head.stderr.take().ok_or_else(no_pipe)?)?,
            group,
        })
    }

    /// Sends these bytes without waiting for anything; nothing once the input is closed.
    pub fn send(&self, bytes: Vec<u8>) {
        // If the process has ended, reading its output will tell.
        let _ = self.input.as_ref().map(|input| input.send(bytes));
    }

    /// Closes its input, once all that was sent has been written.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// The next of its output, within this time. A process that has ended is not waited for because something that it has started
    /// holds the output open.
    ///
    /// # Errors
    /// If there is none in time, or there will be none.
    pub fn next_output(&mut self, limit: Duration) -> Result<Piece, RecvTimeoutError> {
        let start = Instant::now();
        let mut ended: Option<Instant> = None;
        loop {
            let left = limit.saturating_sub(start.elapsed());
            match self.output.recv_timeout(left.min(LOOK)) {
                Err(RecvTimeoutError::Timeout) if left > LOOK => {}
                found => return found,
            }
            if !self.is_running() && ended.get_or_insert_with(Instant::now).elapsed() >= LAST_WORDS
            {
                return Err(RecvTimeoutError::Disconnected);
            }
        }
    }

    /// Whether it has not ended.
    pub fn is_running(&mut self) -> bool {
        self.group.is_running()
    }

    /// Whether it ends within this time. Output that comes meanwhile is lost.
    pub fn ends(&mut self, limit: Duration) -> bool {
        let start = Instant::now();
        while self.is_running() {
            if start.elapsed() >= limit {
                return false;
            }
            // A process whose output nobody reads could not leave.
            if let Err(RecvTimeoutError::Disconnected) = self.output.recv_timeout(POLL) {
                thread::sleep(POLL);
            }
        }
        true
    }

    /// How it ended, when its output has: its exit status, with the last lines of its standard error unless it
    /// succeeded, since what it wrote before was no complaint then. They are waited for within `limit`, but for a
    /// moment at least.
    pub fn how_it_ended(&mut self, limit: Duration) -> String {
        let start = Instant::now();
        let limit = limit.clamp(MOMENT, ENDING);
        while start.elapsed() < limit && self.is_running() {
            thread::sleep(POLL);
        }
        // What it has started may hold its standard error open, and never write anything.
        let limit = limit.min(start.elapsed() + LAST_WORDS);
        while start.elapsed() < limit && !self.stderr_tail.is_whole() {
            thread::sleep(POLL);
        }
        let how = match self.group.head.try_wait() {
            Ok(Some(status)) if status.success() => return status.to_string(),
            Ok(Some(status)) => status.to_string(),
            _ => "it closed its output".to_string(),
        };
        match self.stderr_tail.lines() {
            lines if lines.is_empty() => how,
            lines => format!("{how}: {lines}"),
        }
    }

    /// Kills it with all that it has started.
    pub fn kill(&mut self) {
        self.close();
        self.group.kill();
    }
}

impl<Piece> Drop for Process<Piece> {
    fn drop(&mut self) {
        // An engine, and whatever it has started, should leave when its input ends.
        self.close();
        self.ends(FAREWELL);
    }
}

/// The standard error of a process: drained without end, the last of it kept.
#[derive(Debug)]
struct StderrTail {
    last: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl StderrTail {
    /// Starts to read.
    fn drain(mut stderr: impl io::Read + Send + 'static) -> io::Result<StderrTail> {
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
        Ok(StderrTail { last, thread })
    }

    /// Whether it has been read to its end.
    fn is_whole(&self) -> bool {
        self.thread.is_finished()
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
