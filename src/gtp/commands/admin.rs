//! Who is there, the random numbers, and good-bye.

use super::NOTHING;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use cpu_time::ProcessTime;
use std::time::Duration;

/// Administration.
pub const FAMILY: Family = Family {
    title: "Administration",
    commands: &[
        Command {
            name: "protocol_version",
            arguments: "",
            summary: "The version of GTP: 2",
            run: |_, _| Ok("2".to_owned()),
        },
        Command {
            name: "name",
            arguments: "",
            summary: "The name of the program",
            run: |engine, _| Ok(engine.name().to_owned()),
        },
        Command {
            name: "version",
            arguments: "",
            summary: "The version of the program",
            run: |engine, _| Ok(engine.version()),
        },
        Command {
            name: "quit",
            arguments: "",
            summary: "Ends the session",
            run: quit,
        },
        Command {
            name: "cputime",
            arguments: "[NAME]",
            summary: "Seconds of processor time used so far, or since cputime_reset, by all threads",
            run: cputime,
        },
        Command {
            name: "cputime_reset",
            arguments: "[NAME]",
            summary: "Has cputime count from now on",
            run: cputime_reset,
        },
        Command {
            name: "gomill-cpu_time",
            arguments: "",
            summary: "The same as cputime, under the name that Gomill asks for",
            run: cputime,
        },
        Command {
            name: "pid",
            arguments: "",
            summary: "The number of the process",
            run: |_, _| Ok(std::process::id().to_string()),
        },
        Command {
            name: "get_random_seed",
            arguments: "",
            summary: "The seed of the random numbers",
            run: |engine, _| Ok(engine.session.seed().to_string()),
        },
        Command {
            name: "set_random_seed",
            arguments: "NUMBER",
            summary: "Starts the random numbers afresh",
            run: set_random_seed,
        },
    ],
};

fn quit(engine: &mut Engine, _: &mut Call) -> Reply {
    engine.has_quit = true;
    Ok(NOTHING)
}

fn cputime(engine: &mut Engine, _: &mut Call) -> Reply {
    let time = cpu_time()?.saturating_sub(engine.cpu_time_from);
    Ok(format!("{:.3}", time.as_secs_f64()))
}

fn cputime_reset(engine: &mut Engine, _: &mut Call) -> Reply {
    engine.cpu_time_from = cpu_time()?;
    Ok(NOTHING)
}

fn cpu_time() -> Result<Duration, Failure> {
    let time = ProcessTime::try_now();
    let time = time.map_err(|_| Failure::refused("processor time is not known on this system"))?;
    Ok(time.as_duration())
}

fn set_random_seed(engine: &mut Engine, call: &mut Call) -> Reply {
    let seed = call.number("seed")?;
    engine.session.set_seed(seed);
    Ok(NOTHING)
}
