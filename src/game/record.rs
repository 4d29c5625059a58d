//! The record of a game: start, rules, komi and moves.

use super::{History, IllegalMove, KoRule, KomiError, Position, Rules, komi};
use crate::board::{AnyBoard, StoneKeys};
use crate::types::{Color, Dims, Move};
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

    /// Starts again from an empty board. Size, rules and komi stay, and whether passes end a handicap.
    pub fn clear(&mut self) {
        self.begin(Position::new(self.empty_board(), Color::Black));
    }

    /// A board of the game's size with its keys.
    pub(super) fn empty_board(&self) -> AnyBoard {
        AnyBoard::with_keys(self.dims(), self.keys)
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
    pub(super) fn begin(&mut self, start: Position) {
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

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
