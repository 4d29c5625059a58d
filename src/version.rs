//! Which version of Tengen this is.

/// The version alone, such as `0.41.0`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The name with it, by which records name a player and people are greeted, such as `Tengen 0.41.0`.
pub const NAME_AND_VERSION: &str = concat!("Tengen ", env!("CARGO_PKG_VERSION"));
