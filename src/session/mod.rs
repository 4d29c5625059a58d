//! One game between Tengen and somebody else, with everything that belongs to it: the record, the clocks, the
//! player that thinks, and what it has found.
//!
//! A [`Session`] has a verb for each thing that a user can want: to play and take back moves, to set up stones, to
//! have a move chosen, to analyse, to judge the stones and to write the record. It knows nothing of GTP; the
//! protocol, the browser and the game in the terminal stand above it.
//!
//! A verb checks everything before it changes anything: after an error the session is as it was. A panic below is
//! told on standard error and costs no game: a move is then found without a search, and stones are judged as they
//! stand.
//!
//! ```
//! use tengen::game::Game;
//! use tengen::search::{Choice, Request};
//! use tengen::session::{Config, Session};
//! use tengen::types::{Color, parse_move};
//!
//! let config = Config { playouts: Some(50), ..Config::default() };
//! let mut session = Session::new(config, Game::default());
//! let vertex = parse_move(session.game().dims(), "Q16")?;
//! session.play(Color::Black, vertex)?;
//! let answer = session.genmove(Request::new(Color::White), None)?;
//! assert!(matches!(answer.choice, Choice::Move(_)));
//! assert_eq!(session.game().moves().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agreed;
mod analysis;
mod budget;
mod clocks;
mod config;
mod fallback;
mod genmove;
mod judging;
mod moves;
mod opening;
mod opinion;
mod pondering;
mod record;
mod resign;
mod seen;
mod words;

pub use crate::search::Watch;
pub use config::{Config, PonderLimits};
pub use genmove::{Answer, longest_dispute};
pub use moves::CannotUndo;
pub use opinion::Patience;
pub use record::Comments;
pub use resign::Resign;
pub use words::{choice_in_words, choice_text};

use crate::console::fault;
use crate::game::Game;
use crate::search::Player;
use crate::time::{Clock, ClockReport, TimeSystem};
use crate::types::Color;
use agreed::Agreed;
use clocks::Clocks;
use record::Record;
use seen::Seen;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A move that was suggested: played by the client, it is the player's own.
struct Suggestion {
    color: Color,
    /// How long it took, which has not been charged.
    spent: Duration,
}

/// A game, a player, clocks and settings.
pub struct Session {
    config: Config,
    seed: u64,
    game: Game,
    agreed: Agreed,
    player: Player,
    clocks: Clocks,
    /// What is known of the game besides the moves.
    record: Record,
    /// Whether the last moves were played to capture dead stones after the players had disagreed about them.
    cleaning_up: bool,
    /// What the last search found.
    seen: Option<Seen>,
    /// When the player moved; none once the position has changed, or nobody plays on. While there is a time, it may ponder.
    moved_at: Option<Instant>,
    /// What has been suggested in this position last.
    suggested: Option<Suggestion>,
}

impl Session {
    /// A session that begins with this game.
    pub fn new(config: Config, game: Game) -> Session {
        let seed = config.seed.unwrap_or_else(random_seed);
        Session {
            agreed: Agreed::of(&game),
            game,
            player: Player::new(config.search_settings(seed)),
            seed,
            clocks: Clocks::default(),
            record: Record::default(),
            cleaning_up: false,
            seen: None,
            moved_at: None,
            suggested: None,
            config,
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The settings in force.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Changes settings. If a setting of the search has changed, what was found is forgotten.
    pub fn reconfigure(&mut self, change: impl FnOnce(&mut Config)) {
        let before = self.config.search_settings(self.seed);
        change(&mut self.config);
        if self.config.search_settings(self.seed) != before {
            self.forget();
        }
    }

    /// The seed of the random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Starts the random numbers afresh, and those of every later game; the search forgets what it has found.
    pub fn set_seed(&mut self, seed: u64) {
        self.config.seed = Some(seed);
        self.seed = seed;
        self.forget();
    }

    /// Draws a seed where none was given, or every game of a process would go the same way. The tree stays: a client may
    /// clear the board and play the same moves again.
    fn draw_seed(&mut self) {
        if self.config.seed.is_none() {
            self.seed = random_seed();
            self.player.search().set_seed(self.seed);
        }
    }

    /// Forgets what all searches have found. How hopeless the game has looked is remembered, and how long a visit takes, or
    /// whoever clears the search before each move would never see it resigned, and with a slow network lose on time.
    pub fn forget(&mut self) {
        self.seen = None;
        self.player = self.player.renewed(self.config.search_settings(self.seed));
    }

    /// The clocks, Black's first.
    pub fn clocks(&self) -> &[Clock; 2] {
        self.clocks.both()
    }

    /// Gives both players the same time and winds up their clocks.
    pub fn set_time_system(&mut self, system: TimeSystem) {
        self.clocks.set_system(system);
    }

    /// Sets the clock of one player to the time that is left.
    pub fn set_clock(&mut self, color: Color, left: ClockReport) {
        self.clocks.report(color, left);
        if let Some(suggestion) = &mut self.suggested {
            // The report has counted it.
            suggestion.spent = Duration::ZERO;
        }
        self.record
            .clock_set(&self.game, color, self.clocks.of(color));
    }

    /// The game in SGF, with all that is known of it.
    ///
    /// The stones of a game that both have ended by passing are judged unless its result is known, which takes a while, as
    /// [`Session::judge`]; there is no result if `stop` is set before the network has been read.
    pub fn sgf(&mut self, comments: Comments, stop: Arc<AtomicBool>) -> String {
        let needs_score = self.game.is_over() && self.record.known_result(&self.game).is_none();
        let judgement = needs_score.then(|| self.judge_if_ready(stop)).flatten();
        let game = &self.game;
        let score = judgement.map(|judgement| game.score_of(&judgement.territory(game)));
        let system = self.clocks.system();
        self.record.sgf(game, system, score, comments)
    }

    /// Does work that may panic in the player. A panic is told of and answers nothing, and the session goes on with a new player.
    fn guarded<T>(&mut self, place: &str, work: impl FnOnce(&mut Session) -> T) -> Option<T> {
        let done = fault::guarded(place, || work(self));
        if done.is_none() {
            // What the work has left half done is the player's, which is not used again.
            self.forget();
        }
        done
    }
}

/// A seed that differs each time it is drawn. It is below 2³¹, so that
/// every client can read it back.
pub fn random_seed() -> u64 {
    RandomState::new().hash_one(0) >> 33
}

#[cfg(test)]
pub(crate) mod tests;
