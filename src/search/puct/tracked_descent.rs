//! A descent that knows which moves repeat an earlier position.

use crate::search::driver::descent::Descent;
use crate::search::driver::root::Root;
use crate::types::{Move, PointSet};

/// A descent that knows which moves repeat a position where it has got to. To find out takes a while, and the key of a shared node,
/// the choice of a child and the evaluation of a leaf need it.
pub struct TrackedDescent<'a, const N: usize, const W: usize> {
    /// The way from the root.
    pub descent: Descent<'a, N, W>,
    /// The points on which a stone brings an earlier position back.
    pub repeating: PointSet<W>,
    /// The same at the root.
    repeating_at_root: PointSet<W>,
}

impl<'a, const N: usize, const W: usize> TrackedDescent<'a, N, W> {
    /// A descent that stands at the root.
    pub fn new(root: &'a Root<N, W>) -> Self {
        let descent = Descent::new(root);
        let repeating = descent.repeating();
        TrackedDescent {
            descent,
            repeating,
            repeating_at_root: repeating,
        }
    }

    /// Goes back to the root.
    pub fn begin(&mut self) {
        self.descent.begin();
        self.repeating = self.repeating_at_root;
    }

    /// Plays a move of the tree.
    pub fn play(&mut self, mv: Move) {
        self.descent.play(mv);
        self.repeating = self.descent.repeating();
    }

    /// The points that superko alone forbids the player to move.
    pub fn banned(&self) -> &PointSet<W> {
        match self.descent.root.has_superko() {
            true => &self.repeating,
            false => &PointSet::EMPTY,
        }
    }

    /// Whether the player to move may make the move.
    pub fn is_legal(&self, mv: Move) -> bool {
        let may_play = |point| self.descent.allows(point) && !self.banned().contains(point);
        mv.point().is_none_or(may_play)
    }
}
