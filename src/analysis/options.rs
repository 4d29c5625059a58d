//! What is searched and shown for each position of a query.

use super::fields::{Fields, Refusal};
use super::restrictions::restrictions;
use super::settings::{MOST_VISITS, Settings};
use crate::katago::{self, Included, keys};
use crate::search::Restrictions;
use crate::types::{Dims, excerpt};
use serde_json::{Map, Value};
use std::time::Duration;

/// The longest interval between reports, in seconds.
const LONGEST_INTERVAL: f64 = 1e6;

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
    /// What the network thinks of every move without any search.
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

/// What a query says of it; `defaults` says what it leaves open.
pub(super) fn options(
    fields: &mut Fields,
    dims: Dims,
    defaults: &Settings,
) -> Result<Options, Refusal> {
    let mut settings = overridden(fields, defaults)?;
    if let Some(visits) = fields.integer(keys::MAX_VISITS, 1..=MOST_VISITS)? {
        settings.max_visits = Some(visits as u64);
    }
    if let Some(length) = fields.integer(keys::PV_LENGTH, 1..=keys::LONGEST_PV.into())? {
        settings.pv_len = length as usize;
    }
    for key in ["rootFpuReductionMax", "rootPolicyTemperature"] {
        let (_, info) = katago::params::param(key).expect("a number of the search");
        let [least, most] = [info.min, info.max].map(as_written);
        if let Some(value) = fields.number(key, least..=most)? {
            let set = settings.params.set(info.name, &value.to_string());
            set.expect("it is within the bounds");
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

/// The same number in double precision, 0.01 for instance.
fn as_written(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(number.into())
}

/// The defaults with what `overrideSettings` changes.
fn overridden(fields: &mut Fields, defaults: &Settings) -> Result<Settings, Refusal> {
    const NAME: &str = "overrideSettings";
    let overrides: Option<Map<String, Value>> = fields.optional(NAME, "an object")?;
    let mut settings = defaults.clone();
    let mut unknown = Vec::new();
    for (key, value) in overrides.into_iter().flatten() {
        let text = match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        let known = settings
            .set(&key, &text)
            .map_err(|error| Refusal::new(NAME, error.to_string()))?;
        // An error, as in KataGo, and no mere remark: KaTrain's opponents that play like people wait for ever for what a
        // human-style network would say, and get over an error.
        if !known && key == keys::HUMAN_PROFILE {
            let message = format!("{key} needs a human-style network, and there is none");
            return Err(Refusal::new(NAME, message));
        }
        if !known {
            unknown.push(excerpt(&key));
        }
    }
    if !unknown.is_empty() {
        fields.warn(NAME, format!("without effect here: {}", unknown.join(", ")));
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
