//! Lines that ask for something else than a search.

use super::config::Config;
use super::fields::{Fields, Refusal};
use super::queue::{Job, Queue, Target};
use crate::katago::{self, model};
use crate::version::NAME_AND_VERSION;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// KataGo's word where it was built without a repository.
const NO_HASH: &str = "<omitted>";

/// What an action leads to.
pub struct Done {
    /// Positions that end without having been searched.
    pub ended: Vec<Job>,
    /// The answer: the action itself, and perhaps more.
    pub echo: Value,
}

/// Carries out what `object` asks for with `action`. Of the object, which may be large, only what is needed is copied.
///
/// # Errors
/// If there is no such action, or one of its fields is wrong.
pub fn carry_out(
    action: &str,
    object: Map<String, Value>,
    config: &Config,
    queue: &Queue,
) -> Result<Done, Refusal> {
    let mut echo = object;
    let mut ended = Vec::new();
    match action {
        "query_version" => {
            echo.insert("version".into(), katago::RELEASE.into());
            echo.insert("git_hash".into(), NO_HASH.into());
            echo.insert("engine".into(), NAME_AND_VERSION.into());
        }
        "query_models" => {
            let models = config.networks.all().map(|loading| model(loading));
            echo.insert("models".into(), models.collect());
        }
        "clear_cache" => {
            // Only evaluations are kept from one position to the next.
            config.networks.forget_evaluations();
        }
        "terminate" | "terminate_all" => {
            ended = queue.terminate(&target(action, &echo)?);
        }
        _ => {
            let known = "query_version, query_models, clear_cache, terminate and terminate_all";
            return Err(Refusal::new("action", format!("there are only {known}")));
        }
    }
    Ok(Done {
        ended,
        echo: Value::Object(echo),
    })
}

fn target(action: &str, object: &Map<String, Value>) -> Result<Target, Refusal> {
    let named = ["terminateId", "turnNumbers"].map(|name| object.get_key_value(name));
    let copied = named.into_iter().flatten();
    let copied = copied.map(|(name, value)| (name.clone(), value.clone()));
    let mut fields = Fields::new(copied.collect());
    let id = match action {
        "terminate_all" => None,
        _ => Some(fields.required::<String>("terminateId", "the id of a query")?),
    };
    let turns = fields.integers("turnNumbers", "a list of turn numbers")?;
    Ok(Target {
        id: id.map(Into::into),
        turns: turns.map(BTreeSet::from_iter),
    })
}
