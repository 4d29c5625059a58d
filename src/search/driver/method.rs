//! What the ways to search differ in.
//!
//! A [`Method`] has the tree, chooses which way a descent goes, when a leaf
//! gets children, who judges it and what is backed up. Everything else is
//! the same for all: where a search starts, superko, restrictions, limits,
//! threads, reports, the player. Which method runs is decided once for a
//! search; its functions are generic and called without indirection.

#[cfg(test)]
use super::broken::Broken;
use super::root::Root;
use crate::net::model::Evaluation;
use crate::search::report::{MoveReport, RootMove};
use crate::search::{Guidance, Limits, NodeCount};
use crate::types::{Move, Symmetry};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A tree and how to make it grow. Shared by all workers of a search.
pub trait Method: Send + Sync + Sized + 'static {
    /// What makes its visits in one thread.
    type Worker<'r, const N: usize, const W: usize>: Worker<N>;

    /// What [`Visit::ownership`] says of a point that is Black's for certain.
    const OWNER_UNITS: i32;

    /// See [`Standing::fair_share`](crate::search::Standing::fair_share).
    const FAIR_SHARE: f32;

    /// A search from this root within these limits is about to begin.
    fn begin<const N: usize, const W: usize>(
        &mut self,
        root: &Root<N, W>,
        limits: &Limits,
        guidance: &Guidance,
    );

    /// A worker at this task with these random numbers.
    fn worker<'r, const N: usize, const W: usize>(
        &'r self,
        task: &'r Task<'r, N, W>,
        random: Pcg64Mcg,
    ) -> Self::Worker<'r, N, W>;

    /// Whether the tree can take no more visits.
    fn is_saturated(&self) -> bool;

    /// Forgets everything.
    fn clear(&mut self);

    /// Makes the position after these moves the root and keeps what is below
    /// it; forgets everything if that was never reached.
    fn advance(&mut self, moves: &[Move]);

    /// Visits that have come back to the root.
    fn root_visits(&self) -> u64;

    /// What the tree says of the root.
    fn report<const N: usize, const W: usize>(&self, root: &Root<N, W>) -> RootReport;

    /// How the moves at the root stand, cheaply.
    fn root_moves<const N: usize, const W: usize>(&self, root: &Root<N, W>) -> Vec<RootMove>;

    /// What a network says of the root without any search, if one judges.
    fn raw_evaluation<const N: usize, const W: usize>(
        &self,
        _root: &Root<N, W>,
    ) -> Option<Arc<Evaluation>> {
        None
    }

    /// How full the tree is.
    fn nodes(&self) -> NodeCount;

    /// As [`Report::collisions`](crate::search::Report::collisions).
    fn collisions(&self) -> u64 {
        0
    }
}

/// Makes visits in one thread, and keeps what it needs for them from one to the next.
pub trait Worker<const N: usize> {
    /// One visit: from the root down to a leaf and back; none if no visit can find anything more, or the search ends meanwhile.
    fn visit(&mut self) -> Option<Visit<'_, N>>;

    /// Hands over what it has kept back, if it keeps anything: called after its last visit.
    fn finish(&mut self) {}
}

/// What a worker is asked to do.
pub struct Task<'a, const N: usize, const W: usize> {
    /// Where every descent starts.
    pub root: &'a Root<N, W>,
    /// Whether other workers write to the tree.
    pub sharing: Sharing,
    /// What this search looks at, and what it counts.
    pub guidance: &'a Guidance,
    /// When it ends.
    pub limits: &'a Limits,
    /// Set once the search is to end.
    pub halted: &'a AtomicBool,
    /// Which expansions panic.
    #[cfg(test)]
    pub broken: &'a Broken,
}

impl<const N: usize, const W: usize> Task<'_, N, W> {
    /// Whether nobody waits any more for a visit that has found nothing yet.
    pub fn is_cut_short(&self) -> bool {
        self.halted.load(Relaxed) || self.limits.cut_short()
    }
}

/// How workers update shared counters: alone, a plain load and store is enough
/// and much cheaper than a locked addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// One worker writes; others may read.
    Alone,
    /// Several workers write.
    Shared,
}

/// What one visit has found.
pub struct Visit<'w, const N: usize> {
    /// The first move of the descent, if it left the root.
    pub first_move: Option<Move>,
    /// Black's lead in points at the leaf, komi subtracted, where the tree does not know leads.
    pub lead: Option<f32>,
    /// Whose each point is, by padded index: from −[`Method::OWNER_UNITS`], White's, to that, Black's.
    pub ownership: &'w [i8; N],
}

/// Black's points, as a tree knows them.
#[derive(Clone, Copy)]
pub struct RootPoints {
    /// As [`Report::black_lead`](crate::search::Report::black_lead).
    pub lead: f32,
    /// As [`MoveReport::lead_stdev`].
    pub lead_stdev: f32,
    /// As [`MoveReport::score`], for Black.
    pub score: f32,
}

/// What a tree says of its root.
pub struct RootReport {
    /// Visits that have come back to the root.
    pub visits: u64,
    /// Their mean result for the player to move, 0..=1.
    pub winrate: f32,
    /// What the search maximises, for the player to move: see [`MoveReport::utility`].
    pub utility: f32,
    /// As [`MoveReport::weight`], of all visits.
    pub weight: f32,
    /// Black's points, where the tree knows them; else the workers' counts tell leads and wins.
    pub points: Option<RootPoints>,
    /// As [`Report::symmetries`](crate::search::Report::symmetries).
    pub symmetries: Vec<Symmetry>,
    /// The moves, in the order in which the method would play them. What the
    /// workers count (see [`super::count`]) is filled in later.
    pub moves: Vec<MoveReport>,
}
