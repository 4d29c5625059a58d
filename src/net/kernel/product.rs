//! The innermost loops of matrix products: rows of numbers times a panel of weights.
//!
//! A panel is as wide as a register tile, and its weights stand one after the other as the loop reads them. A tile
//! of some rows and one panel is summed in registers from beginning to end: each number of a row is multiplied with
//! a whole row of the panel (Goto and van de Geijn 2008, *Anatomy of high-performance matrix multiplication*).

use super::simd::Simd;
use super::target::vector_mut;

/// How many bytes before they are needed weights are asked for. A network's weights do not fit into the near caches,
/// and the panels follow each other as they are used.
pub(super) const AHEAD: usize = 4096;

/// What is multiplied, and how the sums become numbers.
pub(super) trait Arithmetic<S: Simd<W>, const W: usize>: Copy {
    /// What stands in rows and panels.
    type Number: Copy;

    /// `W` of them in a register.
    type Vector: Copy;

    /// `W` sums in a register.
    type Sum: Copy;

    /// Rows of the highest register tile, at most 13.
    const ROWS: usize;

    /// Sums of nothing.
    fn zero(s: S) -> Self::Sum;

    /// `W` times `number`.
    fn splat(s: S, number: Self::Number) -> Self::Vector;

    /// What stands in memory.
    fn load(s: S, from: &[Self::Number; W]) -> Self::Vector;

    /// `sum + a * b`
    fn add_product(s: S, a: Self::Vector, b: Self::Vector, sum: Self::Sum) -> Self::Sum;

    /// What the sums of a row and of `W` columns from `column` on stand for.
    fn number(self, s: S, sum: Self::Sum, row: usize, column: usize) -> S::F;
}

/// 32-bit numbers, which stand for themselves.
#[derive(Clone, Copy)]
pub(super) struct Floats;

impl<S: Simd<W>, const W: usize> Arithmetic<S, W> for Floats {
    type Number = f32;
    type Vector = S::F;
    type Sum = S::F;

    const ROWS: usize = S::ROWS;

    #[inline(always)]
    fn zero(s: S) -> S::F {
        s.splat(0.0)
    }

    #[inline(always)]
    fn splat(s: S, number: f32) -> S::F {
        s.splat(number)
    }

    #[inline(always)]
    fn load(s: S, from: &[f32; W]) -> S::F {
        s.load(from)
    }

    #[inline(always)]
    fn add_product(s: S, a: S::F, b: S::F, sum: S::F) -> S::F {
        s.mul_add(a, b, sum)
    }

    #[inline(always)]
    fn number(self, _: S, sum: S::F, _: usize, _: usize) -> S::F {
        sum
    }
}

/// Rows of numbers, the left side of a product.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a, N = f32> {
    /// The numbers; a row may be followed by others that do not belong to it.
    pub numbers: &'a [N],
    /// From the start of a row to that of the next.
    pub stride: usize,
    /// How many rows.
    pub count: usize,
}

impl<'a, N> Rows<'a, N> {
    /// The rows without their first `column` numbers.
    pub(super) fn without_columns(&self, column: usize) -> Rows<'a, N> {
        Rows {
            numbers: &self.numbers[column..],
            ..*self
        }
    }

    /// `count` rows from `first` on.
    pub(super) fn part(&self, first: usize, count: usize) -> Rows<'a, N> {
        Rows {
            numbers: &self.numbers[first * self.stride..],
            count,
            ..*self
        }
    }
}

/// Rows times a panel of weights, and where the sums go.
pub(super) struct Product<'a, N = f32> {
    /// The left side.
    pub rows: Rows<'a, N>,
    /// The right side: for each number of a row, or for as many as stand in one `N`, a weight of each column.
    pub panel: &'a [N],
    /// Columns of the panel.
    pub width: usize,
    /// Where the sums go.
    pub to: &'a mut [f32],
    /// In what order they stand there.
    pub strides: Strides,
}

/// How far sums lie from each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strides {
    /// From the start of a row to that of the next.
    pub row: usize,
    /// From a vector of columns to the next.
    pub vector: usize,
}

