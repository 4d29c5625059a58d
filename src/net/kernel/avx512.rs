//! AVX-512: vectors of 16 numbers, 32 registers. Intel's servers from 2017 on, AMD from Zen 4 (2022) on.

use super::simd::Simd;
use std::arch::x86_64::*;

/// Proof that the processor has AVX-512.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    /// Whether the processor has it.
    pub(super) fn detect() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl");
        (has && is_x86_feature_detected!("fma")).then_some(Avx512(()))
    }
}

// SAFETY, of every block below: a value of `Avx512` exists only where the processor has AVX-512,
// and the arrays are as long as the vectors that are loaded and stored.
impl Simd<16> for Avx512 {
    type F = __m512;

    const PANEL: usize = 32;

    // 13 rows of 2 vectors are 26 sums; 2 registers hold weights and 1 the number of a row. The 25
    // tiles of a 19x19 board make two register tiles.
    const ROWS: usize = 13;

    #[inline(always)]
    fn splat(self, x: f32) -> __m512 {
        unsafe { _mm512_set1_ps(x) }
    }

    #[inline(always)]
    fn load(self, from: &[f32; 16]) -> __m512 {
        unsafe { _mm512_loadu_ps(from.as_ptr()) }
    }

    #[inline(always)]
    fn store(self, x: __m512, to: &mut [f32; 16]) {
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), x) }
    }

    #[inline(always)]
    fn add(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_add_ps(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_sub_ps(a, b) }
    }

    #[inline(always)]
    fn max(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_max_ps(a, b) }
    }

    #[inline(always)]
    fn mul_add(self, a: __m512, b: __m512, c: __m512) -> __m512 {
        unsafe { _mm512_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn sub_mul(self, a: __m512, b: __m512, c: __m512) -> __m512 {
        unsafe { _mm512_fnmadd_ps(a, b, c) }
    }
}

super::entry::kernel!(
    Avx512,
    "avx512",
    target_feature(enable = "avx512f,avx512vl,fma")
);
