//! A search in one board layout: the tree, the workers and their tallies.

use super::evaluate::{Evaluation, PlayoutEvaluator};
use super::node::{MAX_VISITS, Sharing};
use super::report::{Report, move_reports};
use super::root::Root;
use super::tree::Tree;
use super::worker::{Arena, Worker};
use super::{Limits, Settings};
use crate::types::{Color, Dims, Move};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{
    AtomicBool, AtomicI32, AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed,
};
use std::thread::JoinHandle;
use std::time::Instant;

/// Bytes of nodes within a limit for the whole program, in MB of a million bytes.
///
/// A sixteenth is left for moving a tree together, 4 MB for all else.
fn tree_bytes(memory_mb: usize) -> usize {
    let bytes = memory_mb.saturating_mul(1_000_000);
    (bytes - bytes / 16).saturating_sub(4_000_000)
}

/// What the workers of one search share.
struct Shared<const N: usize, const W: usize> {
    tree: Tree,
    root: Root<N, W>,
    settings: Settings,
    limits: Limits,
    /// Set from inside; the flag in `limits` is the caller's.
    halted: AtomicBool,
    /// Playouts begun.
    begun: AtomicU64,
    /// Workers still at work.
    running: AtomicUsize,
    tallies: Vec<Tally<N>>,
}

/// What one worker counts: it alone writes, anybody reads. Aligned so that no
/// two workers write to the same cache line.
#[repr(align(128))]
struct Tally<const N: usize> {
    playouts: AtomicU64,
    /// Sum of leads in half points, Black's view.
    lead: AtomicI64,
    /// Playouts and sum of leads by the padded index of the first move, a pass last.
    by_move: Vec<(AtomicU64, AtomicI64)>,
    ownership: Vec<AtomicI32>,
}

impl<const N: usize> Tally<N> {
    fn new() -> Self {
        Tally {
            playouts: AtomicU64::new(0),
            lead: AtomicI64::new(0),
            by_move: (0..=N).map(|_| Default::default()).collect(),
            ownership: (0..N).map(|_| AtomicI32::new(0)).collect(),
        }
    }

    fn add(&self, first_move: Option<Move>, evaluation: &Evaluation<N>) {
        let lead = (evaluation.lead * 2.0) as i64;
        self.playouts
            .store(self.playouts.load(Relaxed) + 1, Relaxed);
        self.lead.store(self.lead.load(Relaxed) + lead, Relaxed);
        if let Some(mv) = first_move {
            let (playouts, sum) = &self.by_move[slot::<N>(mv)];
            playouts.store(playouts.load(Relaxed) + 1, Relaxed);
            sum.store(sum.load(Relaxed) + lead, Relaxed);
        }
        for (sum, &owner) in self.ownership.iter().zip(&evaluation.ownership) {
            sum.store(sum.load(Relaxed) + owner as i32, Relaxed);
        }
    }
}

/// Where a move stands in [`Tally::by_move`].
fn slot<const N: usize>(mv: Move) -> usize {
    mv.point().map_or(N, |point| point.index())
}

/// A search for boards of one layout.
pub struct SizedSearch<const N: usize, const W: usize> {
    shared: Arc<Shared<N, W>>,
    workers: Vec<JoinHandle<()>>,
    /// Searches begun since the tree was made: each has its own random numbers.
    searches: u64,
}

impl<const N: usize, const W: usize> SizedSearch<N, W> {
    /// A search from `root` with an empty tree.
    pub fn new(root: Root<N, W>, settings: Settings) -> Self {
        let shared = Shared {
            tree: Tree::new(tree_bytes(settings.memory_mb)),
            root,
            settings,
            limits: Limits::default(),
            halted: AtomicBool::new(false),
            begun: AtomicU64::new(0),
            running: AtomicUsize::new(0),
            tallies: Vec::new(),
        };
        SizedSearch {
            shared: Arc::new(shared),
            workers: Vec::new(),
            searches: 0,
        }
    }

    fn shared_mut(&mut self) -> &mut Shared<N, W> {
        Arc::get_mut(&mut self.shared).expect("workers have been joined")
    }

    /// Starts from another position. With `moves`, that lead there from the current one, the tree below them is kept.
    pub fn set_root(&mut self, root: Root<N, W>, moves: Option<&[Move]>) {
        self.join();
        let shared = self.shared_mut();
        shared.root = root;
        let kept = moves.is_some_and(|moves| moves.iter().all(|&mv| shared.tree.advance(mv)));
        if !kept {
            shared.tree.clear();
        } else if shared.tree.used() > shared.tree.capacity() / 4 {
            shared.tree.compact();
        }
        shared.tallies.clear();
        shared.begun = AtomicU64::new(0);
    }

