//! A value that threads share, and whose changes they wait for.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A value that threads share. After a panic the others go on with what is there.
#[derive(Debug, Default)]
pub(crate) struct Monitor<T> {
    value: Mutex<T>,
    changed: Condvar,
}

impl<T> Monitor<T> {
    /// A value to share.
    pub fn new(value: T) -> Monitor<T> {
        Monitor {
            value: Mutex::new(value),
            changed: Condvar::new(),
        }
    }

    /// The value, for nobody else until the guard is dropped.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same, for a change of which those who wait hear.
    pub fn change<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let changed = change(&mut self.lock());
        self.changed.notify_all();
        changed
    }

    /// The value, as soon as the condition holds no more.
    pub fn wait_while(&self, condition: impl FnMut(&mut T) -> bool) -> MutexGuard<'_, T> {
        let waited = self.changed.wait_while(self.lock(), condition);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    /// The value, as soon as the condition holds no more or the time is up.
    pub fn wait_at_most(
        &self,
        limit: Duration,
        condition: impl FnMut(&mut T) -> bool,
    ) -> MutexGuard<'_, T> {
        let waited = self
            .changed
            .wait_timeout_while(self.lock(), limit, condition);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Gives a changed value back to those who wait.
    pub fn release(&self, changed: MutexGuard<'_, T>) {
        drop(changed);
        self.changed.notify_all();
    }
}
