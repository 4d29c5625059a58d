//! Settings by the names that KataGo and Leela Zero have for them.

use super::NOTHING;
use super::kata_unused::UNUSED;
use super::params::{set, set_search_param, setting, unknown};
use super::rules::set_rules;
use crate::console::{rounded, stderr};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::{AnalysisParams, Engine, Source};
use crate::gtp::failure::Failure;
use crate::gtp::limits::{Limit, PlayoutLimits};
use crate::gtp::settings::SETTINGS;
use crate::net::features::{Players, Profile};
use crate::search::Params;
use crate::session::Config;
use crate::types::{Color, excerpt};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::time::Duration;

/// Settings of other engines.
pub const FAMILY: Family = Family {
    title: "Settings by the names of other engines",
    commands: &[
        Command {
            name: "kata-get-param",
            arguments: "NAME",
            summary: "A setting, by Tengen's name or KataGo's",
            run: get_param,
        },
        Command {
            name: "kata-set-param",
            arguments: "NAME VALUE",
            summary: "Sets a setting, by Tengen's name or KataGo's",
            run: set_param,
        },
        Command {
            name: "kata-get-params",
            arguments: "",
            summary: "All settings of kata-get-param, as JSON",
            run: get_params,
        },
        Command {
            name: "kata-set-params",
            arguments: "JSON",
            summary: "Sets the settings that a JSON object names, all or none",
            run: set_params,
        },
        Command {
            name: "kata-list-params",
            arguments: "",
            summary: "The names that kata-get-param and kata-set-param know",
            run: |_, _| Ok(names().collect::<Vec<_>>().join(" ")),
        },
        Command {
            name: "lz-setoption",
            arguments: "[name NAME value VALUE]",
            summary: "Sets what Leela Zero calls visits, playouts, lagbuffer, pondering, resign percentage or maximum memory use",
            run: set_option,
        },
    ],
};

/// From this number on a limit is none; KataGo's own limits that are none are larger.
const UNLIMITED: f64 = 1e9;

/// What KataGo answers for a number of visits without limit.
const NO_VISIT_LIMIT: &str = "1125899906842624";

/// A parameter of KataGo's that Tengen has too.
struct Param {
    name: &'static str,
    get: fn(&Engine) -> String,
    /// Sets it, or tells what it can be; nothing has changed then.
    set: fn(&mut Engine, &str) -> Result<(), &'static str>,
}

