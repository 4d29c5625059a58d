//! Weights made of scores.

use crate::net::kernel::activation::exp;
use crate::net::kernel::simd::Simd;

/// Less than any score, and nothing after the exponential.
const NOTHING: f32 = -1e30;

/// Replaces scores by their exponentials, times a factor that keeps the greatest at 1, and those behind the first
/// `points` by as good as nothing. Returns their sum, by which they have to be divided.
#[inline(always)]
pub(super) fn weigh<S: Simd<W>, const W: usize>(s: S, row: &mut [f32], points: usize) -> f32 {
    row[points..].fill(NOTHING);
    let vectors = row.as_chunks_mut::<W>().0;
    let mut greatest = s.splat(NOTHING);
    for vector in &*vectors {
        greatest = s.max(s.load(vector), greatest);
    }
    let greatest = s.splat(s.greatest(greatest));
    let mut sum = s.splat(0.0);
    for vector in vectors {
        let weight = exp(s, s.sub(s.load(vector), greatest));
        s.store(weight, vector);
        sum = s.add(sum, weight);
    }
    s.sum(sum)
}
