//! The tree in its arena, and a bound for all the memory.

pub mod atomic;
pub mod edge;
pub mod node;
pub mod policy;
mod prune;
pub mod stats;
mod table;

use crate::search::NodeCount;
use crate::search::driver::arena::Arena;
use crate::search::driver::headroom::{HEADROOM, leave};
use crate::types::Move;
use edge::Edge;
use node::Node;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};
use table::Table;

/// Nodes in a chunk.
const CHUNK: usize = 1 << 10;
const CHUNK_BYTES: usize = Arena::<Node, CHUNK>::CHUNK_BYTES;
/// More than a visit usually needs on a board of 625 points.
const LARGEST_VISIT: usize = 2048;
/// What a visit is taken to need when tables for a tree are made: on 9×9 it needs less, and they still do.
const USUAL_VISIT: usize = 512;

/// How many nodes are made, with all that they and the network's memory need, before the system is asked whether it has more.
const NODES_PER_QUESTION: u32 = 64;
/// To be sorted out, a tree needs at most such a part of what it takes.
const SORTING_PART: usize = 16;

/// A tree of [`Node`]s within a fixed limit of memory.
pub struct Tree {
    arena: Arena<Node, CHUNK>,
    table: Table,
    /// The first index never handed out.
    end: AtomicU32,
    root: u32,
    /// Bytes that nodes use besides the chunks.
    extra_bytes: AtomicUsize,
    /// The most bytes that all may use.
    most_bytes: usize,
    /// Whether the system had no more memory when it was asked.
    is_refused: AtomicBool,
}

impl Tree {
    /// An empty tree that takes at most `bytes` bytes, and has room for a few nodes at least.
    pub fn new(bytes: usize) -> Tree {
        let arena = Arena::<Node, CHUNK>::new(bytes);
        Tree {
            table: Table::new(usual_nodes(bytes).min(arena.capacity())),
            arena,
            end: AtomicU32::new(1),
            root: 0,
            extra_bytes: AtomicUsize::new(0),
            most_bytes: bytes.max(4 * CHUNK_BYTES),
            is_refused: AtomicBool::new(false),
        }
    }

    /// Forgets everything but an empty root.
    pub fn clear(&mut self) {
        self.arena.drop_from(1);
        let used = (*self.end.get_mut() as usize).min(CHUNK);
        // The first chunk stays: the system might not give it again.
        for index in 0..used as u32 {
            *self.node_mut(index) = Node::default();
        }
        self.table.clear();
        self.root = 0;
        *self.end.get_mut() = 1;
        *self.extra_bytes.get_mut() = 0;
        *self.is_refused.get_mut() = false;
    }

    /// The node with this index.
    #[inline]
    pub fn node(&self, index: u32) -> &Node {
        self.arena.item(index)
    }

    fn node_mut(&mut self, index: u32) -> &mut Node {
        self.arena.item_mut(index)
    }

    /// The root.
    pub fn root(&self) -> &Node {
        self.node(self.root)
    }

    /// The root, to be changed.
    pub fn root_mut(&mut self) -> &mut Node {
        self.node_mut(self.root)
    }

