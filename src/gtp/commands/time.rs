//! Clocks.

use super::NOTHING;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::time::{ClockReport, ParseTimeSystem, TimeSystem};

pub const FAMILY: Family = Family {
    title: "Time",
    commands: &[
        Command {
            name: "time_settings",
            arguments: "MAIN PERIOD STONES",
            summary: "Sets main time and Canadian overtime, in seconds",
            run: |engine, call| set_time(engine, call, TimeSystem::parse_gtp),
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
            run: |engine, call| set_time(engine, call, TimeSystem::parse_kgs),
        },
        Command {
            name: "kata-time_settings",
            arguments: "SYSTEM [NUMBER...]",
            summary: "Sets the time system: those of KGS, fischer M I, fischer-capped M I LIMIT MAX",
            run: |engine, call| set_time(engine, call, TimeSystem::parse_kata),
        },
        Command {
            name: "kata-list_time_settings",
            arguments: "",
            summary: "The time systems that kata-time_settings knows",
            run: |_, _| Ok(TimeSystem::NAMES.to_owned()),
        },
    ],
};

fn set_time(engine: &mut Engine, call: &mut Call, parse: ParseTimeSystem) -> Reply {
    let system = parse(&mut call.others())?;
    engine.session.set_time_system(system);
    Ok(NOTHING)
}

fn time_left(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    let left = ClockReport::parse(&mut call.others())?;
    engine.session.set_clock(color, left);
    Ok(NOTHING)
}
