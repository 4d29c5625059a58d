//! Reading and changing settings while the session runs.

use super::NOTHING;
use crate::gtp::call::Call;
use crate::gtp::failure::Failure;
use crate::gtp::session::Session;
use crate::gtp::settings::{SETTINGS, Setting};
use crate::gtp::table::{Command, Family, Reply};
use crate::search::Params;
use crate::types::excerpt;

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
        Command {
            name: "kata-get-param",
            arguments: "NAME",
            summary: "A setting, by Tengen's name or KataGo's",
            run: kata_get_param,
        },
        Command {
            name: "kata-set-param",
            arguments: "NAME VALUE",
            summary: "Sets a setting, by Tengen's name or KataGo's",
            run: kata_set_param,
        },
        Command {
            name: "kata-list-params",
            arguments: "",
            summary: "The names that kata-get-param and kata-set-param know",
            run: |_, _| Ok(kata_names().collect::<Vec<_>>().join(" ")),
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
    let row = setting(name).ok_or_else(|| unknown(name))?;
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
        return Ok(value.ok_or_else(|| unknown(name))?.to_string());
    };
    set_search_param(session, name, value)
}

fn set_search_param(session: &mut Session, name: &str, value: &str) -> Reply {
    let mut params = session.params.clone();
    params
        .set(name, value)
        .map_err(|error| Failure::Setting(error.to_string()))?;
    session.params = params;
    session.renew_player();
    Ok(NOTHING)
}

fn setting(name: &str) -> Option<&'static Setting> {
    SETTINGS
        .iter()
        .find(|row| row.name.eq_ignore_ascii_case(name))
}

fn unknown(name: &str) -> Failure {
    Failure::Setting(format!("unknown setting '{}'", excerpt(name)))
}

/// What KataGo calls some of the settings.
const KATA_NAMES: [(&str, &str); 4] = [
    ("maxPlayouts", "playouts"),
    ("maxVisits", "playouts"),
    ("maxTime", "time"),
    ("numSearchThreads", "threads"),
];

/// Settings of KataGo's that clients ask for and Tengen does not have: they are 0 for ever.
const ABSENT: [&str; 2] = ["playoutDoublingAdvantage", "analysisWideRootNoise"];

fn kata_names() -> impl Iterator<Item = &'static str> {
    let ours = SETTINGS.iter().map(|row| row.name);
    let ours = ours.chain(Params::TABLE.iter().map(|row| row.name));
    KATA_NAMES
        .iter()
        .map(|(name, _)| *name)
        .chain(ABSENT)
        .chain(ours)
}

fn our_name(name: &str) -> &str {
    let known = KATA_NAMES
        .iter()
        .find(|(kata, _)| kata.eq_ignore_ascii_case(name));
    known.map_or(name, |(_, ours)| ours)
}

fn is_absent(name: &str) -> bool {
    ABSENT
        .iter()
        .any(|absent| absent.eq_ignore_ascii_case(name))
}

fn kata_get_param(session: &mut Session, call: &mut Call) -> Reply {
    let name = our_name(call.word("name")?);
    if is_absent(name) {
        return Ok("0.0".to_owned());
    }
    if let Some(row) = setting(name) {
        return Ok((row.get)(session));
    }
    let value = session.params.get(name).ok_or_else(|| unknown(name))?;
    Ok(value.to_string())
}

fn kata_set_param(session: &mut Session, call: &mut Call) -> Reply {
    let name = our_name(call.word("name")?);
    let value = call.word("value")?;
    if is_absent(name) {
        return match value.parse::<f64>() {
            Ok(0.0) => Ok(NOTHING),
            _ => Err(Failure::Setting(format!("{name} can only be 0"))),
        };
    }
    match setting(name) {
        Some(row) => set(session, row, value),
        None => set_search_param(session, name, value),
    }
}
