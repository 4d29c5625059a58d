//! 3x3 tiles that are transformed in 16-bit integers.
//!
//! Twice as many numbers are transformed at a time as in 32 bits. They are made integers where they stand on the board, the
//! 81 points of 9x9, and not after the transform, where overlapping tiles have made 225 rows of them, each to be scaled by itself.
//! In return the whole board has one scale, and its numbers must stay small enough to be added without overflow: a 3x3 tile
//! leaves them 910 steps, larger tiles 327 and 36, which is too few. What is made of the rounded board is exact.

use super::transform::{column, points_of_tile};
use crate::net::kernel::short::{greatest_of_many, shorten};
use crate::net::kernel::simd::Simd;
use crate::net::kernel::target::vector_mut;
use crate::net::kernel::{FeatureMap, Layout, Work};

/// How many times as great as the numbers along one side of a tile each of its transform may be: the sizes of the coefficients in
/// [`transform_line`], added up.
const GROWTH: [i16; 5] = [6, 4, 6, 2, 6];

/// The greatest integer of the board: what grows by six in both directions still has 16 bits.
const GREATEST: i16 = i16::MAX / (6 * 6);

/// The greatest integer in a position of a transformed tile.
pub(super) fn greatest_in(position: usize) -> f32 {
    f32::from(GREATEST * GROWTH[position / 5] * GROWTH[position % 5])
}

/// Transforms all tiles of a board of `inputs` channels to rows `[position in the tile][tile]`.
#[inline(always)]
pub(super) fn transform_board<S: Simd<W>, const W: usize>(
    s: S,
    input: &FeatureMap,
    inputs: usize,
    tiles: usize,
    work: &mut Work,
) {
    let rows = 5 * 5 * tiles;
    let points = input.width * input.height;
    let numbers = &input.numbers[..points * input.stride];
    let scale = greatest_of_many(s, numbers) / f32::from(GREATEST);
    work.short.reserve(Layout::of(s), inputs, rows);
    let (to, stride) = work.short.scaled_alike(scale, rows);

    let board = work.winograd.board.reserve((points + 1) * stride);
    let (board, outside) = board.split_at_mut(points * stride);
    outside.fill(0);
    let each_point = numbers.chunks_exact(input.stride);
    let factor = 1.0 / scale;
    for (from, to) in each_point.zip(board.chunks_exact_mut(stride)) {
        shorten(s, factor, from, to);
    }
    for tile in 0..tiles {
        let board = ((input.width, input.height), &*board);
        let to = &mut to[tile * stride..];
        transform_tile(s, board, outside, tile, to, tiles * stride);
    }
}

/// Transforms a tile of the board; the integers of its positions stand `position` apart. `outside` are `[stride]` zeros.
#[inline(always)]
fn transform_tile<S: Simd<W>, const W: usize>(
    s: S,
    (size, board): ((usize, usize), &[i32]),
    outside: &[i32],
    tile: usize,
    to: &mut [i32],
    position: usize,
) {
    let points = points_of_tile::<i32, W, 5, 3>(size, board, outside, tile);
    // Once for all channels: setting them to zero would take as long as to transform them.
    let mut integers = [[s.splat_pair(0); 5]; 5];
    for vector in 0..outside.len() / W {
        for (row, points) in integers.iter_mut().zip(&points) {
            for (integer, point) in row.iter_mut().zip(points) {
                *integer = s.load_pairs(&point[vector]);
            }
            *row = transform_line(s, *row);
        }
        for x in 0..5 {
            let column = transform_line(s, column(&integers, x));
            for (y, &integer) in column.iter().enumerate() {
                let at = (y * 5 + x) * position + vector * W;
                s.store_pairs(integer, vector_mut(to, at));
            }
        }
    }
}

/// What [`Three`](super::transform::Three) makes of the inputs along one side.
#[inline(always)]
fn transform_line<S: Simd<W>, const W: usize>(s: S, d: [S::I; 5]) -> [S::I; 5] {
    let odd = s.sub_shorts(d[3], d[1]);
    let even = s.sub_shorts(d[0], d[2]);
    let near = s.sub_shorts(d[3], d[2]);
    let twice = s.add_shorts(d[1], d[1]);
    [
        s.add_shorts(s.add_shorts(even, even), odd),
        s.sub_shorts(near, twice),
        s.sub_shorts(s.add_shorts(near, twice), s.add_shorts(d[2], d[2])),
        odd,
        s.sub_shorts(s.sub_shorts(d[4], d[2]), s.add_shorts(odd, odd)),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::transform::{Three, Transform};
    use super::*;
    use crate::net::kernel::portable::PORTABLE;
    use proptest::prelude::*;

    type Square = [[i16; 5]; 5];

    /// The transform along one side, of one integer in each half of a pair.
    fn line(d: [i16; 5]) -> [i16; 5] {
        let pairs = d.map(|x| PORTABLE.pair([f32::from(x); 4], [f32::from(-x); 4]));
        transform_line(PORTABLE, pairs).map(|pairs| {
            let (low, high) = (pairs[0] as i16, (pairs[0] >> 16) as i16);
            assert_eq!(low, high.wrapping_neg());
            low
        })
    }

    fn transformed(tile: Square) -> Square {
        let rows = tile.map(line);
        let columns: Square = std::array::from_fn(|x| line(rows.map(|row| row[x])));
        std::array::from_fn(|y| columns.map(|column| column[y]))
    }

    /// What each input along one side counts in each output.
    fn coefficients() -> Square {
        let columns: Square = std::array::from_fn(|at| {
            let mut one = [0; 5];
            one[at] = 1;
            line(one)
        });
        std::array::from_fn(|row| columns.map(|column| column[row]))
    }

    #[test]
    fn the_greatest_tiles_just_fit() {
        let coefficients = coefficients();
        for (y, down) in coefficients.iter().enumerate() {
            for (x, across) in coefficients.iter().enumerate() {
                let worst = down.map(|a| across.map(|b| GREATEST * (a * b).signum()));
                let size = |row: &[i16; 5]| row.iter().map(|a| i32::from(a.abs())).sum::<i32>();
                let greatest = i32::from(GREATEST) * size(down) * size(across);
                assert!(greatest <= i32::from(i16::MAX));
                assert_eq!(i32::from(transformed(worst)[y][x]), greatest);
                assert_eq!(greatest_in(5 * y + x), greatest as f32);
            }
        }
    }

    proptest! {
        #[test]
        fn integers_are_transformed_as_numbers_are(
            tile in prop::array::uniform5(prop::array::uniform5(-GREATEST..=GREATEST)),
        ) {
            let line = |d: [f32; 5]| Three::input(PORTABLE, d.map(|x| [x; 4])).map(|x| x[0]);
            let rows = tile.map(|row| line(row.map(f32::from)));
            let found = transformed(tile);
            for x in 0..5 {
                let column = line(rows.map(|row| row[x]));
                prop_assert_eq!(found.map(|row| f32::from(row[x])), column);
            }
        }
    }
}
