//! Options of the command line that give way to a configuration.

use crate::console::stderr;
use crate::gtp::engine::Engine;
use crate::katago::config::Source;
use std::fmt::{self, Display, Formatter};

/// What an option of the command line decides, of what a configuration may decide otherwise. Its text is the option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// The size of the first board.
    Size,
    /// The rules.
    Rules,
    /// Komi.
    Komi,
    /// The threads of a search.
    Threads,
    /// The memory of the program.
    Memory,
    /// The most playouts of a move.
    Playouts,
    /// The most visits of a move.
    Visits,
    /// The time for a move without a clock.
    Time,
    /// When it resigns.
    Resign,
    /// The time that is lost on the way to the client.
    Lag,
    /// How strong it plays.
    Level,
    /// Whether it accepts that positions repeat.
    AcceptRepetition,
    /// Whether it ponders.
    Ponder,
    /// Whom a human-style network imitates.
    HumanProfile,
    /// Whether it says on standard error what each move is about.
    Chat,
    /// Whether records tell what the search saw.
    SgfComments,
    /// The number of the search that has this name.
    Param(String),
}

impl Display for Decided {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(match self {
            Decided::Size => "--size",
            Decided::Rules => "--rules",
            Decided::Komi => "--komi",
            Decided::Threads => "--threads",
            Decided::Memory => "--memory",
            Decided::Playouts => "--playouts",
            Decided::Visits => "--visits",
            Decided::Time => "--time",
            Decided::Resign => "--resign",
            Decided::Lag => "--lag",
            Decided::Level => "--level",
            Decided::AcceptRepetition => "--accept-repetition",
            Decided::Ponder => "--ponder",
            Decided::HumanProfile => "--human-profile",
            Decided::Chat => "--chat",
            Decided::SgfComments => "--sgf-comments",
            Decided::Param(name) => return write!(f, "--param {name}"),
        })
    }
}

impl Decided {
    /// What is in force of it, as text to compare.
    fn value(&self, engine: &Engine) -> String {
        let session = engine.session();
        let (game, config) = (session.game(), session.config());
        match self {
            Decided::Size => game.dims().to_string(),
            Decided::Rules => game.rules().to_json(),
            Decided::Komi => game.komi().to_string(),
            Decided::Threads => config.threads.to_string(),
            Decided::Memory => config.memory_mb.to_string(),
            Decided::Playouts => format!("{:?}", config.playouts),
            Decided::Visits => format!("{:?}", config.visits),
            Decided::Time => format!("{:?}", session.time_without_clock()),
            Decided::Resign => format!("{:?}", config.resigns.then_some(config.resign_below)),
            Decided::Lag => format!("{:?}", config.lag),
            Decided::Level => config.level.to_string(),
            Decided::AcceptRepetition => config.accept_repetition.to_string(),
            Decided::Ponder => config.ponder.to_string(),
            Decided::HumanProfile => format!("{:?}", config.profile),
            Decided::Chat => engine.chats.to_string(),
            Decided::SgfComments => engine.preferences.sgf_comments.to_string(),
            Decided::Param(name) => format!("{:?}", config.params.get(name)),
        }
    }
}

/// What is in force of what the typed options decide.
pub(in crate::gtp) struct InForce(Vec<(Decided, String)>);

impl InForce {
    /// Before a configuration has its say.
    pub fn of(engine: &Engine, typed: Vec<Decided>) -> InForce {
        let with_value = |decided: Decided| {
            let value = decided.value(engine);
            (decided, value)
        };
        InForce(typed.into_iter().map(with_value).collect())
    }

    /// Names the options of which something else is in force by now.
    pub fn tell_of_changes(&self, engine: &Engine, sources: &[Source]) {
        let mut places: Vec<&str> = Vec::new();
        for source in sources {
            // A file that includes another one has two parts.
            if !places.contains(&&*source.place) {
                places.push(&source.place);
            }
        }
        let places = places.join(", ");
        for (decided, before) in &self.0 {
            if decided.value(engine) != *before {
                stderr::warn(format_args!("{decided} gives way to {places}"));
            }
        }
    }
}
