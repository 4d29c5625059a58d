//! How positions are searched and reported unless a query says otherwise.

use crate::katago::{self, keys};
use crate::net::features::{Players, Profile};
use crate::search::{ParamError, Params, Part};
use crate::types::{Color, Perspective, excerpt};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Visits for each position if nobody says how many: what KataGo's example of a configuration has.
const MAX_VISITS: u64 = 500;
/// The moves of a line after its first, as in KataGo.
const PV_LEN: usize = 15;
/// The most visits that can be asked for.
const MOST_VISITS: i64 = 1 << 50;

/// What a configuration or the `overrideSettings` of a query can change for one position; and `knows_profiles`, which is the
/// engine's.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// `reportAnalysisWinratesAs`.
    pub perspective: Perspective,
    /// `maxVisits`, if it is set: the search of a position ends after so many.
    pub max_visits: Option<u64>,
    /// `maxPlayouts`, if it is set: the same, since every search begins without a tree.
    pub max_playouts: Option<u64>,
    /// `maxTime`: or after so long, if it is set.
    pub max_time: Option<Duration>,
    /// `analysisPVLen`: the most moves of a line after its first.
    pub pv_len: usize,
    /// `wideRootNoise`, or `analysisWideRootNoise`: see [`Limits::wide_root_noise`](crate::search::Limits::wide_root_noise).
    pub wide_root_noise: f32,
    /// `ignorePreRootHistory`: see [`search::Settings::hides_past`](crate::search::Settings::hides_past).
    pub hides_past: bool,
    /// `conservativePass`: see [`search::Settings::conservative_pass`](crate::search::Settings::conservative_pass).
    pub conservative_pass: bool,
    /// `playoutDoublingAdvantagePla`: which player has the advantage; if `None`, whoever moves next.
    pub advantage_of: Option<Color>,
    /// `humanSLProfile`: whom a human-style network imitates.
    pub profile: Option<Profile>,
    /// Whether there is a human-style network; the profile has no effect without.
    pub knows_profiles: bool,
    /// The numbers of the search, by their own names.
    pub params: Params,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            perspective: Perspective::default(),
            max_visits: None,
            max_playouts: None,
            max_time: None,
            pv_len: PV_LEN,
            wide_root_noise: keys::USUAL_WIDE_ROOT_NOISE,
            hides_past: true,
            conservative_pass: true,
            advantage_of: None,
            profile: None,
            knows_profiles: false,
            params: Params::default(),
        }
    }
}

/// A setting with a value that it cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSetting {
    key: String,
    value: String,
    expected: String,
}

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, value, expected) = (&self.key, &self.value, &self.expected);
        write!(f, "{key} has to be {expected}, not '{value}'")
    }
}

impl BadSetting {
    /// What is wrong with the value, for who tells the name himself.
    pub(super) fn fault(&self) -> String {
        format!("not {}: {}", self.expected, self.value)
    }

    pub(super) fn new(key: &str, value: &str, expected: impl Into<String>) -> BadSetting {
        BadSetting {
            key: key.to_owned(),
            value: excerpt(value),
            expected: expected.into(),
        }
    }
}

impl Settings {
    /// After how many visits the search of a position ends.
    pub fn visits(&self) -> u64 {
        let limits = [self.max_visits, self.max_playouts];
        limits.into_iter().flatten().min().unwrap_or(MAX_VISITS)
    }

    /// What a network is to assume of both players when `color` moves next, also where none judges and only the
    /// human-style one is asked.
    pub fn players_seen_by(&self, color: Color) -> Players {
        let whose = self.advantage_of.unwrap_or(color);
        Players::seen_by(whose, self.params.playout_doubling_advantage, self.profile)
    }

