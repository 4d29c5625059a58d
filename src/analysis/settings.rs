//! How positions are searched and reported unless a query says otherwise.

use crate::katago::{self, keys, values};
use crate::net::features::{Players, Profile};
use crate::search::{ParamError, Params, Part};
use crate::types::{Color, Perspective, excerpt};
use std::fmt;
use std::time::Duration;

/// Visits for each position if nobody says how many: what KataGo's example of a configuration has.
const MAX_VISITS: u64 = 500;
/// The moves of a line after its first, as in KataGo.
const PV_LEN: usize = 15;
/// How KataGo's names begin of what is about people.
const OF_PEOPLE: &str = "humanSL";

/// What a configuration or the `overrideSettings` of a query can change for one position.
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
    /// `wideRootNoise`, or `analysisWideRootNoise`: see [`Guidance::wide_root_noise`](crate::search::Guidance::wide_root_noise).
    pub wide_root_noise: f32,
    /// `ignorePreRootHistory`: see [`search::Settings::hides_past`](crate::search::Settings::hides_past).
    pub hides_past: bool,
    /// `conservativePass`: see [`search::Settings::conservative_pass`](crate::search::Settings::conservative_pass).
    pub conservative_pass: bool,
    /// `playoutDoublingAdvantagePla`: which player has the advantage; if `None`, whoever moves next.
    pub advantage_of: Option<Color>,
    /// `humanSLProfile`: whom a human-style network imitates.
    pub profile: Option<Profile>,
    /// `humanSLRootExploreProbWeightless` and `humanSLRootExploreProbWeightful`: the shares of the visits, 0..=1, that go to moves as
    /// often as people would play them, so that something is known of each. Here neither weighs more than the other.
    pub shares_of_people: [f32; 2],
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
            shares_of_people: [0.0; 2],
            params: Params::default(),
        }
    }
}

/// What a setting changes here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// How positions are searched or reported.
    Felt,
    /// Nothing.
    Nothing,
    /// It is about what people would play, of which nobody knows without a human-style network; with one it has an effect only
    /// if it is used here.
    OfPeople {
        /// Whether it is.
        is_used: bool,
    },
}

