//! The one table of commands: dispatch, `list_commands`, `known_command` and
//! `help` all read it, so that none can know a command that another does not.

use super::call::{Call, Reply};
use super::command::{Command, Family};
use super::commands::{
    admin, analyze, board, board_pictures, cgos, fuego, genmove, gnugo, gogui, handicap,
    ineffective, kata_params, kgs, move_values, net, params, play,
    reading::{chains, counters, groups, semeai, worm},
    rules, scoring, search_pictures, sgf, time,
};
use super::engine::Engine;
use super::failure::Failure;
use crate::types::excerpt;

/// Every command there is.
pub const FAMILIES: &[Family] = &[
    admin::FAMILY,
    ABOUT_COMMANDS,
    play::FAMILY,
    handicap::FAMILY,
    genmove::FAMILY,
    net::FAMILY,
    analyze::FAMILY,
    time::FAMILY,
    scoring::FAMILY,
    board::FAMILY,
    rules::FAMILY,
    sgf::FAMILY,
    params::FAMILY,
    kata_params::FAMILY,
    gnugo::FAMILY,
    move_values::FAMILY,
    chains::FAMILY,
    worm::FAMILY,
    groups::FAMILY,
    semeai::FAMILY,
    counters::FAMILY,
    fuego::compare::FAMILY,
    fuego::values::FAMILY,
    fuego::rules::FAMILY,
    fuego::ladders::FAMILY,
    fuego::safety::FAMILY,
    fuego::distance::FAMILY,
    ineffective::FAMILY,
    kgs::FAMILY,
    cgos::FAMILY,
    gogui::FAMILY,
    search_pictures::FAMILY,
    board_pictures::FAMILY,
    #[cfg(test)]
    super::commands::broken::FAMILY,
];

/// Every command, in the order of the families.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    FAMILIES.iter().flat_map(|family| family.commands)
}

/// The command with this name, in upper or lower case.
pub fn find(name: &str) -> Option<&'static Command> {
    commands().find(|command| command.name.eq_ignore_ascii_case(name))
}

/// What is known: the commands that answer from the table itself.
const ABOUT_COMMANDS: Family = Family {
    title: "Commands",
    commands: &[
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
    ],
};

/// Whether clients are told that there is this command.
fn is_offered(engine: &Engine, command: &Command) -> bool {
    !(engine.is_safe && command.needs_file())
}

fn known_command(engine: &mut Engine, call: &mut Call) -> Reply {
    let command = call.optional().and_then(find);
    let is_known = command.is_some_and(|command| is_offered(engine, command));
    Ok(is_known.to_string())
}

fn list_commands(engine: &mut Engine, _: &mut Call) -> Reply {
    let offered = commands().filter(|command| is_offered(engine, command));
    let names: Vec<&str> = offered.map(|command| command.name).collect();
    Ok(names.join("\n"))
}

fn help(engine: &mut Engine, call: &mut Call) -> Reply {
    let Some(name) = call.optional() else {
        return Ok(help_on_all(engine));
    };
    let command =
        find(name).ok_or_else(|| call.syntax(format!("'{}' is not a command", excerpt(name))))?;
    if !is_offered(engine, command) {
        return Err(Failure::files_forbidden(command.name));
    }
    Ok(format!("{}\n{}", command.usage(), command.summary))
}

/// The commands with their arguments, under the headlines of their families.
fn help_on_all(engine: &Engine) -> String {
    let mut text = String::new();
    for family in FAMILIES {
        text.push_str(&format!("{}:\n", family.title));
        let offered = family.commands.iter();
        for command in offered.filter(|command| is_offered(engine, command)) {
            text.push_str(&format!(
                "  {}\n      {}\n",
                command.usage(),
                command.summary
            ));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_lower_case_words() {
        let mut seen = HashSet::new();
        for command in commands() {
            assert!(seen.insert(command.name), "{}", command.name);
            assert!(
                !command
                    .name
                    .contains(|c: char| c.is_whitespace() || c.is_uppercase())
            );
            assert!(!command.summary.is_empty() && !command.summary.contains('\n'));
        }
    }

    #[test]
    fn calls_that_touch_files_are_known() {
        let loadsgf = find("loadsgf").unwrap();
        assert!(loadsgf.needs_file() && loadsgf.touches_file(""));
        let printsgf = find("printsgf").unwrap();
        assert!(!printsgf.needs_file() && printsgf.touches_file("x.sgf"));
        assert!(!printsgf.touches_file("") && !printsgf.touches_file("-"));
        assert!(!find("play").unwrap().touches_file("b D4"));
    }

    #[test]
    fn found_in_any_case() {
        assert_eq!(find("GenMove").unwrap().name, "genmove");
        assert!(find("genmov").is_none() && find("").is_none());
    }
}
