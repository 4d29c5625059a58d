//! A node of the tree: what came back from below, what the network said, and
//! the children that have been visited.

use super::atomic::AtomicF32;
use super::edge::{Edge, EdgeBlock};
use super::policy::Policy;
use super::stats::{AtomicStats, Stats, Value};
use crate::search::puct::bias::{Bias, BiasKey};
use crate::search::puct::utility::Utility;
use crate::types::Move;
use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicBool, AtomicU32, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

/// What the network, or a count, said of a node.
#[derive(Default)]
pub struct NodeEvaluation {
    /// What it is worth.
    pub value: Value,
    /// The variance of the utility below, where the evaluation stands for what a search had found there; else 0.
    pub utility_variance: f32,
    /// How much it weighs against others; less where the network is unsure.
    pub weight: f32,
    /// The legal moves; none where the game is over.
    pub policy: Option<Policy>,
    /// Which other positions are likely to be misjudged in the same way.
    pub bias_key: Option<BiasKey>,
}

impl NodeEvaluation {
    /// The same as if it had been found by a search, with this utility.
    pub fn stats(&self, utility: f32) -> Stats {
        Stats {
            value: self.value,
            utility,
            utility_square: utility * utility + self.utility_variance,
            weight: self.weight,
            weight_square: self.weight * self.weight,
        }
    }

    /// Bytes on the heap that a node takes for an evaluation.
    pub fn bytes(&self) -> usize {
        let policy = self.policy.as_ref();
        allocated(size_of::<NodeEvaluation>())
            + policy.map_or(0, |policy| allocated(policy.bytes()))
    }
}

/// See the [module](self).
#[derive(Default)]
pub struct Node {
    /// Visits that have come back.
    visits: AtomicU32,
    /// Whether a worker is having the node evaluated.
    is_claimed: AtomicBool,
    /// By which [`crate::search::puct::graph`] finds it; 0 if no key finds it: then whoever comes by its edge goes on in it.
    key: AtomicU64,
    stats: AtomicStats,
    /// See [`Node::own_utility`]; 0 while it is to be worked out.
    own_utility: AtomicF32,
    /// What it has told of its kind.
    pub bias_contribution: Bias,
    evaluation: OnceLock<Box<NodeEvaluation>>,
    edges: OnceLock<Box<EdgeBlock>>,
}

impl Node {
    /// Visits that have come back.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Acquire)
    }

    /// The key by which [`crate::search::puct::graph`] finds it; 0 if none does.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key.load(Relaxed)
    }

    /// Whether a descent to the position with this key may go on here. A node without a key accepts every descent.
    #[inline]
    pub fn is_found_by(&self, key: u64) -> bool {
        let own = self.key();
        own == key || own == 0
    }

    /// Lets others find it by this key.
    pub fn set_key(&self, key: u64) {
        self.key.store(key, Relaxed);
    }

    /// A visit comes back.
    pub fn count_visit(&self) {
        self.visits.fetch_add(1, Release);
    }

    /// How many visits went no further: that which evaluated the node; all where the game is over; and those that found no
    /// allowed move.
    pub fn own_visits(&self) -> u32 {
        let onwards: u32 = self.edges().map(Edge::visits).sum();
        self.visits().saturating_sub(onwards).max(1)
    }

    /// Whether it has been evaluated, and most of its visits went on to its moves. A node that has lost its children to others is
    /// not: its visits tell nothing of its moves.
    pub fn is_searched(&self) -> bool {
        self.evaluation().is_some() && self.own_visits() <= self.visits().max(2) / 2
    }

    /// What the subtree is worth.
    #[inline]
    pub fn stats(&self) -> Stats {
        self.stats.load()
    }

    /// The utility of the subtree: see [`Stats::utility`].
    #[inline]
    pub fn utility(&self) -> f32 {
        self.stats.utility()
    }

    /// How much evidence the subtree rests on: see [`Stats::weight`].
    #[inline]
    pub fn weight(&self) -> f32 {
        self.stats.weight()
    }

    /// Writes what the subtree is worth.
    pub fn set_stats(&self, stats: &Stats) {
        self.stats.store(stats);
    }

    /// What was said of the node itself.
    #[inline]
    pub fn evaluation(&self) -> Option<&NodeEvaluation> {
        self.evaluation.get().map(Box::as_ref)
    }

    /// The utility of this evaluation, which is the node's. Each visit asks for it twice, so that it is kept until it is forgotten.
    pub fn own_utility(&self, evaluation: &NodeEvaluation, utility: &Utility) -> f32 {
        let known = self.own_utility.load();
        if known != 0.0 {
            return known;
        }
        let own = utility.of(&evaluation.value);
        self.own_utility.store(own);
        own
    }

    /// Has the utility of the node's own evaluation worked out anew, since values have other utilities now.
    pub fn forget_utility(&self) {
        self.own_utility.store(0.0);
    }

    /// Takes another policy for the same moves, if the node is evaluated.
    pub fn set_policy(&mut self, policy: Policy) {
        if let Some(evaluation) = self.evaluation.get_mut() {
            evaluation.policy = Some(policy);
        }
    }

    /// Gives the children up: what was found below becomes what the node itself is taken to be worth.
    pub fn collapse(&mut self) {
        self.edges.take();
        self.forget_utility();
        let (stats, visits) = (self.stats(), self.visits().max(1));
        if let Some(evaluation) = self.evaluation.get_mut() {
            evaluation.value = stats.value;
            let variance = stats.utility_square - stats.utility * stats.utility;
            evaluation.utility_variance = variance.max(0.0);
            // All visits end here from now on, so that together they weigh what they weighed before.
            evaluation.weight = stats.weight / visits as f32;
            // The value is not the network's own any more, and tells nothing of its bias.
            evaluation.bias_key = None;
        }
    }

    /// Claims the right to judge the node; granted to one caller at a time.
    pub fn claim(&self) -> Option<Claim<'_>> {
        let is_free = !self.is_claimed.swap(true, Acquire);
        is_free.then(|| Claim(self))
    }

    fn edge_blocks(&self) -> impl Iterator<Item = &EdgeBlock> {
        let first = self.edges.get().map(Box::as_ref);
        std::iter::successors(first, |block| block.next.get().map(Box::as_ref))
    }

    /// The children that have been visited, in the order of their first visits.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        let edges = self.edge_blocks().flat_map(|block| &block.edges);
        edges.take_while(|edge| edge.is_used())
    }

    /// The edge of a move that has been visited.
    pub fn find_edge(&self, mv: Move) -> Option<&Edge> {
        self.edges().find(|edge| edge.mv() == mv)
    }

    /// The edge of a move. It is made if there is none; then `grow` is told
    /// the bytes that were needed, perhaps none.
    pub fn edge_or_new(&self, mv: Move, mut grow: impl FnMut(usize)) -> &Edge {
        let code = mv.code();
        let mut slot = &self.edges;
        loop {
            let block = slot.get_or_init(|| {
                grow(allocated(size_of::<EdgeBlock>()));
                Box::default()
            });
            let found = block.edges.iter().find(|edge| edge.take(code));
            if let Some(edge) = found {
                return edge;
            }
            slot = &block.next;
        }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        self.edge_blocks().count() * allocated(size_of::<EdgeBlock>())
            + self.evaluation().map_or(0, NodeEvaluation::bytes)
    }

    /// Changes where each child is.
    pub fn move_children(&mut self, place: impl Fn(u32) -> u32) {
        self.for_each_edge(|edge| edge.move_child(&place));
    }

    /// Has a move lead to another child, and forgets the visits that it has had without one of that child.
    pub(super) fn redirect(&mut self, mv: Move, child: u32, child_visits: u32) {
        let mut lost = 0;
        self.for_each_edge(|edge| {
            if edge.is_used() && edge.mv() == mv {
                lost = edge.redirect(child, child_visits);
            }
        });
        let visits = self.visits.get_mut();
        *visits = visits.saturating_sub(lost);
    }

    fn for_each_edge(&mut self, mut change: impl FnMut(&mut Edge)) {
        let mut block = self.edges.get_mut();
        while let Some(inner) = block {
            inner.edges.iter_mut().for_each(&mut change);
            block = inner.next.get_mut();
        }
    }
}

