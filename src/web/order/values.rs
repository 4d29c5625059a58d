//! The values of an order: how strong, how long, how often.

use super::Clock;
use crate::search::Level;
use crate::time::{ClockReport, LONGEST, TimeSystem};
use serde_json::Value;
use std::time::Duration;

/// How long Tengen thinks about a move at most when there is no clock.
pub const LONGEST_MOVE: Duration = Duration::from_secs(60);
/// The same where there is one, however much time it has: others want to think too.
pub const LONGEST_MOVE_BY_CLOCK: Duration = Duration::from_secs(300);
/// An analysis ends after this time at the latest: whoever is still there can start another.
pub const LONGEST_ANALYSIS: Duration = Duration::from_secs(900);
/// The bounds of the time from one report of an analysis to the next.
const INTERVALS: (f64, f64) = (50.0, 10_000.0);
/// That time unless it is said, in milliseconds.
const USUAL_INTERVAL: f64 = 250.0;
/// The most playouts that may be asked for.
const MOST_PLAYOUTS: u64 = 10_000_000;

/// What `name` is in an object, if it is there.
///
/// # Errors
/// In words, if it is not `what` it should be: something of another kind does not count as nothing.
pub fn optional<'a, T>(
    object: &'a Value,
    name: &str,
    what: &str,
    read: impl FnOnce(&'a Value) -> Option<T>,
) -> Result<Option<T>, String> {
    match &object[name] {
        Value::Null => Ok(None),
        value => read(value)
            .map(Some)
            .ok_or_else(|| format!("'{name}' must be {what}")),
    }
}

/// Whether something is so, if it is said.
pub fn flag(object: &Value, name: &str) -> Result<Option<bool>, String> {
    optional(object, name, "true or false", Value::as_bool)
}

/// A text, if there is one.
pub fn text<'a>(object: &'a Value, name: &str) -> Result<Option<&'a str>, String> {
    optional(object, name, "a text", Value::as_str)
}

/// How strong to play.
pub fn level(order: &Value) -> Result<Level, String> {
    let level = optional(order, "level", Level::CHOICES, |value| {
        value.to_string().parse().ok()
    });
    Ok(level?.unwrap_or(Level::FULL))
}

/// A time of `most` at most, if there is one.
pub fn time(object: &Value, most: Duration) -> Result<Option<Duration>, String> {
    let most = most.as_secs_f64();
    let what = format!("a number of seconds from 0 to {most}");
    let seconds = optional(object, "time", &what, |value| {
        value
            .as_f64()
            .filter(|seconds| (0.0..=most).contains(seconds))
    });
    Ok(seconds?.map(Duration::from_secs_f64))
}

/// How many playouts, if it is said.
pub fn playouts(order: &Value) -> Result<Option<u64>, String> {
    let what = format!("a number from 1 to {MOST_PLAYOUTS}");
    optional(order, "playouts", &what, |value| {
        let playouts = value.as_u64();
        playouts.filter(|playouts| (1..=MOST_PLAYOUTS).contains(playouts))
    })
}

/// The time from one report to the next.
pub fn interval(order: &Value) -> Result<Duration, String> {
    let (least, most) = INTERVALS;
    let what = format!("a number of milliseconds from {least} to {most}");
    let millis = optional(order, "interval", &what, |value| {
        let millis = value.as_f64();
        millis.filter(|millis| (least..=most).contains(millis))
    });
    Ok(Duration::from_secs_f64(
        millis?.unwrap_or(USUAL_INTERVAL) / 1000.0,
    ))
}

/// The number of handicap stones.
pub fn stones(order: &Value) -> Result<usize, String> {
    let stones = order["stones"]
        .as_u64()
        .and_then(|stones| usize::try_from(stones).ok());
    stones
        .filter(|stones| (2..=25).contains(stones))
        .ok_or_else(|| "'stones' must be a number from 2 to 25".to_owned())
}

/// The player's clock, if there is one.
pub fn clock(order: &Value) -> Result<Option<Clock>, String> {
    let an_object = |value| Value::is_object(value).then_some(value);
    let Some(clock) = optional(order, "clock", "an object", an_object)? else {
        return Ok(None);
    };
    let system = text(clock, "system")?.ok_or("'system' of the clock is missing")?;
    let system = TimeSystem::parse_kata(&mut system.split_ascii_whitespace());
    let system = system.map_err(|error| error.to_string())?;
    let Some(time) = time(clock, LONGEST)? else {
        return Ok(Some(Clock { system, left: None }));
    };
    let stones = optional(clock, "stones", "a number of stones", |value| {
        u32::try_from(value.as_u64()?).ok()
    });
    let left = Some(ClockReport {
        time,
        stones: stones?.unwrap_or(0),
    });
    Ok(Some(Clock { system, left }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_taken_as_it_stands() {
        let clock = |text: &str| {
            let order = format!(r#"{{"clock": {text}}}"#);
            clock(&serde_json::from_str(&order).unwrap())
        };
        let error = clock("{}").unwrap_err();
        assert_eq!(error, "'system' of the clock is missing");
        let left = clock(r#"{"system": "byoyomi 600 30 5", "time": 12.5, "stones": 3}"#);
        let report = ClockReport {
            time: Duration::from_millis(12_500),
            stones: 3,
        };
        assert_eq!(left.unwrap().unwrap().left, Some(report));
        let error = clock(r#"{"system": "sand 5"}"#).unwrap_err();
        assert!(
            error.starts_with("unknown time system 'sand', known are none "),
            "{error}"
        );
        assert!(clock(r#"{"system": "absolute 5", "time": -1}"#).is_err());
    }
}
