//! Questions about the position and the record.

use super::{vertex_or_pass, vertices};
use crate::board::AnyBoard;
use crate::console::picture::picture;
use crate::game::Game;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::types::{Color, Dims, Move, Point, format_vertex, parse_move};

pub const FAMILY: Family = Family {
    title: "Position and record",
    commands: &[
        Command {
            name: "showboard",
            arguments: "",
            summary: "Draws the board",
            run: |engine, _| Ok(picture(engine.game(), engine.style)),
        },
        Command {
            name: "is_legal",
            arguments: "COLOR VERTEX",
            summary: "Whether a move is legal: 1 or 0",
            run: is_legal,
        },
        Command {
            name: "all_legal",
            arguments: "COLOR",
            summary: "All points where a color may play",
            run: all_legal,
        },
        Command {
            name: "list_stones",
            arguments: "COLOR",
            summary: "All stones of a color",
            run: list_stones,
        },
        Command {
            name: "invariant_hash",
            arguments: "",
            summary: "A number in hexadecimal digits that is the same for positions which turning or mirroring makes the same; a ko \
                counts, who is to move does not",
            run: |engine, _| Ok(invariant_hash(engine.game().board())),
        },
        Command {
            name: "invariant_hash_for_moves",
            arguments: "COLOR",
            summary: "Each point where a color may play, with what invariant_hash tells after the move, one on each line",
            run: invariant_hash_for_moves,
        },
        Command {
            name: "captures",
            arguments: "COLOR",
            summary: "How many stones a color has captured",
            run: captures,
        },
        Command {
            name: "countlib",
            arguments: "VERTEX",
            summary: "The number of liberties of a chain",
            run: countlib,
        },
        Command {
            name: "findlib",
            arguments: "VERTEX",
            summary: "The liberties of a chain",
            run: findlib,
        },
        Command {
            name: "last_move",
            arguments: "",
            summary: "Color and vertex of the last move",
            run: last_move,
        },
        Command {
            name: "move_history",
            arguments: "",
            summary: "All moves, the last one first",
            run: move_history,
        },
    ],
};

fn is_legal(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    let word = call.word("vertex")?;
    let mv = parse_move(engine.game().dims(), word)?;
    let legal = engine.game().check(color, mv).is_ok();
    Ok(u8::from(legal).to_string())
}

fn all_legal(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    let game = engine.game();
    Ok(vertices(game.dims(), legal_points(game, color)))
}

/// The points where a color may play, row by row from the top.
fn legal_points(game: &Game, color: Color) -> impl Iterator<Item = Point> {
    let points = game.dims().points_from_top();
    points.filter(move |&point| game.check(color, Move::Place(point)).is_ok())
}

fn invariant_hash(board: &AnyBoard) -> String {
    format!("{:016x}", board.least_view().hash)
}

fn invariant_hash_for_moves(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    let game = engine.game();
    let lines = legal_points(game, color).map(|point| {
        let mut board = game.board().clone();
        board.play_unchecked(color, point);
        let vertex = format_vertex(game.dims(), point);
        format!("{vertex} {}", invariant_hash(&board))
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

fn list_stones(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    let board = engine.game().board();
    Ok(vertices(board.dims(), board.stones(color).iter()))
}

fn captures(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    Ok(engine.game().position().captures(color).to_string())
}

fn countlib(engine: &mut Engine, call: &mut Call) -> Reply {
    let point = stone(engine, call)?;
    Ok(engine.game().board().liberties(point).to_string())
}

fn findlib(engine: &mut Engine, call: &mut Call) -> Reply {
    let point = stone(engine, call)?;
    let board = engine.game().board();
    Ok(vertices(board.dims(), board.liberty_points(point)))
}

/// The next argument, which must name a stone.
pub(super) fn stone(engine: &Engine, call: &mut Call) -> Result<Point, Failure> {
    let point = call.vertex(engine.game().dims())?;
    match engine.game().board().color_at(point) {
        Some(_) => Ok(point),
        None => Err(Failure::refused(format!(
            "vertex must not be empty: {}",
            format_vertex(engine.game().dims(), point)
        ))),
    }
}

fn last_move(engine: &mut Engine, _: &mut Call) -> Reply {
    let last = engine.game().moves().last();
    let last = last.ok_or_else(|| Failure::refused("no previous move known"))?;
    Ok(made(engine.game().dims(), last))
}

fn move_history(engine: &mut Engine, _: &mut Call) -> Reply {
    let dims = engine.game().dims();
    let moves = engine.game().moves().iter();
    let lines: Vec<String> = moves.rev().map(|one| made(dims, one)).collect();
    Ok(lines.join("\n"))
}

/// A move with its color.
fn made(dims: Dims, &(color, mv): &(Color, Move)) -> String {
    format!("{color} {}", vertex_or_pass(dims, mv.point()))
}
