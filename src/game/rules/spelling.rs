//! Rules written as KataGo's JSON, and changed one by one as with `kata-set-rule`.

use super::table::boolean;
use super::{Departure, Rules, RulesError};
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

    /// Changes one rule, named and spelled as in the JSON.
    pub(super) fn set(&mut self, key: &str, value: &Value) -> Result<(), RulesError> {
        let name = match key {
            "ko" if is_spight(value) => return Err(RulesError::Unsupported(Departure::Spight)),
            "hasButton" if boolean("hasButton", value)? => {
                return Err(RulesError::Unsupported(Departure::Button));
            }
            "hasButton" => return Ok(()),
            "score" => "scoring",
            "multiStoneSuicideLegal" => "suicide",
            name => name,
        };
        let rule = Rules::TABLE.iter().find(|rule| rule.name == name);
        let rule = rule.ok_or_else(|| RulesError::UnknownKey(excerpt(key)))?;
        rule.set(self, value)
    }

    /// The same, as near as Tengen comes to it: what there is no rule for is left out and told.
    pub(super) fn set_nearly(
        &mut self,
        key: &str,
        value: &Value,
    ) -> Result<Option<Departure>, RulesError> {
        let departure = match self.set(key, value) {
            Err(RulesError::Unsupported(departure)) => departure,
            done => return done.map(|()| None),
        };
        if departure == Departure::Spight {
            self.set(key, &Value::from("SITUATIONAL"))?;
        }
        Ok(Some(departure))
    }

    /// The same rules with the one called `key` changed, as `kata-set-rule` wants it: `value` is bare text.
    ///
    /// # Errors
    /// As [`Rules::from_json`].
    pub fn with_rule(mut self, key: &str, value: &str) -> Result<Rules, RulesError> {
        self.set(key, &bare(value))?;
        Ok(self)
    }

    /// As [`Rules::with_rule`]; but what there is no rule for is left out, as near as Tengen comes to it, and told.
    ///
    /// # Errors
    /// If there is no such rule, or the value is none.
    pub fn nearly_with_rule(
        mut self,
        key: &str,
        value: &str,
    ) -> Result<(Rules, Option<Departure>), RulesError> {
        let departure = self.set_nearly(key, &bare(value))?;
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
    use crate::game::KoRule;

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
