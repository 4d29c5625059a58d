//! One random game from a position to its end.

mod uniform;

pub use uniform::play_uniform;
