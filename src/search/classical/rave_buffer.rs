//! RAVE statistics on their way to the tree.
//!
//! Each playout adds to the RAVE statistics of half the children of every
//! node it went through. Near the root all workers do that to the same nodes,
//! and would spend their time passing cache lines to and fro. So a worker
//! that is not alone gathers what it has to say to a busy node and says it at once.

use super::tree::Tree;
use crate::search::driver::method::Sharing;

/// Nodes a worker gathers for at a time.
const SLOTS: usize = 16;
/// Playouts gathered for a node before the tree hears of them.
const GATHERED: u32 = 32;

/// What one worker has gathered and not yet told.
pub struct RaveBuffer<const N: usize> {
    slots: Vec<Slot<N>>,
}

/// What has been gathered for the children of one node, by the padded index of their moves.
struct Slot<const N: usize> {
    node: u32,
    playouts: u32,
    visits: [u32; N],
    units: [u32; N],
}

impl<const N: usize> RaveBuffer<N> {
    /// An empty buffer.
    pub fn new() -> RaveBuffer<N> {
        let empty = || Slot {
            node: 0,
            playouts: 0,
            visits: [0; N],
            units: [0; N],
        };
        RaveBuffer {
            slots: (0..SLOTS).map(|_| empty()).collect(),
        }
    }

    /// Gathers a playout worth `units` for those children of the node whose points are marked `wanted`.
    pub fn add(&mut self, tree: &Tree, node: u32, first_player: &[u8; N], wanted: u8, units: u64) {
        let slot = &mut self.slots[node as usize % SLOTS];
        if slot.node != node || slot.playouts == GATHERED {
            slot.flush(tree);
            slot.node = node;
        }
        slot.playouts += 1;
        for (index, &player) in first_player.iter().enumerate() {
            let counts = player == wanted;
            slot.visits[index] += counts as u32;
            slot.units[index] += counts as u32 * units as u32;
        }
    }

    /// Tells the tree everything.
    pub fn flush(&mut self, tree: &Tree) {
        self.slots.iter_mut().for_each(|slot| slot.flush(tree));
    }
}

impl<const N: usize> Slot<N> {
    fn flush(&mut self, tree: &Tree) {
        if self.playouts == 0 {
            return;
        }
        for child in tree.children(tree.node(self.node)) {
            // A pass has the highest index, a guard point's, which nobody ever plays on.
            let index = child.move_index() & (N - 1);
            if self.visits[index] > 0 {
                child.rave.add(
                    self.visits[index] as u64,
                    self.units[index] as u64,
                    Sharing::Shared,
                );
            }
        }
        self.playouts = 0;
        self.visits = [0; N];
        self.units = [0; N];
    }
}
