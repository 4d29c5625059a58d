//! Draws from a random generator.

use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

/// From 0 to 1, 1 not included.
pub fn uniform(random: &mut Pcg64Mcg) -> f32 {
    (random.next_u32() >> 8) as f32 / (1 << 24) as f32
}

/// From 0 to `bound`, `bound` not included.
pub fn below(random: &mut Pcg64Mcg, bound: usize) -> usize {
    ((u64::from(random.next_u32()) * bound as u64) >> 32) as usize
}

/// Brings a list into a random order.
pub fn shuffle<T>(list: &mut [T], random: &mut Pcg64Mcg) {
    for last in (1..list.len()).rev() {
        list.swap(last, below(random, last + 1));
    }
}
