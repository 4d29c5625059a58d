//! The rules of a game and their names.
//!
//! The switches, the preset names, the JSON and the compact form in KataGo's records are those of KataGo's
//! `kata-set-rules` and `kata-get-rules`
//! (<https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>),
//! plus the preset `cgos`: area scoring, positional superko, no suicide, dead
//! stones must be captured. KataGo's presets leave out AGA's pass stones, and
//! so does Tengen: under area scoring they change nothing.

use crate::types::excerpt;
use serde_json::Value;
use std::fmt;

/// Which repetitions of the board are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Only the immediate retake of a single stone. A longer cycle ends the game without result.
    Simple,
    /// No stone may bring back any earlier position of the board.
    PositionalSuperko,
    /// No stone may bring back an earlier position with the same player to move.
    SituationalSuperko,
}

/// What is counted at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Stones and the points they surround.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// Which surrounded points do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All count.
    None,
    /// Those of groups in seki do not.
    Seki,
    /// Nor do two points of every living group, the two eyes it needs.
    All,
}

/// The points White receives for Black's `N` handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// Nothing.
    Zero,
    /// One point for each stone.
    N,
    /// One point for each stone but the first.
    NMinusOne,
}

/// Everything that two games may disagree about except board size and komi.
///
/// ```
/// use tengen::game::{KoRule, Rules, Scoring};
/// let rules = Rules::preset("Japanese").unwrap();
/// assert_eq!(rules.scoring, Scoring::Territory);
/// assert_eq!(Rules::from_json(&rules.to_json()).unwrap(), rules);
/// assert_eq!(Rules::default().ko, KoRule::PositionalSuperko);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub ko: KoRule,
    /// Area or territory.
    pub scoring: Scoring,
    /// Whether a player may fill the last liberty of several own stones. A single stone never may.
    pub suicide: bool,
    /// Which surrounded points do not count.
    pub tax: Tax,
    /// White's compensation for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether a player may pass while dead stones are still on the board, trusting that both will agree about them.
    pub friendly_pass_ok: bool,
}

impl Default for Rules {
    /// Area scoring, positional superko, no suicide; dead stones are agreed on.
    fn default() -> Rules {
        Rules {
            ko: KoRule::PositionalSuperko,
            scoring: Scoring::Area,
            suicide: false,
            tax: Tax::None,
            handicap_bonus: HandicapBonus::Zero,
            friendly_pass_ok: true,
        }
    }
}

/// Something that Tengen has no rule for, and plays otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// Button Go, which gives half a point to the first pass.
    Button,
    /// Spight's rule: a repetition with the same player to move is forbidden, and a pass lifts every ban.
    Spight,
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Departure::Button => "there is no button here; the rules without it are used",
            Departure::Spight => "Spight's ko rule is not known here; situational superko is used",
        })
    }
}

/// Rules that Tengen cannot play by, or text that names none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesError {
    /// No preset has this name.
    UnknownPreset(String),
    /// Rules that Tengen can only come near to, where they are wanted as they are.
    Unsupported(Departure),
    /// Not a JSON object.
    Syntax(String),
    /// A key that is no rule.
    UnknownKey(String),
    /// A rule with a value that it cannot have: key, value, what is allowed.
    BadValue(&'static str, String, &'static str),
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::UnknownPreset(name) => {
                let known = Rules::PRESET_NAMES.join(" ");
                write!(
                    f,
                    "unknown rules '{name}', known are {known}, or a JSON object"
                )
            }
            RulesError::Unsupported(Departure::Button) => {
                f.write_str("the button is not supported")
            }
            RulesError::Unsupported(Departure::Spight) => {
                f.write_str("Spight's ko rule is not supported")
            }
            RulesError::Syntax(reason) => write!(f, "rules are not a JSON object: {reason}"),
            RulesError::UnknownKey(key) => write!(f, "unknown rule '{key}'"),
            RulesError::BadValue(key, value, allowed) => {
                write!(f, "rule {key} cannot be {value}, only {allowed}")
            }
        }
    }
}

