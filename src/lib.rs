//! Tengen, a Go engine that speaks GTP.
#![warn(missing_docs)]

pub mod board;
pub mod cli;
pub mod game;
pub mod gtp;
pub mod playout;
pub mod search;
pub mod time;
pub mod tools;
pub mod types;
pub mod wire;
pub mod zobrist;
