//! Convolutions with 3x3 kernels by Winograd's minimal filtering.
//!
//! A tile of `O`x`O` outputs depends on `I`x`I` inputs, `I = O + 2`. Input and kernel are
//! transformed, multiplied number by number and transformed back, which takes `I²` multiplications
//! instead of `9 O²`: less than a third for 3x3 tiles, a quarter for 4x4, a bit more than a fifth for 5x5.
//! Summed over the input channels, each of the `I²` positions is a matrix product. Source: Lavin and Gray
//! 2016, *Fast algorithms for convolutional neural networks*; the transforms are those of Toom and Cook for
//! the points 0, 1, -1, 2, -2, -1/2 and infinity (without -1/2 for 4x4 tiles, and without -2 for 3x3).
//! Which points err little is from Barabasz et al. 2020, *Error analysis and improving the accuracy of
//! Winograd convolution for deep neural networks*; -1/2 erred least of those tried as the sixth.

mod integers;
mod transform;

use super::panels::{Left, Panels};
use super::product::{Rows, Strides};
use super::short::Encoding;
use super::simd::Simd;
use super::target::Target;
use super::{Buffer, FeatureMap, Layout, Precision, Work, round_up};
use crate::net::file::Conv;
use transform::{Five, Four, Three, Transform, transform_output, transform_tile};

/// A convolution with a 3x3 kernel, packed for one kernel and one size of tiles.
#[derive(Debug)]
pub struct Winograd {
    inputs: usize,
    outputs: usize,
    tile: Tile,
    /// Whether tiles are transformed in 16-bit integers already; see [`integers`].
    in_integers: bool,
    /// A panel for each position in the tile, one panel of output channels after the other.
    panels: Panels,
}

/// How many outputs a tile has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// 3x3
    Three,
    /// 4x4
    Four,
    /// 5x5
    Five,
}

impl Tile {
    /// The tiles with which a board is computed fastest: 3x3 suit 9x9, 5x5 suit 13x13 and 19x19.
    pub fn best(width: usize, height: usize) -> Tile {
        // The weights of a position are read for all tiles at once, which takes about as long as two tiles.
        let cost = |tile: &Tile| (tile.count(width, height) + 2) * tile.positions();
        let tiles = [Tile::Three, Tile::Four, Tile::Five];
        tiles.into_iter().min_by_key(cost).unwrap_or(Tile::Four)
    }

    /// Outputs along a side.
    fn side(self) -> usize {
        match self {
            Tile::Three => 3,
            Tile::Four => 4,
            Tile::Five => 5,
        }
    }

    /// Inputs of a tile.
    pub(super) fn positions(self) -> usize {
        (self.side() + 2) * (self.side() + 2)
    }

    /// Tiles that cover a board.
    pub(super) fn count(self, width: usize, height: usize) -> usize {
        width.div_ceil(self.side()) * height.div_ceil(self.side())
    }

    /// The transformed kernel: `[position]`, of the taps `[row][column]`.
    fn kernel(self, taps: [[f32; 3]; 3]) -> Vec<f32> {
        match self {
            Tile::Three => transform_kernel(&Three::KERNEL, taps),
            Tile::Four => transform_kernel(&Four::KERNEL, taps),
            Tile::Five => transform_kernel(&Five::KERNEL, taps),
        }
    }
}

impl Winograd {
    /// Packs a convolution.
    ///
    /// # Panics
    ///
    /// If its kernel is not 3x3.
    pub(super) fn pack(layout: Layout, precision: Precision, conv: &Conv, tile: Tile) -> Winograd {
        assert_eq!((conv.height, conv.width), (3, 3));
        let (inputs, outputs) = (conv.inputs, conv.outputs);
        let stride = round_up(outputs);
        let positions = tile.positions();
        let in_integers = matches!(
            (precision, layout.encoding, tile),
            (Precision::Short, Encoding::Pairs, Tile::Three)
        );
        let mut panels = Panels::zeros(layout, precision, inputs, positions * stride);
        let mut columns = vec![vec![0.0; inputs]; positions];
        for (first, width) in panels.cut(stride) {
            for output in first..outputs.min(first + width) {
                for input in 0..inputs {
                    let tap =
                        |y, x| conv.weights[((3 * y + x) * inputs + input) * outputs + output];
                    let taps = std::array::from_fn(|y| std::array::from_fn(|x| tap(y, x)));
                    let kernel = tile.kernel(taps);
                    for (column, weight) in columns.iter_mut().zip(kernel) {
                        column[input] = weight;
                    }
                }
                for (position, column) in columns.iter().enumerate() {
                    let panel = (positions * first + position * width, width);
                    if in_integers {
                        let limit = integers::greatest_in(position);
                        panels.set_for(limit, panel, output - first, column);
                    } else {
                        panels.set(panel, output - first, column);
                    }
                }
            }
        }
        Winograd {
            inputs,
            outputs,
            tile,
            in_integers,
            panels,
        }
    }

    /// Channels that come out, with those that fill the stride.
    pub fn stride(&self) -> usize {
        round_up(self.outputs)
    }
}