impl std::error::Error for RulesError {}

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
    /// The names of presets. [`Rules::preset`] knows five more: `default`, the rules without a name, and `ancient-area`,
    /// `french`, `goe` and `nz`, other names of `stone-scoring`, `aga`, `ing` and `new-zealand`. `aga-button` is refused: there is
    /// no button.
    pub const PRESET_NAMES: [&'static str; 14] = [
        "tromp-taylor",
        "chinese",
        "chinese-ogs",
        "chinese-kgs",
        "japanese",
        "korean",
        "stone-scoring",
        "ancient-territory",
        "ing",
        "aga",
        "bga",
        "new-zealand",
        "aga-button",
        "cgos",
    ];

    /// The rules with this name; case does not matter, nor do `-`, `_` and blanks.
    ///
    /// # Errors
    /// If there are none, or if they need the button.
    pub fn preset(name: &str) -> Result<Rules, RulesError> {
        let canonical = name.to_ascii_lowercase().replace([' ', '_', '-'], "");
        let base = Rules::default();
        let chinese = Rules {
            handicap_bonus: HandicapBonus::N,
            ..base
        };
        let japanese = Rules {
            ko: KoRule::Simple,
            scoring: Scoring::Territory,
            tax: Tax::Seki,
            friendly_pass_ok: false,
            ..base
        };
        Ok(match canonical.as_str() {
            "tromptaylor" => Rules::tromp_taylor(),
            "chinese" => Rules {
                ko: KoRule::Simple,
                ..chinese
            },
            "chineseogs" | "chinesekgs" => chinese,
            "japanese" | "korean" => japanese,
            "ancientterritory" => Rules {
                tax: Tax::All,
                ..japanese
            },
            "ing" | "goe" => Rules {
                suicide: true,
                ..base
            },
            "stonescoring" | "ancientarea" => Rules {
                ko: KoRule::Simple,
                tax: Tax::All,
                ..base
            },
            "aga" | "bga" | "french" => Rules {
                ko: KoRule::SituationalSuperko,
                handicap_bonus: HandicapBonus::NMinusOne,
                ..base
            },
            "newzealand" | "nz" => Rules {
                ko: KoRule::SituationalSuperko,
                suicide: true,
                ..base
            },
            "agabutton" => return Err(RulesError::Unsupported(Departure::Button)),
            "default" => base,
            "cgos" => Rules {
                friendly_pass_ok: false,
                ..base
            },
            _ => return Err(RulesError::UnknownPreset(excerpt(name))),
        })
    }

    /// The first preset that equals these rules.
    pub fn preset_name(&self) -> Option<&'static str> {
        Rules::PRESET_NAMES
            .into_iter()
            .find(|name| Rules::preset(name).as_ref() == Ok(self))
    }

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

    /// What holds where a text leaves rules out.
    pub(super) fn tromp_taylor() -> Rules {
        Rules {
            suicide: true,
            friendly_pass_ok: false,
            ..Rules::default()
        }
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

    /// The same rules with the one called `key` changed, as `kata-set-rule` wants it: `value` is bare text.
    ///
    /// # Errors
    /// As [`Rules::from_json`].
    pub fn with_rule(mut self, key: &str, value: &str) -> Result<Rules, RulesError> {
        let value = match value.to_ascii_lowercase().as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => Value::String(value.to_owned()),
        };
        self.set(key, &value)?;
        Ok(self)
    }

    /// Whether the players agree on dead stones, so that a game may end with them on the board.
    pub fn dead_stones_are_agreed(&self) -> bool {
        // Territory rules always agree: taking dead stones would cost points.
        self.friendly_pass_ok || self.scoring == Scoring::Territory
    }

    /// Whether a network may expect a game that ends without result, in a cycle: under simple ko
    /// and, as KataGo sees it, under territory scoring.
    pub fn can_be_void(&self) -> bool {
        self.ko == KoRule::Simple || self.scoring == Scoring::Territory
    }

    /// White's points for `stones` handicap stones.
    pub fn handicap_compensation(&self, stones: usize) -> usize {
        match self.handicap_bonus {
            HandicapBonus::Zero => 0,
            HandicapBonus::N => stones,
            HandicapBonus::NMinusOne => stones.saturating_sub(1),
        }
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
    fn every_listed_preset_exists_and_survives_json() {
        for name in Rules::PRESET_NAMES {
            match Rules::preset(name) {
                Ok(rules) => assert_eq!(Rules::from_json(&rules.to_json()), Ok(rules)),
                Err(error) => {
                    let button = RulesError::Unsupported(Departure::Button);
                    assert_eq!((name, error), ("aga-button", button));
                }
            }
        }
    }

    #[test]
    fn presets_are_those_of_katago() {
        let json = |name: &str| Rules::preset(name).unwrap().to_json();
        assert_eq!(
            json("tromp-taylor"),
            r#"{"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#
        );
        assert_eq!(
            json("chinese"),
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#
        );
        assert_eq!(
            json("japanese"),
            r#"{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}"#
        );
        assert_eq!(
            json("aga"),
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}"#
        );
        assert_eq!(
            json("ing"),
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#
        );
        assert_eq!(
            json("ancient-territory"),
            r#"{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"ALL","whiteHandicapBonus":"0"}"#
        );
    }

    #[test]
    fn names_are_read_in_any_spelling() {
        assert_eq!(Rules::preset("New Zealand"), Rules::preset("new_zealand"));
        assert_eq!(Rules::preset("GOE"), Rules::preset("ing"));
        assert_eq!(Rules::preset("CGOS").unwrap().preset_name(), Some("cgos"));
        assert_eq!(
            Rules::parse(r#" {"ko":"simple"}"#).unwrap().ko,
            KoRule::Simple
        );
    }

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
    }

    #[test]
    fn compensation_follows_the_bonus() {
        let points = |name: &str| Rules::preset(name).unwrap().handicap_compensation(5);
        assert_eq!(
            [points("cgos"), points("chinese"), points("aga")],
            [0, 5, 4]
        );
        assert_eq!(Rules::preset("aga").unwrap().handicap_compensation(0), 0);
    }
}
