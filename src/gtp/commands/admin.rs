//! Who is there, what is known, and good-bye.

use super::NOTHING;
use crate::gtp::call::Call;
use crate::gtp::failure::Failure;
use crate::gtp::session::Session;
use crate::gtp::table::{self, Command, Family, Reply};
use crate::types::excerpt;
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
            run: |_, _| Ok("Tengen".to_owned()),
        },
        Command {
            name: "version",
            arguments: "",
            summary: "The version of the program",
            run: |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned()),
        },
        Command {
            name: "known_command",
            arguments: "COMMAND",
            summary: "Whether a command is known: true or false",
            run: known_command,
        },
        Command {
            name: "list_commands",
            arguments: "",
            summary: "All commands, one on each line",
            run: list_commands,
        },
        Command {
            name: "help",
            arguments: "[COMMAND]",
            summary: "All commands, or one, with arguments and meaning",
            run: help,
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
            name: "get_random_seed",
            arguments: "",
            summary: "The seed of the random numbers",
            run: |session, _| Ok(session.seed.to_string()),
        },
        Command {
            name: "set_random_seed",
            arguments: "NUMBER",
            summary: "Starts the random numbers afresh",
            run: set_random_seed,
        },
    ],
};

fn known_command(session: &mut Session, call: &mut Call) -> Reply {
    let command = table::find(call.word("command")?);
    let is_known = command.is_some_and(|command| session.offers(command));
    Ok(is_known.to_string())
}

fn list_commands(session: &mut Session, _: &mut Call) -> Reply {
    let offered = table::commands().filter(|command| session.offers(command));
    let names: Vec<&str> = offered.map(|command| command.name).collect();
    Ok(names.join("\n"))
}

fn help(session: &mut Session, call: &mut Call) -> Reply {
    let Some(name) = call.optional() else {
        return Ok(table::help(|command| session.offers(command)));
    };
    let command = table::find(name)
        .filter(|command| session.offers(command))
        .ok_or_else(|| call.syntax(format!("'{}' is not a command", excerpt(name))))?;
    Ok(format!("{}\n{}", table::usage(command), command.summary))
}

fn quit(session: &mut Session, _: &mut Call) -> Reply {
    session.quit();
    Ok(NOTHING)
}

fn cputime(_: &mut Session, _: &mut Call) -> Reply {
    let time = ProcessTime::try_now().map_err(|_| Failure::Unavailable("processor time"))?;
    Ok(format!("{:.3}", time.as_duration().as_secs_f64()))
}

fn set_random_seed(session: &mut Session, call: &mut Call) -> Reply {
    let seed = call.number("seed")?;
    session.set_seed(seed);
    Ok(NOTHING)
}
