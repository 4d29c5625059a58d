//! Convolutions with 3x3 kernels by Winograd's minimal filtering.
//!
//! A tile of `O`x`O` outputs depends on `I`x`I` inputs, `I = O + 2`. Input and kernel are
//! transformed, multiplied number by number and transformed back, which takes `I²` multiplications
//! instead of `9 O²`: a quarter for 4x4 tiles, less than a third for 3x3. Summed over the input
//! channels, each of the `I²` positions is a matrix product. Source: Lavin and Gray 2016, *Fast
//! algorithms for convolutional neural networks*; the transforms are those of Toom and Cook for the
//! points 0, 1, -1, 2, -2 and infinity (without -2 for 3x3 tiles).

use super::Work;
use super::buffer::Buffer;
use super::matrix::{Rows, product, round_up};
use super::simd::Simd;
use super::target::{Target, vector, vector_mut};
use crate::net::file::Conv;

/// A convolution with a 3x3 kernel, packed for one kernel and one size of tiles.
#[derive(Debug)]
pub struct Winograd {
    inputs: usize,
    outputs: usize,
    tile: Tile,
    panel: usize,
    /// `[panel][position in the tile][input][column of the panel]`
    weights: Buffer<f32>,
}

/// How many outputs a tile has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// 3x3
    Three,
    /// 4x4
    Four,
}

impl Tile {
    /// The tiles that cover a board with the fewest multiplications: 3x3 suit 9x9, 4x4 suit 19x19.
    pub fn best(width: usize, height: usize) -> Tile {
        let products = |tile: Tile| tile.count(width, height) * tile.positions();
        if products(Tile::Three) < products(Tile::Four) {
            Tile::Three
        } else {
            Tile::Four
        }
    }

    /// Outputs along a side.
    fn side(self) -> usize {
        match self {
            Tile::Three => 3,
            Tile::Four => 4,
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
        }
    }
}

