//! Game records.

use crate::gtp::table::Family;

/// Game records.
pub const FAMILY: Family = Family {
    title: "Game records",
    commands: &[],
};
