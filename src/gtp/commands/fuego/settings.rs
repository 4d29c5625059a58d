//! Settings of Fuego's search. How long Tengen looks is said where it is started.

use super::super::NOTHING;
use crate::gtp::command::{Command, Family};

pub const FAMILY: Family = Family {
    title: "Fuego: settings, without effect",
    commands: &[
        setting("book_clear"),
        setting("book_load"),
        setting("deterministic_mode"),
        setting("go_param"),
        setting("go_param_timecontrol"),
        setting("quiet"),
        setting("sg_param"),
        setting("uct_max_memory"),
        setting("uct_param_feature_knowledge"),
        setting("uct_param_globalsearch"),
        setting("uct_param_player"),
        setting("uct_param_policy"),
        setting("uct_param_rootfilter"),
        setting("uct_param_search"),
        setting("uct_param_treefilter"),
        setting("uct_stat_player_clear"),
        setting("uct_stat_policy_clear"),
    ],
};

const fn setting(name: &'static str) -> Command {
    Command {
        name,
        arguments: "[ARGUMENT...]",
        summary: "A setting of Fuego's: without effect",
        run: |_, _| Ok(NOTHING),
    }
}
