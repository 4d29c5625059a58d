#![expect(
    clippy::disallowed_types,
    reason = "a date is what the system's time is for"
)]

use std::time::{SystemTime, UNIX_EPOCH};

/// The present day as SGF writes dates, by universal time and as far as the system knows it.
pub fn today() -> String {
    date_of(SystemTime::now())
}

/// The day of a moment as SGF writes dates, such as `2026-11-20`, by universal time.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
/// use tengen::game::sgf::date_of;
/// assert_eq!(date_of(UNIX_EPOCH), "1970-01-01");
/// assert_eq!(date_of(UNIX_EPOCH + Duration::from_secs(951_782_400)), "2000-02-29");
/// ```
pub fn date_of(moment: SystemTime) -> String {
    let seconds = moment.duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut days = seconds.as_secs() / 86_400;
    let mut year = 1970;
    while days >= days_of_year(year) {
        days -= days_of_year(year);
        year += 1;
    }
    let mut month = 1;
    while days >= days_of_month(year, month) {
        days -= days_of_month(year, month);
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of_year(year: u64) -> u64 {
    365 + u64::from(is_leap(year))
}

fn days_of_month(year: u64, month: u64) -> u64 {
    match month {
        2 => 28 + u64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
