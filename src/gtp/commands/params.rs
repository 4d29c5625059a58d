//! Reading and changing settings while the session runs.

use super::NOTHING;
use crate::gtp::call::{Call, excerpt};
use crate::gtp::failure::Failure;
use crate::gtp::session::Session;
use crate::gtp::settings::{SETTINGS, Setting};
use crate::gtp::table::{Command, Family, Reply};
use crate::search::Params;

/// Settings.
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
fn param(session: &mut Session, call: &mut Call) -> Reply {
    let Some(name) = call.optional() else {
        let lines: Vec<String> = SETTINGS
            .iter()
            .map(|row| format!("[{}] {} {}", row.kind, row.name, (row.get)(session)))
            .collect();
        return Ok(lines.join("\n"));
    };
    let row = SETTINGS
        .iter()
        .find(|row| row.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| Failure::Setting(format!("unknown setting '{}'", excerpt(name))))?;
    let Some(value) = call.optional() else {
        return Ok((row.get)(session));
    };
    set(session, row, value)
}

fn set(session: &mut Session, row: &Setting, value: &str) -> Reply {
    let refusal = |wanted| format!("{} is {wanted}, not '{}'", row.name, excerpt(value));
    (row.set)(session, value).map_err(|wanted| Failure::Setting(refusal(wanted)))?;
    Ok(NOTHING)
}

fn search_param(session: &mut Session, call: &mut Call) -> Reply {
    let Some(name) = call.optional() else {
        let lines: Vec<String> = Params::TABLE
            .iter()
            .filter_map(|row| {
                Some(format!(
                    "[string] {} {}",
                    row.name,
                    session.params.get(row.name)?
                ))
            })
            .collect();
        return Ok(lines.join("\n"));
    };
    let Some(value) = call.optional() else {
        let value = session.params.get(name);
        let value = value
            .ok_or_else(|| Failure::Setting(format!("unknown setting '{}'", excerpt(name))))?;
        return Ok(value.to_string());
    };
    let mut params = session.params.clone();
    params
        .set(name, value)
        .map_err(|error| Failure::Setting(error.to_string()))?;
    session.params = params;
    session.renew_player();
    Ok(NOTHING)
}
