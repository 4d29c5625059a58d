//! Options of the command line that give way to a configuration.

use crate::console::stderr;
use crate::katago::config::Source;
use crate::session::Session;

/// Reads the value of one setting, as text to compare.
type Value = fn(&Session) -> String;

/// Each option with what it decides.
const DECIDED: [(&str, Value); 8] = [
    ("--rules", |session| session.game().rules().to_json()),
    ("--threads", |session| session.config().threads.to_string()),
    ("--playouts", |session| {
        format!("{:?}", session.config().playouts)
    }),
    ("--time", |session| {
        format!("{:?}", session.time_without_clock())
    }),
    ("--resign", |session| {
        let config = session.config();
        format!("{:?}", config.resigns.then_some(config.resign_below))
    }),
    ("--lag", |session| format!("{:?}", session.config().lag)),
    ("--ponder", |session| session.config().ponder.to_string()),
    ("--human-profile", |session| {
        format!("{:?}", session.config().profile)
    }),
];

/// What is in force of what the typed options decide.
pub struct InForce(Vec<(&'static str, String)>);

impl InForce {
    /// Before a configuration has its say.
    pub fn of(session: &Session, typed: &[&str]) -> InForce {
        let decided = DECIDED.iter().filter(|(option, _)| typed.contains(option));
        InForce(
            decided
                .map(|&(option, value)| (option, value(session)))
                .collect(),
        )
    }

    /// Names the options of which something else is in force by now.
    pub fn tell_of_changes(&self, session: &Session, sources: &[Source]) {
        let places: Vec<&str> = sources.iter().map(|source| source.place.as_str()).collect();
        let typed: Vec<&str> = self.0.iter().map(|&(option, _)| option).collect();
        let now = InForce::of(session, &typed);
        for (before, after) in std::iter::zip(&self.0, &now.0) {
            if before != after {
                let (option, places) = (before.0, places.join(", "));
                stderr::say_and_wait(format!("warning: {option} gives way to {places}"));
            }
        }
    }
}
