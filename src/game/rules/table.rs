//! Every rule with its values, as KataGo's JSON spells them.

use super::{HandicapBonus, KoRule, Rules, RulesError, Scoring, Tax};
use crate::types::excerpt;
use serde_json::Value;

/// One of the rules.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its key in the JSON.
    pub name: &'static str,
    values: Values,
}

/// What a rule can be.
#[derive(Clone, Copy, Debug)]
enum Values {
    /// True or false: where it stands.
    Flag(fn(&mut Rules) -> &mut bool),
    /// One of several words.
    Words(&'static [Word]),
}

/// A word with what it sets.
type Word = (&'static str, fn(&mut Rules));

impl Rules {
    /// Every rule.
    pub const TABLE: [Rule; 6] = [
        Rule {
            name: "ko",
            values: Values::Words(&[
                ("SIMPLE", |rules| rules.ko = KoRule::Simple),
                ("POSITIONAL", |rules| rules.ko = KoRule::PositionalSuperko),
                ("SITUATIONAL", |rules| rules.ko = KoRule::SituationalSuperko),
            ]),
        },
        Rule {
            name: "scoring",
            values: Values::Words(&[
                ("AREA", |rules| rules.scoring = Scoring::Area),
                ("TERRITORY", |rules| rules.scoring = Scoring::Territory),
            ]),
        },
        Rule {
            name: "tax",
            values: Values::Words(&[
                ("NONE", |rules| rules.tax = Tax::None),
                ("SEKI", |rules| rules.tax = Tax::Seki),
                ("ALL", |rules| rules.tax = Tax::All),
            ]),
        },
        Rule {
            name: "suicide",
            values: Values::Flag(|rules| &mut rules.suicide),
        },
        Rule {
            name: "whiteHandicapBonus",
            values: Values::Words(&[
                ("0", |rules| rules.handicap_bonus = HandicapBonus::Zero),
                ("N", |rules| rules.handicap_bonus = HandicapBonus::N),
                ("N-1", |rules| {
                    rules.handicap_bonus = HandicapBonus::NMinusOne;
                }),
            ]),
        },
        Rule {
            name: "friendlyPassOk",
            values: Values::Flag(|rules| &mut rules.friendly_pass_ok),
        },
    ];
}

impl Rule {
    /// The words that it can be; none if it is a flag.
    pub fn words(&self) -> impl Iterator<Item = &'static str> + use<> {
        let words = match self.values {
            Values::Flag(_) => &[],
            Values::Words(words) => words,
        };
        words.iter().map(|&(word, _)| word)
    }

    /// Whether it is true or false.
    pub fn is_flag(&self) -> bool {
        matches!(self.values, Values::Flag(_))
    }

    /// What it is in these rules: `true`, `false` or one of its words.
    pub fn value(&self, rules: &Rules) -> &'static str {
        let mut copy = *rules;
        match self.values {
            Values::Flag(flag) if *flag(&mut copy) => "true",
            Values::Flag(_) => "false",
            Values::Words(words) => {
                // The word in force is the one that would change nothing.
                let word = words.iter().find(|(_, set)| changes_nothing(*set, rules));
                word.map_or("", |&(word, _)| word)
            }
        }
    }

    /// What it is in these rules, as it stands in the JSON.
    pub(super) fn json(&self, rules: &Rules) -> Value {
        match self.value(rules) {
            "true" => Value::from(true),
            "false" => Value::from(false),
            word => Value::from(word),
        }
    }

    /// Changes it. Words may be written in any case.
    pub(super) fn set(&self, rules: &mut Rules, value: &Value) -> Result<(), RulesError> {
        let words = match self.values {
            Values::Flag(flag) => {
                *flag(rules) = boolean(self.name, value)?;
                return Ok(());
            }
            Values::Words(words) => words,
        };
        let text = plain(value);
        let found = words
            .iter()
            .find(|(word, _)| word.eq_ignore_ascii_case(&text));
        let (_, set) = found.ok_or_else(|| self.not_a_word(&text))?;
        set(rules);
        Ok(())
    }

    /// `SIMPLE, POSITIONAL or SITUATIONAL`.
    fn not_a_word(&self, text: &str) -> RulesError {
        let words: Vec<&str> = self.words().collect();
        let allowed = match words.as_slice() {
            [others @ .., last] => format!("{} or {last}", others.join(", ")),
            [] => String::new(),
        };
        RulesError::BadValue(self.name, excerpt(text), allowed)
    }
}

fn changes_nothing(set: fn(&mut Rules), rules: &Rules) -> bool {
    let mut changed = *rules;
    set(&mut changed);
    changed == *rules
}

/// A flag, which nothing but `true` and `false` are.
pub(super) fn boolean(name: &'static str, value: &Value) -> Result<bool, RulesError> {
    value.as_bool().ok_or_else(|| {
        let found = excerpt(&value.to_string());
        RulesError::BadValue(name, found, "true or false".to_owned())
    })
}

/// A value as people write it: a text without the quotes of JSON.
fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_what_it_was_set_to() {
        for rule in Rules::TABLE {
            let flags = ["false", "true"].into_iter().filter(|_| rule.is_flag());
            for value in rule.words().chain(flags) {
                let rules = Rules::default().with_rule(rule.name, value).unwrap();
                assert_eq!(rule.value(&rules), value, "{}", rule.name);
            }
        }
    }
}
