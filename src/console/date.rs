//! The date and the time of day.

use jiff::{Timestamp, tz::TimeZone};

/// The present day as SGF writes dates, such as `2026-11-20`, by universal time and as far as the system knows it.
pub fn today() -> String {
    Timestamp::now().to_zoned(TimeZone::UTC).date().to_string()
}

/// The time of day with its milliseconds, such as `14:50:03.125`, by universal time and as far as the system knows it.
pub fn time_of_day() -> String {
    Timestamp::now().strftime("%H:%M:%S%.3f").to_string()
}
