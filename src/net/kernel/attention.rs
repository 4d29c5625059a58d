//! Attention: each point takes a weighted mean of the values of all points.

use super::Work;
use super::activation::exp;
use super::buffer::Buffer;
use super::matrix::round_up;
use super::product::Rows;
use super::simd::Simd;

/// Queries, keys and values of all points, and how they are divided among heads.
#[derive(Clone, Copy, Debug)]
pub struct Attend<'a> {
    /// Heads of queries, a multiple of `kv_heads`.
    pub heads: usize,
    /// Heads of keys and values.
    pub kv_heads: usize,
    /// Numbers of a query and a key.
    pub query_dim: usize,
    /// Numbers of a value.
    pub value_dim: usize,
    /// `[point][head][query_dim]`, divided by the square root of `query_dim`.
    pub queries: Rows<'a>,
    /// `[point][kv_head][query_dim]`
    pub keys: Rows<'a>,
    /// `[point][kv_head][value_dim]`
    pub values: Rows<'a>,
}

/// Room for one head's numbers.
#[derive(Debug, Default)]
pub(super) struct HeadWork {
    keys: Buffer<f32>,
    values: Buffer<f32>,
    weights: Buffer<f32>,
    sums: Buffer<f32>,
}

/// Queries that are looked at together: their weights fit into the cache.
const QUERIES_AT_ONCE: usize = 48;

/// Weighted sums of the values, `[point][head][value_dim]`, to `to` with as many numbers for each
/// point as `to` has room for.
#[inline(always)]
pub(super) fn attend<S: Simd<W>, const W: usize>(
    s: S,
    attend: &Attend,
    work: &mut Work,
    to: &mut [f32],
) {
    let points = attend.keys.count;
    let to_stride = to.len() / points;
    let group = attend.heads / attend.kv_heads;
    let work = &mut work.head;
    for kv_head in 0..attend.kv_heads {
        let keys = attend.keys.without_columns(kv_head * attend.query_dim);
        pack_keys(S::PANEL, keys, attend.query_dim, &mut work.keys);
        let values = attend.values.without_columns(kv_head * attend.value_dim);
        pack_values(S::PANEL, values, attend.value_dim, &mut work.values);
        for head in kv_head * group..(kv_head + 1) * group {
            let queries = attend.queries.without_columns(head * attend.query_dim);
            for first in (0..points).step_by(QUERIES_AT_ONCE) {
                let some = queries.part(first, QUERIES_AT_ONCE.min(points - first));
                let sums = weigh(s, attend, some, work);
                let width = round_up(attend.value_dim);
                for (row, sums) in sums.chunks_exact(width).enumerate() {
                    let at = (first + row) * to_stride + head * attend.value_dim;
                    to[at..at + attend.value_dim].copy_from_slice(&sums[..attend.value_dim]);
                }
            }
        }
    }
}

/// The weighted sums for some queries: `[query][value_dim rounded up]`.
#[inline(always)]
fn weigh<'a, S: Simd<W>, const W: usize>(
    s: S,
    attend: &Attend,
    queries: Rows,
    work: &'a mut HeadWork,
) -> &'a [f32] {
    let points = attend.keys.count;
    let stride = round_up(points);
    let weights = work.weights.reserve(queries.count * stride);
    product_of_panels(s, queries, &work.keys, attend.query_dim, stride, weights);
    for row in weights.chunks_exact_mut(stride) {
        softmax(&mut row[..points]);
    }
    let width = round_up(attend.value_dim);
    let sums = work.sums.reserve(queries.count * width);
    let weights = Rows {
        numbers: weights,
        stride,
        count: queries.count,
    };
    product_of_panels(s, weights, &work.values, points, width, sums);
    sums
}

/// `rows * matrix`, of a matrix of `inputs` rows and `outputs` columns in panels, to rows of `outputs`.
#[inline(always)]
fn product_of_panels<S: Simd<W>, const W: usize>(
    s: S,
    rows: Rows,
    panels: &[f32],
    inputs: usize,
    outputs: usize,
    to: &mut [f32],
) {
    for first in (0..outputs).step_by(S::PANEL) {
        let width = S::PANEL.min(outputs - first);
        let panel = &panels[first * inputs..][..width * inputs];
        s.product_of_floats(rows, panel, width, &mut to[first..], outputs);
    }
}

/// The keys of a head, turned so that a column is a point: `[panel][query_dim][point]`.
#[inline(always)]
fn pack_keys(panel: usize, keys: Rows, dim: usize, to: &mut Buffer<f32>) {
    let outputs = round_up(keys.count);
    let to = to.reserve(outputs * dim);
    for first in (0..outputs).step_by(panel) {
        let width = panel.min(outputs - first);
        let to = &mut to[first * dim..][..width * dim];
        for column in 0..width {
            let point = first + column;
            if point < keys.count {
                let key = &keys.numbers[point * keys.stride..][..dim];
                for (row, &number) in key.iter().enumerate() {
                    to[row * width + column] = number;
                }
            } else {
                for row in 0..dim {
                    to[row * width + column] = 0.0;
                }
            }
        }
    }
}

/// The values of a head: `[panel][point][value_dim]`.
#[inline(always)]
fn pack_values(panel: usize, values: Rows, dim: usize, to: &mut Buffer<f32>) {
    let outputs = round_up(dim);
    let to = to.reserve(outputs * values.count);
    for first in (0..outputs).step_by(panel) {
        let width = panel.min(outputs - first);
        let kept = width.min(dim - first);
        let to = &mut to[first * values.count..][..width * values.count];
        for (point, to) in to.chunks_exact_mut(width).enumerate() {
            let value = &values.numbers[point * values.stride + first..][..kept];
            to[..kept].copy_from_slice(value);
            to[kept..].fill(0.0);
        }
    }
}

/// Makes of logits weights whose sum is 1.
#[inline(always)]
fn softmax(numbers: &mut [f32]) {
    let mut greatest = [f32::NEG_INFINITY; 16];
    let (chunks, rest) = numbers.as_chunks::<16>();
    for chunk in chunks {
        for (greatest, &x) in greatest.iter_mut().zip(chunk) {
            *greatest = if x > *greatest { x } else { *greatest };
        }
    }
    let maximum = greatest
        .iter()
        .chain(rest)
        .fold(f32::NEG_INFINITY, |a, &b| a.max(b));
    let mut sums = [0.0f32; 16];
    let (chunks, rest) = numbers.as_chunks_mut::<16>();
    for chunk in chunks {
        for (sum, x) in sums.iter_mut().zip(chunk) {
            *x = exp(*x - maximum);
            *sum += *x;
        }
    }
    let mut sum: f32 = sums.iter().sum();
    for x in rest {
        *x = exp(*x - maximum);
        sum += *x;
    }
    let factor = 1.0 / sum;
    for x in numbers {
        *x *= factor;
    }
}
