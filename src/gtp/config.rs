//! How an engine starts.

use super::settings::Decided;
use crate::console::Style;
use crate::game::Game;
use crate::katago::config::Source;
use crate::session;
use std::path::PathBuf;

/// How an engine starts, and how it deals with its client.
#[derive(Clone, Default)]
pub struct Config {
    /// How it plays.
    pub session: session::Config,
    /// The game that it begins with.
    pub game: Game,
    /// What it says it is called, if not Tengen.
    pub name: Option<String>,
    /// Which version of that it says it is, if another.
    pub version: Option<String>,
    /// Settings of configurations, the first one first, which [`run`](super::run) sets: by the names that `kata-set-param` knows,
    /// or KataGo's `rules`.
    pub sources: Vec<Source>,
    /// What typed options of the command line decide: those that give way to a configuration are named.
    pub typed: Vec<Decided>,
    /// Whether to say on standard error what each move is about, for a bridge that makes it chat.
    pub chat: bool,
    /// Whether records carry what was seen at each move.
    pub sgf_comments: bool,
    /// How `showboard` draws.
    pub style: Style,
    /// Whether commands may not read or write files.
    pub safe: bool,
    /// Where to append what is received and sent.
    pub log: Option<PathBuf>,
}

impl From<session::Config> for Config {
    fn from(session: session::Config) -> Config {
        Config {
            session,
            ..Config::default()
        }
    }
}
