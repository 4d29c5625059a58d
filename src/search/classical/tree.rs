//! The tree in its arena: siblings side by side.
//!
//! Workers only ever take new nodes from the end. A full arena means that
//! nothing more is expanded, never that thinking stops. Between searches the
//! subtree under a new root is kept and, when room is short, moved together.
//!
//! A node takes 32 bytes and is found by a 32-bit index. So a GB of 10⁹ bytes
//! holds 31 million nodes: 380 thousand expansions of the empty 9x9 board, 86
//! thousand of 19x19.

use super::node::{Node, Prior};
use crate::search::driver::arena::{Arena, Spare};
use crate::types::Move;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Nodes per chunk; siblings never straddle two chunks.
const CHUNK: usize = 1 << 14;
/// More siblings than any board can have (625 points and a pass).
const MAX_SIBLINGS: usize = 640;

/// Room that trees have had and may have again.
static SPARE: Spare<Node> = Spare::new();

/// Gives the room back that no tree uses now, for a search by another method.
pub fn give_back_spare_room() {
    SPARE.keep_at_most(0);
}

/// A tree of [`Node`]s within a fixed limit of memory.
pub struct Tree {
    arena: Arena<Node, CHUNK>,
    /// The first index never handed out.
    end: AtomicU32,
    root: u32,
}

impl Tree {
    /// An empty tree that will hold at most `bytes` bytes of nodes, and at least a few expansions.
    pub fn new(bytes: usize) -> Tree {
        let mut tree = Tree {
            arena: Arena::sharing(bytes, &SPARE),
            end: AtomicU32::new(0),
            root: 0,
        };
        tree.clear();
        tree
    }

    /// Forgets everything but an empty root.
    pub fn clear(&mut self) {
        self.root = 0;
        *self.end.get_mut() = 1;
        self.arena.set_aside_from(1);
        self.node(0).reset(
            Move::Pass,
            Prior {
                visits: 0.0,
                value: 0.5,
            },
        );
    }

    /// The number of nodes handed out, garbage included.
    pub fn used(&self) -> usize {
        self.end.load(Relaxed) as usize
    }

    /// The number of nodes that fit.
    pub fn capacity(&self) -> usize {
        self.arena.capacity()
    }

    /// Whether the root has not moved since the tree was begun or moved together.
    pub fn is_compact(&self) -> bool {
        self.root == 0
    }

    /// Whether no further expansion is sure to find room.
    pub fn is_full(&self) -> bool {
        self.used() + MAX_SIBLINGS > self.capacity()
    }

    /// The node with this index.
    #[inline(always)]
    pub fn node(&self, index: u32) -> &Node {
        self.arena.item(index)
    }

    /// The index of the root.
    pub fn root_index(&self) -> u32 {
        self.root
    }

    /// The root.
    pub fn root(&self) -> &Node {
        self.node(self.root)
    }

    /// `count` siblings from index `first` on.
    #[inline(always)]
    pub fn siblings(&self, first: u32, count: usize) -> &[Node] {
        self.arena.items(first, count)
    }

    /// The children of a node, none before they have been made.
    #[inline(always)]
    pub fn children(&self, node: &Node) -> &[Node] {
        match node.children() {
            Some((first, count)) => self.siblings(first, count),
            None => &[],
        }
    }

    /// Room for `count` siblings, or none if the tree is full.
    pub fn allocate(&self, count: usize) -> Option<u32> {
        let mut found = None;
        let reserve = |end: u32| {
            let start = place(end as usize, count);
            found = (start + count <= self.capacity()).then_some(start as u32);
            found.map(|start| start + count as u32)
        };
        self.end.fetch_update(Relaxed, Relaxed, reserve).ok()?;
        let first = found?;
        if self.arena.make_chunk(first as usize / CHUNK).is_err() {
            // Nothing more is to be had of the system: what there is has to do.
            self.end.fetch_max(self.capacity() as u32, Relaxed);
            return None;
        }
        Some(first)
    }

    /// Makes the child of the root that `mv` leads to the new root; false if there is none.
    pub fn advance(&mut self, mv: Move) -> bool {
        let Some((first, count)) = self.root().children() else {
            return false;
        };
        let Some(offset) = self
            .siblings(first, count)
            .iter()
            .position(|child| child.mv() == mv)
        else {
            return false;
        };
        self.root = first + offset as u32;
        true
    }

    /// Moves the tree under the root together and sets the rest of the memory aside.
    ///
    /// Children always stand behind their parents, and packing is monotone,
    /// so that each block of siblings moves towards the front and never over a block not yet moved.
    ///
    /// # Errors
    /// If there is no memory to do it with; the tree is as it was.
    pub fn compact(&mut self) -> Result<(), TryReserveError> {
        let old_root = self.root;
        let mut blocks = self.blocks_below_root()?;
        // Where memory ran short, a chunk between others may be missing.
        let last = blocks
            .last()
            .map_or(0, |block| block.first as usize / CHUNK);
        (0..=last).try_for_each(|chunk| self.arena.make_chunk(chunk))?;
        self.node(0).copy_from(self.node(old_root));
        let mut end = 1;
        for i in 0..blocks.len() {
            let Block {
                parent,
                first,
                count,
                ..
            } = blocks[i];
            let target = place(end, count);
            for offset in 0..count {
                self.node((target + offset) as u32)
                    .copy_from(self.node(first + offset as u32));
            }
            blocks[i].target = target as u32;
            let parent = if parent == old_root {
                0
            } else {
                moved_index(&blocks[..i], parent)
            };
            self.node(parent).publish_children(target as u32, count);
            end = target + count;
        }
        self.root = 0;
        *self.end.get_mut() = end as u32;
        self.arena.set_aside_from(end.div_ceil(CHUNK));
        Ok(())
    }

