//! A node of the tree: 32 bytes of atomics, two to a cache line.

use crate::search::driver::method::Sharing;
use crate::types::Move;
use std::sync::atomic::{
    AtomicU16, AtomicU32, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

/// Fixed point: this many units make a value of 1.
pub const VALUE_UNITS: u64 = 1024;
/// Bits of a [`Stats`] word that hold the sum of values.
const VALUE_BITS: u32 = 37;
/// A [`Stats`] word counts at most this many visits; a search stops there.
pub const MAX_VISITS: u64 = (1 << (64 - VALUE_BITS)) - 1;

/// A visit count and a sum of values in 0..=1, in one word, so that both
/// change in one atomic addition and no update is lost or torn.
#[derive(Default)]
pub struct Stats(AtomicU64);

/// A value in 0..=1 in units, rounded to the nearest. Rounding happens here,
/// once for each visit, so that all sums that a visit goes into agree.
#[inline(always)]
pub fn units_of(value: f32) -> u64 {
    (value * VALUE_UNITS as f32 + 0.5) as u64
}

impl Stats {
    /// Adds `visits` visits and a sum of values of `units` units.
    #[inline(always)]
    pub fn add(&self, visits: u64, units: u64, sharing: Sharing) {
        let delta = (visits << VALUE_BITS) + units;
        match sharing {
            Sharing::Alone => self
                .0
                .store(self.0.load(Relaxed).wrapping_add(delta), Relaxed),
            Sharing::Shared => {
                self.0.fetch_add(delta, Relaxed);
            }
        }
    }

    /// The number of visits.
    #[inline(always)]
    pub fn visits(&self) -> u64 {
        self.0.load(Relaxed) >> VALUE_BITS
    }

    /// The number of visits and the sum of their values.
    #[inline(always)]
    pub fn read(&self) -> (f32, f32) {
        let word = self.0.load(Relaxed);
        let visits = (word >> VALUE_BITS) as f32;
        let units = (word & ((1 << VALUE_BITS) - 1)) as f32;
        (visits, units * (1.0 / VALUE_UNITS as f32))
    }

    /// Copies the numbers of `source`.
    pub fn copy_from(&self, source: &Stats) {
        self.0.store(source.0.load(Relaxed), Relaxed);
    }
}

/// Marks a node whose children are being made by one worker.
const EXPANDING: u32 = u32::MAX;
/// Marks a node without children; index 0 is the first root and nobody's child.
const NO_CHILDREN: u32 = 0;

/// What the tree knows of one move. Values are from the view of the player who made the move.
#[derive(Default)]
pub struct Node {
    /// Playouts through this node.
    pub stats: Stats,
    /// Playouts in which this move was played later by the same player (RAVE).
    pub rave: Stats,
    first_child: AtomicU32,
    /// Prior knowledge: a virtual number of visits …
    prior_visits: AtomicU16,
    /// … and their mean value, in 65535ths.
    prior_value: AtomicU16,
    child_count: AtomicU16,
    mv: AtomicU16,
}

/// What is known of a move before it is tried: as if `visits` playouts had had the mean `value`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// The weight, in playouts.
    pub visits: f32,
    /// The mean value, 0..=1, for the player who moves.
    pub value: f32,
}

impl Node {
    /// Prepares a fresh or recycled node.
    pub fn reset(&self, mv: Move, prior: Prior) {
        self.stats.copy_from(&Stats::default());
        self.rave.copy_from(&Stats::default());
        self.first_child.store(NO_CHILDREN, Relaxed);
        self.child_count.store(0, Relaxed);
        self.mv.store(mv.code(), Relaxed);
        self.prior_visits.store(prior.visits as u16, Relaxed);
        self.prior_value
            .store((prior.value * 65535.0) as u16, Relaxed);
    }

    /// Makes this node equal to `source`.
    pub fn copy_from(&self, source: &Node) {
        self.stats.copy_from(&source.stats);
        self.rave.copy_from(&source.rave);
        self.first_child
            .store(source.first_child.load(Relaxed), Relaxed);
        self.prior_visits
            .store(source.prior_visits.load(Relaxed), Relaxed);
        self.prior_value
            .store(source.prior_value.load(Relaxed), Relaxed);
        self.child_count
            .store(source.child_count.load(Relaxed), Relaxed);
        self.mv.store(source.mv.load(Relaxed), Relaxed);
    }

