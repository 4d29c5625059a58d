//! Numbers rounded to bfloat16, in the order in which tiles read them.

use super::buffer::Buffer;
use super::tiles::{BLOCK, DEPTH, SIDE};

/// The upper half of a number, rounded to the nearest, of two equally near ones to the even one.
#[inline(always)]
pub(super) fn rounded(x: f32) -> u16 {
    let bits = x.to_bits();
    let even = bits >> 16 & 1;
    (bits.wrapping_add(0x7fff + even) >> 16) as u16
}

/// The number whose upper half it is.
pub(super) fn widened(x: u16) -> f32 {
    f32::from_bits(u32::from(x) << 16)
}

/// Rounds all numbers.
#[inline(always)]
pub(super) fn round(from: &[f32], to: &mut [u16]) {
    for (&from, to) in from.iter().zip(to) {
        *to = rounded(from);
    }
}

/// A matrix as tiles read it.
#[derive(Debug)]
pub(super) struct Weights {
    depth: usize,
    /// `[panel of 32 columns][32 rows][16 columns][pair of rows][column][row of the pair]`
    numbers: Buffer<u16>,
}

impl Weights {
    /// A matrix of so many rows and columns, all of them zero.
    pub fn zeros(rows: usize, columns: usize) -> Weights {
        let depth = rows.next_multiple_of(DEPTH);
        Weights {
            depth,
            numbers: Buffer::zeros(depth * columns.next_multiple_of(BLOCK)),
        }
    }

    /// Sets a number.
    pub fn set(&mut self, row: usize, column: usize, weight: f32) {
        let panel = column / BLOCK * BLOCK * self.depth;
        let tile = 2 * (row / DEPTH) + column % BLOCK / SIDE;
        let (pair, half) = (row % DEPTH / 2, row % 2);
        let at = (SIDE * tile + pair) * DEPTH + 2 * (column % SIDE) + half;
        self.numbers[panel + at] = rounded(weight);
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
