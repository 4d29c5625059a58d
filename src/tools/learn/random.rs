//! Draws from random generators, and the generators of games and positions.

pub(super) use crate::playout::below;
use crate::types::Dims;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The komi around which komi is drawn.
const FAIR_KOMI: f32 = 7.0;

/// The random numbers of a game of a file; or of a position of a game, wherever the game stands in a source: jobs that
/// share out the games of a file must not draw alike.
pub fn of(seed: u64, whole: u64, part: u64) -> Pcg64Mcg {
    // Odd factors: no two games of a file have the same seed, nor games of one number in two files.
    let mixed =
        whole.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ part.wrapping_mul(0xD1B5_4A32_D192_ED03);
    Pcg64Mcg::seed_from_u64(seed ^ mixed)
}

/// A square board between the smallest and the largest side.
pub fn board((smallest, largest): (usize, usize), random: &mut Pcg64Mcg) -> Dims {
    let side = smallest + below(random, largest - smallest + 1);
    Dims::square(side).expect("the sides are those of boards")
}

/// Mostly near the fair komi, now and then far from it.
pub fn komi(dims: Dims, random: &mut Pcg64Mcg) -> f32 {
    let spread = if below(random, 10) == 0 {
        dims.width() as f32
    } else {
        1.0
    };
    // The sum of three uniform numbers is bell-shaped enough.
    let bell: f32 = (0..3).map(|_| 2.0 * uniform(random) - 1.0).sum();
    FAIR_KOMI + (spread * bell * 2.0).round() / 2.0
}

/// From 0 to 1, 1 not included.
pub fn uniform(random: &mut Pcg64Mcg) -> f32 {
    (random.next_u32() >> 8) as f32 / (1 << 24) as f32
}

/// Brings a list into a random order.
pub fn shuffle<T>(list: &mut [T], random: &mut Pcg64Mcg) {
    for last in (1..list.len()).rev() {
        list.swap(last, below(random, last + 1));
    }
}
