//! What GNU Go is asked of single chains and groups: what can be captured, connected and killed. Its suites compare the codes:
//! 1 by force; 2 and 3 by a ko for which the opponent, or the side to move, has to find the first threat; 0 not at all, or
//! not as far as was read.

pub mod chains;
pub mod counters;
pub mod groups;
pub mod semeai;
mod shape;
pub mod worm;

use super::{all_units, unit_lines, vertex_or_pass, vertices};
use crate::board::AnyBoard;
use crate::game::Game;
use crate::gtp::call::{Call, Reply};
use crate::gtp::counters::Counter;
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::reading::{self, Answer, Goal, GoalError, Success};
use crate::types::{Color, Dims, Move, Point, PointSet, format_vertex};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What is asked of reading, and which counter counts the moves that it makes.
pub(super) struct Question {
    goal: Goal,
    counter: Counter,
}

impl Question {
    /// The side that wants to reach the goal.
    pub(super) fn seeker(&self) -> Color {
        self.goal.seeker()
    }

    /// The side that wants to prevent it.
    pub(super) fn opponent(&self) -> Color {
        !self.goal.seeker()
    }
}

/// Who reads, for one call, what chains and groups can do in a game.
pub(super) struct Reader<'a, 'o> {
    engine: &'a mut Engine,
    call: &'a Call<'a, 'o>,
    /// The engine's, or one in which a move is tried.
    game: &'a Game,
}

impl<'a, 'o> Reader<'a, 'o> {
    pub(super) fn new(engine: &'a mut Engine, call: &'a Call<'a, 'o>, game: &'a Game) -> Self {
        Reader { engine, call, game }
    }

    /// Who reads in another game, for the same call.
    fn in_game<'b>(&'b mut self, game: &'b Game) -> Reader<'b, 'o> {
        Reader::new(self.engine, self.call, game)
    }

    fn board(&self) -> &'a AnyBoard {
        self.game.board()
    }

    fn dims(&self) -> Dims {
        self.game.dims()
    }

    /// What a side finds if it moves.
    pub(super) fn answer(
        &mut self,
        question: &Question,
        to_move: Color,
    ) -> Result<Answer, Failure> {
        let (stop, _armed) = self.call.interruptible();
        let answer = reading::answer(self.board(), &question.goal, to_move, &stop);
        self.engine.counters.add(question.counter, answer.moves);
        match stop.load(Relaxed) && !answer.is_certain {
            true => Err(interrupted()),
            false => Ok(answer),
        }
    }

    /// The same, of a question that is asked once.
    fn read(
        &mut self,
        goal: Result<Goal, GoalError>,
        counter: Counter,
        to_move: Color,
    ) -> Result<Answer, Failure> {
        self.answer(&question(self.game, goal, counter)?, to_move)
    }
}

/// What was found, unless an interrupt came before.
pub(super) fn unless_interrupted<T>(stop: &AtomicBool, found: T) -> Result<T, Failure> {
    match stop.load(Relaxed) {
        true => Err(interrupted()),
        false => Ok(found),
    }
}

/// What is told where an interrupt came before an answer.
fn interrupted() -> Failure {
    Failure::refused("interrupted before that was found out")
}

pub(super) fn question(
    game: &Game,
    goal: Result<Goal, GoalError>,
    counter: Counter,
) -> Result<Question, Failure> {
    let goal = goal.map_err(|error| goal_failure(game.dims(), error))?;
    Ok(Question { goal, counter })
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

/// The code and, where it is not 0, the move.
fn code_and_vertex(dims: Dims, success: Success, point: Option<Point>) -> String {
    match success {
        Success::No => code(success),
        _ => format!("{} {}", code(success), vertex_or_pass(dims, point)),
    }
}

fn goal_failure(dims: Dims, error: GoalError) -> Failure {
    Failure::refused(match error {
        GoalError::Empty(point) => format!("{error}: {}", format_vertex(dims, point)),
        GoalError::NoStones | GoalError::TwoColors => error.to_string(),
    })
}

/// The next argument, which must name an empty point.
fn move_point(engine: &Engine, call: &mut Call) -> Result<Point, Failure> {
    let game = engine.game();
    let point = call.vertex(game.dims())?;
    match game.board().color_at(point) {
        None => Ok(point),
        Some(_) => Err(Failure::refused(format!(
            "move vertex must be empty: {}",
            format_vertex(game.dims(), point)
        ))),
    }
}

/// The game after one more move; none where it may not be played.
fn after(game: &Game, color: Color, point: Point) -> Option<Game> {
    let mut game = game.clone();
    game.play(color, Move::Place(point)).ok()?;
    Some(game)
}

/// The stones of one unit; of all of a color or of the board, one on each line.
fn list_units(
    engine: &mut Engine,
    call: &mut Call,
    mut unit: impl FnMut(&mut Engine, &AnyBoard, Point) -> PointSet,
) -> Reply {
    let board = &engine.game().board().clone();
    let color = call.optional_color();
    if color.is_none() && !call.is_empty() {
        let stone = super::board::stone(engine, call)?;
        return Ok(vertices(board.dims(), unit(engine, board, stone).iter()));
    }
    let units = all_units(board, color, |board, stone| unit(engine, board, stone));
    Ok(unit_lines(board.dims(), units))
}
