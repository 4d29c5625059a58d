//! The values of an order: how strong, how long, how often.

use super::Clock;
use crate::search::Level;
use crate::time::{LONGEST, TimeLeft, TimeSystem};
use serde_json::Value;
use std::time::Duration;

/// How long Tengen thinks about a move at most when there is no clock, in seconds.
pub const LONGEST_MOVE: f64 = 60.0;
/// The same where there is one, however much time it has: others want to think too.
pub const LONGEST_MOVE_BY_CLOCK: Duration = Duration::from_secs(300);
/// The bounds of the time from one report of an analysis to the next.
const INTERVALS: (f64, f64) = (50.0, 10_000.0);
/// The most playouts that may be asked for.
const MOST_PLAYOUTS: u64 = 10_000_000;

/// How strong to play.
pub fn level(value: &Value) -> Result<Level, String> {
    match value {
        Value::Null => Ok(Level::FULL),
        value => value
            .to_string()
            .parse()
            .map_err(|_| format!("'level' must be {}", Level::CHOICES)),
    }
}

/// A time, if there is one.
pub fn seconds(value: &Value, most: f64) -> Result<Option<Duration>, String> {
    let Some(seconds) = value.as_f64() else {
        return Ok(None);
    };
    if !(0.0..=most).contains(&seconds) {
        return Err(format!("{seconds} is not a time from 0 to {most} seconds"));
    }
    Ok(Some(Duration::from_secs_f64(seconds)))
}

/// How many playouts, if it is said.
pub fn playouts(value: &Value) -> Result<Option<u64>, String> {
    match value {
        Value::Null => Ok(None),
        value => match value.as_u64() {
            Some(playouts) if (1..=MOST_PLAYOUTS).contains(&playouts) => Ok(Some(playouts)),
            _ => Err(format!(
                "'playouts' must be a number from 1 to {MOST_PLAYOUTS}"
            )),
        },
    }
}

/// The time from one report to the next.
pub fn interval(value: &Value) -> Result<Duration, String> {
    let (least, most) = INTERVALS;
    let millis = value.as_f64().unwrap_or(250.0);
    if !(least..=most).contains(&millis) {
        return Err(format!(
            "'interval' must be from {least} to {most} milliseconds"
        ));
    }
    Ok(Duration::from_secs_f64(millis / 1000.0))
}

/// The number of handicap stones.
pub fn stones(value: &Value) -> Result<usize, String> {
    let stones = value
        .as_u64()
        .and_then(|stones| usize::try_from(stones).ok());
    stones
        .filter(|stones| (2..=25).contains(stones))
        .ok_or_else(|| "'stones' must be a number from 2 to 25".to_owned())
}

/// The player's clock, if there is one.
pub fn clock(value: &Value) -> Result<Option<Clock>, String> {
    let Some(system) = value["system"].as_str() else {
        return Ok(None);
    };
    let words: Vec<&str> = system.split_ascii_whitespace().collect();
    let system = TimeSystem::parse_kata(&words).map_err(|error| error.to_string())?;
    let Some(time) = seconds(&value["time"], LONGEST.as_secs_f64())? else {
        return Ok(Some(Clock { system, left: None }));
    };
    let stones = value["stones"].as_u64().unwrap_or(0);
    let stones = u32::try_from(stones).map_err(|_| "too many stones are left".to_owned())?;
    let left = Some(TimeLeft { time, stones });
    Ok(Some(Clock { system, left }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_taken_as_it_stands() {
        let clock = |text: &str| clock(&serde_json::from_str(text).unwrap());
        assert_eq!(clock("{}"), Ok(None));
        let left = clock(r#"{"system": "byoyomi 600 30 5", "time": 12.5, "stones": 3}"#);
        let report = TimeLeft {
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
