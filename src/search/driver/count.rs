//! What the workers of one search count besides the tree: leads and owners.

use super::method::Visit;
use crate::types::{Dims, Move};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What visits from one root have had. Aligned so that no two workers write to the same cache line.
#[derive(Clone)]
#[repr(align(128))]
pub struct Count<const N: usize> {
    all: Leads,
    /// By the padded index of the first move, a pass last.
    by_move: Vec<Leads>,
    owners: Owners,
}

impl<const N: usize> Count<N> {
    /// Nothing yet.
    pub fn new() -> Self {
        Count {
            all: Leads::default(),
            by_move: vec![Leads::default(); N + 1],
            owners: Owners::default(),
        }
    }

    /// Counts a visit.
    pub fn add(&mut self, visit: &Visit<'_, N>) {
        let lead = visit.lead.map(|lead| (lead * 2.0) as i64);
        self.all.add(lead);
        self.owners.add(visit.ownership);
        if let Some(mv) = visit.first_move {
            self.by_move[slot::<N>(mv)].add(lead);
        }
    }

    /// Adds what another one has counted.
    pub fn add_all(&mut self, other: &Count<N>) {
        self.all.add_all(&other.all);
        for (sum, leads) in self.by_move.iter_mut().zip(&other.by_move) {
            sum.add_all(leads);
        }
        self.owners.add_all(&other.owners);
    }

    /// The leads in all visits.
    pub fn leads(&self) -> &Leads {
        &self.all
    }

    /// The leads in the visits through a move.
    pub fn leads_by(&self, mv: Move) -> &Leads {
        &self.by_move[slot::<N>(mv)]
    }

    /// Whose the points were in all visits.
    pub fn owners(&self) -> &Owners {
        &self.owners
    }
}

/// Whose the points were in the visits through each move. All workers count in one: it takes 3 MB on 19×19 once most moves
/// have been tried, 10 MB on 25×25.
pub struct OwnersByMove<const N: usize>(Vec<Mutex<Owners>>);

impl<const N: usize> OwnersByMove<N> {
    /// Nothing yet.
    pub fn new() -> Self {
        OwnersByMove((0..=N).map(|_| Mutex::default()).collect())
    }

    /// Counts a visit.
    pub fn add(&self, visit: &Visit<'_, N>) {
        if let Some(mv) = visit.first_move {
            locked(&self.0[slot::<N>(mv)]).add(visit.ownership);
        }
    }

    /// In the visits through a move; `None` if none has been counted.
    pub fn of(&self, mv: Move) -> Option<MutexGuard<'_, Owners>> {
        let owners = locked(&self.0[slot::<N>(mv)]);
        (owners.visits > 0).then_some(owners)
    }
}

/// What a worker counts, whatever has become of it.
pub fn locked<T>(counted: &Mutex<T>) -> MutexGuard<'_, T> {
    counted.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where a move stands in what is counted by moves.
fn slot<const N: usize>(mv: Move) -> usize {
    mv.point().map_or(N, |point| point.index())
}

/// Whose each point was in some visits.
#[derive(Clone, Default)]
pub struct Owners {
    visits: u64,
    /// By padded index the sum of owners, in the units of [`Visit::ownership`], and of their squares; empty before the first visit.
    sums: Vec<(i64, i64)>,
}

impl Owners {
    fn add(&mut self, owners: &[i8]) {
        self.visits += 1;
        self.sums.resize(owners.len(), (0, 0));
        for ((sum, squares), &owner) in self.sums.iter_mut().zip(owners) {
            let owner = i64::from(owner);
            *sum += owner;
            *squares += owner * owner;
        }
    }

    fn add_all(&mut self, other: &Owners) {
        self.visits += other.visits;
        self.sums
            .resize(other.sums.len().max(self.sums.len()), (0, 0));
        for ((sum, squares), more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more.0;
            *squares += more.1;
        }
    }

    /// Whose the points of a board were on which one with ±`units` is certain; zeros before the first visit.
    pub fn told(&self, dims: Dims, units: i32) -> Ownership {
        let visits = self.visits.max(1) as f64;
        let moments = |index: usize| {
            let (sum, squares) = self.sums.get(index).copied().unwrap_or_default();
            let (mean, square) = (sum as f64 / visits, squares as f64 / visits);
            let stdev = (square - mean * mean).max(0.0).sqrt();
            let share = |value: f64| (value / f64::from(units)) as f32;
            (share(mean), share(stdev))
        };
        // Not by unzip: the points do not tell how many they are, and the lists would grow step by step.
        let room = || Vec::with_capacity(dims.area());
        let mut lists = (room(), room());
        lists.extend(dims.points().map(|point| moments(point.index())));
        let (mean, stdev) = lists;
        Ownership { mean, stdev }
    }
}

/// Whose every point is, −1 White to 1 Black, in the order of [`Dims::points`].
pub struct Ownership {
    /// In the mean of some visits.
    pub mean: Vec<f32>,
    /// The standard deviation over these visits.
    pub stdev: Vec<f32>,
}

/// Visits and, where they have any, their leads, Black's view.
#[derive(Clone, Copy, Default)]
pub struct Leads {
    /// How many.
    pub visits: u64,
    /// Of leads in half points.
    sum: i64,
    squares: i64,
    /// Twice the visits that Black won, and once the draws.
    half_wins: i64,
}

impl Leads {
    fn add(&mut self, lead: Option<i64>) {
        self.visits += 1;
        if let Some(lead) = lead {
            self.sum += lead;
            self.squares += lead * lead;
            self.half_wins += lead.signum() + 1;
        }
    }

    fn add_all(&mut self, other: &Leads) {
        self.visits += other.visits;
        self.sum += other.sum;
        self.squares += other.squares;
        self.half_wins += other.half_wins;
    }

    /// The mean lead in points; 0 without visits.
    pub fn mean(&self) -> f32 {
        self.sum as f32 / 2.0 / self.visits.max(1) as f32
    }

    /// Its standard deviation.
    pub fn stdev(&self) -> f32 {
        let count = self.visits.max(1) as f64;
        let variance = self.squares as f64 / count - (self.sum as f64 / count).powi(2);
        variance.max(0.0).sqrt() as f32 / 2.0
    }

    /// The share of visits won, draws counting half.
    pub fn wins(&self) -> f32 {
        self.half_wins as f32 / 2.0 / self.visits.max(1) as f32
    }
}
