//! The board's size, komi, moves and taking them back.

use super::NOTHING;
use crate::game::Game;
use crate::gtp::call::Call;
use crate::gtp::failure::Failure;
use crate::gtp::session::Session;
use crate::gtp::table::{Command, Family, Reply};
use crate::types::Dims;

/// Setting up and playing.
pub const FAMILY: Family = Family {
    title: "Setting up and playing",
    commands: &[
        Command {
            name: "boardsize",
            arguments: "COLUMNS [ROWS]",
            summary: "Sets the size, 1 to 25, and clears the board",
            run: boardsize,
        },
        Command {
            name: "rectangular_boardsize",
            arguments: "COLUMNS ROWS",
            summary: "Sets both sides and clears the board",
            run: rectangular_boardsize,
        },
        Command {
            name: "clear_board",
            arguments: "",
            summary: "Starts a new game with the same size, komi and rules",
            run: clear_board,
        },
        Command {
            name: "komi",
            arguments: "POINTS",
            summary: "Sets komi",
            run: komi,
        },
        Command {
            name: "get_komi",
            arguments: "",
            summary: "Komi",
            run: get_komi,
        },
        Command {
            name: "play",
            arguments: "COLOR VERTEX",
            summary: "Plays a move, which may be a pass; resign is noted and plays nothing",
            run: play,
        },
        Command {
            name: "undo",
            arguments: "",
            summary: "Takes back the last move",
            run: |session, _| undo(session, 1),
        },
        Command {
            name: "gg-undo",
            arguments: "[NUMBER]",
            summary: "Takes back several moves",
            run: gg_undo,
        },
    ],
};

fn boardsize(session: &mut Session, call: &mut Call) -> Reply {
    let width = call.number("size")?;
    let height = call.optional_number("size")?.unwrap_or(width);
    resize(session, width, height)
}

fn rectangular_boardsize(session: &mut Session, call: &mut Call) -> Reply {
    let width = call.number("size")?;
    let height = call.number("size")?;
    resize(session, width, height)
}

fn resize(session: &mut Session, width: usize, height: usize) -> Reply {
    let dims = Dims::new(width, height)?;
    let game = Game::new(dims, *session.game.rules(), session.game.komi());
    session.start_game(game);
    Ok(NOTHING)
}

fn clear_board(session: &mut Session, _: &mut Call) -> Reply {
    let mut game = session.game.clone();
    game.clear();
    session.start_game(game);
    Ok(NOTHING)
}

fn komi(session: &mut Session, call: &mut Call) -> Reply {
    let komi = call.decimal("komi")?;
    session.game.set_komi(komi)?;
    Ok(NOTHING)
}

fn get_komi(session: &mut Session, _: &mut Call) -> Reply {
    Ok(format!("{:.1}", session.game.komi()))
}

fn play(session: &mut Session, call: &mut Call) -> Reply {
    let color = call.color()?;
    if is_resignation(call) {
        session.record.resigned(&session.game, color);
        session.stop_clocks();
        return Ok(NOTHING);
    }
    let mv = call.played_move(session.game.dims())?;
    if session.config.accept_repetition {
        session.game.play_accepting_repetition(color, mv)?;
    } else {
        session.game.play(color, mv)?;
    }
    session.turn_passes_from(color);
    Ok(NOTHING)
}

/// Some clients tell of a resignation as of a move. The record ends there: nothing is to be played.
fn is_resignation(call: &Call) -> bool {
    let vertex = call.text().split_whitespace().nth(1);
    vertex.is_some_and(|word| word.eq_ignore_ascii_case("resign"))
}

fn gg_undo(session: &mut Session, call: &mut Call) -> Reply {
    let count = call.optional_number("number of moves")?;
    undo(session, count.unwrap_or(1))
}

fn undo(session: &mut Session, count: usize) -> Reply {
    let played = session.game.moves().len();
    if count > played {
        return Err(Failure::CannotUndo { played });
    }
    for _ in 0..count {
        session.game.undo();
    }
    session.stop_clocks();
    Ok(NOTHING)
}
