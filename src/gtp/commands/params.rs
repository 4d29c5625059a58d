//! Reading and changing settings while the session runs.

use super::NOTHING;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::preferences::Draft;
use crate::gtp::settings::{SETTINGS, Setting};
use crate::search::{ParamError, Params};
use crate::types::excerpt;

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
            .map(|row| format!("[{}] {} {}", row.kind, row.name, (row.get)(engine)))
            .collect();
        return Ok(lines.join("\n"));
    };
    let row = setting(name).ok_or_else(|| unknown(name, "tengen-param"))?;
    let Some(value) = call.optional() else {
        return Ok((row.get)(engine));
    };
    engine.change(|draft| set(draft, row, value))?;
    Ok(NOTHING)
}

pub(super) fn set(draft: &mut Draft, row: &Setting, value: &str) -> Result<(), Failure> {
    (row.set)(draft, value).map_err(|wanted| Failure::bad_value(row.name, wanted, value))
}

fn search_param(engine: &mut Engine, call: &mut Call) -> Reply {
    let Some(name) = call.optional() else {
        let lines: Vec<String> = Params::TABLE
            .iter()
            .filter_map(|row| {
                Some(format!(
                    "[string] {} {}",
                    row.name,
                    engine.session.config().params.get(row.name)?
                ))
            })
            .collect();
        return Ok(lines.join("\n"));
    };
    let Some(value) = call.optional() else {
        let value = engine.session.config().params.get(name);
        let value = value.ok_or_else(|| unknown(name, "tengen-search_param"))?;
        return Ok(value.to_string());
    };
    engine.change(|draft| set_search_param(draft, name, value))?;
    Ok(NOTHING)
}

pub(super) fn set_search_param(draft: &mut Draft, name: &str, value: &str) -> Result<(), Failure> {
    let set = draft.config.params.set(name, value);
    set.map(|_| ()).map_err(|error| match error {
        ParamError::Unknown(_) => unknown(name, "tengen-search_param"),
        _ => Failure::refused(error.to_string()),
    })
}

pub(super) fn setting(name: &str) -> Option<&'static Setting> {
    SETTINGS
        .iter()
        .find(|row| row.name.eq_ignore_ascii_case(name))
}

/// That there is no such setting; `command` without arguments lists those that there are.
pub(super) fn unknown(name: &str, command: &str) -> Failure {
    Failure::refused(format!(
        "unknown setting '{}': '{command}' lists them",
        excerpt(name)
    ))
}
