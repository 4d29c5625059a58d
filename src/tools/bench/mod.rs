//! Fixed work, to measure speed and to see whether the search still does the
//! same thing.
//!
//! `search` runs a search in each of a few fixed positions. With one thread,
//! the number it ends with depends on the visits of every move at every root:
//! a change that was meant to change speed alone leaves it as it is. It is the
//! same in debug and release builds and on every machine.
//!
//! `rates` measures playouts per second by board size and number of threads;
//! `superko` what the superko rule costs; `net` measures evaluations of a network, `visits` a whole search by it.

pub mod net;
pub mod positions;
pub mod rates;
pub mod search;
pub mod superko;
pub mod visits;

/// Playouts of a search are this many divided by the points of the board, unless given.
const STANDARD_WORK: u64 = 400_000;
