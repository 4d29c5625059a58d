//! How much time the players of a match have: as users write it, and as engines are told.

use crate::time::{LONGEST, TimeSystem};
use std::fmt;
use std::time::Duration;

/// How much time a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// This much for the whole game.
    Absolute {
        /// The time.
        main: Duration,
    },
    /// Main time, then periods: each move that takes a whole period uses it up.
    ByoYomi {
        /// Main time.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The number of periods.
        periods: u32,
    },
    /// Main time, then as many stones in every period.
    Canadian {
        /// Main time.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The stones to play in a period.
        stones: u32,
    },
    /// Main time, and more of it for every move made.
    Fischer {
        /// Main time.
        main: Duration,
        /// What every move adds.
        increment: Duration,
    },
}

/// Text that names no time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControlError(String);

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no time control; give 'MAIN BYO STONES' as in GTP's time_settings, \
             'absolute MAIN', 'byoyomi MAIN PERIOD PERIODS', 'canadian MAIN PERIOD STONES' \
             or 'fischer MAIN INCREMENT', in seconds",
            self.0
        )
    }
}

impl std::error::Error for TimeControlError {}

impl TimeControl {
    /// Reads `MAIN BYO STONES`, or the words of `kgs-time_settings`.
    ///
    /// # Errors
    /// If `text` is neither, or leaves no time at all.
    pub fn parse(text: &str) -> Result<TimeControl, TimeControlError> {
        let error = || TimeControlError(text.to_owned());
        let words: Vec<&str> = text.split_whitespace().collect();
        let seconds = |word: &str| {
            let value: f64 = word.parse().ok().filter(|v| *v >= 0.0)?;
            let time = Duration::try_from_secs_f64(value).ok()?;
            (time <= LONGEST).then_some(time)
        };
        let read = || match words[..] {
            ["absolute", main] => Some(TimeControl::Absolute {
                main: seconds(main)?,
            }),
            ["byoyomi", main, period, periods] => Some(TimeControl::ByoYomi {
                main: seconds(main)?,
                period: seconds(period)?,
                periods: periods.parse().ok()?,
            }),
            [main, "0", "0"] => Some(TimeControl::Absolute {
                main: seconds(main)?,
            }),
            ["fischer", main, increment] => Some(TimeControl::Fischer {
                main: seconds(main)?,
                increment: seconds(increment)?,
            }),
            ["canadian", main, period, stones] | [main, period, stones] => {
                Some(TimeControl::Canadian {
                    main: seconds(main)?,
                    period: seconds(period)?,
                    stones: stones.parse().ok()?,
                })
            }
            _ => None,
        };
        read().filter(TimeControl::gives_time).ok_or_else(error)
    }

    /// The same as an engine's own clock has it.
    pub fn system(self) -> TimeSystem {
        match self {
            TimeControl::Absolute { main } => TimeSystem::Absolute { main },
            TimeControl::ByoYomi {
                main,
                period,
                periods,
            } => TimeSystem::ByoYomi {
                main,
                period,
                periods,
            },
            TimeControl::Canadian {
                main,
                period,
                stones,
            } => TimeSystem::Canadian {
                main,
                period,
                stones,
            },
            TimeControl::Fischer { main, increment } => TimeSystem::Fischer {
                main,
                increment,
                limit: None,
                max_per_move: None,
            },
        }
    }

    fn gives_time(&self) -> bool {
        match *self {
            TimeControl::Absolute { main } | TimeControl::Fischer { main, .. } => !main.is_zero(),
            TimeControl::ByoYomi {
                period, periods, ..
            } => !period.is_zero() && periods > 0,
            TimeControl::Canadian { period, stones, .. } => !period.is_zero() && stones > 0,
        }
    }

