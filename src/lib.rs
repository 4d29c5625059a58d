//! Tengen, a Go (weiqi, baduk) engine that speaks GTP.
//!
//! # The library
//!
//! Without the default feature `cli` (`default-features = false`) the crate is the rules, the search and the networks:
//! no terminal, no processes, no arguments, no thread that reads input.
//!
//! A move on 9×9 by the network that is in the program, and what it thinks of the game:
//!
//! ```
//! use tengen::game::{Game, Rules};
//! use tengen::net::{Loading, NetworkOptions};
//! use tengen::search::{Choice, MethodChoice, Player, Request, Settings};
//! use tengen::types::{Color::Black, Dims};
//!
//! let network = Loading::start_embedded(NetworkOptions::default())?;
//! let settings = Settings { method: MethodChoice::Network(network), ..Settings::default() };
//! let mut player = Player::new(settings);
//! let mut game = Game::new(Dims::square(9)?, Rules::default(), 7.0);
//!
//! let request = Request { visits: Some(20), ..Request::new(Black) };
//! let (choice, report) = player.genmove(&game, &request);
//! println!("{choice:?}: {} to win, Black leads by {}", report.winrate, report.black_lead);
//! println!("the best move: {:?}", report.best());
//! if let Choice::Move(mv) = choice {
//!     game.play(Black, mv)?;
//! }
//! # assert_eq!(report.visits, 20);
//! # assert_eq!(game.moves().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Settings::default`](search::Settings) alone searches without a network. The rules need no search. Here White captures two
//! stones on a board of three points, and Black may not play where that would repeat the position after the first move:
//!
//! ```
//! use tengen::game::{Game, IllegalMove, Rules};
//! use tengen::types::{Color::{Black, White}, Dims, parse_move};
//!
//! let mut game = Game::new(Dims::new(1, 3)?, Rules::preset("tromp-taylor")?, 0.0);
//! for (color, vertex) in [(Black, "A2"), (White, "pass"), (Black, "A1"), (White, "A3")] {
//!     game.play(color, parse_move(game.dims(), vertex)?)?;
//! }
//! let back = parse_move(game.dims(), "A2")?;
//! assert_eq!(game.play(Black, back), Err(IllegalMove::Superko { repeats: 1 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How a move travels
//!
//! ```text
//! line of GTP ─> wire (parse) ─> gtp (one command) ─> session ─> game::Game (record, undo, rules)
//!                                                        │
//! genmove ─> time (a budget) ─> search (descent ─> leaf, judged by the network or a playout ─> backup)
//!                                                        │
//!              reply <─ wire (format) <─ gtp <─ session <─ Choice and Report
//! ```
//!
//! # The modules
//!
//! Each knows those below it and none above.
//!
//! | module | holds | does not know |
//! |---|---|---|
//! | [`search`] | the tree, its workers, the player, dead stones, life and death | GTP |
//! | [`time`] | clocks, time systems, a budget for each move | the search |
//! | [`playout`] | one random game: policy and tactics | the tree |
//! | [`book`] | an opening book: moves by position, however the board is turned | the search |
//! | `random` | random numbers of a position, choices by weight | the search |
//! | [`reading`] | what can be forced on a few chains: captures, connections, eyes | turn, history, the tree |
//! | [`net`] | neural networks: model files, features, kernels, evaluations | the tree |
//! | [`game`] | rules, record with undo, superko, handicap, score, safe points, SGF | the search |
//! | [`board`] | stones, chains with exact liberties, simple ko, hash | turn, history, komi |
//! | [`zobrist`] | keys for hashing any finite set, mixing of numbers | rules of Go |
//! | [`files`] | files that people name, read within bounds or written | everything else |
//! | [`version`] | which version of Tengen this is | everything else |
//! | [`types`] | colours, points, moves, sizes, vertex text, symmetries | everything else |
//!
//! Above them stands the program, with the feature `cli` (`web` with `web`):
//!
//! | module | holds | does not know |
//! |---|---|---|
//! | `cli` | options, subcommands, exit codes | how the jobs are done |
//! | `tools` | long jobs: match, regress, review, gtp-check, bench, learn, perft, play | the inside of the search |
//! | `web` | a board in the browser: a server, its orders, a session for each window | GTP, the tree |
//! | `analysis` | KataGo's analysis protocol: a queue and a pool of searches | playouts, the tree |
//! | `gtp` | one table of commands, the loop that serves them | playouts, the tree |
//! | `page` | the parts of pages in a browser: board, graph, style | who shows what in them |
//! | `session` | a game with its player, clocks and record, and a verb for each thing to do with it | GTP |
//! | `review` | a game judged move by move, and how sure that is | who shows it |
//! | `console` | boards and numbers as text, lines on standard error, a log | the search |
//! | `wire` | GTP text in and out, for an engine and for its client | what commands mean |
//! | `katago` | KataGo's configuration, names and values of settings, names of numbers; what is told of networks | what a setting does |
//! | `lines` | lines read in bounded memory | what they say |
//! | `monitor` | a value that threads share, and whose changes they wait for | what it is |
//!
//! # The state
//!
//! * [`board::Board`]: plain data, copied for every playout;
//! * [`game::Position`]: a board with the turn, the passes and the last moves;
//! * [`game::History`]: the game's past positions, shared with the search and unchanged while it runs;
//! * [`game::Game`]: the record of moves with undo, from which position and history come.
#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod board;
pub mod book;
pub mod files;
pub mod game;
pub mod net;
pub mod playout;
mod random;
pub mod reading;
pub mod search;
pub mod time;
pub mod types;
pub mod version;
pub mod zobrist;

#[cfg(feature = "cli")]
pub mod analysis;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod console;
#[cfg(feature = "cli")]
pub mod gtp;
#[cfg(feature = "cli")]
pub mod katago;
#[cfg(feature = "cli")]
mod lines;
#[cfg(feature = "cli")]
mod monitor;
#[cfg(feature = "cli")]
pub mod page;
#[cfg(feature = "cli")]
pub mod review;
#[cfg(feature = "cli")]
pub mod session;
#[cfg(feature = "cli")]
pub mod tools;
#[cfg(feature = "web")]
pub mod web;
#[cfg(feature = "cli")]
pub mod wire;

#[cfg(test)]
#[path = "../tests/skipped/mod.rs"]
mod skipped;
#[cfg(test)]
#[path = "../tests/temporary/mod.rs"]
mod temporary;
