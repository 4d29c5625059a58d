//! How long to think about one move.

use super::system::{LONGEST, clamped};
use std::time::Duration;

/// What one move may take. None of its times may be longer than [`LONGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The time to aim for: less where the move is clear, more where it is not.
    pub soft: Duration,
    /// The time never to exceed. Not below `soft`.
    pub hard: Duration,
    /// Thinking until here costs nothing and prepares the next move: what is not used of it is lost.
    pub free_until: Duration,
    /// From here to `hard` it costs nothing either, since all of that is lost already.
    pub free_from: Duration,
}

impl Budget {
    /// Exactly this long, but not longer than [`LONGEST`]: beyond that there may be no such moment.
    pub fn fixed(time: Duration) -> Budget {
        let time = time.min(LONGEST);
        Budget {
            soft: time,
            hard: time,
            free_until: time,
            free_from: time,
        }
    }

    /// This long where the move is not clear before; not longer than [`LONGEST`] either.
    pub fn at_most(time: Duration) -> Budget {
        Budget {
            free_until: Duration::ZERO,
            ..Budget::fixed(time)
        }
    }

    /// This long, never above `hard`; both in seconds. What is not used can be used later.
    pub(super) fn of(soft: f64, hard: f64) -> Budget {
        let hard = clamped(hard);
        Budget {
            soft: clamped(soft).min(hard),
            hard,
            free_until: Duration::ZERO,
            free_from: hard,
        }
    }

    /// The same, of which so much is lost if it is not used; in seconds.
    pub(super) fn with_free_until(self, lost: f64) -> Budget {
        Budget {
            free_until: clamped(lost).min(self.soft),
            ..self
        }
    }

    /// This budget, with all time after `lost` seconds free: it is lost whether used or not.
    pub(super) fn with_free_from(self, lost: f64) -> Budget {
        Budget {
            free_from: clamped(lost).min(self.hard),
            ..self
        }
    }

    /// The same, but nothing of the time to aim for is saved for later.
    pub fn in_full(self) -> Budget {
        Budget {
            free_until: self.soft,
            ..self
        }
    }

    /// The same for a search that begins only now, after a wait which may have taken longer than the time to aim for: half of what
    /// is left without a loss is aimed for at least.
    pub fn for_late_search(self) -> Budget {
        Budget {
            soft: self.soft.max(self.free_from / 2),
            ..self
        }
    }

    /// The same, but never longer than `most` seconds.
    pub(super) fn capped(self, most: f64) -> Budget {
        self.within(clamped(most))
    }

    /// The same, but never longer than `most`.
    pub fn within(self, most: Duration) -> Budget {
        self.each(|time| time.min(most))
    }

    /// What is left of it when so much has been spent.
    pub fn after(self, spent: Duration) -> Budget {
        self.each(|time| time.saturating_sub(spent))
    }

    fn each(self, change: impl Fn(Duration) -> Duration) -> Budget {
        Budget {
            soft: change(self.soft),
            hard: change(self.hard),
            free_until: change(self.free_until),
            free_from: change(self.free_from),
        }
    }
}
