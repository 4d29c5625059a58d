//! What GNU Go is asked of single chains and groups: what can be captured, connected and killed. Its suites compare the codes:
//! 1 by force; 2 and 3 by a ko for which the opponent, or the side to move, has to find the first threat; 0 not at all.

use super::board::stone;
use crate::board::AnyBoard;
use crate::game::{Game, dragon};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::reading::{self, Answer, Goal, GoalError, Success};
use crate::search::Fate;
use crate::types::{Color, Dims, Move, Point, PointSet, format_vertex};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Reading.
pub const FAMILY: Family = Family {
    title: "Reading",
    commands: &[
        Command {
            name: "attack",
            arguments: "VERTEX",
            summary: "Whether a chain can be captured, and how: 1 if so, 2 or 3 by a ko, or 0; and a move",
            run: |engine, call| {
                let goal = capture::<1>(engine, call)?;
                Ok(told(engine, reach(call, engine.game().board(), &goal)))
            },
        },
        Command {
            name: "defend",
            arguments: "VERTEX",
            summary: "Whether a chain can be saved, in the same form",
            run: |engine, call| {
                let goal = capture::<1>(engine, call)?;
                Ok(told(engine, prevent(call, engine.game().board(), &goal)))
            },
        },
        Command {
            name: "does_attack",
            arguments: "VERTEX VERTEX",
            summary: "Whether a move captures a chain, whatever its owner plays: 0 to 3",
            run: |engine, call| {
                let (point, goal) = (move_point(engine, call)?, capture::<1>(engine, call)?);
                let game = after(engine.game(), goal.seeker(), point)?;
                let prevented = prevent(call, game.board(), &goal).success;
                Ok(code(prevented.of_other()))
            },
        },
        Command {
            name: "does_defend",
            arguments: "VERTEX VERTEX",
            summary: "Whether a move saves a chain: 0 to 3",
            run: |engine, call| {
                let (point, goal) = (move_point(engine, call)?, capture::<1>(engine, call)?);
                let game = after(engine.game(), !goal.seeker(), point)?;
                let reached = reach(call, game.board(), &goal).success;
                Ok(code(reached.of_other()))
            },
        },
        Command {
            name: "attack_either",
            arguments: "VERTEX VERTEX",
            summary: "Whether one of two chains can be captured: 0 to 3",
            run: |engine, call| {
                let goal = capture::<2>(engine, call)?;
                Ok(code(reach(call, engine.game().board(), &goal).success))
            },
        },
        Command {
            name: "defend_both",
            arguments: "VERTEX VERTEX",
            summary: "Whether two chains can be saved by one move: 0 to 3",
            run: |engine, call| {
                let goal = capture::<2>(engine, call)?;
                Ok(code(prevent(call, engine.game().board(), &goal).success))
            },
        },
        Command {
            name: "connect",
            arguments: "VERTEX VERTEX",
            summary: "Whether two chains can be connected, as attack",
            run: |engine, call| {
                let goal = connection(engine, call)?;
                Ok(told(engine, reach(call, engine.game().board(), &goal)))
            },
        },
        Command {
            name: "disconnect",
            arguments: "VERTEX VERTEX",
            summary: "Whether two chains can be cut apart, as attack",
            run: |engine, call| {
                let goal = connection(engine, call)?;
                Ok(told(engine, prevent(call, engine.game().board(), &goal)))
            },
        },
        Command {
            name: "owl_attack",
            arguments: "VERTEX",
            summary: "Whether a group can be killed, as attack",
            run: |engine, call| {
                let stone = stone(engine, call)?;
                let to_move = !color_of(engine, stone);
                owl_told(engine, call, stone, to_move)
            },
        },
        Command {
            name: "owl_defend",
            arguments: "VERTEX",
            summary: "Whether a group can be made to live, as attack",
            run: |engine, call| {
                let stone = stone(engine, call)?;
                let to_move = color_of(engine, stone);
                owl_told(engine, call, stone, to_move)
            },
        },
        Command {
            name: "owl_does_attack",
            arguments: "VERTEX VERTEX",
            summary: "Whether a move kills a group: 0 to 3",
            run: |engine, call| {
                let (point, stone) = (move_point(engine, call)?, stone(engine, call)?);
                let owner = color_of(engine, stone);
                let game = after(engine.game(), !owner, point)?;
                let survival = survival(engine, call, &game, stone, owner)?;
                Ok(code(survival.of_other()))
            },
        },
        Command {
            name: "owl_does_defend",
            arguments: "VERTEX VERTEX",
            summary: "Whether a move makes a group live: 0 to 3",
            run: |engine, call| {
                let (point, stone) = (move_point(engine, call)?, stone(engine, call)?);
                let owner = color_of(engine, stone);
                let game = after(engine.game(), owner, point)?;
                Ok(code(survival(engine, call, &game, stone, owner)?))
            },
        },
        Command {
            name: "dragon_status",
            arguments: "[VERTEX]",
            summary: "Whether a group, or each one, is alive, dead, unknown, or critical; then with the moves that kill and save",
            run: dragon_status,
        },
        Command {
            name: "worm_stones",
            arguments: "VERTEX",
            summary: "The stones of a chain",
            run: |engine, call| {
                let stone = stone(engine, call)?;
                let game = engine.game();
                Ok(super::vertices(
                    game.dims(),
                    game.board().chain_stones(stone),
                ))
            },
        },
        Command {
            name: "dragon_stones",
            arguments: "VERTEX",
            summary: "The stones of a group",
            run: |engine, call| {
                let stone = stone(engine, call)?;
                let game = engine.game();
                Ok(super::vertices(
                    game.dims(),
                    dragon(game.board(), stone).iter(),
                ))
            },
        },
    ],
};

