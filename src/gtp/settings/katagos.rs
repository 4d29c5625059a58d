//! Parameters of KataGo's that Tengen has too, by other names or in other units.

use super::draft::Draft;
use super::ours::{set_lag, set_ponder, set_threads};
use super::playout_limits::Limit;
use crate::console::rounded;
use crate::gtp::engine::Engine;
use crate::katago::{keys, values};
use crate::net::features::{Players, Profile};
use crate::types::Color;
use std::mem;
use std::time::Duration;

/// What KataGo answers for a number of visits or playouts without limit.
const NO_LIMIT: &str = "1125899906842624";

/// A parameter of KataGo's that Tengen has too.
pub(in crate::gtp) struct Param {
    pub name: &'static str,
    /// The setting of Tengen's that it stands for. Set by both names, one would undo the other.
    pub stands_for: Option<&'static str>,
    /// What it is set to when it is taken back, which may be nothing; none if it cannot be.
    pub usual: Option<fn() -> String>,
    pub get: fn(&Engine) -> String,
    /// Sets it, or tells what it can be.
    pub set: fn(&mut Draft, &str) -> Result<(), &'static str>,
}

pub(super) const PARAMS: &[Param] = &[
    Param {
        name: keys::MAX_VISITS,
        stands_for: None,
        usual: Some(|| count(None)),
        get: |engine| count(engine.session.config().visits),
        set: |draft, text| {
            draft.preferences.limits.visits = Limit::new(values::count(text)?);
            Ok(())
        },
    },
    Param {
        name: keys::MAX_PLAYOUTS,
        stands_for: Some("playouts"),
        usual: Some(|| count(None)),
        get: |engine| count(engine.session.config().playouts),
        set: |draft, text| {
            draft.preferences.limits.playouts = Limit::new(values::count(text)?);
            Ok(())
        },
    },
    Param {
        name: keys::MAX_TIME,
        stands_for: None,
        usual: Some(|| seconds(None)),
        get: |engine| seconds(engine.session.config().max_time),
        set: |draft, text| {
            draft.config.max_time = values::seconds(text)?;
            Ok(())
        },
    },
    Param {
        name: keys::SEARCH_THREADS,
        stands_for: Some("threads"),
        usual: None,
        get: |engine| engine.session.config().threads.to_string(),
        set: set_threads,
    },
    Param {
        name: "lagBuffer",
        stands_for: Some("lag"),
        usual: None,
        get: |engine| format!("{:?}", engine.session.config().lag.as_secs_f64()),
        set: set_lag,
    },
    Param {
        name: "ponderingEnabled",
        stands_for: Some("ponder"),
        usual: None,
        get: |engine| engine.session.config().ponder.to_string(),
        set: set_ponder,
    },
    Param {
        name: keys::MAX_TIME_PONDERING,
        stands_for: None,
        usual: Some(|| seconds(None)),
        get: |engine| seconds(engine.session.config().ponder_limits.time),
        set: |draft, text| {
            draft.config.ponder_limits.time = values::seconds(text)?;
            Ok(())
        },
    },
    Param {
        name: keys::MAX_VISITS_PONDERING,
        stands_for: None,
        usual: Some(|| count(None)),
        get: |engine| count(engine.session.config().ponder_limits.visits),
        set: |draft, text| {
            draft.config.ponder_limits.visits = values::count(text)?;
            Ok(())
        },
    },
    Param {
        name: keys::MAX_PLAYOUTS_PONDERING,
        stands_for: None,
        usual: Some(|| count(None)),
        get: |engine| count(engine.session.config().ponder_limits.playouts),
        set: |draft, text| {
            draft.config.ponder_limits.playouts = values::count(text)?;
            Ok(())
        },
    },
    Param {
        name: "allowResignation",
        stands_for: None,
        usual: None,
        get: |engine| engine.session.config().resigns.to_string(),
        set: |draft, text| {
            draft.config.resigns = values::flag(text)?;
            Ok(())
        },
    },
    // A loss is -1 here, a win 1.
    Param {
        name: "resignThreshold",
        stands_for: Some("resign"),
        usual: None,
        get: |engine| {
            let rate = engine.session.config().resign_below;
            rounded(f64::from(2.0 * rate - 1.0), 6).to_string()
        },
        set: |draft, text| {
            let value = values::decimal_within(text, -1.0..=0.0).ok_or("a number from -1 to 0")?;
            // At -1 nobody resigns, whether it is allowed or not.
            let rate = (value + 1.0) / 2.0;
            draft.config.resign_below = rate as f32;
            Ok(())
        },
    },
    Param {
        name: keys::PV_LENGTH,
        stands_for: None,
        usual: None,
        get: |engine| engine.preferences.analysis.pv_length.to_string(),
        set: |draft, text| {
            draft.preferences.analysis.pv_length = values::pv_length(text)?;
            Ok(())
        },
    },
    Param {
        name: keys::WIDE_ROOT_NOISE,
        stands_for: None,
        usual: Some(|| keys::USUAL_WIDE_ROOT_NOISE.to_string()),
        get: |engine| engine.preferences.analysis.wide_root_noise.to_string(),
        set: |draft, text| {
            draft.preferences.analysis.wide_root_noise = values::noise(text)?;
            Ok(())
        },
    },
    Param {
        name: keys::CONSERVATIVE_PASS,
        stands_for: None,
        usual: Some(|| true.to_string()),
        get: |engine| engine.session.config().conservative_pass.to_string(),
        set: |draft, text| {
            draft.config.conservative_pass = values::flag(text)?;
            Ok(())
        },
    },
    Param {
        name: keys::ADVANTAGE_OF,
        stands_for: None,
        usual: Some(String::new),
        get: |engine| {
            let whose = engine.session.config().advantage_of;
            // KataGo's word for nobody.
            whose.map_or('E', Color::letter).to_string()
        },
        set: |draft, text| {
            draft.config.advantage_of = Players::parse_side(text).ok_or(Players::SIDES)?;
            Ok(())
        },
    },
    Param {
        name: keys::HUMAN_PROFILE,
        stands_for: None,
        usual: Some(String::new),
        get: |engine| {
            let profile = engine.session.config().profile;
            profile
                .map(|profile| profile.to_string())
                .unwrap_or_default()
        },
        set: |draft, text| {
            let profile = Profile::optional(text).map_err(|_| Profile::CHOICES)?;
            let before = mem::replace(&mut draft.config.profile, profile);
            let is_new = profile.is_some() && profile != before;
            if is_new && !draft.config.networks.has_human_style() {
                draft.ineffective.push(keys::HUMAN_PROFILE);
            }
            Ok(())
        },
    },
];

fn seconds(limit: Option<Duration>) -> String {
    match limit {
        Some(time) => format!("{:?}", time.as_secs_f64()),
        None => "1e+20".to_owned(),
    }
}

fn count(limit: Option<u64>) -> String {
    match limit {
        Some(count) => count.to_string(),
        None => NO_LIMIT.to_owned(),
    }
}
