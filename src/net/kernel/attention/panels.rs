//! Attention by vectors, in 32-bit numbers.

use super::softmax::weigh;
use super::{Attend, Head, Scores, round_up};
use crate::net::kernel::buffer::Buffer;
use crate::net::kernel::matrix::CHANNELS;
use crate::net::kernel::panels::cut;
use crate::net::kernel::product::{Product, Rows, Strides};
use crate::net::kernel::simd::Simd;

/// Room for a head.
#[derive(Debug, Default)]
pub(super) struct PanelWork {
    /// Turned so that a column is a point: `[panel][query_dim][point]`.
    keys: Buffer<f32>,
    /// `[panel][point][value_dim]`
    values: Buffer<f32>,
}

/// A head in panels.
pub(super) struct PanelHead<'a>(pub &'a mut PanelWork);

impl<S: Simd<W>, const W: usize> Head<S, W> for PanelHead<'_> {
    const QUERIES: usize = 48;
    const POINTS: usize = CHANNELS;
    const VALUES: usize = CHANNELS;

    #[inline(always)]
    fn pack(&mut self, _: S, attend: &Attend, keys: Rows, values: Rows) {
        pack_keys(S::PANEL, keys, attend.query_dim, &mut self.0.keys);
        pack_values(S::PANEL, values, attend.value_dim, &mut self.0.values);
    }

    #[inline(always)]
    fn scores(&mut self, s: S, attend: &Attend, queries: Rows, to: &mut [f32], stride: usize) {
        multiply(s, queries, &self.0.keys, attend.query_dim, to, stride);
    }

    #[inline(always)]
    fn sums(&mut self, s: S, attend: &Attend, mut scores: Scores, to: &mut [f32], width: usize) {
        weigh(s, &mut scores);
        let weights = Rows {
            numbers: scores.numbers,
            stride: scores.stride,
            count: scores.factors.len(),
        };
        multiply(s, weights, &self.0.values, attend.keys.count, to, width);
    }
}

/// `rows * matrix`, of a matrix of `inputs` rows and `outputs` columns in panels, to rows of `outputs`.
#[inline(always)]
fn multiply<S: Simd<W>, const W: usize>(
    s: S,
    rows: Rows,
    panels: &[f32],
    inputs: usize,
    to: &mut [f32],
    outputs: usize,
) {
    for (first, width) in cut(S::PANEL, outputs) {
        s.product_of_floats(Product {
            rows,
            panel: &panels[first * inputs..][..width * inputs],
            width,
            to: &mut to[first..],
            strides: Strides {
                row: outputs,
                vector: W,
            },
        });
    }
}

#[inline(always)]
fn pack_keys(panel: usize, keys: Rows, dim: usize, to: &mut Buffer<f32>) {
    let outputs = round_up(keys.count);
    let to = to.reserve(outputs * dim);
    for (first, width) in cut(panel, outputs) {
        let to = &mut to[first * dim..][..width * dim];
        let there = width.min(keys.count - first);
        for (row, to) in to.chunks_exact_mut(width).enumerate() {
            let column = keys.numbers[first * keys.stride + row..].iter();
            for (to, &number) in to.iter_mut().zip(column.step_by(keys.stride).take(there)) {
                *to = number;
            }
            to[there..].fill(0.0);
        }
    }
}

#[inline(always)]
fn pack_values(panel: usize, values: Rows, dim: usize, to: &mut Buffer<f32>) {
    let outputs = round_up(dim);
    let to = to.reserve(outputs * values.count);
    for (first, width) in cut(panel, outputs) {
        let kept = width.min(dim - first);
        let to = &mut to[first * values.count..][..width * values.count];
        for (point, to) in to.chunks_exact_mut(width).enumerate() {
            let value = &values.numbers[point * values.stride + first..][..kept];
            to[..kept].copy_from_slice(value);
            to[kept..].fill(0.0);
        }
    }
}
