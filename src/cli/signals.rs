//! Signals of the system that shall not end the program. Later threads and engines inherit what is blocked here, so this comes first.

#[cfg(unix)]
use nix::sys::signal::{SigSet, Signal};

/// Blocks them.
#[cfg(unix)]
pub(super) fn block() {
    keep_ignored();
    block_file_size();
}

#[cfg(not(unix))]
pub(super) fn block() {}

/// Lets the program outlive its terminal where hang-ups were ignored when it was started, as by `nohup`. Whoever handles interrupts
/// handles hang-ups too, which would take the place of the order to ignore them; a blocked one reaches no handler.
#[cfg(unix)]
fn keep_ignored() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if is_ignored(&status, Signal::SIGHUP as u32) {
        // It fails only where there is no such signal.
        let _ = SigSet::from(Signal::SIGHUP).thread_block();
    }
}

/// Makes a full file an ordinary error where the system limits the size of files, by `ulimit -f`. The signal would end a game for the
/// sake of its log, and a match before its totals are printed.
#[cfg(unix)]
fn block_file_size() {
    // It fails only where there is no such signal.
    let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
}

/// Whether a program with this status ignores a signal. Linux alone has such a status: elsewhere a program learns that only by
/// changing it.
#[cfg(unix)]
fn is_ignored(status: &str, signal: u32) -> bool {
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