impl Effect {
    /// Whether anything changes, where there is a human-style network or there is none.
    pub(super) fn is_felt(self, has_human_style: bool) -> bool {
        match self {
            Effect::Felt => true,
            Effect::Nothing => false,
            Effect::OfPeople { is_used } => is_used && has_human_style,
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

    /// The share of the visits that go to moves that people would play.
    pub fn share_of_people(&self) -> f32 {
        self.shares_of_people.iter().sum::<f32>().min(1.0)
    }

    /// What a network is to assume of both players when `color` moves next, also where none judges and only the
    /// human-style one is asked.
    pub fn players_seen_by(&self, color: Color) -> Players {
        let advantage = self.params.playout_doubling_advantage;
        Players::as_set(color, self.advantage_of, advantage, self.profile)
    }

    /// Sets what KataGo's configuration calls `key`, or a number of the search by its own name.
    ///
    /// # Errors
    /// If the key is known and cannot take this value; then nothing has changed.
    pub fn set(&mut self, key: &str, value: &str) -> Result<Effect, BadSetting> {
        let value = value.trim();
        let set = self.read_value(key, value);
        set.map_err(|expected| BadSetting::new(key, value, expected))
    }

    /// The same without blanks around the value; the error says what it has to be.
    fn read_value(&mut self, key: &str, value: &str) -> Result<Effect, String> {
        match key {
            keys::PERSPECTIVE => {
                self.perspective = Perspective::parse(value).ok_or(Perspective::CHOICES)?;
            }
            keys::MAX_VISITS => self.max_visits = Some(limit(value)?),
            keys::MAX_PLAYOUTS => self.max_playouts = Some(limit(value)?),
            keys::MAX_TIME => self.max_time = values::seconds(value)?,
            keys::PV_LENGTH => self.pv_len = values::pv_length(value)?,
            "wideRootNoise" | keys::WIDE_ROOT_NOISE => {
                self.wide_root_noise = values::noise(value)?;
            }
            "ignorePreRootHistory" => self.hides_past = values::flag(value)?,
            keys::CONSERVATIVE_PASS => self.conservative_pass = values::flag(value)?,
            keys::ADVANTAGE_OF => {
                self.advantage_of = Players::parse_side(value).ok_or(Players::SIDES)?;
            }
            keys::HUMAN_PROFILE => {
                self.profile = Profile::optional(value).map_err(|_| Profile::CHOICES)?;
                return Ok(of_people(self.profile.is_some()));
            }
            "humanSLRootExploreProbWeightless" => return self.set_share_of_people(0, value),
            "humanSLRootExploreProbWeightful" => return self.set_share_of_people(1, value),
            _ => return self.set_param(key, value),
        }
        Ok(Effect::Felt)
    }

    fn set_share_of_people(&mut self, index: usize, value: &str) -> Result<Effect, String> {
        let share = values::share(value)?;
        self.shares_of_people[index] = share;
        Ok(of_people(share > 0.0))
    }

    fn set_param(&mut self, key: &str, value: &str) -> Result<Effect, String> {
        let without_use = match key.starts_with(OF_PEOPLE) {
            true => Effect::OfPeople { is_used: false },
            false => Effect::Nothing,
        };
        let name = katago::params::param(key).map_or(key, |info| info.name);
        let value = katago::params::in_numbers(key, value)?;
        match self.params.set(name, value) {
            // Nobody chooses a move in an analysis.
            Ok(info) if info.part == Part::Choice => Ok(without_use),
            Ok(_) => Ok(Effect::Felt),
            Err(ParamError::Unknown(_)) => Ok(without_use),
            Err(ParamError::NotANumber(info, _) | ParamError::OutOfRange(info, _)) => {
                Err(info.range())
            }
        }
    }
}

/// The effect of asking people about something, or of asking them no more, which no network is needed for.
fn of_people(asks: bool) -> Effect {
    match asks {
        true => Effect::OfPeople { is_used: true },
        false => Effect::Felt,
    }
}

/// A number of visits or playouts. Without limit it is as large as can be, for none would be the usual one.
fn limit(value: &str) -> Result<u64, &'static str> {
    Ok(values::count(value)?.unwrap_or(u64::MAX))
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
            ("conservativePass", "0"),
            ("analysisWideRootNoise", "0,5"),
            ("rave_equivalence", "900"),
        ] {
            assert_eq!(settings.set(key, value), Ok(Effect::Felt), "{key}");
        }
        assert_eq!(settings.perspective, Perspective::Black);
        for (letter, viewer) in [("w", Perspective::White), ("B", Perspective::Black)] {
            assert_eq!(
                settings.set("reportAnalysisWinratesAs", letter),
                Ok(Effect::Felt)
            );
            assert_eq!(settings.perspective, viewer);
        }
        assert_eq!(settings.visits(), 1000);
        assert_eq!(settings.max_time, Some(Duration::from_millis(1500)));
        assert_eq!(settings.pv_len, 7);
        assert!(!settings.hides_past && !settings.conservative_pass);
        assert_eq!(settings.wide_root_noise, 0.5);
        assert_eq!(settings.params.rave_equivalence, 900.0);
        assert_eq!(settings.set("cpuctExploration", "1.5"), Ok(Effect::Felt));
        assert_eq!(settings.params.cpuct, 1.5);
        assert_eq!(settings.set("useGraphSearch", "false"), Ok(Effect::Felt));
        assert_eq!(settings.params.graph, 0.0);
        assert!(settings.set("useGraphSearch", "no").is_err());
        assert_eq!(
            settings.set("playoutDoublingAdvantage", "-2"),
            Ok(Effect::Felt)
        );
        assert_eq!(settings.params.playout_doubling_advantage, -2.0);
        for (text, whose) in [
            ("BLACK", Some(Color::Black)),
            ("w", Some(Color::White)),
            ("", None),
        ] {
            assert_eq!(
                settings.set("playoutDoublingAdvantagePla", text),
                Ok(Effect::Felt)
            );
            assert_eq!(settings.advantage_of, whose);
        }
        let of_people = Effect::OfPeople { is_used: true };
        for (name, profile, effect) in [
            ("proyear_1985", Some("proyear_1985"), of_people),
            ("", None, Effect::Felt),
        ] {
            assert_eq!(settings.set("humanSLProfile", name), Ok(effect));
            assert_eq!(settings.profile, profile.map(|name| name.parse().unwrap()));
        }
        for (name, share) in [("Weightless", "0.5"), ("Weightful", "0.1")] {
            let key = format!("humanSLRootExploreProb{name}");
            assert_eq!(settings.set(&key, share), Ok(of_people));
            assert_eq!(Settings::default().set(&key, "0"), Ok(Effect::Felt));
        }
        assert!((settings.share_of_people() - 0.6).abs() < 1e-6);
        for unknown in ["chosenMoveTemperature", "CPUCTEXPLORATION", "maxvisits"] {
            assert_eq!(settings.set(unknown, "1"), Ok(Effect::Nothing));
        }
        for without_use in ["humanSLChosenMoveProp", "humanSLCpuctPermanent"] {
            let effect = Effect::OfPeople { is_used: false };
            assert_eq!(settings.set(without_use, "1"), Ok(effect));
        }
        for key in ["maxTime", "maxVisits"] {
            assert_eq!(settings.set(key, "1e300"), Ok(Effect::Felt));
        }
        assert_eq!(settings.visits(), u64::MAX, "not the usual number");
        assert_eq!(settings.max_time, None);
        assert_eq!(settings.set("maxTime", "0"), Ok(Effect::Felt));
        assert_eq!(settings.max_time, Some(Duration::ZERO));
    }

    #[test]
    fn what_is_about_people_needs_a_network_that_knows_them() {
        for (effect, without, with) in [
            (Effect::Felt, true, true),
            (Effect::Nothing, false, false),
            (Effect::OfPeople { is_used: true }, false, true),
            (Effect::OfPeople { is_used: false }, false, false),
        ] {
            assert_eq!(
                [false, true].map(|has| effect.is_felt(has)),
                [without, with]
            );
        }
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
            ("maxVisits", "0", "a whole number from 1"),
            ("maxVisits", "1.5", "a whole number"),
            ("maxTime", "-1", "seconds"),
            ("maxTime", "NaN", "seconds"),
            ("analysisPVLen", "many", "a whole number from 1 to 1000"),
            ("ignorePreRootHistory", "2", "true or false"),
            ("rave_equivalence", "0", "a number from 1 to"),
            ("humanSLProfile", "5k", "proyear_2023, not '5k'"),
            ("playout_doubling_advantage", "3.1", "a number from -3 to 3"),
            ("playoutDoublingAdvantage", "-3.1", "a number from -3 to 3"),
            (
                "humanSLRootExploreProbWeightless",
                "1.5",
                "a number from 0 to 1",
            ),
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
