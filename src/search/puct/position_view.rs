//! The position that a descent has reached, with the moves that repeat an earlier one.

use crate::search::descent::Descent;
use crate::search::root::Root;
use crate::types::{Move, PointSet};

/// A descent that knows which moves repeat a position where it has got to. To find out takes a while, and the key of a shared node,
/// the choice of a child and the evaluation of a leaf need it.
pub struct TrackedDescent<const N: usize, const W: usize> {
    /// The way from the root.
    pub descent: Descent<N, W>,
    repeating: PointSet<W>,
}

impl<const N: usize, const W: usize> TrackedDescent<N, W> {
    /// A descent that stands at the root.
    pub fn new(root: &Root<N, W>) -> Self {
        let descent = Descent::new(root);
        TrackedDescent {
            repeating: descent.repeating(root),
            descent,
        }
    }

    /// Goes back to the root.
    pub fn begin(&mut self, root: &Root<N, W>) {
        self.descent.begin(root);
        self.repeating = self.descent.repeating(root);
    }

    /// Plays a move of the tree.
    pub fn play(&mut self, root: &Root<N, W>, mv: Move) {
        self.descent.play(root, mv);
        self.repeating = self.descent.repeating(root);
    }

    /// The position, with the root that it has been reached from.
    pub fn reached<'a>(&'a self, root: &'a Root<N, W>) -> PositionView<'a, N, W> {
        PositionView {
            root,
            descent: &self.descent,
            repeating: &self.repeating,
        }
    }
}

/// See the [module](self).
#[derive(Clone, Copy)]
pub struct PositionView<'a, const N: usize, const W: usize> {
    /// Where the descent began.
    pub root: &'a Root<N, W>,
    /// The descent.
    pub descent: &'a Descent<N, W>,
    /// The points on which a stone brings an earlier position back.
    pub repeating: &'a PointSet<W>,
}

impl<'a, const N: usize, const W: usize> PositionView<'a, N, W> {
    /// The points that superko alone forbids the player to move.
    pub fn banned(&self) -> &'a PointSet<W> {
        match self.root.has_superko() {
            true => self.repeating,
            false => &PointSet::EMPTY,
        }
    }

    /// Whether the player to move may make the move.
    pub fn is_legal(&self, mv: Move) -> bool {
        let may_play =
            |point| self.descent.allows(self.root, point) && !self.banned().contains(point);
        mv.point().is_none_or(may_play)
    }

    /// Whether two passes have ended the game.
    pub fn is_over(&self) -> bool {
        self.descent.is_over(self.root)
    }

    /// What to subtract from Black's area to get the lead in points.
    pub fn komi(&self) -> f32 {
        self.descent.komi(self.root)
    }
}
