//! What is done to each point by itself, or summed over all of them.

use super::activation::{apply, silu};
use super::simd::Simd;
use super::target::{Affine, vector_mut};

/// The sum and the maximum of each channel over all points, `[stride]` each.
#[inline(always)]
pub(super) fn pool<S: Simd<W>, const W: usize>(
    s: S,
    numbers: &[f32],
    stride: usize,
    sums: &mut [f32],
    maxima: &mut [f32],
) {
    let mut first = 0;
    while first < stride {
        let mut to = (&mut sums[first..], &mut maxima[first..]);
        first += W * match (stride - first) / W {
            4.. => pool_vectors::<S, W, 4>(s, numbers, stride, first, &mut to),
            2.. => pool_vectors::<S, W, 2>(s, numbers, stride, first, &mut to),
            _ => pool_vectors::<S, W, 1>(s, numbers, stride, first, &mut to),
        };
    }
}

/// The same of `C` vectors of channels from `first` on, which stay in registers. Returns `C`.
#[inline(always)]
fn pool_vectors<S: Simd<W>, const W: usize, const C: usize>(
    s: S,
    numbers: &[f32],
    stride: usize,
    first: usize,
    (to_sums, to_maxima): &mut (&mut [f32], &mut [f32]),
) -> usize {
    let mut sums = [s.splat(0.0); C];
    let mut maxima = [s.splat(f32::NEG_INFINITY); C];
    for point in numbers.chunks_exact(stride) {
        let vectors = point[first..].as_chunks::<W>().0;
        for ((numbers, sum), maximum) in vectors.iter().zip(&mut sums).zip(&mut maxima) {
            let numbers = s.load(numbers);
            *sum = s.add(*sum, numbers);
            *maximum = s.max(numbers, *maximum);
        }
    }
    for (vector, (&sum, &maximum)) in sums.iter().zip(&maxima).enumerate() {
        s.store(sum, vector_mut(to_sums, vector * W));
        s.store(maximum, vector_mut(to_maxima, vector * W));
    }
    C
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
    let floor = by.least();
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
