//! Chains in ladders, in Fuego's words.

use super::super::board::stone;
use super::super::reading::{Reader, question};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::counters::Counter;
use crate::gtp::engine::Engine;
use crate::reading::{Goal, Success};

pub const FAMILY: Family = Family {
    title: "Fuego: ladders",
    commands: &[
        Command {
            name: "go_ladder",
            arguments: "VERTEX",
            summary: "What becomes of a chain in a ladder: captured, escaped, or unsettled where that depends on who moves",
            run: ladder,
        },
        Command {
            name: "go_static_ladder",
            arguments: "VERTEX",
            summary: "The same as go_ladder; Fuego's own sees less",
            run: ladder,
        },
    ],
};

/// A ko is decided as if nobody had a threat, and a capture that the ko rule forbids does not count.
fn ladder(engine: &mut Engine, call: &mut Call) -> Reply {
    let stone = stone(engine, call)?;
    let game = engine.game().clone();
    let goal = Goal::ladder(game.board(), stone);
    let question = question(&game, goal, Counter::Reading)?;
    let mut reader = Reader::new(engine, call, &game);
    let attack = reader.answer(&question, question.seeker())?;
    if attack.success < Success::WinsKo {
        return Ok("escaped".to_owned());
    }
    let defence = reader.answer(&question, question.opponent())?;
    Ok(match defence.success < Success::WinsKo {
        true => "captured",
        false => "unsettled",
    }
    .to_owned())
}
