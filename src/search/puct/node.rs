//! A node of the tree: what came back from below, what the network said, and
//! the children that have been visited.
//!
//! Values are Black's, from −1 to 1, so that nobody has to turn them.

use super::bias::{Kind, Told};
use super::policy::Policy;
use crate::types::{Move, Point};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

/// A number that several workers read and write; who writes last is right.
#[derive(Default)]
pub struct AtomicF32(AtomicU32);

impl AtomicF32 {
    /// The number.
    #[inline]
    pub fn load(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }

    /// Writes the number.
    #[inline]
    pub fn store(&self, value: f32) {
        self.0.store(value.to_bits(), Relaxed);
    }
}

impl AtomicF32 {
    /// Writes the number; returns the one before.
    pub fn swap(&self, value: f32) -> f32 {
        f32::from_bits(self.0.swap(value.to_bits(), Relaxed))
    }

    /// Adds to the number; no addition is lost.
    pub fn add(&self, more: f32) {
        let add = |bits: u32| Some((f32::from_bits(bits) + more).to_bits());
        // It always has an answer.
        let _ = self.0.fetch_update(Relaxed, Relaxed, add);
    }
}

/// A judgement in numbers, of one leaf or of a whole subtree; Black's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Value {
    /// Wins minus losses, −1..=1.
    pub win: f32,
    /// The share of games without a result, 0..=1.
    pub no_result: f32,
    /// The lead in points.
    pub lead: f32,
    /// The mean of the final score in points.
    pub score: f32,
    /// The mean of its square.
    pub score_square: f32,
}

/// What a subtree is worth, its own evaluation included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// The mean judgement.
    pub value: Value,
    /// The mean of what the search maximises for Black: see [`super::utility`].
    pub utility: f32,
    /// The mean of its square.
    pub utility_square: f32,
    /// How much evidence this rests on, in evaluations.
    pub weight: f32,
    /// The sum of squared weights.
    pub weight_square: f32,
}

#[derive(Default)]
struct AtomicStats([AtomicF32; 9]);

impl AtomicStats {
    fn load(&self) -> Stats {
        let number = |index: usize| self.0[index].load();
        Stats {
            value: Value {
                win: number(0),
                no_result: number(1),
                lead: number(2),
                score: number(3),
                score_square: number(4),
            },
            utility: number(5),
            utility_square: number(6),
            weight: number(7),
            weight_square: number(8),
        }
    }

    fn store(&self, stats: &Stats) {
        let value = &stats.value;
        let numbers = [
            value.win,
            value.no_result,
            value.lead,
            value.score,
            value.score_square,
            stats.utility,
            stats.utility_square,
            stats.weight,
            stats.weight_square,
        ];
        std::iter::zip(&self.0, numbers).for_each(|(slot, number)| slot.store(number));
    }
}

/// What the network, or the count of a finished game, said of a node.
pub struct Judged {
    /// The judgement.
    pub value: Value,
    /// How much it weighs against others; less where the network is unsure.
    pub weight: f32,
    /// The legal moves; none where the game is over.
    pub policy: Option<Policy>,
    /// Which other positions are likely to be misjudged in the same way.
    pub kind: Option<Kind>,
}

/// See the [module](self).
#[derive(Default)]
pub struct Node {
    /// Visits that have come back.
    visits: AtomicU32,
    /// Whether a worker is having the node judged.
    is_claimed: AtomicBool,
    /// What tells it from all others, see [`super::graph`]; 0 for a node that nobody shares.
    key: AtomicU64,
    stats: AtomicStats,
    /// What it has told of its kind.
    pub told: Told,
    judged: OnceLock<Box<Judged>>,
    edges: OnceLock<Box<EdgeBlock>>,
}

impl Node {
    /// Visits that have come back.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// What tells it from all others; 0 for a node that nobody shares.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key.load(Relaxed)
    }

    /// Lets others find it by this key.
    pub fn set_key(&self, key: u64) {
        self.key.store(key, Relaxed);
    }

    /// A visit comes back.
    pub fn count_visit(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// What the subtree is worth.
    #[inline]
    pub fn stats(&self) -> Stats {
        self.stats.load()
    }

    /// Writes what the subtree is worth.
    pub fn set_stats(&self, stats: &Stats) {
        self.stats.store(stats);
    }

    /// What was said of the node itself.
    #[inline]
    pub fn judged(&self) -> Option<&Judged> {
        self.judged.get().map(Box::as_ref)
    }

    /// Takes another policy for the same moves, if the node is judged.
    pub fn set_policy(&mut self, policy: Policy) {
        if let Some(judged) = self.judged.get_mut() {
            judged.policy = Some(policy);
        }
    }

    /// Claims the right to judge the node; granted to one caller at a time.
    pub fn claim(&self) -> Option<Claim<'_>> {
        let is_free = !self
            .is_claimed
            .swap(true, std::sync::atomic::Ordering::Acquire);
        is_free.then(|| Claim(self))
    }

    /// The children that have been visited, in the order of their first visits.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        let first = self.edges.get().map(Box::as_ref);
        std::iter::successors(first, |block| block.next.get().map(Box::as_ref))
            .flat_map(|block| &block.edges)
            .take_while(|edge| edge.is_used())
    }

    /// The edge of a move. It is made if there is none; then `grow` is told
    /// the bytes that were needed, perhaps none.
    pub fn edge(&self, mv: Move, mut grow: impl FnMut(usize)) -> &Edge {
        let code = code_of(mv);
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
        let first = self.edges.get().map(Box::as_ref);
        let blocks = std::iter::successors(first, |block: &&EdgeBlock| {
            block.next.get().map(Box::as_ref)
        });
        blocks.count() * allocated(size_of::<EdgeBlock>()) + self.judged().map_or(0, Judged::bytes)
    }

    /// Changes where each child is.
    pub fn move_children(&mut self, place: impl Fn(u32) -> u32) {
        let mut block = self.edges.get_mut();
        while let Some(inner) = block {
            for edge in &mut inner.edges {
                let child = edge.child.get_mut();
                if *child != NO_CHILD {
                    *child = place(*child);
                }
            }
            block = inner.next.get_mut();
        }
    }
}

