//! A position: a board with the turn and what else the next move depends on.

use crate::board::AnyBoard;
use crate::types::{Color, Dims, Move, Point};
use crate::zobrist::{Domain, Keys};
use std::sync::LazyLock;

/// One key for each side to move.
static TURN_KEYS: LazyLock<[u64; 2]> = LazyLock::new(|| {
    let keys = Keys::new(Domain::SideToMove, 2);
    [keys.key(0), keys.key(1)]
});

/// A board with everything else that the next move depends on, except the history.
#[derive(Clone)]
pub struct Position {
    board: AnyBoard,
    to_move: Color,
    passes: u8,
    last_moves: [Option<Move>; 2],
    /// By the colour that has taken them.
    pub(super) captures: [u32; 2],
}

impl Position {
    /// The board as it stands, with nothing played yet.
    pub fn new(board: AnyBoard, to_move: Color) -> Position {
        Position {
            board,
            to_move,
            passes: 0,
            last_moves: [None; 2],
            captures: [0; 2],
        }
    }

    /// The size of the board.
    pub fn dims(&self) -> Dims {
        self.board.dims()
    }

    /// The stones and the simple ko.
    pub fn board(&self) -> &AnyBoard {
        &self.board
    }

    /// Who moves next.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Consecutive passes just played; two or more end the game.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The last move, if one was played.
    pub fn last_move(&self) -> Option<Move> {
        self.last_moves[0]
    }

    /// The move before the last.
    pub fn second_last_move(&self) -> Option<Move> {
        self.last_moves[1]
    }

    /// The stones that `color` has taken from the other: prisoners.
    pub fn captures(&self, color: Color) -> usize {
        self.captures[color.index()] as usize
    }

    /// The hash of the stones: what positional superko compares.
    pub fn hash(&self) -> u64 {
        self.board.hash()
    }

    /// The hash of the stones and the side to move: what situational superko compares.
    pub fn situation_hash(&self) -> u64 {
        self.hash() ^ Position::turn_key(self.to_move)
    }

    /// The key that a side to move contributes to [`Position::situation_hash`].
    pub fn turn_key(to_move: Color) -> u64 {
        TURN_KEYS[to_move.index()]
    }

    /// Plays a move that is known to be possible: the point must be empty.
    /// A suicide removes its own chain; those stones are the opponent's prisoners.
    pub fn play_unchecked(&mut self, color: Color, mv: Move) {
        match mv {
            Move::Pass => {
                self.board.pass();
                self.passes = self.passes.saturating_add(1);
            }
            Move::Place(point) => self.place(color, point),
        }
        self.last_moves = [Some(mv), self.last_moves[0]];
        self.to_move = color.opponent();
    }

    fn place(&mut self, color: Color, point: Point) {
        let before = self.board.stone_count(color) + 1;
        let captured = self.board.play_unchecked(color, point);
        let lost = before - self.board.stone_count(color);
        self.captures[color.index()] += captured as u32;
        self.captures[color.opponent().index()] += lost as u32;
        self.passes = 0;
    }

    /// Gives the turn to `color` without a move.
    pub fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board_from_diagram;
    use crate::types::parse_vertex;

    #[test]
    fn suicide_gives_prisoners_to_the_opponent() {
        let board = board_from_diagram(".XO.\nOOO.").unwrap();
        let mut position = Position::new(board, Color::Black);
        let corner = parse_vertex(position.dims(), "A2").unwrap();
        position.play_unchecked(Color::Black, Move::Place(corner));
        assert_eq!(position.captures(Color::White), 2);
        assert_eq!(position.captures(Color::Black), 0);
        assert_eq!(position.board().stone_count(Color::Black), 0);
    }

    #[test]
    fn passes_count_up_and_a_stone_resets_them() {
        let board = board_from_diagram("...").unwrap();
        let start = Position::new(board, Color::Black);
        let mut position = start.clone();
        position.play_unchecked(Color::Black, Move::Pass);
        assert_eq!(position.hash(), start.hash());
        assert_ne!(position.situation_hash(), start.situation_hash());
        position.play_unchecked(Color::White, Move::Pass);
        assert_eq!((position.passes(), position.to_move()), (2, Color::Black));
        let middle = position.dims().point(1, 0).unwrap();
        position.play_unchecked(Color::Black, Move::Place(middle));
        assert_eq!(position.passes(), 0);
        assert_eq!(position.last_move(), Some(Move::Place(middle)));
        assert_eq!(position.second_last_move(), Some(Move::Pass));
    }
}
