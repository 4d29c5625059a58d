//! Attention: each point takes a weighted mean of the values of all points.
//!
//! The weights of some queries are computed at a time, for all points, so that they are still in the cache when they
//! are multiplied with the values.

mod pairs;
mod panels;
mod softmax;
mod tiled;

use super::buffer::Buffer;
use super::matrix::round_up;
use super::product::Rows;
use super::simd::Simd;
use super::{Precision, Work};
use pairs::{PairHead, PairWork};
use panels::{PanelHead, PanelWork};
use softmax::greatest_scores;
use tiled::{TiledHead, TiledWork};

/// Queries, keys and values of all points, and how they are divided among heads.
#[derive(Clone, Copy, Debug)]
pub struct Attend<'a> {
    /// In what queries are multiplied with keys and weights with values. For heads whose numbers are no multiples of 16,
    /// for short ones and where integers are kept as bytes, 32 bits take the place of integers.
    pub precision: Precision,
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
    panels: PanelWork,
    pairs: PairWork,
    tiled: TiledWork,
    room: Room,
}

/// Room for what is computed of some queries.
#[derive(Debug, Default)]
struct Room {
    /// `[query][point]`
    scores: Buffer<f32>,
    /// The greatest score of each query.
    greatest: Buffer<f32>,
    /// By what the sums of each query have to be multiplied.
    factors: Buffer<f32>,
    /// `[query][number]`
    sums: Buffer<f32>,
}

/// The keys and the values of a head, packed to be multiplied.
trait Head<S: Simd<W>, const W: usize> {
    /// Queries that are looked at together: their weights fit into the cache.
    const QUERIES: usize;

    /// What the number of points is filled up to a multiple of.
    const POINTS: usize;

    /// What the numbers of a value are filled up to a multiple of.
    const VALUES: usize;

    /// Takes the keys and the values of all points: `query_dim` and `value_dim` numbers of each row.
    fn pack(&mut self, s: S, attend: &Attend, keys: Rows, values: Rows);

    /// The product of each query with each key, `[query][point]` with `stride` numbers for each query.
    fn scores(&mut self, s: S, attend: &Attend, queries: Rows, to: &mut [f32], stride: usize);

    /// Makes weights of the scores, and the sums of the values by them: `[query][number]`, with `width` numbers for each
    /// query. They still have to be multiplied by the factors, which are set.
    fn sums(&mut self, s: S, attend: &Attend, scores: Scores, to: &mut [f32], width: usize);
}

/// Scores of some queries.
struct Scores<'a> {
    /// `[query][point]`, as [`Head::scores`] has left them.
    numbers: &'a mut [f32],
    /// From one query to the next.
    stride: usize,
    /// The greatest one of each query.
    greatest: &'a [f32],
    /// Room for what the sums of each query have to be multiplied by, because its weights do not add up to one.
    factors: &'a mut [f32],
}

/// Weighted sums of the values, `[point][head][value_dim]`, to `to` with as many numbers for each
/// point as `to` has room for.
#[inline(always)]
pub(super) fn attend<S: Simd<W>, const W: usize>(
    s: S,
    attend: &Attend,
    work: &mut Work,
    to: &mut [f32],
) {
    let HeadWork {
        panels,
        pairs,
        tiled,
        room,
    } = &mut work.head;
    match attend.precision {
        Precision::Bfloat => attend_by(s, TiledHead::new(s.tiles(), tiled), attend, room, to),
        Precision::Short if PairHead::suits::<S, W>(attend) => {
            attend_by(s, PairHead(pairs), attend, room, to)
        }
        _ => attend_by(s, PanelHead(panels), attend, room, to),
    }
}

#[inline(always)]
fn attend_by<S: Simd<W>, const W: usize, H: Head<S, W>>(
    s: S,
    mut packed: H,
    attend: &Attend,
    room: &mut Room,
    to: &mut [f32],
) {
    let points = attend.keys.count;
    let stride = to.len() / points;
    for row in to.chunks_exact_mut(stride) {
        row[attend.heads * attend.value_dim..].fill(0.0);
    }
    let group = attend.heads / attend.kv_heads;
    for kv_head in 0..attend.kv_heads {
        let keys = attend.keys.without_columns(kv_head * attend.query_dim);
        let values = attend.values.without_columns(kv_head * attend.value_dim);
        packed.pack(s, attend, keys, values);
        for head in kv_head * group..(kv_head + 1) * group {
            let queries = attend.queries.without_columns(head * attend.query_dim);
            for first in (0..points).step_by(H::QUERIES) {
                let some = queries.part(first, H::QUERIES.min(points - first));
                let to = &mut to[first * stride + head * attend.value_dim..];
                attend_some(s, &mut packed, attend, some, room, to, stride);
            }
        }
    }
}

/// The weighted sums for some queries, to rows of `stride` numbers.
#[inline(always)]
fn attend_some<S: Simd<W>, const W: usize, H: Head<S, W>>(
    s: S,
    packed: &mut H,
    attend: &Attend,
    queries: Rows,
    room: &mut Room,
    to: &mut [f32],
    stride: usize,
) {
    let (points, dim) = (attend.keys.count, attend.value_dim);
    let row = points.next_multiple_of(H::POINTS);
    let scores = room.scores.reserve(H::QUERIES * row);
    packed.scores(s, attend, queries, scores, row);
    let greatest = room.greatest.reserve(queries.count);
    greatest_scores(s, scores, (row, points), greatest);
    let factors = room.factors.reserve(queries.count);
    let scores = Scores {
        numbers: scores,
        stride: row,
        greatest,
        factors,
    };
    let width = dim.next_multiple_of(H::VALUES);
    let sums = room.sums.reserve(H::QUERIES * width);
    packed.sums(s, attend, scores, sums, width);
    let rows = sums
        .chunks_exact(width)
        .zip(&room.factors[..queries.count])
        .zip(to.chunks_mut(stride));
    for ((sums, factor), to) in rows {
        for (to, sum) in to[..dim].iter_mut().zip(sums) {
            *to = sum * *factor;
        }
    }
}
