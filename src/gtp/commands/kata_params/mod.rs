//! Settings by the names that KataGo and Leela Zero have for them.

mod configuration;
mod leela;
mod said;
mod several;
mod single;
mod table;
mod unused;

pub use configuration::configure;

use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::katago::keys;
use leela::set_option;
use several::{get_params, set_params};
use single::{names, set_value, value_of};
use unused::unused;

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

fn get_param(engine: &mut Engine, call: &mut Call) -> Reply {
    value_of(engine, call.word("name")?)
}

fn set_param(engine: &mut Engine, call: &mut Call) -> Reply {
    let name = call.word("name")?;
    let may_be_nothing = unused(name).is_some()
        || [keys::HUMAN_PROFILE, keys::ADVANTAGE_OF]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name));
    let value = match may_be_nothing {
        true => call.optional().unwrap_or_default(),
        false => call.word("value")?,
    };
    set_value(engine, name, value)
}
