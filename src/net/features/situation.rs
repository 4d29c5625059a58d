//! What a network may know of a position.

use super::Players;
use crate::board::Board;
use crate::game::Rules;
use crate::types::{Color, Move, PointSet};

/// All that a network may know of a position, by reference: see [`Trail::situation`](super::Trail::situation).
///
/// Sets of points are one bit per padded index, as in [`Board::liberty_set`].
#[derive(Clone, Copy)]
pub struct Situation<'a, const N: usize, const W: usize> {
    /// The board now, one move ago and two moves ago; as far back as `moves` reaches, then the last of them again.
    pub boards: [&'a Board<N, W>; 3],
    /// The last moves, the latest first, at most [`HISTORY`](super::HISTORY). The sides took turns.
    pub moves: &'a [Move],
    /// Who moves next.
    pub to_move: Color,
    /// The rules of the game.
    pub rules: &'a Rules,
    /// The points that `to_move` may not play on because of superko alone.
    pub banned: &'a PointSet<W>,
    /// [`Game::area_komi`](crate::game::Game::area_komi) of the position.
    pub area_komi: f32,
    /// Whether a pass now would end this phase of the game.
    pub pass_ends_phase: bool,
    /// What is assumed of the players.
    pub players: Players,
}

impl<const N: usize, const W: usize> Situation<'_, N, W> {
    /// The same, with all moves but so many of the last ones hidden.
    pub fn after_last(mut self, moves: usize) -> Self {
        let shown = moves.min(self.moves.len());
        self.moves = &self.moves[..shown];
        self.boards = std::array::from_fn(|ago| self.boards[ago.min(shown)]);
        self
    }

    /// The same without the moves that led here, and without a word of it that a pass ends the game: for a player who does not
    /// trust the last pass and wants to see the position as one to be played on.
    pub fn played_on(self) -> Self {
        Situation {
            pass_ends_phase: false,
            ..self.after_last(0)
        }
    }
}
