//! Matches between GTP engines.
//!
//! Two or more engines meet in pairs. Colours alternate, each game has fresh
//! processes, so that a crash or a hang harms no later game, and games run side by
//! side if asked. Everything an engine does is checked by our own
//! [`referee`]; games are numbered from 1, and their files are named by number.
//!
//! ```text
//!  schedule ─> a slot ─> referee (seats, clocks, rules) ─> ending ─┬> record: an SGF file
//!     openings ──────────┘         └ count, umpire                 ├> results: a line to resume from
//!                                                                  └> standings: Elo, sequential test
//! ```

pub mod clock;
pub mod conditions;
pub mod count;
pub mod ending;
mod error;
mod game_json;
mod introduce;
mod json;
pub mod openings;
mod record;
pub mod referee;
mod repeats;
pub mod report;
mod results;
mod run;
pub mod schedule;
mod seat;
pub mod standings;
pub mod summary;
pub mod thinking;
pub mod time_control;

use super::engine::Engine;
use super::statistics::sprt::{Sprt, Verdict};
use crate::types::Color;
use conditions::Conditions;
use ending::Ending;
use openings::Opening;
use schedule::Schedule;
use std::path::PathBuf;
use std::time::Duration;
use thinking::Thinking;

pub use error::MatchError;
pub use introduce::{Contestant, introduce};
pub use json::json;
pub use results::path as results_path;
pub use run::run;

/// Starts an engine from its command line.
pub type Launch<'a> = dyn Fn(&str) -> Result<Box<dyn Engine>, String> + Sync + 'a;

/// An engine as it is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// What reports call it; no two may be the same.
    pub label: String,
    /// Its command line. `{game}` in it becomes the number of the game, for a seed or a log of its own.
    pub command: String,
}

/// What a match is to be.
#[derive(Clone, Debug)]
pub struct Options {
    /// The engines, at least two: of each pair the first has Black in the first game.
    pub entrants: Vec<Entrant>,
    /// Whether only the first meets all others, not everybody everybody.
    pub gauntlet: bool,
    /// The number of games of each pair.
    pub games: u32,
    /// Whether the first of each pair always has Black.
    pub keep_colours: bool,
    /// How games begin, in turn; empty for the empty board.
    pub openings: Vec<Opening>,
    /// How many games run side by side.
    pub jobs: u32,
    /// Where to put the games.
    pub sgf_dir: Option<PathBuf>,
    /// Where to keep the results, if not beside the games.
    pub results: Option<PathBuf>,
    /// Whether to go on with an earlier run's results.
    pub resume: bool,
    /// Ends the match when it is decided; of two engines, the first is tested.
    pub sprt: Option<Sprt>,
    /// The command line of a third engine, which settles disputes about the score.
    pub umpire: Option<String>,
    /// Board, rules, komi, clocks.
    pub conditions: Conditions,
}

impl Options {
    /// The number of games of all pairs together.
    pub fn total_games(&self) -> u32 {
        Schedule::new(self).games()
    }

    /// What reports call an engine.
    fn label(&self, player: usize) -> &str {
        &self.entrants[player].label
    }
}

/// One game, done.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReport {
    /// From 1.
    pub number: u32,
    /// Who had Black and White.
    pub players: [usize; 2],
    /// How it ended.
    pub ending: Ending,
    /// Whether it was stopped at the limit of moves.
    pub capped: bool,
    /// How many moves were played, those of the opening included.
    pub moves: usize,
    /// Black's and White's time on moves.
    pub thinking: [Thinking; 2],
    /// From start to end.
    pub time: Duration,
    /// The name of its opening.
    pub opening: String,
    /// A checksum of its start and its moves; results of older versions have none.
    pub fingerprint: Option<u64>,
    /// The file it was written to.
    pub sgf: Option<PathBuf>,
}

impl GameReport {
    /// The engine with this colour.
    pub fn player(&self, color: Color) -> usize {
        self.players[color.index()]
    }

    /// The engine that won.
    pub fn winner(&self) -> Option<usize> {
        self.ending.winner().map(|color| self.player(color))
    }

    /// The time that an engine spent on its moves; none if it did not play.
    pub fn thinking_of(&self, player: usize) -> Thinking {
        let seats = self.players.iter().zip(self.thinking);
        let mut own = seats.filter(|&(&who, _)| who == player);
        own.next().map(|(_, thinking)| thinking).unwrap_or_default()
    }
}

/// A match that is over, or stopped.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The games in the order of their numbers, those of earlier runs included.
    pub games: Vec<GameReport>,
    /// Whether somebody stopped it before all games were played or the test was decided.
    pub is_interrupted: bool,
    /// Why it could not go on, if that was so.
    pub failure: Option<MatchError>,
    /// What the sequential test says.
    pub verdict: Option<Verdict>,
}
