//! Settings by the names that KataGo and Leela Zero have for them.

mod leela;
mod several;

use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::commands::NOTHING;
use crate::gtp::engine::Engine;
use crate::gtp::settings::Named;
use leela::set_option;
use several::{get_params, set_params};

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
            arguments: "NAME [VALUE]",
            summary: "Sets a setting, by Tengen's name or KataGo's; without a value most of KataGo's are as usual, limits lifted",
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
            run: list_params,
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
    Ok(Named::find(call.word("name")?)?.value(engine))
}

fn set_param(engine: &mut Engine, call: &mut Call) -> Reply {
    let name = call.word("name")?;
    let named = Named::find(name)?;
    let value = match named.may_be_nothing() {
        true => call.optional().unwrap_or_default(),
        false => call.word("value")?,
    };
    engine.change(|draft| named.set_or_take_back(draft, value))?;
    Ok(NOTHING)
}

fn list_params(_: &mut Engine, _: &mut Call) -> Reply {
    let names: Vec<_> = Named::all().map(Named::name).collect();
    Ok(names.join(" "))
}
