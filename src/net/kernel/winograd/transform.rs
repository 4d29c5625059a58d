//! The transforms of Winograd's filtering, and of whole boards into tiles and back.

use crate::net::kernel::FeatureMap;
use crate::net::kernel::simd::Simd;
use crate::net::kernel::target::{Target, vector_mut};

/// The vectors of each point that a tile depends on, of a board `[row][column][stride]` of `width` columns and `height`
/// rows. Where a point lies outside the board they are those of `outside`, `[stride]` zeros.
#[inline(always)]
pub(super) fn points_of_tile<'a, N, const W: usize, const I: usize, const O: usize>(
    (width, height): (usize, usize),
    numbers: &'a [N],
    outside: &'a [N],
    tile: usize,
) -> [[&'a [[N; W]]; I]; I] {
    let across = width.div_ceil(O);
    // Row and column -1 wrap around to huge numbers, and are outside as well.
    let left = (tile % across * O).wrapping_sub(1);
    let top = (tile / across * O).wrapping_sub(1);
    let stride = outside.len();
    let mut points = [[outside.as_chunks::<W>().0; I]; I];
    for (y, row) in points.iter_mut().enumerate() {
        for (x, point) in row.iter_mut().enumerate() {
            let (x, y) = (left.wrapping_add(x), top.wrapping_add(y));
            if x < width && y < height {
                *point = numbers[(y * width + x) * stride..][..stride].as_chunks().0;
            }
        }
    }
    points
}

/// Transforms a tile of the input; the numbers of its positions stand `position` apart. `outside` are `[stride]` zeros.
#[inline(always)]
pub(super) fn transform_tile<
    S: Simd<W>,
    const W: usize,
    T: Transform<I, O>,
    const I: usize,
    const O: usize,
>(
    s: S,
    input: &FeatureMap,
    outside: &[f32],
    tile: usize,
    to: &mut [f32],
    position: usize,
) {
    let board = (input.width, input.height);
    let points = points_of_tile::<f32, W, I, O>(board, input.numbers, outside, tile);
    // Once for all channels: setting them to zero would take as long as to transform them.
    let mut numbers = [[s.splat(0.0); I]; I];
    for channel in 0..input.stride / W {
        for (row, points) in numbers.iter_mut().zip(&points) {
            for (number, point) in row.iter_mut().zip(points) {
                *number = s.load(&point[channel]);
            }
            *row = T::input(s, *row);
        }
        for x in 0..I {
            let column = T::input(s, column(&numbers, x));
            for (y, &number) in column.iter().enumerate() {
                let at = (y * I + x) * position + channel * W;
                s.store(number, vector_mut(to, at));
            }
        }
    }
}

/// Transforms the sums `[tile][vector][position in the tile]` of `width` channels from `first` on back.
#[inline(always)]
pub(super) fn transform_output<
    S: Simd<W>,
    const W: usize,
    T: Transform<I, O>,
    const I: usize,
    const O: usize,
>(
    s: S,
    map: &FeatureMap,
    sums: &[f32],
    (first, width): (usize, usize),
    target: &mut Target,
) {
    let across = map.width.div_ceil(O);
    let vectors = width / W;
    let lines: &[[[f32; W]; I]] = sums.as_chunks().0.as_chunks().0;
    let mut rows = [[s.splat(0.0); O]; I];
    for (index, sums) in lines.as_chunks::<I>().0.iter().enumerate() {
        let (tile, channel) = (index / vectors, first + index % vectors * W);
        let (left, top) = (tile % across * O, tile / across * O);
        for (row, sums) in rows.iter_mut().zip(sums) {
            let mut numbers = [s.splat(0.0); I];
            for (number, sum) in numbers.iter_mut().zip(sums) {
                *number = s.load(sum);
            }
            *row = T::output(s, numbers);
        }
        for x in 0..O.min(map.width - left) {
            let column = T::output(s, column(&rows, x));
            let line = (top * map.width + left + x, map.width);
            target.put_line(s, line, channel, column, O.min(map.height - top));
        }
    }
}

/// A column of a square.
///
/// A plain loop: what a closure does with vectors is not compiled for the instruction set.
#[inline(always)]
pub(super) fn column<F: Copy, const X: usize, const Y: usize>(
    square: &[[F; X]; Y],
    x: usize,
) -> [F; Y] {
    let mut column = [square[0][x]; Y];
    for (number, row) in column.iter_mut().zip(square) {
        *number = row[x];
    }
    column
}

/// The transforms of a tile, along one side.
pub(super) trait Transform<const I: usize, const O: usize> {
    /// Of the kernel.
    const KERNEL: [[f64; 3]; I];

    /// Of the inputs.
    fn input<S: Simd<W>, const W: usize>(s: S, d: [S::F; I]) -> [S::F; I];

    /// Of the products, back to outputs.
    fn output<S: Simd<W>, const W: usize>(s: S, m: [S::F; I]) -> [S::F; O];
}

/// Of 4x4 tiles.
pub(super) struct Four;

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

/// Of 3x3 tiles.
pub(super) struct Three;

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

/// Of 5x5 tiles.
pub(super) struct Five;

impl Transform<7, 5> for Five {
    const KERNEL: [[f64; 3]; 7] = [
        [0.25, 0.0, 0.0],
        [-1.0 / 18.0, -1.0 / 18.0, -1.0 / 18.0],
        [1.0 / 6.0, -1.0 / 6.0, 1.0 / 6.0],
        [1.0 / 120.0, 1.0 / 60.0, 1.0 / 30.0],
        [-1.0 / 72.0, 1.0 / 36.0, -1.0 / 18.0],
        [-32.0 / 45.0, 16.0 / 45.0, -8.0 / 45.0],
        [0.0, 0.0, 0.5],
    ];

    #[inline(always)]
    fn input<S: Simd<W>, const W: usize>(s: S, d: [S::F; 7]) -> [S::F; 7] {
        let (two, four) = (s.splat(2.0), s.splat(4.0));
        // x² (x² - 4) and its neighbours, for the points 1 and -1.
        let below = s.sub_mul(d[1], four, d[3]);
        let at = s.sub_mul(d[2], four, d[4]);
        let above = s.sub_mul(d[3], four, d[5]);
        let (even, odd) = (s.mul_add(above, two, at), s.mul_add(at, two, below));
        // (x² - 1) (x² - 4) and its neighbours, for 0, -1/2 and infinity.
        let lowest = s.sub(at, s.sub_mul(d[0], four, d[2]));
        let middle = s.sub(above, below);
        let highest = s.sub(s.sub_mul(d[4], four, d[6]), at);
        // x² (x² - 1) and its neighbours, for 2 and -2.
        let near = s.sub(d[4], d[2]);
        let even2 = s.mul_add(s.sub(d[5], d[3]), two, near);
        let odd2 = s.mul_add(near, two, s.sub(d[3], d[1]));
        [
            s.mul_add(middle, two, lowest),
            s.add(even, odd),
            s.sub(even, odd),
            s.mul_add(odd2, two, even2),
            s.sub_mul(odd2, two, even2),
            middle,
            s.mul_add(highest, two, middle),
        ]
    }

    #[inline(always)]
    fn output<S: Simd<W>, const W: usize>(s: S, m: [S::F; 7]) -> [S::F; 5] {
        let (two, four, eight) = (s.splat(2.0), s.splat(4.0), s.splat(8.0));
        let (sum1, difference1) = (s.add(m[1], m[2]), s.sub(m[1], m[2]));
        let (sum2, difference2) = (s.add(m[3], m[4]), s.sub(m[3], m[4]));
        let half = m[5];
        let last = s.mul_add(half, s.splat(1.0 / 16.0), m[6]);
        [
            s.add(s.add(m[0], half), s.add(sum1, sum2)),
            s.sub_mul(half, s.splat(0.5), s.mul_add(difference2, two, difference1)),
            s.mul_add(half, s.splat(0.25), s.mul_add(sum2, four, sum1)),
            s.sub_mul(
                half,
                s.splat(0.125),
                s.mul_add(difference2, eight, difference1),
            ),
            s.add(s.mul_add(sum2, s.splat(16.0), sum1), last),
        ]
    }
}
