//! What the bridge to the KGS server sends, besides its clock (`time`) and
//! `kgs-genmove_cleanup` (`genmove`).
//!
//! `kgs-chat` is missing on purpose: newer bridges crash when it is listed.

use super::NOTHING;
use crate::game::Rules;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;

pub const FAMILY: Family = Family {
    title: "KGS",
    commands: &[
        Command {
            name: "kgs-rules",
            arguments: "NAME",
            summary: "Sets the rules: japanese, chinese, aga or new_zealand",
            run: kgs_rules,
        },
        Command {
            name: "kgs-game_over",
            arguments: "",
            summary: "Says that a game is over; the board stays as it is",
            run: game_over,
        },
    ],
};

/// Nobody plays on.
pub(super) fn game_over(engine: &mut Engine, _: &mut Call) -> Reply {
    engine.session.ponder_no_longer();
    Ok(NOTHING)
}

fn kgs_rules(engine: &mut Engine, call: &mut Call) -> Reply {
    // Words after the name are none of ours.
    let name = call.word("name of the rules")?;
    let name = match name.to_ascii_lowercase().as_str() {
        "chinese" => "chinese-kgs",
        _ => name,
    };
    engine.session.set_rules(Rules::preset(name)?);
    Ok(NOTHING)
}
