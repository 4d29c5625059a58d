//! Clocks.

use super::NOTHING;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::time::{TimeError, TimeLeft, TimeSystem};

/// Time.
pub const FAMILY: Family = Family {
    title: "Time",
    commands: &[
        Command {
            name: "time_settings",
            arguments: "MAIN PERIOD STONES",
            summary: "Sets main time and Canadian overtime, in seconds",
            run: |engine, call| set_time(engine, call, |words| TimeSystem::parse_gtp(words)),
        },
        Command {
            name: "time_left",
            arguments: "COLOR SECONDS STONES",
            summary: "Sets a clock: stones (in byo-yomi, periods) left, 0 in main time",
            run: time_left,
        },
        Command {
            name: "kgs-time_settings",
            arguments: "none|absolute M|byoyomi M P N|canadian M P S",
            summary: "Sets the time system as KGS does",
            run: |engine, call| set_time(engine, call, |words| TimeSystem::parse_kgs(words)),
        },
        Command {
            name: "kata-time_settings",
            arguments: "SYSTEM [NUMBER...]",
            summary: "Sets the time system: those of KGS, fischer M I, fischer-capped M I LIMIT MAX",
            run: |engine, call| set_time(engine, call, |words| TimeSystem::parse_kata(words)),
        },
        Command {
            name: "kata-list_time_settings",
            arguments: "",
            summary: "The time systems that kata-time_settings knows",
            run: |_, _| Ok(TimeSystem::NAMES.to_owned()),
        },
    ],
};

/// The most words that a time system has, its name included.
const MOST_WORDS: usize = 5;

fn set_time(
    engine: &mut Engine,
    call: &mut Call,
    parse: fn(&[&str]) -> Result<TimeSystem, TimeError>,
) -> Reply {
    let words: Vec<&str> = call.others().take(MOST_WORDS).collect();
    // As with other commands, nobody looks at surplus words.
    let without_last = |count: usize| parse(&words[..words.len() - count]);
    let system = (1..words.len()).fold(parse(&words), |system, count| {
        system.or_else(|error| match without_last(count) {
            // That words are missing says least.
            Err(TimeError::Usage(_)) => Err(error),
            shorter => shorter,
        })
    })?;
    engine.session.set_time_system(system);
    Ok(NOTHING)
}

fn time_left(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    let words: Vec<&str> = call.others().take(2).collect();
    let left = TimeLeft::parse(&words)?;
    engine.session.set_clock(color, left);
    Ok(NOTHING)
}
