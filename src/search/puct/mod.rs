//! The method of neural networks: a policy proposes, a value judges (PUCT).
//!
//! ```text
//!   worker: descend ──> evaluate ──> back up
//!             │           │          └ each node on the way is worked out anew from its children
//!             │           └ the network, or a count where nothing is left to play for; superko is asked once for each move
//!             └ value so far, plus exploration by policy; visits on their way count in part as losses until they are back
//! ```
//!
//! A visit judges one position and adds one node. The policy stays in the
//! parent, two bytes a point, and a child is made when it is first visited. Orders of moves that lead
//! to one position share its node ([`graph`]).
//! Nobody waits for another but where two meet at a leaf: visits are counted by atomic additions; what a node is worth
//! is worked out by whoever comes back through it, and who writes last is right. Its numbers are written one by one: those of two who write at
//! once may stand beside each other until the next one comes back. Only when the memory is full one worker
//! has the tree alone for a moment, drops what was visited least, and the search goes on.
//! After KataGo (<https://github.com/lightvector/KataGo>, `docs/KataGoMethods.md`).

mod backup;
mod bias;
mod graph;
pub mod leaf;
mod report;
mod root_symmetry;
mod select;
mod tracked_descent;
mod tree;
mod upkeep;
mod utility;
mod worker;

use super::driver::method::{Method, RootReport, Task};
use super::driver::root::Root;
use super::report::RootMove;
use crate::net::model::Evaluation;
use crate::search::{Guidance, Limits, NodeCount, Params};
use crate::types::{Color, Dims, Move};
use backup::Backup;
use bias::BiasTable;
use leaf::evaluate::LeafEvaluator;
use leaf::oracle::Oracle;
use rand_pcg::Pcg64Mcg;
use report::RootView;
use root_symmetry::RootSymmetry;
use select::{Place, Selection};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use tree::Tree;
use tree::atomic::AtomicF32;
use tree::node::{Node, NodeEvaluation};
use tree::stats::{OWNER_UNITS, Stats};
use utility::Utility;
use worker::Worker;

/// Visits that a node can count.
const MAX_VISITS: u32 = u32::MAX - (1 << 20);

/// See the [module](self).
pub struct Puct<O> {
    /// All visits and reports read it at once; what they change is atomic. Only who makes room has it alone.
    tree: RwLock<Tree>,
    oracle: Arc<O>,
    params: Params,
    /// The score to be expected at the root, Black's view; 0 before it is known.
    center: AtomicF32,
    biases: BiasTable,
    /// Whether something is still to be done that a new root asks for: see [`upkeep`].
    needs_upkeep: bool,
    root_symmetry: RootSymmetry,
    /// As [`Report::collisions`](super::Report::collisions).
    collisions: AtomicU64,
}

impl<O: Oracle> Puct<O> {
    /// An empty tree in at most `bytes` bytes that asks this oracle.
    pub fn new(oracle: Arc<O>, params: Params, bytes: usize) -> Puct<O> {
        Puct {
            tree: RwLock::new(Tree::new(bytes)),
            oracle,
            params,
            center: AtomicF32::default(),
            biases: BiasTable::new(tree::usual_nodes(bytes)),
            needs_upkeep: false,
            root_symmetry: RootSymmetry::default(),
            collisions: AtomicU64::new(0),
        }
    }

    fn root_stats(&self, tree: &Tree, color: Color, dims: Dims) -> Stats {
        let root = tree.root();
        let Some(evaluation) = root.evaluation() else {
            return root.stats();
        };
        let selection = self.selection(
            tree,
            dims,
            color,
            root,
            evaluation,
            Place::Root { noise: 0.0 },
        );
        report::pruned_root_stats(&selection)
    }

    /// How a move is chosen in this node, which has this evaluation and stands there.
    fn selection<'a>(
        &'a self,
        tree: &'a Tree,
        dims: Dims,
        color: Color,
        node: &'a Node,
        evaluation: &'a NodeEvaluation,
        place: Place,
    ) -> Selection<'a> {
        let utility = self.utility(dims);
        Selection {
            tree,
            node,
            evaluation,
            params: &self.params,
            dims,
            color,
            utility_bound: utility.bound(),
            own_utility: node.own_utility(evaluation, &utility),
            place,
        }
    }

    fn utility(&self, dims: Dims) -> Utility {
        Utility::new(&self.params, dims.area(), self.center.load())
    }

    fn tree(&self) -> RwLockReadGuard<'_, Tree> {
        self.tree.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn tree_mut(&mut self) -> &mut Tree {
        self.tree.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn backup<'a>(&'a self, tree: &'a Tree, dims: Dims) -> Backup<'a> {
        Backup {
            tree,
            biases: &self.biases,
            correction: self.params.bias_correction,
            dims,
            utility: self.utility(dims),
        }
    }
}

impl<O: Oracle> Method for Puct<O> {
    type Worker<'r, const N: usize, const W: usize> = Worker<'r, O, N, W>;

    const OWNER_UNITS: i32 = OWNER_UNITS;
    const FAIR_SHARE: f32 = report::FAIR_SHARE;

    fn begin<const N: usize, const W: usize>(
        &mut self,
        root: &Root<N, W>,
        limits: &Limits,
        guidance: &Guidance,
    ) {
        self.tree_mut().ask_again();
        *self.collisions.get_mut() = 0;
        self.make_ready(root, limits, guidance);
    }

    fn worker<'r, const N: usize, const W: usize>(
        &'r self,
        task: &'r Task<'r, N, W>,
        _random: Pcg64Mcg,
    ) -> Worker<'r, O, N, W> {
        Worker::new(self, task)
    }

    fn is_saturated(&self) -> bool {
        self.tree().root().visits() >= MAX_VISITS
    }

    fn clear(&mut self) {
        self.root_symmetry = RootSymmetry::default();
        self.tree_mut().clear();
        self.biases.clear();
        self.center.store(0.0);
        self.needs_upkeep = false;
    }

    fn advance(&mut self, moves: &[Move]) {
        if moves.is_empty() {
            return;
        }
        self.root_symmetry = RootSymmetry::default();
        let tree = self.tree_mut();
        if !moves.iter().all(|&mv| tree.advance(mv)) || !tree.root().is_searched() {
            return self.clear();
        }
        self.needs_upkeep = true;
    }

    fn root_visits(&self) -> u64 {
        self.tree().root().visits().into()
    }

    fn report<const N: usize, const W: usize>(&self, root: &Root<N, W>) -> RootReport {
        let (tree, dims) = (self.tree(), root.board.dims());
        let view = RootView {
            stats: self.root_stats(&tree, root.stance.to_move, dims),
            tree: &tree,
            root,
            root_symmetry: &self.root_symmetry,
            utility_bound: self.utility(dims).bound(),
        };
        view.report()
    }

    fn root_moves<const N: usize, const W: usize>(&self, root: &Root<N, W>) -> Vec<RootMove> {
        report::root_moves(&self.tree(), &self.root_symmetry, root.stance.to_move)
    }

    fn raw_evaluation<const N: usize, const W: usize>(
        &self,
        root: &Root<N, W>,
    ) -> Option<Arc<Evaluation>> {
        Some(LeafEvaluator::new(&self.oracle, &self.params, root).raw_evaluation(root))
    }

    fn nodes(&self) -> NodeCount {
        self.tree().nodes()
    }

    fn collisions(&self) -> u64 {
        self.collisions.load(Relaxed)
    }
}

#[cfg(test)]
mod double;
#[cfg(test)]
pub use double::Double;
#[cfg(test)]
mod tests;
