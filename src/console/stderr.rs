//! Lines on standard error: faults, chat and live graphics.
//!
//! A client may hold the other end of standard error and never read it. So one
//! thread writes all lines, and nobody waits for it longer than a moment, the
//! end of the program a few seconds; lines beyond those that may wait are dropped.

use super::names::without_effect;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, SendError, Sender};
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Lines that may wait to be written; more are dropped.
const MOST_WAITING: usize = 256;
/// The longest wait for a line to be written. A reader who is there takes less.
const PATIENCE: Duration = Duration::from_millis(200);
/// The same for all lines at the end of the program, when nobody waits for an answer any more; the machine may be busy.
const LAST_PATIENCE: Duration = Duration::from_secs(5);

/// The way to the thread that writes. It starts with the first line.
static QUEUE: LazyLock<Sender<String>> = LazyLock::new(start);
static STATE: Mutex<State> = Mutex::new(State {
    waiting: 0,
    is_stuck: false,
});
/// Notified with each line that has been written.
static WRITTEN: Condvar = Condvar::new();

/// How far the writing is.
struct State {
    /// Lines that have been sent and are not yet written.
    waiting: usize,
    /// Whether somebody waited in vain, and nothing has been written since.
    is_stuck: bool,
}

impl State {
    fn lock() -> MutexGuard<'static, State> {
        STATE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all lines have been written, no longer than this.
    fn wait(patience: Duration) -> MutexGuard<'static, State> {
        let waited = WRITTEN.wait_timeout_while(State::lock(), patience, |state| state.waiting > 0);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Starts the thread. Where the system has no room for one nobody takes the lines.
fn start() -> Sender<String> {
    let (queue, lines) = mpsc::channel();
    let _ = thread::Builder::new()
        .name("stderr".into())
        .spawn(move || write_all(lines));
    queue
}

fn write_all(lines: Receiver<String>) {
    for text in lines {
        // Writing fails when nobody reads any more; there is nobody left to tell.
        let _ = io::stderr().write_all(text.as_bytes());
        let mut state = State::lock();
        state.waiting -= 1;
        state.is_stuck = false;
        WRITTEN.notify_all();
    }
}

/// Writes a line, or several, soon.
pub fn say(text: String) {
    let mut state = State::lock();
    if state.waiting >= MOST_WAITING {
        return;
    }
    match QUEUE.send(text + "\n") {
        Ok(()) => state.waiting += 1,
        // There is no thread. A program that the system gives none is about to say so, and to end.
        Err(SendError(text)) => drop(io::stderr().write_all(text.as_bytes())),
    }
}

/// Writes a line before it returns, if the reader takes it within a moment and is not known to be stuck.
pub fn say_and_wait(line: String) {
    say(line);
    if !State::lock().is_stuck {
        let mut state = State::wait(PATIENCE);
        state.is_stuck = state.waiting > 0;
    }
}

/// Says what does not go as it was asked for, as [`say_and_wait`] does.
pub fn warn(what: impl Display) {
    say_and_wait(format!("warning: {what}"));
}

/// Waits for the lines said so far, at the end of the program: a reader who is late still gets them.
pub fn flush() {
    drop(State::wait(LAST_PATIENCE));
}

/// Tells which keys of a configuration have no effect, if any; `place` is where they stand.
pub fn tell_ignored(place: &str, keys: &[String]) {
    if !keys.is_empty() {
        let words = without_effect(keys.join(", "));
        warn(format_args!("{place}: {words}"));
    }
}
