//! Zobrist hashing: XOR of one random 64-bit key per element of a finite set.
//!
//! Source: A. L. Zobrist, *A New Hashing Method with Application for Game
//! Playing*, University of Wisconsin, 1970. The hash of a set is the XOR of
//! the keys of its elements, so adding or removing an element costs one XOR
//! and the order does not matter. The elements may be anything with an index,
//! as the (point, colour) pairs of a board.
//!
//! Keys come from `rand_pcg` with a fixed [`SEED`] and a stream per
//! [`Domain`], so a hash is the same in every build, and with it every choice
//! that is drawn from one.
//!
//! Beside them two ways to mix the bits of other numbers: [`spread`] and [`finalized`].

use hashbrown::HashMap;
use rand_core::Rng;
use rand_pcg::Pcg64;
use std::hash::{BuildHasherDefault, Hasher};

/// The seed of every key in the program. Changing it changes the checksum of `tengen bench` and every choice that is drawn from
/// a hash.
pub const SEED: u128 = 0x7465_6e67_656e_2d7a_6f62_7269_7374_2d31; // "tengen-zobrist-1"

/// What a set of keys is for; each domain draws from its own stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Stones on points.
    Stones = 1,
    /// The side to move.
    SideToMove = 2,
}

/// Keys for the elements 0, 1, … `len - 1` of one domain.
#[derive(Clone, Debug)]
pub struct Keys(Vec<u64>);

impl Keys {
    /// Draws `len` keys. A longer set starts with the keys of a shorter one.
    pub fn new(domain: Domain, len: usize) -> Keys {
        let mut random = Pcg64::new(SEED, domain as u128);
        Keys((0..len).map(|_| random.next_u64()).collect())
    }

    /// The same keys cut to their lowest `bits` bits, so that hashes collide: for tests of what happens then.
    #[must_use]
    pub fn narrowed(mut self, bits: u32) -> Keys {
        let mask = u64::MAX.checked_shr(64 - bits.min(64)).unwrap_or(0);
        self.0.iter_mut().for_each(|key| *key &= mask);
        self
    }

    /// The key of one element.
    ///
    /// # Panics
    /// If `element` is not below the number of keys drawn.
    #[inline]
    pub fn key(&self, element: usize) -> u64 {
        self.0[element]
    }
}

/// Spreads a number over all bits, different ones to different ones: times 2^64 by the golden ratio, made odd.
#[inline]
pub fn spread(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Has every bit of the result depend on all bits of a number: the finaliser of SplitMix64 (G. L. Steele and others, OOPSLA 2014).
#[inline]
pub fn finalized(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// A table by hash. Zobrist hashes are random already: they serve as they are.
pub type Hashed<T> = HashMap<u64, T, BuildHasherDefault<AsIs>>;

/// The hasher of [`Hashed`].
#[derive(Clone, Copy, Default)]
pub struct AsIs(u64);

impl Hasher for AsIs {
    fn write(&mut self, _bytes: &[u8]) {
        debug_assert!(false, "only u64 keys are hashed");
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_are_fixed_for_ever() {
        // The checksum of `tengen bench` depends on these numbers: if this fails, the seed or the generator changed.
        let keys = Keys::new(Domain::Stones, 2);
        assert_eq!(
            [keys.key(0), keys.key(1)],
            [9556539302566916254, 16635475423057764928]
        );
    }

    #[test]
    fn keys_differ_within_and_between_domains() {
        let stones = Keys::new(Domain::Stones, 1250);
        let sides = Keys::new(Domain::SideToMove, 1250);
        let all: HashSet<u64> = (0..1250)
            .flat_map(|i| [stones.key(i), sides.key(i)])
            .collect();
        assert_eq!(all.len(), 2500);
    }

    #[test]
    fn narrowed_keys_keep_their_low_bits() {
        let wide = Keys::new(Domain::Stones, 8);
        let narrow = wide.clone().narrowed(3);
        assert!((0..8).all(|i| narrow.key(i) == wide.key(i) & 7));
        assert_eq!(wide.clone().narrowed(0).key(0), 0);
    }
}
