//! Settings one at a time, by any of their names.

use super::said::tell_of_no_effect;
use super::table::{PARAMS, param};
use super::unused::{UNUSED, keep, unused};
use crate::gtp::call::Reply;
use crate::gtp::commands::NOTHING;
use crate::gtp::commands::params::{set, set_search_param, setting, unknown};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::settings::SETTINGS;
use crate::katago;
use crate::search::Params;

/// Every name that a setting has.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let katas = PARAMS.iter().map(|param| param.name);
    let tuned = katago::params::NAMES.iter().map(|(name, _)| *name);
    let unused = UNUSED.iter().map(|(name, _)| *name);
    let ours = SETTINGS.iter().map(|row| row.name);
    let search = Params::TABLE.iter().map(|row| row.name);
    katas.chain(tuned).chain(unused).chain(ours).chain(search)
}

/// The value of a setting, by KataGo's name for it or by ours.
pub(super) fn value_of(engine: &Engine, name: &str) -> Reply {
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
    if let Some((_, info)) = katago::params::param(name) {
        let value = params.get(info.name).unwrap_or(info.default);
        // KataGo's numbers always have a point.
        return Ok(format!("{value:?}"));
    }
    Ok(params.get(name).ok_or_else(|| unknown(name))?.to_string())
}

/// Sets a setting, by KataGo's name for it or by ours.
pub(super) fn set_value(engine: &mut Engine, name: &str, value: &str) -> Reply {
    if let Some(row @ &(name, _)) = unused(name) {
        keep(engine, row, value)?;
        tell_of_no_effect(name);
        return Ok(NOTHING);
    }
    if let Some(param) = param(name) {
        let refused = |wanted| Failure::bad_value(param.name, wanted, value);
        (param.set)(engine, value).map_err(refused)?;
        return Ok(NOTHING);
    }
    if let Some((katagos, info)) = katago::params::param(name) {
        let refused = |_| Failure::bad_value(katagos, &info.range(), value);
        let reply = set_search_param(engine, info.name, value).map_err(refused)?;
        // Whom it imitates may still be said.
        let has_people = engine.session.config().networks.human.is_some();
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
