//! Neural networks in KataGo's file format, evaluated on the processor.
//!
//! ```text
//! net::file          what stands in a model file, checked and bounded      (knows nothing of Go)
//! net::features      a position with its history -> planes and numbers     (knows the game, nothing of arithmetic)
//! net::kernel        convolution, matrix product, attention, one file for each instruction set     (knows nothing of Go)
//! net::model         from planes and numbers to an evaluation; the reference in plain loops, which needs no kernel
//! net::compiled      a network packed for a kernel: the fast way
//! net::kernel_choice which kernel computes, and their names: this processor's, and the reference
//! net::cache         evaluations that were made before, by all that the network saw
//! net::embedded      the network that is in the program itself
//! net::Network       one that is ready to be asked, with its cache; threads share it
//! net::Loading       one that a thread of its own is still reading
//! net::Networks      those that a player has: one that judges, and a human-style one beside it
//! net::Evaluator     the way in: asks a network about a situation or a game, each thread with its own
//! ```
//!
//! What a network says at first sight, without a search:
//!
//! ```
//! use tengen::game::{Game, Rules};
//! use tengen::net::features::Players;
//! use tengen::net::{Loading, Manner, NetworkOptions, evaluate_game};
//! use tengen::types::{Dims, parse_move};
//!
//! let game = Game::new(Dims::square(9)?, Rules::default(), 7.0);
//! let network = Loading::start_embedded(NetworkOptions::default())?.wait()?;
//! let evaluation = evaluate_game(&network, &game, &Players::default(), &Manner::default());
//! let centre = evaluation.chance_of(game.dims(), parse_move(game.dims(), "E5")?);
//! println!("E5 {:.0} %, {:.0} % to win", 100.0 * centre, 100.0 * evaluation.win_rate());
//! # assert!(centre > 0.1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
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

pub use evaluator::{Evaluator, Manner, check_sound, evaluate_game};
pub use kernel_choice::{UnknownKernel, kernel_names};
pub use loading::{Loading, LoadingError};
pub use network::{About, Network, NetworkError, NetworkOptions};
pub use networks::Networks;
