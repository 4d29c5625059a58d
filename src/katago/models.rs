//! Networks as KataGo tells of them.

use crate::net::Loading;
use serde_json::{Value, json};

/// What `kata-get-models` and `query_models` tell of a network. It stands at the head of the file: nothing else has to be read for it.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::NetworkOptions;

    #[test]
    fn the_network_in_the_program_has_a_name_of_its_own() {
        let loading = Loading::start_embedded(NetworkOptions::default()).unwrap();
        let model = model(&loading);
        assert_eq!(model["name"], "built-in");
        assert_eq!(model["internalName"], loading.name());
    }
}
