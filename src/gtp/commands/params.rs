//! Reading and changing settings while the session runs.

use super::NOTHING;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::gfx::dialog_line;
use crate::gtp::settings::{Named, SETTINGS, Setting};
use crate::search::{ParamInfo, Params};

pub const FAMILY: Family = Family {
    title: "Settings",
    commands: &[
        Command {
            name: "tengen-param",
            arguments: "[NAME [VALUE]]",
            summary: "How the engine plays: all settings, one, or sets one",
            run: param,
        },
        Command {
            name: "tengen-search_param",
            arguments: "[NAME [VALUE]]",
            summary: "The numbers of the search: all, one, or sets one",
            run: search_param,
        },
    ],
};

/// Without arguments the lines of a GoGui dialog: type, name and value.
fn param(engine: &mut Engine, call: &mut Call) -> Reply {
    let Some(name) = call.optional() else {
        let lines: Vec<String> = SETTINGS
            .iter()
            .map(|row| dialog_line(row.kind, row.name, (row.get)(engine)))
            .collect();
        return Ok(lines.join("\n"));
    };
    let setting = Setting::named(name);
    let setting = setting.ok_or_else(|| Failure::unknown_setting(name, "tengen-param"))?;
    let Some(value) = call.optional() else {
        return Ok((setting.get)(engine));
    };
    engine.change(|draft| setting.put(draft, value))?;
    Ok(NOTHING)
}

fn search_param(engine: &mut Engine, call: &mut Call) -> Reply {
    let params = &engine.session.config().params;
    let Some(name) = call.optional() else {
        let line = |row: &ParamInfo| Some(dialog_line("string", row.name, params.get(row.name)?));
        let lines: Vec<String> = Params::TABLE.iter().filter_map(line).collect();
        return Ok(lines.join("\n"));
    };
    let info = Params::info(name);
    let info = info.ok_or_else(|| Failure::unknown_setting(name, "tengen-search_param"))?;
    let number = Named::OurNumber(info);
    let Some(value) = call.optional() else {
        return Ok(number.value(engine));
    };
    engine.change(|draft| number.set(draft, value))?;
    Ok(NOTHING)
}
