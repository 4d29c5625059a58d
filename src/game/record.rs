//! The record of a game: start, rules, komi and moves.

use super::region::{border, region_of};
use super::{History, IllegalMove, KoRule, KomiError, PointSet, Position, Rules, SetupError, komi};
use crate::board::{AnyBoard, StoneKeys};
use crate::types::{Cell, Color, Dims, Move, Point};
use std::sync::Arc;

/// The most moves a record holds: far beyond any game, and a bound for the memory (16 MB of past positions on 25×25).
pub const MAX_MOVES: usize = 100_000;

/// A whole game: start, rules, komi and every move, with undo.
///
/// The move number is the number of moves played; position 0 is the start,
/// which may have stones (handicap, set-up). Every method that can fail
/// changes nothing when it does.
#[derive(Clone)]
pub struct Game {
    rules: Rules,
    komi: f32,
    keys: &'static StoneKeys,
    moves: Vec<(Color, Move)>,
    /// Before the first move.
    start: Arc<Position>,
    position: Position,
    history: Arc<History>,
    /// Whether a pass of White's is a move, and no room for another handicap stone.
    passes_end_handicap: bool,
}

impl Default for Game {
    /// An empty board of 19×19, default rules, komi 7.5.
    fn default() -> Game {
        let dims = Dims::square(19).expect("19 is a board size");
        Game::new(dims, Rules::default(), 7.5)
    }
}

impl Game {
    /// An empty board, Black to move. A `komi` that [`Game::set_komi`] would
    /// refuse becomes the nearest one that it accepts (0 if not a number).
    pub fn new(dims: Dims, rules: Rules, komi: f32) -> Game {
        Game::with_keys(dims, rules, komi, StoneKeys::standard())
    }

    /// [`Game::new`] with other Zobrist keys, for tests of colliding hashes.
    pub fn with_keys(dims: Dims, rules: Rules, komi: f32, keys: &'static StoneKeys) -> Game {
        let start = Position::new(AnyBoard::with_keys(dims, keys), Color::Black);
        Game {
            rules,
            komi: komi::nearest(komi),
            keys,
            moves: Vec::new(),
            history: Arc::new(History::new(&start)),
            passes_end_handicap: false,
            position: start.clone(),
            start: Arc::new(start),
        }
    }

    /// The size of the board.
    pub fn dims(&self) -> Dims {
        self.position.dims()
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules, for the moves to come and for the score.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// White's compensation for moving second, without that for handicap stones.
    pub fn komi(&self) -> f32 {
        self.komi
    }

    /// Changes komi.
    ///
    /// # Errors
    /// If it is no multiple of a half, or beyond [`MAX_KOMI`](super::MAX_KOMI).
    pub fn set_komi(&mut self, komi: f32) -> Result<(), KomiError> {
        self.komi = komi::checked_komi(komi)?;
        Ok(())
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The present board.
    pub fn board(&self) -> &AnyBoard {
        self.position.board()
    }

    /// Who moves next.
    pub fn to_move(&self) -> Color {
        self.position.to_move()
    }

    /// Gives the turn to `color` without a move, as a set-up does.
    pub fn set_to_move(&mut self, color: Color) {
        if self.to_move() == color {
            return;
        }
        self.position.set_to_move(color);
        Arc::make_mut(&mut self.history).set_to_move(color);
        if self.moves.is_empty() {
            Arc::make_mut(&mut self.start).set_to_move(color);
        }
    }

    /// The moves so far, with who played them.
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// Every position so far. A copy of the game shares it until either goes on.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Whether `color` may make this move under the rules in force. Either
    /// colour may move at any time; passing is forbidden only where the record is full.
    ///
    /// # Errors
    /// What is wrong with the move.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check_record(color, mv, self.rules.suicide)?;
        let Move::Place(point) = mv else {
            return Ok(());
        };
        if self.board().is_ko(color, point) {
            return Err(IllegalMove::Ko);
        }
        match self.repeated_move(color, point) {
            Some(repeats) => Err(IllegalMove::Superko { repeats }),
            None => Ok(()),
        }
    }

    /// Whether the record has room for one more move, whatever it is.
    ///
    /// # Errors
    /// [`IllegalMove::TooManyMoves`] if it has none.
    pub fn check_room(&self) -> Result<(), IllegalMove> {
        match self.moves.len() < MAX_MOVES {
            true => Ok(()),
            false => Err(IllegalMove::TooManyMoves),
        }
    }

    /// What must hold even of a move that somebody else has accepted.
    fn check_record(&self, color: Color, mv: Move, suicide: bool) -> Result<(), IllegalMove> {
        self.check_room()?;
        let Move::Place(point) = mv else {
            return Ok(());
        };
        if !self.dims().contains(point) {
            return Err(IllegalMove::OffBoard);
        }
        let board = self.board();
        if board.cell(point) != Cell::Empty {
            return Err(IllegalMove::Occupied);
        }
        let forbidden = if suicide {
            board.is_single_stone_suicide(color, point)
        } else {
            board.is_suicide(color, point)
        };
        if forbidden {
            return Err(IllegalMove::Suicide);
        }
        Ok(())
    }

    /// The first move number whose position the stone would bring back in the
    /// sense of the superko rule in force; `None` under simple ko, and for a point that is not empty.
    pub fn repeated_move(&self, color: Color, point: Point) -> Option<usize> {
        let to_move = match self.rules.ko {
            KoRule::Simple => return None,
            KoRule::PositionalSuperko => None,
            KoRule::SituationalSuperko => Some(color.opponent()),
        };
        if !self.dims().contains(point) || self.board().cell(point) != Cell::Empty {
            return None;
        }
        let board = self.board();
        if !self.history.ever_occupied(point) && !board.is_suicide(color, point) {
            return None;
        }
        if !self.history.contains(board.hash_after(color, point)) {
            return None;
        }
        self.find_after(color, point, to_move)
    }

    /// The proof after the suspicion. Apart, because a board on the stack slows the many calls that need none.
    #[cold]
    #[inline(never)]
    fn find_after(&self, color: Color, point: Point, to_move: Option<Color>) -> Option<usize> {
        let mut next = self.position.clone();
        next.play_unchecked(color, Move::Place(point));
        self.history.find(&next, to_move)
    }

    /// Plays a move after checking it.
    ///
    /// # Errors
    /// As [`Game::check`]; the game is then unchanged.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check(color, mv)?;
        self.record(color, mv);
        Ok(())
    }

