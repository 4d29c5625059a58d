//! Matrix products: rows of numbers times a matrix of weights.
//!
//! The weights stand in panels as wide as a register tile, so that the innermost loop reads them
//! one after the other. A tile of some rows and one panel is summed in registers from beginning to
//! end: each number of a row is multiplied with a whole row of the panel (Goto and van de Geijn
//! 2008, *Anatomy of high-performance matrix multiplication*).

use super::Work;
use super::buffer::Buffer;
use super::simd::Simd;
use super::target::{Target, vector_mut};

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
    /// Columns of a panel; the last one may be narrower.
    panel: usize,
    /// `[panel][input][column of the panel]`
    weights: Buffer<f32>,
}

impl Matrix {
    /// Packs `weights`, `[input][output]`, into panels of `panel` columns, a multiple of [`CHANNELS`].
    pub(super) fn pack(panel: usize, inputs: usize, outputs: usize, weights: &[f32]) -> Matrix {
        let mut matrix = Matrix::zeros(panel, inputs, outputs);
        for (input, row) in weights.chunks_exact(outputs).enumerate() {
            for (output, &weight) in row.iter().enumerate() {
                *matrix.weight(input, output) = weight;
            }
        }
        matrix
    }

    /// A matrix of zeros.
    pub(super) fn zeros(panel: usize, inputs: usize, outputs: usize) -> Matrix {
        debug_assert!(panel.is_multiple_of(CHANNELS));
        Matrix {
            inputs,
            outputs,
            panel,
            weights: Buffer::zeros(inputs * round_up(outputs)),
        }
    }

    /// One weight.
    pub(super) fn weight(&mut self, input: usize, output: usize) -> &mut f32 {
        let first = output / self.panel * self.panel;
        let width = self.panel.min(self.stride() - first);
        &mut self.weights[first * self.inputs + input * width + output - first]
    }

    /// Numbers that go in for each row.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Numbers that come out for each row, without those that fill the stride.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// Numbers that come out for each row.
    pub fn stride(&self) -> usize {
        round_up(self.outputs)
    }
}

/// Rows of numbers, the left side of a product.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// The numbers; a row may be followed by others that do not belong to it.
    pub numbers: &'a [f32],
    /// From the start of a row to that of the next.
    pub stride: usize,
    /// How many rows.
    pub count: usize,
}

impl<'a> Rows<'a> {
    /// The rows without their first `column` numbers.
    pub(super) fn without_columns(&self, column: usize) -> Rows<'a> {
        Rows {
            numbers: &self.numbers[column..],
            ..*self
        }
    }

    /// `count` rows from `first` on.
    pub(super) fn part(&self, first: usize, count: usize) -> Rows<'a> {
        Rows {
            numbers: &self.numbers[first * self.stride..],
            count,
            ..*self
        }
    }
}

/// `rows * matrix`.
#[inline(always)]
pub(super) fn multiply<S: Simd<W>, const W: usize>(
    s: S,
    rows: Rows,
    matrix: &Matrix,
    work: &mut Work,
    target: &mut Target,
) {
    let sums = work.sums.reserve(ROWS_AT_ONCE * matrix.panel);
    for first_row in (0..rows.count).step_by(ROWS_AT_ONCE) {
        let some = rows.part(first_row, ROWS_AT_ONCE.min(rows.count - first_row));
        for first in (0..matrix.stride()).step_by(matrix.panel) {
            let width = matrix.panel.min(matrix.stride() - first);
            let panel = &matrix.weights[first * matrix.inputs..][..width * matrix.inputs];
            product(s, some, panel, width, sums, width);
            for (row, sums) in sums.chunks_exact(width).take(some.count).enumerate() {
                for (vector, sums) in sums.as_chunks::<W>().0.iter().enumerate() {
                    let sums = s.load(sums);
                    target.put(s, first_row + row, first + vector * W, sums);
                }
            }
        }
    }
    target.finish(rows.count);
}

