//! How a session plays.

use super::Resign;
use crate::book::Source;
use crate::net::features::{Players, Profile};
use crate::net::{Loading, Networks};
use crate::search::{Level, Params, Settings};
use crate::types::Color;
use std::sync::Arc;
use std::time::Duration;

/// How a session plays. [`Session::reconfigure`](super::Session::reconfigure) changes it later.
#[derive(Clone, Debug)]
pub struct Config {
    /// Whether [`Session::play`](super::Session::play) records moves that repeat a position, or suicides of several
    /// stones, which the rules in force forbid.
    pub accept_repetition: bool,
    /// Threads that search.
    pub threads: usize,
    /// Memory for the program with its tree, in MB.
    pub memory_mb: usize,
    /// How many players in the program share that.
    pub sharers: usize,
    /// Playouts for each move; fewer where the move's share of a clock is shorter.
    pub playouts: Option<u64>,
    /// Visits for each move, those that its position has had in earlier searches included; fewer where the move's share of a
    /// clock is shorter.
    pub visits: Option<u64>,
    /// Time for each move when no clock is set.
    pub time_per_move: Duration,
    /// The longest time for a move, whatever the clock or the number of playouts; it takes the place of
    /// `time_per_move`.
    pub max_time: Option<Duration>,
    /// What is held back from every clock for delays on the way to the client.
    pub lag: Duration,
    /// Seed of the random numbers; drawn anew for each game, in the browser for each order, if `None`.
    pub seed: Option<u64>,
    /// Whether it resigns at all.
    pub resigns: bool,
    /// Winning rate, 0 to 1, below which a move is hopeless.
    pub resign_below: f32,
    /// Whether to think on while the opponent does, …
    pub ponder: bool,
    /// … and how much.
    pub ponder_limits: PonderLimits,
    /// How strong to play.
    pub level: Level,
    /// The numbers of the search.
    pub params: Params,
    /// The neural networks. What people would play decides nothing unless [`Params::human_move_share`] says so.
    pub networks: Networks,
    /// Whom human-style networks imitate.
    pub profile: Option<Profile>,
    /// The opening book: what a network that plays at full strength takes its first moves from.
    pub book: Option<Source>,
    /// Which player has the playout doubling advantage; if `None`, whoever is thinking.
    pub advantage_of: Option<Color>,
    /// Whether to search without the network, though there is one.
    pub classical: bool,
    /// Whether a pass just before an analysis counts for nothing: see
    /// [`search::Settings::conservative_pass`](Settings::conservative_pass).
    pub conservative_pass: bool,
}

/// When to think no more while the opponent does, however long that takes.
#[derive(Clone, Copy, Debug, Default)]
pub struct PonderLimits {
    /// The longest time, from the last move on.
    pub time: Option<Duration>,
    /// The most playouts, from the last command on.
    pub playouts: Option<u64>,
    /// The most visits of the position, those that it has had in earlier searches included.
    pub visits: Option<u64>,
}

impl Config {
    /// Whom the search imitates: nobody, unless the network that judges is human-style.
    fn imitated(&self) -> Option<Profile> {
        let imitates = self.networks.judge_is_human_style();
        self.profile.filter(|_| imitates)
    }

    /// The network that searches, unless playouts are to.
    pub fn searching_network(&self) -> Option<&Arc<Loading>> {
        self.networks.judge.as_ref().filter(|_| !self.classical)
    }

    /// What a network that this player asks is to assume of both.
    pub fn players_seen_by(&self, color: Color) -> Players {
        let advantage = self.params.playout_doubling_advantage;
        Players::as_set(color, self.advantage_of, advantage, self.profile)
    }

    /// Sets when to resign. Who never does so keeps the winning rate for later.
    pub fn set_resign(&mut self, resign: Resign) {
        let below = resign.below();
        self.resigns = below.is_some();
        self.resign_below = below.unwrap_or(self.resign_below);
    }

    /// The settings of the search, with this seed.
    pub fn search_settings(&self, seed: u64) -> Settings {
        Settings {
            threads: self.threads,
            memory_mb: self.memory_mb,
            sharers: self.sharers,
            seed,
            params: self.params.clone(),
            level: self.level,
            method: self.searching_network().cloned().into(),
            profile: self.imitated(),
            advantage_of: self.advantage_of,
            conservative_pass: self.conservative_pass,
            ..Settings::default()
        }
    }
}

impl Default for Config {
    /// One thread, five seconds a move.
    fn default() -> Config {
        Config {
            accept_repetition: false,
            threads: 1,
            memory_mb: 512,
            sharers: 1,
            playouts: None,
            visits: None,
            time_per_move: Duration::from_secs(5),
            max_time: None,
            lag: Duration::from_millis(100),
            seed: None,
            resigns: true,
            resign_below: 0.05,
            ponder: false,
            ponder_limits: PonderLimits::default(),
            level: Level::FULL,
            params: Params::default(),
            networks: Networks::default(),
            profile: None,
            book: None,
            advantage_of: None,
            classical: false,
            conservative_pass: true,
        }
    }
}
