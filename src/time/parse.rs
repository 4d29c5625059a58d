//! Time systems read from the words of a command.

use super::system::{TimeSystem, clamped};
use crate::types::{decimal, excerpt};
use std::fmt;
use std::time::Duration;

/// Why time settings or a report were not understood. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimeError {
    /// Too few words.
    Usage(&'static str),
    /// Not a number of seconds.
    NotATime(String),
    /// A negative number of seconds.
    Negative(String),
    /// Not a whole number of stones or periods.
    NotACount(String),
    /// Not the name of a time system, and the names that there are.
    UnknownSystem(String, &'static str),
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeError::Usage(usage) => write!(f, "expected {usage}"),
            TimeError::NotATime(word) => write!(f, "'{word}' is not a time in seconds"),
            TimeError::Negative(word) => write!(f, "a time cannot be negative, as '{word}' is"),
            TimeError::NotACount(word) => write!(f, "'{word}' is not a whole number"),
            TimeError::UnknownSystem(word, known) => {
                write!(f, "unknown time system '{word}', known are {known}")
            }
        }
    }
}

impl std::error::Error for TimeError {}

/// How a time system is read from the words of a command, such as [`TimeSystem::parse_gtp`]; surplus words are left.
pub type ParseTimeSystem = fn(&mut dyn Iterator<Item = &str>) -> Result<TimeSystem, TimeError>;

impl TimeSystem {
    /// The names `kata-time_settings` knows, as `kata-list_time_settings` tells them.
    pub const NAMES: &'static str = "none absolute byoyomi canadian fischer fischer-capped";
    /// Those of them that `kgs-time_settings` knows.
    const KGS_NAMES: &'static str = "none absolute byoyomi canadian";

    /// The next of `words` as those of `time_settings MAIN PERIOD STONES`. By the standard, byo-yomi
    /// time without stones means no limit; so do, by custom, three zeros.
    ///
    /// # Errors
    /// If there are not three, or one is no time of at least 0 s, or no whole number of stones.
    pub fn parse_gtp(words: &mut dyn Iterator<Item = &str>) -> Result<TimeSystem, TimeError> {
        let [main, byo, stones] = next_of(words, "time_settings MAIN PERIOD STONES")?;
        let (main, period, stones) = (time(main)?, time(byo)?, count(stones)?);
        Ok(match stones {
            0 if !period.is_zero() => TimeSystem::None,
            stones => TimeSystem::canadian(main, period, stones),
        })
    }

    /// The next of `words` as those of `kgs-time_settings none | absolute M | byoyomi M P N | canadian M P S`. Overtime without
    /// its time, its periods or its stones is sudden death.
    ///
    /// # Errors
    /// If the system is not one of these, or lacks one of its numbers.
    pub fn parse_kgs(words: &mut dyn Iterator<Item = &str>) -> Result<TimeSystem, TimeError> {
        let usage = "none, absolute, byoyomi or canadian, and its times";
        TimeSystem::parse_named(words, usage, TimeSystem::KGS_NAMES)
    }

    /// The next of `words` as those of `kata-time_settings`: those of `kgs-time_settings`, and
    /// `fischer M INC | fischer-capped M INC LIMIT MAX`, where a negative LIMIT or
    /// MAX is none. A LIMIT below M cuts the time after the first move, as servers do.
    ///
    /// # Errors
    /// As [`TimeSystem::parse_kgs`].
    pub fn parse_kata(words: &mut dyn Iterator<Item = &str>) -> Result<TimeSystem, TimeError> {
        TimeSystem::parse_named(words, "a time system and its times", TimeSystem::NAMES)
    }

