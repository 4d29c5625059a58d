//! `tengen web` as a browser meets it, and as an attacker does: over its port.
#![cfg(feature = "web")]

mod any_orders;
mod browser;
mod orders;
mod page;
#[path = "../process/mod.rs"]
mod process;
mod server;
#[path = "../skipped/mod.rs"]
mod skipped;
mod strangers;
#[path = "../temporary/mod.rs"]
mod temporary;
