//! How faults of Tengen's own are told, which the client need not hear of.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How long a line on standard error may take: longer than anybody needs who reads it.
const PATIENCE: Duration = Duration::from_millis(200);
/// Lines that may wait at once for a reader who does not come. More are dropped.
const MOST_WAITING: usize = 4;
/// Lines begun and not yet written.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Tells a fault, where it happened and what it was.
pub(super) fn report_fault(place: &str, what: &str) {
    tell(format!("tengen: internal error in {place}: {what}"));
}

/// Has panics told as other faults are, which cannot stop the program.
pub fn tell_panics() {
    std::panic::set_hook(Box::new(|panic| tell(format!("tengen: {panic}"))));
}

/// Writes a line on standard error from a thread of its own: a client may hold the other end and never read it.
///
/// Whoever does not read loses the lines, and costs a few waits in all.
pub(super) fn tell(line: String) {
    if WAITING.fetch_add(1, SeqCst) >= MOST_WAITING {
        WAITING.fetch_sub(1, SeqCst);
        return;
    }
    let (writing, written) = mpsc::channel::<()>();
    let write = move || {
        // Nobody may be reading.
        let _ = writeln!(io::stderr(), "{line}");
        WAITING.fetch_sub(1, SeqCst);
        drop(writing);
    };
    match thread::Builder::new().spawn(write) {
        Ok(_) => drop(written.recv_timeout(PATIENCE)),
        Err(_) => drop(WAITING.fetch_sub(1, SeqCst)),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::gtp::session::tests::session;
    use std::env;
    use std::process::{Command, Stdio};
    use std::time::Instant;

    /// Set in the process in which the test below runs a second time.
    const INSIDE: &str = "TENGEN_TEST_UNREAD_ERRORS";
    const NAME: &str = "gtp::fault::tests::unread_errors_stop_nothing";

    #[test]
    fn unread_errors_stop_nothing() {
        if env::var_os(INSIDE).is_some() {
            return fail_in_a_full_pipe();
        }
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", NAME, "--nocapture"])
            .env(INSIDE, "1")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if begin.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("it hangs");
            }
            thread::sleep(Duration::from_millis(20));
        };
        assert!(status.success(), "{status}");
    }

    /// Somebody is stuck in writing to standard error, for ever.
    fn fail_in_a_full_pipe() {
        tell_panics();
        thread::spawn(|| io::stderr().write_all(&vec![b'x'; 1 << 20]));
        thread::sleep(Duration::from_millis(300));
        let mut session = session();
        for line in ["test-break_search", "test-break_workers 0 3", "test-panic"] {
            let _ = session.execute_line(line);
            session.execute_line("genmove b").expect("a move");
        }
        (0..100).for_each(|number| tell(format!("fault {number}")));
        assert!(WAITING.load(SeqCst) <= MOST_WAITING);
    }
}
