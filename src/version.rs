//! Which version of Tengen this is.

/// The version alone.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The name with it, by which records name a player and people are greeted.
pub const NAME_AND_VERSION: &str = concat!("Tengen ", env!("CARGO_PKG_VERSION"));
