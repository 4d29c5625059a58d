//! Who is there, the random numbers, and good-bye.

use super::NOTHING;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use cpu_time::ProcessTime;

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
            arguments: "",
            summary: "Seconds of processor time used so far, by all threads",
            run: cputime,
        },
        Command {
            name: "gomill-cpu_time",
            arguments: "",
            summary: "The same as cputime, under the name that Gomill asks for",
            run: cputime,
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

fn cputime(_: &mut Engine, _: &mut Call) -> Reply {
    let time = ProcessTime::try_now()
        .map_err(|_| Failure::refused("processor time is not known on this system"))?;
    Ok(format!("{:.3}", time.as_duration().as_secs_f64()))
}

fn set_random_seed(engine: &mut Engine, call: &mut Call) -> Reply {
    let seed = call.number("seed")?;
    engine.session.set_seed(seed);
    Ok(NOTHING)
}
