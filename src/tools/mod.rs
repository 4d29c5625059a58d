//! The long jobs a person starts: `bench`, `gtp-check`, `learn`, `match`, `perft`, `play`, `regress`, `review`.
//!
//! Each job takes a plain options struct, so that the command line is one way
//! of several to start it, and writes its results to whatever it is handed.

pub mod bench;
mod crew;
pub mod engine;
mod fnv;
pub mod gtp_check;
pub mod learn;
pub mod matches;
pub mod perft;
pub mod play;
pub mod process;
pub mod progress;
pub mod regress;
pub mod review;
pub mod statistics;
pub mod svg;