const PARAMS: &[Param] = &[
    Param {
        name: "maxVisits",
        get: |engine| count(engine.limits().visits),
        set: |engine, text| {
            let limit = Limit::new(parse_count(text)?);
            engine.limit(|limits| limits.visits = limit);
            Ok(())
        },
    },
    Param {
        name: "maxPlayouts",
        get: |engine| count(engine.limits().playouts),
        set: |engine, text| {
            let limit = Limit::new(parse_count(text)?);
            engine.limit(|limits| limits.playouts = limit);
            Ok(())
        },
    },
    Param {
        name: "maxTime",
        get: |engine| match engine.session.config().max_time {
            Some(time) => time.as_secs_f64().to_string(),
            None => "1e+20".to_owned(),
        },
        set: |engine, text| {
            let seconds = decimal(text, 0.0, f64::MAX).ok_or("a number of seconds")?;
            let time = (seconds < UNLIMITED).then(|| Duration::from_secs_f64(seconds));
            engine.session.reconfigure(|config| config.max_time = time);
            Ok(())
        },
    },
    Param {
        name: "numSearchThreads",
        get: |engine| engine.session.config().threads.to_string(),
        set: |engine, text| set_ours(engine, "threads", text),
    },
    Param {
        name: "lagBuffer",
        get: |engine| engine.session.config().lag.as_secs_f64().to_string(),
        set: |engine, text| set_ours(engine, "lag", text),
    },
    Param {
        name: "ponderingEnabled",
        get: |engine| engine.session.config().ponder.to_string(),
        set: |engine, text| set_ours(engine, "ponder", text),
    },
    Param {
        name: ALLOWS_RESIGNATION,
        get: |engine| engine.session.config().resign_below.is_some().to_string(),
        set: |engine, text| {
            let usual = Config::default().resign_below;
            let is_allowed = boolean(text)?;
            engine.session.reconfigure(|config| {
                config.resign_below = config.resign_below.or(usual).filter(|_| is_allowed);
            });
            Ok(())
        },
    },
    // A loss is -1 here, a win 1.
    Param {
        name: "resignThreshold",
        get: |engine| {
            let rate = engine.session.config().resign_below.unwrap_or(0.0);
            rounded(f64::from(2.0 * rate - 1.0), 6).to_string()
        },
        set: |engine, text| {
            let value = decimal(text, -1.0, 0.0).ok_or("a number from -1 to 0")?;
            // At -1 nobody resigns, whether it is allowed or not.
            let rate = (value + 1.0) / 2.0;
            engine
                .session
                .reconfigure(|config| config.resign_below = Some(rate as f32));
            Ok(())
        },
    },
    Param {
        name: "analysisPVLen",
        get: |engine| engine.analysis.pv_length.to_string(),
        set: |engine, text| {
            let length = text
                .parse()
                .ok()
                .filter(|length| (1..=LONGEST_PV).contains(length));
            engine.analysis.pv_length = length.ok_or("a number from 1 to 1000")?;
            Ok(())
        },
    },
    Param {
        name: "analysisWideRootNoise",
        get: |engine| engine.analysis.wide_root_noise.to_string(),
        set: |engine, text| {
            let noise = decimal(text, 0.0, 5.0).ok_or("a number from 0 to 5")?;
            engine.analysis.wide_root_noise = noise as f32;
            Ok(())
        },
    },
    Param {
        name: ADVANTAGE_OF,
        get: |engine| {
            let whose = engine.session.config().advantage_of;
            // KataGo's word for nobody.
            whose.map_or('E', Color::letter).to_string()
        },
        set: |engine, text| {
            let whose = Players::parse_side(text).ok_or(Players::SIDES)?;
            engine
                .session
                .reconfigure(|config| config.advantage_of = whose);
            Ok(())
        },
    },
    Param {
        name: HUMAN_PROFILE,
        get: |engine| {
            let profile = engine.session.config().profile;
            profile
                .map(|profile| profile.to_string())
                .unwrap_or_default()
        },
        set: |engine, text| {
            let profile = Profile::optional(text).map_err(|_| Profile::CHOICES)?;
            engine
                .session
                .reconfigure(|config| config.profile = profile);
            if profile.is_some() && !engine.session.config().has_human_style() {
                tell_of_no_effect(HUMAN_PROFILE);
            }
            Ok(())
        },
    },
];

const LONGEST_PV: usize = 1000;
const ALLOWS_RESIGNATION: &str = "allowResignation";

/// The parameters that can be set to nothing.
const HUMAN_PROFILE: &str = "humanSLProfile";
const ADVANTAGE_OF: &str = "playoutDoublingAdvantagePla";

/// Settings of Tengen's that a parameter of KataGo's stands for.
const TWICE: [&str; 5] = ["playouts", "resign", "threads", "lag", "ponder"];

/// What KataGo's `kata-get-params` gives as text, whatever it is.
const TEXTS: [&str; 8] = [
    "analysisWideRootNoise",
    "analysisIgnorePreRootHistory",
    "genmoveAntiMirror",
    "antiMirror",
    "allowResignation",
    "ponderingEnabled",
    "delayMoveScale",
    "delayMoveMax",
];

/// As much of a value as is kept.
const LONGEST_VALUE: usize = 100;

fn count(limit: Limit) -> String {
    match limit.value() {
        Some(count) => count.to_string(),
        None => NO_VISIT_LIMIT.to_owned(),
    }
}

