//! How much time the players of a match have: as users write it, as engines are told, and in words.

use super::clock::whole;
use crate::time::{LONGEST, ParseTimeSystem, TimeSystem};
use crate::types::decimal;
use std::fmt;
use std::time::Duration;

/// Text that names no time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControlError(String);

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no time control; give 'MAIN BYO STONES' as in GTP's time_settings, \
             'absolute MAIN', 'byoyomi MAIN PERIOD PERIODS', 'canadian MAIN PERIOD STONES', \
             'fischer MAIN INCREMENT' or 'fischer-capped MAIN INCREMENT LIMIT MAX_PER_MOVE', \
             in seconds",
            self.0
        )
    }
}

impl std::error::Error for TimeControlError {}

/// Reads `MAIN BYO STONES`, or the words of `kata-time_settings`: never no clock, and never a clock of another kind
/// than `text` names.
///
/// # Errors
/// If `text` is neither, or leaves no time at all, or more than the [longest](LONGEST).
pub fn parse(text: &str) -> Result<TimeSystem, TimeControlError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let system = parse_numbers(&words).or_else(|| parse_named(&words));
    system
        .filter(|&system| gives_time(system) && !words.iter().any(|word| is_too_long(word)))
        .ok_or_else(|| TimeControlError(text.to_owned()))
}

/// Engines take `300 0 25` for sudden death, to be kind to clients. Whoever starts a match has mistyped it.
fn parse_numbers(words: &[&str]) -> Option<TimeSystem> {
    let system = all_of(words, TimeSystem::parse_gtp)?;
    let has_stones = words[2].parse() != Ok(0);
    let is_overtime_lost = matches!(system, TimeSystem::Absolute { .. }) && has_stones;
    (!is_overtime_lost).then_some(system)
}

/// Refuses `byoyomi 3 0 5` too, which engines take for sudden death.
fn parse_named(words: &[&str]) -> Option<TimeSystem> {
    let system = all_of(words, TimeSystem::parse_kata)?;
    let is_overtime_lost =
        matches!(system, TimeSystem::Absolute { .. }) && !words[0].eq_ignore_ascii_case("absolute");
    (!is_overtime_lost).then_some(system)
}

/// The system that all of the words make together.
fn all_of(words: &[&str], parse: ParseTimeSystem) -> Option<TimeSystem> {
    let mut words = words.iter().copied();
    let system = parse(&mut words).ok()?;
    words.next().is_none().then_some(system)
}

fn gives_time(system: TimeSystem) -> bool {
    let is_nothing = |cap: Option<Duration>| cap == Some(Duration::ZERO);
    match system {
        TimeSystem::None => false,
        TimeSystem::Fischer {
            main,
            limit,
            max_per_move,
            ..
        } => !main.is_zero() && !is_nothing(limit) && !is_nothing(max_per_move),
        TimeSystem::Absolute { .. } | TimeSystem::Canadian { .. } | TimeSystem::ByoYomi { .. } => {
            true
        }
    }
}

/// Whether it is a number that a time system would cut.
fn is_too_long(word: &str) -> bool {
    decimal::<f64>(word).is_some_and(|seconds| seconds > LONGEST.as_secs_f64())
}

/// The command that tells an engine, which `lists` other commands or not; none without a clock.
///
/// Who lists `kata-time_settings` is told by that, whatever the system; others are told byo-yomi by `kgs-time_settings` if they
/// list it, and all else by `time_settings`.
///
/// The standard has neither byo-yomi nor increments; their nearest relation is Canadian time
/// with one stone in each period, which never gives more time than there is. The increment
/// is already part of what a move may take, so it is taken off the main time.
///
/// It has no fractions of a second either, and some engines refuse or misread them. So these are whole seconds: rounded down, but
/// not to nothing, which stands for no limit in overtime. Before overtime there may be nothing.
pub fn command(system: TimeSystem, lists: impl Fn(&str) -> bool) -> Option<String> {
    let standard =
        |main: u64, period: u64, stones: u32| format!("time_settings {main} {period} {stones}");
    Some(match system {
        TimeSystem::None => return None,
        _ if lists("kata-time_settings") => format!("kata-time_settings {system}"),
        TimeSystem::Absolute { main } => standard(whole(main), 0, 0),
        TimeSystem::Canadian {
            main,
            period,
            stones,
        } => standard(main.as_secs(), whole(period), stones),
        TimeSystem::ByoYomi {
            main,
            period,
            periods,
        } => {
            let (main, period) = (main.as_secs(), whole(period));
            match lists("kgs-time_settings") {
                true => format!("kgs-time_settings byoyomi {main} {period} {periods}"),
                false => standard(main, period, 1),
            }
        }
        TimeSystem::Fischer {
            main, increment, ..
        } => match (whole(main), whole(increment)) {
            (main, 0) => standard(main, 0, 0),
            (main, increment) => standard(main.saturating_sub(increment), increment.min(main), 1),
        },
    })
}

