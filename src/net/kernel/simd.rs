//! What an instruction set must offer for the kernels that are written once for all of them.

use super::Precision;
use super::bfloat::store_rounded_plainly;
use super::product::Product;
use super::short::{Encoding, Shorts};
use super::tiles::TileUnit;

/// Proof that the processor has an instruction set with vectors of `W` numbers, and what it does
/// with them.
///
/// A value exists only where the instructions do, which is what makes these methods safe. They are
/// inlined into functions that are compiled for the instruction set; elsewhere they would be slow.
pub(super) trait Simd<const W: usize>: Copy {
    /// `W` numbers in a register.
    type F: Copy;

    /// `W` 32-bit integers in a register, or `W` pairs of 16-bit integers.
    type I: Copy;

    /// Numbers in a row of a register tile, a multiple of 16.
    const PANEL: usize;

    /// Rows of the highest register tile, at most 13: as many as the registers hold.
    const ROWS: usize;

    /// The same of one of pairs of integers.
    const SHORT_ROWS: usize;

    /// How 16-bit integers are kept.
    const ENCODING: Encoding = Encoding::Pairs;

    /// The precisions that are worth while; see [`Kernel`](super::Kernel).
    fn precisions(self) -> &'static [Precision];

    /// The tiles to compute with.
    fn tiles(self) -> TileUnit {
        TileUnit::Software
    }

    /// `W` times `x`.
    fn splat(self, x: f32) -> Self::F;

    /// The numbers in memory.
    fn load(self, from: &[f32; W]) -> Self::F;

    /// Writes the numbers to memory.
    fn store(self, x: Self::F, to: &mut [f32; W]);

    /// `a + b`
    fn add(self, a: Self::F, b: Self::F) -> Self::F;

    /// `a - b`
    fn sub(self, a: Self::F, b: Self::F) -> Self::F;

    /// `max(a, b)`
    fn max(self, a: Self::F, b: Self::F) -> Self::F;

    /// `min(a, b)`
    fn min(self, a: Self::F, b: Self::F) -> Self::F;

    /// `a / b`
    fn div(self, a: Self::F, b: Self::F) -> Self::F;

    /// `x * 2^k`, where `x` lies between 0.5 and 2, and `k` is a whole number from -126 to 127.
    fn times_power_of_two(self, x: Self::F, k: Self::F) -> Self::F;

    /// `a * b + c`, rounded once.
    fn mul_add(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F;

    /// `c - a * b`, rounded once.
    fn sub_mul(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F;

    /// `a * b`
    fn mul(self, a: Self::F, b: Self::F) -> Self::F;

    /// The absolute values.
    fn abs(self, x: Self::F) -> Self::F;

    /// The greatest of the numbers.
    fn greatest(self, x: Self::F) -> f32;

    /// The sum of the numbers.
    fn sum(self, x: Self::F) -> f32;

    /// `W` times a pair.
    fn splat_pair(self, pair: i32) -> Self::I;

    /// The pairs in memory.
    fn load_pairs(self, from: &[i32; W]) -> Self::I;

    /// Writes the pairs to memory.
    fn store_pairs(self, x: Self::I, to: &mut [i32; W]);

    /// Pairs of rounded numbers, which must be 16-bit integers, in the form in which they are kept.
    fn pair(self, low: Self::F, high: Self::F) -> Self::I;

    /// Sums of the 16-bit integers in [`Encoding::Pairs`]; what is too great wraps around.
    fn add_shorts(self, a: Self::I, b: Self::I) -> Self::I;

    /// Differences `a - b`, likewise.
    fn sub_shorts(self, a: Self::I, b: Self::I) -> Self::I;

    /// For each pair, `sum + a.low * b.low + a.high * b.high`.
    fn add_products(self, a: Self::I, b: Self::I, sum: Self::I) -> Self::I;

    /// Asks for the cache line that lies `bytes` beyond `near`, which may be anywhere.
    fn prefetch<N>(self, near: &N, bytes: usize);

    /// Computes a product. This and the next are functions of their own, because they are large and called from many
    /// places.
    fn product_of_floats(self, product: Product);

    /// The same of pairs of integers.
    fn product_of_shorts(self, scales: Shorts, product: Product<i32>);

    /// What [`Simd::product_of_shorts`] does, to be compiled there.
    #[inline(always)]
    fn multiply_shorts(self, scales: Shorts, product: Product<i32>) {
        product.compute(self, scales);
    }

    /// 32-bit integers as numbers.
    fn float(self, x: Self::I) -> Self::F;

    /// Writes the numbers rounded to bfloat16; one that is too small to be a normal number may become zero.
    #[inline(always)]
    fn store_rounded(self, x: Self::F, to: &mut [u16; W]) {
        store_rounded_plainly(self, x, to);
    }
}
