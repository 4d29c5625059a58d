//! Convolutions with 3x3 kernels by tiles, as nine products of shifted boards.
//!
//! Points of the board stand one after the other with one point of zeros between rows, which is the right neighbour
//! of one row's end and the left neighbour of the next row's start. So the three points that a row of the kernel
//! looks at stand together, at each point of the board, and are one part of a row of a matrix product; the other two
//! parts begin a row of the board later. Tiles multiply so fast that the transforms of `winograd` would take about as
//! long as what they save, by estimate, and they would make the errors of rounding greater.

use super::bfloat::{Weights, round};
use super::matrix::round_up;
use super::simd::Simd;
use super::target::Target;
use super::tiles::{BLOCK, DEPTH, Grid, Left, product};
use super::{Buffer, FeatureMap, Rows, Work};
use crate::net::file::Conv;

/// A convolution with a 3x3 kernel, packed for tiles.
#[derive(Debug)]
pub struct DirectConv {
    inputs: usize,
    outputs: usize,
    weights: Weights,
}

impl DirectConv {
    /// Packs a convolution.
    ///
    /// # Panics
    ///
    /// If its kernel is not 3x3.
    pub fn pack(conv: &Conv) -> DirectConv {
        assert_eq!((conv.height, conv.width), (3, 3));
        let channels = round_up(conv.inputs);
        let depth = depth(channels);
        let mut numbers = vec![0.0; 3 * depth * conv.outputs];
        let rows = conv.weights.chunks_exact(conv.outputs).enumerate();
        for (index, row) in rows {
            let (tap, input) = (index / conv.inputs, index % conv.inputs);
            let to = tap / 3 * depth + tap % 3 * channels + input;
            numbers[to * conv.outputs..][..conv.outputs].copy_from_slice(row);
        }
        let rows = Rows {
            numbers: &numbers,
            stride: conv.outputs,
            count: 3 * depth,
        };
        DirectConv {
            inputs: conv.inputs,
            outputs: conv.outputs,
            weights: Weights::pack(rows, conv.outputs),
        }
    }

    /// Channels that come out, with those that fill the stride.
    pub fn stride(&self) -> usize {
        round_up(self.outputs)
    }
}

/// Numbers of three points that stand together, filled up to whole tiles. What they are filled up with are numbers of
/// the next point, whose weights are zero.
fn depth(channels: usize) -> usize {
    (3 * channels).next_multiple_of(DEPTH)
}

/// The convolution of `input`.
#[inline(always)]
pub(super) fn convolve<S: Simd<W>, const W: usize>(
    s: S,
    input: &FeatureMap,
    conv: &DirectConv,
    work: &mut Work,
    target: &mut Target,
) {
    let channels = round_up(conv.inputs);
    let grid = Grid {
        width: input.width,
        across: input.width + 1,
        height: input.height,
    };
    let left = Left {
        numbers: spread(s, input, channels, grid, &mut work.bfloats),
        stride: channels,
        depth: depth(channels),
        parts: 3,
        shift: grid.across * channels,
        grid,
    };
    product(s, &left, &conv.weights, &mut work.sums, target);
    target.finish(s, input.width * input.height);
}

/// The board's numbers, rounded, with zeros around them, and as many as the last block of rows reaches.
#[inline(always)]
fn spread<'a, S: Simd<W>, const W: usize>(
    s: S,
    input: &FeatureMap,
    channels: usize,
    grid: Grid,
    to: &'a mut Buffer<u16>,
) -> &'a [u16] {
    let rows = grid.len().next_multiple_of(BLOCK) + 2 * grid.across;
    let all = to.reserve(rows * channels + depth(channels));
    let (above, mut to) = all.split_at_mut((grid.across + 1) * channels);
    above.fill(0);
    let rows = input.numbers.chunks_exact(input.width * input.stride);
    for row in rows.take(input.height) {
        for point in row.chunks_exact(input.stride) {
            round(s, &point[..channels], &mut to[..channels]);
            to = &mut to[channels..];
        }
        to[..channels].fill(0);
        to = &mut to[channels..];
    }
    to.fill(0);
    all
}
