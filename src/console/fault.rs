//! Faults of Tengen's own, told on standard error.

use super::stderr::say_and_wait;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Tells of a fault of Tengen's own: where it happened, and what it was.
pub fn tell_fault(place: &str, what: &str) {
    say_and_wait(format!("tengen: internal error in {place}: {what}"));
}

/// What a panic said.
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "unknown",
    }
}

/// What comes of work that may panic: nothing if it does, which is told with the place where it happened.
pub fn guarded<T>(place: &str, work: impl FnOnce() -> T) -> Option<T> {
    let done = catch_unwind(AssertUnwindSafe(work));
    done.inspect_err(|panic| tell_fault(place, panic_message(&**panic)))
        .ok()
}

/// Has the message of every panic told in the same way from now on. The standard library's way of
/// writing it would wait for a reader who does not read.
pub fn tell_panics() {
    std::panic::set_hook(Box::new(|panic| say_and_wait(format!("tengen: {panic}"))));
}
