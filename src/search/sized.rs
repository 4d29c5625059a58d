//! A search in one board layout: the tree, the workers and their tallies.

#[cfg(test)]
use super::broken::Broken;
use super::evaluate::{Evaluation, PlayoutEvaluator};
use super::node::{MAX_VISITS, Node, Sharing};
use super::report::{LeadStats, MoveTally, Report, Standing, move_reports};
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

/// How often a worker that panics is replaced in one search.
const REPLACEMENTS: usize = 3;

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
    #[cfg(test)]
    broken: Broken,
}

/// What one worker counts: it alone writes, anybody reads. Aligned so that no
/// two workers write to the same cache line.
#[repr(align(128))]
struct Tally<const N: usize> {
    all: Leads,
    /// By the padded index of the first move, a pass last.
    by_move: Vec<Leads>,
    ownership: Vec<AtomicI32>,
    /// One row for each first move as in `by_move`; empty unless [`Limits::ownership_by_move`].
    ownership_by_move: Vec<AtomicI32>,
}

impl<const N: usize> Tally<N> {
    fn new(ownership_by_move: bool) -> Self {
        let rows = if ownership_by_move { N + 1 } else { 0 };
        let zeros = |count: usize| (0..count).map(|_| AtomicI32::new(0)).collect();
        Tally {
            all: Leads::default(),
            by_move: (0..=N).map(|_| Default::default()).collect(),
            ownership: zeros(N),
            ownership_by_move: zeros(rows * N),
        }
    }

    fn add(&self, first_move: Option<Move>, evaluation: &Evaluation<N>) {
        let lead = (evaluation.lead * 2.0) as i64;
        self.all.add(lead);
        if let Some(mv) = first_move {
            self.by_move[slot::<N>(mv)].add(lead);
            if let Some(row) = self.row(mv) {
                add_owners(row, &evaluation.ownership);
            }
        }
        add_owners(&self.ownership, &evaluation.ownership);
    }

    /// Whose the points were in the playouts that began with a move, if that is counted.
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

/// Playouts and their leads in half points, Black's view.
#[derive(Default)]
struct Leads {
    playouts: AtomicU64,
    sum: AtomicI64,
    squares: AtomicU64,
    /// Twice the playouts that Black won, and once the draws.
    half_wins: AtomicU64,
}

impl Leads {
    fn add(&self, lead: i64) {
        let bump = |counter: &AtomicU64, by: u64| {
            counter.store(counter.load(Relaxed).wrapping_add(by), Relaxed);
        };
        bump(&self.playouts, 1);
        bump(&self.squares, lead.unsigned_abs().pow(2));
        bump(&self.half_wins, (lead.signum() + 1) as u64);
        self.sum.store(self.sum.load(Relaxed) + lead, Relaxed);
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
            #[cfg(test)]
            broken: Broken::default(),
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
        self.stop();
        let shared = self.shared_mut();
        shared.root = root;
        let tree = &mut shared.tree;
        let leads_there = moves.is_some_and(|moves| moves.iter().all(|&mv| tree.advance(mv)));
        let has_room = tree.used() <= tree.capacity() / 4;
        if !leads_there || !(has_room || tree.compact().is_ok()) {
            tree.clear();
        }
        shared.tallies.clear();
        shared.begun = AtomicU64::new(0);
    }

