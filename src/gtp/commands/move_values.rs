//! What the moves of a search are worth, as GNU Go lists them.

use super::look::last_seen;
use super::search::regression_move;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::types::{Color, Dims, Point, format_vertex};

pub const FAMILY: Family = Family {
    title: "GNU Go: values of moves",
    commands: &[
        Command {
            name: "top_moves",
            arguments: "",
            summary: "The best points where the last search began, or here if there was none, ten at most: each with its player's \
                chance to win there, in percent; GNU Go's numbers are points",
            run: top_moves,
        },
        Command {
            name: "top_moves_black",
            arguments: "",
            summary: "As top_moves, after a search for Black here, the same as that of reg_genmove",
            run: |engine, call| top_moves_of(engine, call, Color::Black),
        },
        Command {
            name: "top_moves_white",
            arguments: "",
            summary: "As top_moves, after a search for White here, the same as that of reg_genmove",
            run: |engine, call| top_moves_of(engine, call, Color::White),
        },
        Command {
            name: "all_move_values",
            arguments: "",
            summary: "As top_moves, but all points that were tried, row by row from the top, one on each line",
            run: all_move_values,
        },
    ],
};

/// The most moves that GNU Go calls the best.
const MOST: usize = 10;

fn top_moves(engine: &mut Engine, call: &mut Call) -> Reply {
    let (dims, mut moves) = tried_moves(engine, call)?;
    moves.truncate(MOST);
    Ok(told(dims, &moves, " "))
}

fn top_moves_of(engine: &mut Engine, call: &mut Call, color: Color) -> Reply {
    regression_move(engine, call, color, None)?;
    top_moves(engine, call)
}

fn all_move_values(engine: &mut Engine, call: &mut Call) -> Reply {
    let (dims, mut moves) = tried_moves(engine, call)?;
    moves.sort_by_key(|&(point, _)| dims.index_from_top(point));
    Ok(told(dims, &moves, "\n"))
}

/// The points that the last search has tried, the best first, with the chance to win after each; and the size of its board, which
/// need not be that of the present one.
fn tried_moves(engine: &mut Engine, call: &Call) -> Result<(Dims, Vec<(Point, f32)>), Failure> {
    let (game, report) = last_seen(engine, call)?;
    let moves = report.moves_and_copies(game.dims());
    let tried = moves.iter().filter(|found| found.visits > 0);
    let values = tried.filter_map(|found| Some((found.mv.point()?, found.winrate)));
    Ok((game.dims(), values.collect()))
}

fn told(dims: Dims, moves: &[(Point, f32)], separator: &str) -> String {
    let moves = moves.iter().map(|&(point, winrate)| {
        let vertex = format_vertex(dims, point);
        format!("{vertex} {:.2}", winrate * 100.0)
    });
    moves.collect::<Vec<_>>().join(separator)
}