/// The capture of one of the chains that a call names.
fn capture<const CHAINS: usize>(engine: &Engine, call: &mut Call) -> Result<Goal, Failure> {
    let game = engine.game();
    let mut stones = Vec::new();
    for _ in 0..CHAINS {
        stones.push(call.vertex(game.dims())?);
    }
    Goal::capture(game.board(), &stones).map_err(|error| refused(game.dims(), error))
}

fn connection(engine: &Engine, call: &mut Call) -> Result<Goal, Failure> {
    let game = engine.game();
    let stones = [call.vertex(game.dims())?, call.vertex(game.dims())?];
    Goal::connection(game.board(), stones).map_err(|error| refused(game.dims(), error))
}

fn refused(dims: Dims, error: GoalError) -> Failure {
    Failure::refused(match error {
        GoalError::Empty(point) => format!("{error}: {}", format_vertex(dims, point)),
        GoalError::TwoColors => error.to_string(),
    })
}

fn move_point(engine: &Engine, call: &mut Call) -> Result<Point, Failure> {
    call.vertex(engine.game().dims())
}

/// The game after one more move.
fn after(game: &Game, color: Color, point: Point) -> Result<Game, Failure> {
    let mut game = game.clone();
    game.play(color, Move::Place(point))?;
    Ok(game)
}

fn code(success: Success) -> String {
    let code = match success {
        Success::No => 0,
        Success::Yes => 1,
        Success::WinsKo => 2,
        Success::NeedsThreat => 3,
    };
    code.to_string()
}

fn told(engine: &Engine, answer: Answer) -> String {
    code_and_vertex(engine.game().dims(), answer.success, answer.point)
}

/// The code and, where it is not 0, the move.
fn code_and_vertex(dims: Dims, success: Success, point: Option<Point>) -> String {
    match success {
        Success::No => code(success),
        _ => format!("{} {}", code(success), vertex(dims, point)),
    }
}

/// GNU Go's word for no move is in capitals.
fn vertex(dims: Dims, point: Option<Point>) -> String {
    point.map_or_else(|| "PASS".to_owned(), |point| format_vertex(dims, point))
}

