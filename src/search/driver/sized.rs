//! A search by one method in one board layout, as it is stepped from outside.

use super::method::Method;
use super::root::{Root, Stance};
use super::shared::Shared;
use crate::game::Game;
use crate::net::model::Evaluation;
use crate::search::report::{Report, Standing};
use crate::search::{Guidance, Limits, Restrictions, Settings};
use crate::types::{Dims, Move, SizeClass};
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::thread::JoinHandle;

/// A search as [`crate::search::Search`] steps it, whatever method and layout are inside.
pub trait AnySearch: Send {
    /// The size of the board.
    fn dims(&self) -> Dims;
    /// Takes the position of `game`, on a board of the same size, as the root, and keeps what the tree holds below it and is
    /// true there.
    fn set_root(&mut self, game: &Game, stance: Stance);
    /// Has the searches to come draw from this seed, as if none had been before. One in progress ends.
    fn set_seed(&mut self, seed: u64);
    /// Begins a search in the background, by the default guidance.
    fn start(&mut self, limits: Limits) {
        self.start_guided(limits, Guidance::default());
    }
    /// The same, guided.
    fn start_guided(&mut self, limits: Limits, guidance: Guidance);
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

/// A search for boards of one layout.
pub struct SizedSearch<M: Method, const N: usize, const W: usize> {
    pub(in crate::search) shared: Arc<Shared<M, N, W>>,
    workers: Vec<JoinHandle<()>>,
    /// What the tree has been grown under, seen from its root.
    restrictions: Restrictions,
    noise: f32,
    /// Searches begun by this one: each has its own random numbers.
    searches: u64,
}

impl<M: Method, const N: usize, const W: usize> SizedSearch<M, N, W> {
    /// A search from the position of `game` by a method whose tree is empty.
    pub fn new(method: M, game: &Game, stance: Stance, settings: &Settings) -> Self {
        SizedSearch {
            shared: Arc::new(Shared::new(method, Root::new(game, stance), settings)),
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
        if (stance.conservative_pass || stance.hides_past) && !moves.is_empty() {
            // At this root the last pass counts for nothing, or no move before it is seen. In the tree that led here they counted.
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
    fn forget_what_misleads(&mut self, guidance: &Guidance) {
        if self.restrictions != guidance.restrictions || self.noise > guidance.wide_root_noise {
            self.shared_mut().method.clear();
            self.restrictions.clone_from(&guidance.restrictions);
        }
        self.noise = guidance.wide_root_noise;
    }

    /// The system gave fewer threads than asked for. Those that run do the work; without any, one visit is made here, so that there
    /// are moves to choose from.
    fn go_on_with(&self, workers: usize, threads: usize, search: u64) {
        let shared = &self.shared;
        if workers > 0 {
            shared.running.fetch_sub(threads - workers, Release);
            return;
        }
        shared.running.store(1, Release);
        shared.halted.store(true, Relaxed);
        shared.work_despite_faults(0, search);
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
            0 => shared.keep_counts(),
            _ => shared.forget_counts(),
        }
    }

    fn start_guided(&mut self, limits: Limits, guidance: Guidance) {
        self.stop();
        self.forget_what_misleads(&guidance);
        self.searches += 1;
        let searches = self.searches;
        let threads = self.shared_mut().begin(limits, guidance);
        for worker in 0..threads {
            let shared = Arc::clone(&self.shared);
            let work = move || shared.work_despite_faults(worker, searches);
            match std::thread::Builder::new().spawn(work) {
                Ok(handle) => self.workers.push(handle),
                Err(_) => {
                    self.go_on_with(worker, threads, searches);
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
        self.shared_mut().seed = seed;
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
            playouts: self.shared.playouts(),
            fair_share: M::FAIR_SHARE,
            moves: self.shared.method.root_moves(&self.shared.root),
        }
    }

    fn raw_evaluation(&self) -> Option<Arc<Evaluation>> {
        self.shared.method.raw_evaluation(&self.shared.root)
    }
}

/// A search by this method in the layout of the board: chosen here, once.
pub fn search_by<M: Method>(
    method: M,
    game: &Game,
    stance: Stance,
    settings: &Settings,
) -> Box<dyn AnySearch> {
    match game.dims().class() {
        SizeClass::UpTo9 => Box::new(SizedSearch::<M, 128, 2>::new(
            method, game, stance, settings,
        )),
        SizeClass::UpTo13 => Box::new(SizedSearch::<M, 256, 4>::new(
            method, game, stance, settings,
        )),
        SizeClass::UpTo19 => Box::new(SizedSearch::<M, 512, 8>::new(
            method, game, stance, settings,
        )),
        SizeClass::UpTo25 => Box::new(SizedSearch::<M, 1024, 16>::new(
            method, game, stance, settings,
        )),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::search::puct::{Double, Puct};
    use crate::types::{Color, Dims};

    #[test]
    fn a_search_without_a_thread_makes_its_first_visit_itself() {
        let game = Game::new(Dims::square(5).unwrap(), Rules::default(), 7.0);
        let settings = Settings::default();
        let method = Puct::new(Arc::new(Double), settings.params.clone(), 1_000_000);
        let stance = Stance::plain(Color::Black);
        let mut search = SizedSearch::<_, 128, 2>::new(method, &game, stance, &settings);
        let threads = search
            .shared_mut()
            .begin(Limits::default(), Guidance::default());
        search.go_on_with(0, threads, 1);
        assert!(!search.is_running());
        let report = search.report();
        assert_eq!(report.playouts, 1);
        assert_eq!(report.moves.len(), 26);
    }
}