/// The right to judge a node. Dropped without a judgement, be it by a panic,
/// it leaves the node to the next one.
pub struct Claim<'a>(&'a Node);

impl Claim<'_> {
    /// Publishes the judgement.
    pub fn publish(self, judged: Judged) {
        // Claims are granted one at a time, and none after a judgement.
        let _ = self.0.judged.set(Box::new(judged));
        std::mem::forget(self);
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.0
            .is_claimed
            .store(false, std::sync::atomic::Ordering::Release);
    }
}

/// Index 0 is a root and nobody's child.
const NO_CHILD: u32 = 0;
/// The code of a move that is none.
const NO_MOVE: u16 = u16::MAX;
/// The code of a pass; no padded index is that high.
const PASS: u16 = u16::MAX - 1;

fn code_of(mv: Move) -> u16 {
    mv.point().map_or(PASS, |point| point.index() as u16)
}

/// The way to a child.
pub struct Edge {
    child: AtomicU32,
    visits: AtomicU32,
    in_flight: AtomicU16,
    mv: AtomicU16,
}

impl Default for Edge {
    fn default() -> Edge {
        Edge {
            child: AtomicU32::new(NO_CHILD),
            visits: AtomicU32::new(0),
            in_flight: AtomicU16::new(0),
            mv: AtomicU16::new(NO_MOVE),
        }
    }
}

impl Edge {
    fn is_used(&self) -> bool {
        self.mv.load(Relaxed) != NO_MOVE
    }

    /// Whether the edge is the move's, perhaps from now on.
    fn take(&self, code: u16) -> bool {
        let taken = self.mv.compare_exchange(NO_MOVE, code, Relaxed, Relaxed);
        taken.is_ok() || taken == Err(code)
    }

    /// The move.
    #[inline]
    pub fn mv(&self) -> Move {
        match self.mv.load(Relaxed) {
            PASS => Move::Pass,
            index => Move::Place(Point::from_index(index as usize)),
        }
    }

    /// Where the child is, once it has been made.
    #[inline]
    pub fn child(&self) -> Option<u32> {
        let child = self.child.load(std::sync::atomic::Ordering::Acquire);
        (child != NO_CHILD).then_some(child)
    }

    /// Makes `fresh` the child, if nobody has made one; returns the child.
    pub fn set_child(&self, fresh: u32) -> u32 {
        use std::sync::atomic::Ordering::{AcqRel, Acquire};
        match self
            .child
            .compare_exchange(NO_CHILD, fresh, AcqRel, Acquire)
        {
            Ok(_) => fresh,
            Err(other) => other,
        }
    }

    /// Visits that have come back this way.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Whether its child has been visited more by other edges than by this one; a visit on this
    /// way then has what they found.
    pub fn is_behind(&self, child: &Node) -> bool {
        self.visits() < child.visits()
    }

    /// Visits on their way.
    #[inline]
    pub fn in_flight(&self) -> u32 {
        u32::from(self.in_flight.load(Relaxed))
    }

    /// A visit sets out.
    pub fn depart(&self) {
        self.in_flight.fetch_add(1, Relaxed);
    }

    /// A visit comes back, with something or (`counts` unset) with nothing.
    pub fn come_back(&self, counts: bool) {
        if counts {
            self.visits.fetch_add(1, Relaxed);
        }
        self.in_flight.fetch_sub(1, Relaxed);
    }
}

/// What is really taken from memory for so many bytes: the allocator keeps the length before them, and cuts
/// multiples of 16.
pub fn allocated(bytes: usize) -> usize {
    (bytes + size_of::<usize>()).next_multiple_of(16)
}

/// A few edges, and the rest behind them.
#[derive(Default)]
struct EdgeBlock {
    edges: [Edge; 5],
    next: OnceLock<Box<EdgeBlock>>,
}

#[cfg(test)]
mod tests {
    use super::*;

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
                node.edge(mv, |_| ()).depart();
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
        let judged = Judged {
            value: Value::default(),
            weight: 1.0,
            policy: None,
            kind: None,
        };
        node.claim().unwrap().publish(judged);
        assert!(node.judged().is_some() && node.claim().is_none());
    }
}
