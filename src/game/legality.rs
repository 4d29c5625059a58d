//! What may be played in a game.

use super::{Game, IllegalMove, KoRule, MAX_MOVES};
use crate::types::{Cell, Color, Move, Point};

impl Game {
    /// Whether `color` may make this move under the rules in force. Either
    /// colour may move at any time; passing is forbidden only where the record is full.
    ///
    /// # Errors
    /// What is wrong with the move.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check_record(color, mv, self.rules().suicide)?;
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
        match self.moves().len() < MAX_MOVES {
            true => Ok(()),
            false => Err(IllegalMove::TooManyMoves),
        }
    }

    /// What must hold even of a move that somebody else has accepted.
    pub(super) fn check_record(
        &self,
        color: Color,
        mv: Move,
        suicide: bool,
    ) -> Result<(), IllegalMove> {
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
        let to_move = match self.rules().ko {
            KoRule::Simple => return None,
            KoRule::PositionalSuperko => None,
            KoRule::SituationalSuperko => Some(color.opponent()),
        };
        if !self.dims().contains(point) || self.board().cell(point) != Cell::Empty {
            return None;
        }
        let board = self.board();
        if !self.history().ever_occupied(point) && !board.is_suicide(color, point) {
            return None;
        }
        if !self.history().contains(board.hash_after(color, point)) {
            return None;
        }
        self.find_after(color, point, to_move)
    }

    /// The proof after the suspicion. Apart, because a board on the stack slows the many calls that need none.
    #[cold]
    #[inline(never)]
    fn find_after(&self, color: Color, point: Point, to_move: Option<Color>) -> Option<usize> {
        let mut next = self.position().clone();
        next.play_unchecked(color, Move::Place(point));
        self.history().find(&next, to_move)
    }
}
