//! What runs a search, whatever its method: the workers and what they share, the way from the root to a leaf, the memory.

pub mod arena;
#[cfg(test)]
pub mod broken;
pub mod count;
pub mod descent;
pub mod headroom;
pub mod memory;
pub mod method;
mod reporting;
pub mod root;
pub mod root_noise;
pub mod search;
pub mod shared;
pub mod sized;