    /// Plays a move to try it out: repetitions, the immediate one of simple ko included, are taken as they are.
    ///
    /// # Errors
    /// If the move is not possible otherwise; the game is then unchanged.
    pub fn play_accepting_repetition(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check_record(color, mv, self.rules.suicide)?;
        self.record(color, mv);
        Ok(())
    }

    /// Plays a move of a game record, in which suicide of several stones too is taken as it is.
    ///
    /// # Errors
    /// If the move is not possible under any rules; the game is then unchanged.
    pub fn play_from_record(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check_record(color, mv, true)?;
        self.record(color, mv);
        Ok(())
    }

    fn record(&mut self, color: Color, mv: Move) {
        self.moves.push((color, mv));
        self.position.play_unchecked(color, mv);
        Arc::make_mut(&mut self.history).push(&self.position, Some(mv));
    }

    /// Takes back the last move; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.undo_moves(1)
    }

    /// Takes back the last moves; false if there are fewer, and then none. All that are left are played again from the start,
    /// so that many taken back at once cost no more than one.
    pub fn undo_moves(&mut self, count: usize) -> bool {
        let Some(left) = self.moves.len().checked_sub(count) else {
            return false;
        };
        self.moves.truncate(left);
        let history = Arc::make_mut(&mut self.history);
        (0..count).for_each(|_| history.pop());
        self.position.clone_from(&self.start);
        for &(color, mv) in &self.moves {
            self.position.play_unchecked(color, mv);
        }
        self.position.set_to_move(self.history.to_move());
        true
    }

    /// Starts again from an empty board. Size, rules and komi stay, and what passes mean.
    pub fn clear(&mut self) {
        let empty = AnyBoard::with_keys(self.dims(), self.keys);
        self.begin(Position::new(empty, Color::Black));
    }

    /// Starts anew from the present stones with some changed, `to_move` to
    /// play: the record up to here is forgotten, prisoners are kept.
    ///
    /// # Errors
    /// If a point is off the board or a chain would have no liberty; the game is then unchanged.
    pub fn set_up(
        &mut self,
        changes: &[(Point, Option<Color>)],
        to_move: Color,
    ) -> Result<(), SetupError> {
        let dims = self.dims();
        if changes.iter().any(|&(point, _)| !dims.contains(point)) {
            return Err(SetupError::OffBoard);
        }
        let mut cells: Vec<Option<Color>> = vec![None; dims.class().capacity()];
        for point in dims.points() {
            cells[point.index()] = self.board().color_at(point);
        }
        for &(point, color) in changes {
            cells[point.index()] = color;
        }
        let board = self.build_board(|point| cells[point.index()])?;
        let mut start = Position::new(board, to_move);
        start.captures = self.position.captures;
        self.begin(start);
        Ok(())
    }

    /// Starts anew from the present stones with so many prisoners, by the colour that has taken them: the record up to
    /// here is forgotten.
    pub fn set_captures(&mut self, captures: [u32; 2]) {
        let board = self.build_board(|point| self.board().color_at(point));
        let board = board.expect("chains on a board have liberties");
        let mut start = Position::new(board, self.to_move());
        start.captures = captures;
        self.begin(start);
    }

    fn build_board(&self, at: impl Fn(Point) -> Option<Color>) -> Result<AnyBoard, SetupError> {
        let dims = self.dims();
        let mut board = AnyBoard::with_keys(dims, self.keys);
        let mut placed = [0; 2];
        for point in dims.points() {
            if let Some(color) = at(point) {
                board.play_unchecked(color, point);
                placed[color.index()] += 1;
            }
        }
        // With a liberty for every chain in the end, no order of placing captures anything on the way; without one,
        // some stone is captured in every order.
        let is_whole = Color::BOTH.map(|color| board.stone_count(color)) == placed;
        if !is_whole && let Some(point) = first_without_liberty(dims, at) {
            return Err(SetupError::NoLiberty { point, dims });
        }
        Ok(board)
    }

    /// Takes White's passes as moves in this game, which never let Black place another stone of [`Game::handicap`].
    pub fn end_handicap_at_passes(&mut self) {
        self.passes_end_handicap = true;
    }

    /// Whether a pass of White's ends the handicap, as any other move of White's does.
    pub(super) fn passes_end_handicap(&self) -> bool {
        self.passes_end_handicap
    }

    /// Makes `start` the position before the first move.
    fn begin(&mut self, start: Position) {
        self.moves.clear();
        self.history = Arc::new(History::new(&start));
        self.position = start.clone();
        self.start = Arc::new(start);
    }

    /// Whether the last move was a pass.
    pub fn follows_pass(&self) -> bool {
        self.position.last_move() == Some(Move::Pass)
    }

    /// Whether two passes in a row have ended the game. Moves can still be recorded.
    pub fn is_over(&self) -> bool {
        self.position.passes() >= 2
    }

    /// Whether the game is over and is counted with every stone alive, since the rules ask nobody to agree on dead ones.
    pub fn counts_as_it_stands(&self) -> bool {
        self.is_over() && !self.rules.dead_stones_are_agreed()
    }

    /// Whether a long cycle has ended the game in the referee's eyes: under
    /// simple ko the whole situation (stones, turn, ko) has come back, and nobody has passed meanwhile. It stays so while
    /// the players, who may not have been told, pass.
    pub fn no_result(&self) -> bool {
        self.rules.ko == KoRule::Simple && self.history.is_cycle(&self.moves)
    }

    /// The moves by which this game goes beyond `earlier`, if it is the same
    /// game continued: everything that the worth of a position can depend on is
    /// the same. That is the start (stones, turn, prisoners), rules, komi and
    /// compensation for handicap, and every move with who made it; passes in a
    /// row, who moved last and the positions that superko knows follow from these. A search tree built for
    /// `earlier` is then good for this game too, below those moves.
    pub fn continues(&self, earlier: &Game) -> Option<&[(Color, Move)]> {
        let same = self.rules == earlier.rules
            && self.white_bonus() == earlier.white_bonus()
            && self.start.captures == earlier.start.captures
            && self.moves.starts_with(&earlier.moves)
            && self.history.starts_with(&earlier.history);
        same.then(|| &self.moves[earlier.moves.len()..])
    }
}

/// The first stone of the first chain that has no liberty. It looks at whole chains: slow beside placing the stones.
fn first_without_liberty(dims: Dims, at: impl Fn(Point) -> Option<Color>) -> Option<Point> {
    let mut seen = PointSet::EMPTY;
    dims.points().find(|&point| {
        let Some(color) = at(point).filter(|_| !seen.contains(point)) else {
            return false;
        };
        let chain = region_of(dims, point, |p| at(p) == Some(color));
        seen = seen.union(&chain);
        !border(dims, &chain).iter().any(|p| at(p).is_none())
    })
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
