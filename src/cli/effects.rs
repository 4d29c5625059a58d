//! Options that change nothing beside others: they are named, not refused, since a command over GTP or a configuration may give
//! them an effect later.

use super::values;
use crate::console::stderr;
use crate::search::{ParamInfo, Params, Part};
use crate::session::Config;
use std::fmt::Display;

/// Numbers of the search that have moves drawn by chance.
const OF_CHANCE: [&str; 3] = [
    "move_temperature",
    "early_move_temperature",
    "move_temperature_halflife",
];

/// Says that something has no effect, and why.
pub fn tell(what: impl Display, why: impl Display) {
    stderr::say(format!("tengen: {what} has no effect: {why}"));
}

/// Says which of these numbers of the search change nothing for who begins so.
pub fn tell_of_params(params: &[values::Param], config: &Config) {
    for info in Params::TABLE {
        let is_given = params.iter().any(|(name, _)| name == info.name);
        if let Some(why) = without_effect(info, config).filter(|_| is_given) {
            tell(format_args!("--param {}", info.name), why);
        }
    }
}

fn without_effect(info: &ParamInfo, config: &Config) -> Option<&'static str> {
    let is_of_people = info.is_of_people();
    if info.part == Part::Network && config.searching_network().is_none() {
        return Some("no network searches");
    }
    if is_of_people && config.networks.human.is_none() {
        return Some("there is no human-style network beside the one that judges");
    }
    let is_choice = is_of_people || OF_CHANCE.contains(&info.name);
    (is_choice && !config.level.is_full()).then_some("it is for full strength")
}
