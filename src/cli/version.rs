//! What `tengen --version` says: whatever a report of a fault should name.

use super::values;
use crate::net::embedded;
use crate::version::VERSION;
use std::sync::LazyLock;

/// When this version was made, for the manual pages.
pub const DATE: &str = "2026-12-01";

/// The version, and below it how and where this program was built and runs.
pub fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(text);
    &TEXT
}

fn text() -> String {
    let build = match cfg!(debug_assertions) {
        true => "with debug assertions",
        false => "without debug assertions",
    };
    format!(
        "{VERSION}\ncommit: {}\ntarget: {}\nbuilt: {build}\nnetwork: {}\nprocessors: {}",
        env!("TENGEN_COMMIT"),
        env!("TENGEN_TARGET"),
        embedded::head().map_or("damaged".to_owned(), |head| head.name),
        values::threads(None),
    )
}
