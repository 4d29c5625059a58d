//! One player's clock.

use super::clock_report::ClockReport;
use super::left::Left;
use super::system::TimeSystem;
use std::time::{Duration, Instant};

/// One player's clock: kept by our own measure from move to move, and set
/// right by every report of the true one, a [`ClockReport`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// As it was set.
    configured: TimeSystem,
    /// As reports have shown it to be.
    system: TimeSystem,
    left: Left,
    started: Option<Instant>,
    unreported: u32,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::new(TimeSystem::None)
    }
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(system: TimeSystem) -> Clock {
        Clock {
            configured: system,
            system,
            left: system.main().map_or(Left::Unlimited, Left::Main),
            started: None,
            unreported: 0,
        }
    }

    /// The time system.
    pub fn system(&self) -> TimeSystem {
        self.system
    }

    /// Whether no report has shown another time system than it was set to.
    pub fn is_as_set(&self) -> bool {
        self.system == self.configured
    }

    /// Winds it up for a new game.
    pub fn reset(&mut self) {
        *self = Clock::new(self.configured);
    }

    /// The time left when the move in hand was begun.
    pub fn left(&self) -> Left {
        self.left
    }

    /// How many moves were made since the last report, or the start of the game.
    pub fn unreported(&self) -> u32 {
        self.unreported
    }

    /// Sets the clock by a report of the true one, made before the move in hand.
    ///
    /// - Many clients report whole seconds, some rounded up: where our own
    ///   measure says less than a second less, it stands.
    /// - More stones than one in a period of one stone can only be periods:
    ///   from then on the system is byo-yomi (some clients have no other way to say so).
    /// - No period has more time left than it is long: less than a second more is rounding, anything beyond is main
    ///   time, of which some clients tell with the periods behind it.
    /// - Without a clock, a report of no time is taken for want of one.
    pub fn report(&mut self, report: ClockReport) {
        let ClockReport { time, stones } = report;
        if self.system == TimeSystem::None && time.is_zero() {
            return;
        }
        if let TimeSystem::Canadian {
            main,
            period,
            stones: 1,
        } = self.system
            && stones > 1
        {
            self.system = TimeSystem::ByoYomi {
                main,
                period,
                periods: stones,
            };
        }
        let no_periods = matches!(
            self.system,
            TimeSystem::Absolute { .. } | TimeSystem::Fischer { .. }
        );
        let reported = match stones {
            0 => Left::Main(time),
            _ if no_periods => Left::Main(time),
            count => self.reported_overtime(time, count),
        };
        if !is_rounded(reported, self.left) {
            self.left = reported;
        }
        self.unreported = 0;
    }

    fn reported_overtime(&self, time: Duration, count: u32) -> Left {
        let (TimeSystem::Canadian { period, .. } | TimeSystem::ByoYomi { period, .. }) =
            self.system
        else {
            return Left::Period { time, count };
        };
        if time >= period + Duration::from_secs(1) {
            return Left::Main(time);
        }
        let time = time.min(period);
        Left::Period { time, count }
    }

    /// The player's turn begins: the clock runs. If it runs already, nothing changes.
    pub fn start_thinking(&mut self, now: Instant) {
        self.started.get_or_insert(now);
    }

    /// If the clock runs, it runs from now on.
    pub fn restart_thinking(&mut self, now: Instant) {
        if let Some(started) = &mut self.started {
            *started = now;
        }
    }

    /// How long the move in hand has taken so far.
    pub fn thinking_time(&self, now: Instant) -> Duration {
        self.started
            .map_or(Duration::ZERO, |start| now.saturating_duration_since(start))
    }

    /// The move has been made: charges the time it took, which is returned.
    /// Nothing happens if the clock was not running.
    pub fn stop_thinking(&mut self, now: Instant) -> Duration {
        let spent = self.thinking_time(now);
        if self.started.take().is_some() {
            self.charge(spent);
        }
        spent
    }

    /// Stops the clock without charging anything, when the search was not for a move.
    pub fn abandon_thinking(&mut self) {
        self.started = None;
    }

    /// Charges a move that took `spent`.
    pub fn charge(&mut self, spent: Duration) {
        self.unreported = self.unreported.saturating_add(1);
        self.left = match (self.system, self.left.after(self.system, spent)) {
            // A report without a system holds for one move.
            (TimeSystem::None, _) | (_, Left::Unlimited) => Left::Unlimited,
            // The move on which the main time ends counts for the first period.
            (TimeSystem::Canadian { period, stones, .. }, Left::Period { time, count }) => {
                match count {
                    0 | 1 => Left::Period {
                        time: period,
                        count: stones,
                    },
                    _ => Left::Period {
                        time,
                        count: count - 1,
                    },
                }
            }
            (TimeSystem::ByoYomi { period, .. }, Left::Period { count, .. }) => Left::Period {
                time: period,
                count,
            },
            (_, Left::Main(time) | Left::Period { time, .. }) => self.bank(time),
        };
    }

    /// Main time after the move.
    fn bank(&self, left: Duration) -> Left {
        let TimeSystem::Fischer {
            increment, limit, ..
        } = self.system
        else {
            return Left::Main(left);
        };
        let left = left.saturating_add(increment);
        Left::Main(limit.map_or(left, |limit| left.min(limit)))
    }
}