/// A number of visits or playouts; none if it is so large that it stands for no limit.
fn parse_count(text: &str) -> Result<Option<u64>, &'static str> {
    let count = decimal(text, 1.0, f64::MAX).ok_or("a number from 1")?;
    Ok((count < UNLIMITED).then_some(count as u64))
}

fn set_ours(engine: &mut Engine, name: &str, text: &str) -> Result<(), &'static str> {
    let row = setting(name).ok_or("a setting of Tengen's")?;
    (row.set)(engine, text)
}

fn boolean(text: &str) -> Result<bool, &'static str> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err("true or false"),
    }
}

fn decimal(text: &str, least: f64, most: f64) -> Option<f64> {
    let value: f64 = text.parse().ok()?;
    (least..=most).contains(&value).then_some(value)
}

fn names() -> impl Iterator<Item = &'static str> {
    let katas = PARAMS.iter().map(|param| param.name);
    let tuned = Params::KATAGO_NAMES.iter().map(|(name, _)| *name);
    let unused = UNUSED.iter().map(|(name, _)| *name);
    let ours = SETTINGS.iter().map(|row| row.name);
    let search = Params::TABLE.iter().map(|row| row.name);
    katas.chain(tuned).chain(unused).chain(ours).chain(search)
}

fn param(name: &str) -> Option<&'static Param> {
    PARAMS
        .iter()
        .find(|param| param.name.eq_ignore_ascii_case(name))
}

fn unused(name: &str) -> Option<&'static (&'static str, &'static str)> {
    UNUSED
        .iter()
        .find(|(unused, _)| unused.eq_ignore_ascii_case(name))
}

fn get_param(engine: &mut Engine, call: &mut Call) -> Reply {
    value_of(engine, call.word("name")?)
}

/// The value of a setting, whoever's name this is.
fn value_of(engine: &Engine, name: &str) -> Reply {
    if let Some(param) = param(name) {
        return Ok((param.get)(engine));
    }
    if let Some(&(name, usual)) = unused(name) {
        let set = engine.unused_params.get(name);
        return Ok(set.map_or(usual, String::as_str).to_owned());
    }
    if let Some(row) = setting(name) {
        return Ok((row.get)(engine));
    }
    let params = &engine.session.config().params;
    if let Some((_, info)) = Params::of_katago(name) {
        let value = params.get(info.name).unwrap_or(info.default);
        // KataGo's numbers always have a point.
        return Ok(format!("{value:?}"));
    }
    Ok(params.get(name).ok_or_else(|| unknown(name))?.to_string())
}

/// All settings, each by one name: numbers and truth values as such, everything else as text.
fn get_params(engine: &mut Engine, _: &mut Call) -> Reply {
    let mut all = Map::new();
    for name in names().filter(|name| !has_name_of_katagos(name)) {
        let text = value_of(engine, name)?;
        let value = serde_json::from_str(&text).ok();
        let value = value.filter(|value: &Value| value.is_number() || value.is_boolean());
        let value = value.filter(|_| !TEXTS.contains(&name));
        all.insert(name.to_owned(), value.unwrap_or(Value::String(text)));
    }
    Ok(Value::Object(all).to_string())
}

/// Whether this is Tengen's name of what KataGo has a name for too. Set by both, one would undo the other.
fn has_name_of_katagos(name: &str) -> bool {
    let is_tuned = Params::KATAGO_NAMES.iter().any(|(_, ours)| *ours == name);
    is_tuned || TWICE.contains(&name)
}

fn set_param(engine: &mut Engine, call: &mut Call) -> Reply {
    let name = call.word("name")?;
    let may_be_nothing = unused(name).is_some()
        || [HUMAN_PROFILE, ADVANTAGE_OF]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name));
    let value = match may_be_nothing {
        true => call.optional().unwrap_or_default(),
        false => call.word("value")?,
    };
    set_value(engine, name, value)
}

