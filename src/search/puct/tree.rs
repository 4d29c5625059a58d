//! The arena of the nodes: chunks, 32-bit indices, and a bound for the memory.

use super::edge::Edge;
use super::graph::Table;
use super::node::Node;
use crate::types::Move;
use std::collections::TryReserveError;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};

/// Nodes in a chunk.
const CHUNK: usize = 1 << 10;
/// To give so many back takes some hundredths of a second.
const MANY_CHUNKS: usize = 64;
/// More than a visit usually needs on a board of 625 points.
const LARGEST_VISIT: usize = 2048;
/// What a visit is taken to need when tables for a tree are made: on 9×9 it needs less, and they still do.
const USUAL_VISIT: usize = 512;

/// A tree of [`Node`]s within a fixed limit of memory.
pub struct Tree {
    chunks: Vec<OnceLock<Box<[Node]>>>,
    table: Table,
    /// The first index never handed out.
    end: AtomicU32,
    root: u32,
    /// Bytes that nodes use besides the chunks.
    extra_bytes: AtomicUsize,
    /// The most bytes that all may use.
    most_bytes: usize,
    /// Whether the system had no memory for one more chunk.
    is_refused: AtomicBool,
}

impl Tree {
    /// An empty tree that takes at most `bytes` bytes, and has room for a few nodes at least.
    pub fn new(bytes: usize) -> Tree {
        let chunk_bytes = CHUNK * size_of::<Node>();
        let chunks = (bytes / chunk_bytes).clamp(2, u32::MAX as usize / CHUNK - 1);
        let tree = Tree {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            table: Table::new(usual_nodes(bytes).min(chunks * CHUNK)),
            end: AtomicU32::new(1),
            root: 0,
            extra_bytes: AtomicUsize::new(0),
            most_bytes: bytes.max(4 * chunk_bytes),
            is_refused: AtomicBool::new(false),
        };
        tree.make_chunk(0).expect("memory for the root of a tree");
        tree
    }

