//! Clocks.

use super::NOTHING;
use crate::gtp::call::Call;
use crate::gtp::session::Session;
use crate::gtp::table::{Command, Family, Reply};
use crate::time::{Report, TimeError, TimeSystem};

/// Time.
pub const FAMILY: Family = Family {
    title: "Time",
    commands: &[
        Command {
            name: "time_settings",
            arguments: "MAIN PERIOD STONES",
            summary: "Sets main time and Canadian overtime, in seconds",
            run: |session, call| set_time(session, call, 3, |words| TimeSystem::parse_gtp(words)),
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
            run: |session, call| set_time(session, call, 4, |words| TimeSystem::parse_kgs(words)),
        },
        Command {
            name: "kata-time_settings",
            arguments: "SYSTEM [NUMBER...]",
            summary: "Sets the time system: those of KGS, fischer M I, fischer-capped M I LIMIT MAX",
            run: |session, call| set_time(session, call, 5, |words| TimeSystem::parse_kata(words)),
        },
        Command {
            name: "kata-list_time_settings",
            arguments: "",
            summary: "The time systems that kata-time_settings knows",
            run: |_, _| Ok(TimeSystem::NAMES.to_owned()),
        },
    ],
};

fn set_time(
    session: &mut Session,
    call: &mut Call,
    most_words: usize,
    parse: fn(&[&str]) -> Result<TimeSystem, TimeError>,
) -> Reply {
    let words: Vec<&str> = call.others().take(most_words).collect();
    let system = parse(&words)?;
    session.set_time_system(system);
    Ok(NOTHING)
}

fn time_left(session: &mut Session, call: &mut Call) -> Reply {
    let color = call.color()?;
    let words: Vec<&str> = call.others().take(2).collect();
    let report = Report::parse(&words)?;
    let clock = &mut session.clocks[color.index()];
    clock.report(report);
    session.record.clock_set(&session.game, color, clock);
    Ok(NOTHING)
}
