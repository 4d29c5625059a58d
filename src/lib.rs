//! Tengen, a Go engine that speaks GTP.
#![warn(missing_docs)]

pub mod board;
pub mod game;
pub mod playout;
pub mod types;
pub mod wire;
pub mod zobrist;
