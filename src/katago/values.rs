//! Values of KataGo's settings, read alike whatever the protocol; errors say what a value can be.

use crate::types::decimal;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// From this number on a limit is none; KataGo's own limits that are none are larger.
const UNLIMITED: f64 = 1e9;

/// A flag as KataGo's clients write it: `true`, `false`, `1` or `0`, in any case.
pub fn flag(text: &str) -> Result<bool, &'static str> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err("true or false"),
    }
}

/// A whole number from 1 to `most`; `1e3` will do, as some configurations have it.
pub fn whole(text: &str, most: u16) -> Option<usize> {
    let number = from_one(text).filter(|&number| number <= most.into());
    number.map(|number| number as usize)
}

/// A whole number from 1, however large.
pub fn from_one(text: &str) -> Option<f64> {
    // A comma would be one between thousands.
    let number = text.parse::<f64>().ok();
    number.filter(|number| *number >= 1.0 && number.fract() == 0.0)
}

/// The moves of a line after its first.
pub fn pv_length(text: &str) -> Result<usize, &'static str> {
    whole(text, 1000).ok_or("a whole number from 1 to 1000")
}

/// A number of visits or playouts; none if it is so large that it stands for no limit.
pub fn count(text: &str) -> Result<Option<u64>, &'static str> {
    let count = from_one(text).ok_or("a whole number from 1")?;
    Ok((count < UNLIMITED).then_some(count as u64))
}

/// A number of seconds, with a decimal point or comma; none if it is so large that it stands for no limit.
pub fn seconds(text: &str) -> Result<Option<Duration>, &'static str> {
    let seconds = decimal(text).filter(|&seconds: &f64| seconds >= 0.0);
    let seconds = seconds.ok_or("a number of seconds from 0")?;
    Ok((seconds < UNLIMITED).then(|| Duration::from_secs_f64(seconds)))
}

/// A number of this range, with a decimal point or comma.
pub fn decimal_within<T>(text: &str, range: RangeInclusive<T>) -> Option<T>
where
    T: FromStr + Into<f64> + Copy + PartialOrd,
{
    decimal(text).filter(|value| range.contains(value))
}

/// How much noise, with a decimal point or comma.
pub fn noise(text: &str) -> Result<f32, &'static str> {
    decimal_within(text, 0.0..=5.0).ok_or("a number from 0 to 5")
}

/// A share of a whole, with a decimal point or comma.
pub fn share(text: &str) -> Result<f32, &'static str> {
    decimal_within(text, 0.0..=1.0).ok_or("a number from 0 to 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_clients_and_configurations_write_them() {
        assert_eq!(
            ["TRUE", "1", "False", "0"].map(flag),
            [true, true, false, false].map(Ok)
        );
        assert_eq!(
            ["1e3", "70", "1e9", "1125899906842624"].map(count),
            [Some(1000), Some(70), None, None].map(Ok)
        );
        assert_eq!(["1", "1000"].map(pv_length), [1, 1000].map(Ok));
        assert_eq!(["0", "0,5", "5.0"].map(noise), [0.0, 0.5, 5.0].map(Ok));
        let half = Some(Duration::from_millis(500));
        assert_eq!(
            ["0.5", "0,5", "1e20"].map(seconds),
            [half, half, None].map(Ok)
        );
    }

    #[test]
    fn what_is_no_value_is_answered_with_what_would_be_one() {
        assert_eq!(["2", "yes", ""].map(flag), [Err("true or false"); 3]);
        assert_eq!(
            ["0", "1.5", "1,000", "inf", "many"].map(count),
            [Err("a whole number from 1"); 5]
        );
        assert_eq!(
            ["0", "1001"].map(pv_length),
            [Err("a whole number from 1 to 1000"); 2]
        );
        assert_eq!(
            ["-0.1", "5.1", "NaN"].map(noise),
            [Err("a number from 0 to 5"); 3]
        );
        assert_eq!(
            ["-1", "NaN", "soon"].map(seconds),
            [Err("a number of seconds from 0"); 3]
        );
    }
}