/// The right to evaluate a node. Dropped without an evaluation, be it by a panic,
/// it leaves the node to the next one.
pub struct Claim<'a>(&'a Node);

impl Claim<'_> {
    /// Publishes the evaluation.
    pub fn publish(self, evaluation: NodeEvaluation) {
        // Claims are granted one at a time, and none after an evaluation.
        let _ = self.0.evaluation.set(Box::new(evaluation));
        std::mem::forget(self);
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.0.is_claimed.store(false, Release);
    }
}

/// What is really taken from memory for so many bytes: the allocator keeps the length before them, and cuts
/// multiples of 16.
fn allocated(bytes: usize) -> usize {
    (bytes + size_of::<usize>()).next_multiple_of(16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Params;
    use crate::types::Point;

    fn evaluation(score: f32) -> NodeEvaluation {
        let value = Value {
            score,
            score_square: score * score,
            ..Value::default()
        };
        NodeEvaluation {
            value,
            utility_variance: 0.0,
            weight: 1.0,
            policy: None,
            bias_key: None,
        }
    }

    #[test]
    fn a_node_without_children_is_small() {
        assert!(size_of::<Node>() <= 96, "{}", size_of::<Node>());
        assert!(size_of::<EdgeBlock>() <= 80, "{}", size_of::<EdgeBlock>());
    }

    #[test]
    fn every_move_has_one_edge_whoever_asks() {
        let node = Node::default();
        let ask = |_| {
            for index in 1..100 {
                let mv = Move::Place(Point::from_index(index));
                node.edge_or_new(mv, |_| ()).depart();
            }
        };
        std::thread::scope(|scope| {
            (0..4).for_each(|thread| drop(scope.spawn(move || ask(thread))));
        });
        assert_eq!(node.edges().count(), 99);
        assert!(node.edges().all(|edge| edge.in_flight() == 4));
    }

    #[test]
    fn a_claim_that_is_dropped_is_free_again() {
        let node = Node::default();
        let claim = node.claim();
        assert!(claim.is_some() && node.claim().is_none());
        assert!(node.claim().is_none(), "a refusal frees nothing");
        drop(claim);
        node.claim().unwrap().publish(evaluation(0.0));
        assert!(node.evaluation().is_some() && node.claim().is_none());
    }

    #[test]
    fn its_own_utility_stays_until_it_is_forgotten_or_the_value_is_another() {
        let mut node = Node::default();
        node.claim().unwrap().publish(evaluation(5.0));
        let own = |node: &Node, center: f32| {
            let utility = Utility::new(&Params::default(), 81, center);
            node.own_utility(node.evaluation().unwrap(), &utility)
        };
        let before = own(&node, 0.0);
        assert_eq!(own(&node, 9.0), before);
        node.forget_utility();
        assert!(own(&node, 9.0) < before);
        node.set_stats(&evaluation(20.0).stats(0.5));
        node.collapse();
        assert!(own(&node, 9.0) > before);
    }
}