/// Several settings, all or none.
fn set_params(engine: &mut Engine, call: &mut Call) -> Reply {
    if call.is_empty() {
        call.word("JSON object")?;
    }
    let values: Map<String, Value> = serde_json::from_str(call.text())
        .map_err(|error| call.syntax(format!("no JSON object ({error})")))?;
    let before = Before::of(engine);
    for (name, value) in with_last_word_last(values.iter()) {
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if let Err(failure) = set_value(engine, name, &text) {
            before.restore(engine);
            return Err(failure);
        }
    }
    Ok(NOTHING)
}

/// All that a setting may change, as it was.
struct Before {
    config: Config,
    limits: PlayoutLimits,
    analysis: AnalysisParams,
    unused_params: BTreeMap<&'static str, String>,
    sgf_comments: bool,
    live_graphics: bool,
}

impl Before {
    fn of(engine: &Engine) -> Before {
        Before {
            config: engine.session.config().clone(),
            limits: engine.limits(),
            analysis: engine.analysis,
            unused_params: engine.unused_params.clone(),
            sgf_comments: engine.sgf_comments,
            live_graphics: engine.live_graphics,
        }
    }

    fn restore(self, engine: &mut Engine) {
        engine.session.reconfigure(|config| *config = self.config);
        engine.limit(|limits| *limits = self.limits);
        engine.analysis = self.analysis;
        engine.unused_params = self.unused_params;
        engine.sgf_comments = self.sgf_comments;
        engine.live_graphics = self.live_graphics;
    }
}

/// In the same order, but whether to resign at all comes last, wherever it stands: a threshold by itself says that one does.
fn with_last_word_last<'a, V>(
    settings: impl Iterator<Item = (&'a String, V)>,
) -> impl Iterator<Item = (&'a String, V)> {
    let (last, first): (Vec<_>, Vec<_>) =
        settings.partition(|(name, _)| name.eq_ignore_ascii_case(ALLOWS_RESIGNATION));
    first.into_iter().chain(last)
}

/// Sets what configurations of KataGo's say, what comes later on top of what comes before, and tells of the keys without
/// effect.
///
/// # Errors
/// If a key has a value that it cannot have, in words.
pub fn configure(engine: &mut Engine, sources: &[Source]) -> Result<(), String> {
    // Configurations made for a graphics card ask for more than there are processors.
    let most_threads = engine.session.config().threads;
    let mut ignored = vec![Vec::new(); sources.len()];
    let all = sources.iter().enumerate().flat_map(|(index, source)| {
        let settings = source.settings.iter();
        settings.map(move |(key, value)| (key, (index, value)))
    });
    for (key, (index, value)) in with_last_word_last(all) {
        let done = match value {
            Some(value) => configure_one(engine, key, value, most_threads),
            None => Ok(false),
        };
        let has_effect = done.map_err(|error| format!("{}: {error}", sources[index].place))?;
        if !has_effect {
            ignored[index].push(excerpt(key));
        }
    }
    for (source, ignored) in sources.iter().zip(&ignored) {
        stderr::tell_ignored(&source.place, ignored);
    }
    Ok(())
}

/// Sets what a key of a configuration says; false if it has no effect.
fn configure_one(
    engine: &mut Engine,
    key: &str,
    value: &str,
    most_threads: usize,
) -> Result<bool, Failure> {
    if let Some(&(name, _)) = unused(key) {
        return keep(engine, name, value).map(|()| false);
    }
    match key {
        "rules" => set_rules(engine, value)?,
        "numSearchThreads" => {
            let threads = value.parse().map(|count: usize| count.min(most_threads));
            let threads = threads.map_or(value.to_owned(), |threads| threads.to_string());
            set_value(engine, key, &threads)?
        }
        key if names().any(|name| name == key) => set_value(engine, key, value)?,
        _ => return Ok(false),
    };
    Ok(true)
}

