//! What is searched and shown for each position of a query.

use super::MOST_NAMED;
use super::config::Config;
use super::fields::{Fields, Refusal};
use super::restrictions::restrictions;
use super::settings::{Effect, Settings};
use crate::console::{listed, without_effect};
use crate::katago::{self, Included, keys};
use crate::search::Restrictions;
use crate::types::{Dims, excerpt};
use serde_json::{Map, Value};
use std::time::Duration;

/// The longest interval between reports, in seconds.
const LONGEST_INTERVAL: f64 = 1e6;
/// Settings that are fields of a query too, all of them numbers.
const SETTINGS: [&str; 4] = [
    keys::MAX_VISITS,
    keys::PV_LENGTH,
    "rootFpuReductionMax",
    "rootPolicyTemperature",
];

/// What is searched and shown for each position of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// How to search.
    pub settings: Settings,
    /// Moves left out near the root.
    pub restrictions: Restrictions,
    /// When to report before the end, if at all.
    pub reports: Option<Reports>,
    /// What is told beside the usual.
    pub included: Included,
    /// Whether to tell what is thought of every move before any search.
    pub policy: bool,
}

/// When to report before the search has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reports {
    /// For the first time.
    pub first: Duration,
    /// From then on.
    pub every: Duration,
}

/// What a query says of it; `config` says what it leaves open.
pub(super) fn options(
    fields: &mut Fields,
    dims: Dims,
    config: &Config,
) -> Result<Options, Refusal> {
    let mut settings = overridden(fields, config)?;
    for key in SETTINGS {
        if let Some(value) = fields.take(key) {
            // The quotes of a text stay, so that none is taken for a number.
            let set = settings.set(key, &value.to_string());
            set.map_err(|error| Refusal::new(key, error.fault()))?;
        }
    }
    Ok(Options {
        restrictions: restrictions(fields, dims)?,
        reports: reports(fields)?,
        included: Included {
            ownership: fields.flag("includeOwnership")?,
            ownership_stdev: fields.flag("includeOwnershipStdev")?,
            moves_ownership: fields.flag("includeMovesOwnership")?,
            moves_ownership_stdev: fields.flag("includeMovesOwnershipStdev")?,
            no_result: fields.flag("includeNoResultValue")?,
            pv_visits: fields.flag("includePVVisits")?,
        },
        policy: fields.flag("includePolicy")?,
        settings,
    })
}

/// The defaults with what `overrideSettings` changes. A warning names what KataGo does not know, as there, but none of its own
/// settings without use here: clients such as LizzieYzy Next take the first line about a query for the answer.
fn overridden(fields: &mut Fields, config: &Config) -> Result<Settings, Refusal> {
    const NAME: &str = "overrideSettings";
    let overrides: Option<Map<String, Value>> = fields.optional(NAME, "an object")?;
    let has_human_style = config.networks.has_human_style();
    let mut settings = config.defaults.clone();
    let mut unknown = Vec::new();
    for (key, value) in overrides.into_iter().flatten() {
        let text = match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        let effect = settings
            .set(&key, &text)
            .map_err(|error| Refusal::new(NAME, error.to_string()))?;
        // An error, as in KataGo, and no mere remark: KaTrain's opponents that play like people wait for ever for what a
        // human-style network would say, and get over an error.
        if matches!(effect, Effect::OfPeople { .. }) && !has_human_style {
            let message = format!("{key} needs a human-style network, and there is none");
            return Err(Refusal::new(NAME, message));
        }
        if !effect.is_felt(has_human_style) && !katago::knows(&key) {
            unknown.push(excerpt(&key));
        }
    }
    if !unknown.is_empty() {
        fields.warn(NAME, without_effect(listed(unknown, MOST_NAMED)));
    }
    Ok(settings)
}

fn reports(fields: &mut Fields) -> Result<Option<Reports>, Refusal> {
    let mut interval = |name| -> Result<Option<Duration>, Refusal> {
        let seconds = fields.number(name, 0.001..=LONGEST_INTERVAL)?;
        Ok(seconds.map(Duration::from_secs_f64))
    };
    let every = interval("reportDuringSearchEvery")?;
    let first = interval("firstReportDuringSearchAfter")?;
    let Some(first) = first.or(every) else {
        return Ok(None);
    };
    let every = every.unwrap_or(Duration::from_secs_f64(LONGEST_INTERVAL));
    Ok(Some(Reports { first, every }))
}
