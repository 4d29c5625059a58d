use super::picture::Style;
use crate::game::Rules;
use crate::search::{Level, Params};
use crate::types::Dims;
use std::path::PathBuf;
use std::time::Duration;

/// How a session starts and plays. Most of it can be changed later by commands.
#[derive(Clone, Debug)]
pub struct Config {
    /// The board at the start.
    pub dims: Dims,
    /// Komi at the start.
    pub komi: f32,
    /// Rules at the start.
    pub rules: Rules,
    /// Whether `play` records moves that repeat a position, which the rules in force forbid.
    pub accept_repetition: bool,
    /// Threads that search.
    pub threads: usize,
    /// Memory for the tree, in MB.
    pub memory_mb: usize,
    /// Playouts for each move, whatever the time.
    pub playouts: Option<u64>,
    /// Time for each move when no clock is set.
    pub time_per_move: Duration,
    /// What is held back from every clock for delays on the way to the client.
    pub lag: Duration,
    /// Seed of the random numbers; drawn anew if `None`.
    pub seed: Option<u64>,
    /// Winning rate, 0 to 1, below which a move is hopeless; `None` never resigns.
    pub resign_below: Option<f32>,
    /// Whether to think on while the opponent does.
    pub ponder: bool,
    /// Whether to say a line about each move on standard error, for a bridge that makes it chat.
    pub chat: bool,
    /// Whether records carry what was seen at each move.
    pub sgf_comments: bool,
    /// How `showboard` draws.
    pub style: Style,
    /// How strong to play.
    pub level: Level,
    /// The numbers of the search.
    pub params: Params,
    /// Whether commands may not read or write files.
    pub safe: bool,
    /// Where to append what is received and sent.
    pub log: Option<PathBuf>,
}

impl Default for Config {
    /// 19×19, komi 7.5, default rules, one thread, five seconds a move.
    fn default() -> Config {
        Config {
            dims: Dims::square(19).expect("19 is a board size"),
            komi: 7.5,
            rules: Rules::default(),
            accept_repetition: false,
            threads: 1,
            memory_mb: 512,
            playouts: None,
            time_per_move: Duration::from_secs(5),
            lag: Duration::from_millis(100),
            seed: None,
            resign_below: Some(0.05),
            ponder: false,
            chat: false,
            sgf_comments: false,
            style: Style::Plain,
            level: Level::FULL,
            params: Params::default(),
            safe: false,
            log: None,
        }
    }
}