    /// The number of nodes handed out, and of nodes for which there seems to be room.
    pub fn nodes(&self) -> NodeCount {
        let used = self.end.load(Relaxed) as usize;
        // The table is counted whole from the start.
        let per_node = ((self.bytes() - self.table.bytes()) / used).max(size_of::<Node>());
        NodeCount {
            used,
            room: used + self.most_bytes.saturating_sub(self.bytes()) / per_node,
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        let chunks = (self.end.load(Relaxed) as usize).div_ceil(CHUNK);
        chunks * CHUNK_BYTES + self.table.bytes() + self.extra_bytes.load(Relaxed)
    }

    /// Counts bytes that a node has come to need.
    pub fn grow(&self, bytes: usize) {
        self.extra_bytes.fetch_add(bytes, Relaxed);
    }

    /// Asks the system again whether it has memory for more, if it had none.
    pub fn ask_again(&mut self) {
        if *self.is_refused.get_mut() {
            *self.is_refused.get_mut() = self.has_no_headroom();
        }
    }

    /// Whether the system would lack memory for all else, or for sorting this tree out, beside one more chunk.
    fn has_no_headroom(&self) -> bool {
        leave(HEADROOM + CHUNK_BYTES + self.bytes() / SORTING_PART).is_err()
    }

    /// Whether there is no room for another visit.
    pub fn is_full(&self) -> bool {
        self.is_refused.load(Relaxed)
            || self.bytes() + CHUNK_BYTES + LARGEST_VISIT > self.most_bytes
            || self.end.load(Relaxed) as usize >= self.arena.capacity()
    }

    /// A new node, or none if the tree is full. Where the system has no more memory, it is taken for full.
    pub fn allocate(&self) -> Option<u32> {
        if self.is_full() {
            return None;
        }
        let most = self.arena.capacity() as u32;
        let next = |end: u32| {
            if end >= most {
                return None;
            }
            let is_time_to_ask = end.is_multiple_of(NODES_PER_QUESTION);
            if is_time_to_ask && self.has_no_headroom()
                || self.arena.make_chunk(end as usize / CHUNK).is_err()
            {
                self.is_refused.store(true, Relaxed);
                return None;
            }
            Some(end + 1)
        };
        self.end.fetch_update(Relaxed, Relaxed, next).ok()
    }

    /// The node with this key.
    fn find(&self, key: u64) -> Option<u32> {
        self.table.find(key, |index| self.node(index).key())
    }

    /// The node with this key, or a new one that is found by it from now on; none if the tree is full.
    pub fn find_or_make(&self, key: u64) -> Option<u32> {
        if let Some(found) = self.find(key) {
            return Some(found);
        }
        let fresh = self.allocate()?;
        self.node(fresh).set_key(key);
        // Another worker may just have made one.
        Some(self.table.insert(fresh, |index| self.node(index).key()))
    }

    /// The node in which a path goes on to the position with this key, from an edge that leads to `child`; none if the tree is
    /// full. Other moves may repeat a position there than on the path that made the edge: then it is another node than `child`.
    pub fn child_for(&self, key: u64, child: u32) -> Option<u32> {
        match self.node(child).is_found_by(key) {
            true => Some(child),
            false => self.find_or_make(key),
        }
    }

    /// Has each move at the root lead to the node that a path from there goes on in, which has this key, and forgets the visits that
    /// have gone elsewhere: other moves repeated a position where the edge was made. A full tree has no room for such nodes if
    /// there are none.
    pub fn redirect_root(&mut self, mut key_after: impl FnMut(Move) -> u64) {
        let children = self.root().edges();
        let children = children.filter_map(|edge| Some((edge.mv(), edge.child()?)));
        let children: Vec<(Move, u32)> = children.collect();
        for (mv, child) in children {
            let Some(index) = self.child_for(key_after(mv), child) else {
                return;
            };
            if index != child {
                let visits = self.node(index).visits();
                self.root_mut().redirect(mv, index, visits);
            }
        }
    }

    /// The child that an edge leads to, and how much of the evidence for it came this way; none if nothing did.
    #[inline]
    pub fn evidence(&self, edge: &Edge) -> Option<(&Node, f32)> {
        let child = self.node(edge.child()?);
        let weight = share_of(child, edge.visits().min(child.visits()));
        (weight > 0.0).then_some((child, weight))
    }

    /// What the evidence for a child would be if all visits that came by this edge had gone on in it, and none in a node
    /// beside the edge.
    #[inline]
    pub fn effort(&self, edge: &Edge) -> f32 {
        let child = edge.child().map(|child| self.node(child));
        match child.filter(|child| child.visits() > 0) {
            Some(child) => share_of(child, edge.visits()),
            None => edge.visits() as f32,
        }
    }

    /// Has each node's own utility worked out anew, since values have other utilities now.
    pub fn forget_utilities(&self) {
        (0..self.end.load(Relaxed)).for_each(|index| self.node(index).forget_utility());
    }

    /// How often the root's move `mv` has been searched.
    pub fn visits_of(&self, mv: Move) -> u32 {
        let edge = self.root().find_edge(mv);
        edge.map_or(0, Edge::visits)
    }

    /// Makes the child of the root that `mv` leads to the new root; false if there is none.
    pub fn advance(&mut self, mv: Move) -> bool {
        let edge = self.root().find_edge(mv);
        let Some(child) = edge.and_then(|edge| edge.child()) else {
            return false;
        };
        self.root = child;
        true
    }
}

/// The weight of so many of a node's visits.
#[inline]
fn share_of(node: &Node, visits: u32) -> f32 {
    node.weight() * (visits as f32 / node.visits().max(1) as f32)
}

/// About how many nodes so many bytes have room for.
pub fn usual_nodes(bytes: usize) -> usize {
    bytes / USUAL_VISIT
}

#[cfg(test)]
mod tests;
