//! What clients tell of a clock.

use super::system::clamped;
use super::words::{self, TimeError};
use std::time::Duration;

/// What `time_left COLOR SECONDS STONES` says about one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time left in the main time or the current period.
    pub time: Duration,
    /// 0 in main time; else the stones left in the period or, as on KGS in
    /// byo-yomi, the periods left, the current one included.
    pub stones: u32,
}

impl TimeLeft {
    /// The arguments of `time_left` after the colour. Servers whose clocks run on
    /// report times below zero: those are zero.
    ///
    /// # Errors
    /// If there are not two, or one is no number of seconds, or no whole number of stones.
    pub fn parse(args: &[impl AsRef<str>]) -> Result<TimeLeft, TimeError> {
        let [time, stones] = words::exactly(args, "time_left COLOR SECONDS STONES")?;
        let time = clamped(words::seconds(time)?);
        Ok(TimeLeft {
            time,
            stones: words::count(stones)?,
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
        let report = |text: &str| TimeLeft::parse(&text.split_whitespace().collect::<Vec<_>>());
        assert_eq!(
            report("30 5"),
            Ok(TimeLeft {
                time: s(30),
                stones: 5
            })
        );
        assert_eq!(
            report("-3 0"),
            Ok(TimeLeft {
                time: s(0),
                stones: 0
            })
        );
        assert_eq!(
            report("1e30 0"),
            Ok(TimeLeft {
                time: s(1_000_000_000),
                stones: 0
            })
        );
        assert!(report("30").is_err() && report("nan 0").is_err() && report("3 -1").is_err());
    }
}
