//! What is done to a kept tree before a search, and to a full one in between.
//!
//! Before a search, in this order: a tree that other moves were legal in is forgotten, the root gets children of its own, what was
//! not played is dropped, the root gets a policy of its own, moves that are alike are found, and all nodes are worked out anew for
//! its score. Where there is no time to drop anything, the policy and the score of the root stay those of a position within the tree;
//! so does the policy where there is no time for the network to look at the root.

use super::Puct;
use super::bias::BiasTable;
use super::graph;
use super::leaf::evaluate::{self, LeafEvaluator};
use super::leaf::oracle::Oracle;
use super::root_symmetry::RootSymmetry;
use super::tracked_descent::TrackedDescent;
use super::tree::node::{Node, NodeEvaluation};
use crate::search::driver::method::Method;
use crate::search::driver::root::Root;
use crate::search::{Guidance, Limits, NodeCount};
use crate::types::Move;
use std::sync::PoisonError;
use std::time::Duration;

/// About what each node takes when a tree is compacted or pruned and memory given back.
const SORTING_TIME: Duration = Duration::from_micros(2);

/// A tree that cannot be sorted out has room for a search if one of so many parts of it is free.
const LEAST_ROOM: usize = 8;

/// The score to be expected may move by so many points before all nodes are worked out anew for it.
const CENTER_TOLERANCE: f32 = 0.05;

impl<O: Oracle> Puct<O> {
    /// Makes the tree ready for a search from this root.
    pub(super) fn make_ready<const N: usize, const W: usize>(
        &mut self,
        root: &Root<N, W>,
        limits: &Limits,
        guidance: &Guidance,
    ) {
        let mut tracked = TrackedDescent::new(root);
        self.forget_unlike(&tracked);
        if self.needs_upkeep {
            self.redirect_root(&mut tracked);
        }
        let is_sorted_out = self.needs_upkeep && self.drop_what_was_not_played(limits);
        let has_policy = !self.needs_upkeep || is_sorted_out && self.renew_policy(root, limits);
        self.root_symmetry = self.find_root_symmetry(root, guidance);
        // What cannot be done now is left to the next search.
        if is_sorted_out || !self.needs_upkeep && !self.is_near_center() {
            self.needs_upkeep = !self.work_out_anew(root, limits) || !has_policy;
        }
    }

    /// About how long it takes to sort the tree out.
    fn sorting_time(&self) -> Duration {
        SORTING_TIME * self.tree().nodes().used as u32
    }

    /// Drops all that is not below the root any more, unless the search would end before that is done: then it is left to the
    /// next search, or if the tree is nearly full, the whole of it is dropped, which takes no time. Returns whether it has been
    /// sorted out.
    fn drop_what_was_not_played(&mut self, limits: &Limits) -> bool {
        if !limits.has_time_for(self.sorting_time()) {
            let NodeCount { used, room } = self.tree().nodes();
            if self.tree().is_full() || room - used < room / LEAST_ROOM {
                self.clear();
            }
            return false;
        }
        let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        tree.compact(|node| forget(&self.biases, node));
        true
    }

    /// Drops what has been visited least, if the tree is still full; false if there is no time for that, or if it is of no use: what is
    /// given back may stay with the program's allocator, where the system does not see it.
    pub(super) fn make_room(&self, limits: &Limits) -> bool {
        if !limits.has_time_for(self.sorting_time()) {
            return false;
        }
        let mut tree = self.tree.write().unwrap_or_else(PoisonError::into_inner);
        // Others may have given some back.
        tree.ask_again();
        if tree.is_full() {
            tree.prune(|node| forget(&self.biases, node));
        }
        !tree.is_full()
    }

    /// Forgets a tree whose root was evaluated where another order of moves led to it, if superko forbade other moves there.
    fn forget_unlike<const N: usize, const W: usize>(&mut self, at_root: &TrackedDescent<N, W>) {
        let is_alike =
            |evaluation: &NodeEvaluation| evaluate::offers_legal_moves(evaluation, at_root);
        if !self.tree_mut().root().evaluation().is_none_or(is_alike) {
            self.clear();
        }
    }

    /// Which moves at the root are alike, so that only one of them is searched.
    fn find_root_symmetry<const N: usize, const W: usize>(
        &self,
        root: &Root<N, W>,
        guidance: &Guidance,
    ) -> RootSymmetry {
        if guidance.restrictions.reaches(0) {
            // All moves that the restrictions allow are searched, alike or not.
            return RootSymmetry::default();
        }
        let tree = self.tree();
        let mut root_symmetry = RootSymmetry::of(root, |point| tree.visits_of(Move::Place(point)));
        let shares = guidance.least_shares.iter().map(|&(mv, _)| mv);
        let asked_for = guidance.compared.into_iter().chain(shares);
        asked_for.for_each(|mv| root_symmetry.keep(mv));
        root_symmetry
    }

    /// Has the moves at the root lead to the nodes that a descent from there goes on in.
    fn redirect_root<const N: usize, const W: usize>(
        &mut self,
        tracked: &mut TrackedDescent<N, W>,
    ) {
        if !self.params.shares_nodes() {
            return;
        }
        self.tree_mut().redirect_root(|mv| {
            tracked.begin();
            tracked.play(mv);
            graph::key(tracked)
        });
    }

    /// Asks for the policy of a root that was evaluated as a position within the tree, perhaps after the same moves in another
    /// order; false if there is no time for that and for the visit which each search makes.
    fn renew_policy<const N: usize, const W: usize>(
        &mut self,
        root: &Root<N, W>,
        limits: &Limits,
    ) -> bool {
        let mut evaluator = LeafEvaluator::new(&self.oracle, &self.params, root);
        let visits = evaluator.root_symmetries + 1;
        if !limits.has_time_for(visits * limits.visit_time) {
            return false;
        }
        let policy = evaluator.root_policy(root);
        self.tree_mut().root_mut().set_policy(policy);
        true
    }

    /// Whether the score of the root is still the one that the utilities in the tree take for granted.
    fn is_near_center(&self) -> bool {
        let score = self.tree().root().stats().value.score;
        (score - self.center.load()).abs() < CENTER_TOLERANCE
    }

    /// Works all nodes out anew, for the score that the root has now; false if the search ends before that is done.
    fn work_out_anew<const N: usize, const W: usize>(
        &self,
        root: &Root<N, W>,
        limits: &Limits,
    ) -> bool {
        let stats = self.tree().root().stats();
        if stats.weight <= 0.0 {
            return true;
        }
        self.center.store(stats.value.score);
        let tree = self.tree();
        self.backup(&tree, root.board.dims())
            .refresh_all(root.stance.to_move, limits)
    }
}

/// Takes out what a node has told of its kind, which is about to be dropped.
fn forget(biases: &BiasTable, node: &Node) {
    if let Some(bias_key) = node.evaluation().and_then(|evaluation| evaluation.bias_key) {
        biases.remove(&node.bias_contribution, bias_key);
    }
}
