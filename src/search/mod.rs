//! Monte Carlo tree search.
//!
//! A [`Search`] is stepped from outside: [`Search::start`] sets its workers going until they reach their [`Limits`], or
//! [`Search::start_guided`] with a [`Guidance`] that says what to look at;
//! [`Search::report`] may be asked at any time, [`Search::stop`] ends it. It
//! knows nothing of GTP and prints nothing. A [`Player`] on top of it decides
//! when to stop, to pass and to resign; a [`Judgement`] tells dead stones.
//!
//! ```
//! use std::{thread, time::Duration};
//! use tengen::game::{Game, Rules};
//! use tengen::search::{Limits, Search, Settings};
//! use tengen::types::{Color::Black, Dims};
//!
//! let game = Game::new(Dims::square(9)?, Rules::default(), 7.0);
//! let mut search = Search::new(Settings::default());
//! search.set_game(&game, Black);
//! search.start(Limits::of_playouts(500));
//! while search.is_running() {
//!     thread::sleep(Duration::from_millis(10));
//!     let report = search.report().expect("the search has a game");
//!     println!("{} visits, best {:?}", report.visits, report.best());
//! }
//! # assert_eq!(search.report().unwrap().visits, 500);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The rooms
//!
//! ```text
//!   player    a budget, a choice, passing, resigning, levels            judgement   dead stones
//!      └───────────────┬────────────────────────────────────────────────┘
//!           driver::search    Search: keeps the tree while the game goes on
//!                      v
//!                    sized    one search in one board layout
//!                      v
//!                   shared    what its workers share and do; `reporting`: what they have found
//!           ┌──────────┴───────────┐
//!           v                      v
//!        method                 descent, root    from the root to a leaf, superko on the way
//!   classical: RAVE and playouts          puct: a network's policy and value
//! ```
//!
//! `life` has a search of its own, of a single group, made of the same parts below `Search`.
//!
//! A `driver::method::Method` has the tree, takes the descents, judges leaves
//! and backs up; it is a type parameter, chosen once for a search, so that nothing in
//! the loop of a visit is looked up. All else is the same for every method.
//!
//! # What is true of every tree
//!
//! No line the search believes in is illegal: superko is asked against the
//! game's history and the positions of the descent. Without superko a long cycle ends the game. Playouts know simple ko only.
//! What is in a tree holds for the game that it was built for, for one player to
//! move and under one set of restrictions; where any of these differs, it is forgotten.
//!
//! # Threads
//!
//! All workers share one tree; they wait for each other only where two meet at a leaf, for a moment where both count owners by
//! the same move, and while the one that found the tree full makes room. With one worker the result depends on nothing but the
//! seed, the playouts, the memory and the searches before.
//!
//! What was tried, and what it gave, is in `docs/experiments.md`.

mod classical;
mod dead_stones;
mod driver;
mod guidance;
mod judgement;
mod life;
mod limits;
mod method_choice;
mod params;
mod player;
mod puct;
mod report;
mod restriction;
mod settings;
mod usual_komi;

pub use dead_stones::DeadStones;
pub use driver::root::Stance;
pub use driver::search::Search;
pub use guidance::Guidance;
pub use judgement::{Judgement, Status};
pub use life::{Fate, Inquest};
pub use limits::Limits;
pub use method_choice::{MethodChoice, networks_know};
pub use params::{ParamError, ParamInfo, Params, Part};
pub use player::{Choice, Level, LevelError, Player, Request, Watch};
pub use report::{MoveReport, NodeCount, Rave, Report, RootMove, Standing, Values};
pub use restriction::{Restriction, RestrictionKind, Restrictions};
pub use settings::Settings;

#[cfg(test)]
pub(crate) use driver::broken;
#[cfg(test)]
mod tests;