impl Winograd {
    /// Packs a convolution into panels of `panel` columns.
    ///
    /// # Panics
    ///
    /// If its kernel is not 3x3.
    pub(super) fn pack(panel: usize, conv: &Conv, tile: Tile) -> Winograd {
        assert_eq!((conv.height, conv.width), (3, 3));
        let (inputs, outputs) = (conv.inputs, conv.outputs);
        let stride = round_up(outputs);
        let positions = tile.positions();
        let mut weights = Buffer::zeros(positions * inputs * stride);
        let tap = |tap: usize, pair: usize| conv.weights[tap * inputs * outputs + pair];
        for pair in 0..inputs * outputs {
            let (input, output) = (pair / outputs, pair % outputs);
            let first = output / panel * panel;
            let width = panel.min(stride - first);
            let taps = std::array::from_fn(|y| std::array::from_fn(|x| tap(3 * y + x, pair)));
            for (position, weight) in tile.kernel(taps).into_iter().enumerate() {
                let row = position * inputs + input;
                weights[positions * first * inputs + row * width + output - first] = weight;
            }
        }
        Winograd {
            inputs,
            outputs,
            tile,
            panel,
            weights,
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
    input: &Board,
    conv: &Winograd,
    work: &mut Work,
    target: &mut Target,
) {
    match conv.tile {
        Tile::Three => convolve_with::<S, W, Three, 5, 3>(s, input, conv, &mut work.tiles, target),
        Tile::Four => convolve_with::<S, W, Four, 6, 4>(s, input, conv, &mut work.tiles, target),
    }
    target.finish(input.width * input.height);
}

/// Numbers on a board.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `[row][column][stride]`
    pub numbers: &'a [f32],
    /// Numbers for each point.
    pub stride: usize,
}

#[inline(always)]
fn convolve_with<S: Simd<W>, const W: usize, T: Transform<I, O>, const I: usize, const O: usize>(
    s: S,
    input: &Board,
    conv: &Winograd,
    work: &mut Buffer<f32>,
    target: &mut Target,
) {
    let tiles = conv.tile.count(input.width, input.height);
    let inputs = I * I * tiles * input.stride;
    let work = work.reserve(inputs + I * I * tiles * conv.panel + input.stride);
    let (transformed, work) = work.split_at_mut(inputs);
    let (sums, outside) = work.split_at_mut(I * I * tiles * conv.panel);
    outside[..input.stride].fill(0.0);
    transform_input::<S, W, T, I, O>(s, input, &outside[..input.stride], tiles, transformed);
    for first in (0..conv.stride()).step_by(conv.panel) {
        let width = conv.panel.min(conv.stride() - first);
        let panels = &conv.weights[I * I * first * conv.inputs..];
        let panels = panels.chunks_exact(width * conv.inputs);
        let sums = &mut sums[..I * I * tiles * width];
        let positions = transformed.chunks_exact(tiles * input.stride);
        for ((panel, numbers), sums) in panels
            .zip(positions)
            .zip(sums.chunks_exact_mut(tiles * width))
        {
            let rows = Rows {
                numbers,
                stride: input.stride,
                count: tiles,
            };
            product(s, rows, panel, width, sums, width);
        }
        transform_output::<S, W, T, I, O>(s, input, sums, tiles, first, width, target);
    }
}

/// Transforms the input to `[position in the tile][tile][stride]`; `outside` are `[stride]` zeros.
#[inline(always)]
fn transform_input<
    S: Simd<W>,
    const W: usize,
    T: Transform<I, O>,
    const I: usize,
    const O: usize,
>(
    s: S,
    input: &Board,
    outside: &[f32],
    tiles: usize,
    transformed: &mut [f32],
) {
    let across = input.width.div_ceil(O);
    let point = |x: usize, y: usize| -> &[[f32; W]] {
        // Row and column -1 wrap around to huge numbers, and are outside as well.
        if x >= input.width || y >= input.height {
            return outside.as_chunks().0;
        }
        let at = (y * input.width + x) * input.stride;
        input.numbers[at..at + input.stride].as_chunks().0
    };
    for tile in 0..tiles {
        let (left, top) = (
            (tile % across * O).wrapping_sub(1),
            (tile / across * O).wrapping_sub(1),
        );
        let mut points = [[outside.as_chunks::<W>().0; I]; I];
        for (y, row) in points.iter_mut().enumerate() {
            for (x, numbers) in row.iter_mut().enumerate() {
                *numbers = point(left.wrapping_add(x), top.wrapping_add(y));
            }
        }
        for channel in 0..input.stride / W {
            let mut numbers = [[s.splat(0.0); I]; I];
            for (row, points) in numbers.iter_mut().zip(&points) {
                for (number, point) in row.iter_mut().zip(points) {
                    *number = s.load(&point[channel]);
                }
                *row = T::input(s, *row);
            }
            for x in 0..I {
                let column = T::input(s, column(&numbers, x));
                for (y, &number) in column.iter().enumerate() {
                    let at = ((y * I + x) * tiles + tile) * input.stride + channel * W;
                    s.store(number, vector_mut(transformed, at));
                }
            }
        }
    }
}

/// Transforms the sums `[position in the tile][tile][width]` of the channels from `first` on back.
#[inline(always)]
fn transform_output<
    S: Simd<W>,
    const W: usize,
    T: Transform<I, O>,
    const I: usize,
    const O: usize,
>(
    s: S,
    board: &Board,
    sums: &[f32],
    tiles: usize,
    first: usize,
    width: usize,
    target: &mut Target,
) {
    let across = board.width.div_ceil(O);
    for tile in 0..tiles {
        let (left, top) = (tile % across * O, tile / across * O);
        for channel in (0..width).step_by(W) {
            let mut rows = [[s.splat(0.0); O]; I];
            for (y, row) in rows.iter_mut().enumerate() {
                let mut numbers = [s.splat(0.0); I];
                for (x, number) in numbers.iter_mut().enumerate() {
                    let at = ((y * I + x) * tiles + tile) * width + channel;
                    *number = s.load(vector(sums, at));
                }
                *row = T::output(s, numbers);
            }
            for x in 0..O {
                if left + x >= board.width {
                    break;
                }
                let column = T::output(s, column(&rows, x));
                for (y, &number) in column.iter().enumerate() {
                    if top + y < board.height {
                        let point = (top + y) * board.width + left + x;
                        target.put(s, point, first + channel, number);
                    }
                }
            }
        }
    }
}

/// A column of a square.
///
/// A plain loop: what a closure does with vectors is not compiled for the instruction set.
#[inline(always)]
fn column<F: Copy, const X: usize, const Y: usize>(square: &[[F; X]; Y], x: usize) -> [F; Y] {
    let mut column = [square[0][x]; Y];
    for (number, row) in column.iter_mut().zip(square) {
        *number = row[x];
    }
    column
}

/// The transforms of a tile, along one side.
trait Transform<const I: usize, const O: usize> {
    /// Of the kernel.
    const KERNEL: [[f64; 3]; I];

