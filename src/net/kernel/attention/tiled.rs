//! Attention by tiles, in bfloat16 numbers. Weights and sums have 32 bits until they are multiplied.

use super::{Attend, Head};
use crate::net::kernel::bfloat::{Weights, round_rows};
use crate::net::kernel::buffer::Buffer;
use crate::net::kernel::product::Rows;
use crate::net::kernel::simd::Simd;
use crate::net::kernel::tiles::{BLOCK, Left, TileUnit};

/// Room for a head.
#[derive(Debug, Default)]
pub(super) struct TiledWork {
    /// A column is a point.
    keys: Weights,
    /// A row is a point.
    values: Weights,
    /// A block of rows that are multiplied with either.
    rows: Buffer<u16>,
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
    fn pack(&mut self, _: S, attend: &Attend, keys: Rows, values: Rows) {
        self.work.keys.set_columns(keys, attend.query_dim);
        self.work.values.set_rows(values, attend.value_dim);
    }

    #[inline(always)]
    fn scores(&mut self, _: S, attend: &Attend, queries: Rows, to: &mut [f32], stride: usize) {
        let TiledWork { keys, rows, .. } = &mut *self.work;
        let rows = round_rows(queries, attend.query_dim, keys.depth(), rows);
        multiply(&mut self.unit, rows, keys, to, stride);
    }

    #[inline(always)]
    fn sums(
        &mut self,
        _: S,
        _: &Attend,
        weights: Rows,
        _: &mut [f32],
        to: &mut [f32],
        width: usize,
    ) {
        let TiledWork { values, rows, .. } = &mut *self.work;
        let rows = round_rows(weights, weights.stride, values.depth(), rows);
        multiply(&mut self.unit, rows, values, to, width);
    }
}

/// A block of rows with all panels of `weights`, to rows of `stride`.
fn multiply(unit: &mut TileUnit, rows: &[u16], weights: &Weights, to: &mut [f32], stride: usize) {
    let left = Left::of_rows(rows, weights.depth(), BLOCK);
    for first in (0..stride).step_by(BLOCK) {
        unit.block(left, 0, weights.panel(first), &mut to[first..], stride);
    }
}
