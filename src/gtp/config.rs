use crate::console::Style;
use crate::katago::config::Entry;
use crate::session;
use std::path::PathBuf;

/// How an engine starts, and how it deals with its client.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// How it plays.
    pub session: session::Config,
    /// What it says it is called, if not Tengen.
    pub name: Option<String>,
    /// Which version of that it says it is, if another.
    pub version: Option<String>,
    /// Settings of configurations, the first one first, which [`run`](super::run) sets.
    pub settings: Vec<Source>,
    /// The options of the command line that were typed: those that give way to a configuration are named.
    pub typed: Vec<&'static str>,
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

/// Settings that come from one place, by the names that `kata-set-param` knows, or KataGo's `rules`.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// Where they stand.
    pub place: String,
    /// One after the other.
    pub settings: Vec<SourceLine>,
}

/// A setting with its place in a [`Source`].
#[derive(Clone, Debug)]
pub struct SourceLine {
    /// Its line in a file, from 1; 0 elsewhere.
    pub line: usize,
    /// Its name.
    pub key: String,
    /// Its value; without one it has no effect.
    pub value: Option<String>,
}

impl Source {
    /// What stands in a configuration.
    pub fn new<'a>(place: String, entries: impl Iterator<Item = Entry<'a>>) -> Source {
        let line = |entry: Entry| SourceLine {
            line: entry.line,
            key: entry.key.to_owned(),
            value: entry.value.map(str::to_owned),
        };
        Source {
            place,
            settings: entries.map(line).collect(),
        }
    }

    /// The words for where a setting stands.
    pub(super) fn place_of(&self, setting: &SourceLine) -> String {
        match setting.line {
            0 => self.place.clone(),
            line => format!("{}: line {line}", self.place),
        }
    }
}

impl From<session::Config> for Config {
    fn from(session: session::Config) -> Config {
        Config {
            session,
            ..Config::default()
        }
    }
}
