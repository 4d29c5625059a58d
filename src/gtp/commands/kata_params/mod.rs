//! Settings by the names that KataGo and Leela Zero have for them.

mod configuration;
mod leela;
mod several;
mod table;
mod unused;

pub use configuration::configure;

use super::NOTHING;
use super::params::{set, set_search_param, setting, unknown};
use crate::console::stderr;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::settings::SETTINGS;
use crate::search::Params;
use crate::types::excerpt;
use leela::set_option;
use several::{get_params, set_params};
use table::{ADVANTAGE_OF, HUMAN_PROFILE, PARAMS, param};
use unused::{UNUSED, keep, unused};

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

fn names() -> impl Iterator<Item = &'static str> {
    let katas = PARAMS.iter().map(|param| param.name);
    let tuned = Params::KATAGO_NAMES.iter().map(|(name, _)| *name);
    let unused = UNUSED.iter().map(|(name, _)| *name);
    let ours = SETTINGS.iter().map(|row| row.name);
    let search = Params::TABLE.iter().map(|row| row.name);
    katas.chain(tuned).chain(unused).chain(ours).chain(search)
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

fn tell_of_no_effect(name: &str) {
    stderr::say(format!("tengen: {name} has no effect here"));
}
