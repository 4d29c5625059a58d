//! Attention by vectors, in pairs of 16-bit integers.
//!
//! Each query, each key, each query's weights and each number of the values has its own scale, so that no sum of products
//! overflows. Weights lie between 0 and 1, and what they add up to is known: where that is much, each of them is rounded more
//! coarsely. All of them together are off by half an integer a point at most, 0.14 % on 19x19, and by far less where
//! errors have both signs.

use super::softmax::weigh;
use super::{Attend, Head, Scores};
use crate::net::kernel::Layout;
use crate::net::kernel::buffer::Buffer;
use crate::net::kernel::matrix::{CHANNELS, round_up};
use crate::net::kernel::panels::{ShortRows, cut, multiply_shorts};
use crate::net::kernel::product::{Rows, Strides};
use crate::net::kernel::short::{
    Encoding, LEAST, LEAST_OF_KEYS, greatest, limit_of_both, pairs, shorten,
};
use crate::net::kernel::simd::Simd;
use crate::net::kernel::target::{vector, vector_mut};

/// The greatest integer of a value.
const VALUE: f32 = 16383.0;

/// What the integers of a query's weights add up to at most before they are rounded: rounded, those of up to 2000 points
/// times [`VALUE`] make less than 2^31.
const WEIGHTS: f32 = 130_000.0;

/// The greatest integer of a weight.
const WEIGHT: f32 = i16::MAX as f32;

/// Room for a head.
#[derive(Debug, Default)]
pub(super) struct PairWork {
    /// Queries or their weights.
    rows: ShortRows,
    /// The integers of one key.
    key: Buffer<i32>,
    /// A column is a point.
    keys: Columns,
    /// A column is a number of the values, a row a pair of points.
    values: Columns,
}

/// What rows are multiplied with.
#[derive(Debug, Default)]
struct Columns {
    count: usize,
    /// `[panel][pair][column]`
    pairs: Buffer<i32>,
    /// What one stands for in each column.
    scales: Buffer<f32>,
}

/// A head in pairs.
pub(super) struct PairHead<'a>(pub &'a mut PairWork);

impl PairHead<'_> {
    /// Whether it can compute this, and faster than in 32 bits: heads are whole vectors of any kernel, kept in pairs, and
    /// long enough to be worth their preparation.
    pub fn suits<S: Simd<W>, const W: usize>(attend: &Attend) -> bool {
        let whole = |dim: usize| dim.is_multiple_of(CHANNELS);
        let (query, value) = (attend.query_dim, attend.value_dim);
        matches!(S::ENCODING, Encoding::Pairs)
            && whole(query)
            && whole(value)
            && query >= 2 * CHANNELS
    }
}

impl<S: Simd<W>, const W: usize> Head<S, W> for PairHead<'_> {
    const QUERIES: usize = 48;
    const POINTS: usize = if 2 * W > CHANNELS { 2 * W } else { CHANNELS };
    const VALUES: usize = CHANNELS;

    #[inline(always)]
    fn pack(&mut self, s: S, attend: &Attend, keys: Rows, values: Rows) {
        let work = &mut *self.0;
        work.keys.set_keys(s, keys, attend.query_dim, &mut work.key);
        work.values.set_values(s, values, attend.value_dim);
    }

    #[inline(always)]
    fn scores(&mut self, s: S, attend: &Attend, queries: Rows, to: &mut [f32], stride: usize) {
        let PairWork { rows, keys, .. } = &mut *self.0;
        let (dim, count) = (attend.query_dim, queries.count);
        rows.reserve_for(limit_of_both(dim), Layout::of(s), dim, count);
        rows.set_each(s, queries, dim);
        keys.multiply(s, rows.integers(0, count), to, stride);
    }

    #[inline(always)]
    fn sums(&mut self, s: S, attend: &Attend, mut scores: Scores, to: &mut [f32], width: usize) {
        weigh(s, &mut scores);
        let PairWork { rows, values, .. } = &mut *self.0;
        let (points, count) = (attend.values.count, scores.factors.len());
        rows.reserve(Layout::of(s), points, count);
        let weights = scores.numbers.chunks_exact(scores.stride);
        for (row, (weights, factor)) in weights.zip(scores.factors).enumerate() {
            let weights = &weights[..2 * pairs(W, points)];
            let one = (WEIGHTS * *factor).min(WEIGHT);
            let integers = rows.set_scaled(s, row, 1.0 / one, weights);
            // By the sum of the integers, so that equal weights, which are all rounded alike, stay equal parts.
            *factor = one / sum(s, integers);
        }
        values.multiply(s, rows.integers(0, count), to, width);
    }
}