    /// Of the inputs.
    fn input<S: Simd<W>, const W: usize>(s: S, d: [S::F; I]) -> [S::F; I];

    /// Of the products, back to outputs.
    fn output<S: Simd<W>, const W: usize>(s: S, m: [S::F; I]) -> [S::F; O];
}

struct Four;

impl Transform<6, 4> for Four {
    const KERNEL: [[f64; 3]; 6] = [
        [0.25, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];

    #[inline(always)]
    fn input<S: Simd<W>, const W: usize>(s: S, d: [S::F; 6]) -> [S::F; 6] {
        let (two, four, five) = (s.splat(2.0), s.splat(4.0), s.splat(5.0));
        let even = s.sub_mul(d[2], four, d[4]);
        let odd = s.sub_mul(d[1], four, d[3]);
        let outer = s.sub(d[4], d[2]);
        let inner = s.sub(d[3], d[1]);
        [
            s.mul_add(d[0], four, s.sub_mul(d[2], five, d[4])),
            s.add(even, odd),
            s.sub(even, odd),
            s.mul_add(inner, two, outer),
            s.sub_mul(inner, two, outer),
            s.mul_add(d[1], four, s.sub_mul(d[3], five, d[5])),
        ]
    }

    #[inline(always)]
    fn output<S: Simd<W>, const W: usize>(s: S, m: [S::F; 6]) -> [S::F; 4] {
        let (two, four, eight) = (s.splat(2.0), s.splat(4.0), s.splat(8.0));
        let (sum1, difference1) = (s.add(m[1], m[2]), s.sub(m[1], m[2]));
        let (sum2, difference2) = (s.add(m[3], m[4]), s.sub(m[3], m[4]));
        [
            s.add(s.add(m[0], sum1), sum2),
            s.mul_add(difference2, two, difference1),
            s.mul_add(sum2, four, sum1),
            s.add(s.mul_add(difference2, eight, difference1), m[5]),
        ]
    }
}

struct Three;

impl Transform<5, 3> for Three {
    const KERNEL: [[f64; 3]; 5] = [
        [0.5, 0.0, 0.0],
        [-0.5, -0.5, -0.5],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
        [0.0, 0.0, 1.0],
    ];

    #[inline(always)]
    fn input<S: Simd<W>, const W: usize>(s: S, d: [S::F; 5]) -> [S::F; 5] {
        let (two, three) = (s.splat(2.0), s.splat(3.0));
        let odd = s.sub(d[3], d[1]);
        [
            s.mul_add(s.sub(d[0], d[2]), two, odd),
            s.sub(s.sub(d[3], d[2]), s.add(d[1], d[1])),
            s.mul_add(d[1], two, s.sub_mul(d[2], three, d[3])),
            odd,
            s.sub_mul(odd, two, s.sub(d[4], d[2])),
        ]
    }

    #[inline(always)]
    fn output<S: Simd<W>, const W: usize>(s: S, m: [S::F; 5]) -> [S::F; 3] {
        let (two, four) = (s.splat(2.0), s.splat(4.0));
        let (sum, difference) = (s.add(m[1], m[2]), s.sub(m[1], m[2]));
        [
            s.add(s.add(m[0], sum), m[3]),
            s.mul_add(m[3], two, difference),
            s.add(s.mul_add(m[3], four, sum), m[4]),
        ]
    }
}
