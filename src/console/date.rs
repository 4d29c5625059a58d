//! The date.

use jiff::{Timestamp, tz::TimeZone};

/// The present day as SGF writes dates, such as `2026-11-20`, by universal time and as far as the system knows it.
pub fn today() -> String {
    Timestamp::now().to_zoned(TimeZone::UTC).date().to_string()
}
