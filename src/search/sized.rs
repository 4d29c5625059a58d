//! A search by one method in one board layout: the tree, the workers and what they count.

#[cfg(test)]
use super::broken::Broken;
use super::count::{Counted, OwnerCount, Ownership, WorkerCount};
use super::method::{Method, Sharing, Task, Worker};
use super::report::{MoveReport, Report, Standing};
use super::root::{Root, Stance};
use super::{Limits, Restrictions, Settings};
use crate::game::Game;
use crate::net::model::Evaluation;
use crate::playout::random_stream;
use crate::types::{Dims, Move};
use rand_pcg::Pcg64Mcg;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{
    AtomicBool, AtomicU64, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often a worker that panics is replaced in one search.
const REPLACEMENTS: usize = 3;

/// A search as [`super::Search`] steps it, whatever method and layout are inside.
pub trait AnySearch: Send {
    /// The size of the board.
    fn dims(&self) -> Dims;
    /// Takes the position of `game`, on a board of the same size, as the root, and keeps what the tree holds below it and is
    /// true there.
    fn set_root(&mut self, game: &Game, stance: Stance);
    /// Has the searches to come draw from this seed, as if none had been before. One in progress ends.
    fn set_seed(&mut self, seed: u64);
    /// Begins a search in the background.
    fn start(&mut self, limits: Limits);
    /// Whether any worker is still at work.
    fn is_running(&self) -> bool;
    /// Asks the workers to stop and waits until they have.
    fn stop(&mut self);
    /// Waits until the workers have reached their limits.
    fn join(&mut self);
    /// What has been found so far.
    fn report(&self) -> Report;
    /// How the search stands.
    fn standing(&self) -> Standing;
    /// What a network says of the root without any search, if one judges.
    fn raw_evaluation(&self) -> Option<Arc<Evaluation>>;
}

/// What the workers of one search share.
pub(super) struct Shared<M, const N: usize, const W: usize> {
    pub(super) method: M,
    root: Root<N, W>,
    settings: Settings,
    limits: Limits,
    /// Set from inside; the flag in `limits` is the caller's.
    halted: AtomicBool,
    /// Visits begun, and since when.
    begun: AtomicU64,
    started: Instant,
    /// Workers still at work.
    running: AtomicUsize,
    pub(super) counts: Vec<WorkerCount<N>>,
    /// What earlier searches from this root have counted of the owners, while the tree has their visits.
    earlier: OwnerCount<N>,
    #[cfg(test)]
    broken: Broken,
}

/// A search for boards of one layout.
pub struct SizedSearch<M: Method, const N: usize, const W: usize> {
    pub(super) shared: Arc<Shared<M, N, W>>,
    workers: Vec<JoinHandle<()>>,
    /// What the tree has been grown under, seen from its root.
    restrictions: Restrictions,
    noise: f32,
    /// Searches begun by this one: each has its own random numbers.
    searches: u64,
}

impl<M: Method, const N: usize, const W: usize> SizedSearch<M, N, W> {
    /// A search from the position of `game` by a method whose tree is empty.
    pub fn new(method: M, game: &Game, stance: Stance, settings: Settings) -> Self {
        let shared = Shared {
            method,
            root: Root::new(game, stance),
            settings,
            limits: Limits::default(),
            halted: AtomicBool::new(false),
            begun: AtomicU64::new(0),
            started: Instant::now(),
            running: AtomicUsize::new(0),
            counts: Vec::new(),
            earlier: OwnerCount::new(false),
            #[cfg(test)]
            broken: Broken::default(),
        };
        SizedSearch {
            shared: Arc::new(shared),
            workers: Vec::new(),
            restrictions: Restrictions::default(),
            noise: 0.0,
            searches: 0,
        }
    }

    fn shared_mut(&mut self) -> &mut Shared<M, N, W> {
        Arc::get_mut(&mut self.shared).expect("workers have been joined")
    }

    /// The moves from the present root to another one, if what the tree knows is true there.
    fn moves_to(&self, game: &Game, stance: Stance) -> Option<Vec<Move>> {
        let root = &self.shared.root;
        let mut to_move = root.stance.to_move;
        let mut moves = Vec::new();
        for &(color, mv) in game.continues(&root.game)? {
            if color != to_move {
                return None;
            }
            moves.push(mv);
            to_move = !to_move;
        }
        if stance.conservative_pass && !moves.is_empty() {
            // At this root the last pass counts for nothing. In the tree that led here it counted, and another pass ended the game.
            return None;
        }
        let same_stance = Stance {
            to_move,
            ..root.stance
        }
        .is_compatible_with(stance);
        same_stance.then_some(moves)
    }

    /// What a search with other restrictions or more noise has left in the tree would mislead: it is forgotten.
    fn forget_what_misleads(&mut self, limits: &Limits) {
        if self.restrictions != limits.restrictions || self.noise > limits.wide_root_noise {
            self.shared_mut().method.clear();
            self.restrictions.clone_from(&limits.restrictions);
        }
        self.noise = limits.wide_root_noise;
    }
}

impl<M: Method, const N: usize, const W: usize> AnySearch for SizedSearch<M, N, W> {
    fn dims(&self) -> Dims {
        self.shared.root.board.dims()
    }

    fn set_root(&mut self, game: &Game, stance: Stance) {
        self.stop();
        let added = self.moves_to(game, stance);
        let count = added.as_ref().map_or(usize::MAX, Vec::len);
        self.restrictions = self.restrictions.after(count);
        if count > 0 {
            // Chance moves the choice at the root alone.
            self.noise = 0.0;
        }
        let shared = self.shared_mut();
        shared.root = Root::new(game, stance);
        match added {
            Some(moves) if moves.is_empty() || !has_ended(game) => shared.method.advance(&moves),
            _ => shared.method.clear(),
        }
        match count {
            0 => shared.keep_owners(),
            _ => shared.forget_owners(),
        }
    }

    fn start(&mut self, limits: Limits) {
        self.stop();
        self.forget_what_misleads(&limits);
        self.searches += 1;
        let searches = self.searches;
        let shared = self.shared_mut();
        let most = limits.threads.unwrap_or(usize::MAX);
        let threads = shared.settings.threads.min(most).max(1);
        shared.keep_owners();
        shared.limits = limits;
        shared.begun = AtomicU64::new(0);
        shared.halted = AtomicBool::new(false);
        shared.running = AtomicUsize::new(threads);
        #[cfg(test)]
        {
            shared.broken = Broken::as_asked();
        }
        shared.method.begin(&shared.root, &shared.limits);
        if shared.method.root_visits() == 0 {
            shared.forget_owners();
        }
        shared.limits.playouts = shared.limits.playouts_after(shared.method.root_visits());
        shared.started = Instant::now();
        let by_move = shared.limits.ownership_by_move;
        shared.counts = (0..threads).map(|_| WorkerCount::new(by_move)).collect();
        for worker in 0..threads {
            let shared = Arc::clone(&self.shared);
            let work = move || shared.work_despite_faults(worker, searches);
            match std::thread::Builder::new().spawn(work) {
                Ok(handle) => self.workers.push(handle),
                // The system has no room for more threads: those that run do the work.
                Err(_) => {
                    self.shared.running.fetch_sub(threads - worker, Release);
                    break;
                }
            }
        }
    }

    fn is_running(&self) -> bool {
        self.shared.running.load(Acquire) > 0
    }

    fn set_seed(&mut self, seed: u64) {
        self.stop();
        self.shared_mut().settings.seed = seed;
        self.searches = 0;
    }

    fn stop(&mut self) {
        self.shared.halted.store(true, Relaxed);
        self.join();
    }

    fn join(&mut self) {
        for worker in self.workers.drain(..) {
            // A panic was caught inside; there is no other error.
            let _ = worker.join();
        }
    }

    fn report(&self) -> Report {
        self.shared.report()
    }

    fn standing(&self) -> Standing {
        Standing {
            playouts: Counted::of(&self.shared.counts, None).visits,
            fair_share: M::FAIR_SHARE,
            moves: self.shared.method.root_moves(&self.shared.root),
        }
    }

    fn raw_evaluation(&self) -> Option<Arc<Evaluation>> {
        self.shared.method.raw_evaluation(&self.shared.root)
    }
}

/// Whether the search that led here has taken the game for ended. If it goes on, what was found of it is worth nothing.
fn has_ended(game: &Game) -> bool {
    game.is_over() || game.no_result()
}

impl<M: Method, const N: usize, const W: usize> Drop for SizedSearch<M, N, W> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Random numbers of its own for each search, worker and replacement of a
/// worker, the same for the same settings and history of searches.
fn worker_random(seed: u64, search: u64, worker: usize, replacement: usize) -> Pcg64Mcg {
    let which = u128::from(search) << 64 | (replacement as u128) << 32 | worker as u128;
    random_stream(seed, which)
}

impl<M: Method, const N: usize, const W: usize> Shared<M, N, W> {
    /// Makes the search that was the last one from this root an earlier one.
    fn keep_owners(&mut self) {
        for count in self.counts.drain(..) {
            self.earlier.add_all(count.owners());
        }
    }

    /// Whose the points were in visits that are no longer in the tree, or came through another root, says nothing any more.
    fn forget_owners(&mut self) {
        self.counts.clear();
        self.earlier = OwnerCount::new(false);
    }

    /// Works in one thread. A worker that panics is replaced, so that the search goes on; one
    /// that does so again and again is given up.
    fn work_despite_faults(&self, number: usize, search: u64) {
        for replacement in 0..=REPLACEMENTS {
            let random = worker_random(self.settings.seed, search, number, replacement);
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
            count.add(&visit);
        }
        worker.finish();
    }

    /// Counts a visit in, and tells whether the worker with this count may begin it, having reached no limit.
    fn begin_visit(&self, worker: &WorkerCount<N>) -> bool {
        let begun = self.begun.fetch_add(1, Relaxed);
        // The first visit is always made, even by a search that is stopped
        // before its worker has started: it makes the moves to choose from.
        begun == 0 || !self.is_at_limit(begun, worker.visits())
    }

    fn is_at_limit(&self, begun: u64, made: u64) -> bool {
        let is_late = |deadline: Instant| {
            let elapsed = self.started.elapsed();
            self.started + elapsed + next_visit_time(elapsed, made) > deadline
        };
        self.halted.load(Relaxed)
            || self.limits.stop.load(Relaxed)
            || self.limits.playouts.is_some_and(|most| begun >= most)
            || self.method.is_at_limit()
            || made >= self.limits.least_visits && self.limits.deadline.is_some_and(is_late)
    }

    /// Whose the points were in all visits from this root, of this search and of earlier ones.
    fn owner_counts(&self) -> impl Iterator<Item = &OwnerCount<N>> {
        let workers = self.counts.iter().map(WorkerCount::owners);
        workers.chain([&self.earlier])
    }

    fn report(&self) -> Report {
        let to_move = self.root.stance.to_move;
        let dims = self.root.board.dims();
        let all = Counted::of(&self.counts, None);
        let mut tree = self.method.report(&self.root);
        let counts_leads = tree.black_lead.is_none();
        for found in &mut tree.moves {
            self.add_counts(found, &all, counts_leads);
        }
        let counted = (all.lead, all.lead_stdev);
        let (black_lead, lead_stdev) = tree.black_lead.unwrap_or(counted);
        let owners = Ownership::of(self.owner_counts(), None, dims, M::OWNER_UNITS);
        Report {
            playouts: all.visits,
            visits: tree.visits,
            to_move,
            winrate: tree.winrate,
            utility: tree.utility,
            won: match tree.black_lead {
                None => to_move.winrate(all.wins),
                Some(_) => tree.winrate,
            },
            is_komi_virtual: self.root.stance.virtual_komi != 0.0,
            black_lead,
            lead_stdev,
            moves: tree.moves,
            ownership: owners.mean,
            ownership_stdev: owners.stdev,
            symmetries: tree.symmetries,
            nodes: self.method.nodes(),
            collisions: self.method.collisions(),
        }
    }

    /// Adds what the workers have counted of a move; of all moves, if they have not tried it. Its lead is theirs to tell where
    /// the tree does not know it.
    fn add_counts(&self, found: &mut MoveReport, all: &Counted, counts_leads: bool) {
        let counted = Counted::of(&self.counts, Some(found.mv));
        found.playouts = counted.visits;
        found.lead_visits = match counts_leads {
            true => counted.visits,
            false => found.visits,
        };
        if counts_leads {
            let to_move = self.root.stance.to_move;
            let known = if counted.visits > 0 { &counted } else { all };
            found.lead = to_move.sign() * known.lead;
            found.lead_stdev = known.lead_stdev;
            if counted.visits > 0 {
                found.won = to_move.winrate(counted.wins);
            }
        }
        // Of the hundreds of moves without visits nobody asks.
        if self.limits.ownership_by_move && found.visits > 0 {
            let dims = self.root.board.dims();
            // The tree may know a move of whose owners nothing has been counted: all visits are the best guess.
            let is_counted = self.owner_counts().any(|count| count.knows(found.mv));
            let by_move = is_counted.then_some(found.mv);
            let owners = Ownership::of(self.owner_counts(), by_move, dims, M::OWNER_UNITS);
            found.ownership = owners.mean;
            found.ownership_stdev = owners.stdev;
        }
    }
}

/// How long the next visit may take of a worker that has made so many in `elapsed`: with a large network it may be a part of a
/// second. Visits do not all take equally long, so it is the mean and a quarter more, and up to twice the mean where only a few have
/// been made. Before the first nothing is known, and the time that the search has taken so far stands for it.
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
        // A little longer than 100, and twice that where hardly anything is known.
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
