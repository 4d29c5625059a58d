//! Matrices packed for a kernel, and their product with rows of numbers.

use super::bfloat::{self, round_rows};
use super::panels::{Left, Panels};
use super::product::{Rows, Strides};
use super::simd::Simd;
use super::target::{Target, vector};
use super::tiles;
use super::{Layout, Precision, Work};

/// Channels are filled up to a multiple of this, the numbers of the widest vector.
pub const CHANNELS: usize = 16;

/// Rows that are multiplied with every panel before the next rows are: few enough for the cache.
const ROWS_AT_ONCE: usize = 60;

/// `channels` filled up to whole vectors.
pub const fn round_up(channels: usize) -> usize {
    channels.next_multiple_of(CHANNELS)
}

/// A matrix of weights, packed for one kernel.
#[derive(Debug)]
pub struct Matrix {
    inputs: usize,
    outputs: usize,
    weights: Weights,
}

#[derive(Debug)]
enum Weights {
    /// For vectors.
    Panels(Panels),
    /// For tiles.
    Tiles(bfloat::Weights),
}

impl Matrix {
    /// Packs `weights`, `[input][output]`.
    pub(super) fn pack(
        layout: Layout,
        precision: Precision,
        (inputs, outputs): (usize, usize),
        weights: &[f32],
    ) -> Matrix {
        let weights = match precision {
            Precision::Bfloat => Weights::Tiles(tiled(inputs, outputs, weights)),
            _ => Weights::Panels(in_panels(layout, precision, (inputs, outputs), weights)),
        };
        Matrix {
            inputs,
            outputs,
            weights,
        }
    }

    /// Numbers that go in for each row.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Numbers that come out for each row.
    pub fn stride(&self) -> usize {
        round_up(self.outputs)
    }
}

fn in_panels(
    layout: Layout,
    precision: Precision,
    (inputs, outputs): (usize, usize),
    weights: &[f32],
) -> Panels {
    let stride = round_up(outputs);
    let mut panels = Panels::zeros(layout, precision, inputs, stride);
    for (first, width) in panels.cut(stride) {
        for output in first..outputs.min(first + width) {
            let column: Vec<f32> = weights[output..].iter().step_by(outputs).copied().collect();
            panels.set((first, width), output - first, &column);
        }
    }
    panels
}

fn tiled(inputs: usize, outputs: usize, weights: &[f32]) -> bfloat::Weights {
    let rows = Rows {
        numbers: weights,
        stride: outputs,
        count: inputs,
    };
    bfloat::Weights::pack(rows, outputs)
}

/// `rows * matrix`; for a matrix of 16 bits, rows are filled up with zeros to whole vectors.
#[inline(always)]
pub(super) fn multiply<S: Simd<W>, const W: usize>(
    s: S,
    rows: Rows,
    matrix: &Matrix,
    work: &mut Work,
    target: &mut Target,
) {
    match &matrix.weights {
        Weights::Panels(panels) => multiply_panels(s, rows, matrix, panels, work, target),
        Weights::Tiles(weights) => multiply_tiles(s, rows, matrix, weights, work, target),
    }
    target.finish(s, rows.count);
}

#[inline(always)]
fn multiply_panels<S: Simd<W>, const W: usize>(
    s: S,
    rows: Rows,
    matrix: &Matrix,
    panels: &Panels,
    work: &mut Work,
    target: &mut Target,
) {
    let sums = work.sums.reserve(ROWS_AT_ONCE * S::PANEL);
    let strides = |row| Strides { row, vector: W };
    for first_row in (0..rows.count).step_by(ROWS_AT_ONCE) {
        let some = rows.part(first_row, ROWS_AT_ONCE.min(rows.count - first_row));
        let left = if panels.are_short() {
            work.short.reserve(Layout::of(s), matrix.inputs, some.count);
            work.short.set_each(s, some, round_up(matrix.inputs));
            work.short.rows(0, some.count)
        } else {
            Left::Floats(some)
        };
        for (first, width) in panels.cut(matrix.stride()) {
            if let Some(to) = target.plain() {
                let to = &mut to[first_row * matrix.stride() + first..];
                panels.multiply(s, &left, (first, width), to, strides(matrix.stride()));
                continue;
            }
            panels.multiply(s, &left, (first, width), sums, strides(width));
            for column in (0..width).step_by(W) {
                let channels = target.per_channel::<S, W, 1>(s, first + column);
                let rows = sums.chunks_exact(width).take(some.count);
                for (row, sums) in (first_row..).zip(rows) {
                    let sums = s.load(vector(sums, column));
                    target.put_channels(s, row, &channels, [sums]);
                }
            }
        }
    }
}

#[inline(always)]
fn multiply_tiles<S: Simd<W>, const W: usize>(
    s: S,
    rows: Rows,
    matrix: &Matrix,
    weights: &bfloat::Weights,
    work: &mut Work,
    target: &mut Target,
) {
    let depth = weights.depth();
    let numbers = round_rows(s, rows, round_up(matrix.inputs), depth, &mut work.bfloats);
    let left = tiles::Left::of_rows(numbers, depth, rows.count);
    tiles::product(s, &left, weights, &mut work.sums, target);
}
