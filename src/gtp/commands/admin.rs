//! Name and version, processor time, the random seed, the end.

use super::NOTHING;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use cpu_time::ProcessTime;
use std::time::Duration;

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
            summary: "Has cputime count from now on; with a name other than total without effect",
            run: cputime_reset,
        },
        Command {
            name: "gomill-cpu_time",
            arguments: "",
            summary: "Seconds of processor time used so far, as Gomill asks for them",
            run: |_, _| Ok(seconds(cpu_time()?)),
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
    let time = cpu_time()?;
    Ok(seconds(time.saturating_sub(engine.cpu_time_from)))
}

/// Fuego has a clock for each name.
fn cputime_reset(engine: &mut Engine, call: &mut Call) -> Reply {
    if call.optional().is_none_or(|name| name == "total") {
        engine.cpu_time_from = cpu_time()?;
    }
    Ok(NOTHING)
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

fn cpu_time() -> Result<Duration, Failure> {
    let time = ProcessTime::try_now();
    let time = time.map_err(|_| Failure::refused("processor time is not known on this system"))?;
    Ok(time.as_duration())
}

fn set_random_seed(engine: &mut Engine, call: &mut Call) -> Reply {
    let word = call.word("seed")?;
    // GNU Go takes negative ones, too.
    let signed = |_| word.parse::<i64>().map(|seed| seed as u64);
    let seed = word.parse::<u64>().or_else(signed);
    let seed = seed.map_err(|_| call.not_a("seed", word))?;
    engine.session.set_seed(seed);
    Ok(NOTHING)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::dispatch::tests::engine;

    #[test]
    fn only_the_total_is_reset() {
        let mut engine = engine();
        let long = Duration::from_secs(1_000_000);
        engine.cpu_time_from = long;
        engine.execute_line("cputime_reset opening").unwrap();
        assert_eq!(engine.cpu_time_from, long);
        let used = cpu_time().unwrap().as_secs_f64();
        let told: f64 = engine
            .execute_line("gomill-cpu_time")
            .unwrap()
            .parse()
            .unwrap();
        assert!(told > used - 0.001);
        engine.execute_line("cputime_reset").unwrap();
        assert!(engine.cpu_time_from < long);
    }
}
