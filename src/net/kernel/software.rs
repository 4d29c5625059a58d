//! What the instructions for tiles do, in plain loops, for processors without them. Source: Intel, *Architecture
//! Instruction Set Extensions Programming Reference*, `TDPBF16PS`.

use super::bfloat::widened;
use super::shape::{DEPTH, SIDE};
use super::tiles::Tiles;

/// Eight tiles. Numbers less than the least normal one are not taken as zero, as the processor takes them.
#[derive(Default)]
pub(super) struct Software {
    /// Rows and weights.
    numbers: [Numbers; 8],
    sums: [Sums; 8],
}

/// `[row][number]`
type Numbers = [[u16; DEPTH]; SIDE];

/// `[row][column]`
type Sums = [[f32; SIDE]; SIDE];

impl Tiles for Software {
    fn zero<const TILE: usize>(&mut self) {
        self.sums[TILE] = Sums::default();
    }

    fn load<const TILE: usize>(&mut self, from: &[u16], stride: usize) {
        for (row, to) in self.numbers[TILE].iter_mut().enumerate() {
            to.copy_from_slice(&from[row * stride..][..DEPTH]);
        }
    }

    fn multiply<const SUMS: usize, const ROWS: usize, const WEIGHTS: usize>(&mut self) {
        let weights = &self.numbers[WEIGHTS];
        for (sums, numbers) in self.sums[SUMS].iter_mut().zip(&self.numbers[ROWS]) {
            // The sums of even and of odd numbers are added at the end.
            let mut parts = [[0.0; SIDE]; 2];
            for (pair, weights) in numbers.as_chunks::<2>().0.iter().zip(weights) {
                for (column, weights) in weights.as_chunks::<2>().0.iter().enumerate() {
                    // The product of two such numbers is not rounded.
                    parts[0][column] += widened(pair[0]) * widened(weights[0]);
                    parts[1][column] += widened(pair[1]) * widened(weights[1]);
                }
            }
            for (sum, (even, odd)) in sums.iter_mut().zip(parts[0].iter().zip(&parts[1])) {
                *sum += even + odd;
            }
        }
    }

    fn store<const TILE: usize>(&mut self, to: &mut [f32], stride: usize) {
        for (row, sums) in self.sums[TILE].iter().enumerate() {
            to[row * stride..][..SIDE].copy_from_slice(sums);
        }
    }
}