    /// The move that leads here.
    #[inline(always)]
    pub fn mv(&self) -> Move {
        Move::from_code(self.mv.load(Relaxed))
    }

    /// The padded index of the point played. That of a pass is higher than any, and its lower bits are all set.
    #[inline(always)]
    pub fn move_index(&self) -> usize {
        self.mv.load(Relaxed) as usize
    }

    /// The prior given at birth.
    #[inline(always)]
    pub fn prior(&self) -> Prior {
        Prior {
            visits: self.prior_visits.load(Relaxed) as f32,
            value: self.prior_value.load(Relaxed) as f32 * (1.0 / 65535.0),
        }
    }

    /// Index of the first child and number of children, if they have been made.
    #[inline(always)]
    pub fn children(&self) -> Option<(u32, usize)> {
        match self.first_child.load(Acquire) {
            NO_CHILDREN | EXPANDING => None,
            first => Some((first, self.child_count.load(Relaxed) as usize)),
        }
    }

    /// Claims the right to make the children; granted to one caller only.
    #[inline]
    pub fn claim_expansion(&self) -> Option<Claim<'_>> {
        self.first_child
            .compare_exchange(NO_CHILDREN, EXPANDING, Relaxed, Relaxed)
            .ok()
            .map(|_| Claim(self))
    }

    /// Publishes children that are completely written.
    pub fn publish_children(&self, first: u32, count: usize) {
        self.child_count.store(count as u16, Relaxed);
        self.first_child.store(first, Release);
    }
}

/// The right to make a node's children. Dropped without them, be it by a
/// panic, it leaves the node to the next who wants to make them.
pub struct Claim<'a>(&'a Node);

impl Claim<'_> {
    /// Publishes children that are completely written.
    pub fn publish(self, first: u32, count: usize) {
        self.0.publish_children(first, count);
        std::mem::forget(self);
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.0.first_child.store(NO_CHILDREN, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_half_a_cache_line() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn stats_hold_visits_and_values_apart() {
        let stats = Stats::default();
        for _ in 0..1000 {
            stats.add(1, units_of(0.5), Sharing::Shared);
            stats.add(1, units_of(1.0), Sharing::Alone);
        }
        assert_eq!(stats.read(), (2000.0, 1500.0));
    }

    #[test]
    fn values_are_not_rounded_to_one_side() {
        for value in [0.9996, 0.0004, 0.5013, 0.3333] {
            let stats = Stats::default();
            for _ in 0..1000 {
                stats.add(1, units_of(value), Sharing::Alone);
                stats.add(1, units_of(1.0 - value), Sharing::Alone);
            }
            let (_, sum) = stats.read();
            assert_eq!(sum, 1000.0, "{value}");
        }
    }

    #[test]
    fn no_update_is_lost_between_threads() {
        let stats = Stats::default();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    (0..50_000).for_each(|_| stats.add(1, units_of(1.0), Sharing::Shared))
                });
            }
        });
        assert_eq!(stats.read(), (200_000.0, 200_000.0));
    }

    #[test]
    fn one_claim_wins_between_threads() {
        let nodes: Vec<Node> = std::iter::repeat_with(Node::default).take(20_000).collect();
        let claim = || {
            let mut claims = 0;
            for claim in nodes.iter().filter_map(Node::claim_expansion) {
                claim.publish(1, 0);
                claims += 1;
            }
            claims
        };
        let claims: usize = std::thread::scope(|scope| {
            let claimers = [(); 4].map(|()| scope.spawn(claim));
            claimers
                .into_iter()
                .map(|claimer| claimer.join().unwrap())
                .sum()
        });
        assert_eq!(claims, nodes.len());
    }

    #[test]
    fn one_claim_wins() {
        let node = Node::default();
        node.reset(
            Move::Pass,
            Prior {
                visits: 0.0,
                value: 0.5,
            },
        );
        let claim = node.claim_expansion();
        assert!(claim.is_some() && node.claim_expansion().is_none());
        drop(claim);
        let claim = node.claim_expansion().expect("it has been given back");
        assert_eq!(node.children(), None);
        claim.publish(7, 3);
        assert!(node.claim_expansion().is_none());
        assert_eq!(node.children(), Some((7, 3)));
    }
}
