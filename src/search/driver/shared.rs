//! What the workers of one search share, and their work: visits until a limit is reached.

#[cfg(test)]
use super::broken::Broken;
use super::count::{Count, OwnersByMove, locked};
use super::method::{Method, Sharing, Task, Worker};
use super::root::Root;
use crate::playout::random_stream;
use crate::search::{Guidance, Limits, Settings};
use rand_pcg::Pcg64Mcg;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{
    AtomicBool, AtomicU64, AtomicUsize,
    Ordering::{Relaxed, Release},
};
use std::time::{Duration, Instant};

/// How often a worker that panics is replaced in one search.
const REPLACEMENTS: usize = 3;

/// What the workers of one search share.
pub struct Shared<M, const N: usize, const W: usize> {
    pub method: M,
    pub root: Root<N, W>,
    /// The most workers, 1 at least.
    threads: usize,
    /// The seed of all random numbers.
    pub seed: u64,
    pub guidance: Guidance,
    limits: Limits,
    /// Set from inside; the flag in `limits` is the caller's.
    pub halted: AtomicBool,
    /// Visits begun, and since when.
    begun: AtomicU64,
    started: Instant,
    /// Workers still at work.
    pub running: AtomicUsize,
    /// What each worker has counted.
    counts: Vec<Mutex<Count<N>>>,
    /// What earlier searches from this root have counted, while the tree has their visits.
    earlier: Count<N>,
    /// Whose the points were after each first move, in this search and in earlier ones from this root, where that was asked for.
    pub owners_by_move: OwnersByMove<N>,
    #[cfg(test)]
    broken: Broken,
}

impl<M: Method, const N: usize, const W: usize> Shared<M, N, W> {
    /// Nothing is searched yet.
    pub fn new(method: M, root: Root<N, W>, settings: &Settings) -> Self {
        Shared {
            method,
            root,
            threads: settings.threads,
            seed: settings.seed,
            guidance: Guidance::default(),
            limits: Limits::default(),
            halted: AtomicBool::new(false),
            begun: AtomicU64::new(0),
            started: Instant::now(),
            running: AtomicUsize::new(0),
            counts: Vec::new(),
            earlier: Count::new(),
            owners_by_move: OwnersByMove::new(),
            #[cfg(test)]
            broken: Broken::default(),
        }
    }

    /// Makes ready for a search, and tells how many workers it is to have.
    pub fn begin(&mut self, limits: Limits, guidance: Guidance) -> usize {
        let most = limits.threads.unwrap_or(usize::MAX);
        let threads = self.threads.min(most).max(1);
        self.keep_counts();
        self.limits = limits;
        self.guidance = guidance;
        self.begun = AtomicU64::new(0);
        self.halted = AtomicBool::new(false);
        self.running = AtomicUsize::new(threads);
        #[cfg(test)]
        {
            self.broken = Broken::as_asked();
        }
        self.method.begin(&self.root, &self.limits, &self.guidance);
        if self.method.root_visits() == 0 {
            self.forget_counts();
        }
        self.limits.playouts = self.limits.playouts_after(self.method.root_visits());
        self.started = Instant::now();
        self.counts = (0..threads).map(|_| Mutex::new(Count::new())).collect();
        threads
    }

    /// Makes the search that was the last one from this root an earlier one.
    pub fn keep_counts(&mut self) {
        for count in self.counts.drain(..) {
            self.earlier.add_all(&locked(&count));
        }
    }

    /// What was counted in visits that are no longer in the tree, or came through another root, says nothing any more.
    pub fn forget_counts(&mut self) {
        self.counts.clear();
        self.earlier = Count::new();
        self.owners_by_move = OwnersByMove::new();
    }

    /// Works in one thread. A worker that panics is replaced, so that the search goes on; one
    /// that does so again and again is given up.
    pub fn work_despite_faults(&self, number: usize, search: u64) {
        for replacement in 0..=REPLACEMENTS {
            let random = worker_random(self.seed, search, number, replacement);
            if catch_unwind(AssertUnwindSafe(|| self.work(number, random))).is_ok() {
                break;
            }
        }
        // Who sees that none is running sees all that they have counted.
        self.running.fetch_sub(1, Release);
    }

