//! Attention by tiles, in bfloat16 numbers. Scores and sums have 32 bits.

use super::softmax::weigh_rounded;
use super::{Attend, Head, Scores};
use crate::net::kernel::bfloat::{Weights, round_rows};
use crate::net::kernel::buffer::Buffer;
use crate::net::kernel::product::Rows;
use crate::net::kernel::shape::BLOCK;
use crate::net::kernel::simd::Simd;
use crate::net::kernel::tiles::{Left, TileUnit};

/// Room for a head.
#[derive(Debug, Default)]
pub(super) struct TiledWork {
    /// A column is a point.
    keys: Weights,
    /// A row is a point.
    values: Weights,
    /// A block of queries.
    queries: Buffer<u16>,
    /// A block of weights. Rows behind the last query keep what stood there before, and nothing is done with their sums.
    weights: Buffer<u16>,
}

/// A head in tiles.
pub(super) struct TiledHead<'a> {
    unit: TileUnit,
    work: &'a mut TiledWork,
}

impl TiledHead<'_> {
    /// A head to be computed by the tiles of `unit`.
    pub fn new(unit: TileUnit, work: &mut TiledWork) -> TiledHead<'_> {
        TiledHead { unit, work }
    }
}

impl<S: Simd<W>, const W: usize> Head<S, W> for TiledHead<'_> {
    const QUERIES: usize = BLOCK;
    const POINTS: usize = BLOCK;
    const VALUES: usize = BLOCK;

    #[inline(always)]
    fn pack(&mut self, s: S, attend: &Attend, keys: Rows, values: Rows) {
        self.work.keys.set_columns(s, keys, attend.query_dim);
        self.work.values.set_rows(s, values, attend.value_dim);
    }

    #[inline(always)]
    fn scores(&mut self, s: S, attend: &Attend, queries: Rows, to: &mut [f32], stride: usize) {
        let work = &mut *self.work;
        let (dim, depth) = (attend.query_dim, work.keys.depth());
        let queries = round_rows(s, queries, dim, depth, &mut work.queries);
        multiply(&mut self.unit, queries, &work.keys, to, stride);
    }

    #[inline(always)]
    fn sums(&mut self, s: S, _: &Attend, mut scores: Scores, to: &mut [f32], width: usize) {
        let work = &mut *self.work;
        debug_assert_eq!(scores.stride, work.values.depth());
        let weights = work.weights.reserve(BLOCK * scores.stride);
        weigh_rounded(s, &mut scores, weights);
        multiply(&mut self.unit, weights, &work.values, to, width);
    }
}

/// A block of rows with all panels of `weights`, to rows of `stride`.
fn multiply(unit: &mut TileUnit, rows: &[u16], weights: &Weights, to: &mut [f32], stride: usize) {
    let left = Left::of_rows(rows, weights.depth(), BLOCK);
    for first in (0..stride).step_by(BLOCK) {
        unit.block(&left, 0, weights.panel(first), &mut to[first..], stride);
    }
}
