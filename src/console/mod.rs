//! What every program that talks to people shares: boards and numbers as text, lines on standard error, the date and the
//! time, a log.
//!
//! Nothing here waits long for somebody who does not read standard error.

mod date;
pub mod fault;
mod line;
mod log;
mod names;
mod numbers;
pub mod picture;
mod state;
pub mod stderr;
mod style;

pub use date::{now, today};
pub use line::on_one_line;
pub use log::Log;
pub use names::{listed, without_effect};
pub use numbers::{counted, lead_in_words, rounded};
pub use state::rules_in_words;
pub use style::Style;
