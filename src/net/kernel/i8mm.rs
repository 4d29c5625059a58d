//! NEON with products of matrices of bytes (FEAT_I8MM): Apple from the A15 and M2 on (2021), ARM's Neoverse V1 and
//! Cortex-X2 (2021) and their successors.
//!
//! One instruction multiplies 2 rows by 2 columns of 8 bytes each: 32 products, where one of NEON multiplies 4 numbers.
//! A 16-bit integer is two bytes, so that a product is three of bytes: both high ones, and each high one with the other's
//! low one. The product of the low ones, at most 2⁻¹⁶ of the greatest product, is left out.

use super::Precision;
use super::neon::{Integers, Neon};
use super::product::{AHEAD, Product, Rows, Strides};
use super::short::{Encoding, Shorts};
use super::simd::Simd;
use super::target::{vector, vector_mut};
use std::arch::aarch64::*;
use std::arch::{asm, is_aarch64_feature_detected};

/// Integers as two bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes;

/// Columns of a register tile.
const COLUMNS: usize = 8;

/// What stands together in a panel: bytes of 8 inputs and [`COLUMNS`] columns, in fours.
const BLOCK: usize = 2 * 8 * COLUMNS / 4;

impl Integers for Bytes {
    // In 32 bits `neon` computes just so.
    const PRECISIONS: &'static [Precision] = &[Precision::Short];

    const ENCODING: Encoding = Encoding::Bytes;

    fn detect() -> bool {
        // Elsewhere bytes stand in another order within what they are kept in.
        cfg!(target_endian = "little") && is_aarch64_feature_detected!("i8mm")
    }

    /// 8 high bytes and the 8 low ones.
    #[inline(always)]
    fn pair(_: Neon<Bytes>, low: float32x4_t, high: float32x4_t) -> int32x4_t {
        // SAFETY: the first argument proves that the processor has NEON.
        unsafe {
            let integers = vmovn_high_s32(vmovn_s32(vcvtnq_s32_f32(low)), vcvtnq_s32_f32(high));
            let high = vrshrn_n_s16::<8>(integers);
            vreinterpretq_s32_s8(vmovn_high_s16(high, integers))
        }
    }

    #[inline(always)]
    fn multiply(s: Neon<Bytes>, scales: Shorts, product: Product<i32>) {
        // SAFETY: `s` proves that the processor has the features.
        unsafe { compute(s, scales, product) }
    }
}

/// Multiplies and sums.
#[target_feature(enable = "neon,i8mm")]
fn compute(s: Neon<Bytes>, scales: Shorts, product: Product<i32>) {
    let (rows, to, strides) = (product.rows, product.to, product.strides);
    let of_columns = product.panel.len() * COLUMNS / product.width;
    for (eight, panel) in product.panel.chunks_exact(of_columns).enumerate() {
        let tile = Tile {
            scales,
            rows,
            panel: panel.as_chunks::<BLOCK>().0,
            column: eight * COLUMNS,
        };
        for first in (0..rows.count).step_by(4) {
            match rows.count - first {
                1 | 2 => tile.multiply::<1>(s, first, to, strides),
                _ => tile.multiply::<2>(s, first, to, strides),
            }
        }
    }
}

/// A register tile: some pairs of rows, and [`COLUMNS`] columns from `column` on.
struct Tile<'a> {
    scales: Shorts<'a>,
    rows: Rows<'a, i32>,
    panel: &'a [[i32; BLOCK]],
    column: usize,
}

/// Sums of two rows and two columns: of products of high bytes, and of high with low ones.
type Sums = [int32x4_t; 2];

