//! The referee's clocks.
//!
//! Deliberately not the clocks Tengen plays by: the referee measures from
//! outside, so that a fault of the player's own clock is caught and not shared.

use crate::time::TimeSystem;
use std::time::Duration;

/// One player's clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    system: TimeSystem,
    main: Duration,
    /// Time left in the running Canadian period.
    period: Duration,
    /// Periods left, or stones left in the Canadian period.
    count: u32,
}

impl Clock {
    /// A full clock; none if the system has none.
    pub fn new(system: TimeSystem) -> Option<Clock> {
        let main = system.main()?;
        let (period, count) = match system {
            TimeSystem::ByoYomi {
                period, periods, ..
            } => (period, periods),
            TimeSystem::Canadian { period, stones, .. } => (period, stones),
            TimeSystem::None | TimeSystem::Absolute { .. } | TimeSystem::Fischer { .. } => {
                (Duration::ZERO, 0)
            }
        };
        Some(Clock {
            system,
            main,
            period,
            count,
        })
    }

    /// What kind of clock it is.
    pub fn system(&self) -> TimeSystem {
        self.system
    }

    /// The time left in main time or in the running period, and in overtime
    /// the periods or stones left, as SGF records them.
    pub fn left(&self) -> (Duration, Option<u32>) {
        let in_overtime = self.main.is_zero() && self.count > 0;
        match in_overtime {
            true => (self.period, Some(self.count)),
            false => (self.main, None),
        }
    }

    /// Takes the time of one move off. False if there was not enough.
    #[must_use]
    pub fn charge(&mut self, spent: Duration) -> bool {
        let is_in_time = spent <= self.longest_move();
        let overtime = spent.saturating_sub(self.main);
        self.main = self.main.saturating_sub(spent);
        match self.system {
            TimeSystem::None | TimeSystem::Absolute { .. } => is_in_time,
            TimeSystem::Fischer {
                increment, limit, ..
            } => {
                let main = self.main + increment;
                self.main = limit.map_or(main, |limit| main.min(limit));
                is_in_time
            }
            TimeSystem::ByoYomi { period, .. } => {
                let used = overtime.as_nanos() / period.as_nanos();
                self.count = u32::try_from(used).map_or(0, |used| self.count.saturating_sub(used));
                self.count > 0
            }
            TimeSystem::Canadian { period, stones, .. } => {
                if !self.main.is_zero() {
                    return true;
                }
                let Some(left) = self.period.checked_sub(overtime) else {
                    return false;
                };
                self.period = left;
                self.count -= 1;
                if self.count == 0 {
                    (self.period, self.count) = (period, stones);
                }
                true
            }
        }
    }

    /// The longest the next move may take.
    pub fn longest_move(&self) -> Duration {
        match self.system {
            TimeSystem::None | TimeSystem::Absolute { .. } => self.main,
            TimeSystem::Fischer { max_per_move, .. } => {
                max_per_move.map_or(self.main, |most| self.main.min(most))
            }
            TimeSystem::ByoYomi { period, .. } => self.main + period * self.count,
            TimeSystem::Canadian { .. } => self.main + self.period,
        }
    }

    /// The two numbers of GTP's `time_left` for an engine which `lists` other commands or not:
    /// whole seconds, and 0 in main time, otherwise stones.
    ///
    /// Byo-yomi counts periods in their place for an engine that knows `kgs-time_settings` or `kata-time_settings`; for
    /// one that knows neither, it stays the Canadian time of [`command`](super::time_control::command), and so do
    /// increments without the latter. Seconds are rounded down, but the last
    /// one is told until it is over: 0 would say that no time is left.
    pub fn time_left(&self, lists: impl Fn(&str) -> bool) -> (u64, u32) {
        if let TimeSystem::Fischer { increment, .. } = self.system
            && !increment.is_zero()
            && !lists("kata-time_settings")
        {
            return self.left_as_canadian(increment);
        }
        if !self.main.is_zero() {
            return (whole(self.main), 0);
        }
        let knows_periods = lists("kgs-time_settings") || lists("kata-time_settings");
        let count = match self.system {
            TimeSystem::ByoYomi { .. } if !knows_periods => 1,
            _ => self.count,
        };
        (whole(self.period), count)
    }

    /// What is left with increments, so that main time and one period, both as they are told, are no more than there is.
    fn left_as_canadian(&self, increment: Duration) -> (u64, u32) {
        match self.main.as_secs().saturating_sub(whole(increment)) {
            0 => (whole(self.main), 1),
            before => (before, 0),
        }
    }
}