    fn work(&self, number: usize, random: Pcg64Mcg) {
        let task = Task {
            root: &self.root,
            sharing: if self.counts.len() == 1 {
                Sharing::Alone
            } else {
                Sharing::Shared
            },
            guidance: &self.guidance,
            limits: &self.limits,
            halted: &self.halted,
            #[cfg(test)]
            broken: &self.broken,
        };
        let mut worker = self.method.worker(&task, random);
        let count = &self.counts[number];
        while self.begin_visit(count)
            && let Some(visit) = worker.visit()
        {
            locked(count).add(&visit);
            if self.guidance.ownership_by_move {
                self.owners_by_move.add(&visit);
            }
        }
        worker.finish();
    }

    /// Counts a visit in, and tells whether the worker with this count may begin it, having reached no limit.
    fn begin_visit(&self, count: &Mutex<Count<N>>) -> bool {
        let begun = self.begun.fetch_add(1, Relaxed);
        // The first visit is always made, even by a search that is stopped
        // before its worker has started: it makes the moves to choose from. A full root has them.
        begun == 0 && !self.method.is_saturated() || !self.is_at_limit(begun, visits_in(count))
    }

    fn is_at_limit(&self, begun: u64, made: u64) -> bool {
        let is_late = |deadline: Instant| {
            let elapsed = self.started.elapsed();
            self.started + elapsed + next_visit_time(elapsed, made) > deadline
        };
        self.halted.load(Relaxed)
            || self.limits.stop.load(Relaxed)
            || self.limits.playouts.is_some_and(|most| begun >= most)
            || self.method.is_saturated()
            || made >= self.limits.least_visits && self.limits.deadline.is_some_and(is_late)
    }

    /// The playouts of this search.
    pub fn playouts(&self) -> u64 {
        self.counts.iter().map(visits_in).sum()
    }

    /// What has been counted in all visits from this root, of this search and of earlier ones.
    pub fn counted(&self) -> Count<N> {
        let mut all = self.earlier.clone();
        for count in &self.counts {
            all.add_all(&locked(count));
        }
        all
    }
}

fn visits_in<const N: usize>(count: &Mutex<Count<N>>) -> u64 {
    locked(count).leads().visits
}

/// Random numbers of its own for each search, worker and replacement of a
/// worker, the same for the same settings and history of searches.
fn worker_random(seed: u64, search: u64, worker: usize, replacement: usize) -> Pcg64Mcg {
    let which = u128::from(search) << 64 | (replacement as u128) << 32 | worker as u128;
    random_stream(seed, which)
}

/// How long the next visit may take of a worker that has made so many in `elapsed`: with a large network it may be a part of a
/// second. Visits do not all take equally long, so it is the mean and a quarter more, and up to twice the mean where only a few have
/// been made. After the first it is the mean, since the second is the first that goes through a move. Before the first nothing is
/// known, and the time that the search has taken so far stands for it.
fn next_visit_time(elapsed: Duration, made: u64) -> Duration {
    let certain = 0.8 * made as f64 - 0.6;
    elapsed.div_f64(certain.max(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::Rng;
    use std::collections::HashSet;

    #[test]
    fn visits_that_would_end_too_late_are_foreseen() {
        let millis = Duration::from_millis;
        let rounded = |elapsed, made| next_visit_time(millis(elapsed), made).as_millis();
        // A little longer than 100, and twice that where little is known.
        assert_eq!(rounded(10_000, 100), 125);
        assert_eq!(rounded(800, 8), 137);
        assert_eq!([rounded(200, 2), rounded(100, 1)], [200, 100]);
        assert_eq!([rounded(300, 0), rounded(0, 0)], [300, 0]);
    }

    #[test]
    fn every_worker_has_random_numbers_of_its_own() {
        let mut seen = HashSet::new();
        for search in 1..4 {
            for worker in 0..16 {
                for replacement in 0..=REPLACEMENTS {
                    let mut random = worker_random(1, search, worker, replacement);
                    assert!(seen.insert([random.next_u64(), random.next_u64()]));
                }
            }
        }
    }
}