/// What reading finds for the side that wants to reach the goal.
fn reach(call: &Call, board: &AnyBoard, goal: &Goal) -> Answer {
    let (stop, _armed) = call.interruptible();
    reading::reach(board, goal, &stop)
}

/// What it finds for the other side.
fn prevent(call: &Call, board: &AnyBoard, goal: &Goal) -> Answer {
    let (stop, _armed) = call.interruptible();
    reading::prevent(board, goal, &stop)
}

fn color_of(engine: &Engine, stone: Point) -> Color {
    let color = engine.game().board().color_at(stone);
    color.expect("a stone is there")
}

/// What becomes of the group of a stone if `to_move` moves.
fn fate(
    engine: &mut Engine,
    call: &Call,
    game: &Game,
    stone: Point,
    to_move: Color,
) -> Result<Fate, Failure> {
    let (stop, _armed) = call.interruptible();
    let fate = engine.session.fate(game, stone, to_move, Arc::clone(&stop));
    fate.ok_or_else(|| match stop.load(Relaxed) {
        true => Failure::refused("interrupted before that was found out"),
        false => Failure::refused("that cannot be read out here, and there is no network to tell"),
    })
}

/// How well a group is saved from a move that has just been made.
fn survival(
    engine: &mut Engine,
    call: &Call,
    tried: &Game,
    stone: Point,
    owner: Color,
) -> Result<Success, Failure> {
    let board = tried.board();
    if board.color_at(stone).is_some() {
        let fate = fate(engine, call, tried, stone, tried.to_move())?;
        return Ok(match tried.to_move() == owner {
            true => fate.success,
            false => fate.success.of_other(),
        });
    }
    Ok(match board.ko_point() == Some(stone) {
        true => Success::NeedsThreat,
        false => Success::No,
    })
}

fn owl_told(engine: &mut Engine, call: &Call, stone: Point, to_move: Color) -> Reply {
    let game = engine.game().clone();
    let fate = fate(engine, call, &game, stone, to_move)?;
    Ok(code_and_vertex(game.dims(), fate.success, fate.point))
}

fn dragon_status(engine: &mut Engine, call: &mut Call) -> Reply {
    let game = engine.game().clone();
    let named = match call.is_empty() {
        true => None,
        false => Some(stone(engine, call)?),
    };
    let (stop, _armed) = call.interruptible();
    if let Some(stone) = named {
        return Ok(status(engine, &game, stone, &stop));
    }
    let mut lines = Vec::new();
    for stone in one_of_each_group(&game) {
        let status = status(engine, &game, stone, &stop);
        lines.push(format!("{}: {status}", format_vertex(game.dims(), stone)));
    }
    Ok(lines.join("\n"))
}

fn one_of_each_group(game: &Game) -> Vec<Point> {
    let board = game.board();
    let mut seen = PointSet::EMPTY;
    let mut found = Vec::new();
    for point in game.dims().points_from_top() {
        if board.color_at(point).is_some() && !seen.contains(point) {
            seen = seen.union(&dragon(board, point));
            found.push(point);
        }
    }
    found
}

/// The word for what becomes of the group of a stone, and where that depends on who moves, the moves.
fn status(engine: &mut Engine, game: &Game, stone: Point, stop: &Arc<AtomicBool>) -> String {
    let owner = color_of(engine, stone);
    let mut fate = |to_move| engine.session.fate(game, stone, to_move, Arc::clone(stop));
    let Some(attack) = fate(!owner) else {
        return "unknown".to_owned();
    };
    if attack.success == Success::No {
        return "alive".to_owned();
    }
    let Some(defence) = fate(owner) else {
        return "unknown".to_owned();
    };
    if defence.success == Success::No {
        return "dead".to_owned();
    }
    let [kills, saves] = [attack, defence].map(|fate| vertex(game.dims(), fate.point));
    format!("critical {kills} {saves}")
}
