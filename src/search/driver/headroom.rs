//! Memory that trees leave to all else.
//!
//! A tree grows until there is no more, and everything around it needs some to go on: boards on which ladders are read, the tables by
//! which a tree is sorted out, a judgement, an answer. None of these could go on without it, so a tree stops growing before they lack it.

use std::collections::TryReserveError;
use std::hint::black_box;
use std::sync::{Mutex, PoisonError};

/// Bytes that are left in any case. Of blocks up to 32 MB, glibc's allocator may keep what is given back for the thread that had it, so
/// that a smaller one would be found there, and tell nothing of what the others can have.
pub const HEADROOM: usize = 36 << 20;

/// Finds out whether the system would give so many more bytes.
///
/// # Errors
/// If it would not.
pub fn leave(bytes: usize) -> Result<(), TryReserveError> {
    // What several ask for at the same time would add up.
    static ASKING: Mutex<()> = Mutex::new(());
    let _asking = ASKING.lock().unwrap_or_else(PoisonError::into_inner);
    #[cfg(test)]
    let bytes = if tests::REFUSES.get() {
        isize::MAX as usize
    } else {
        bytes
    };
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact(bytes)?;
    // It is never written to, so it costs nothing; but it has to be asked for.
    black_box(&room);
    Ok(())
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use std::cell::Cell;

    thread_local! {
        /// Whether the system has no memory for what this thread asks.
        pub static REFUSES: Cell<bool> = const { Cell::new(false) };
    }

    #[test]
    fn nobody_can_leave_what_no_system_has() {
        assert!(leave(HEADROOM).is_ok());
        assert!(leave(isize::MAX as usize).is_err());
    }
}
