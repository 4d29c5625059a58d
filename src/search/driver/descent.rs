//! The way from the root to a leaf: the board, the moves and the positions passed.

use super::root::Root;
use crate::board::Board;
use crate::game::Scoring;
use crate::types::{Color, Move, Point, PointSet};
use smallvec::SmallVec;

/// A descent, kept between descents so that nothing is allocated.
pub struct Descent<'a, const N: usize, const W: usize> {
    /// Where it began.
    pub root: &'a Root<N, W>,
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
    /// Points on which a stone has stood, in the game or since the root.
    once_occupied: PointSet<W>,
    is_cycle: bool,
}

impl<'a, const N: usize, const W: usize> Descent<'a, N, W> {
    /// A descent that stands at the root.
    pub fn new(root: &'a Root<N, W>) -> Self {
        Descent {
            root,
            board: root.board.clone(),
            to_move: root.stance.to_move,
            moves: Vec::with_capacity(64),
            path: SmallVec::new(),
            kos: SmallVec::new(),
            once_occupied: root.once_occupied,
            is_cycle: false,
        }
    }

    /// Goes back to the root.
    #[inline]
    pub fn begin(&mut self) {
        self.board.copy_from(&self.root.board);
        self.to_move = self.root.stance.to_move;
        self.moves.clear();
        self.path.clear();
        self.kos.clear();
        self.once_occupied = self.root.once_occupied;
        self.is_cycle = false;
    }

    /// Plays a move of the tree.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        match mv {
            Move::Pass => self.board.pass(),
            Move::Place(point) => {
                self.board.play_unchecked(self.to_move, point);
                self.once_occupied.insert(point);
            }
        }
        self.moves.push(mv);
        self.to_move = !self.to_move;
        if !self.root.has_superko() {
            self.is_cycle = mv != Move::Pass && self.has_been_here();
            self.kos.push(self.board.ko_point());
        }
        self.path.push(self.repetition_key());
    }

    /// Whether the last move has brought a situation back, which ends a game without result where there is no superko: see
    /// [`Game::no_result`](crate::game::Game::no_result).
    pub fn is_cycle(&self) -> bool {
        self.is_cycle
    }

    /// By what the ko rule in force knows the position reached.
    fn repetition_key(&self) -> u64 {
        self.root.repetition_key(self.board.hash(), self.to_move)
    }

    /// Whether the game or the descent has come by the present stones, turn and ko since the last pass.
    fn has_been_here(&self) -> bool {
        let ko = self.board.ko_point();
        let here = (self.repetition_key(), ko);
        let last_pass = self.moves.iter().rposition(|&mv| mv == Move::Pass);
        let mut earlier = std::iter::zip(&self.path, &self.kos).skip(last_pass.unwrap_or(0));
        earlier.any(|(&hash, &ko)| (hash, ko) == here)
            || last_pass.is_none() && self.root.has_been_at(self.board.hash(), self.to_move, ko)
    }

    /// Whether the rules let the player to move play on the point. Superko is a question of its own.
    pub fn allows(&self, point: Point) -> bool {
        let suicide = self.root.game.rules().suicide;
        self.board.may_play(self.to_move, point, suicide)
    }

    /// The points on which a stone of the player to move brings a position back. Superko alone forbids them; without it, such
    /// a stone may end the game.
    pub fn repeating(&self) -> PointSet<W> {
        let empty = self.board.empty_points();
        let stones = self.root.game.dims().area() - empty.len();
        // As long as no stone has left the board, only a suicide can repeat a position.
        if self.once_occupied.len() == stones && !self.root.game.rules().suicide {
            return PointSet::EMPTY;
        }
        let repeats = |&point: &Point| self.repeats(point) && self.allows(point);
        empty.filter(repeats).collect()
    }

    /// Whether superko forbids the player to move this move.
    pub fn is_banned(&self, mv: Move) -> bool {
        self.root.has_superko() && mv.point().is_some_and(|point| self.repeats(point))
    }

    /// Whether a stone of the player to move on the empty point brings a position of the game or of the descent back, its ko
    /// aside.
    ///
    /// Unless it is a suicide, the stone repeats an earlier position only if the point was
    /// occupied before (the filter KataGo uses): nearly every question ends with one bit test.
    fn repeats(&self, point: Point) -> bool {
        let (root, color) = (self.root, self.to_move);
        let (history, rules) = (root.game.history(), root.game.rules());
        let is_new = !self.once_occupied.contains(point)
            && (!rules.suicide || !self.board.is_suicide(color, point));
        if is_new {
            return false;
        }
        let hash = self.board.hash_after(color, point);
        self.path.contains(&root.repetition_key(hash, !color))
            || history.knows(rules.ko, hash, !color)
    }

    /// Passes in a row up to here, those before the root included.
    pub fn passes(&self) -> usize {
        let is_pass = |mv: &&Move| **mv == Move::Pass;
        let passes = self.moves.iter().rev().take_while(is_pass).count();
        if passes == self.moves.len() {
            passes + self.root.passes as usize
        } else {
            passes
        }
    }

    /// Whether two passes have ended the game. The root itself is always searched, even after two passes.
    pub fn is_over(&self) -> bool {
        !self.moves.is_empty() && self.passes() >= 2
    }

    /// The last move and the one before it.
    pub fn last_moves(&self) -> [Option<Move>; 2] {
        match *self.moves {
            [] => self.root.last_moves,
            [only] => [Some(only), self.root.last_moves[0]],
            [.., before, last] => [Some(last), Some(before)],
        }
    }

    /// What to subtract from Black's area here to get the lead in points.
    ///
    /// Area and territory differ by the stones placed: territory = area − (Black's − White's stones placed).
    pub fn komi(&self) -> f32 {
        match self.root.game.rules().scoring {
            Scoring::Area => self.root.komi,
            Scoring::Territory => self.root.komi + self.placed_excess() as f32,
        }
    }

    /// Stones placed by Black minus stones placed by White since the root.
    fn placed_excess(&self) -> i32 {
        let sign_of_first = self.root.stance.to_move.sign() as i32;
        let signed = |(i, mv): (usize, &Move)| match mv {
            Move::Pass => 0,
            Move::Place(_) if i % 2 == 0 => sign_of_first,
            Move::Place(_) => -sign_of_first,
        };
        self.moves.iter().enumerate().map(signed).sum()
    }
}
