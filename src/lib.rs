//! Tengen, a Go (weiqi, baduk) engine that speaks GTP.
//!
//! # How a move travels
//!
//! ```text
//! line of GTP ─> wire (parse) ─> gtp (one command) ─> game::Game (record, undo, rules)
//!                                                          │
//! genmove ─> time (a budget) ─> search (descent ─> leaf, judged by a playout ─> backup)
//!                                                          │
//!              reply <─ wire (format) <─ gtp <─ Choice and Report
//! ```
//!
//! # The modules
//!
//! Each knows those below it and none above.
//!
//! | module | holds | does not know |
//! |---|---|---|
//! | [`cli`] | options, subcommands, exit codes | how the jobs are done |
//! | [`tools`] | long jobs: match, regress, review, gtp-check, bench, perft, play | the inside of the search |
//! | [`gtp`] | the session and one table of commands | playouts, the tree |
//! | [`wire`] | GTP text in and out, for an engine and for its client | what commands mean |
//! | [`search`] | the tree, its workers, the player, dead stones | GTP |
//! | [`time`] | clocks, time systems, a budget for each move | the search |
//! | [`playout`] | one random game: policy and tactics | the tree |
//! | [`game`] | rules, record with undo, superko, handicap, score, SGF | the search |
//! | [`board`] | stones, chains with exact liberties, simple ko, hash | turn, history, komi |
//! | [`zobrist`] | keys for hashing any finite set | rules of Go |
//! | [`types`] | colours, points, moves, sizes, vertex text, symmetries | everything else |
//!
//! # The state
//!
//! * [`board::Board`]: plain data, copied for every playout;
//! * [`game::Position`]: a board with the turn, the passes and the last moves;
//! * [`game::History`]: the game's past positions, shared with the search and unchanged while it runs;
//! * [`search::Path`]: the hashes of one descent.
//!
//! ```
//! use tengen::game::{Game, Rules};
//! use tengen::search::{Choice, Player, Request, Settings};
//! use tengen::types::{Color, Dims};
//!
//! let mut game = Game::new(Dims::square(9).unwrap(), Rules::default(), 7.0);
//! let mut player = Player::new(Settings::default());
//! let request = Request { playouts: Some(100), ..Request::new(Color::Black) };
//! let (choice, _report) = player.genmove(&game, &request);
//! if let Choice::Move(mv) = choice {
//!     game.play(Color::Black, mv).unwrap();
//! }
//! assert_eq!(game.moves().len(), 1);
//! ```
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
