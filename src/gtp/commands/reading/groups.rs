//! What becomes of groups: what can be killed, and what made to live.

use super::super::all_units;
use super::super::board::stone;
use super::{
    Reader, after, code, code_and_vertex, goal_failure, interrupted, list_units, move_point,
    question, unless_interrupted, vertex_or_pass,
};
use crate::board::AnyBoard;
use crate::game::Game;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::counters::Counter;
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::reading::{self, Goal, GoalError, NoEyes, Success, eyes, two_in_a_row};
use crate::search::Fate;
use crate::types::{Color, Point, PointSet, format_vertex, format_vertices};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

const CANNOT_BE_READ: &str = "that cannot be read out here";

pub const FAMILY: Family = Family {
    title: "Life and death",
    commands: &[
        Command {
            name: "owl_attack",
            arguments: "VERTEX",
            summary: "Whether a group can be killed, as attack",
            run: |engine, call| answer_fate(engine, call, attacker),
        },
        Command {
            name: "owl_defend",
            arguments: "VERTEX",
            summary: "Whether a group can be made to live, as attack",
            run: |engine, call| answer_fate(engine, call, color_of),
        },
        Command {
            name: "owl_does_attack",
            arguments: "VERTEX VERTEX",
            summary: "Whether a move kills a group: 0 to 3",
            run: |engine, call| effect_on_group(engine, call, attacker),
        },
        Command {
            name: "owl_does_defend",
            arguments: "VERTEX VERTEX",
            summary: "Whether a move makes a group live: 0 to 3",
            run: |engine, call| effect_on_group(engine, call, color_of),
        },
        Command {
            name: "owl_connection_defends",
            arguments: "VERTEX VERTEX VERTEX",
            summary: "How well a move, the first vertex, saves each of two groups: 0 to 3",
            run: owl_connection_defends,
        },
        Command {
            name: "owl_substantial",
            arguments: "VERTEX",
            summary: "Whether all chains that have captured this one live, their opponent to move: 1 or 0",
            run: owl_substantial,
        },
        Command {
            name: "owl_threaten_attack",
            arguments: "VERTEX",
            summary: "Whether two moves in a row kill a group that one does not: 0 to 3, and the moves",
            run: |engine, call| answer_two_moves(engine, call, attacker),
        },
        Command {
            name: "owl_threaten_defense",
            arguments: "VERTEX",
            summary: "Whether two moves in a row, or fewer, save a group, in the same form",
            run: |engine, call| answer_two_moves(engine, call, color_of),
        },
        Command {
            name: "eval_eye",
            arguments: "VERTEX",
            summary: "How many eyes a small enclosed space yields if the opponent moves first, and if the owner does; where that differs \
                with their moves; -1 for a point in none",
            run: eval_eye,
        },
        Command {
            name: "dragon_status",
            arguments: "[VERTEX]",
            summary: "Whether a group, or each one, is alive, dead, unknown, or critical; then with the moves that kill and save",
            run: dragon_status,
        },
        Command {
            name: "dragon_stones",
            arguments: "[VERTEX|COLOR]",
            summary: "The stones of a group, of which disconnect cuts off no chain; of all, or of all of a color, one group on each line",
            run: dragon_stones,
        },
    ],
};

/// One of the two sides of a question about the group of a stone.
type Side = fn(&Engine, Point) -> Color;

/// The colour of a stone.
pub(super) fn color_of(engine: &Engine, stone: Point) -> Color {
    let color = engine.game().board().color_at(stone);
    color.expect("a stone is there")
}

/// Who wants to kill the group of a stone.
fn attacker(engine: &Engine, stone: Point) -> Color {
    !color_of(engine, stone)
}

impl Reader<'_, '_> {
    /// What becomes of the group of a stone if `to_move` moves.
    pub(super) fn fate(&mut self, stone: Point, to_move: Color) -> Result<Fate, Failure> {
        let (stop, _armed) = self.call.interruptible();
        let fate = self.find_out(stone, to_move, &stop);
        let why = "that cannot be read out here, and there is no network to tell";
        fate.ok_or_else(|| no_answer(&stop, why))
    }

    /// What becomes of it, if that can be found out.
    fn find_out(&mut self, stone: Point, to_move: Color, stop: &Arc<AtomicBool>) -> Option<Fate> {
        let session = &mut self.engine.session;
        let inquest = session.fate(self.game, stone, to_move, Arc::clone(stop));
        self.engine.counters.add(Counter::Owl, inquest.work);
        inquest.fate
    }

