//! Lines on standard error: faults, chat and live graphics.
//!
//! A client may hold the other end of standard error and never read it. So one
//! thread writes all lines, and nobody waits for it longer than a moment; lines
//! that find the queue full are dropped.

use std::any::Any;
use std::io::{self, Write};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender, TrySendError};
use std::thread;
use std::time::{Duration, Instant};

/// Lines that may wait to be written; more are dropped.
const MOST_WAITING: usize = 256;
/// The longest wait for a line to be written. A reader who is there takes less.
const PATIENCE: Duration = Duration::from_millis(200);
/// The same for the last lines of all, which nothing waits for; the machine may be busy.
const LAST_PATIENCE: Duration = Duration::from_secs(1);

/// The thread that writes. It starts with the first line.
static WRITER: LazyLock<Writer> = LazyLock::new(Writer::start);

struct Writer {
    queue: SyncSender<Entry>,
    /// Whether somebody waited in vain, and nothing has been written since.
    is_stuck: AtomicBool,
}

struct Entry {
    text: String,
    /// Dropped when the text has been written.
    _written: Option<Sender<()>>,
}

impl Writer {
    /// Starts the thread. Without one every line is dropped, since nobody takes it from the queue.
    fn start() -> Writer {
        let (queue, entries) = mpsc::sync_channel(MOST_WAITING);
        let _ = thread::Builder::new()
            .name("stderr".into())
            .spawn(move || write_all(entries));
        Writer {
            queue,
            is_stuck: AtomicBool::new(false),
        }
    }

    /// Queues the text and waits until it has been written, no longer than `patience`. It does not wait for a reader who is known to be
    /// stuck, nor where nobody writes. False if the text found no room, and may do so later.
    fn send_and_wait(&self, text: String, patience: Duration) -> bool {
        let (written, end) = mpsc::channel();
        let entry = Entry {
            text,
            _written: Some(written),
        };
        let is_stuck = self.is_stuck.load(SeqCst);
        match self.queue.try_send(entry) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => return is_stuck,
            Err(TrySendError::Disconnected(_)) => return true,
        }
        if !is_stuck && end.recv_timeout(patience) == Err(mpsc::RecvTimeoutError::Timeout) {
            self.is_stuck.store(true, SeqCst);
        }
        true
    }
}

fn write_all(entries: Receiver<Entry>) {
    for entry in entries {
        // Writing fails when nobody reads any more; there is nobody left to tell.
        let _ = io::stderr().write_all(entry.text.as_bytes());
        WRITER.is_stuck.store(false, SeqCst);
    }
}

/// Writes a line, or several, soon.
pub fn say(text: String) {
    let entry = Entry {
        text: text + "\n",
        _written: None,
    };
    let _ = WRITER.queue.try_send(entry);
}

/// Writes a line before it returns, if the reader takes it within a moment.
pub fn tell(line: String) {
    WRITER.send_and_wait(line + "\n", PATIENCE);
}

/// Tells which keys of a configuration have no effect, if any; `place` is where they stand.
pub fn tell_ignored(place: &str, keys: &[String]) {
    if !keys.is_empty() {
        let keys = keys.join(", ");
        tell(format!("warning: {place}: without effect here: {keys}"));
    }
}

/// Tells of a fault of Tengen's own: where it happened, and what it was.
pub fn tell_fault(place: &str, what: &str) {
    tell(format!("tengen: internal error in {place}: {what}"));
}

/// What a panic said.
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "unknown",
    }
}

/// Has the message of every panic written here from now on. The standard library's way of
/// writing it would wait for a reader who does not read.
pub fn tell_panics() {
    std::panic::set_hook(Box::new(|panic| tell(format!("tengen: {panic}"))));
}

/// Waits a moment for the lines said so far, for a program that is about to end.
pub fn flush() {
    let begun = Instant::now();
    while !WRITER.send_and_wait(String::new(), LAST_PATIENCE) && begun.elapsed() < LAST_PATIENCE {
        // The queue is full: most of it is still to be written.
        thread::sleep(Duration::from_millis(1));
    }
}
