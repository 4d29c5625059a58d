//! What becomes of single chains: what can be captured, and what connected.

use super::{after, code, code_and_vertex, move_point, refused, stones_told};
use crate::board::AnyBoard;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::reading::{self, Answer, Goal, Success};
use crate::types::{Point, PointSet};

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
            summary: "Whether a move captures a chain that is not dead without it, whatever its owner plays: 0 to 3",
            run: does_attack,
        },
        Command {
            name: "does_defend",
            arguments: "VERTEX VERTEX",
            summary: "Whether a move saves a chain that is captured without it: 0 to 3",
            run: does_defend,
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
            name: "worm_stones",
            arguments: "[VERTEX|COLOR]",
            summary: "The stones of a chain; of all, or of all of a color, one chain on each line",
            run: |engine, call| stones_told(engine, call, chain),
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

fn chain(board: &AnyBoard, stone: Point) -> PointSet {
    board.chain_stones(stone).into_iter().collect()
}

fn told(engine: &Engine, answer: Answer) -> String {
    code_and_vertex(engine.game().dims(), answer.success, answer.point)
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

fn does_attack(engine: &mut Engine, call: &mut Call) -> Reply {
    let (point, goal) = (move_point(engine, call)?, capture::<1>(engine, call)?);
    let game = engine.game();
    let Some(after) = after(game, goal.seeker(), point) else {
        return Ok(code(Success::No));
    };
    let without = prevent(call, game.board(), &goal).success.of_other();
    let with = prevent(call, after.board(), &goal).success.of_other();
    Ok(code(gain(without, with)))
}

fn does_defend(engine: &mut Engine, call: &mut Call) -> Reply {
    let (point, goal) = (move_point(engine, call)?, capture::<1>(engine, call)?);
    let game = engine.game();
    let Some(after) = after(game, !goal.seeker(), point) else {
        return Ok(code(Success::No));
    };
    let without = reach(call, game.board(), &goal).success.of_other();
    let with = reach(call, after.board(), &goal).success.of_other();
    Ok(code(gain(without, with)))
}

/// What a move achieves: nothing, if as much comes without it.
fn gain(without: Success, with: Success) -> Success {
    match with > without {
        true => with,
        false => Success::No,
    }
}