    /// The command that tells an engine, which `lists` other commands or not.
    ///
    /// The standard has neither byo-yomi nor increments; their nearest relation is Canadian time
    /// with one stone in each period, which never gives more time than there is. The increment
    /// is already part of what a move may take, so it is taken off the main time.
    pub fn command(&self, lists: impl Fn(&str) -> bool) -> String {
        let kgs = lists("kgs-time_settings");
        match *self {
            TimeControl::Fischer { main, increment } => {
                if lists("kata-time_settings") {
                    let (main, increment) = (plain(main), plain(increment));
                    format!("kata-time_settings fischer {main} {increment}")
                } else if increment.is_zero() {
                    format!("time_settings {} 0 0", plain(main))
                } else {
                    let before = plain(main.saturating_sub(increment));
                    let period = plain(increment.min(main));
                    format!("time_settings {before} {period} 1")
                }
            }
            TimeControl::Absolute { main } => format!("time_settings {} 0 0", plain(main)),
            TimeControl::Canadian {
                main,
                period,
                stones,
            } => {
                format!("time_settings {} {} {stones}", plain(main), plain(period))
            }
            TimeControl::ByoYomi {
                main,
                period,
                periods,
            } if kgs => {
                let (main, period) = (plain(main), plain(period));
                format!("kgs-time_settings byoyomi {main} {period} {periods}")
            }
            TimeControl::ByoYomi { main, period, .. } => {
                format!("time_settings {} {} 1", plain(main), plain(period))
            }
        }
    }
}

/// In words, for headings and for the terms of a results file.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::Absolute { main } => write!(f, "{} s absolute", plain(main)),
            TimeControl::Fischer { main, increment } => {
                write!(f, "{} s and {} s a move", plain(main), plain(increment))
            }
            TimeControl::ByoYomi {
                main,
                period,
                periods,
            } => write!(
                f,
                "{} s, then {periods}x{} s byo-yomi",
                plain(main),
                plain(period)
            ),
            TimeControl::Canadian {
                main,
                period,
                stones,
            } => write!(
                f,
                "{} s, then {stones} stones in {} s",
                plain(main),
                plain(period)
            ),
        }
    }
}

/// Seconds without needless zeros: `5`, `0.5`.
fn plain(duration: Duration) -> f64 {
    duration.as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::engine::fake::{knows_all, knows_none};

    #[test]
    fn time_controls_are_read_and_sent() {
        let cases = [
            ("300 0 0", false, "time_settings 300 0 0"),
            ("absolute 0.5", true, "time_settings 0.5 0 0"),
            ("0 5 10", false, "time_settings 0 5 10"),
            ("canadian 60 300 25", true, "time_settings 60 300 25"),
            ("byoyomi 3 1 5", true, "kgs-time_settings byoyomi 3 1 5"),
            ("byoyomi 3 1 5", false, "time_settings 3 1 1"),
        ];
        for (text, kgs, command) in cases {
            let control = TimeControl::parse(text).unwrap();
            assert_eq!(
                control.command(|name| kgs && name.starts_with("kgs")),
                command
            );
        }
        let fischer = TimeControl::parse("fischer 60 2").unwrap();
        assert_eq!(
            fischer.command(knows_all),
            "kata-time_settings fischer 60 2"
        );
        assert_eq!(fischer.command(knows_none), "time_settings 58 2 1");
        for (text, command) in [
            ("fischer 5 5", "time_settings 0 5 1"),
            ("fischer 3 5", "time_settings 0 3 1"),
            ("fischer 5 0", "time_settings 5 0 0"),
        ] {
            assert_eq!(
                TimeControl::parse(text).unwrap().command(knows_none),
                command
            );
        }
        for text in [
            "",
            "5",
            "0 0 0",
            "0 5 0",
            "5 5 0",
            "absolute 0",
            "absolute",
            "byoyomi 3 0 5",
            "byoyomi 3 1 0",
            "fischer 0 5",
            "fischer 5",
            "-1 0 0",
            "nan 0 0",
            "1e30 0 0",
            "1e10 0 0",
            "none",
        ] {
            let error = TimeControl::parse(text).unwrap_err();
            assert!(error.to_string().contains("MAIN BYO STONES"), "{text}");
        }
    }
}
