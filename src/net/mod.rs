//! Neural networks in KataGo's file format, evaluated on the processor.
//!
//! ```text
//! net::file         what stands in a model file, checked and bounded      (knows nothing of Go)
//! net::features     a position with its history -> planes and numbers     (knows the game, nothing of arithmetic)
//! net::kernel       convolution, matrix product, attention, one file for each instruction set     (knows nothing of Go)
//! net::model        from planes and numbers to an evaluation; the reference in plain loops, which needs no kernel
//! net::compiled     a network packed for a kernel: the fast way
//! net::kernel_names the kernels that this processor has, by name; the reference is one of them
//! net::cache        evaluations that were made before, by all that the network saw
//! net::embedded     the network that is in the program itself
//! net::Network      one that is ready to be asked, with its cache; threads share it
//! net::Loading      one that a thread of its own is still reading
//! net::Networks     those that a player has: one that judges, and a human-style one beside it
//! net::Evaluator    the way in: asks a network about a situation or a game, each thread with its own
//! ```
//!
//! Spatial data is NHWC with a batch of one: `[row from the top][column][channel]`, of exactly the
//! board's size. There is no padding and no mask.

pub mod cache;
pub mod compiled;
pub mod embedded;
mod evaluator;
pub mod features;
pub mod file;
#[allow(unsafe_code, reason = "measured speed needs it there")]
pub mod kernel;
mod kernel_choice;
mod loading;
pub mod model;
mod network;
mod networks;

pub use evaluator::{Evaluator, Manner, evaluate_game, is_sound};
pub use kernel_choice::{UnknownKernel, kernel_names};
pub use loading::Loading;
pub use network::{About, Network, NetworkError, NetworkOptions};
pub use networks::Networks;
