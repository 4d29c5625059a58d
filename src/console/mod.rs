//! What every program that talks to people shares: boards and numbers as text, lines on standard error, files written
//! at a person's request, the date.
//!
//! Nothing here can be stopped by a reader who does not read.

mod date;
mod file;
mod numbers;
pub mod picture;
pub mod stderr;

pub use date::today;
pub use file::{append_to_file, write_file};
pub use numbers::{counted, rounded};
