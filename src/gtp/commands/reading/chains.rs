//! What becomes of single chains: what can be captured, and what connected.

use super::super::board::stone;
use super::super::{NOTHING, vertices};
use super::{
    Question, Reader, after, code, code_and_vertex, list_units, move_point, question,
    unless_interrupted, vertex_or_pass,
};
use crate::board::AnyBoard;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::counters::Counter;
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::reading::{Combination, Combinations, Goal, Success, enemies_beside};
use crate::types::{Color, Move, Point, PointSet};

pub const FAMILY: Family = Family {
    title: "Reading",
    commands: &[
        Command {
            name: "attack",
            arguments: "VERTEX",
            summary: "Whether a chain can be captured, and how: 1 if so, 2 or 3 by a ko, or 0; and a move",
            run: |engine, call| answer_with_move(engine, call, capture, Question::seeker),
        },
        Command {
            name: "defend",
            arguments: "VERTEX",
            summary: "Whether a chain can be saved, in the same form",
            run: |engine, call| answer_with_move(engine, call, capture, Question::opponent),
        },
        Command {
            name: "does_attack",
            arguments: "VERTEX VERTEX",
            summary: "Whether a move captures a chain that is not dead without it, whatever its owner plays: 0 to 3",
            run: |engine, call| effect_on_chain(engine, call, Question::seeker),
        },
        Command {
            name: "does_defend",
            arguments: "VERTEX VERTEX",
            summary: "Whether a move saves a chain that is captured without it: 0 to 3",
            run: |engine, call| effect_on_chain(engine, call, Question::opponent),
        },
        Command {
            name: "attack_either",
            arguments: "VERTEX VERTEX",
            summary: "Whether one of two chains can be captured: 0 to 3",
            run: |engine, call| effect_on_two(engine, call, Question::seeker),
        },
        Command {
            name: "defend_both",
            arguments: "VERTEX VERTEX",
            summary: "Whether two chains can be saved by one move: 0 to 3",
            run: |engine, call| effect_on_two(engine, call, Question::opponent),
        },
        Command {
            name: "ladder_attack",
            arguments: "VERTEX",
            summary: "Whether a chain with two liberties can be captured in a ladder, as attack",
            run: |engine, call| answer_with_move(engine, call, ladder, Question::seeker),
        },
        Command {
            name: "connect",
            arguments: "VERTEX VERTEX",
            summary: "Whether two chains can be connected, as attack",
            run: |engine, call| answer_with_move(engine, call, connection, Question::seeker),
        },
        Command {
            name: "disconnect",
            arguments: "VERTEX VERTEX",
            summary: "Whether two chains can be cut apart, as attack",
            run: |engine, call| answer_with_move(engine, call, connection, Question::opponent),
        },
        Command {
            name: "break_in",
            arguments: "VERTEX VERTEX...",
            summary: "Whether a chain, the first vertex, can be connected with one of the other points, as attack",
            run: |engine, call| answer_with_move(engine, call, way_into, Question::seeker),
        },
        Command {
            name: "block_off",
            arguments: "VERTEX VERTEX...",
            summary: "Whether a chain, the first vertex, can be kept away from the other points, as attack",
            run: |engine, call| answer_with_move(engine, call, way_into, Question::opponent),
        },
        Command {
            name: "combination_attack",
            arguments: "COLOR",
            summary: "A move after which not all chains of the opponent can be saved, though each by itself; PASS if none is found",
            run: |engine, call| {
                let (game, color) = (engine.game().clone(), call.color()?);
                let mut reader = Reader::new(engine, call, &game);
                let found = reader.combination(color, |_, found| found.point)?;
                Ok(vertex_or_pass(game.dims(), found))
            },
        },
        Command {
            name: "combination_defend",
            arguments: "COLOR",
            summary: "The moves of the opponent that prevent what combination_attack of this color finds, PASS if it finds nothing",
            run: |engine, call| {
                let (game, color) = (engine.game().clone(), call.color()?);
                let mut reader = Reader::new(engine, call, &game);
                let found = reader.combination(color, |all, found| all.defences(found))?;
                let dims = game.dims();
                Ok(found.map_or_else(|| vertex_or_pass(dims, None), |moves| vertices(dims, moves)))
            },
        },
        Command {
            name: "aa_confirm_safety",
            arguments: "COLOR VERTEX [INT]",
            summary: "1 if combination_attack finds nothing for the opponent after a move, or a combination that threatens a chain of fewer \
                stones; or else 0 and the first of the moves that combination_defend tells then",
            run: confirm_safety,
        },
        Command {
            name: "accuratelib",
            arguments: "COLOR VERTEX",
            summary: "The liberties that a stone would have, none where it may not be played",
            run: liberties_of_move,
        },
        Command {
            name: "accurate_approxlib",
            arguments: "COLOR VERTEX",
            summary: "The same as accuratelib",
            run: liberties_of_move,
        },
        Command {
            name: "worm_stones",
            arguments: "[VERTEX|COLOR]",
            summary: "The stones of a chain; of all, or of all of a color, one chain on each line",
            run: |engine, call| list_units(engine, call, |_, board, stone| board.chain_set(stone)),
        },
        Command {
            name: "worm_cutstone",
            arguments: "VERTEX",
            summary: "2 if a chain touches two of the opponent that have no liberty in common, and so cuts them; 1 if it touches \
                several, and each two have one; 0 if it touches fewer than two",
            run: cutstone,
        },
    ],
};

