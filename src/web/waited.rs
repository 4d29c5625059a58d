//! What a clock has left when an order has waited for its turn.
//!
//! The page says what is left when it gives the order, and its clock runs on while the order waits for a seat. It runs here
//! as it does there (`clock.js`).

use crate::time::{TimeLeft, TimeSystem};
use std::time::Duration;

/// What is left of `left` when the clock has run for `waited` and no move has been made. Of a clock that has run out
/// nothing is left, and never another period.
pub fn left_after(system: TimeSystem, left: TimeLeft, waited: Duration) -> TimeLeft {
    let TimeLeft { time, stones } = left;
    if let Some(time) = time.checked_sub(waited) {
        return TimeLeft { time, stones };
    }
    let over = waited - time;
    let overtime = match system {
        TimeSystem::ByoYomi {
            period, periods, ..
        } => {
            // Leaving the main time is the first period; leaving a period costs it.
            let count = if stones == 0 { periods } else { stones - 1 };
            into_periods(over, period, count)
        }
        TimeSystem::Canadian {
            period,
            stones: count,
            ..
        } if stones == 0 => period.checked_sub(over).map(|time| TimeLeft {
            time,
            stones: count,
        }),
        _ => None,
    };
    overtime.unwrap_or(TimeLeft {
        time: Duration::ZERO,
        // None would be main time, with all of the overtime behind it.
        stones: stones.max(1),
    })
}

/// What is left of `count` periods when `over` of them has passed; none if that is all.
fn into_periods(over: Duration, period: Duration, count: u32) -> Option<TimeLeft> {
    let used = over.as_nanos().checked_div(period.as_nanos())?;
    let used = u32::try_from(used).ok().filter(|used| *used < count)?;
    Some(TimeLeft {
        time: period - (over - period * used),
        stones: count - used,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left by the words of `kata-time_settings`, in seconds and stones.
    fn left(system: &str, time: u64, stones: u32, waited: u64) -> (u64, u32) {
        let words: Vec<&str> = system.split(' ').collect();
        let system = TimeSystem::parse_kata(&words).unwrap();
        let time = Duration::from_secs(time);
        let left = left_after(
            system,
            TimeLeft { time, stones },
            Duration::from_secs(waited),
        );
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
        assert_eq!(left(system, 10, 3, 45), (25, 1));
        assert_eq!(left("canadian 600 30 5", 10, 0, 15), (25, 5));
    }

    #[test]
    fn a_clock_that_has_run_out_has_nothing_left() {
        for (system, time, stones, waited) in [
            ("absolute 600", 10, 0, 11),
            ("fischer 600 10", 10, 0, 11),
            ("byoyomi 600 30 5", 10, 0, 10 + 150),
            ("byoyomi 600 30 5", 10, 3, 10 + 60),
            ("byoyomi 600 30 5", 10, 1, u64::MAX),
            ("canadian 600 30 5", 10, 0, 41),
            ("canadian 600 30 5", 10, 3, 11),
        ] {
            let (time, stones) = left(system, time, stones, waited);
            assert_eq!(time, 0, "{system}");
            assert!(stones > 0, "{system}");
        }
    }
}
