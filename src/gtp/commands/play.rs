//! The board's size, komi, moves and taking them back.

use super::NOTHING;
use crate::console::stderr;
use crate::game::komi_in_points;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::types::{Color, Dims, Point, sides_of};

pub const FAMILY: Family = Family {
    title: "Setting up and playing",
    commands: &[
        Command {
            name: "boardsize",
            arguments: "COLUMNS [ROWS]",
            summary: "Sets the size, 1 to 25, and clears the board; COLUMNS:ROWS will do, too",
            run: boardsize,
        },
        Command {
            name: "rectangular_boardsize",
            arguments: "COLUMNS ROWS",
            summary: "Sets both sides and clears the board; COLUMNS:ROWS will do, too",
            run: rectangular_boardsize,
        },
        Command {
            name: "clear_board",
            arguments: "",
            summary: "Starts a new game with the same size, komi and rules",
            run: clear_board,
        },
        Command {
            name: "set_position",
            arguments: "[COLOR VERTEX]...",
            summary: "Starts a new game from these stones, Black to move",
            run: set_position,
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
            run: |engine, _| undo(engine, 1),
        },
        Command {
            name: "gg-undo",
            arguments: "[NUMBER]",
            summary: "Takes back several moves",
            run: gg_undo,
        },
    ],
};

fn boardsize(engine: &mut Engine, call: &mut Call) -> Reply {
    let (width, height) = sides(call)?;
    let height = match height {
        Some(height) => height,
        None => call.optional_number("size")?.unwrap_or(width),
    };
    resize(engine, width, height)
}

fn rectangular_boardsize(engine: &mut Engine, call: &mut Call) -> Reply {
    let (width, height) = sides(call)?;
    let height = match height {
        Some(height) => height,
        None => call.number("size")?,
    };
    resize(engine, width, height)
}

/// The columns, and the rows if one word has both.
fn sides(call: &mut Call) -> Result<(usize, Option<usize>), Failure> {
    let word = call.word("size")?;
    sides_of(word).ok_or_else(|| call.not_a("size", word))
}

fn resize(engine: &mut Engine, width: usize, height: usize) -> Reply {
    let dims = Dims::new(width, height)?;
    engine.session.new_game(dims);
    Ok(NOTHING)
}

fn clear_board(engine: &mut Engine, _: &mut Call) -> Reply {
    engine.session.clear_board();
    Ok(NOTHING)
}

fn set_position(engine: &mut Engine, call: &mut Call) -> Reply {
    let dims = engine.game().dims();
    let mut stones: Vec<(Point, Color)> = Vec::new();
    while !call.is_empty() {
        let color = call.color()?;
        let point = call.vertex(dims)?;
        if stones.iter().any(|&(other, _)| other == point) {
            return Err(Failure::named_twice(dims, point));
        }
        stones.push((point, color));
    }
    engine.session.set_position(&stones)?;
    Ok(NOTHING)
}

fn komi(engine: &mut Engine, call: &mut Call) -> Reply {
    let komi = call.decimal("komi")?;
    let points = komi_in_points(komi);
    if points != komi {
        stderr::say(format!("tengen: komi {komi} is taken for {points} points"));
    }
    engine.session.set_komi(points)?;
    Ok(NOTHING)
}

fn get_komi(engine: &mut Engine, _: &mut Call) -> Reply {
    Ok(format!("{:.1}", engine.game().komi()))
}

fn play(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    // Some clients send a resignation as if it was a move. It ends the record and plays nothing.
    if call.next_is("resign") {
        engine.session.resign(color);
        return Ok(NOTHING);
    }
    played(engine, call, color)
}

/// Plays a move of this colour at the next argument.
pub(super) fn played(engine: &mut Engine, call: &mut Call, color: Color) -> Reply {
    let mv = call.played_move(engine.game().dims())?;
    engine.session.play(color, mv)?;
    Ok(NOTHING)
}

fn gg_undo(engine: &mut Engine, call: &mut Call) -> Reply {
    let count = call.optional_number("number of moves")?;
    undo(engine, count.unwrap_or(1))
}

fn undo(engine: &mut Engine, count: usize) -> Reply {
    engine.session.undo(count)?;
    Ok(NOTHING)
}
