//! Commands of other engines that are accepted, so that their suites and clients go on, and change nothing.

use super::NOTHING;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;

pub const FAMILY: Family = Family {
    title: "Of GNU Go and Fuego, without effect",
    commands: &[
        Command {
            name: "level",
            arguments: "NUMBER",
            summary: "How deeply GNU Go reads: without effect; a weaker Tengen is 'tengen-param level'",
            run: level,
        },
        Command {
            name: "increase_depths",
            arguments: "",
            summary: "Has GNU Go read more deeply: without effect",
            run: |_, _| Ok(NOTHING),
        },
        Command {
            name: "decrease_depths",
            arguments: "",
            summary: "Has GNU Go read less deeply: without effect",
            run: |_, _| Ok(NOTHING),
        },
        Command {
            name: "report_uncertainty",
            arguments: "on|off",
            summary: "Has GNU Go tell how sure it is: without effect",
            run: report_uncertainty,
        },
        of_fuego("book_clear"),
        of_fuego("book_load"),
        of_fuego("deterministic_mode"),
        of_fuego("go_param"),
        of_fuego("go_param_timecontrol"),
        of_fuego("quiet"),
        of_fuego("sg_param"),
        of_fuego("uct_max_memory"),
        of_fuego("uct_param_feature_knowledge"),
        of_fuego("uct_param_globalsearch"),
        of_fuego("uct_param_player"),
        of_fuego("uct_param_policy"),
        of_fuego("uct_param_rootfilter"),
        of_fuego("uct_param_search"),
        of_fuego("uct_param_treefilter"),
        of_fuego("uct_stat_player_clear"),
        of_fuego("uct_stat_policy_clear"),
    ],
};

const fn of_fuego(name: &'static str) -> Command {
    Command {
        name,
        arguments: "[ARGUMENT...]",
        summary: "A setting of Fuego's: without effect",
        run: |_, _| Ok(NOTHING),
    }
}

/// Suites set it to have GNU Go take its time. Tengen's levels are about playing worse, which no suite wants.
fn level(_: &mut Engine, call: &mut Call) -> Reply {
    call.number::<i64>("level")?;
    Ok(NOTHING)
}

fn report_uncertainty(_: &mut Engine, call: &mut Call) -> Reply {
    match call.word("value")? {
        "on" | "off" => Ok(NOTHING),
        word => Err(call.not_a("value", word)),
    }
}
