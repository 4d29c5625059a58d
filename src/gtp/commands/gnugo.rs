//! What the suites of GNU Go ask for besides the standard and the score.

use super::NOTHING;
use super::board::stone;
use super::play::played;
use super::scoring::estimate_score;
use crate::game::{dragon, pass_alive};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::{Engine, Tried};
use crate::gtp::failure::Failure;
use crate::types::Color;

/// GNU Go.
pub const FAMILY: Family = Family {
    title: "GNU Go",
    commands: &[
        Command {
            name: "black",
            arguments: "VERTEX",
            summary: "Plays a black move",
            run: |engine, call| played(engine, call, Color::Black),
        },
        Command {
            name: "white",
            arguments: "VERTEX",
            summary: "Plays a white move",
            run: |engine, call| played(engine, call, Color::White),
        },
        Command {
            name: "trymove",
            arguments: "COLOR VERTEX",
            summary: "Plays a move until popgo takes it back",
            run: trymove,
        },
        Command {
            name: "popgo",
            arguments: "",
            summary: "Takes back the last move of trymove",
            run: popgo,
        },
        Command {
            name: "new_score",
            arguments: "",
            summary: "As estimate_score",
            run: estimate_score,
        },
        Command {
            name: "unconditional_status",
            arguments: "VERTEX",
            summary: "What becomes of a point even if its owner always passes: alive, dead, \
                white_territory, black_territory or undecided",
            run: unconditional_status,
        },
        Command {
            name: "same_dragon",
            arguments: "VERTEX VERTEX",
            summary: "Whether two stones belong together: 1 or 0",
            run: same_dragon,
        },
    ],
};

fn trymove(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    let before = engine.session.game().moves().len();
    played(engine, call, color)?;
    // What was tried here before has been taken back by other means.
    engine.tried.retain(|tried| tried.before < before);
    let position = engine.session.game().position().situation_hash();
    engine.tried.push(Tried { before, position });
    Ok(NOTHING)
}

/// A move that was tried is the last of the record; if it is not, something else has happened to the game since.
fn popgo(engine: &mut Engine, _: &mut Call) -> Reply {
    let game = engine.session.game();
    let (moves, position) = (game.moves().len(), game.position().situation_hash());
    let is_last = |tried: Tried| tried.before + 1 == moves && tried.position == position;
    if !engine.tried.pop().is_some_and(is_last) {
        engine.tried.clear();
        return Err(Failure::NothingTried);
    }
    engine.session.undo(1)?;
    Ok(NOTHING)
}

fn unconditional_status(engine: &mut Engine, call: &mut Call) -> Reply {
    let game = engine.session.game();
    let point = call.vertex(game.dims())?;
    let board = game.board();
    let owner = Color::BOTH
        .into_iter()
        .find(|&color| pass_alive(board, color).contains(point));
    let status = match (owner, board.color_at(point)) {
        (None, _) => "undecided",
        (Some(owner), Some(color)) if owner == color => "alive",
        (Some(_), Some(_)) => "dead",
        (Some(Color::Black), None) => "black_territory",
        (Some(Color::White), None) => "white_territory",
    };
    Ok(status.to_owned())
}

fn same_dragon(engine: &mut Engine, call: &mut Call) -> Reply {
    let first = stone(engine, call)?;
    let second = stone(engine, call)?;
    let together = dragon(engine.session.game().board(), first).contains(second);
    Ok(u8::from(together).to_string())
}