    /// The blocks of siblings below the root, in index order.
    fn blocks_below_root(&self) -> Result<Vec<Block>, TryReserveError> {
        let mut blocks: Vec<Block> = self.block_of(self.root).into_iter().collect();
        let mut next = 0;
        while next < blocks.len() {
            let Block { first, count, .. } = blocks[next];
            blocks.try_reserve(count)?;
            blocks.extend((first..first + count as u32).filter_map(|parent| self.block_of(parent)));
            next += 1;
        }
        blocks.sort_unstable_by_key(|block| block.first);
        Ok(blocks)
    }

    fn block_of(&self, parent: u32) -> Option<Block> {
        let (first, count) = self.node(parent).children()?;
        Some(Block {
            parent,
            first,
            count,
            target: first,
        })
    }
}

/// Siblings on the move.
#[derive(Clone, Copy)]
struct Block {
    parent: u32,
    first: u32,
    count: usize,
    target: u32,
}

/// Where a node of one of these blocks, sorted and already moved, now stands.
fn moved_index(blocks: &[Block], old: u32) -> u32 {
    let behind = blocks.partition_point(|block| block.first <= old);
    let block = &blocks[behind - 1];
    block.target + (old - block.first)
}

/// The first index from `end` on where `count` siblings fit into one chunk.
fn place(end: usize, count: usize) -> usize {
    if end % CHUNK + count <= CHUNK {
        end
    } else {
        end.next_multiple_of(CHUNK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::driver::method::Sharing;
    use crate::types::Point;
    use std::sync::Barrier;

    const EVEN: Prior = Prior {
        visits: 0.0,
        value: 0.5,
    };

    fn expand(tree: &Tree, parent: u32, count: usize) -> u32 {
        let first = tree.allocate(count).unwrap();
        for (i, child) in tree.siblings(first, count).iter().enumerate() {
            child.reset(Move::Place(Point::from_index(i + 1)), EVEN);
            child.stats.add(first as u64 + i as u64, 0, Sharing::Alone);
        }
        tree.node(parent).publish_children(first, count);
        first
    }

    /// Visit counts of the subtree, depth first.
    fn visits(tree: &Tree, node: &Node) -> Vec<u64> {
        let below = tree
            .children(node)
            .iter()
            .flat_map(|child| visits(tree, child));
        std::iter::once(node.stats.visits()).chain(below).collect()
    }

    impl Tree {
        /// The first node and the number of all siblings below the root, in index order; checks that
        /// the arena holds nothing but these, each behind the one before.
        pub(in crate::search) fn checked_blocks(&self) -> Vec<(u32, usize)> {
            let blocks = self.blocks_below_root().unwrap();
            let mut end = self.root as usize + 1;
            for block in &blocks {
                assert_eq!(block.first as usize, place(end, block.count));
                end = block.first as usize + block.count;
            }
            assert_eq!(end, self.used(), "nodes handed out and lost");
            blocks
                .iter()
                .map(|block| (block.first, block.count))
                .collect()
        }
    }

    #[test]
    fn siblings_stay_in_one_chunk() {
        let tree = Tree::new(4 * CHUNK * size_of::<Node>());
        for _ in 0..100 {
            let first = tree.allocate(600).unwrap() as usize;
            assert_eq!(first / CHUNK, (first + 599) / CHUNK);
        }
    }

    #[test]
    fn a_full_tree_refuses_and_keeps_its_size() {
        let tree = Tree::new(0);
        let expansions = std::iter::repeat_with(|| tree.allocate(600))
            .take_while(Option::is_some)
            .count();
        assert!(expansions > 50);
        assert!(tree.is_full());
        assert!(tree.used() <= tree.capacity());
    }

    #[test]
    fn no_node_is_handed_out_twice() {
        // Each round is over in a moment: whoever starts late meets nobody.
        for _ in 0..100 {
            let tree = Tree::new(4 * CHUNK * size_of::<Node>());
            let start = Barrier::new(4);
            let take = || -> Vec<u32> {
                start.wait();
                std::iter::from_fn(|| tree.allocate(7)).collect()
            };
            let mut firsts = std::thread::scope(|scope| {
                let takers = [(); 4].map(|()| scope.spawn(take));
                takers.map(|taker| taker.join().unwrap()).concat()
            });
            firsts.sort_unstable();
            assert!(firsts.windows(2).all(|pair| pair[0] + 7 <= pair[1]));
            assert!(firsts.len() * 7 > 4 * (CHUNK - 7));
        }
    }

    #[test]
    fn compaction_keeps_the_subtree_and_frees_the_rest() {
        let mut tree = Tree::new(8 * CHUNK * size_of::<Node>());
        let first = expand(&tree, 0, 300);
        for i in 0..300 {
            let grandchildren = expand(&tree, first + i, 200);
            expand(&tree, grandchildren + 5, 100);
        }
        assert!(tree.advance(Move::Place(Point::from_index(151))));
        let before = visits(&tree, tree.root());
        let used = tree.used();
        tree.compact().unwrap();
        assert_eq!(visits(&tree, tree.root()), before);
        assert_eq!(before.len(), 301);
        assert!(tree.used() < used / 100);
        assert!(!tree.advance(Move::Pass));
    }
}