    /// The next of `words` as the name of one of the systems that are `known`, and its times.
    fn parse_named(
        words: &mut dyn Iterator<Item = &str>,
        usage: &'static str,
        known: &'static str,
    ) -> Result<TimeSystem, TimeError> {
        let [name] = next_of(words, usage)?;
        let is_named = |system: &&str| system.eq_ignore_ascii_case(name);
        match known.split(' ').find(is_named) {
            Some("none") => Ok(TimeSystem::None),
            Some("absolute") => {
                let [main] = next_of(words, "absolute MAIN")?;
                Ok(TimeSystem::absolute(time(main)?))
            }
            Some("byoyomi") => {
                let [main, period, periods] = next_of(words, "byoyomi MAIN PERIOD PERIODS")?;
                let (main, period, periods) = (time(main)?, time(period)?, count(periods)?);
                Ok(TimeSystem::byo_yomi(main, period, periods))
            }
            Some("canadian") => {
                let [main, period, stones] = next_of(words, "canadian MAIN PERIOD STONES")?;
                let (main, period, stones) = (time(main)?, time(period)?, count(stones)?);
                Ok(TimeSystem::canadian(main, period, stones))
            }
            Some("fischer") => {
                let [main, increment] = next_of(words, "fischer MAIN INCREMENT")?;
                let (main, increment) = (time(main)?, time(increment)?);
                Ok(TimeSystem::fischer(main, increment, None, None))
            }
            Some("fischer-capped") => {
                let usage = "fischer-capped MAIN INCREMENT LIMIT MAX_PER_MOVE";
                let [main, increment, limit, max] = next_of(words, usage)?;
                let (main, increment) = (time(main)?, time(increment)?);
                Ok(TimeSystem::fischer(main, increment, cap(limit)?, cap(max)?))
            }
            _ => Err(TimeError::UnknownSystem(excerpt(name), known)),
        }
    }

    /// Sudden death; without any time, no clock, as nobody means to have lost already.
    fn absolute(main: Duration) -> TimeSystem {
        match main.is_zero() {
            true => TimeSystem::None,
            false => TimeSystem::Absolute { main },
        }
    }

    fn byo_yomi(main: Duration, period: Duration, periods: u32) -> TimeSystem {
        match period.is_zero() || periods == 0 {
            true => TimeSystem::absolute(main),
            false => TimeSystem::ByoYomi {
                main,
                period,
                periods,
            },
        }
    }

    fn canadian(main: Duration, period: Duration, stones: u32) -> TimeSystem {
        match period.is_zero() || stones == 0 {
            true => TimeSystem::absolute(main),
            false => TimeSystem::Canadian {
                main,
                period,
                stones,
            },
        }
    }

    fn fischer(
        main: Duration,
        increment: Duration,
        limit: Option<Duration>,
        max_per_move: Option<Duration>,
    ) -> TimeSystem {
        match main.is_zero() && increment.is_zero() {
            true => TimeSystem::None,
            false => TimeSystem::Fischer {
                main,
                increment,
                limit,
                max_per_move,
            },
        }
    }
}

/// The next words, as many as `usage` has.
pub(super) fn next_of<'a, const N: usize>(
    words: &mut dyn Iterator<Item = &'a str>,
    usage: &'static str,
) -> Result<[&'a str; N], TimeError> {
    let mut found = [""; N];
    for word in &mut found {
        *word = words.next().ok_or(TimeError::Usage(usage))?;
    }
    Ok(found)
}

/// A finite number of seconds. A decimal comma will do.
pub(super) fn seconds(word: &str) -> Result<f64, TimeError> {
    decimal(word).ok_or_else(|| TimeError::NotATime(excerpt(word)))
}

fn time(word: &str) -> Result<Duration, TimeError> {
    match seconds(word)? {
        value if value < 0.0 => Err(TimeError::Negative(excerpt(word))),
        value => Ok(clamped(value)),
    }
}

/// A time that is none where it is negative.
fn cap(word: &str) -> Result<Option<Duration>, TimeError> {
    let value = seconds(word)?;
    Ok((value >= 0.0).then(|| clamped(value)))
}

