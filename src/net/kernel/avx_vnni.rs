//! AVX2 with AVX-VNNI: pairs of 16-bit integers are multiplied and added in one instruction. Intel's processors without
//! AVX-512 from Alder Lake (2021) on.

use super::Precision;
use super::avx2::{Avx2, Pairs};
use super::simd::Simd;
use std::arch::asm;
use std::arch::x86_64::*;

/// The instruction as AVX-VNNI encodes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vnni;

/// Implements [`Pairs`] by one instruction, for processors that have `$feature`s.
///
/// The intrinsic would be taken apart by LLVM; see `avx512`.
macro_rules! one_instruction {
    ($pairs:ident, $instruction:literal, [$($feature:tt),+]) => {
        impl Pairs for $pairs {
            // In 32 bits `avx2` computes just so.
            const PRECISIONS: &'static [Precision] = &[Precision::Short];

            fn detect() -> bool {
                $(is_x86_feature_detected!($feature))&&+
            }

            #[inline(always)]
            fn add_products(_: Avx2<$pairs>, a: __m256i, b: __m256i, sum: __m256i) -> __m256i {
                /// The compiler must know of the registers, but need not of the instruction.
                #[inline]
                #[target_feature(enable = "avx2")]
                fn compiled(a: __m256i, b: __m256i, mut sum: __m256i) -> __m256i {
                    // SAFETY: the instruction reads and writes these registers alone. This function is called
                    // below only, where the processor has it.
                    unsafe {
                        asm!(
                            $instruction,
                            sum = inout(ymm_reg) sum,
                            a = in(ymm_reg) a,
                            b = in(ymm_reg) b,
                            options(pure, nomem, nostack, preserves_flags)
                        );
                    }
                    sum
                }
                // SAFETY: the first argument proves that the processor has AVX2 and the features.
                unsafe { compiled(a, b, sum) }
            }
        }
    };
}

one_instruction!(Vnni, "{{vex}} vpdpwssd {sum}, {a}, {b}", ["avxvnni"]);

super::entry::kernel!(
    Avx2<Vnni>,
    ["avx2", "avxvnni-int16", "avx2-bf16"],
    target_feature(enable = "avx2,fma")
);

#[cfg(test)]
pub(super) use one_instruction;
