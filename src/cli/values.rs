//! Reading the values of options: each answers in a sentence what it takes.

use crate::game::{MAX_KOMI, checked_komi, komi_in_points};
use crate::net::kernel_names;
use crate::search::{ParamError, Params};
use crate::session::Resign;
use crate::time::LONGEST;
use crate::types::{Dims, decimal, sides_of};
use std::fmt::Display;
use std::num::IntErrorKind;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

/// Characters of a name.
const LONGEST_NAME: usize = 60;

/// A whole number within these bounds.
pub fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| format!("give a whole number from {least} to {most}"))
    }
}

/// A whole number with no upper bound that anybody would reach but by a slip.
pub fn whole_from(least: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| match text.parse() {
        Ok(number) if number >= least => Ok(number),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
            Err(format!("give a whole number from {least} to {}", u64::MAX))
        }
        _ => Err(format!("give a whole number, {least} or more")),
    }
}

/// A size of memory.
pub fn memory(text: &str) -> Result<u32, String> {
    let most = u32::MAX;
    let size = whole(1..=most)(text);
    size.map_err(|_| format!("give a whole number of MB from 1 to {most}, such as 2048"))
}

/// `19`, or `13x9` for 13 columns and 9 rows.
pub fn dims(text: &str) -> Result<Dims, String> {
    let (width, height) =
        sides_of(text).ok_or("give a side such as 19, or columns and rows such as 13x9")?;
    Dims::new(width, height.unwrap_or(width)).map_err(|error| error.to_string())
}

/// Komi: whole or half points, or as [`komi_in_points`] knows it; a decimal comma will do.
pub fn komi(text: &str) -> Result<f32, String> {
    let komi = decimal(text).and_then(|komi| checked_komi(komi_in_points(komi)).ok());
    komi.ok_or_else(|| {
        format!("komi is a whole or half number from -{MAX_KOMI} to {MAX_KOMI}, such as 7.5")
    })
}

/// A positive number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let is_too_little = decimal::<f64>(text).is_some_and(|seconds| seconds < 1e-9);
    match is_too_little {
        true => Err("give more than 0 seconds".to_owned()),
        false => seconds_from_zero(text),
    }
}

/// A number of seconds, 0 included.
pub fn seconds_from_zero(text: &str) -> Result<Duration, String> {
    let seconds: f64 = decimal(text).ok_or("give a number of seconds, such as 5 or 0.5")?;
    if seconds < 0.0 {
        return Err("give 0 seconds or more".to_owned());
    }
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|&time| time <= LONGEST)
        .ok_or_else(|| "that is too long".to_owned())
}

/// A way to compute a neural network that this processor has.
pub fn kernel(text: &str) -> Result<String, String> {
    if kernel_names().contains(&text) {
        return Ok(text.to_owned());
    }
    Err(format!("this processor has {}", kernel_names().join(", ")))
}

/// A name in one short line, as clients read it.
pub fn name(text: &str) -> Result<String, String> {
    let name = text.trim();
    let is_short = (1..=LONGEST_NAME).contains(&name.chars().count());
    match is_short && !name.contains(char::is_control) {
        true => Ok(name.to_owned()),
        false => Err(format!(
            "a name is one line of 1 to {LONGEST_NAME} characters"
        )),
    }
}

/// The threads that are asked for, or one for each processor.
pub fn threads(asked_for: Option<u16>) -> usize {
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    asked_for.map_or_else(processors, usize::from)
}

/// The name of a number of the search, and what it is to be: one that can be set.
pub type Param = (String, String);

/// `NAME=VALUE`; the name as the table of parameters spells it.
pub fn param(text: &str) -> Result<Param, String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("give NAME=VALUE, such as cpuct=1.2")?;
    let tried = Params::default().set(name, value);
    let info = tried.map_err(|error| match error {
        ParamError::Unknown(_) => format!(
            "{error}; docs/parameters.md and the GTP command tengen-search_param list the names"
        ),
        _ => error.to_string(),
    })?;
    Ok((info.name.to_owned(), value.to_owned()))
}

/// A percentage, or `never`.
pub fn resign(text: &str) -> Result<Resign, String> {
    Resign::parse(text)
        .ok_or_else(|| "give a percentage from 0 to 50, such as 5, or 'never'".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_within_their_bounds() {
        let threads = whole::<u16>(1..=1024);
        assert_eq!(threads("1024"), Ok(1024));
        for text in ["0", "1025", "70000", "auto", "2.5", "-1", ""] {
            let wanted = Err("give a whole number from 1 to 1024".to_owned());
            assert_eq!(threads(text), wanted, "{text}");
        }
        assert_eq!(whole_from(1)("18446744073709551615"), Ok(u64::MAX));
        for text in ["0", "-1", "many"] {
            let wanted = Err("give a whole number, 1 or more".to_owned());
            assert_eq!(whole_from(1)(text), wanted, "{text}");
        }
        let wanted = "give a whole number from 1 to 18446744073709551615";
        assert_eq!(
            whole_from(1)("18446744073709551616"),
            Err(wanted.to_owned())
        );
        assert_eq!(memory("2048"), Ok(2048));
        let wanted = "give a whole number of MB from 1 to 4294967295, such as 2048";
        assert_eq!(memory("2G"), Err(wanted.to_owned()));
    }

    #[test]
    fn sizes() {
        assert_eq!(dims("19"), Ok(Dims::square(19).unwrap()));
        assert_eq!(dims("13x9"), Ok(Dims::new(13, 9).unwrap()));
        assert_eq!(dims("3X4"), Ok(Dims::new(3, 4).unwrap()));
        assert_eq!(dims("3:4"), Ok(Dims::new(3, 4).unwrap()));
        for text in ["", "x", "9x", "26", "0", "-9", "9x9x9", "nine"] {
            assert!(dims(text).is_err(), "{text}");
        }
    }

    #[test]
    fn komi_is_in_half_points() {
        assert_eq!(komi("7.5"), Ok(7.5));
        assert_eq!(komi("7,5"), Ok(7.5));
        assert_eq!(komi("-3"), Ok(-3.0));
        assert_eq!(komi("-0").unwrap().to_string(), "0");
        // As `komi` and records have it.
        assert_eq!((komi("3.75"), komi("375")), (Ok(7.5), Ok(7.5)));
        for text in ["", "7.25", "nan", "inf", "1e9", "seven"] {
            assert!(komi(text).is_err(), "{text}");
        }
    }

    #[test]
    fn seconds_are_positive_and_finite() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["0", "-1", "1e-12", "nan", "inf", "1e300", "1e10", ""] {
            assert!(seconds(text).is_err(), "{text}");
        }
        assert_eq!(seconds_from_zero("0"), Ok(Duration::ZERO));
        assert!(seconds_from_zero("-0.1").is_err());
    }
}