/// Whether `reported` could be `own`, rounded up to whole seconds.
fn is_rounded(reported: Left, own: Left) -> bool {
    let (reported, own) = match (reported, own) {
        (Left::Main(reported), Left::Main(own)) => (reported, own),
        (
            Left::Period { time, count },
            Left::Period {
                time: own,
                count: own_count,
            },
        ) if count == own_count => (time, own),
        _ => return false,
    };
    reported.subsec_nanos() == 0 && own < reported && reported - own < Duration::from_secs(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn report(time: Duration, stones: u32) -> ClockReport {
        ClockReport { time, stones }
    }

    /// A clock after moves of these lengths in seconds.
    fn after(system: TimeSystem, moves: &[u64]) -> Clock {
        let mut clock = Clock::new(system);
        play(&mut clock, moves);
        clock
    }

    fn play(clock: &mut Clock, moves: &[u64]) {
        let now = Instant::now();
        for &seconds in moves {
            clock.start_thinking(now);
            assert_eq!(clock.stop_thinking(now + s(seconds)), s(seconds));
        }
    }

    const ABSOLUTE: TimeSystem = TimeSystem::Absolute {
        main: Duration::from_secs(100),
    };
    const CANADIAN: TimeSystem = TimeSystem::Canadian {
        main: Duration::from_secs(100),
        period: Duration::from_secs(60),
        stones: 3,
    };
    const BYO_YOMI: TimeSystem = TimeSystem::ByoYomi {
        main: Duration::from_secs(100),
        period: Duration::from_secs(30),
        periods: 5,
    };
    const FISCHER: TimeSystem = TimeSystem::Fischer {
        main: Duration::from_secs(100),
        increment: Duration::from_secs(10),
        limit: Some(Duration::from_secs(105)),
        max_per_move: None,
    };

    #[test]
    fn absolute() {
        assert_eq!(after(ABSOLUTE, &[30, 20]).left(), Left::Main(s(50)));
        let late = after(ABSOLUTE, &[101]);
        assert_eq!(late.left(), Left::Main(s(0)));
    }

    #[test]
    fn canadian() {
        assert_eq!(after(CANADIAN, &[99]).left(), Left::Main(s(1)));
        assert_eq!(
            after(CANADIAN, &[110]).left(),
            Left::Period {
                time: s(50),
                count: 2
            }
        );
        assert_eq!(
            after(CANADIAN, &[110, 20]).left(),
            Left::Period {
                time: s(30),
                count: 1
            }
        );
        assert_eq!(
            after(CANADIAN, &[110, 20, 30]).left(),
            Left::Period {
                time: s(60),
                count: 3
            }
        );
    }

    #[test]
    fn byo_yomi() {
        let period = |count| Left::Period { time: s(30), count };
        assert_eq!(after(BYO_YOMI, &[130]).left(), period(5));
        assert_eq!(after(BYO_YOMI, &[131]).left(), period(4));
        assert_eq!(after(BYO_YOMI, &[160]).left(), period(4));
        assert_eq!(after(BYO_YOMI, &[100, 30, 30, 60]).left(), period(4));
        let last = after(BYO_YOMI, &[100, 150]);
        assert_eq!(last.left(), period(1));
        assert_eq!(after(BYO_YOMI, &[100, u32::MAX.into()]).left(), period(1));
    }

    #[test]
    fn fischer() {
        assert_eq!(after(FISCHER, &[30]).left(), Left::Main(s(80)));
        assert_eq!(after(FISCHER, &[1]).left(), Left::Main(s(105)), "capped");
    }

    #[test]
    fn reports_set_it_right() {
        let mut clock = after(ABSOLUTE, &[30, 20]);
        assert_eq!(clock.unreported(), 2);
        clock.report(report(s(45), 0));
        assert_eq!((clock.left(), clock.unreported()), (Left::Main(s(45)), 0));
        let mut clock = after(ABSOLUTE, &[200]);
        clock.report(report(s(60), 0));
        assert_eq!(clock.left(), Left::Main(s(60)));

        let mut clock = after(CANADIAN, &[110]);
        clock.report(report(s(40), 2));
        play(&mut clock, &[10]);
        assert_eq!(
            clock.left(),
            Left::Period {
                time: s(30),
                count: 1
            }
        );
        let mut clock = after(BYO_YOMI, &[]);
        clock.report(report(s(12), 2));
        play(&mut clock, &[13]);
        assert_eq!(
            clock.left(),
            Left::Period {
                time: s(30),
                count: 1
            }
        );
        clock.report(report(s(9), 0));
        assert_eq!(clock.left(), Left::Main(s(9)));
    }

    #[test]
    fn a_rounded_report_does_not_lengthen_the_clock() {
        let mut clock = Clock::new(ABSOLUTE);
        clock.report(report(Duration::from_millis(49_300), 0));
        clock.report(report(s(50), 0));
        assert_eq!(clock.left(), Left::Main(Duration::from_millis(49_300)));
        clock.report(report(s(51), 0));
        assert_eq!(clock.left(), Left::Main(s(51)));
    }

    #[test]
    fn periods_sent_as_stones() {
        let one = TimeSystem::Canadian {
            main: s(0),
            period: s(30),
            stones: 1,
        };
        let mut clock = Clock::new(one);
        clock.report(report(s(30), 1));
        assert_eq!(clock.system(), one);
        clock.report(report(s(30), 5));
        assert_eq!(
            clock.system(),
            TimeSystem::ByoYomi {
                main: s(0),
                period: s(30),
                periods: 5
            }
        );
    }

    #[test]
    fn a_period_is_never_longer_than_it_is() {
        let system = TimeSystem::ByoYomi {
            main: s(600),
            period: Duration::from_millis(500),
            periods: 5,
        };
        let reported = |time, stones| {
            let mut clock = Clock::new(system);
            clock.report(report(time, stones));
            clock.left()
        };
        let whole = Left::Period {
            time: Duration::from_millis(500),
            count: 5,
        };
        assert_eq!(reported(s(1), 5), whole, "rounded up");
        assert_eq!(reported(Duration::from_millis(500), 5), whole);
        assert_eq!(reported(s(590), 5), Left::Main(s(590)));
        assert_eq!(reported(s(590), 0), Left::Main(s(590)));
    }

    #[test]
    fn without_a_clock() {
        let mut clock = after(TimeSystem::None, &[1000]);
        assert_eq!(clock.left(), Left::Unlimited);
        clock.report(report(s(0), 0));
        assert_eq!(clock.left(), Left::Unlimited);
        clock.report(report(s(7), 0));
        assert_eq!(clock.left(), Left::Main(s(7)));
        play(&mut clock, &[3]);
        assert_eq!(clock.left(), Left::Unlimited);
    }

    #[test]
    fn starting_and_stopping() {
        let now = Instant::now();
        let mut clock = Clock::new(ABSOLUTE);
        assert_eq!(clock.stop_thinking(now), s(0));
        clock.start_thinking(now);
        clock.start_thinking(now + s(5));
        assert_eq!(
            clock.thinking_time(now + s(7)),
            s(7),
            "the first start counts"
        );
        clock.abandon_thinking();
        assert_eq!(clock.left(), Left::Main(s(100)));
        clock.start_thinking(now + s(5));
        assert_eq!(
            clock.stop_thinking(now),
            s(0),
            "time does not run backwards"
        );
        play(&mut clock, &[3]);
        clock.reset();
        assert_eq!(clock, Clock::new(ABSOLUTE));
    }
}
