//! Commands that GNU Go's suites use besides those for reading and scoring.

use super::NOTHING;
use super::board::stone;
use super::genmove::genmove;
use super::play::played;
use super::reading::{groups::dragon, unless_interrupted};
use super::scoring::estimate_score;
use crate::console::stderr;
use crate::game::pass_alive;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::types::{Color, PointSet};

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
            name: "genmove_black",
            arguments: "",
            summary: "As genmove black",
            run: |engine, call| genmove(engine, call, Color::Black),
        },
        Command {
            name: "genmove_white",
            arguments: "",
            summary: "As genmove white",
            run: |engine, call| genmove(engine, call, Color::White),
        },
        Command {
            name: "trymove",
            arguments: "COLOR VERTEX",
            summary: "Plays a move until popgo takes it back",
            run: trymove,
        },
        Command {
            name: "tryko",
            arguments: "COLOR VERTEX",
            summary: "As trymove, though the move takes a ko back at once or repeats a position",
            run: tryko,
        },
        Command {
            name: "popgo",
            arguments: "",
            summary: "Takes back the last move of trymove",
            run: popgo,
        },
        Command {
            name: "query_boardsize",
            arguments: "",
            summary: "The number of lines; of an oblong board, of columns and of rows",
            run: query_boardsize,
        },
        Command {
            name: "get_handicap",
            arguments: "",
            summary: "The number of handicap stones",
            run: |engine, _| Ok(engine.game().handicap().to_string()),
        },
        Command {
            name: "color",
            arguments: "VERTEX",
            summary: "What stands on a point: black, white or empty",
            run: color,
        },
        Command {
            name: "echo",
            arguments: "TEXT",
            summary: "Answers the same text",
            run: |_, call| Ok(call.text().to_owned()),
        },
        Command {
            name: "echo_err",
            arguments: "TEXT",
            summary: "The same, and writes it to standard error as well",
            run: |_, call| {
                stderr::say(call.text().to_owned());
                Ok(call.text().to_owned())
            },
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
            summary: "Whether two stones are of one group, as dragon_stones has it: 1 or 0",
            run: same_dragon,
        },
    ],
};

fn trymove(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    played(engine, call, color)?;
    engine.tried.add(engine.session.game());
    Ok(NOTHING)
}

fn tryko(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    let mv = call.played_move(engine.game().dims())?;
    engine.session.play_accepting_repetition(color, mv)?;
    engine.tried.add(engine.session.game());
    Ok(NOTHING)
}

fn popgo(engine: &mut Engine, _: &mut Call) -> Reply {
    if !engine.tried.ends_with(engine.game()) {
        return Err(Failure::refused("the last move is none of trymove's"));
    }
    engine.session.undo(1)?;
    Ok(NOTHING)
}

fn query_boardsize(engine: &mut Engine, _: &mut Call) -> Reply {
    let dims = engine.game().dims();
    Ok(match dims.is_square() {
        true => dims.width().to_string(),
        false => format!("{} {}", dims.width(), dims.height()),
    })
}

fn color(engine: &mut Engine, call: &mut Call) -> Reply {
    let game = engine.game();
    let point = call.vertex(game.dims())?;
    let color = game.board().color_at(point);
    Ok(color.map_or_else(|| "empty".to_owned(), |color| color.to_string()))
}

fn unconditional_status(engine: &mut Engine, call: &mut Call) -> Reply {
    let game = engine.game();
    let point = call.vertex(game.dims())?;
    let board = game.board();
    let owner = Color::BOTH
        .into_iter()
        .find(|&color| pass_alive(board, color, game.rules().suicide).contains(point));
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
    let (stop, _armed) = call.interruptible();
    let board = engine.game().board().clone();
    let stones = dragon(engine, &board, first, &PointSet::EMPTY, &stop);
    unless_interrupted(&stop, u8::from(stones.contains(second)).to_string())
}