fn capture(engine: &Engine, call: &mut Call) -> Result<Question, Failure> {
    let stone = call.vertex(engine.game().dims())?;
    capture_of_one(engine, &[stone])
}

/// The capture of one of the chains of these stones.
fn capture_of_one(engine: &Engine, stones: &[Point]) -> Result<Question, Failure> {
    let goal = Goal::capture(engine.game().board(), stones);
    question(engine.game(), goal, Counter::Reading)
}

fn connection(engine: &Engine, call: &mut Call) -> Result<Question, Failure> {
    let game = engine.game();
    let stones = [call.vertex(game.dims())?, call.vertex(game.dims())?];
    let goal = Goal::connection(game.board(), stones);
    question(game, goal, Counter::Connection)
}

fn way_into(engine: &Engine, call: &mut Call) -> Result<Question, Failure> {
    let game = engine.game();
    let stone = call.vertex(game.dims())?;
    let mut area = PointSet::EMPTY;
    while !call.is_empty() {
        area.insert(call.vertex(game.dims())?);
    }
    let goal = Goal::way_into(game.board(), stone, area);
    question(game, goal, Counter::Connection)
}

fn ladder(engine: &Engine, call: &mut Call) -> Result<Question, Failure> {
    let stone = stone(engine, call)?;
    let game = engine.game();
    if game.board().liberties(stone) != 2 {
        return Err(Failure::refused("string must have exactly 2 liberties"));
    }
    let goal = Goal::ladder(game.board(), stone);
    question(game, goal, Counter::Reading)
}

impl Reader<'_, '_> {
    /// What is asked of the best combination of a color.
    fn combination<T>(
        &mut self,
        color: Color,
        ask: impl FnOnce(&mut Combinations, &Combination) -> T,
    ) -> Result<Option<T>, Failure> {
        let (stop, _armed) = self.call.interruptible();
        let mut all = Combinations::new(self.board(), color, &stop);
        let best = all.best();
        let told = best.map(|best| ask(&mut all, &best));
        self.engine.counters.add(Counter::Reading, all.moves());
        unless_interrupted(&stop, told)
    }
}

fn confirm_safety(engine: &mut Engine, call: &mut Call) -> Reply {
    let (color, point) = (call.color()?, move_point(engine, call)?);
    let least = call.optional_number("number of stones")?.unwrap_or(0);
    let dims = engine.game().dims();
    let mut game = engine.game().clone();
    game.play(color, Move::Place(point))?;
    let board = game.board();
    let answer = Reader::new(engine, call, &game).combination(!color, |all, found| {
        let mut sizes = found.chains.iter().map(|&chain| board.chain_size(chain));
        let counts = sizes.all(|size| size >= least);
        let first = |moves: Vec<Point>| {
            let moves = moves.into_iter();
            moves.min_by_key(|&point| dims.index_from_top(point))
        };
        counts.then(|| first(all.defences(found)))
    })?;
    Ok(match answer.flatten() {
        None => code(Success::Yes),
        Some(answer) => format!("{} {}", code(Success::No), vertex_or_pass(dims, answer)),
    })
}

