//! Time systems.

use std::fmt;
use std::time::Duration;

/// No time is longer: some thirty years, short enough that no sum overflows.
pub const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// How time is given to each player.
///
/// Displayed in the words of `kata-time_settings`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSystem {
    /// No clock.
    #[default]
    None,
    /// Sudden death.
    Absolute {
        /// The time for the whole game.
        main: Duration,
    },
    /// After the main time, some stones in each period.
    Canadian {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// How many stones must be played in each; at least 1.
        stones: u32,
    },
    /// After the main time, some periods; one is lost when a move takes longer.
    ByoYomi {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// How many there are; at least 1.
        periods: u32,
    },
    /// Each move adds to the time left.
    Fischer {
        /// The time at the start.
        main: Duration,
        /// The time added after each move.
        increment: Duration,
        /// The time left is cut to this when the increment is added.
        limit: Option<Duration>,
        /// No move may take longer than this.
        max_per_move: Option<Duration>,
    },
}

impl TimeSystem {
    /// The time before any overtime; none without a clock.
    pub fn main(&self) -> Option<Duration> {
        match *self {
            TimeSystem::None => None,
            TimeSystem::Absolute { main }
            | TimeSystem::Canadian { main, .. }
            | TimeSystem::ByoYomi { main, .. }
            | TimeSystem::Fischer { main, .. } => Some(main),
        }
    }

    /// The main time as records name it: in seconds; empty without a clock.
    pub fn main_time(&self) -> String {
        let main = self.main();
        main.map_or(String::new(), |main| main.as_secs_f64().to_string())
    }

    /// The overtime as records name it: `5x30 byo-yomi`; empty without any.
    pub fn overtime(&self) -> String {
        match *self {
            TimeSystem::None | TimeSystem::Absolute { .. } => String::new(),
            TimeSystem::Canadian { period, stones, .. } => {
                format!("{stones}/{} Canadian", period.as_secs_f64())
            }
            TimeSystem::ByoYomi {
                period, periods, ..
            } => format!("{periods}x{} byo-yomi", period.as_secs_f64()),
            TimeSystem::Fischer { increment, .. } => format!("{} fischer", increment.as_secs_f64()),
        }
    }
}

impl fmt::Display for TimeSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = |time: Duration| time.as_secs_f64();
        let cap = |time: Option<Duration>| time.map_or(-1.0, s);
        match *self {
            TimeSystem::None => f.write_str("none"),
            TimeSystem::Absolute { main } => write!(f, "absolute {}", s(main)),
            TimeSystem::Canadian {
                main,
                period,
                stones,
            } => {
                write!(f, "canadian {} {} {stones}", s(main), s(period))
            }
            TimeSystem::ByoYomi {
                main,
                period,
                periods,
            } => {
                write!(f, "byoyomi {} {} {periods}", s(main), s(period))
            }
            TimeSystem::Fischer {
                main,
                increment,
                limit: None,
                max_per_move: None,
            } => {
                write!(f, "fischer {} {}", s(main), s(increment))
            }
            TimeSystem::Fischer {
                main,
                increment,
                limit,
                max_per_move,
            } => {
                let (limit, max) = (cap(limit), cap(max_per_move));
                write!(
                    f,
                    "fischer-capped {} {} {limit} {max}",
                    s(main),
                    s(increment)
                )
            }
        }
    }
}

/// From no time at all to the longest.
pub(super) fn clamped(seconds: f64) -> Duration {
    match seconds.is_nan() {
        true => Duration::ZERO,
        false => Duration::from_secs_f64(seconds.clamp(0.0, LONGEST.as_secs_f64())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clamping() {
        for odd in [f64::NAN, f64::NEG_INFINITY, -1.0, -0.0] {
            assert_eq!(clamped(odd), Duration::ZERO);
        }
        assert_eq!(clamped(f64::INFINITY), LONGEST);
    }
}