fn set_value(engine: &mut Engine, name: &str, value: &str) -> Reply {
    if let Some(&(name, _)) = unused(name) {
        keep(engine, name, value)?;
        tell_of_no_effect(name);
        return Ok(NOTHING);
    }
    if let Some(param) = param(name) {
        (param.set)(engine, value).map_err(|wanted| refusal(param.name, wanted, value))?;
        return Ok(NOTHING);
    }
    if let Some((katagos, info)) = Params::of_katago(name) {
        let refused = |_| refusal(katagos, &info.range(), value);
        let reply = set_search_param(engine, info.name, value).map_err(refused)?;
        // Whom it imitates may still be said.
        let has_people = engine.session.config().human_network.is_some();
        if info.name.starts_with("human_") && !has_people {
            tell_of_no_effect(katagos);
        }
        return Ok(reply);
    }
    match setting(name) {
        Some(row) => set(engine, row, value),
        None => set_search_param(engine, name, value),
    }
}

fn refusal(name: &str, wanted: &str, value: &str) -> Failure {
    Failure::Setting(format!("{name} is {wanted}, not '{}'", excerpt(value)))
}

/// Keeps a value that changes nothing.
fn keep(engine: &mut Engine, name: &'static str, value: &str) -> Result<(), Failure> {
    if value.len() > LONGEST_VALUE {
        let reason = format!("{name} cannot be '{}'", excerpt(value));
        return Err(Failure::Setting(reason));
    }
    engine.unused_params.insert(name, value.to_owned());
    Ok(())
}

fn tell_of_no_effect(name: &str) {
    stderr::say(format!("tengen: {name} has no effect here"));
}

/// 0 is no limit. LizGoban sets that at its start to see whether the command is there, and must not lift `--playouts`.
fn set_leelas_limit(
    engine: &mut Engine,
    value: &str,
    limit: impl FnOnce(&mut PlayoutLimits) -> &mut Limit,
) -> Result<(), &'static str> {
    let count = match value {
        "0" => None,
        value => parse_count(value)?,
    };
    engine.limit(|limits| limit(limits).set_leelas(count));
    Ok(())
}

/// Leela Zero's options that mean something here, as its `lz-setoption` lists them.
const OPTIONS: &str = "option name Maximum Memory Use (MiB) type spin
option name Visits type spin default 0
option name Playouts type spin default 0
option name Lagbuffer type spin
option name Resign Percentage type spin
option name Pondering type check";

/// Reads `name NAME value VALUE`, where the name may be of several words.
fn set_option(engine: &mut Engine, call: &mut Call) -> Reply {
    let text = call.text();
    if text.is_empty() {
        return Ok(OPTIONS.to_owned());
    }
    let words: Vec<String> = call.others().map(str::to_ascii_lowercase).collect();
    let value_at = words.iter().position(|word| word == "value");
    let (name, value) = match (words.first().map(String::as_str), value_at) {
        (Some("name"), Some(at)) if at + 2 == words.len() => {
            (words[1..at].join(" "), words[at + 1].as_str())
        }
        _ => return Err(call.syntax("an option is set with 'name NAME value VALUE'")),
    };
    let done = match name.as_str() {
        "visits" => set_leelas_limit(engine, value, |limits| &mut limits.visits),
        "playouts" => set_leelas_limit(engine, value, |limits| &mut limits.playouts),
        // In centiseconds.
        "lagbuffer" => match decimal(value, 0.0, 1e6) {
            Some(lag) => set_ours(engine, "lag", &(lag / 100.0).to_string()),
            None => Err("a number of centiseconds"),
        },
        // Leela Zero's own choice.
        "resign percentage" if value == "-1" => set_ours(engine, "resign", "5"),
        "resign percentage" => set_ours(engine, "resign", value),
        "pondering" => set_ours(engine, "ponder", value),
        "maximum memory use (mib)" => set_ours(engine, "memory", value),
        _ => return Err(unknown(&name)),
    };
    done.map_err(|wanted| refusal(&name, wanted, value))?;
    Ok(NOTHING)
}
