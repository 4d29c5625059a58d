//! The date and the time of day.

use jiff::{Timestamp, tz::TimeZone};

/// The present day as SGF writes dates, such as `2026-11-20`, by universal time and as far as the system knows it.
pub fn today() -> String {
    Timestamp::now().to_zoned(TimeZone::UTC).date().to_string()
}

/// The date and the time of day with its milliseconds, such as `2026-11-20T14:50:03.125Z`, by universal time and as far as the
/// system knows them.
pub fn now() -> String {
    Timestamp::now()
        .strftime("%Y-%m-%dT%H:%M:%S%.3fZ")
        .to_string()
}