/// Seconds rounded down, but 1 where there is any time.
pub(super) fn whole(left: Duration) -> u64 {
    left.as_secs().max(u64::from(!left.is_zero()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::engine::fake::{knows_all, knows_none};
    use crate::tools::matches::time_control::parse;

    fn s(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn clock(text: &str) -> Clock {
        Clock::new(parse(text).unwrap()).unwrap()
    }

    #[test]
    fn absolute_time_runs_out() {
        let mut clock = clock("5 0 0");
        assert_eq!(clock.time_left(knows_all), (5, 0));
        assert!(clock.charge(s(4.5)));
        assert_eq!(
            clock.time_left(knows_all),
            (1, 0),
            "half a second is not nothing"
        );
        assert_eq!(clock.longest_move(), s(0.5));
        assert!(clock.charge(s(0.5)));
        assert!(!clock.charge(s(0.001)));
    }

    #[test]
    fn byo_yomi_uses_up_whole_periods() {
        let mut clock = clock("byoyomi 3 1 5");
        assert_eq!(clock.longest_move(), s(8.0));
        assert!(clock.charge(s(2.0)));
        assert_eq!(clock.time_left(knows_all), (1, 0));
        assert!(
            clock.charge(s(1.9)),
            "into the first period, not through it"
        );
        assert_eq!(clock.time_left(knows_all), (1, 5));
        assert!(clock.charge(s(0.99)));
        assert_eq!(clock.time_left(knows_all), (1, 5));
        assert!(clock.charge(s(2.5)));
        assert_eq!(clock.time_left(knows_all), (1, 3));
        assert_eq!(clock.time_left(knows_none), (1, 1));
        assert_eq!(clock.longest_move(), s(3.0));
        assert!(!clock.charge(s(3.0)));
    }

    #[test]
    fn increments_come_after_each_move() {
        let mut clock = clock("fischer 5 2");
        assert!(clock.charge(s(4.0)));
        assert_eq!(clock.left(), (s(3.0), None));
        assert_eq!(clock.time_left(knows_all), (3, 0));
        assert_eq!(clock.time_left(knows_none), (1, 0), "and 2 s in overtime");
        assert!(clock.charge(s(2.5)));
        assert_eq!(clock.left(), (s(2.5), None));
        assert_eq!(clock.time_left(knows_none), (2, 1), "not 1 s and 2 s more");
        assert!(
            !clock.charge(s(3.5)),
            "the increment of a move comes after it"
        );
    }

    #[test]
    fn short_increments_are_told_as_no_more_than_there_is() {
        let mut clock = clock("fischer 5.5 0.5");
        assert_eq!(clock.time_left(knows_none), (4, 0), "and 1 s in overtime");
        assert!(clock.charge(s(4.9)));
        assert_eq!(clock.left(), (s(1.1), None));
        assert_eq!(clock.time_left(knows_none), (1, 1));
    }

    #[test]
    fn caps_cut_what_is_saved_and_what_a_move_may_take() {
        let mut clock = clock("fischer-capped 10 2 11 5");
        assert_eq!(clock.longest_move(), s(5.0));
        assert!(clock.charge(s(0.5)));
        assert_eq!(clock.left(), (s(11.0), None), "0.5 s are lost");
        assert!(clock.charge(s(5.0)));
        assert!(clock.charge(s(5.0)));
        assert_eq!(clock.left(), (s(5.0), None));
        assert!(clock.charge(s(4.0)));
        assert_eq!(clock.longest_move(), s(3.0), "no more than is left");
        assert!(!clock.charge(s(3.1)));
    }

    #[test]
    fn a_move_over_its_cap_loses_whatever_is_left() {
        let mut uncut = clock("fischer-capped 60 2 -1 5");
        assert!(uncut.charge(s(1.0)));
        assert_eq!(uncut.left(), (s(61.0), None));
        assert!(!uncut.charge(s(5.001)));
        let mut cut = clock("fischer-capped 60 2 50 -1");
        assert_eq!(cut.longest_move(), s(60.0), "the limit cuts after a move");
        assert!(cut.charge(s(1.0)));
        assert_eq!(cut.longest_move(), s(50.0));
        assert_eq!(cut.time_left(knows_all), (50, 0));
        assert_eq!(cut.time_left(knows_none), (48, 0));
    }

    #[test]
    fn no_system_no_clock() {
        assert!(Clock::new(TimeSystem::None).is_none());
    }

    #[test]
    fn canadian_time_counts_stones() {
        let mut clock = clock("10 5 2");
        assert!(clock.charge(s(9.0)));
        assert_eq!(clock.time_left(knows_all), (1, 0));
        assert!(clock.charge(s(3.0)), "2 s and 1 stone into overtime");
        assert_eq!(clock.time_left(knows_all), (3, 1));
        assert!(clock.charge(s(2.9)), "the second stone starts a new period");
        assert_eq!(clock.time_left(knows_all), (5, 2));
        assert!(!clock.charge(s(5.1)));
    }

    #[test]
    fn overtime_from_the_first_move() {
        let mut clock = clock("0 5 10");
        assert_eq!(clock.time_left(knows_all), (5, 10));
        for stones in (1..10).rev() {
            assert!(clock.charge(s(0.1)));
            assert_eq!(clock.time_left(knows_all).1, stones);
        }
        assert!(clock.charge(s(0.1)));
        assert_eq!(clock.time_left(knows_all), (5, 10));
    }
}
