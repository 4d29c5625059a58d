//! How long to think about one move.

use super::system::clamped;
use std::time::Duration;

/// What one move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The time to aim for: less where the move is clear, more where it is not.
    pub soft: Duration,
    /// The time never to exceed. Not below `soft`.
    pub hard: Duration,
    /// Whether time not used can be used later. Where it cannot, thinking on
    /// about a clear move costs nothing and prepares the next.
    pub carries_over: bool,
}

impl Budget {
    /// Exactly this long.
    pub fn fixed(time: Duration) -> Budget {
        Budget {
            soft: time,
            hard: time,
            carries_over: false,
        }
    }

    /// This long where the move is not clear before.
    pub fn at_most(time: Duration) -> Budget {
        Budget {
            carries_over: true,
            ..Budget::fixed(time)
        }
    }

    /// This long, never above `hard`; both in seconds.
    pub(super) fn of(soft: f64, hard: f64) -> Budget {
        let hard = clamped(hard);
        Budget {
            soft: clamped(soft).min(hard),
            hard,
            carries_over: true,
        }
    }

    /// The same, but never longer than `most` seconds.
    pub(super) fn capped(self, most: f64) -> Budget {
        let most = clamped(most);
        Budget {
            soft: self.soft.min(most),
            hard: self.hard.min(most),
            ..self
        }
    }
}