/// For headings and for the terms of a results file, which tell by this text whether two matches are the same; none
/// without a clock.
pub fn in_words(system: TimeSystem) -> Option<String> {
    Some(match system {
        TimeSystem::None => return None,
        TimeSystem::Absolute { main } => format!("{} s absolute", plain(main)),
        TimeSystem::ByoYomi {
            main,
            period,
            periods,
        } => {
            let (main, period) = (plain(main), plain(period));
            format!("{main} s, then {periods}x{period} s byo-yomi")
        }
        TimeSystem::Canadian {
            main,
            period,
            stones,
        } => {
            let (main, period) = (plain(main), plain(period));
            format!("{main} s, then {stones} stones in {period} s")
        }
        TimeSystem::Fischer {
            main,
            increment,
            limit,
            max_per_move,
        } => {
            let (main, increment) = (plain(main), plain(increment));
            let limit = limit.map(|most| format!(", {} s at most", plain(most)));
            let max = max_per_move.map(|most| format!(", {} s at most for a move", plain(most)));
            let caps: String = limit.into_iter().chain(max).collect();
            format!("{main} s and {increment} s a move{caps}")
        }
    })
}

/// Seconds without needless zeros: `5`, `0.5`.
fn plain(duration: Duration) -> f64 {
    duration.as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::engine::fake::{knows_all, knows_none};

    fn told(text: &str, lists: impl Fn(&str) -> bool) -> String {
        command(parse(text).unwrap(), lists).unwrap()
    }

    #[test]
    fn time_controls_are_read_and_sent() {
        let cases = [
            ("300 0 0", false, "time_settings 300 0 0"),
            ("absolute 0.5", true, "time_settings 1 0 0"),
            ("1.9 0.5 1", false, "time_settings 1 1 1"),
            ("0.9 2.9 5", true, "time_settings 0 2 5"),
            ("byoyomi 0.5 1.5 3", true, "kgs-time_settings byoyomi 0 1 3"),
            ("0 5 10", false, "time_settings 0 5 10"),
            ("canadian 60 300 25", true, "time_settings 60 300 25"),
            ("byoyomi 3 1 5", true, "kgs-time_settings byoyomi 3 1 5"),
            ("byoyomi 3 1 5", false, "time_settings 3 1 1"),
        ];
        for (text, kgs, command) in cases {
            assert_eq!(told(text, |name| kgs && name.starts_with("kgs")), command);
        }
        for text in [
            "fischer 60 2",
            "fischer-capped 60 2 120 30",
            "fischer-capped 60 2 50 -1",
            "fischer-capped 60 2 -1 30",
        ] {
            assert_eq!(told(text, knows_all), format!("kata-time_settings {text}"));
            assert_eq!(told(text, knows_none), "time_settings 58 2 1");
        }
        for (text, command) in [
            ("fischer 5 5", "time_settings 0 5 1"),
            ("fischer 3 5", "time_settings 0 3 1"),
            ("fischer 5 0", "time_settings 5 0 0"),
            ("fischer 5.5 0.5", "time_settings 4 1 1"),
            ("fischer 0.5 0.5", "time_settings 0 1 1"),
        ] {
            assert_eq!(told(text, knows_none), command);
        }
        for text in [
            "absolute 300",
            "absolute 0.5",
            "canadian 0.5 1 5",
            "byoyomi 3 0.5 5",
            "fischer 5.5 0.5",
        ] {
            assert_eq!(told(text, knows_all), format!("kata-time_settings {text}"));
        }
        let byo_yomi = "byoyomi 3 1 5";
        let knows_kata = |name: &str| name == "kata-time_settings";
        assert_eq!(
            told(byo_yomi, knows_kata),
            format!("kata-time_settings {byo_yomi}")
        );
        assert_eq!(command(TimeSystem::None, knows_all), None);
        for text in [
            "",
            "5",
            "0 0 0",
            "0 5 0",
            "5 5 0",
            "300 0 25",
            "10000000001,5 0 0",
            "absolute 0",
            "absolute",
            "byoyomi 3 0 5",
            "byoyomi 3 1 0",
            "canadian 3 0 0",
            "canadian 3 0 5",
            "canadian 3 5 0",
            "fischer 0 5",
            "fischer 5",
            "fischer-capped 0 5 60 30",
            "fischer-capped 60 5 0 30",
            "fischer-capped 60 5 60 0",
            "fischer-capped 60 5 60",
            "fischer-capped 60 5 1e30 30",
            "-1 0 0",
            "nan 0 0",
            "1e30 0 0",
            "1e10 0 0",
            "none",
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.to_string().contains("MAIN BYO STONES"), "{text}");
        }
    }

    #[test]
    fn results_files_know_a_time_by_these_words() {
        for (text, words) in [
            ("absolute 300", "300 s absolute"),
            ("300 0 0", "300 s absolute"),
            ("byoyomi 60 0.5 3", "60 s, then 3x0.5 s byo-yomi"),
            ("canadian 60 300 25", "60 s, then 25 stones in 300 s"),
            ("fischer 60 2", "60 s and 2 s a move"),
            (
                "fischer-capped 60 2 120 30",
                "60 s and 2 s a move, 120 s at most, 30 s at most for a move",
            ),
            (
                "fischer-capped 60 2 -1 30",
                "60 s and 2 s a move, 30 s at most for a move",
            ),
        ] {
            assert_eq!(in_words(parse(text).unwrap()).as_deref(), Some(words));
        }
        assert_eq!(in_words(TimeSystem::None), None);
    }
}