    /// Sets what KataGo's configuration calls `key`, or a number of the search by its own name. Returns whether that has
    /// an effect here.
    ///
    /// # Errors
    /// If the key is known and cannot take this value; then nothing has changed.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, BadSetting> {
        let value = value.trim();
        match key {
            keys::PERSPECTIVE => {
                self.perspective = Perspective::parse(value)
                    .ok_or_else(|| BadSetting::new(key, value, Perspective::CHOICES))?;
            }
            keys::MAX_VISITS => self.max_visits = Some(within(key, value, 1..=MOST_VISITS)? as u64),
            keys::MAX_PLAYOUTS => {
                self.max_playouts = Some(within(key, value, 1..=MOST_VISITS)? as u64);
            }
            keys::MAX_TIME => self.max_time = Some(seconds(key, value)?),
            keys::PV_LENGTH => {
                self.pv_len = within(key, value, 1..=keys::LONGEST_PV.into())? as usize;
            }
            "wideRootNoise" | keys::WIDE_ROOT_NOISE => {
                self.wide_root_noise = noise(key, value)?;
            }
            "ignorePreRootHistory" => self.hides_past = flag(key, value)?,
            keys::CONSERVATIVE_PASS => self.conservative_pass = flag(key, value)?,
            keys::ADVANTAGE_OF => {
                self.advantage_of = Players::parse_side(value)
                    .ok_or_else(|| BadSetting::new(key, value, Players::SIDES))?;
            }
            keys::HUMAN_PROFILE => {
                let bad = |_| BadSetting::new(key, value, Profile::CHOICES);
                self.profile = Profile::optional(value).map_err(bad)?;
                return Ok(self.knows_profiles || self.profile.is_none());
            }
            _ => return self.set_param(key, value),
        }
        Ok(true)
    }

    fn set_param(&mut self, key: &str, value: &str) -> Result<bool, BadSetting> {
        let name = katago::params::param(key).map_or(key, |info| info.name);
        match self.params.set(name, value) {
            // Nobody chooses a move in an analysis.
            Ok(info) => Ok(info.part != Part::Choice),
            Err(ParamError::Unknown(_)) => Ok(false),
            Err(ParamError::NotANumber(info, _) | ParamError::OutOfRange(info, _)) => {
                Err(BadSetting::new(key, value, info.range()))
            }
        }
    }
}

/// A whole number within bounds; `1e3` will do, as some configurations have it.
pub(super) fn within(
    key: &str,
    value: &str,
    bounds: std::ops::RangeInclusive<i64>,
) -> Result<i64, BadSetting> {
    let whole = |number: f64| number.fract() == 0.0 && number.abs() <= MOST_VISITS as f64;
    let float = || f64::from_str(value).ok().filter(|&number| whole(number));
    let number = i64::from_str(value).ok();
    let number = number.or_else(|| float().map(|number| number as i64));
    number.filter(|n| bounds.contains(n)).ok_or_else(|| {
        let expected = format!("an integer from {} to {}", bounds.start(), bounds.end());
        BadSetting::new(key, value, expected)
    })
}

/// Yes or no, in the words that KataGo's configurations have for them.
pub(super) fn flag(key: &str, value: &str) -> Result<bool, BadSetting> {
    let flag = value.to_ascii_lowercase().parse();
    flag.map_err(|_| BadSetting::new(key, value, "true or false"))
}

/// How much noise, within KataGo's bounds.
fn noise(key: &str, value: &str) -> Result<f32, BadSetting> {
    let number = f32::from_str(value).ok();
    let number = number.filter(|number| (0.0..=5.0).contains(number));
    number.ok_or_else(|| BadSetting::new(key, value, "a number from 0 to 5"))
}

