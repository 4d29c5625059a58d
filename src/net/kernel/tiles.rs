//! Matrix products of bfloat16 numbers by tiles: registers that hold 16 rows of 64 bytes, and instructions that
//! multiply whole tiles.
//!
//! A bfloat16 number is the upper half of a 32-bit number: the same range, with 8 bits of precision. Products and
//! sums have 32 bits. Two tiles of rows and two of weights are multiplied with each other at a time, so that each
//! tile that is loaded is used twice, and as much is loaded as the instructions can keep up with.

use super::bfloat::Weights;
use super::buffer::Buffer;
use super::shape::{BLOCK, DEPTH, Grid, SIDE};
use super::simd::Simd;
use super::software::Software;
use super::target::{Target, vector};

/// Eight registers, which are named by their numbers.
pub(super) trait Tiles {
    /// Sums of nothing.
    fn zero<const TILE: usize>(&mut self);

    /// 16 rows of 32 numbers, which stand `stride` apart.
    fn load<const TILE: usize>(&mut self, from: &[u16], stride: usize);

    /// `sums += rows * weights`. Row `k` of the weights holds rows `2k` and `2k + 1` of the matrix, in turns.
    fn multiply<const SUMS: usize, const ROWS: usize, const WEIGHTS: usize>(&mut self);

    /// 16 rows of 16 sums, which are to stand `stride` apart.
    fn store<const TILE: usize>(&mut self, to: &mut [f32], stride: usize);
}

/// The tiles that a thread computes with, until it is dropped.
pub(super) enum TileUnit {
    /// Those of the processor.
    #[cfg(target_arch = "x86_64")]
    Hardware(super::amx::Loaded),
    /// What they do, in plain loops: slow, and there for tests alone.
    Software,
}

/// The left side of a product: rows that are read from several places.
pub(super) struct Left<'a> {
    /// Finite wherever a block of rows reaches.
    pub numbers: &'a [u16],
    /// From the start of a row to that of the next, which it may overlap.
    pub stride: usize,
    /// Numbers of a row that stand together, a multiple of [`DEPTH`].
    pub depth: usize,
    /// How often there are as many.
    pub parts: usize,
    /// From one part of a row to the next.
    pub shift: usize,
    /// Which rows are points.
    pub grid: Grid,
}

impl<'a> Left<'a> {
    /// `count` rows of `depth` numbers, one after the other.
    pub fn of_rows(numbers: &'a [u16], depth: usize, count: usize) -> Left<'a> {
        Left {
            numbers,
            stride: depth,
            depth,
            parts: 1,
            shift: 0,
            grid: Grid {
                width: count,
                across: count,
                height: 1,
            },
        }
    }
}

/// `left * weights`
///
/// The sums of a block go straight from the tiles to their place if nothing else is to become of them and the whole block lies in the
/// target. Those of other blocks are put row by row, two vectors of channels at a time.
#[inline(always)]
pub(super) fn product<S: Simd<W>, const W: usize>(
    s: S,
    left: &Left,
    weights: &Weights,
    sums: &mut Buffer<f32>,
    target: &mut Target,
) {
    let mut unit = s.tiles();
    let sums = sums.reserve(BLOCK * BLOCK);
    let stride = target.stride;
    for first in (0..stride).step_by(BLOCK) {
        let width = BLOCK.min(stride - first);
        let weights = weights.panel(first);
        for row in (0..left.grid.len()).step_by(BLOCK) {
            let is_whole = width == BLOCK && row + BLOCK <= left.grid.width;
            if is_whole && let Some(to) = target.plain() {
                unit.block(left, row, weights, &mut to[row * stride + first..], stride);
                continue;
            }
            unit.block(left, row, weights, sums, BLOCK);
            for column in (0..width).step_by(2 * W) {
                let from = (row, first + column, &sums[column..]);
                match width - column > W {
                    true => put_columns::<S, W, 2>(s, left.grid, from, target),
                    false => put_columns::<S, W, 1>(s, left.grid, from, target),
                }
            }
        }
    }
}

/// Puts `V` vectors of each row of a block, whose first row and channel are given.
#[inline(always)]
fn put_columns<S: Simd<W>, const W: usize, const V: usize>(
    s: S,
    grid: Grid,
    (first, channel, sums): (usize, usize, &[f32]),
    target: &mut Target,
) {
    let channels = target.per_channel::<S, W, V>(s, channel);
    let (mut x, mut y) = (first % grid.across, first / grid.across);
    let mut point = y * grid.width + x.min(grid.width);
    for row in 0..BLOCK {
        if x < grid.width && y < grid.height {
            let mut of_row = [s.splat(0.0); V];
            for (index, sums_of_row) in of_row.iter_mut().enumerate() {
                *sums_of_row = s.load(vector(sums, row * BLOCK + index * W));
            }
            target.put_channels(s, point, &channels, of_row);
            point += 1;
        }
        x += 1;
        if x == grid.across {
            x = 0;
            y += 1;
        }
    }
}

impl TileUnit {
    /// A block of sums, to rows of `stride`: rows from `first` on, and one panel of weights.
    ///
    /// `left` is borrowed for speed: a copy just written could be read only after all sums of the last block have reached the
    /// cache.
    pub fn block(
        &mut self,
        left: &Left,
        first: usize,
        weights: &[u16],
        to: &mut [f32],
        stride: usize,
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            TileUnit::Hardware(tiles) => block(tiles, left, first, weights, to, stride),
            TileUnit::Software => in_software(left, first, weights, to, stride),
        }
    }
}

/// By itself, so that room for eight tiles is taken only where they are not the processor's.
#[inline(never)]
fn in_software(left: &Left, first: usize, weights: &[u16], to: &mut [f32], stride: usize) {
    block(&mut Software::default(), left, first, weights, to, stride);
}

/// Tiles 0 to 3 hold sums, 4 and 5 rows, 6 and 7 weights.
fn block(
    tiles: &mut impl Tiles,
    left: &Left,
    first: usize,
    weights: &[u16],
    to: &mut [f32],
    stride: usize,
) {
    tiles.zero::<0>();
    tiles.zero::<1>();
    tiles.zero::<2>();
    tiles.zero::<3>();
    let mut weights = weights.chunks_exact(2 * SIDE * DEPTH);
    for part in 0..left.parts {
        let start = first * left.stride + part * left.shift;
        for at in (start..start + left.depth).step_by(DEPTH) {
            let weights = weights.next().expect("as many as the rows have numbers");
            tiles.load::<4>(&left.numbers[at..], left.stride);
            tiles.load::<5>(&left.numbers[at + SIDE * left.stride..], left.stride);
            tiles.load::<6>(weights, DEPTH);
            tiles.load::<7>(&weights[SIDE * DEPTH..], DEPTH);
            tiles.multiply::<0, 4, 6>();
            tiles.multiply::<1, 4, 7>();
            tiles.multiply::<2, 5, 6>();
            tiles.multiply::<3, 5, 7>();
        }
    }
    tiles.store::<0>(to, stride);
    tiles.store::<1>(&mut to[SIDE..], stride);
    tiles.store::<2>(&mut to[SIDE * stride..], stride);
    tiles.store::<3>(&mut to[SIDE * stride + SIDE..], stride);
}
