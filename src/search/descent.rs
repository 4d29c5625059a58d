//! The way from the root to a leaf: the board, the moves and the positions passed.

use super::root::{Path, Root};
use crate::board::Board;
use crate::types::{Color, Move, Point, PointSet};

/// A descent, kept between descents so that nothing is allocated.
pub struct Descent<const N: usize, const W: usize> {
    /// The position reached.
    pub board: Board<N, W>,
    /// Who moves there.
    pub to_move: Color,
    /// The moves since the root.
    pub moves: Vec<Move>,
    path: Path,
    /// Points on which stones have been placed.
    placed: PointSet<W>,
}

impl<const N: usize, const W: usize> Descent<N, W> {
    /// A descent that stands at the root.
    pub fn new(root: &Root<N, W>) -> Self {
        Descent {
            board: root.board.clone(),
            to_move: root.stance.to_move,
            moves: Vec::with_capacity(64),
            path: Path::new(),
            placed: PointSet::EMPTY,
        }
    }

    /// Goes back to the root.
    #[inline]
    pub fn begin(&mut self, root: &Root<N, W>) {
        self.board.copy_from(&root.board);
        self.to_move = root.stance.to_move;
        self.moves.clear();
        self.path.clear();
        self.placed = PointSet::EMPTY;
    }

    /// Plays a move of the tree.
    #[inline]
    pub fn play(&mut self, root: &Root<N, W>, mv: Move) {
        match mv {
            Move::Pass => self.board.pass(),
            Move::Place(point) => {
                self.board.play_unchecked(self.to_move, point);
                self.placed.insert(point);
            }
        }
        self.moves.push(mv);
        self.to_move = !self.to_move;
        self.path.push(root.superko_hash(&self.board, self.to_move));
    }

    /// Whether the rules let the player to move play on the point. Superko is not asked.
    pub fn allows(&self, root: &Root<N, W>, point: Point) -> bool {
        root.allows(&self.board, self.to_move, point)
    }

    /// The points that superko alone forbids the player to move.
    pub fn banned(&self, root: &Root<N, W>) -> PointSet<W> {
        let board = &self.board;
        let is_banned =
            |&point: &Point| self.repeats(root, board, point) && self.allows(root, point);
        board.empty_points().filter(is_banned).collect()
    }

    /// Whether superko forbids the player to move this move.
    pub fn is_banned(&self, root: &Root<N, W>, mv: Move) -> bool {
        mv.point()
            .is_some_and(|point| self.repeats(root, &self.board, point))
    }

    /// Whether superko forbids the player to move the empty point. `board` holds the position reached.
    pub fn repeats(&self, root: &Root<N, W>, board: &Board<N, W>, point: Point) -> bool {
        root.repeats(board, self.to_move, point, &self.path, &self.placed)
    }

    /// Passes in a row up to here, those before the root included.
    pub fn passes(&self, root: &Root<N, W>) -> usize {
        let is_pass = |mv: &&Move| **mv == Move::Pass;
        let passes = self.moves.iter().rev().take_while(is_pass).count();
        if passes == self.moves.len() {
            passes + root.passes as usize
        } else {
            passes
        }
    }

    /// Whether two passes have ended the game. The root itself is always searched, even after two passes.
    pub fn is_over(&self, root: &Root<N, W>) -> bool {
        !self.moves.is_empty() && self.passes(root) >= 2
    }

    /// The last move and the one before it.
    pub fn last_moves(&self, root: &Root<N, W>) -> [Option<Move>; 2] {
        match *self.moves {
            [] => root.last_moves,
            [only] => [Some(only), root.last_moves[0]],
            [.., before, last] => [Some(last), Some(before)],
        }
    }

    /// What to subtract from Black's area here to get the lead in points.
    pub fn komi(&self, root: &Root<N, W>) -> f32 {
        root.komi_after(self.placed_excess(root))
    }

    /// Stones placed by Black minus stones placed by White since the root.
    fn placed_excess(&self, root: &Root<N, W>) -> i32 {
        let sign_of_first = if root.stance.to_move == Color::Black {
            1
        } else {
            -1
        };
        let signed = |(i, mv): (usize, &Move)| match mv {
            Move::Pass => 0,
            Move::Place(_) if i % 2 == 0 => sign_of_first,
            Move::Place(_) => -sign_of_first,
        };
        self.moves.iter().enumerate().map(signed).sum()
    }
}
