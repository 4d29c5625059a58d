//! Rules by name.
//!
//! The names and their rules are KataGo's, plus `cgos`: area scoring, positional superko, no suicide, dead
//! stones must be captured. KataGo's presets leave out AGA's pass stones, and
//! so does Tengen: under area scoring they change nothing.

use super::{Departure, HandicapBonus, KoRule, Rules, RulesError, Scoring, Tax};
use crate::types::excerpt;

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

    /// What holds where a text leaves rules out.
    pub(super) fn tromp_taylor() -> Rules {
        Rules {
            suicide: true,
            friendly_pass_ok: false,
            ..Rules::default()
        }
    }
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
}
