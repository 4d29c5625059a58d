use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::Duration;

/// Lines that wait to be written; more are dropped.
const MAX_WAITING: usize = 64;
/// How long a session that ends waits for its last lines to be written.
const FAREWELL: Duration = Duration::from_millis(200);

/// Lines on standard error, beside the protocol.
///
/// They are written on a thread of their own, so that a client that does not
/// read them cannot stop the engine; what it leaves unread is dropped.
pub(super) struct Aside {
    lines: Option<SyncSender<String>>,
    /// Closed when everything has been written.
    written: Receiver<()>,
}

impl Aside {
    /// Starts the thread; without one, nothing is said.
    pub fn new() -> Aside {
        let (lines, waiting) = mpsc::sync_channel::<String>(MAX_WAITING);
        let (writing, written) = mpsc::channel::<()>();
        let writer = move || {
            for line in waiting {
                // Nobody may be reading.
                let _ = writeln!(io::stderr(), "{line}");
            }
            drop(writing);
        };
        let started = thread::Builder::new().name("aside".into()).spawn(writer);
        Aside {
            lines: started.is_ok().then_some(lines),
            written,
        }
    }

    /// Says one line, or several.
    pub fn say(&self, line: String) {
        if let Some(lines) = &self.lines {
            let _ = lines.try_send(line);
        }
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        self.lines = None;
        let _ = self.written.recv_timeout(FAREWELL);
    }
}