/// `rows * panel`, for a panel that is `width` wide, to rows of `stride` numbers.
#[inline(always)]
pub(super) fn product<S: Simd<W>, const W: usize>(
    s: S,
    rows: Rows,
    panel: &[f32],
    width: usize,
    to: &mut [f32],
    stride: usize,
) {
    let vectors = panel.as_chunks::<W>().0;
    match width / W {
        1 => tiles(s, rows, vectors.as_chunks::<1>().0, to, stride),
        2 => tiles(s, rows, vectors.as_chunks::<2>().0, to, stride),
        4 => tiles(s, rows, vectors.as_chunks::<4>().0, to, stride),
        _ => unreachable!("no kernel has panels of this width"),
    }
}

/// Cuts the rows into tiles of nearly equal height.
#[inline(always)]
fn tiles<S: Simd<W>, const W: usize, const C: usize>(
    s: S,
    rows: Rows,
    panel: &[[[f32; W]; C]],
    to: &mut [f32],
    stride: usize,
) {
    let count = rows.count.div_ceil(S::ROWS);
    let mut first = 0;
    for left in (1..=count).rev() {
        let height = (rows.count - first).div_ceil(left);
        let some = rows.part(first, height);
        let to = &mut to[first * stride..];
        match height {
            1 => tile::<S, W, C, 1>(s, some, panel, to, stride),
            2 => tile::<S, W, C, 2>(s, some, panel, to, stride),
            3 => tile::<S, W, C, 3>(s, some, panel, to, stride),
            4 => tile::<S, W, C, 4>(s, some, panel, to, stride),
            5 => tile::<S, W, C, 5>(s, some, panel, to, stride),
            6 => tile::<S, W, C, 6>(s, some, panel, to, stride),
            7 if S::ROWS >= 7 => tile::<S, W, C, 7>(s, some, panel, to, stride),
            8 if S::ROWS >= 8 => tile::<S, W, C, 8>(s, some, panel, to, stride),
            9 if S::ROWS >= 9 => tile::<S, W, C, 9>(s, some, panel, to, stride),
            10 if S::ROWS >= 10 => tile::<S, W, C, 10>(s, some, panel, to, stride),
            11 if S::ROWS >= 11 => tile::<S, W, C, 11>(s, some, panel, to, stride),
            12 if S::ROWS >= 12 => tile::<S, W, C, 12>(s, some, panel, to, stride),
            13 if S::ROWS >= 13 => tile::<S, W, C, 13>(s, some, panel, to, stride),
            _ => unreachable!("no kernel has tiles of this height"),
        }
        first += height;
    }
}

/// One register tile of `R` rows and `C` vectors.
///
/// Plain loops, not closures: what a closure does with vectors is not compiled for the instruction
/// set.
#[inline(always)]
fn tile<S: Simd<W>, const W: usize, const C: usize, const R: usize>(
    s: S,
    rows: Rows,
    panel: &[[[f32; W]; C]],
    to: &mut [f32],
    stride: usize,
) {
    let mut numbers = [rows.numbers; R];
    for (row, numbers) in numbers.iter_mut().enumerate() {
        *numbers = &rows.numbers[row * rows.stride..][..panel.len()];
    }
    let mut sums = [[s.splat(0.0); C]; R];
    for (k, weights) in panel.iter().enumerate() {
        let mut loaded = [s.splat(0.0); C];
        for (loaded, weights) in loaded.iter_mut().zip(weights) {
            *loaded = s.load(weights);
        }
        for (numbers, sums) in numbers.iter().zip(&mut sums) {
            let x = s.splat(numbers[k]);
            for (sum, &weight) in sums.iter_mut().zip(&loaded) {
                *sum = s.mul_add(x, weight, *sum);
            }
        }
    }
    for (row, sums) in sums.iter().enumerate() {
        for (column, &sum) in sums.iter().enumerate() {
            s.store(sum, vector_mut(to, row * stride + column * W));
        }
    }
}
