//! What is not among the rules.

use super::Rules;
use std::fmt;

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
    BadValue(&'static str, String, String),
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::UnknownPreset(name) => {
                let known = Rules::PRESET_NAMES.into_iter();
                let playable = known.filter(|name| Rules::preset(name).is_ok());
                let known = playable.collect::<Vec<_>>().join(" ");
                write!(f, "unknown rules '{name}', known are {known}")
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
