//! What is done to each point by itself, or summed over all of them, in loops that the compiler
//! turns into vectors.

use super::activation::{apply, silu};
use super::simd::Simd;
use super::target::Affine;

/// The sum and the maximum of each channel over all points, `[stride]` each.
#[inline(always)]
pub(super) fn pool<S: Simd<W>, const W: usize>(
    _: S,
    numbers: &[f32],
    stride: usize,
    sums: &mut [f32],
    maxima: &mut [f32],
) {
    sums.fill(0.0);
    maxima.fill(f32::NEG_INFINITY);
    for point in numbers.chunks_exact(stride) {
        for ((&number, sum), maximum) in point.iter().zip(&mut *sums).zip(&mut *maxima) {
            *sum += number;
            *maximum = if number > *maximum { number } else { *maximum };
        }
    }
}

/// `to = activation(from * scale + bias)`, with a scale and a bias for each channel.
#[inline(always)]
pub(super) fn activate<S: Simd<W>, const W: usize>(
    s: S,
    from: &[f32],
    by: &Affine,
    to: &mut [f32],
) {
    let stride = by.scale.len();
    let relu = by.activation == crate::net::file::Activation::Relu;
    let floor = if relu { 0.0 } else { f32::NEG_INFINITY };
    for (from, to) in from.chunks_exact(stride).zip(to.chunks_exact_mut(stride)) {
        let channels = by.scale.iter().zip(&by.bias);
        for ((&from, to), (&scale, &bias)) in from.iter().zip(to).zip(channels) {
            let x = from * scale + bias;
            *to = if x > floor { x } else { floor };
        }
    }
    apply(s, by.activation, to);
}

/// `to[c] = from[c] * weight[c] / sqrt(mean of from[c]² + epsilon)` for each point of `channels`
/// channels.
#[inline(always)]
pub(super) fn rms_norm<S: Simd<W>, const W: usize>(
    _: S,
    from: &[f32],
    channels: usize,
    weight: &[f32],
    epsilon: f32,
    to: &mut [f32],
) {
    let stride = weight.len();
    for (from, to) in from.chunks_exact(stride).zip(to.chunks_exact_mut(stride)) {
        let factor = 1.0 / (sum_of_squares(from) / channels as f32 + epsilon).sqrt();
        for ((&from, to), &weight) in from.iter().zip(to).zip(weight) {
            *to = from * factor * weight;
        }
    }
}

/// In as many partial sums as the widest vector has numbers.
#[inline(always)]
pub(super) fn sum_of_squares(numbers: &[f32]) -> f32 {
    let mut sums = [0.0f32; 16];
    let (chunks, rest) = numbers.as_chunks::<16>();
    for chunk in chunks {
        for (sum, &x) in sums.iter_mut().zip(chunk) {
            *sum += x * x;
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(|x| x * x).sum::<f32>()
}

/// `up = silu(up) * gate`, of rows of `stride` numbers, whose halves are `up` and `gate`, each whole vectors.
#[inline(always)]
pub(super) fn gate<S: Simd<W>, const W: usize>(s: S, numbers: &mut [f32], stride: usize) {
    for row in numbers.chunks_exact_mut(stride) {
        let (up, gate) = row.split_at_mut(stride / 2);
        for (up, gate) in up.as_chunks_mut::<W>().0.iter_mut().zip(gate.as_chunks().0) {
            s.store(s.mul(silu(s, s.load(up)), s.load(gate)), up);
        }
    }
}

/// By which angles the pairs of a query or a key are turned at each point.
#[derive(Debug)]
pub struct Turns {
    /// Pairs of a head.
    pub pairs: usize,
    /// Heads that have angles of their own.
    pub heads: usize,
    /// `[point][head][pair]`
    pub cos: Vec<f32>,
    /// `[point][head][pair]`
    pub sin: Vec<f32>,
}

/// Turns the heads that stand at the start of each point's `stride` numbers, each of which has all
/// first numbers of its pairs before all second ones; heads that follow each other share angles.
#[inline(always)]
pub(super) fn rotate<S: Simd<W>, const W: usize>(
    _: S,
    heads: usize,
    numbers: &mut [f32],
    stride: usize,
    turns: &Turns,
) {
    let Turns {
        pairs,
        heads: kinds,
        ..
    } = *turns;
    let group = heads / kinds;
    for (point, numbers) in numbers.chunks_mut(stride).enumerate() {
        for head in 0..heads {
            let at = (point * kinds + head / group) * pairs;
            let (cos, sin) = (&turns.cos[at..at + pairs], &turns.sin[at..at + pairs]);
            let head = &mut numbers[head * 2 * pairs..][..2 * pairs];
            let (first, second) = head.split_at_mut(pairs);
            for (((a, b), cos), sin) in first.iter_mut().zip(second).zip(cos).zip(sin) {
                (*a, *b) = (*a * cos - *b * sin, *a * sin + *b * cos);
            }
        }
    }
}