    /// Begins a search in the background.
    pub fn start(&mut self, limits: Limits) {
        self.join();
        self.searches += 1;
        let searches = self.searches;
        let shared = self.shared_mut();
        let threads = shared.settings.threads.max(1);
        shared.limits = limits;
        shared.begun = AtomicU64::new(0);
        shared.halted = AtomicBool::new(false);
        shared.running = AtomicUsize::new(threads);
        shared.tallies = (0..threads).map(|_| Tally::new()).collect();
        self.workers = (0..threads)
            .map(|worker| {
                let shared = Arc::clone(&self.shared);
                let seed = worker_seed(shared.settings.seed, searches, worker);
                std::thread::spawn(move || {
                    // A worker that fails leaves its share to the others; the search goes on.
                    let _ = catch_unwind(AssertUnwindSafe(|| shared.work(worker, seed)));
                    shared.running.fetch_sub(1, Relaxed);
                })
            })
            .collect();
    }

    /// Whether any worker is still at work.
    pub fn is_running(&self) -> bool {
        self.shared.running.load(Relaxed) > 0
    }

    /// Asks the workers to stop and waits until they have.
    pub fn stop(&mut self) {
        self.shared.halted.store(true, Relaxed);
        self.join();
    }

    /// Waits until the workers have reached their limits.
    pub fn join(&mut self) {
        for worker in self.workers.drain(..) {
            // A panic was caught inside; there is no other error.
            let _ = worker.join();
        }
    }

    /// What has been found so far.
    pub fn report(&self) -> Report {
        self.shared.report()
    }
}

impl<const N: usize, const W: usize> Drop for SizedSearch<N, W> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Different for each search and worker, the same for the same settings and history of searches.
fn worker_seed(seed: u64, search: u64, worker: usize) -> u128 {
    (seed as u128) << 64 | (search as u128) << 16 | worker as u128
}

impl<const N: usize, const W: usize> Shared<N, W> {
    fn work(&self, number: usize, seed: u128) {
        let sharing = if self.tallies.len() == 1 {
            Sharing::Alone
        } else {
            Sharing::Shared
        };
        let arena = Arena {
            tree: &self.tree,
            root: &self.root,
            params: &self.settings.params,
            sharing,
            root_moves: &self.limits.only,
        };
        let evaluator = PlayoutEvaluator::new(&self.settings.params, seed);
        let mut worker = Worker::new(evaluator, &self.root.board);
        let tally = &self.tallies[number];
        while self.may_begin() {
            worker.step(&arena);
            tally.add(worker.first_move(), worker.evaluation());
        }
        worker.finish(&arena);
    }

    /// Counts a playout in, unless a limit has been reached.
    fn may_begin(&self) -> bool {
        let begun = self.begun.fetch_add(1, Relaxed);
        // The first playout is always played, even by a search that is stopped
        // before its worker has started: it makes the moves to choose from.
        begun == 0 || !self.is_at_limit(begun)
    }

    fn is_at_limit(&self, begun: u64) -> bool {
        let is_late = |deadline: Instant| Instant::now() >= deadline;
        self.halted.load(Relaxed)
            || self.limits.stop.load(Relaxed)
            || self.limits.playouts.is_some_and(|most| begun >= most)
            || self.tree.root().stats.visits() >= MAX_VISITS - 1024
            || self.limits.deadline.is_some_and(is_late)
    }

    fn report(&self) -> Report {
        let to_move = self.root.to_move;
        let playouts: u64 = self
            .tallies
            .iter()
            .map(|tally| tally.playouts.load(Relaxed))
            .sum();
        let black_lead = mean_lead(
            self.tallies
                .iter()
                .map(|tally| (&tally.playouts, &tally.lead)),
        );
        let sign = if to_move == Color::Black { 1.0 } else { -1.0 };
        let moves = move_reports(&self.tree, |mv| {
            let slot = slot::<N>(mv);
            let sums = self
                .tallies
                .iter()
                .map(|tally| (&tally.by_move[slot].0, &tally.by_move[slot].1));
            sign * mean_lead(sums)
        });
        let (visits, opponent_wins) = self.tree.root().stats.read();
        Report {
            playouts,
            visits: visits as u64,
            to_move,
            winrate: if visits > 0.0 {
                1.0 - opponent_wins / visits
            } else {
                0.5
            },
            black_lead,
            moves,
            ownership: self.ownership(playouts),
            nodes: (self.tree.used(), self.tree.capacity()),
        }
    }

    fn ownership(&self, playouts: u64) -> Vec<f32> {
        let dims: Dims = self.root.board.dims();
        let mean = |index: usize| {
            let sum: i64 = self
                .tallies
                .iter()
                .map(|tally| tally.ownership[index].load(Relaxed) as i64)
                .sum();
            sum as f32 / playouts.max(1) as f32
        };
        dims.points().map(|point| mean(point.index())).collect()
    }
}

/// The mean of sums of leads in half points; 0 if there are none.
fn mean_lead<'a>(sums: impl Iterator<Item = (&'a AtomicU64, &'a AtomicI64)>) -> f32 {
    let add = |(playouts, total): (u64, i64), (p, t): (&AtomicU64, &AtomicI64)| {
        (playouts + p.load(Relaxed), total + t.load(Relaxed))
    };
    let (playouts, total) = sums.fold((0, 0), add);
    total as f32 / 2.0 / playouts.max(1) as f32
}
