//! Rules written as KataGo's JSON, and changed one by one as with `kata-set-rule`.

use super::table::boolean;
use super::{Departure, KoRule, Rules, RulesError};
use crate::types::excerpt;
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Rules {
    /// The answer to `kata-get-rules`: one line of JSON with every rule, keys in alphabetical order.
    pub fn to_json(&self) -> String {
        let rules = Rules::TABLE.iter().map(|rule| (rule.name, rule.json(self)));
        let object: BTreeMap<&str, Value> =
            rules.chain([("hasButton", Value::from(false))]).collect();
        json!(object).to_string()
    }

    /// Changes one rule, named and spelled as in the JSON. Where Tengen has no such rule it sets the nearest, and returns
    /// the departure.
    pub(super) fn set(
        &mut self,
        key: &str,
        value: &Value,
    ) -> Result<Option<Departure>, RulesError> {
        let name = match key {
            "ko" if is_spight(value) => {
                self.ko = KoRule::SituationalSuperko;
                return Ok(Some(Departure::Spight));
            }
            "hasButton" => {
                let has_button = boolean("hasButton", value)?;
                return Ok(has_button.then_some(Departure::Button));
            }
            "score" => "scoring",
            "multiStoneSuicideLegal" => "suicide",
            name => name,
        };
        let rule = Rules::TABLE.iter().find(|rule| rule.name == name);
        let rule = rule.ok_or_else(|| RulesError::UnknownKey(excerpt(key)))?;
        rule.set(self, value)?;
        Ok(None)
    }

    /// The same rules with the one called `key` changed, as `kata-set-rule` wants it: `value` is bare text.
    ///
    /// # Errors
    /// As [`Rules::from_json`].
    pub fn with_rule(self, key: &str, value: &str) -> Result<Rules, RulesError> {
        match self.nearly_with_rule(key, value)? {
            (rules, None) => Ok(rules),
            (_, Some(departure)) => Err(RulesError::Unsupported(departure)),
        }
    }

    /// As [`Rules::with_rule`]; but where Tengen has no such rule it sets the nearest, and returns the departure.
    ///
    /// # Errors
    /// If there is no such rule, or the value is none.
    pub fn nearly_with_rule(
        mut self,
        key: &str,
        value: &str,
    ) -> Result<(Rules, Option<Departure>), RulesError> {
        let departure = self.set(key, &bare(value))?;
        Ok((self, departure))
    }
}

/// A flag or a word.
fn bare(text: &str) -> Value {
    match text.to_ascii_lowercase().as_str() {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => Value::String(text.to_owned()),
    }
}

fn is_spight(value: &Value) -> bool {
    value
        .as_str()
        .is_some_and(|text| text.eq_ignore_ascii_case("SPIGHT"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_played_is_refused_in_words() {
        let message = |text: &str| Rules::parse(text).unwrap_err().to_string();
        assert!(message("calvinball").starts_with("unknown rules 'calvinball', known are tromp-"));
        assert_eq!(message("aga-button"), "the button is not supported");
        assert_eq!(
            message(r#"{"hasButton":true}"#),
            "the button is not supported"
        );
        assert_eq!(
            message(r#"{"ko":"SPIGHT"}"#),
            "Spight's ko rule is not supported"
        );
        assert_eq!(
            message(r#"{"ko":"SUPER"}"#),
            "rule ko cannot be SUPER, only SIMPLE, POSITIONAL or SITUATIONAL"
        );
        assert_eq!(
            message(r#"{"suicide":1}"#),
            "rule suicide cannot be 1, only true or false"
        );
        assert_eq!(
            message(r#"{"suicide":"true"}"#),
            r#"rule suicide cannot be "true", only true or false"#
        );
        assert_eq!(message(r#"{"komi":7}"#), "unknown rule 'komi'");
        assert!(message("{").starts_with("rules are not a JSON object"));
        assert!(message(&"x".repeat(1 << 20)).len() < 300);
    }

    #[test]
    fn one_rule_at_a_time() {
        let rules = Rules::default()
            .with_rule("ko", "SITUATIONAL")
            .and_then(|rules| rules.with_rule("suicide", "true"))
            .unwrap();
        assert_eq!(rules.ko, KoRule::SituationalSuperko);
        assert!(rules.suicide);
        assert!(rules.with_rule("hasButton", "true").is_err());
        let near = |key, value| rules.nearly_with_rule(key, value);
        assert_eq!(
            near("hasButton", "true"),
            Ok((rules, Some(Departure::Button)))
        );
        assert_eq!(near("ko", "SPIGHT"), Ok((rules, Some(Departure::Spight))));
        assert!(near("ko", "SUPER").is_err());
    }
}
