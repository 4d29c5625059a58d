//! How each rule and its values are spelled in KataGo's JSON, and with `kata-set-rule`.

use super::{Departure, HandicapBonus, KoRule, Rules, RulesError, Scoring, Tax};
use crate::types::excerpt;
use serde_json::Value;

/// One spelling per value of an enum-like rule.
type Names<T> = [(&'static str, T)];

const KO_NAMES: &Names<KoRule> = &[
    ("SIMPLE", KoRule::Simple),
    ("POSITIONAL", KoRule::PositionalSuperko),
    ("SITUATIONAL", KoRule::SituationalSuperko),
];
const SCORING_NAMES: &Names<Scoring> =
    &[("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];
const TAX_NAMES: &Names<Tax> = &[("NONE", Tax::None), ("SEKI", Tax::Seki), ("ALL", Tax::All)];
const BONUS_NAMES: &Names<HandicapBonus> = &[
    ("0", HandicapBonus::Zero),
    ("N", HandicapBonus::N),
    ("N-1", HandicapBonus::NMinusOne),
];

impl Rules {
    /// The answer to `kata-get-rules`: one line of JSON with every rule, keys in alphabetical order.
    pub fn to_json(&self) -> String {
        format!(
            concat!(
                r#"{{"friendlyPassOk":{},"hasButton":false,"ko":"{}","scoring":"{}","#,
                r#""suicide":{},"tax":"{}","whiteHandicapBonus":"{}"}}"#
            ),
            self.friendly_pass_ok,
            name_of(KO_NAMES, self.ko),
            name_of(SCORING_NAMES, self.scoring),
            self.suicide,
            name_of(TAX_NAMES, self.tax),
            name_of(BONUS_NAMES, self.handicap_bonus),
        )
    }

    /// Changes one rule, named and spelled as in the JSON.
    pub(super) fn set(&mut self, key: &str, value: &Value) -> Result<(), RulesError> {
        match key {
            "ko" if is_spight(value) => return Err(RulesError::Unsupported(Departure::Spight)),
            "ko" => self.ko = named("ko", KO_NAMES, value, "SIMPLE, POSITIONAL or SITUATIONAL")?,
            "scoring" | "score" => {
                self.scoring = named("scoring", SCORING_NAMES, value, "AREA or TERRITORY")?;
            }
            "tax" => self.tax = named("tax", TAX_NAMES, value, "NONE, SEKI or ALL")?,
            "whiteHandicapBonus" => {
                self.handicap_bonus =
                    named("whiteHandicapBonus", BONUS_NAMES, value, "0, N or N-1")?;
            }
            "suicide" | "multiStoneSuicideLegal" => self.suicide = boolean("suicide", value)?,
            "friendlyPassOk" => self.friendly_pass_ok = boolean("friendlyPassOk", value)?,
            "hasButton" if boolean("hasButton", value)? => {
                return Err(RulesError::Unsupported(Departure::Button));
            }
            "hasButton" => {}
            _ => return Err(RulesError::UnknownKey(excerpt(key))),
        }
        Ok(())
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

fn name_of<T: PartialEq>(names: &Names<T>, value: T) -> &'static str {
    names
        .iter()
        .find(|(_, known)| *known == value)
        .map_or("", |(name, _)| name)
}

fn named<T: Copy>(
    key: &'static str,
    names: &Names<T>,
    value: &Value,
    allowed: &'static str,
) -> Result<T, RulesError> {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    names
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(&text))
        .map(|&(_, known)| known)
        .ok_or_else(|| RulesError::BadValue(key, excerpt(&text), allowed))
}

fn boolean(key: &'static str, value: &Value) -> Result<bool, RulesError> {
    value
        .as_bool()
        .ok_or_else(|| RulesError::BadValue(key, excerpt(&value.to_string()), "true or false"))
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
