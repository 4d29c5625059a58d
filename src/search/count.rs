//! What the workers of one search count besides the tree: leads and owners.

use super::method::Visit;
use crate::types::{Dims, Move};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

/// What one worker counts: it alone writes, anybody reads. Aligned so that no
/// two workers write to the same cache line.
#[repr(align(128))]
pub struct WorkerCount<const N: usize> {
    all: Leads,
    /// By the padded index of the first move, a pass last.
    by_move: Vec<Leads>,
    owners: OwnerCount<N>,
}

impl<const N: usize> WorkerCount<N> {
    /// Nothing yet.
    pub fn new(ownership_by_move: bool) -> Self {
        WorkerCount {
            all: Leads::default(),
            by_move: (0..=N).map(|_| Default::default()).collect(),
            owners: OwnerCount::new(ownership_by_move),
        }
    }

    /// Counts a visit.
    pub fn add(&self, visit: &Visit<'_, N>) {
        let lead = (visit.lead * 2.0) as i64;
        self.all.add(lead);
        if let Some(mv) = visit.first_move {
            self.by_move[slot::<N>(mv)].add(lead);
        }
        self.owners.add(visit);
    }

    /// Visits counted so far.
    pub fn visits(&self) -> u64 {
        self.all.visits.load(Relaxed)
    }

    /// Whose the points were.
    pub fn owners(&self) -> &OwnerCount<N> {
        &self.owners
    }
}

/// Whose the points were in the visits of a worker, or of all workers of earlier searches.
pub struct OwnerCount<const N: usize> {
    all: Owners,
    /// By the padded index of the first move, a pass last; empty unless asked for. Most moves are never tried.
    by_move: Vec<OnceLock<Owners>>,
}

impl<const N: usize> OwnerCount<N> {
    /// Nothing yet.
    pub fn new(by_move: bool) -> Self {
        let rows = if by_move { N + 1 } else { 0 };
        OwnerCount {
            all: Owners::new(N),
            by_move: (0..rows).map(|_| OnceLock::new()).collect(),
        }
    }

    fn add(&self, visit: &Visit<'_, N>) {
        self.all.add(visit.ownership);
        let of_move = |mv| self.by_move.get(slot::<N>(mv));
        if let Some(owners) = visit.first_move.and_then(of_move) {
            owners.get_or_init(|| Owners::new(N)).add(visit.ownership);
        }
    }

    /// Adds what others have counted.
    pub fn add_all(&mut self, other: &OwnerCount<N>) {
        self.all.add_all(&other.all);
        if self.by_move.len() < other.by_move.len() {
            self.by_move.resize_with(other.by_move.len(), OnceLock::new);
        }
        for (sum, owners) in self.by_move.iter().zip(&other.by_move) {
            if let Some(owners) = owners.get() {
                sum.get_or_init(|| Owners::new(N)).add_all(owners);
            }
        }
    }

    /// Whether visits that began with a move have been counted by themselves.
    pub fn knows(&self, mv: Move) -> bool {
        self.of(Some(mv)).is_some()
    }

    /// In all visits, or in those that began with a move, if that is counted.
    fn of(&self, mv: Option<Move>) -> Option<&Owners> {
        match mv {
            Some(mv) => self.by_move.get(slot::<N>(mv))?.get(),
            None => Some(&self.all),
        }
    }
}

/// Whose each point was in some visits, by padded index, in the units of [`Visit::ownership`].
struct Owners {
    visits: AtomicU64,
    sums: Box<[AtomicI64]>,
    squares: Box<[AtomicI64]>,
}

impl Owners {
    fn new(points: usize) -> Owners {
        let zeros = || (0..points).map(|_| AtomicI64::new(0)).collect();
        Owners {
            visits: AtomicU64::new(0),
            sums: zeros(),
            squares: zeros(),
        }
    }

    fn add(&self, owners: &[i8]) {
        let visits = self.visits.load(Relaxed);
        self.visits.store(visits + 1, Relaxed);
        let sums = self.sums.iter().zip(&self.squares);
        for ((sum, square), &owner) in sums.zip(owners) {
            let owner = i64::from(owner);
            bump(sum, owner);
            bump(square, owner * owner);
        }
    }

    fn add_all(&self, other: &Owners) {
        let visits = self.visits.load(Relaxed) + other.visits.load(Relaxed);
        self.visits.store(visits, Relaxed);
        let pairs = [(&self.sums, &other.sums), (&self.squares, &other.squares)];
        for (sums, more) in pairs {
            for (sum, more) in sums.iter().zip(more) {
                bump(sum, more.load(Relaxed));
            }
        }
    }
}

/// Adds where nobody else does.
fn bump(sum: &AtomicI64, by: i64) {
    sum.store(sum.load(Relaxed) + by, Relaxed);
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

/// Whose every point is, −1 White to 1 Black, in the order of [`Dims::points`].
pub struct Ownership {
    /// In the mean of all visits, or of those through one move.
    pub mean: Vec<f32>,
    /// The standard deviation over these visits.
    pub stdev: Vec<f32>,
}

impl Ownership {
    /// The owners by several counts together, in all visits or in those through one move; zeros where nothing has been counted. A
    /// point with ±`units` is certain.
    pub fn of<'a, const N: usize>(
        counts: impl Iterator<Item = &'a OwnerCount<N>>,
        mv: Option<Move>,
        dims: Dims,
        units: i32,
    ) -> Ownership {
        let counted: Vec<&Owners> = counts.filter_map(|count| count.of(mv)).collect();
        let visits: u64 = counted
            .iter()
            .map(|owners| owners.visits.load(Relaxed))
            .sum();
        let (units, visits) = (f64::from(units), visits.max(1) as f64);
        let moments = |index: usize| {
            let sum = |of: fn(&Owners) -> &[AtomicI64]| -> f64 {
                let parts = counted.iter().map(|owners| of(owners)[index].load(Relaxed));
                parts.sum::<i64>() as f64 / visits
            };
            let (mean, square) = (sum(|owners| &owners.sums), sum(|owners| &owners.squares));
            let stdev = (square - mean * mean).max(0.0).sqrt();
            // A visit may be in the sums and not yet in the count.
            let mean = (mean / units).clamp(-1.0, 1.0);
            (mean as f32, (stdev / units).min(1.0) as f32)
        };
        // Not by unzip: the points do not tell how many they are, and the lists would grow step by step.
        let room = || Vec::with_capacity(dims.area());
        let mut lists = (room(), room());
        lists.extend(dims.points().map(|point| moments(point.index())));
        let (mean, stdev) = lists;
        Ownership { mean, stdev }
    }
}