/// A number of seconds. One beyond all use stands for no limit, as in KataGo.
fn seconds(key: &str, value: &str) -> Result<Duration, BadSetting> {
    let number = f64::from_str(value).ok().filter(|&number| number >= 0.0);
    let number = number.ok_or_else(|| BadSetting::new(key, value, "a number of seconds"))?;
    Ok(Duration::try_from_secs_f64(number).unwrap_or(Duration::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_known_by_katagos_names_and_by_our_own() {
        let mut settings = Settings::default();
        for (key, value) in [
            ("reportAnalysisWinratesAs", "black"),
            ("maxVisits", "1e3"),
            ("maxTime", "1.5"),
            ("analysisPVLen", " 7 "),
            ("ignorePreRootHistory", "False"),
            ("rave_equivalence", "900"),
        ] {
            assert_eq!(settings.set(key, value), Ok(true), "{key}");
        }
        assert_eq!(settings.perspective, Perspective::Black);
        for (letter, viewer) in [("w", Perspective::White), ("B", Perspective::Black)] {
            assert_eq!(settings.set("reportAnalysisWinratesAs", letter), Ok(true));
            assert_eq!(settings.perspective, viewer);
        }
        assert_eq!(settings.visits(), 1000);
        assert_eq!(settings.max_time, Some(Duration::from_millis(1500)));
        assert_eq!(settings.pv_len, 7);
        assert!(!settings.hides_past);
        assert_eq!(settings.params.rave_equivalence, 900.0);
        assert_eq!(settings.set("cpuctExploration", "1.5"), Ok(true));
        assert_eq!(settings.params.cpuct, 1.5);
        assert_eq!(settings.set("playoutDoublingAdvantage", "-2"), Ok(true));
        assert_eq!(settings.params.playout_doubling_advantage, -2.0);
        for (text, whose) in [
            ("BLACK", Some(Color::Black)),
            ("w", Some(Color::White)),
            ("", None),
        ] {
            assert_eq!(settings.set("playoutDoublingAdvantagePla", text), Ok(true));
            assert_eq!(settings.advantage_of, whose);
        }
        assert_eq!(settings.set("humanSLProfile", "rank_5k"), Ok(false));
        settings.knows_profiles = true;
        for (name, profile) in [("proyear_1985", Some("proyear_1985")), ("", None)] {
            assert_eq!(settings.set("humanSLProfile", name), Ok(true));
            assert_eq!(settings.profile, profile.map(|name| name.parse().unwrap()));
        }
        for unknown in ["chosenMoveTemperature", "CPUCTEXPLORATION", "maxvisits"] {
            assert_eq!(settings.set(unknown, "1"), Ok(false));
        }
        assert_eq!(settings.set("humanSLChosenMoveProp", "1"), Ok(false));
        assert_eq!(settings.set("maxTime", "1e300"), Ok(true));
        assert_eq!(settings.max_time, Some(Duration::MAX));
        assert_eq!(settings.set("maxTime", "0"), Ok(true));
        assert_eq!(settings.max_time, Some(Duration::ZERO));
    }

    #[test]
    fn wrong_values_are_named_and_change_nothing() {
        let mut settings = Settings::default();
        for (key, value, hint) in [
            (
                "reportAnalysisWinratesAs",
                "RED",
                "BLACK, WHITE or SIDETOMOVE, not 'RED'",
            ),
            ("maxVisits", "0", "an integer from 1 to"),
            ("maxVisits", "1.5", "an integer"),
            ("maxVisits", "1e300", "an integer"),
            ("maxTime", "-1", "seconds"),
            ("maxTime", "NaN", "seconds"),
            ("analysisPVLen", "many", "an integer"),
            ("ignorePreRootHistory", "2", "true or false"),
            ("rave_equivalence", "0", "a number from 1 to"),
            ("humanSLProfile", "5k", "proyear_2023, not '5k'"),
            ("playout_doubling_advantage", "3.1", "a number from -3 to 3"),
            ("playoutDoublingAdvantage", "-3.1", "a number from -3 to 3"),
            (
                "playoutDoublingAdvantagePla",
                "both",
                "BLACK, WHITE or nothing",
            ),
        ] {
            let error = settings.set(key, value).unwrap_err().to_string();
            assert!(error.starts_with(key) && error.contains(hint), "{error}");
        }
        assert_eq!(settings, Settings::default());
    }
}
