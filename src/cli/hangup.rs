//! The end of a terminal, which programs started by `nohup` outlive.

/// Lets the program go on after a hang-up where that was ignored when it was started. Whoever handles interrupts handles hang-ups too,
/// which would take the place of the order to ignore them; a blocked one reaches no handler. Later threads and engines inherit that,
/// so this comes first.
#[cfg(unix)]
pub(super) fn keep_ignored() {
    use nix::sys::signal::{SigSet, Signal};
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if is_ignored(&status, Signal::SIGHUP as u32) {
        // It fails only where there is no such signal.
        let _ = SigSet::from(Signal::SIGHUP).thread_block();
    }
}

#[cfg(not(unix))]
pub(super) fn keep_ignored() {}

/// Whether a program with this status ignores a signal. Linux alone has such a status: elsewhere a program learns that only by
/// changing it.
#[cfg(unix)]
fn is_ignored(status: &str, signal: u32) -> bool {
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
