//! Weights made of scores.

use super::Scores;
use crate::net::kernel::activation::{exp, power_of_two};
use crate::net::kernel::simd::Simd;
use std::f32::consts::LOG2_E;

/// Less than any score, and nothing after the exponential.
const NOTHING: f32 = -1e30;

/// The greatest score of each row of `length`, to `to`. Scores behind the first `points` become as good as nothing.
///
/// It is known only some time after the last score of the row has been looked at. So it is found for all rows before the first
/// weight is computed.
#[inline(always)]
pub(super) fn greatest_scores<S: Simd<W>, const W: usize>(
    s: S,
    scores: &mut [f32],
    (length, points): (usize, usize),
    to: &mut [f32],
) {
    for (row, to) in scores.chunks_exact_mut(length).zip(to) {
        row[points..].fill(NOTHING);
        let mut greatest = s.splat(NOTHING);
        for vector in row.as_chunks::<W>().0 {
            greatest = s.max(s.load(vector), greatest);
        }
        *to = s.greatest(greatest);
    }
}

/// Makes weights of scores: their exponentials, times a factor that makes that of each query's greatest score 1.
#[inline(always)]
pub(super) fn weigh<S: Simd<W>, const W: usize>(s: S, scores: &mut Scores) {
    let rows = scores.numbers.chunks_exact_mut(scores.stride);
    for ((row, greatest), factor) in rows.zip(scores.greatest).zip(&mut *scores.factors) {
        let greatest = s.splat(*greatest);
        let mut sum = s.splat(0.0);
        for vector in row.as_chunks_mut::<W>().0 {
            let weight = exp(s, s.sub(s.load(vector), greatest));
            s.store(weight, vector);
            sum = s.add(sum, weight);
        }
        *factor = 1.0 / s.sum(sum);
    }
}

/// The same, to rows of `to` that are as long, and rounded to bfloat16.
#[inline(always)]
pub(super) fn weigh_rounded<S: Simd<W>, const W: usize>(s: S, scores: &mut Scores, to: &mut [u16]) {
    let rows = scores.numbers.chunks_exact(scores.stride);
    let rows = rows.zip(to.chunks_exact_mut(scores.stride));
    for (((row, to), greatest), factor) in rows.zip(scores.greatest).zip(&mut *scores.factors) {
        let greatest = s.splat(*greatest);
        let mut sum = s.splat(0.0);
        for (vector, to) in row.as_chunks::<W>().0.iter().zip(to.as_chunks_mut().0) {
            let below = s.sub(s.load(vector), greatest);
            let weight = power_of_two(s, s.mul(below, s.splat(LOG2_E)));
            s.store_rounded(weight, to);
            sum = s.add(sum, weight);
        }
        *factor = 1.0 / s.sum(sum);
    }
}