impl Columns {
    /// Makes room for `count` columns of `depth` pairs.
    fn reserve(&mut self, depth: usize, count: usize) {
        self.count = count;
        self.pairs.reserve(depth * count);
        self.scales.reserve(count);
    }

    /// Makes columns of the first `dim` numbers of each key. `key` is room for one.
    #[inline(always)]
    fn set_keys<S: Simd<W>, const W: usize>(
        &mut self,
        s: S,
        keys: Rows,
        dim: usize,
        key: &mut Buffer<i32>,
    ) {
        let depth = pairs(W, dim);
        self.reserve(depth, round_up(keys.count));
        let key = key.reserve(depth);
        let limit = limit_of_both(dim);
        let (panels, scales) = (&mut *self.pairs, &mut *self.scales);
        for (first, width) in cut(S::PANEL, self.count) {
            let panel = &mut panels[first * depth..][..width * depth];
            let there = width.min(keys.count - first);
            if there < width {
                panel.fill(0);
                scales[first..first + width].fill(0.0);
            }
            for column in 0..there {
                let numbers = &keys.numbers[(first + column) * keys.stride..][..dim];
                let unit = greatest(s, numbers).max(LEAST_OF_KEYS) / limit;
                shorten(s, 1.0 / unit, numbers, key);
                scales[first + column] = unit;
                for (row, &pair) in panel.chunks_exact_mut(width).zip(&*key) {
                    row[column] = pair;
                }
            }
        }
    }

    /// Makes columns of the first `dim` numbers of all values.
    #[inline(always)]
    fn set_values<S: Simd<W>, const W: usize>(&mut self, s: S, values: Rows, dim: usize) {
        let depth = pairs(W, values.count);
        self.reserve(depth, dim);
        let (panels, scales) = (&mut *self.pairs, &mut *self.scales);
        for (first, width) in cut(S::PANEL, dim) {
            let panel = &mut panels[first * depth..][..width * depth];
            for column in (0..width).step_by(W) {
                let values = values.without_columns(first + column);
                let scale = s.mul(greatest_of_points(s, values), s.splat(1.0 / VALUE));
                s.store(scale, vector_mut(scales, first + column));
                let factor = s.div(s.splat(1.0), scale);
                for (pair, row) in panel.chunks_exact_mut(width).enumerate() {
                    let point = pair / W * 2 * W + pair % W;
                    let low = s.mul(value(s, values, point), factor);
                    let high = s.mul(value(s, values, point + W), factor);
                    s.store_pairs(s.pair(low, high), vector_mut(row, column));
                }
            }
        }
    }

    /// The product of rows, each with its scale, with all columns, to rows of `stride` numbers.
    #[inline(always)]
    fn multiply<S: Simd<W>, const W: usize>(
        &self,
        s: S,
        rows: (Rows<i32>, &[f32]),
        to: &mut [f32],
        stride: usize,
    ) {
        let columns = (&*self.pairs, &*self.scales);
        let strides = Strides {
            row: stride,
            vector: W,
        };
        for (first, width) in cut(S::PANEL, self.count) {
            multiply_shorts(s, rows, columns, (first, width), &mut to[first..], strides);
        }
    }
}

/// The sum of a row of integers.
#[inline(always)]
fn sum<S: Simd<W>, const W: usize>(s: S, integers: &[i32]) -> f32 {
    let ones = s.pair(s.splat(1.0), s.splat(1.0));
    let mut sum = s.splat_pair(0);
    for pairs in integers.as_chunks::<W>().0 {
        sum = s.add_products(s.load_pairs(pairs), ones, sum);
    }
    s.sum(s.float(sum))
}

/// The greatest sizes of the first `W` numbers of all points.
#[inline(always)]
fn greatest_of_points<S: Simd<W>, const W: usize>(s: S, values: Rows) -> S::F {
    let mut greatest = s.splat(LEAST);
    for point in 0..values.count {
        greatest = s.max(s.abs(value(s, values, point)), greatest);
    }
    greatest
}

/// The first `W` numbers of a point; of one that is not there, zeros.
#[inline(always)]
fn value<S: Simd<W>, const W: usize>(s: S, values: Rows, point: usize) -> S::F {
    if point < values.count {
        s.load(vector(values.numbers, point * values.stride))
    } else {
        s.splat(0.0)
    }
}
