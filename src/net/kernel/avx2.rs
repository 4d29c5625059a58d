//! AVX2 with FMA: vectors of 8 numbers, 16 registers. Intel from Haswell (2013) on, AMD from Zen (2017) on.

use super::Precision;
use super::simd::Simd;
use std::arch::x86_64::*;
use std::fmt::Debug;
use std::marker::PhantomData;

/// Proof that the processor has AVX2, FMA and what `P` needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2<P>(PhantomData<P>);

/// The instructions that multiply pairs of 16-bit integers.
pub(super) trait Pairs: Copy + Debug + Send + Sync {
    /// [`Simd::precisions`]
    const PRECISIONS: &'static [Precision];

    /// Whether the processor has what they need beside AVX2.
    fn detect() -> bool;

    /// [`Simd::add_products`]
    fn add_products(s: Avx2<Self>, a: __m256i, b: __m256i, sum: __m256i) -> __m256i;
}

impl<P: Pairs> Avx2<P> {
    /// Whether the processor has them.
    pub(super) fn detect() -> Option<Avx2<P>> {
        let has = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        (has && P::detect()).then_some(Avx2(PhantomData))
    }
}

/// A multiplication and an addition, which are in AVX2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Madd;

impl Pairs for Madd {
    const PRECISIONS: &'static [Precision] = &[Precision::Short, Precision::Float];

    fn detect() -> bool {
        true
    }

    #[inline(always)]
    fn add_products(_: Avx2<Madd>, a: __m256i, b: __m256i, sum: __m256i) -> __m256i {
        // SAFETY: the first argument proves that the processor has AVX2.
        unsafe { _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)) }
    }
}

// SAFETY, of every block below: a value of `Avx2` exists only where the processor has AVX2 and FMA,
// and the arrays are as long as the vectors that are loaded and stored.
impl<P: Pairs> Simd<8> for Avx2<P> {
    type F = __m256;
    type I = __m256i;

    const PANEL: usize = 16;

    // 6 rows of 2 vectors are 12 sums; 2 registers hold weights and 1 the number of a row.
    const ROWS: usize = 6;

    const SHORT_ROWS: usize = 6;

    fn precisions(self) -> &'static [Precision] {
        P::PRECISIONS
    }

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
    fn min(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_min_ps(a, b) }
    }

    #[inline(always)]
    fn div(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_div_ps(a, b) }
    }

    #[inline(always)]
    fn times_power_of_two(self, x: __m256, k: __m256) -> __m256 {
        unsafe {
            let exponent = _mm256_slli_epi32::<23>(_mm256_cvtps_epi32(k));
            _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(x), exponent))
        }
    }

    #[inline(always)]
    fn mul_add(self, a: __m256, b: __m256, c: __m256) -> __m256 {
        unsafe { _mm256_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn sub_mul(self, a: __m256, b: __m256, c: __m256) -> __m256 {
        unsafe { _mm256_fnmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn mul(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_mul_ps(a, b) }
    }

    #[inline(always)]
    fn abs(self, x: __m256) -> __m256 {
        unsafe { _mm256_andnot_ps(_mm256_set1_ps(-0.0), x) }
    }

    #[inline(always)]
    fn greatest(self, x: __m256) -> f32 {
        unsafe {
            let x = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps::<1>(x));
            let x = _mm_max_ps(x, _mm_movehl_ps(x, x));
            _mm_cvtss_f32(_mm_max_ss(x, _mm_movehdup_ps(x)))
        }
    }

    #[inline(always)]
    fn sum(self, x: __m256) -> f32 {
        unsafe {
            let x = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps::<1>(x));
            let x = _mm_add_ps(x, _mm_movehl_ps(x, x));
            _mm_cvtss_f32(_mm_add_ss(x, _mm_movehdup_ps(x)))
        }
    }

    #[inline(always)]
    fn splat_pair(self, pair: i32) -> __m256i {
        unsafe { _mm256_set1_epi32(pair) }
    }

    #[inline(always)]
    fn load_pairs(self, from: &[i32; 8]) -> __m256i {
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store_pairs(self, x: __m256i, to: &mut [i32; 8]) {
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), x) }
    }

    #[inline(always)]
    fn pair(self, low: __m256, high: __m256) -> __m256i {
        unsafe {
            let high = _mm256_slli_epi32::<16>(_mm256_cvtps_epi32(high));
            _mm256_blend_epi16::<0b1010_1010>(_mm256_cvtps_epi32(low), high)
        }
    }

    #[inline(always)]
    fn add_shorts(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_add_epi16(a, b) }
    }

    #[inline(always)]
    fn sub_shorts(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_sub_epi16(a, b) }
    }

    #[inline(always)]
    fn add_products(self, a: __m256i, b: __m256i, sum: __m256i) -> __m256i {
        P::add_products(self, a, b, sum)
    }

    #[inline(always)]
    fn float(self, x: __m256i) -> __m256 {
        unsafe { _mm256_cvtepi32_ps(x) }
    }

    #[inline(always)]
    fn prefetch<N>(self, near: &N, bytes: usize) {
        // A prefetch of an address that does not exist does nothing.
        let address = std::ptr::from_ref(near).wrapping_byte_add(bytes);
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
    }

    super::entry::products!(target_feature(enable = "avx2,fma"));
}

super::entry::kernel!(
    Avx2<Madd>,
    ["avx2", "avx2-int16", "avx2-bf16"],
    target_feature(enable = "avx2,fma")
);
