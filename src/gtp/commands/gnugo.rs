//! What the suites of GNU Go ask for besides the standard and the score.

use super::NOTHING;
use super::board::stone;
use super::play::played;
use super::scoring::estimate_score;
use crate::board::AnyBoard;
use crate::game::pass_alive;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::{Engine, Tried};
use crate::gtp::failure::Failure;
use crate::types::{Cell, Color, Point, PointSet};

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

/// The stones that hang together with one: chains of its colour that cannot be cut where they meet. Two chains cannot
/// be cut if they share two liberties, or one where the opponent's stone would be captured at once.
fn dragon(board: &AnyBoard, start: Point) -> PointSet {
    let color = board.color_at(start);
    let mut dragon: PointSet = board.chain_stones(start).into_iter().collect();
    loop {
        let before = dragon.len();
        for point in board.dims().points() {
            if board.color_at(point) != color || dragon.contains(point) {
                continue;
            }
            if is_tied(board, &dragon, point) {
                let chain: PointSet = board.chain_stones(point).into_iter().collect();
                dragon = dragon.union(&chain);
            }
        }
        if dragon.len() == before {
            return dragon;
        }
    }
}

/// Whether the chain at `point` cannot be cut from the stones of the same colour in `dragon`.
fn is_tied(board: &AnyBoard, dragon: &PointSet, point: Point) -> bool {
    let dims = board.dims();
    let touches_dragon = |liberty: &Point| dims.neighbors(*liberty).any(|n| dragon.contains(n));
    let shared: Vec<Point> = board
        .liberty_points(point)
        .into_iter()
        .filter(touches_dragon)
        .collect();
    // A stone there would have one liberty at most, and no friend beside it.
    let cannot_cut = |&liberty: &Point| {
        let others = dims.neighbors(liberty).map(|n| board.cell(n));
        let others: Vec<Cell> = others.filter(|&cell| cell != board.cell(point)).collect();
        others.len() <= 1 && others.iter().all(|&cell| cell == Cell::Empty)
    };
    shared.len() >= 2 || shared.iter().any(cannot_cut)
}
