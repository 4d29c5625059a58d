//! AVX2 with FMA: vectors of 8 numbers, 16 registers. Intel from Haswell (2013) on, AMD from Zen (2017) on.

use super::simd::Simd;
use std::arch::x86_64::*;

/// Proof that the processor has AVX2 and FMA.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Whether the processor has them.
    pub(super) fn detect() -> Option<Avx2> {
        let has = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        has.then_some(Avx2(()))
    }
}

// SAFETY, of every block below: a value of `Avx2` exists only where the processor has AVX2 and FMA,
// and the arrays are as long as the vectors that are loaded and stored.
impl Simd<8> for Avx2 {
    type F = __m256;

    const PANEL: usize = 16;

    // 6 rows of 2 vectors are 12 sums; 2 registers hold weights and 1 the number of a row.
    const ROWS: usize = 6;

    #[inline(always)]
    fn splat(self, x: f32) -> __m256 {
        unsafe { _mm256_set1_ps(x) }
    }

    #[inline(always)]
    fn load(self, from: &[f32; 8]) -> __m256 {
        unsafe { _mm256_loadu_ps(from.as_ptr()) }
    }

    #[inline(always)]
    fn store(self, x: __m256, to: &mut [f32; 8]) {
        unsafe { _mm256_storeu_ps(to.as_mut_ptr(), x) }
    }

    #[inline(always)]
    fn add(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_add_ps(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_sub_ps(a, b) }
    }

    #[inline(always)]
    fn max(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_max_ps(a, b) }
    }

    #[inline(always)]
    fn mul_add(self, a: __m256, b: __m256, c: __m256) -> __m256 {
        unsafe { _mm256_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn sub_mul(self, a: __m256, b: __m256, c: __m256) -> __m256 {
        unsafe { _mm256_fnmadd_ps(a, b, c) }
    }
}

super::entry::kernel!(Avx2, "avx2", target_feature(enable = "avx2,fma"));