    /// How well a group is saved from a move that has just been made; `tell` tells what becomes of it if it is still there.
    pub(super) fn survival(
        &mut self,
        stone: Point,
        owner: Color,
        tell: impl FnOnce(&mut Self, Point, Color) -> Result<Fate, Failure>,
    ) -> Result<Success, Failure> {
        let (board, to_move) = (self.board(), self.game.to_move());
        if board.color_at(stone).is_some() {
            let fate = tell(self, stone, to_move)?;
            return Ok(match to_move == owner {
                true => fate.success,
                false => fate.success.of_other(),
            });
        }
        Ok(match board.ko_point() == Some(stone) {
            true => Success::NeedsThreat,
            false => Success::No,
        })
    }

    /// The word for what becomes of the group of a stone, and where that depends on who moves, the moves.
    fn status(&mut self, stone: Point, stop: &Arc<AtomicBool>) -> String {
        let owner = color_of(self.engine, stone);
        let Some(attack) = self.find_out(stone, !owner, stop) else {
            return "unknown".to_owned();
        };
        if attack.success == Success::No {
            return "alive".to_owned();
        }
        let Some(defence) = self.find_out(stone, owner, stop) else {
            return "unknown".to_owned();
        };
        if defence.success == Success::No {
            return "dead".to_owned();
        }
        let [kills, saves] = [attack, defence].map(|fate| vertex_or_pass(self.dims(), fate.point));
        format!("critical {kills} {saves}")
    }
}

/// What a side's move achieves.
fn effect_on_group(engine: &mut Engine, call: &mut Call, side: Side) -> Reply {
    let (point, stone) = (move_point(engine, call)?, stone(engine, call)?);
    let (mover, owner) = (side(engine, stone), color_of(engine, stone));
    let Some(game) = after(engine.game(), mover, point) else {
        return Ok(code(Success::No));
    };
    let survival = Reader::new(engine, call, &game).survival(stone, owner, Reader::fate)?;
    Ok(code(match mover == owner {
        true => survival,
        false => survival.of_other(),
    }))
}

fn owl_connection_defends(engine: &mut Engine, call: &mut Call) -> Reply {
    let point = move_point(engine, call)?;
    let stones = [stone(engine, call)?, stone(engine, call)?];
    let [owner, other] = stones.map(|stone| color_of(engine, stone));
    if owner != other {
        return Err(goal_failure(engine.game().dims(), GoalError::TwoColors));
    }
    let Some(game) = after(engine.game(), owner, point) else {
        return Ok(code(Success::No));
    };
    let mut reader = Reader::new(engine, call, &game);
    let mut saved = Success::Yes;
    for stone in stones {
        saved = saved.min(reader.survival(stone, owner, Reader::fate)?);
    }
    Ok(code(saved))
}

fn owl_substantial(engine: &mut Engine, call: &mut Call) -> Reply {
    let stone = stone(engine, call)?;
    let owner = color_of(engine, stone);
    let (game, captors) = captured(engine.game(), stone, owner);
    let mut reader = Reader::new(engine, call, &game);
    for captor in captors {
        if reader.fate(captor, owner)?.success > Success::No {
            return Ok(code(Success::No));
        }
    }
    Ok(code(Success::Yes))
}

/// The game after a chain has been captured by stones on all its liberties, and one stone of each chain that then borders on
/// the emptied space.
fn captured(game: &Game, stone: Point, owner: Color) -> (Game, Vec<Point>) {
    let (mut game, mut board) = (game.clone(), game.board().clone());
    let dims = game.dims();
    let (space, liberties) = (board.chain_set(stone), board.liberty_points(stone));
    board.remove_chain(stone);
    for liberty in liberties {
        board.play_unchecked(!owner, liberty);
    }
    let stones = dims.points().map(|point| (point, board.color_at(point)));
    let set_up = game.set_up(&stones.collect::<Vec<_>>(), owner);
    set_up.expect("chains on a board have liberties");
    let beside = space.iter().flat_map(|point| dims.neighbors(point));
    let beside: PointSet = beside.collect();
    let captors = all_units(&board, Some(!owner), AnyBoard::chain_set).into_iter();
    let captors = captors.filter(|(_, stones)| stones.intersects(&beside));
    (game, captors.map(|(captor, _)| captor).collect())
}