/// `G taps Gᵀ`, in double precision: the weights are transformed once, so accuracy costs nothing.
fn transform_kernel<const I: usize>(matrix: &[[f64; 3]; I], taps: [[f32; 3]; 3]) -> Vec<f32> {
    let dot = |a: &[f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let mut kernel = Vec::with_capacity(I * I);
    for down in matrix {
        let row: [f64; 3] =
            std::array::from_fn(|x| dot(down, std::array::from_fn(|y| f64::from(taps[y][x]))));
        kernel.extend(matrix.iter().map(|across| dot(across, row) as f32));
    }
    kernel
}

/// The convolution of `input`, `[row][column][stride]`; `work` holds the transformed numbers.
#[inline(always)]
pub(super) fn convolve<S: Simd<W>, const W: usize>(
    s: S,
    input: &FeatureMap,
    conv: &Winograd,
    work: &mut Work,
    target: &mut Target,
) {
    let tiles = conv.tile.count(input.width, input.height);
    match conv.tile {
        _ if conv.in_integers => integers::transform_board(s, input, conv.inputs, tiles, work),
        Tile::Three => transform_input::<S, W, Three, 5, 3>(s, input, conv, tiles, work),
        Tile::Four => transform_input::<S, W, Four, 6, 4>(s, input, conv, tiles, work),
        Tile::Five => transform_input::<S, W, Five, 7, 5>(s, input, conv, tiles, work),
    }
    match conv.tile {
        Tile::Three => multiply::<S, W, Three, 5, 3>(s, input, conv, tiles, work, target),
        Tile::Four => multiply::<S, W, Four, 6, 4>(s, input, conv, tiles, work, target),
        Tile::Five => multiply::<S, W, Five, 7, 5>(s, input, conv, tiles, work, target),
    }
    target.finish(s, input.width * input.height);
}

/// Room for what a convolution computes on the way.
#[derive(Debug, Default)]
pub(super) struct WinogradWork {
    /// `[position in the tile][tile][stride]`; of one tile where integers are made of it.
    transformed: Buffer<f32>,
    /// `[tile][vector of the panel][position in the tile]`, in vectors: as they are transformed back.
    sums: Buffer<f32>,
    /// `[stride]` zeros.
    outside: Buffer<f32>,
    /// The board in pairs of integers, `[point][pair]`, and a point of zeros.
    board: Buffer<i32>,
}

/// Transforms all tiles in 32-bit numbers.
#[inline(always)]
fn transform_input<
    S: Simd<W>,
    const W: usize,
    T: Transform<I, O>,
    const I: usize,
    const O: usize,
>(
    s: S,
    input: &FeatureMap,
    conv: &Winograd,
    tiles: usize,
    work: &mut Work,
) {
    if conv.panels.are_short() {
        transform_to_shorts::<S, W, T, I, O>(s, input, conv, tiles, work);
    } else {
        transform_to_floats::<S, W, T, I, O>(s, input, tiles, &mut work.winograd);
    }
}

/// Multiplies the transformed tiles and transforms the sums back.
#[inline(always)]
fn multiply<S: Simd<W>, const W: usize, T: Transform<I, O>, const I: usize, const O: usize>(
    s: S,
    input: &FeatureMap,
    conv: &Winograd,
    tiles: usize,
    work: &mut Work,
    target: &mut Target,
) {
    let WinogradWork {
        transformed, sums, ..
    } = &mut work.winograd;
    for (first, width) in conv.panels.cut(conv.stride()) {
        let sums = sums.reserve(I * I * tiles * width);
        let strides = Strides {
            row: I * I * width,
            vector: I * I * W,
        };
        for position in 0..I * I {
            let left = if conv.panels.are_short() {
                work.short.rows(position * tiles, tiles)
            } else {
                Left::Floats(Rows {
                    numbers: &transformed[position * tiles * input.stride..],
                    stride: input.stride,
                    count: tiles,
                })
            };
            let panel = (I * I * first + position * width, width);
            let to = &mut sums[position * W..];
            conv.panels.multiply(s, &left, panel, to, strides);
        }
        transform_output::<S, W, T, I, O>(s, input, sums, (first, width), target);
    }
}

#[inline(always)]
fn transform_to_floats<
    S: Simd<W>,
    const W: usize,
    T: Transform<I, O>,
    const I: usize,
    const O: usize,
>(
    s: S,
    input: &FeatureMap,
    tiles: usize,
    work: &mut WinogradWork,
) {
    let outside = &*work.outside.reserve(input.stride);
    let position = tiles * input.stride;
    let to = work.transformed.reserve(I * I * position);
    for tile in 0..tiles {
        let to = &mut to[tile * input.stride..];
        transform_tile::<S, W, T, I, O>(s, input, outside, tile, to, position);
    }
}

/// Tile by tile, so that what is to be made integers still is in the nearest cache.
#[inline(always)]
fn transform_to_shorts<
    S: Simd<W>,
    const W: usize,
    T: Transform<I, O>,
    const I: usize,
    const O: usize,
>(
    s: S,
    input: &FeatureMap,
    conv: &Winograd,
    tiles: usize,
    work: &mut Work,
) {
    let outside = &*work.winograd.outside.reserve(input.stride);
    let one = work.winograd.transformed.reserve(I * I * input.stride);
    work.short
        .reserve(Layout::of(s), conv.inputs, I * I * tiles);
    for tile in 0..tiles {
        transform_tile::<S, W, T, I, O>(s, input, outside, tile, one, input.stride);
        work.short.set_rows(s, (tile, tiles), one, input.stride);
    }
}
