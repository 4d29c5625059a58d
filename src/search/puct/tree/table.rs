//! Where a node stands, by a key of its position.

use crate::search::driver::arena::Arena;
use crate::zobrist::spread;
use std::sync::atomic::{AtomicU32, Ordering};

/// Slots that are looked at for a key. A table so full that none is free shares no more nodes.
const PROBES: usize = 16;
/// A slot without a node; index 0 is a root.
const FREE: u32 = 0;

/// Slots in a chunk, and in the smallest table.
const CHUNK: usize = 1 << 10;
/// The most slots: the largest power of two that is an index of 32 bits.
const MOST_SLOTS: usize = 1 << 31;

/// Finds nodes by their keys. Any number of workers use it at once. A part of it takes memory once a node falls there: most
/// searches are short.
pub struct Table(Arena<AtomicU32, CHUNK>);

impl Table {
    /// A table for about so many nodes.
    pub fn new(nodes: usize) -> Table {
        let slots = (2 * nodes).next_power_of_two().clamp(CHUNK, MOST_SLOTS);
        Table(Arena::of_chunks(slots / CHUNK))
    }

    /// Bytes on the heap once it is used everywhere.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<AtomicU32>()
    }

    /// Forgets all nodes.
    pub fn clear(&mut self) {
        self.0.set_aside_from(0);
    }

    /// The node with this key; `key_of` tells the key of a node.
    pub fn find(&self, key: u64, key_of: impl Fn(u32) -> u64) -> Option<u32> {
        self.places(key)
            .map(|place| {
                self.0
                    .get(place)
                    .map_or(FREE, |slot| slot.load(Ordering::Acquire))
            })
            .take_while(|&index| index != FREE)
            .find(|&index| key_of(index) == key)
    }

    /// Lets a node be found, unless there is one with its key, which is returned in its place, or no room or memory.
    pub fn insert(&self, index: u32, key_of: impl Fn(u32) -> u64) -> u32 {
        let key = key_of(index);
        for slot in self
            .places(key)
            .map_while(|place| self.0.get_or_make(place).ok())
        {
            let put = slot.compare_exchange(FREE, index, Ordering::AcqRel, Ordering::Acquire);
            match put {
                Ok(_) => return index,
                Err(other) if key_of(other) == key => return other,
                Err(_) => {}
            }
        }
        index
    }

    /// Where the node with this key may stand.
    fn places(&self, key: u64) -> impl Iterator<Item = u32> {
        let first = (spread(key) >> 32) as u32;
        let mask = (self.0.capacity() - 1) as u32;
        (0..PROBES as u32).map(move |probe| first.wrapping_add(probe) & mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_was_put_in_is_found(keys in proptest::collection::hash_set(1u64..1 << 60, 1..3000)) {
            let keys: Vec<u64> = keys.into_iter().collect();
            let key_of = |index: u32| keys[index as usize - 1];
            let table = Table::new(keys.len());
            for index in 1..=keys.len() as u32 {
                let key = key_of(index);
                prop_assert_eq!(table.find(key, key_of), None);
                table.insert(index, key_of);
            }
            let found = keys.iter().enumerate().filter(|&(place, &key)| {
                table.find(key, key_of) == Some(place as u32 + 1)
            });
            // A run of slots may be full, which loses no more than a few.
            prop_assert!(found.count() * 100 >= keys.len() * 95);
        }
    }

    #[test]
    fn the_first_node_with_a_key_is_kept() {
        let table = Table::new(8);
        let key_of = |_| 77;
        assert_eq!(table.insert(3, key_of), 3);
        assert_eq!(table.insert(4, key_of), 3);
        assert_eq!(table.find(77, key_of), Some(3));
    }

    #[test]
    fn a_full_table_refuses() {
        let table = Table::new(CHUNK);
        let key_of = |index: u32| u64::from(index);
        let nodes = 1..100 * CHUNK as u32;
        let refuses = |&index: &u32| {
            assert_eq!(table.insert(index, key_of), index);
            table.find(index.into(), key_of).is_none()
        };
        assert_eq!(
            nodes.clone().filter(refuses).count(),
            nodes.len() - 2 * CHUNK
        );
    }
}
