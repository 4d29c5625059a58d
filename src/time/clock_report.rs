//! What clients tell of a clock.

use super::left::Left;
use super::parse::{self, TimeError};
use super::system::{TimeSystem, clamped};
use std::time::Duration;

/// What `time_left COLOR SECONDS STONES` says about one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReport {
    /// The time left in the main time or the current period.
    pub time: Duration,
    /// 0 in main time; else the stones left in the period or, as on KGS in
    /// byo-yomi, the periods left, the current one included.
    pub stones: u32,
}

impl ClockReport {
    /// The next of `words` as those of `time_left` after the colour. Servers whose clocks run on
    /// report times below zero: those are zero.
    ///
    /// # Errors
    /// If there are not two, or one is no number of seconds, or no whole number of stones.
    pub fn parse(words: &mut dyn Iterator<Item = &str>) -> Result<ClockReport, TimeError> {
        let [time, stones] = parse::next_of(words, "time_left COLOR SECONDS STONES")?;
        let time = clamped(parse::seconds(time)?);
        Ok(ClockReport {
            time,
            stones: parse::count(stones)?,
        })
    }

    /// What a client would tell when the clock has run on for `spent`, as [`Left::after`] says.
    #[must_use]
    pub fn after(self, system: TimeSystem, spent: Duration) -> ClockReport {
        let ClockReport { time, stones } = self;
        let left = match stones {
            0 => Left::Main(time),
            count => Left::Period { time, count },
        };
        let left = left.after(system, spent).parts();
        left.map_or(self, |(time, count)| ClockReport {
            time,
            stones: count.unwrap_or(0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn reports() {
        let report = |text: &str| ClockReport::parse(&mut text.split_whitespace());
        assert_eq!(
            report("30 5"),
            Ok(ClockReport {
                time: s(30),
                stones: 5
            })
        );
        assert_eq!(
            report("-3 0"),
            Ok(ClockReport {
                time: s(0),
                stones: 0
            })
        );
        assert_eq!(
            report("1e30 0"),
            Ok(ClockReport {
                time: s(1_000_000_000),
                stones: 0
            })
        );
        assert!(report("30").is_err() && report("nan 0").is_err() && report("3 -1").is_err());
    }

    /// What is left after a wait, by the words of `kata-time_settings`, in seconds and stones.
    fn left(system: &str, time: u64, stones: u32, waited: u64) -> (u64, u32) {
        let system = TimeSystem::parse_kata(&mut system.split(' ')).unwrap();
        let time = s(time);
        let left = ClockReport { time, stones }.after(system, s(waited));
        (left.time.as_secs(), left.stones)
    }

    #[test]
    fn a_wait_costs_time() {
        for system in [
            "absolute 600",
            "fischer 600 10",
            "byoyomi 600 30 5",
            "canadian 600 30 5",
        ] {
            assert_eq!(left(system, 60, 0, 0), (60, 0), "{system}");
            assert_eq!(left(system, 60, 0, 25), (35, 0), "{system}");
        }
        assert_eq!(left("byoyomi 600 30 5", 20, 3, 5), (15, 3));
        assert_eq!(left("canadian 600 30 5", 20, 3, 5), (15, 3));
    }

    #[test]
    fn a_long_wait_costs_periods() {
        let system = "byoyomi 600 30 5";
        assert_eq!(left(system, 10, 0, 15), (25, 5), "the main time ends");
        assert_eq!(left(system, 10, 0, 10 + 149), (1, 1));
        assert_eq!(left(system, 10, 3, 15), (25, 2));
        assert_eq!(
            left(system, 10, 3, 40),
            (0, 2),
            "a period is used to its end"
        );
        assert_eq!(left(system, 10, 3, 45), (25, 1));
        assert_eq!(left("canadian 600 30 5", 10, 0, 15), (25, 5));
    }

    #[test]
    fn a_clock_that_has_run_out_has_nothing_left() {
        // In overtime it stays there: main time would have all of the overtime behind it.
        for (system, time, stones, waited, stones_left) in [
            ("absolute 600", 10, 0, 11, 0),
            ("fischer 600 10", 10, 0, 11, 0),
            ("byoyomi 600 30 5", 10, 0, 10 + 150, 1),
            ("byoyomi 600 30 5", 10, 0, 10 + 151, 1),
            ("byoyomi 600 30 5", 10, 3, 10 + 60, 1),
            ("byoyomi 600 30 5", 10, 1, u64::MAX, 1),
            ("canadian 600 30 5", 10, 0, 41, 5),
            ("canadian 600 30 5", 10, 3, 11, 3),
        ] {
            let left = left(system, time, stones, waited);
            assert_eq!(left, (0, stones_left), "{system}");
        }
    }
}
