//! Numbers rounded to bfloat16, in the order in which tiles read them.

use super::buffer::Buffer;
use super::portable::PORTABLE;
use super::product::Rows;
use super::shape::{BLOCK, DEPTH, SIDE};
use super::simd::Simd;

/// The upper half of a number, rounded to the nearest, of two equally near ones to the even one.
#[inline(always)]
pub(super) fn rounded(x: f32) -> u16 {
    let bits = x.to_bits();
    let even = bits >> 16 & 1;
    (bits.wrapping_add(0x7fff + even) >> 16) as u16
}

/// Writes the numbers of a vector rounded, where no instruction rounds them.
#[inline(always)]
pub(super) fn store_rounded_plainly<S: Simd<W>, const W: usize>(s: S, x: S::F, to: &mut [u16; W]) {
    let mut numbers = [0.0; W];
    s.store(x, &mut numbers);
    *to = numbers.map(rounded);
}

/// The number whose upper half it is.
pub(super) fn widened(x: u16) -> f32 {
    f32::from_bits(u32::from(x) << 16)
}

/// Rounds all numbers.
#[inline(always)]
pub(super) fn round<S: Simd<W>, const W: usize>(s: S, from: &[f32], to: &mut [u16]) {
    let (vectors, last) = from.as_chunks::<W>();
    let (to, last_to) = to.as_chunks_mut::<W>();
    for (vector, to) in vectors.iter().zip(to) {
        s.store_rounded(s.load(vector), to);
    }
    for (&from, to) in last.iter().zip(last_to) {
        *to = rounded(from);
    }
}

/// Rounded rows of `inputs` numbers, filled up with zeros to `depth`, and as many rows as the last block of them
/// reaches.
#[inline(always)]
pub(super) fn round_rows<'a, S: Simd<W>, const W: usize>(
    s: S,
    rows: Rows,
    inputs: usize,
    depth: usize,
    to: &'a mut Buffer<u16>,
) -> &'a [u16] {
    let all = to.reserve(rows.count.next_multiple_of(BLOCK) * depth);
    for (row, to) in all.chunks_exact_mut(depth).enumerate() {
        if row >= rows.count {
            to.fill(0);
            continue;
        }
        let (numbers, rest) = to.split_at_mut(inputs);
        round(s, &rows.numbers[row * rows.stride..][..inputs], numbers);
        rest.fill(0);
    }
    all
}

/// A matrix as tiles read it.
#[derive(Debug, Default)]
pub(super) struct Weights {
    depth: usize,
    /// `[panel of 32 columns][32 rows][16 columns][pair of rows][column][row of the pair]`
    numbers: Buffer<u16>,
}

impl Weights {
    /// The matrix whose rows are `rows`, `columns` numbers of each.
    pub fn pack(rows: Rows, columns: usize) -> Weights {
        let mut weights = Weights::default();
        weights.set_rows(PORTABLE, rows, columns);
        weights
    }

    /// Makes it the matrix whose columns are `columns`, `rows` numbers of each. What lies behind them becomes zero.
    #[inline(always)]
    pub fn set_columns<S: Simd<W>, const W: usize>(&mut self, s: S, columns: Rows, rows: usize) {
        self.depth = rows.next_multiple_of(DEPTH);
        let len = self.depth * columns.count.next_multiple_of(BLOCK);
        let tiles = self.numbers.reserve(len).chunks_exact_mut(SIDE * DEPTH);
        for (tile, to) in tiles.enumerate() {
            let (first_row, first_column) = place(self.depth, tile);
            let mut rounded = [[0; DEPTH]; SIDE];
            let kept = DEPTH.min(rows.saturating_sub(first_row));
            let there = columns.count.saturating_sub(first_column);
            for (column, to) in rounded.iter_mut().take(there).enumerate() {
                let start = (first_column + column) * columns.stride + first_row;
                round(s, &columns.numbers[start..][..kept], &mut to[..kept]);
            }
            for (pair, to) in to.as_chunks_mut::<DEPTH>().0.iter_mut().enumerate() {
                for (to, column) in to.as_chunks_mut::<2>().0.iter_mut().zip(&rounded) {
                    *to = [column[2 * pair], column[2 * pair + 1]];
                }
            }
        }
    }

    /// Makes it the matrix whose rows are `rows`, `columns` numbers of each. What lies behind them becomes zero.
    #[inline(always)]
    pub fn set_rows<S: Simd<W>, const W: usize>(&mut self, s: S, rows: Rows, columns: usize) {
        self.depth = rows.count.next_multiple_of(DEPTH);
        let len = self.depth * columns.next_multiple_of(BLOCK);
        let tiles = self.numbers.reserve(len).chunks_exact_mut(SIDE * DEPTH);
        for (tile, to) in tiles.enumerate() {
            let (first_row, first_column) = place(self.depth, tile);
            let kept = SIDE.min(columns.saturating_sub(first_column));
            for (pair, to) in to.as_chunks_mut::<DEPTH>().0.iter_mut().enumerate() {
                let mut both = [[0; SIDE]; 2];
                for (half, numbers) in both.iter_mut().enumerate() {
                    let row = first_row + 2 * pair + half;
                    if row < rows.count && kept > 0 {
                        let start = row * rows.stride + first_column;
                        round(s, &rows.numbers[start..][..kept], &mut numbers[..kept]);
                    }
                }
                let halves = both[0].iter().zip(&both[1]);
                for (to, (&low, &high)) in to.as_chunks_mut::<2>().0.iter_mut().zip(halves) {
                    *to = [low, high];
                }
            }
        }
    }

    /// Rows, filled up to whole tiles.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The panel that begins with column `first`.
    pub fn panel(&self, first: usize) -> &[u16] {
        &self.numbers[first * self.depth..][..BLOCK * self.depth]
    }
}

/// The first row and the first column of a tile of a matrix of `depth` rows.
fn place(depth: usize, tile: usize) -> (usize, usize) {
    let (panel, at) = (tile / (2 * depth / DEPTH), tile % (2 * depth / DEPTH));
    (at / 2 * DEPTH, panel * BLOCK + at % 2 * SIDE)
}
