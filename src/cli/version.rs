//! What `tengen --version` says: whatever a report of a fault should name.

use super::values;
use crate::net::embedded::{self, Embedded};
use std::sync::LazyLock;

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
        "{}\ncommit: {}\ntarget: {}\nbuilt: {build}\nnetworks: {}\nprocessors: {}",
        env!("CARGO_PKG_VERSION"),
        env!("TENGEN_COMMIT"),
        env!("TENGEN_TARGET"),
        networks(),
        values::threads(None),
    )
}

/// The names of the networks in the program itself.
fn networks() -> String {
    let name = |network: &Embedded| network.head().map(|head| head.name);
    let names = [&embedded::USUAL, &embedded::SMALL].map(name);
    let names = names.map(|name| name.unwrap_or_else(|_| "damaged".to_owned()));
    names.join(", ")
}
