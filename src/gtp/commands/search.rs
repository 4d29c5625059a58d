//! Having Tengen choose a move.

use crate::gtp::call::Call;
use crate::gtp::failure::Failure;
use crate::gtp::session::Session;
use crate::gtp::table::{Command, Family, Reply};
use crate::gtp::thinking::Manner;
use crate::search::Choice;
use crate::types::{Color, Move, format_move, parse_move};

/// Search.
pub const FAMILY: Family = Family {
    title: "Choosing a move",
    commands: &[
        Command {
            name: "genmove",
            arguments: "COLOR",
            summary: "Chooses a move and plays it; or resigns",
            run: |session, call| genmove(session, call, Manner::Game),
        },
        Command {
            name: "kgs-genmove_cleanup",
            arguments: "COLOR",
            summary: "As genmove, but takes dead stones off the board before passing",
            run: |session, call| genmove(session, call, Manner::Cleanup),
        },
        Command {
            name: "reg_genmove",
            arguments: "COLOR",
            summary: "Chooses a move without playing it, the same in every process",
            run: reg_genmove,
        },
        Command {
            name: "restricted_genmove",
            arguments: "COLOR VERTEX...",
            summary: "As reg_genmove, among these moves",
            run: restricted_genmove,
        },
    ],
};

fn genmove(session: &mut Session, call: &mut Call, manner: Manner) -> Reply {
    let color = call.color()?;
    // Before the clock runs: a record that is full takes no move at all.
    session.game.check(color, Move::Pass)?;
    let Choice::Move(mv) = session.choose(color, manner, call.input(), None) else {
        return Ok("resign".to_owned());
    };
    session.game.play(color, mv)?;
    session.ponder();
    Ok(format_move(session.game.dims(), mv))
}

fn reg_genmove(session: &mut Session, call: &mut Call) -> Reply {
    let color = call.color()?;
    Ok(regression_move(session, call, color, None))
}

fn restricted_genmove(session: &mut Session, call: &mut Call) -> Reply {
    let color = call.color()?;
    let dims = session.game.dims();
    let moves: Result<Vec<Move>, _> = call.others().map(|word| parse_move(dims, word)).collect();
    let mut moves = moves.map_err(Failure::InvalidCoordinate)?;
    if moves.is_empty() {
        return Err(call.syntax("no vertex is listed"));
    }
    moves.retain(|&mv| session.game.check(color, mv).is_ok());
    Ok(regression_move(session, call, color, Some(moves)))
}

fn regression_move(
    session: &mut Session,
    call: &Call,
    color: Color,
    only: Option<Vec<Move>>,
) -> String {
    let dims = session.game.dims();
    match session.choose(color, Manner::Regression { only }, call.input(), None) {
        Choice::Move(mv) => format_move(dims, mv),
        Choice::Resign => format_move(dims, Move::Pass),
    }
}
