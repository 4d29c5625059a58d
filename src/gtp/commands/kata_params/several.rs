//! All settings at once, read and written as a JSON object.

use super::single::{names, set_value, value_of};
use crate::gtp::call::{Call, Reply};
use crate::gtp::commands::NOTHING;
use crate::gtp::engine::{AnalysisParams, Engine};
use crate::gtp::limits::PlayoutLimits;
use crate::katago;
use crate::session::Config;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Settings of Tengen's that a parameter of KataGo's stands for.
const TWICE: [&str; 5] = ["playouts", "resign", "threads", "lag", "ponder"];

/// What KataGo's `kata-get-params` gives as text, whatever it is.
const TEXTS: [&str; 8] = [
    "analysisWideRootNoise",
    "analysisIgnorePreRootHistory",
    "genmoveAntiMirror",
    "antiMirror",
    "allowResignation",
    "ponderingEnabled",
    "delayMoveScale",
    "delayMoveMax",
];

/// All settings, each by one name: numbers and truth values as such, everything else as text.
pub(super) fn get_params(engine: &mut Engine, _: &mut Call) -> Reply {
    let mut all = Map::new();
    for name in names().filter(|name| !has_name_of_katagos(name)) {
        let text = value_of(engine, name)?;
        let value = serde_json::from_str(&text).ok();
        let value = value.filter(|value: &Value| value.is_number() || value.is_boolean());
        let value = value.filter(|_| !TEXTS.contains(&name));
        all.insert(name.to_owned(), value.unwrap_or(Value::String(text)));
    }
    Ok(Value::Object(all).to_string())
}

/// Whether this is Tengen's name of what KataGo has a name for too. Set by both, one would undo the other.
fn has_name_of_katagos(name: &str) -> bool {
    let is_tuned = katago::params::NAMES.iter().any(|(_, ours)| *ours == name);
    is_tuned || TWICE.contains(&name)
}

/// Several settings, all or none.
pub(super) fn set_params(engine: &mut Engine, call: &mut Call) -> Reply {
    if call.is_empty() {
        call.word("JSON object")?;
    }
    let values: Map<String, Value> = serde_json::from_str(call.text())
        .map_err(|error| call.syntax(format!("no JSON object ({error})")))?;
    let before = Before::of(engine);
    for (name, value) in &values {
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if let Err(failure) = set_value(engine, name, &text) {
            before.restore(engine);
            return Err(failure);
        }
    }
    Ok(NOTHING)
}

/// All that a setting may change, as it was.
struct Before {
    config: Config,
    limits: PlayoutLimits,
    analysis: AnalysisParams,
    unused_params: BTreeMap<&'static str, String>,
    sgf_comments: bool,
    live_graphics: bool,
}

impl Before {
    fn of(engine: &Engine) -> Before {
        Before {
            config: engine.session.config().clone(),
            limits: engine.limits(),
            analysis: engine.analysis,
            unused_params: engine.unused_params.clone(),
            sgf_comments: engine.sgf_comments,
            live_graphics: engine.live_graphics,
        }
    }

    fn restore(self, engine: &mut Engine) {
        engine.session.reconfigure(|config| *config = self.config);
        engine.limit(|limits| *limits = self.limits);
        engine.analysis = self.analysis;
        engine.unused_params = self.unused_params;
        engine.sgf_comments = self.sgf_comments;
        engine.live_graphics = self.live_graphics;
    }
}
