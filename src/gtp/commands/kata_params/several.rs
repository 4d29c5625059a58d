//! All settings at once, read and written as a JSON object.

use crate::gtp::call::{Call, Reply};
use crate::gtp::commands::NOTHING;
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::settings::{Draft, Named};
use crate::katago::keys;
use serde_json::{Map, Value};

/// What KataGo's `kata-get-params` gives as text, whatever it is.
const TEXTS: [&str; 8] = [
    keys::WIDE_ROOT_NOISE,
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
    for named in Named::all().filter(|named| !named.has_name_of_katagos()) {
        let (name, text) = (named.name(), named.value(engine));
        let value = serde_json::from_str(&text).ok();
        let value = value.filter(|value: &Value| value.is_number() || value.is_boolean());
        let value = value.filter(|_| !TEXTS.contains(&name));
        all.insert(name.to_owned(), value.unwrap_or(Value::String(text)));
    }
    Ok(Value::Object(all).to_string())
}

/// Several settings, all or none.
pub(super) fn set_params(engine: &mut Engine, call: &mut Call) -> Reply {
    let values: Map<String, Value> = serde_json::from_str(call.some_text("JSON object")?)
        .map_err(|error| call.syntax(format!("no JSON object ({error})")))?;
    engine.change(|draft| set_all(draft, &values))?;
    Ok(NOTHING)
}

/// Sets one after the other, up to the first that cannot be set.
fn set_all(draft: &mut Draft, values: &Map<String, Value>) -> Result<(), Failure> {
    for (name, value) in values {
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        Named::find(name)?.set_or_take_back(draft, &text)?;
    }
    Ok(())
}
