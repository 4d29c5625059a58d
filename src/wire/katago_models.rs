//! Networks as KataGo tells of them.

use crate::net::Loading;
use serde_json::{Value, json};

/// What `kata-get-models` and `query_models` tell of a network. Known at once, even while it is being read.
pub fn model(network: &Loading) -> Value {
    let path = network.path();
    json!({
        "name": path.map_or("built-in".to_owned(), |path| path.display().to_string()),
        "internalName": network.name(),
        "maxBatchSize": 1,
        "usesHumanSLProfile": network.is_human_style(),
        "version": network.version(),
        "usingFP16": "false",
    })
}