/// A move that takes a ko back is counted as if it could be played.
fn liberties_of_move(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    let game = engine.game();
    let point = call.vertex(game.dims())?;
    let mut board = game.board().clone();
    if board.color_at(point).is_some() {
        return Err(Failure::refused("vertex must be empty"));
    }
    let is_possible = board.is_legal(color, point) || board.is_ko(color, point);
    if !is_possible {
        return Ok(NOTHING);
    }
    board.play_unchecked(color, point);
    Ok(vertices(game.dims(), board.liberty_points(point)))
}

fn cutstone(engine: &mut Engine, call: &mut Call) -> Reply {
    let stone = stone(engine, call)?;
    Ok(cutstone_code(engine.game().board(), stone).to_owned())
}

/// As the manual of GNU Go defines it (*Worms*).
pub(super) fn cutstone_code(board: &AnyBoard, stone: Point) -> &'static str {
    let touched = enemies_beside(board, stone);
    let liberties: Vec<PointSet> = touched
        .iter()
        .map(|&chain| board.liberty_set(chain))
        .collect();
    let mut others = liberties.iter().enumerate();
    let cuts = others.any(|(i, one)| liberties[..i].iter().any(|other| !one.intersects(other)));
    match (cuts, touched.len()) {
        (true, _) => "2",
        (false, 2..) => "1",
        (false, _) => "0",
    }
}

/// Makes a question of the vertices that a call names.
type Ask = fn(&Engine, &mut Call) -> Result<Question, Failure>;

/// One of the two sides of a question.
type Side = fn(&Question) -> Color;

/// The code and the move of what a side finds in the game as it stands.
fn answer_with_move(engine: &mut Engine, call: &mut Call, ask: Ask, side: Side) -> Reply {
    let question = ask(engine, call)?;
    let game = engine.game().clone();
    let answer = Reader::new(engine, call, &game).answer(&question, side(&question))?;
    Ok(code_and_vertex(game.dims(), answer.success, answer.point))
}

/// How well a side captures one of two chains, or saves both. Each is read by itself first: two at once are easily given up.
fn effect_on_two(engine: &mut Engine, call: &mut Call, side: Side) -> Reply {
    let dims = engine.game().dims();
    let stones = [call.vertex(dims)?, call.vertex(dims)?];
    let both = capture_of_one(engine, &stones)?;
    let [one, other] = stones.map(|stone| capture_of_one(engine, &[stone]));
    let mover = side(&both);
    let is_attack = mover == both.seeker();
    let for_attacker = |success: Success| match is_attack {
        true => success,
        false => success.of_other(),
    };
    let game = engine.game().clone();
    let mut reader = Reader::new(engine, call, &game);
    let mut attack = Success::No;
    for question in [one?, other?, both] {
        if attack < Success::Yes {
            let answer = reader.answer(&question, mover)?;
            attack = attack.max(for_attacker(answer.success));
        }
    }
    Ok(code(for_attacker(attack)))
}

/// What a side's move achieves for a chain: nothing, if as much comes without it.
fn effect_on_chain(engine: &mut Engine, call: &mut Call, side: Side) -> Reply {
    let (point, question) = (move_point(engine, call)?, capture(engine, call)?);
    let mover = side(&question);
    let Some(after) = after(engine.game(), mover, point) else {
        return Ok(code(Success::No));
    };
    let before = engine.game().clone();
    let mut achieved = |game| {
        let answer = Reader::new(engine, call, game).answer(&question, !mover);
        answer.map(|answer| answer.success.of_other())
    };
    let (without, with) = (achieved(&before)?, achieved(&after)?);
    Ok(code(match with > without {
        true => with,
        false => Success::No,
    }))
}