    /// Begins a search in the background.
    pub fn start(&mut self, limits: Limits) {
        self.stop();
        self.searches += 1;
        let searches = self.searches;
        let shared = self.shared_mut();
        let threads = shared.settings.threads.max(1);
        shared.limits = limits;
        shared.begun = AtomicU64::new(0);
        shared.halted = AtomicBool::new(false);
        shared.running = AtomicUsize::new(threads);
        #[cfg(test)]
        {
            shared.broken = Broken::as_asked();
        }
        let by_move = shared.limits.ownership_by_move;
        shared.tallies = (0..threads).map(|_| Tally::new(by_move)).collect();
        for worker in 0..threads {
            let shared = Arc::clone(&self.shared);
            let work = move || shared.work_despite_faults(worker, searches);
            match std::thread::Builder::new().spawn(work) {
                Ok(handle) => self.workers.push(handle),
                // The system has no room for more threads: those that run do the work.
                Err(_) => {
                    self.shared.running.fetch_sub(threads - worker, Relaxed);
                    break;
                }
            }
        }
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

    /// How the search stands.
    pub fn standing(&self) -> Standing {
        let tree = &self.shared.tree;
        let children = tree.children(tree.root());
        let of = |child: &Node| {
            let (visits, wins) = child.stats.read();
            (visits as u64, wins / visits.max(1.0))
        };
        let leader = children.iter().max_by_key(|child| child.stats.visits());
        Standing {
            playouts: lead_stats(self.shared.tallies.iter().map(|tally| &tally.all)).playouts,
            moves: children.iter().map(of).collect(),
            would_pass: leader.is_some_and(|leader| leader.mv() == Move::Pass),
        }
    }
}

impl<const N: usize, const W: usize> Drop for SizedSearch<N, W> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Different for each search, worker and replacement of a worker, the same for the same settings and history of searches.
fn worker_seed(seed: u64, search: u64, worker: usize, replacement: usize) -> u128 {
    (seed as u128) << 64 | (search as u128) << 16 | (replacement as u128) << 12 | worker as u128
}

impl<const N: usize, const W: usize> Shared<N, W> {
    /// Works in one thread. A worker that panics is replaced, so that the search goes on; one
    /// that does so again and again is given up.
    fn work_despite_faults(&self, number: usize, search: u64) {
        for replacement in 0..=REPLACEMENTS {
            let seed = worker_seed(self.settings.seed, search, number, replacement);
            if catch_unwind(AssertUnwindSafe(|| self.work(number, seed))).is_ok() {
                break;
            }
        }
        self.running.fetch_sub(1, Relaxed);
    }

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
            restrictions: &self.limits.restrictions,
            #[cfg(test)]
            broken: &self.broken,
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
        let all = lead_stats(self.tallies.iter().map(|tally| &tally.all));
        let playouts = all.playouts;
        let sign = if to_move == Color::Black { 1.0 } else { -1.0 };
        let moves = move_reports(&self.tree, |mv| {
            let slot = slot::<N>(mv);
            let stats = lead_stats(self.tallies.iter().map(|tally| &tally.by_move[slot]));
            let rows = || self.tallies.iter().filter_map(|tally| tally.row(mv));
            MoveTally {
                leads: LeadStats {
                    mean: sign * stats.mean,
                    wins: 0.5 + sign * (stats.wins - 0.5),
                    ..stats
                },
                ownership: if self.limits.ownership_by_move {
                    self.ownership(stats.playouts, rows)
                } else {
                    Vec::new()
                },
            }
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
            won: 0.5 + sign * (all.wins - 0.5),
            is_komi_virtual: self.root.virtual_komi != 0.0,
            black_lead: all.mean,
            lead_stdev: all.stdev,
            moves,
            ownership: self.ownership(playouts, || {
                self.tallies.iter().map(|tally| tally.ownership.as_slice())
            }),
            nodes: (self.tree.used(), self.tree.capacity()),
        }
    }

    /// The mean owner of every point in playouts whose sums stand in `rows`, by padded index.
    fn ownership<'a, I>(&self, playouts: u64, rows: impl Fn() -> I) -> Vec<f32>
    where
        I: Iterator<Item = &'a [AtomicI32]>,
    {
        let dims: Dims = self.root.board.dims();
        let mean = |index: usize| {
            let sum: i64 = rows().map(|row| row[index].load(Relaxed) as i64).sum();
            // A playout may be in the sum and not yet in the count.
            (sum as f32 / playouts.max(1) as f32).clamp(-1.0, 1.0)
        };
        dims.points().map(|point| mean(point.index())).collect()
    }
}

/// Mean and deviation of the leads of several workers; 0 if there are none.
fn lead_stats<'a>(leads: impl Iterator<Item = &'a Leads>) -> LeadStats {
    let (mut playouts, mut sum, mut squares, mut half_wins) = (0, 0, 0.0, 0);
    for part in leads {
        playouts += part.playouts.load(Relaxed);
        sum += part.sum.load(Relaxed);
        squares += part.squares.load(Relaxed) as f64;
        half_wins += part.half_wins.load(Relaxed);
    }
    let count = playouts.max(1) as f64;
    let variance = squares / count - (sum as f64 / count).powi(2);
    LeadStats {
        playouts,
        mean: sum as f32 / 2.0 / playouts.max(1) as f32,
        wins: half_wins as f32 / 2.0 / playouts.max(1) as f32,
        stdev: variance.max(0.0).sqrt() as f32 / 2.0,
    }
}

#[cfg(test)]
#[path = "sized_tests.rs"]
mod tests;
