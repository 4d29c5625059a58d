//! The ways from a node to its children.

use crate::types::Move;
use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicU16, AtomicU32,
    Ordering::{AcqRel, Acquire, Relaxed},
};

/// Index 0 is a root and nobody's child.
const NO_CHILD: u32 = 0;
/// Stands for no move: no code is that high.
const NO_MOVE: u16 = u16::MAX;

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
    /// Whether a move has taken this edge.
    pub(super) fn is_used(&self) -> bool {
        self.mv.load(Relaxed) != NO_MOVE
    }

    /// Whether the edge is the move's, perhaps from now on.
    pub(super) fn take(&self, code: u16) -> bool {
        // Most are taken already, and to read is cheaper than to exchange.
        match self.mv.load(Relaxed) {
            NO_MOVE => {
                let taken = self.mv.compare_exchange(NO_MOVE, code, Relaxed, Relaxed);
                taken.is_ok() || taken == Err(code)
            }
            taken => taken == code,
        }
    }

    /// The move.
    #[inline]
    pub fn mv(&self) -> Move {
        Move::from_code(self.mv.load(Relaxed))
    }

    /// Where the child is, once it has been made.
    #[inline]
    pub fn child(&self) -> Option<u32> {
        let child = self.child.load(Acquire);
        (child != NO_CHILD).then_some(child)
    }

    /// Makes `fresh` the child, if nobody has made one; returns the child.
    pub fn set_child(&self, fresh: u32) -> u32 {
        match self
            .child
            .compare_exchange(NO_CHILD, fresh, AcqRel, Acquire)
        {
            Ok(_) => fresh,
            Err(other) => other,
        }
    }

    /// Follows the child to its new place. A child that is the root now, which happens where paths form a cycle, is given up: index 0
    /// is nobody's child.
    pub(super) fn move_child(&mut self, place: impl Fn(u32) -> u32) {
        let child = self.child.get_mut();
        if *child != NO_CHILD {
            *child = place(*child);
        }
    }

    /// Makes another node the child, and keeps at most as many visits as that one has; returns how many are lost.
    pub(super) fn redirect(&mut self, child: u32, child_visits: u32) -> u32 {
        *self.child.get_mut() = child;
        let visits = self.visits.get_mut();
        let lost = visits.saturating_sub(child_visits);
        *visits -= lost;
        lost
    }

    /// Visits that have come back this way.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
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

    /// A visit comes back with something.
    pub fn come_back(&self) {
        self.visits.fetch_add(1, Relaxed);
        self.withdraw();
    }

    /// A visit comes back with nothing.
    pub fn withdraw(&self) {
        self.in_flight.fetch_sub(1, Relaxed);
    }
}

/// A few edges, and the rest behind them.
#[derive(Default)]
pub(super) struct EdgeBlock {
    pub(super) edges: [Edge; 5],
    pub(super) next: OnceLock<Box<EdgeBlock>>,
}
