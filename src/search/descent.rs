//! The way from the root to a leaf: the board, the moves and the positions passed.

use super::root::Root;
use crate::board::Board;
use crate::types::{Color, Move, Point, PointSet};
use smallvec::SmallVec;

/// A descent, kept between descents so that nothing is allocated.
pub struct Descent<const N: usize, const W: usize> {
    /// The position reached.
    pub board: Board<N, W>,
    /// Who moves there.
    pub to_move: Color,
    /// The moves since the root.
    pub moves: Vec<Move>,
    /// The hashes of the positions after each of these moves.
    path: SmallVec<[u64; 64]>,
    /// The ko after each of these moves. Superko does not look at it, and then they are not kept.
    kos: SmallVec<[Option<Point>; 64]>,
    /// Points on which stones have been placed.
    placed: PointSet<W>,
    is_cycle: bool,
}

impl<const N: usize, const W: usize> Descent<N, W> {
    /// A descent that stands at the root.
    pub fn new(root: &Root<N, W>) -> Self {
        Descent {
            board: root.board.clone(),
            to_move: root.stance.to_move,
            moves: Vec::with_capacity(64),
            path: SmallVec::new(),
            kos: SmallVec::new(),
            placed: PointSet::EMPTY,
            is_cycle: false,
        }
    }

    /// Goes back to the root.
    #[inline]
    pub fn begin(&mut self, root: &Root<N, W>) {
        self.board.copy_from(&root.board);
        self.to_move = root.stance.to_move;
        self.moves.clear();
        self.path.clear();
        self.kos.clear();
        self.placed = PointSet::EMPTY;
        self.is_cycle = false;
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
        if !root.has_superko() {
            self.is_cycle = mv != Move::Pass && self.has_been_here(root);
            self.kos.push(self.board.ko_point());
        }
        self.path
            .push(root.repetition_hash(&self.board, self.to_move));
    }

    /// Whether the last move has brought a situation back, which ends a game without result where there is no superko: see
    /// [`Game::no_result`](crate::game::Game::no_result).
    pub fn is_cycle(&self) -> bool {
        self.is_cycle
    }

    /// Whether the game or the descent has come by the present stones, turn and ko since the last pass.
    fn has_been_here(&self, root: &Root<N, W>) -> bool {
        let ko = self.board.ko_point();
        let here = (root.repetition_hash(&self.board, self.to_move), ko);
        let last_pass = self.moves.iter().rposition(|&mv| mv == Move::Pass);
        let mut earlier = std::iter::zip(&self.path, &self.kos).skip(last_pass.unwrap_or(0));
        earlier.any(|(&hash, &ko)| (hash, ko) == here)
            || last_pass.is_none() && root.has_been_at(self.board.hash(), self.to_move, ko)
    }

    /// Whether the rules let the player to move play on the point. Superko is not asked.
    pub fn allows(&self, root: &Root<N, W>, point: Point) -> bool {
        root.allows(&self.board, self.to_move, point)
    }

    /// The points on which a stone of the player to move brings a position back. Superko alone forbids them; without it, such
    /// a stone may end the game.
    pub fn repeating(&self, root: &Root<N, W>) -> PointSet<W> {
        let board = &self.board;
        let repeats = |&point: &Point| {
            root.repeats(board, self.to_move, point, &self.path, &self.placed)
                && self.allows(root, point)
        };
        board.empty_points().filter(repeats).collect()
    }

    /// Whether superko forbids the player to move this move.
    pub fn is_banned(&self, root: &Root<N, W>, mv: Move) -> bool {
        let repeats =
            |point| root.repeats(&self.board, self.to_move, point, &self.path, &self.placed);
        root.has_superko() && mv.point().is_some_and(repeats)
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
