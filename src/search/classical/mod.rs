//! The classical method: RAVE chooses, a playout judges, wins are backed up.
//!
//! ```text
//!   worker: descend ──> expand ──> evaluate ──> back up
//!             │           │           │            └ visits and values on the way, RAVE for siblings
//!             │           │           └ one playout to the end of the game
//!             │           └ children with priors; each is asked for superko, once
//!             └ best blend of own and RAVE statistics; a visit is counted on the way down
//! ```
//!
//! A node gets all its children at once, when it has been visited a few
//! times, and hand-made knowledge gives each some virtual playouts to begin with.
//! Nobody locks: children are claimed by one compare-and-swap and published
//! when they are written; statistics are atomic additions of a visit count and a
//! value in one word. A visit counted on the way down is the virtual loss. A
//! lone worker uses plain loads and stores instead.

mod evaluate;
mod ladders;
mod node;
mod prior;
mod rave_buffer;
mod report;
mod select;
mod tree;
mod worker;

use super::driver::method::{Method, RootReport, Task};
use super::driver::root::Root;
use super::report::RootMove;
use super::{Guidance, Limits, NodeCount, Params};
use crate::types::Move;
use node::MAX_VISITS;
use rand_pcg::Pcg64Mcg;
use std::time::Duration;
use tree::Tree;
pub use tree::give_back_spare_room;
use worker::Worker;

/// Visits that may still come in when the root is said to be full.
const SPARE_VISITS: u64 = 1024;

/// What each node takes when a tree is moved together, with as much to spare for a busy machine.
const MOVING_TIME: Duration = Duration::from_nanos(40);

/// See the [module](self).
pub struct Classical {
    tree: Tree,
    params: Params,
}

impl Classical {
    /// An empty tree in at most `bytes` bytes.
    pub fn new(params: Params, bytes: usize) -> Classical {
        Classical {
            tree: Tree::new(bytes),
            params,
        }
    }
}

impl Method for Classical {
    type Worker<'r, const N: usize, const W: usize> = Worker<'r, N, W>;

    const OWNER_UNITS: i32 = 1;
    const FAIR_SHARE: f32 = 1.0;

    fn begin<const N: usize, const W: usize>(
        &mut self,
        _root: &Root<N, W>,
        limits: &Limits,
        _guidance: &Guidance,
    ) {
        let tree = &mut self.tree;
        if tree.is_compact() || tree.used() <= tree.capacity() / 4 {
            return;
        }
        if limits.has_time_for(MOVING_TIME * tree.used() as u32) {
            if tree.compact().is_err() {
                tree.clear();
            }
        } else if tree.is_full() {
            tree.clear();
        }
    }

    fn worker<'r, const N: usize, const W: usize>(
        &'r self,
        task: &'r Task<'r, N, W>,
        random: Pcg64Mcg,
    ) -> Worker<'r, N, W> {
        Worker::new(self, task, random)
    }

    fn is_saturated(&self) -> bool {
        self.tree.root().stats.visits() >= MAX_VISITS - SPARE_VISITS
    }

    fn clear(&mut self) {
        self.tree.clear();
    }

    fn advance(&mut self, moves: &[Move]) {
        if !moves.iter().all(|&mv| self.tree.advance(mv)) {
            self.tree.clear();
        }
    }

    fn root_visits(&self) -> u64 {
        self.tree.root().stats.visits()
    }

    fn report<const N: usize, const W: usize>(&self, _root: &Root<N, W>) -> RootReport {
        report::root_report(&self.tree)
    }

    fn root_moves<const N: usize, const W: usize>(&self, _root: &Root<N, W>) -> Vec<RootMove> {
        report::root_moves(&self.tree)
    }

    fn nodes(&self) -> NodeCount {
        NodeCount {
            used: self.tree.used(),
            room: self.tree.capacity(),
        }
    }
}

#[cfg(test)]
mod tests;
