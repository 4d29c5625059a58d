//! What the workers of one search count besides the tree: leads and owners.

use super::method::Visit;
use crate::types::{Dims, Move};
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU64, Ordering::Relaxed};

/// What one worker counts: it alone writes, anybody reads. Aligned so that no
/// two workers write to the same cache line.
#[repr(align(128))]
pub struct WorkerCount<const N: usize> {
    all: Leads,
    /// By the padded index of the first move, a pass last.
    by_move: Vec<Leads>,
    ownership: Vec<AtomicI32>,
    /// One row for each first move as in `by_move`; empty unless asked for.
    ownership_by_move: Vec<AtomicI32>,
}

impl<const N: usize> WorkerCount<N> {
    /// Nothing yet.
    pub fn new(ownership_by_move: bool) -> Self {
        let rows = if ownership_by_move { N + 1 } else { 0 };
        let zeros = |count: usize| (0..count).map(|_| AtomicI32::new(0)).collect();
        WorkerCount {
            all: Leads::default(),
            by_move: (0..=N).map(|_| Default::default()).collect(),
            ownership: zeros(N),
            ownership_by_move: zeros(rows * N),
        }
    }

    /// Counts a visit.
    pub fn add(&self, visit: &Visit<'_, N>) {
        let lead = (visit.lead * 2.0) as i64;
        self.all.add(lead);
        if let Some(mv) = visit.first_move {
            self.by_move[slot::<N>(mv)].add(lead);
            if let Some(row) = self.row(mv) {
                add_owners(row, visit.ownership);
            }
        }
        add_owners(&self.ownership, visit.ownership);
    }

    /// Whose the points were in the visits that began with a move, if that is counted.
    fn row(&self, mv: Move) -> Option<&[AtomicI32]> {
        let start = slot::<N>(mv) * N;
        self.ownership_by_move.get(start..start + N)
    }
}

fn add_owners(sums: &[AtomicI32], owners: &[i8]) {
    for (sum, &owner) in sums.iter().zip(owners) {
        sum.store(sum.load(Relaxed) + owner as i32, Relaxed);
    }
}

/// Visits and their leads in half points, Black's view.
#[derive(Default)]
struct Leads {
    visits: AtomicU64,
    sum: AtomicI64,
    squares: AtomicU64,
    /// Twice the visits that Black won, and once the draws.
    half_wins: AtomicU64,
}

impl Leads {
    fn add(&self, lead: i64) {
        let bump = |counter: &AtomicU64, by: u64| {
            counter.store(counter.load(Relaxed).wrapping_add(by), Relaxed);
        };
        bump(&self.visits, 1);
        bump(&self.squares, lead.unsigned_abs().pow(2));
        bump(&self.half_wins, (lead.signum() + 1) as u64);
        self.sum.store(self.sum.load(Relaxed) + lead, Relaxed);
    }
}

/// Where a move stands in [`WorkerCount::by_move`].
fn slot<const N: usize>(mv: Move) -> usize {
    mv.point().map_or(N, |point| point.index())
}

/// What several workers have counted together, Black's view.
pub struct Counted {
    /// Visits.
    pub visits: u64,
    /// Their mean lead in points.
    pub lead: f32,
    /// Its standard deviation.
    pub lead_stdev: f32,
    /// The share of visits won, draws counting half.
    pub wins: f32,
}

impl Counted {
    /// All visits, or those through one move; zeros if there are none.
    pub fn of<const N: usize>(workers: &[WorkerCount<N>], mv: Option<Move>) -> Counted {
        let leads = workers.iter().map(|worker| match mv {
            Some(mv) => &worker.by_move[slot::<N>(mv)],
            None => &worker.all,
        });
        let (mut visits, mut sum, mut squares, mut half_wins) = (0, 0, 0.0, 0);
        for part in leads {
            visits += part.visits.load(Relaxed);
            sum += part.sum.load(Relaxed);
            squares += part.squares.load(Relaxed) as f64;
            half_wins += part.half_wins.load(Relaxed);
        }
        let count = visits.max(1) as f64;
        let variance = squares / count - (sum as f64 / count).powi(2);
        Counted {
            visits,
            lead: sum as f32 / 2.0 / visits.max(1) as f32,
            wins: half_wins as f32 / 2.0 / visits.max(1) as f32,
            lead_stdev: variance.max(0.0).sqrt() as f32 / 2.0,
        }
    }
}

/// The mean owner of every point in all visits, or in those through one move;
/// −1 White to 1 Black, in the order of [`Dims::points`]. `units` make a whole owner.
pub fn ownership<const N: usize>(
    workers: &[WorkerCount<N>],
    mv: Option<Move>,
    dims: Dims,
    units: i32,
) -> Vec<f32> {
    let visits = Counted::of(workers, mv).visits.max(1);
    let rows: Vec<&[AtomicI32]> = workers
        .iter()
        .filter_map(|worker| match mv {
            Some(mv) => worker.row(mv),
            None => Some(&worker.ownership),
        })
        .collect();
    let mean = |index: usize| {
        let sum: i64 = rows.iter().map(|row| row[index].load(Relaxed) as i64).sum();
        // A visit may be in the sum and not yet in the count.
        (sum as f32 / (visits as f32 * units as f32)).clamp(-1.0, 1.0)
    };
    dims.points().map(|point| mean(point.index())).collect()
}
