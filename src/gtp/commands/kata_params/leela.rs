//! Settings by the names that Leela Zero has for them.

use crate::gtp::call::{Call, Reply};
use crate::gtp::commands::NOTHING;
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::settings::{Draft, Limit, set_lag, set_memory, set_ponder, set_resign};
use crate::katago::values;
use crate::session::{Config, Resign};

/// 0 is no limit. LizGoban sets that at its start to see whether the command is there, and must not lift `--playouts`.
fn set_leelas_limit(limit: &mut Limit, value: &str) -> Result<(), &'static str> {
    let count = match value {
        "0" => None,
        value => values::count(value).map_err(|_| "a whole number, or 0 for no limit")?,
    };
    limit.set_leelas(count);
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
pub(super) fn set_option(engine: &mut Engine, call: &mut Call) -> Reply {
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
    engine.change(|draft| set_leelas(draft, &name, value))?;
    Ok(NOTHING)
}

/// Sets the option of this name.
fn set_leelas(draft: &mut Draft, name: &str, value: &str) -> Result<(), Failure> {
    let set = match name {
        "visits" => set_leelas_limit(&mut draft.preferences.limits.visits, value),
        "playouts" => set_leelas_limit(&mut draft.preferences.limits.playouts, value),
        // In centiseconds.
        "lagbuffer" => match values::decimal_within(value, 0.0..=1e6) {
            Some(lag) => set_lag(draft, &(lag / 100.0).to_string()),
            None => Err("a number of centiseconds"),
        },
        // There it leaves the choice to Leela Zero.
        "resign percentage" if value == "-1" => {
            let usual = Config::default().resign_below;
            draft.config.set_resign(Resign::Below(usual));
            Ok(())
        }
        "resign percentage" => set_resign(draft, value),
        "pondering" => set_ponder(draft, value),
        "maximum memory use (mib)" => set_memory(draft, value),
        _ => return Err(Failure::unknown_setting(name, "lz-setoption")),
    };
    set.map_err(|wanted| Failure::bad_value(name, wanted, value))
}
