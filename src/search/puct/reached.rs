//! The position that a descent has reached, with what superko forbids there.

use crate::search::descent::Descent;
use crate::search::root::Root;
use crate::types::{Move, PointSet};

/// See the [module](self).
#[derive(Clone, Copy)]
pub struct Reached<'a, const N: usize, const W: usize> {
    /// Where the descent began.
    pub root: &'a Root<N, W>,
    /// The descent.
    pub descent: &'a Descent<N, W>,
    /// The points that superko alone forbids the player to move.
    pub banned: &'a PointSet<W>,
}

impl<const N: usize, const W: usize> Reached<'_, N, W> {
    /// Whether the player to move may make the move.
    pub fn is_legal(&self, mv: Move) -> bool {
        let may_play =
            |point| self.descent.allows(self.root, point) && !self.banned.contains(point);
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
