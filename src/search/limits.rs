//! When a search ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// When a search ends. Without any limit it goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most playouts of this search.
    pub playouts: Option<u64>,
    /// The most visits of the root, those of earlier searches of the same tree included. So KataGo counts its `maxVisits`.
    pub visits: Option<u64>,
    /// How many playouts there may be although the tree has all of `visits` already; 1 at least.
    pub least_playouts: u64,
    /// The most threads; the number in the settings holds as well.
    pub threads: Option<usize>,
    /// When to end at the latest.
    pub deadline: Option<Instant>,
    /// About how long a visit takes, by which is foreseen what would miss the deadline; zero where that is not known.
    pub visit_time: Duration,
    /// Visits that each worker makes even after the deadline, unless it meets another one that judges the same position. With
    /// two, one of them goes through a move.
    pub least_visits: u64,
    /// Ends the search as soon as it is set.
    pub stop: Arc<AtomicBool>,
}

impl Limits {
    /// So many playouts and no other limit.
    pub fn of_playouts(n: u64) -> Limits {
        Limits {
            playouts: Some(n),
            ..Limits::default()
        }
    }

    /// No limit but this flag.
    pub fn until(stop: Arc<AtomicBool>) -> Limits {
        Limits {
            stop,
            ..Limits::default()
        }
    }

    /// For a search of another position beside this one: the same threads, deadline and stop.
    pub(super) fn beside(&self) -> Limits {
        Limits {
            threads: self.threads,
            deadline: self.deadline,
            ..Limits::until(Arc::clone(&self.stop))
        }
    }

    /// The same, until one of so many equal parts of the time that is left is over.
    pub(super) fn in_a_part_of_the_time(&self, parts: u32) -> Limits {
        let now = Instant::now();
        let part = |deadline: Instant| now + deadline.saturating_duration_since(now) / parts;
        Limits {
            deadline: self.deadline.map(part),
            ..self.clone()
        }
    }

    /// The most playouts of a search whose root has so many visits already.
    pub(super) fn playouts_after(&self, visits: u64) -> Option<u64> {
        let to_come = self.visits.map(|most| {
            let least = self.least_playouts.min(most).max(1);
            most.saturating_sub(visits).max(least)
        });
        stricter(self.playouts, to_come)
    }

    /// Whether the deadline has passed or the stop is set. A search may then have made a single visit.
    pub(super) fn cut_short(&self) -> bool {
        let is_late = |deadline: Instant| Instant::now() >= deadline;
        self.deadline.is_some_and(is_late) || self.stop.load(Relaxed)
    }

    /// Whether so much time is left until the deadline.
    pub(super) fn has_time_for(&self, time: Duration) -> bool {
        let ends_later = |deadline: Instant| Instant::now() + time <= deadline;
        self.deadline.is_none_or(ends_later)
    }
}

/// The stricter of two limits; none is no limit.
pub(super) fn stricter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    // `a.min(b)` would be `None` if either is.
    a.into_iter().chain(b).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_that_has_all_visits_gets_a_few_more_but_never_more_than_were_asked_for() {
        let playouts = |visits, playouts, known| {
            let limits = Limits {
                visits: Some(visits),
                playouts,
                least_playouts: 8,
                ..Limits::default()
            };
            limits.playouts_after(known).unwrap()
        };
        assert_eq!(
            [1, 4, 60].map(|visits| playouts(visits, None, 0)),
            [1, 4, 60]
        );
        assert_eq!(
            [10, 59, 90].map(|known| playouts(60, None, known)),
            [50, 8, 8]
        );
        assert_eq!([0, 90].map(|known| playouts(60, Some(3), known)), [3, 3]);
    }
}