/// A whole number of stones or periods.
pub(super) fn count(word: &str) -> Result<u32, TimeError> {
    let bad = |_| TimeError::NotACount(excerpt(word));
    // More than anyone can play is as good as the most that fits.
    let value: u64 = word.parse().map_err(bad)?;
    Ok(u32::try_from(value).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::super::ClockReport;
    use super::*;
    use proptest::prelude::*;

    fn gtp(text: &str) -> Result<TimeSystem, TimeError> {
        TimeSystem::parse_gtp(&mut text.split_whitespace())
    }

    fn kgs(text: &str) -> Result<TimeSystem, TimeError> {
        TimeSystem::parse_kgs(&mut text.split_whitespace())
    }

    fn kata(text: &str) -> Result<TimeSystem, TimeError> {
        TimeSystem::parse_kata(&mut text.split_whitespace())
    }

    fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn the_standards_settings() {
        assert_eq!(gtp("300 0 0"), Ok(TimeSystem::Absolute { main: s(300) }));
        assert_eq!(gtp("300 0 25"), Ok(TimeSystem::Absolute { main: s(300) }));
        let canadian = TimeSystem::Canadian {
            main: s(300),
            period: s(60),
            stones: 25,
        };
        assert_eq!(gtp("300 60 25"), Ok(canadian));
        assert_eq!(
            gtp("300 60 0"),
            Ok(TimeSystem::None),
            "by the standard no limit"
        );
        assert_eq!(gtp("0 0 0"), Ok(TimeSystem::None));
        assert_eq!(
            gtp("0,5 0 0"),
            Ok(TimeSystem::Absolute {
                main: Duration::from_millis(500)
            })
        );
    }

    #[test]
    fn the_systems_by_name() {
        for text in [
            "none",
            "absolute 0.5",
            "byoyomi 600 30 5",
            "canadian 600 300.25 25",
            "fischer 60 2.5",
            "fischer-capped 60 2 120 -1",
            "fischer-capped 60 2 120 30",
            "fischer-capped 60 2 50 -1",
        ] {
            assert_eq!(kata(text).unwrap().to_string(), text);
            assert_eq!(kgs(text).is_ok(), !text.starts_with('f'), "{text}");
        }
        assert_eq!(kata("fischer-capped 60 2 -1 -1"), kata("fischer 60 2"));
        assert_eq!(kata("Absolute 9"), kata("absolute 9"));
        assert_eq!(kata("byoyomi 9 0 5"), kata("absolute 9"));
        assert_eq!(kata("byoyomi 9 5 0"), kata("absolute 9"));
        assert_eq!(kata("canadian 9 0 5"), kata("absolute 9"));
        assert_eq!(kata("canadian 9 5 0"), kata("absolute 9"));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let message = |result: Result<TimeSystem, TimeError>| result.unwrap_err().to_string();
        assert_eq!(
            message(gtp("300")),
            "expected time_settings MAIN PERIOD STONES"
        );
        assert_eq!(message(gtp("1 2")), message(gtp("")));
        assert_eq!(message(gtp("x 0 0")), "'x' is not a time in seconds");
        assert_eq!(message(gtp("nan 0 0")), "'nan' is not a time in seconds");
        assert_eq!(message(gtp("inf 0 0")), "'inf' is not a time in seconds");
        assert_eq!(
            message(gtp("-1 0 0")),
            "a time cannot be negative, as '-1' is"
        );
        assert_eq!(message(gtp("1 1 -1")), "'-1' is not a whole number");
        assert_eq!(message(gtp("1 1 1.5")), "'1.5' is not a whole number");
        assert!(message(kata("hourglass 9")).contains("fischer-capped"));
        assert_eq!(message(kata("")), "expected a time system and its times");
        assert!(message(kgs("")).starts_with("expected none, absolute"));
    }

    #[test]
    fn surplus_words_are_left() {
        let mut words = "absolute 9 then".split(' ');
        assert!(TimeSystem::parse_kata(&mut words).is_ok());
        assert_eq!(words.next(), Some("then"));
    }

    proptest! {
        #[test]
        fn no_words_break_it(words in proptest::collection::vec("[-0-9.,einfa]{1,12}|fischer|byoyomi|canadian|fischer-capped", 0..6)) {
            let text = words.join(" ");
            let _ = gtp(&text);
            if let Ok(system) = kata(&text) {
                prop_assert_eq!(kata(&system.to_string()), Ok(system));
            }
            let _ = ClockReport::parse(&mut text.split_whitespace());
        }
    }
}
