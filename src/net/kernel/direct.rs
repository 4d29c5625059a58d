//! Convolutions by tiles, as products of shifted boards: nine of them for a 3x3 kernel, one for a 1x1 kernel.
//!
//! The three points that a row of a 3x3 kernel looks at stand together (see `spread`), and are one part of a row of a
//! matrix product; the other two parts begin a row of the board later. Tiles multiply so fast that the transforms of
//! `winograd` would take about as long as what they save, by estimate, and they would make the errors of rounding
//! greater.

use super::bfloat::Weights;
use super::matrix::round_up;
use super::shape::DEPTH;
use super::simd::Simd;
use super::spread::Spread;
use super::target::Target;
use super::tiles::{Left, product};
use super::{Rows, Work};
use crate::net::file::Conv;

/// A convolution with a 1x1 or a 3x3 kernel, packed for tiles.
#[derive(Debug)]
pub struct DirectConv {
    /// Rows and columns of the kernel.
    side: usize,
    inputs: usize,
    outputs: usize,
    weights: Weights,
}

impl DirectConv {
    /// Packs a convolution.
    ///
    /// # Panics
    ///
    /// If its kernel is neither 1x1 nor 3x3.
    pub fn pack(conv: &Conv) -> DirectConv {
        let side = conv.height;
        assert!(conv.width == side && (side == 1 || side == 3));
        let channels = round_up(conv.inputs);
        let depth = depth(side, channels);
        let mut numbers = vec![0.0; side * depth * conv.outputs];
        let rows = conv.weights.chunks_exact(conv.outputs).enumerate();
        for (index, row) in rows {
            let (tap, input) = (index / conv.inputs, index % conv.inputs);
            let to = tap / side * depth + tap % side * channels + input;
            numbers[to * conv.outputs..][..conv.outputs].copy_from_slice(row);
        }
        let rows = Rows {
            numbers: &numbers,
            stride: conv.outputs,
            count: side * depth,
        };
        DirectConv {
            side,
            inputs: conv.inputs,
            outputs: conv.outputs,
            weights: Weights::pack(rows, conv.outputs),
        }
    }

    /// Channels that go in, with those that fill the stride.
    pub fn input_stride(&self) -> usize {
        round_up(self.inputs)
    }

    /// Channels that come out, with those that fill the stride.
    pub fn stride(&self) -> usize {
        round_up(self.outputs)
    }
}

/// Numbers of the points that a row of a kernel looks at, filled up to whole tiles. What they are filled up with are numbers
/// of the next point, whose weights are zero.
fn depth(side: usize, channels: usize) -> usize {
    (side * channels).next_multiple_of(DEPTH)
}

/// The convolution of `input`.
///
/// # Panics
///
/// If it has not as many channels as go in.
#[inline(always)]
pub(super) fn convolve<S: Simd<W>, const W: usize>(
    s: S,
    input: &Spread,
    conv: &DirectConv,
    work: &mut Work,
    target: &mut Target,
) {
    let (grid, stride) = (input.grid(), input.stride());
    assert_eq!(stride, conv.input_stride());
    let left = Left {
        numbers: input.around(conv.side),
        stride,
        depth: depth(conv.side, stride),
        parts: conv.side,
        shift: grid.across * stride,
        grid,
    };
    product(s, &left, &conv.weights, &mut work.sums, target);
    target.finish(s, grid.width * grid.height);
}
