//! The verbs that change the game by hand: moves, stones, handicap, komi, rules.

use super::Session;
use super::record::Record;
use crate::game::sgf::Loaded;
use crate::game::{Game, HandicapError, IllegalMove, KomiError, Rules, SetupError, checked_komi};
use crate::types::{Color, Dims, Move, Point};
use std::fmt;
use std::time::Instant;

/// More moves were to be taken back than were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CannotUndo {
    /// How many moves there are.
    pub played: usize,
}

impl fmt::Display for CannotUndo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.played {
            0 => f.write_str("cannot undo: no move was played"),
            1 => f.write_str("cannot undo: only 1 move was played"),
            played => write!(f, "cannot undo: only {played} moves were played"),
        }
    }
}

impl std::error::Error for CannotUndo {}

impl Session {
    /// Starts a new game on a board of this size, with the same rules and komi.
    pub fn new_game(&mut self, dims: Dims) {
        let game = Game::new(dims, *self.game.rules(), self.game.komi());
        self.start_game(game);
    }

    /// Starts a new game with the same size, rules and komi.
    pub fn clear_board(&mut self) {
        self.new_game(self.game.dims());
    }

    /// Goes over to a game that was read. Where its record names no rules or no komi, those hold that were set, not those of
    /// the record before; a komi that was forced holds in any case.
    pub fn load(&mut self, mut loaded: Loaded) {
        self.agreed.complete(&mut loaded);
        let game = loaded.game;
        let record = Record::of_loaded(&game, loaded.info, loaded.notes, loaded.is_whole);
        self.start_game(game);
        self.record = record;
    }

    /// Goes over to another game; the clocks are wound up for it.
    pub fn start_game(&mut self, game: Game) {
        self.game = game;
        self.record = Record::default();
        self.cleaning_up = false;
        self.ponder_no_longer();
        self.clocks.reset();
        self.draw_seed();
    }

    /// Sets the komi, unless [`Session::force_komi`] has done so.
    ///
    /// # Errors
    /// If it cannot be given.
    pub fn set_komi(&mut self, komi: f32) -> Result<(), KomiError> {
        if self.agreed.komi_is_forced {
            return checked_komi(komi).map(drop);
        }
        self.game.set_komi(komi)?;
        self.agreed.komi = self.game.komi();
        Ok(())
    }

    /// Sets the komi of this game and of all later ones, whatever commands and records say then.
    ///
    /// # Errors
    /// If it cannot be given.
    pub fn force_komi(&mut self, komi: f32) -> Result<(), KomiError> {
        self.game.set_komi(komi)?;
        self.agreed.komi = self.game.komi();
        self.agreed.komi_is_forced = true;
        Ok(())
    }

    /// Sets the rules; the position stays.
    pub fn set_rules(&mut self, rules: Rules) {
        self.game.set_rules(rules);
        self.agreed.rules = rules;
    }

    /// Sets who is to play.
    pub fn set_to_move(&mut self, color: Color) {
        self.game.set_to_move(color);
        self.leave_position();
    }

