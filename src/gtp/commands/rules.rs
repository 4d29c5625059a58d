//! The rules of the game.

use super::NOTHING;
use crate::game::Rules;
use crate::gtp::call::Call;
use crate::gtp::session::Session;
use crate::gtp::table::{Command, Family, Reply};

/// Rules.
pub const FAMILY: Family = Family {
    title: "Rules",
    commands: &[
        Command {
            name: "kata-get-rules",
            arguments: "",
            summary: "The rules in force, as JSON",
            run: |session, _| Ok(session.game.rules().to_json()),
        },
        Command {
            name: "kata-set-rules",
            arguments: "NAME|JSON",
            summary: "Sets the rules, by name or as JSON; the position stays",
            run: set_rules,
        },
        Command {
            name: "kata-set-rule",
            arguments: "RULE VALUE",
            summary: "Sets one of the rules in the JSON",
            run: set_rule,
        },
    ],
};

fn set_rules(session: &mut Session, call: &mut Call) -> Reply {
    if call.text().is_empty() {
        call.word("name of the rules")?;
    }
    session.game.set_rules(Rules::parse(call.text())?);
    Ok(NOTHING)
}

fn set_rule(session: &mut Session, call: &mut Call) -> Reply {
    let key = call.word("rule")?;
    let value = call.word("value")?;
    session
        .game
        .set_rules(session.game.rules().with_rule(key, value)?);
    Ok(NOTHING)
}