impl<N: Copy> Product<'_, N> {
    /// Multiplies and sums.
    #[inline(always)]
    pub fn compute<S, const W: usize, A>(self, s: S, a: A)
    where
        S: Simd<W>,
        A: Arithmetic<S, W, Number = N>,
    {
        let vectors = self.panel.as_chunks::<W>().0;
        // Widths are multiples of 16 up to that of a panel; only these are compiled.
        match self.width / W {
            1 if W == 16 => tiles(
                s,
                a,
                self.rows,
                vectors.as_chunks::<1>().0,
                self.to,
                self.strides,
            ),
            2 if W >= 8 => tiles(
                s,
                a,
                self.rows,
                vectors.as_chunks::<2>().0,
                self.to,
                self.strides,
            ),
            4 if W == 4 => tiles(
                s,
                a,
                self.rows,
                vectors.as_chunks::<4>().0,
                self.to,
                self.strides,
            ),
            _ => unreachable!("no kernel has panels of this width"),
        }
    }
}

/// Cuts the rows into tiles of nearly equal height.
#[inline(always)]
fn tiles<S: Simd<W>, const W: usize, A: Arithmetic<S, W>, const C: usize>(
    s: S,
    a: A,
    rows: Rows<A::Number>,
    panel: &[[[A::Number; W]; C]],
    to: &mut [f32],
    strides: Strides,
) {
    let count = rows.count.div_ceil(A::ROWS);
    let mut first = 0;
    for left in (1..=count).rev() {
        let height = (rows.count - first).div_ceil(left);
        let tile = Tile {
            arithmetic: a,
            rows,
            first,
            panel,
        };
        match height {
            1 => tile.multiply::<S, 1>(s, to, strides),
            2 => tile.multiply::<S, 2>(s, to, strides),
            3 => tile.multiply::<S, 3>(s, to, strides),
            4 => tile.multiply::<S, 4>(s, to, strides),
            5 => tile.multiply::<S, 5>(s, to, strides),
            6 => tile.multiply::<S, 6>(s, to, strides),
            7 if A::ROWS >= 7 => tile.multiply::<S, 7>(s, to, strides),
            8 if A::ROWS >= 8 => tile.multiply::<S, 8>(s, to, strides),
            9 if A::ROWS >= 9 => tile.multiply::<S, 9>(s, to, strides),
            10 if A::ROWS >= 10 => tile.multiply::<S, 10>(s, to, strides),
            11 if A::ROWS >= 11 => tile.multiply::<S, 11>(s, to, strides),
            12 if A::ROWS >= 12 => tile.multiply::<S, 12>(s, to, strides),
            13 if A::ROWS >= 13 => tile.multiply::<S, 13>(s, to, strides),
            _ => unreachable!("no kernel has tiles of this height"),
        }
        first += height;
    }
}

/// A register tile: some rows from `first` on, and `C` vectors of columns.
struct Tile<'a, A, N, const W: usize, const C: usize> {
    arithmetic: A,
    rows: Rows<'a, N>,
    first: usize,
    panel: &'a [[[N; W]; C]],
}

impl<A, N: Copy, const W: usize, const C: usize> Tile<'_, A, N, W, C> {
    /// Multiplies `R` rows.
    ///
    /// Plain loops, not closures: what a closure does with vectors is not compiled for the instruction set.
    #[inline(always)]
    fn multiply<S: Simd<W>, const R: usize>(&self, s: S, to: &mut [f32], strides: Strides)
    where
        A: Arithmetic<S, W, Number = N>,
    {
        let mut numbers = [self.rows.numbers; R];
        for (row, numbers) in numbers.iter_mut().enumerate() {
            let start = (self.first + row) * self.rows.stride;
            *numbers = &self.rows.numbers[start..][..self.panel.len()];
        }
        let mut sums = [[A::zero(s); C]; R];
        for (k, weights) in self.panel.iter().enumerate() {
            for weights in weights.iter().step_by((64 / size_of::<[N; W]>()).max(1)) {
                s.prefetch(weights, AHEAD);
            }
            let mut loaded = [A::load(s, &weights[0]); C];
            for (loaded, weights) in loaded.iter_mut().zip(weights) {
                *loaded = A::load(s, weights);
            }
            for (numbers, sums) in numbers.iter().zip(&mut sums) {
                let x = A::splat(s, numbers[k]);
                for (sum, &weight) in sums.iter_mut().zip(&loaded) {
                    *sum = A::add_product(s, x, weight, *sum);
                }
            }
        }
        for (row, sums) in sums.iter().enumerate() {
            let row = self.first + row;
            for (column, &sum) in sums.iter().enumerate() {
                let number = self.arithmetic.number(s, sum, row, column * W);
                let at = row * strides.row + column * strides.vector;
                s.store(number, vector_mut(to, at));
            }
        }
    }
}