impl Tile<'_> {
    /// Multiplies `P` pairs of rows from `first` on. The last one may have only one row, which then stands for both.
    #[inline]
    #[target_feature(enable = "neon,i8mm")]
    fn multiply<const P: usize>(
        &self,
        s: Neon<Bytes>,
        first: usize,
        to: &mut [f32],
        strides: Strides,
    ) {
        let mut rows = [[self.numbers(0); 2]; P];
        for (pair, rows) in rows.iter_mut().enumerate() {
            let row = first + 2 * pair;
            *rows = [self.numbers(row), self.numbers(row + 1)];
        }
        let mut sums = [[[vdupq_n_s32(0); 2]; COLUMNS / 2]; P];
        for (k, weights) in self.panel.iter().enumerate() {
            s.prefetch(weights, AHEAD);
            s.prefetch(weights, AHEAD + 64);
            let mut bytes = [[vdupq_n_s8(0); 2]; P];
            for (bytes, rows) in bytes.iter_mut().zip(&rows) {
                let (upper, lower) = (s.load_pairs(&rows[0][k]), s.load_pairs(&rows[1][k]));
                let (upper, lower) = (vreinterpretq_s64_s32(upper), vreinterpretq_s64_s32(lower));
                *bytes = [
                    vreinterpretq_s8_s64(vzip1q_s64(upper, lower)),
                    vreinterpretq_s8_s64(vzip2q_s64(upper, lower)),
                ];
            }
            let weights = weights.as_chunks::<4>().0.as_chunks::<2>().0;
            for (two, [high, low]) in weights.iter().enumerate() {
                let high = vreinterpretq_s8_s32(s.load_pairs(high));
                let low = vreinterpretq_s8_s32(s.load_pairs(low));
                for (sums, bytes) in sums.iter_mut().zip(&bytes) {
                    let [whole, parts] = &mut sums[two];
                    *whole = add_products(bytes[0], high, *whole);
                    *parts = add_products(bytes[0], low, *parts);
                    *parts = add_products(bytes[1], high, *parts);
                }
            }
        }
        for (pair, sums) in sums.iter().enumerate() {
            for (four, sums) in sums.as_chunks::<2>().0.iter().enumerate() {
                let [upper, lower] = by_rows(sums);
                let (row, column) = (first + 2 * pair, self.column + 4 * four);
                self.store(s, upper, (row, column), to, strides);
                if row + 1 < self.rows.count {
                    self.store(s, lower, (row + 1, column), to, strides);
                }
            }
        }
    }

    /// The numbers of a row, or of the last one, 8 in each four.
    #[inline(always)]
    fn numbers(&self, row: usize) -> &[[i32; 4]] {
        let start = row.min(self.rows.count - 1) * self.rows.stride;
        let numbers = &self.rows.numbers[start..][..4 * self.panel.len()];
        numbers.as_chunks::<4>().0
    }

    /// Stores four sums of a row.
    #[inline(always)]
    fn store(
        &self,
        s: Neon<Bytes>,
        sums: int32x4_t,
        (row, column): (usize, usize),
        to: &mut [f32],
        strides: Strides,
    ) {
        let columns = s.load(vector(self.scales.columns, column));
        let scale = s.mul(s.splat(self.scales.rows[row]), columns);
        let to = vector_mut(to, row * strides.row + column / 4 * strides.vector);
        s.store(s.mul(s.float(sums), scale), to);
    }
}

/// The sums of four columns, in units of 256, of the upper and of the lower row.
#[inline]
#[target_feature(enable = "neon,i8mm")]
fn by_rows(pairs: &[Sums; 2]) -> [int32x4_t; 2] {
    let add = |[whole, parts]: Sums| vreinterpretq_s64_s32(vmlaq_n_s32(parts, whole, 256));
    let (left, right) = (add(pairs[0]), add(pairs[1]));
    [
        vreinterpretq_s32_s64(vzip1q_s64(left, right)),
        vreinterpretq_s32_s64(vzip2q_s64(left, right)),
    ]
}

/// Adds the products of two rows and two columns to their sums. Rust has no stable function for it yet.
#[inline]
#[target_feature(enable = "neon,i8mm")]
fn add_products(rows: int8x16_t, columns: int8x16_t, mut sums: int32x4_t) -> int32x4_t {
    // SAFETY: the instruction reads and writes these registers alone, and the processor has it.
    unsafe {
        asm!(
            "smmla {sums:v}.4s, {rows:v}.16b, {columns:v}.16b",
            sums = inout(vreg) sums,
            rows = in(vreg) rows,
            columns = in(vreg) columns,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    sums
}

super::entry::kernel!(
    Neon<Bytes>,
    ["neon", "i8mm-int16", "neon-bf16"],
    target_feature(enable = "neon")
);
