//! Options of the command line that give way to a configuration.

use crate::console::stderr;
use crate::katago::config::Source;
use crate::session::Session;

/// Reads the value of one setting, as text to compare.
type Value = fn(&Session) -> String;

/// What stands before the name of a number of the search.
const PARAM: &str = "--param ";

/// Each option with what it decides.
const DECIDED: [(&str, Value); 13] = [
    ("--size", |session| session.game().dims().to_string()),
    ("--rules", |session| session.game().rules().to_json()),
    ("--komi", |session| session.game().komi().to_string()),
    ("--threads", |session| session.config().threads.to_string()),
    ("--playouts", |session| {
        format!("{:?}", session.config().playouts)
    }),
    ("--visits", |session| {
        format!("{:?}", session.config().visits)
    }),
    ("--time", |session| {
        format!("{:?}", session.time_without_clock())
    }),
    ("--resign", |session| {
        let config = session.config();
        format!("{:?}", config.resigns.then_some(config.resign_below))
    }),
    ("--lag", |session| format!("{:?}", session.config().lag)),
    ("--level", |session| session.config().level.to_string()),
    ("--accept-repetition", |session| {
        session.config().accept_repetition.to_string()
    }),
    ("--ponder", |session| session.config().ponder.to_string()),
    ("--human-profile", |session| {
        format!("{:?}", session.config().profile)
    }),
];

/// What an option decides, as text to compare.
fn decided_by(option: &str, session: &Session) -> Option<String> {
    if let Some(name) = option.strip_prefix(PARAM) {
        let value = session.config().params.get(name)?;
        return Some(value.to_string());
    }
    let (_, value) = DECIDED.iter().find(|(known, _)| *known == option)?;
    Some(value(session))
}

/// What is in force of what the typed options decide.
pub(in crate::gtp) struct InForce(Vec<(String, String)>);

impl InForce {
    /// Before a configuration has its say.
    pub fn of(session: &Session, typed: &[String]) -> InForce {
        let value = |option: &String| Some((option.clone(), decided_by(option, session)?));
        InForce(typed.iter().filter_map(value).collect())
    }

    /// Names the options of which something else is in force by now.
    pub fn tell_of_changes(&self, session: &Session, sources: &[Source]) {
        let mut places: Vec<&str> = Vec::new();
        for source in sources {
            // A file that includes another one has two parts.
            if !places.contains(&&*source.place) {
                places.push(&source.place);
            }
        }
        let places = places.join(", ");
        for (option, before) in &self.0 {
            if decided_by(option, session).as_ref() != Some(before) {
                stderr::warn(format_args!("{option} gives way to {places}"));
            }
        }
    }
}
