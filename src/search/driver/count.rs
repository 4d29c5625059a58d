//! What the workers of one search count besides the tree: leads and owners.

use super::method::Visit;
use crate::types::{Dims, Move};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

/// What one worker counts, or all workers of earlier searches have counted: one alone writes, anybody reads. Aligned so that no
/// two workers write to the same cache line.
#[repr(align(128))]
pub struct WorkerCount<const N: usize> {
    all: Leads,
    /// By the padded index of the first move, a pass last.
    by_move: Vec<Leads>,
    owners: Owners,
    /// By the same index; empty unless asked for. Most moves are never tried.
    owners_by_move: Vec<OnceLock<Owners>>,
}

impl<const N: usize> WorkerCount<N> {
    /// Nothing yet.
    pub fn new(ownership_by_move: bool) -> Self {
        let rows = if ownership_by_move { N + 1 } else { 0 };
        WorkerCount {
            all: Leads::default(),
            by_move: (0..=N).map(|_| Default::default()).collect(),
            owners: Owners::new(N),
            owners_by_move: (0..rows).map(|_| OnceLock::new()).collect(),
        }
    }

    /// Counts a visit.
    pub fn add(&self, visit: &Visit<'_, N>) {
        let lead = visit.lead.map(|lead| (lead * 2.0) as i64);
        self.all.add(lead);
        self.owners.add(visit.ownership);
        let Some(slot) = visit.first_move.map(slot::<N>) else {
            return;
        };
        self.by_move[slot].add(lead);
        if let Some(owners) = self.owners_by_move.get(slot) {
            owners.get_or_init(|| Owners::new(N)).add(visit.ownership);
        }
    }

    /// Adds what another one has counted.
    pub fn add_all(&mut self, other: &WorkerCount<N>) {
        self.all.add_all(&other.all);
        for (sum, leads) in self.by_move.iter().zip(&other.by_move) {
            sum.add_all(leads);
        }
        self.owners.add_all(&other.owners);
        if self.owners_by_move.len() < other.owners_by_move.len() {
            self.owners_by_move
                .resize_with(other.owners_by_move.len(), OnceLock::new);
        }
        for (sum, owners) in self.owners_by_move.iter().zip(&other.owners_by_move) {
            if let Some(owners) = owners.get() {
                sum.get_or_init(|| Owners::new(N)).add_all(owners);
            }
        }
    }

    /// Visits counted so far.
    pub fn visits(&self) -> u64 {
        self.all.visits.load(Relaxed) as u64
    }

    /// Whether owners in the visits that began with a move have been counted by themselves.
    pub fn knows_owners(&self, mv: Move) -> bool {
        self.owners_in(Some(mv)).is_some()
    }

    fn leads_in(&self, mv: Option<Move>) -> &Leads {
        mv.map_or(&self.all, |mv| &self.by_move[slot::<N>(mv)])
    }

    /// In all visits, or in those that began with a move, if that is counted.
    fn owners_in(&self, mv: Option<Move>) -> Option<&Owners> {
        match mv {
            Some(mv) => self.owners_by_move.get(slot::<N>(mv))?.get(),
            None => Some(&self.owners),
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

/// Visits and, where they have any, their leads in half points, Black's view.
#[derive(Default)]
struct Leads {
    visits: AtomicI64,
    sum: AtomicI64,
    squares: AtomicI64,
    /// Twice the visits that Black won, and once the draws.
    half_wins: AtomicI64,
}

impl Leads {
    fn add(&self, lead: Option<i64>) {
        bump(&self.visits, 1);
        if let Some(lead) = lead {
            bump(&self.sum, lead);
            bump(&self.squares, lead * lead);
            bump(&self.half_wins, lead.signum() + 1);
        }
    }

    fn add_all(&self, other: &Leads) {
        for (sum, more) in self.numbers().into_iter().zip(other.numbers()) {
            bump(sum, more.load(Relaxed));
        }
    }

    fn numbers(&self) -> [&AtomicI64; 4] {
        [&self.visits, &self.sum, &self.squares, &self.half_wins]
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
    pub fn of<'a, const N: usize>(
        counts: impl IntoIterator<Item = &'a WorkerCount<N>>,
        mv: Option<Move>,
    ) -> Counted {
        let (mut visits, mut sum, mut squares, mut half_wins) = (0, 0, 0.0, 0);
        for part in counts.into_iter().map(|count| count.leads_in(mv)) {
            visits += part.visits.load(Relaxed);
            sum += part.sum.load(Relaxed);
            squares += part.squares.load(Relaxed) as f64;
            half_wins += part.half_wins.load(Relaxed);
        }
        let count = visits.max(1) as f64;
        let variance = squares / count - (sum as f64 / count).powi(2);
        Counted {
            visits: visits as u64,
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
        counts: impl Iterator<Item = &'a WorkerCount<N>>,
        mv: Option<Move>,
        dims: Dims,
        units: i32,
    ) -> Ownership {
        let counted: Vec<&Owners> = counts.filter_map(|count| count.owners_in(mv)).collect();
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