    /// Forgets everything but an empty root.
    pub fn clear(&mut self) {
        let chunks = self.chunks[1..].iter_mut();
        drop_beside(chunks.filter_map(OnceLock::take).collect());
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

    /// Makes a chunk, if nobody has done so.
    ///
    /// # Errors
    /// If the system has no memory for it.
    fn make_chunk(&self, chunk: usize) -> Result<(), TryReserveError> {
        let chunk = &self.chunks[chunk];
        if chunk.get().is_none() {
            // Where two workers make it at once, the first one's stays.
            let _ = chunk.set(fresh_nodes(CHUNK)?);
        }
        Ok(())
    }

    /// The node with this index.
    #[inline]
    pub fn node(&self, index: u32) -> &Node {
        let chunk = self.chunks[index as usize / CHUNK].get();
        &chunk.expect("it was made before its first node was handed out")[index as usize % CHUNK]
    }

    fn node_mut(&mut self, index: u32) -> &mut Node {
        let chunk = self.chunks[index as usize / CHUNK].get_mut();
        &mut chunk.expect("the node was handed out")[index as usize % CHUNK]
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
    pub fn nodes(&self) -> (usize, usize) {
        let used = self.end.load(Relaxed) as usize;
        // The table is there from the start.
        let per_node = ((self.bytes() - self.table.bytes()) / used).max(size_of::<Node>());
        (
            used,
            used + self.most_bytes.saturating_sub(self.bytes()) / per_node,
        )
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        let chunks = (self.end.load(Relaxed) as usize).div_ceil(CHUNK);
        chunks * CHUNK * size_of::<Node>() + self.table.bytes() + self.extra_bytes.load(Relaxed)
    }

    /// Counts bytes that a node has come to need.
    pub fn grow(&self, bytes: usize) {
        self.extra_bytes.fetch_add(bytes, Relaxed);
    }

    /// Whether the system had no memory for more.
    pub fn is_refused(&self) -> bool {
        self.is_refused.load(Relaxed)
    }

    /// Asks the system again for memory that it did not have.
    pub fn ask_again(&mut self) {
        *self.is_refused.get_mut() = false;
    }

    /// Whether there is no room for another visit.
    pub fn is_full(&self) -> bool {
        self.is_refused.load(Relaxed)
            || self.bytes() + CHUNK * size_of::<Node>() + LARGEST_VISIT > self.most_bytes
            || self.end.load(Relaxed) as usize >= self.chunks.len() * CHUNK
    }

    /// A new node, or none if the tree is full. Where the system has no more memory, it is taken for full.
    pub fn allocate(&self) -> Option<u32> {
        if self.is_full() {
            return None;
        }
        let most = (self.chunks.len() * CHUNK) as u32;
        let next = |end: u32| {
            if end >= most {
                return None;
            }
            if self.make_chunk(end as usize / CHUNK).is_err() {
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

    /// The node in which a way goes on to the position with this key, from an edge that leads to `child`; none if the tree is
    /// full. Superko may forbid other moves there than on the way that made the edge: such a way goes on beside it.
    pub fn child_for(&self, key: u64, child: u32) -> Option<u32> {
        match self.node(child).is_found_by(key) {
            true => Some(child),
            false => self.find_or_make(key),
        }
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

    /// The root and the nodes below it, each once, and each after all its parents. Where ways go round, which happens
    /// without superko, one of the nodes on the round comes before a parent.
    pub fn reachable(&self) -> Vec<u32> {
        let children = |index| self.node(index).edges().filter_map(Edge::child);
        let mut seen = vec![false; self.end.load(Relaxed) as usize];
        seen[self.root as usize] = true;
        // Depth first: a node is done when everything below it is.
        let mut open = vec![(self.root, children(self.root))];
        let mut done = Vec::new();
        while let Some((index, rest)) = open.last_mut() {
            let is_new = |child: &u32| !std::mem::replace(&mut seen[*child as usize], true);
            match rest.find(is_new) {
                Some(child) => open.push((child, children(child))),
                None => {
                    done.push(*index);
                    open.pop();
                }
            }
        }
        done.reverse();
        done
    }

    /// Drops the least visited nodes, at least half of all but the children of the root. What was found
    /// below a node stays as the judgement of the node itself, with the weight of all its visits; visited again, it
    /// gets new children. `on_drop` sees first what is dropped, and each node that loses its children.
    pub fn prune(&mut self, on_drop: impl Fn(&Node)) {
        let least = self.visits_of_the_upper_half();
        let root = self.root;
        for index in (0..*self.end.get_mut()).filter(|&index| index != root) {
            let node = self.node_mut(index);
            if node.visits() < least && node.edges().next().is_some() {
                on_drop(node);
                node.close();
            }
        }
        self.compact(on_drop);
    }

    /// So many visits that at most half of the nodes have a parent with as many.
    fn visits_of_the_upper_half(&self) -> u32 {
        let mut of_parent = vec![0; self.end.load(Relaxed) as usize];
        for index in 0..self.end.load(Relaxed) {
            let parent = self.node(index);
            for child in parent.edges().filter_map(Edge::child) {
                let most = &mut of_parent[child as usize];
                *most = parent.visits().max(*most);
            }
        }
        let middle = of_parent.len() / 2;
        *of_parent.select_nth_unstable(middle).1 + 1
    }

    /// Moves the nodes below the root together and gives the memory of all others back; `on_drop` sees each of these first.
    pub fn compact(&mut self, on_drop: impl Fn(&Node)) {
        let mut kept = self.reachable();
        let mut is_kept = vec![false; *self.end.get_mut() as usize];
        kept.iter()
            .for_each(|&index| is_kept[index as usize] = true);
        let dropped = (0..).zip(&is_kept).filter(|(_, is_kept)| !**is_kept);
        dropped.for_each(|(index, _)| on_drop(self.node(index)));
        // The root first, the others in the order in which they stand: so each moves towards the front.
        kept[1..].sort_unstable();
        // The root's place stays 0: an edge that comes round to it loses its child.
        let mut places = vec![0; *self.end.get_mut() as usize];
        let root = std::mem::take(self.node_mut(self.root));
        *self.node_mut(0) = root;
        for (place, &old) in kept.iter().enumerate().skip(1) {
            places[old as usize] = place as u32;
            let node = std::mem::take(self.node_mut(old));
            *self.node_mut(place as u32) = node;
        }
        let end = kept.len();
        let mut extra = 0;
        for index in 0..end as u32 {
            let node = self.node_mut(index);
            node.move_children(|child| places[child as usize]);
            extra += node.bytes();
        }
        let old_end = std::mem::replace(self.end.get_mut(), end as u32);
        for index in end as u32..old_end.min(end.next_multiple_of(CHUNK) as u32) {
            *self.node_mut(index) = Node::default();
        }
        let unused = end.div_ceil(CHUNK);
        self.chunks[unused..]
            .iter_mut()
            .for_each(|chunk| drop(chunk.take()));
        *self.extra_bytes.get_mut() = extra;
        *self.is_refused.get_mut() = false;
        self.root = 0;
        self.table.clear();
        for index in (1..end as u32).filter(|&index| self.node(index).key() != 0) {
            self.table.insert(index, |index| self.node(index).key());
        }
    }
}

/// About how many nodes so many bytes have room for.
pub fn usual_nodes(bytes: usize) -> usize {
    bytes / USUAL_VISIT
}

/// Gives memory back, on a thread of its own where that would keep somebody waiting.
fn drop_beside(chunks: Vec<Box<[Node]>>) {
    if chunks.len() >= MANY_CHUNKS {
        // If the system gives no thread, they are dropped here.
        let _ = std::thread::Builder::new().spawn(move || drop(chunks));
    }
}

/// So many nodes of which nothing is known.
///
/// # Errors
/// If the system has no memory for them.
fn fresh_nodes(count: usize) -> Result<Box<[Node]>, TryReserveError> {
    let mut nodes = Vec::new();
    nodes.try_reserve_exact(count)?;
    nodes.resize_with(count, Node::default);
    Ok(nodes.into_boxed_slice())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::puct::node::Judged;
    use crate::search::puct::stats::{Stats, Value};
    use crate::types::Point;
    use std::cell::Cell;

    fn mv(index: usize) -> Move {
        Move::Place(Point::from_index(index))
    }

    /// A child of `parent`, with as many visits as its index in the beginning.
    fn child(tree: &Tree, parent: u32, index: usize) -> u32 {
        let fresh = tree.allocate().unwrap();
        let edge = tree
            .node(parent)
            .edge_or_new(mv(index), |bytes| tree.grow(bytes));
        assert_eq!(edge.set_child(fresh), fresh);
        for _ in 0..fresh {
            tree.node(fresh).count_visit();
        }
        fresh
    }

    #[test]
    fn compaction_keeps_what_is_below_the_root() {
        let mut tree = Tree::new(2_000_000);
        for index in 1..40 {
            let below = child(&tree, 0, index);
            for index in 1..60 {
                child(&tree, below, index);
            }
        }
        assert!(tree.advance(mv(7)));
        let visits = |tree: &Tree| -> Vec<u32> {
            let edges = tree.root().edges();
            edges
                .map(|edge| tree.node(edge.child().unwrap()).visits())
                .collect()
        };
        let (before, bytes) = (visits(&tree), tree.bytes());
        let dropped = Cell::new(0);
        tree.compact(|node| dropped.set(dropped.get() + node.visits() as usize));
        assert_eq!(visits(&tree), before);
        // Every node but the first root had as many visits as its index.
        let all: usize = (0..=39 * 60).sum();
        let kept: u32 = before.iter().sum::<u32>() + tree.root().visits();
        assert_eq!(dropped.get(), all - kept as usize);
        assert_eq!((tree.nodes().0, before.len()), (60, 59));
        assert!(tree.bytes() < bytes / 2, "{} of {bytes}", tree.bytes());
        // What is handed out now is fresh.
        let fresh = tree.allocate().unwrap();
        assert_eq!((fresh, tree.node(fresh).visits()), (60, 0));
        assert!(!tree.advance(mv(99)) && tree.advance(mv(5)));
    }

    #[test]
    fn pruning_keeps_what_was_found() {
        let mut tree = Tree::new(10_000_000);
        let judged = || Judged {
            value: Value::default(),
            utility_variance: 0.0,
            weight: 0.5,
            policy: None,
            kind: None,
        };
        tree.root().claim().unwrap().publish(judged());
        // Two children of the root, one of 100 visits with ten children and one of 20 with more.
        for (index, visits, leaves) in [(1, 100, 10), (2, 20, 14)] {
            let middle = child(&tree, 0, index);
            let node = tree.node(middle);
            node.claim().unwrap().publish(judged());
            (node.visits()..visits).for_each(|_| node.count_visit());
            node.set_stats(&Stats {
                value: Value {
                    win_loss: 0.25,
                    ..Value::default()
                },
                weight: 40.0,
                ..Stats::default()
            });
            for index in 3..3 + leaves {
                let leaf = tree.allocate().unwrap();
                tree.node(middle)
                    .edge_or_new(mv(index), |_| ())
                    .set_child(leaf);
                tree.node(leaf).count_visit();
            }
        }
        (0..120).for_each(|_| tree.root().count_visit());
        tree.prune(|_| ());
        assert_eq!(tree.nodes().0, 1 + 2 + 10);
        let of_root: Vec<&Node> = tree
            .root()
            .edges()
            .map(|edge| tree.node(edge.child().unwrap()))
            .collect();
        assert_eq!(of_root[0].edges().count(), 10);
        let closed = of_root[1];
        assert_eq!(
            (
                closed.visits(),
                closed.ended_visits(),
                closed.edges().count()
            ),
            (20, 20, 0)
        );
        let judged = closed.judged().unwrap();
        assert_eq!(
            (judged.value.win_loss, judged.weight),
            (0.25, 2.0),
            "its twenty visits weigh 40 as before"
        );
    }

    /// Lets a move lead from one node to another.
    fn join(tree: &Tree, parent: u32, child: u32) {
        let edge = tree.node(parent).edge_or_new(mv(child as usize), |_| ());
        edge.set_child(child);
    }

    #[test]
    fn parents_come_before_their_children_however_long_the_way() {
        let tree = Tree::new(10_000_000);
        let nodes: Vec<u32> = (0..5).map(|_| tree.allocate().unwrap()).collect();
        // To the last node there is a short way and a long one, to that in the middle too.
        let ways = [(0, 5), (0, 3), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5)];
        for (parent, child) in ways {
            join(&tree, parent, child);
        }
        let order = tree.reachable();
        let place = |node: u32| order.iter().position(|&found| found == node).unwrap();
        assert_eq!(order.len(), 1 + nodes.len());
        for (parent, child) in ways {
            assert!(place(parent) < place(child), "{order:?}");
        }
        // A round ends, and counts each node once.
        join(&tree, 4, 2);
        join(&tree, 5, 3);
        let mut order = tree.reachable();
        assert_eq!(order[0], 0);
        order.sort_unstable();
        assert_eq!(order, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_way_that_comes_round_to_the_new_root_loses_its_child() {
        let mut tree = Tree::new(10_000_000);
        assert!((1..4).all(|index| tree.allocate() == Some(index)));
        for (parent, child) in [(0, 1), (1, 2), (2, 1), (2, 3)] {
            join(&tree, parent, child);
        }
        assert!(tree.advance(mv(1)));
        tree.compact(|_| ());
        assert_eq!(tree.nodes().0, 3);
        let below = tree.node(tree.root().edges().next().unwrap().child().unwrap());
        let children: Vec<Option<u32>> = below.edges().map(Edge::child).collect();
        assert_eq!(children, [None, Some(2)]);
    }

    #[test]
    fn a_full_tree_refuses() {
        let tree = Tree::new(0);
        let made = std::iter::from_fn(|| tree.allocate()).count();
        assert!(made > 1000 && tree.is_full());
    }

    #[test]
    fn a_tree_for_which_the_system_has_no_memory_is_full() {
        assert!(fresh_nodes(usize::MAX / size_of::<Node>()).is_err());
        let mut tree = Tree::new(10_000_000);
        tree.is_refused.store(true, Relaxed);
        assert!(tree.is_full() && tree.allocate().is_none());
        tree.clear();
        assert!(!tree.is_full() && tree.allocate() == Some(1));
    }

    #[test]
    fn a_cleared_tree_is_as_a_new_one() {
        let mut tree = Tree::new(10_000_000);
        let bytes = tree.bytes();
        for index in 1..2000 {
            child(&tree, 0, index);
        }
        tree.clear();
        assert_eq!((tree.bytes(), tree.root().edges().count()), (bytes, 0));
        let fresh = tree.allocate().unwrap();
        assert_eq!((fresh, tree.node(fresh).visits()), (1, 0));
    }
}