    /// Plays a move that was made outside. The opponent's clock runs from now on. If the player has been asked for this move by
    /// [`Session::suggest`], that is charged to its clock and it may ponder as after a move of its own, whichever move is made.
    ///
    /// # Errors
    /// If the move is illegal.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let accept_repetition = self.config.accept_repetition;
        add_move(&mut self.game, color, mv, accept_repetition)?;
        let own = self
            .suggested
            .take_if(|suggestion| suggestion.color == color);
        if let Some(suggestion) = &own {
            self.clocks.charge(color, suggestion.spent);
        }
        self.opponent_thinks(color);
        self.moved_at = own.map(|_| Instant::now());
        Ok(())
    }

    /// As [`Session::play`]; the move may repeat a position, or take a ko back at once.
    ///
    /// # Errors
    /// If the move is illegal otherwise.
    pub fn play_accepting_repetition(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.game.play_accepting_repetition(color, mv)?;
        self.opponent_thinks(color);
        Ok(())
    }

    /// A player has moved, and the opponent's clock runs.
    fn opponent_thinks(&mut self, color: Color) {
        self.record.gone_on();
        self.leave_position();
        self.clocks.start(color.opponent());
    }

    /// Plays several moves, all or none. No clock runs.
    ///
    /// # Errors
    /// With the index of the first move that is illegal.
    pub fn play_sequence(&mut self, moves: &[(Color, Move)]) -> Result<(), (usize, IllegalMove)> {
        let mut game = self.game.clone();
        for (index, &(color, mv)) in moves.iter().enumerate() {
            add_move(&mut game, color, mv, self.config.accept_repetition)
                .map_err(|error| (index, error))?;
        }
        self.game = game;
        self.record.gone_on();
        self.cleaning_up = false;
        self.leave_position();
        Ok(())
    }

    /// Notes that a player gives up. The moves stay as they are.
    pub fn resign(&mut self, color: Color) {
        self.record.resigned(&self.game, color);
        self.leave_position();
    }

    /// Takes back moves.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn undo(&mut self, count: usize) -> Result<(), CannotUndo> {
        let played = self.game.moves().len();
        if !self.game.undo_moves(count) {
            return Err(CannotUndo { played });
        }
        self.cleaning_up = false;
        self.leave_position();
        Ok(())
    }

    /// Puts stones on points, or takes them away; the record starts anew.
    ///
    /// # Errors
    /// If a point is not on the board, or a chain would have no liberty.
    pub fn set_up(&mut self, changes: &[(Point, Option<Color>)]) -> Result<(), SetupError> {
        let to_move = self.game.to_move();
        self.game.set_up(changes, to_move)?;
        self.begin_record();
        Ok(())
    }

    /// Starts a new game from these stones, as if nothing had been played or captured before; Black is to move.
    ///
    /// # Errors
    /// If a point is not on the board, or a chain would have no liberty.
    pub fn set_position(&mut self, stones: &[(Point, Color)]) -> Result<(), SetupError> {
        let mut game = Game::new(self.game.dims(), *self.game.rules(), self.game.komi());
        if !stones.is_empty() {
            let changes: Vec<_> = stones
                .iter()
                .map(|&(point, color)| (point, Some(color)))
                .collect();
            game.set_up(&changes, Color::Black)?;
        }
        self.start_game(game);
        Ok(())
    }

    /// Puts handicap stones on their usual points and returns these.
    ///
    /// # Errors
    /// If there are stones, or no usual points for so many.
    pub fn place_fixed_handicap(&mut self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        let points = self.game.place_fixed_handicap(stones)?;
        self.begin_record();
        Ok(points)
    }

    /// Puts handicap stones on points that Tengen chooses, and returns these.
    ///
    /// # Errors
    /// If there are stones, if fewer than two are asked for, or if the board has no room for two and an empty point.
    pub fn place_free_handicap(&mut self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        let points = self.game.place_free_handicap(stones)?;
        self.begin_record();
        Ok(points)
    }

    /// Puts handicap stones on these points.
    ///
    /// # Errors
    /// If there are stones, or the points are no handicap.
    pub fn set_free_handicap(&mut self, points: &[Point]) -> Result<(), HandicapError> {
        self.game.set_free_handicap(points)?;
        self.begin_record();
        Ok(())
    }

    /// Stones have been set: the record starts from them.
    fn begin_record(&mut self) {
        self.record = Record::default();
        self.cleaning_up = false;
        self.leave_position();
    }

    /// Nobody thinks about a move any more, or nobody wants it timed: both clocks stop, and there is nothing to ponder.
    fn leave_position(&mut self) {
        self.clocks.abandon();
        self.ponder_no_longer();
    }
}

fn add_move(
    game: &mut Game,
    color: Color,
    mv: Move,
    accept_repetition: bool,
) -> Result<(), IllegalMove> {
    match accept_repetition {
        true => game.play_from_record(color, mv),
        false => game.play(color, mv),
    }
}
