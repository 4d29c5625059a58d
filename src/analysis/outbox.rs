//! Lines that wait to be written.

use crate::monitor::Monitor;
use std::collections::VecDeque;
use std::sync::Arc;

/// Bytes of lines that may wait for a client who does not read; then the
/// answers to further queries wait too.
pub const MAX_UNREAD: usize = 256 << 20;
/// Results stop sooner, so that queries can still be read and answered while nobody reads the results.
const MAX_RESULTS: usize = 64 << 20;
/// What a line takes besides its bytes.
const LINE_BYTES: usize = 48;

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    bytes: usize,
    /// Those who may still send.
    senders: usize,
    /// Whether the client has gone.
    is_broken: bool,
}

/// A queue of lines, bounded by their bytes, from the reader and the workers to the writer.
#[derive(Default)]
pub struct Outbox(Monitor<State>);

/// What sends lines; the outbox ends when the last one is dropped.
pub struct Sender(Arc<Outbox>);

impl Outbox {
    /// One more who sends.
    pub fn sender(self: &Arc<Self>) -> Sender {
        self.0.change(|state| state.senders += 1);
        Sender(Arc::clone(self))
    }

    fn send(&self, line: String, most: usize) {
        let is_full = |state: &mut State| state.bytes >= most && !state.is_broken;
        let mut state = self.0.wait_while(is_full);
        if !state.is_broken {
            state.bytes += line.len() + LINE_BYTES;
            state.lines.push_back(line);
            self.0.release(state);
        }
    }

    /// Waits for the next line; none when nobody sends any more.
    pub fn next(&self) -> Option<String> {
        let is_empty = |state: &mut State| state.lines.is_empty() && state.senders > 0;
        let mut state = self.0.wait_while(is_empty);
        let line = state.lines.pop_front()?;
        state.bytes -= line.len() + LINE_BYTES;
        self.0.release(state);
        Some(line)
    }

    /// Whether the next line is there already.
    pub fn has_next(&self) -> bool {
        !self.0.lock().lines.is_empty()
    }

    /// Says that nobody reads: what is sent from now on is dropped.
    pub fn give_up(&self) {
        self.0.change(|state| {
            state.is_broken = true;
            state.lines.clear();
            state.bytes = 0;
        });
    }
}

impl Sender {
    /// Sends an answer to a query or to an action; waits only while far too much is unread.
    pub fn answer(&self, line: String) {
        self.0.send(line, MAX_UNREAD);
    }

    /// Sends a result; waits for a client who is slow to read.
    pub fn result(&self, line: String) {
        self.0.send(line, MAX_RESULTS);
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        self.0.0.change(|state| state.senders -= 1);
    }
}