/// What a side achieves with two moves in a row: an attacker, if not with one alone.
fn answer_two_moves(engine: &mut Engine, call: &mut Call, side: Side) -> Reply {
    let stone = stone(engine, call)?;
    let color = side(engine, stone);
    let game = engine.game().clone();
    let one = Reader::new(engine, call, &game).fate(stone, color)?;
    if one.success == Success::Yes {
        return Ok(match color == color_of(engine, stone) {
            true => format!(
                "{} PASS",
                code_and_vertex(game.dims(), one.success, one.point)
            ),
            false => code(Success::No),
        });
    }
    let question = question(&game, Goal::kill(game.board(), stone), Counter::Owl)?;
    let (stop, _armed) = call.interruptible();
    let two = two_in_a_row(game.board(), &question.goal, color, &stop);
    engine.counters.add(question.counter, two.moves);
    match two.points {
        Some((first, second)) if two.success > one.success => {
            let [first, second] =
                [Some(first), second].map(|point| vertex_or_pass(game.dims(), point));
            Ok(format!("{} {first} {second}", code(two.success)))
        }
        _ if stop.load(Relaxed) => Err(interrupted()),
        _ => Ok(code(Success::No)),
    }
}

fn answer_fate(engine: &mut Engine, call: &mut Call, side: Side) -> Reply {
    let stone = stone(engine, call)?;
    let to_move = side(engine, stone);
    let game = engine.game().clone();
    let fate = Reader::new(engine, call, &game).fate(stone, to_move)?;
    Ok(code_and_vertex(game.dims(), fate.success, fate.point))
}

/// The group of a stone, as far as it is read; the stones of `others` are not of it.
pub fn dragon(
    engine: &mut Engine,
    board: &AnyBoard,
    stone: Point,
    others: &PointSet,
    stop: &AtomicBool,
) -> PointSet {
    let (stones, moves) = reading::dragon(board, stone, others, stop);
    engine.counters.add(Counter::Connection, moves);
    stones
}

/// The groups of stones that are asked for in turn; no stone is of two of them.
fn one_after_the_other(stop: &AtomicBool) -> impl FnMut(&mut Engine, &AnyBoard, Point) -> PointSet {
    let mut known = PointSet::EMPTY;
    move |engine, board, stone| {
        let stones = dragon(engine, board, stone, &known, stop);
        known = known.union(&stones);
        stones
    }
}

fn dragon_stones(engine: &mut Engine, call: &mut Call) -> Reply {
    let (stop, _armed) = call.interruptible();
    let listed = list_units(engine, call, one_after_the_other(&stop));
    unless_interrupted(&stop, listed)?
}

fn dragon_status(engine: &mut Engine, call: &mut Call) -> Reply {
    let game = engine.game().clone();
    let named = match call.is_empty() {
        true => None,
        false => Some(stone(engine, call)?),
    };
    let (stop, _armed) = call.interruptible();
    if let Some(stone) = named {
        let status = Reader::new(engine, call, &game).status(stone, &stop);
        return unless_interrupted(&stop, status);
    }
    let mut lines = Vec::new();
    let mut group = one_after_the_other(&stop);
    let groups = all_units(game.board(), None, |board, stone| {
        group(engine, board, stone)
    });
    unless_interrupted(&stop, ())?;
    let mut reader = Reader::new(engine, call, &game);
    for (stone, _) in groups {
        let status = reader.status(stone, &stop);
        unless_interrupted(&stop, ())?;
        lines.push(format!("{}: {status}", format_vertex(game.dims(), stone)));
    }
    Ok(lines.join("\n"))
}

fn eval_eye(engine: &mut Engine, call: &mut Call) -> Reply {
    let dims = engine.game().dims();
    let point = call.vertex(dims)?;
    let (stop, _armed) = call.interruptible();
    let board = engine.game().board();
    let is_stone = board.color_at(point).is_some();
    let (eyes, moves) = eyes(board, point, &stop);
    engine.counters.add(Counter::Owl, moves);
    let eyes = match eyes {
        Ok(eyes) => eyes,
        Err(NoEyes::NoSpace) => return Ok("-1".to_owned()),
        Err(NoEyes::TooLarge) if is_stone => return Ok("-1".to_owned()),
        Err(_) => return Err(no_answer(&stop, CANNOT_BE_READ)),
    };
    let counts = format!("{} {}", eyes.least, eyes.most);
    Ok(match eyes.vital {
        Some(points) => format!("{counts} {}", format_vertices(dims, points)),
        None => counts,
    })
}

/// Why there is no answer: an interrupt, or else `why`.
fn no_answer(stop: &AtomicBool, why: &str) -> Failure {
    match stop.load(Relaxed) {
        true => interrupted(),
        false => Failure::refused(why),
    }
}
