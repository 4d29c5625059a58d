//! AVX-512: vectors of 16 numbers, 32 registers. Intel's servers from 2019 on, AMD from Zen 4 (2022) on.

use super::Precision;
use super::amx::Amx;
use super::bfloat::store_rounded_plainly;
use super::simd::Simd;
use super::tiles::TileUnit;
use std::arch::asm;
use std::arch::x86_64::*;

/// Proof that the processor has AVX-512 with dot products of integers (VNNI).
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512 {
    /// Proof that it has tiles too, and rounds to what they hold.
    amx: Option<Amx>,
}

impl Avx512 {
    /// Whether the processor has it.
    pub(super) fn detect() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("fma");
        has.then(|| Avx512 { amx: Amx::detect() })
    }
}

// SAFETY, of every block below: a value of `Avx512` exists only where the processor has AVX-512,
// and the arrays are as long as the vectors that are loaded and stored.
impl Simd<16> for Avx512 {
    type F = __m512;
    type I = __m512i;

    const PANEL: usize = 32;

    // 13 rows of 2 vectors are 26 sums; 2 registers hold weights and 1 the number of a row.
    const ROWS: usize = 13;

    // With more rows LLVM keeps sums in memory: it does not see through the instruction that adds the products.
    const SHORT_ROWS: usize = 9;

    fn precisions(self) -> &'static [Precision] {
        match self.amx {
            Some(_) => &[Precision::Bfloat, Precision::Short, Precision::Float],
            None => &[Precision::Short, Precision::Float],
        }
    }

    fn tiles(self) -> TileUnit {
        match self.amx {
            Some(amx) => TileUnit::Hardware(amx.load()),
            None => TileUnit::Software,
        }
    }

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
    fn min(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_min_ps(a, b) }
    }

    #[inline(always)]
    fn div(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_div_ps(a, b) }
    }

    #[inline(always)]
    fn times_power_of_two(self, x: __m512, k: __m512) -> __m512 {
        unsafe { _mm512_scalef_ps(x, k) }
    }

    #[inline(always)]
    fn mul_add(self, a: __m512, b: __m512, c: __m512) -> __m512 {
        unsafe { _mm512_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn sub_mul(self, a: __m512, b: __m512, c: __m512) -> __m512 {
        unsafe { _mm512_fnmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn mul(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_mul_ps(a, b) }
    }

    #[inline(always)]
    fn abs(self, x: __m512) -> __m512 {
        unsafe { _mm512_abs_ps(x) }
    }

    #[inline(always)]
    fn greatest(self, x: __m512) -> f32 {
        unsafe { _mm512_reduce_max_ps(x) }
    }

    #[inline(always)]
    fn sum(self, x: __m512) -> f32 {
        unsafe { _mm512_reduce_add_ps(x) }
    }

    #[inline(always)]
    fn splat_pair(self, pair: i32) -> __m512i {
        unsafe { _mm512_set1_epi32(pair) }
    }

    #[inline(always)]
    fn load_pairs(self, from: &[i32; 16]) -> __m512i {
        unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store_pairs(self, x: __m512i, to: &mut [i32; 16]) {
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), x) }
    }

    #[inline(always)]
    fn pair(self, low: __m512, high: __m512) -> __m512i {
        unsafe {
            let high = _mm512_slli_epi32::<16>(_mm512_cvtps_epi32(high));
            _mm512_mask_blend_epi16(0xaaaa_aaaa, _mm512_cvtps_epi32(low), high)
        }
    }

    #[inline(always)]
    fn add_shorts(self, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_add_epi16(a, b) }
    }

    #[inline(always)]
    fn sub_shorts(self, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_sub_epi16(a, b) }
    }

    #[inline(always)]
    fn add_products(self, a: __m512i, b: __m512i, sum: __m512i) -> __m512i {
        unsafe { add_products(a, b, sum) }
    }

    #[inline(always)]
    fn float(self, x: __m512i) -> __m512 {
        unsafe { _mm512_cvtepi32_ps(x) }
    }

    #[inline(always)]
    fn store_rounded(self, x: __m512, to: &mut [u16; 16]) {
        match self.amx {
            // SAFETY: `Amx` is proof that the processor has the instruction.
            Some(_) => unsafe { store_rounded(x, to) },
            None => store_rounded_plainly(self, x, to),
        }
    }

    #[inline(always)]
    fn prefetch<N>(self, near: &N, bytes: usize) {
        // A prefetch of an address that does not exist does nothing.
        let address = std::ptr::from_ref(near).wrapping_byte_add(bytes);
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
    }

    super::entry::products!(target_feature(
        enable = "avx512f,avx512vl,avx512bw,avx512vnni,fma"
    ));
}

/// `_mm512_dpwssd_epi32` is taken apart into a multiplication and an addition by LLVM, which sees that a sum would be
/// ready sooner. Here 18 sums are made side by side, and fewer instructions are what counts.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512vnni,fma")]
fn add_products(a: __m512i, b: __m512i, mut sum: __m512i) -> __m512i {
    // SAFETY: the instruction reads and writes these registers alone, and the processor has it.
    unsafe {
        asm!(
            "vpdpwssd {sum}, {a}, {b}",
            sum = inout(zmm_reg) sum,
            a = in(zmm_reg) a,
            b = in(zmm_reg) b,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    sum
}

/// Writes numbers rounded to bfloat16. `_mm512_cvtneps_pbh` would do it, but could not be inlined into functions that are compiled
/// for processors without it.
///
/// # Safety
///
/// The processor must have AVX512-BF16.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512vnni,fma")]
unsafe fn store_rounded(x: __m512, to: &mut [u16; 16]) {
    let rounded: __m256i;
    // SAFETY: the instruction reads and writes these registers alone, the caller knows that the processor has it, and `to`
    // has room for all that is stored.
    unsafe {
        asm!(
            "vcvtneps2bf16 {rounded}, {x}",
            x = in(zmm_reg) x,
            rounded = out(ymm_reg) rounded,
            options(pure, nomem, nostack, preserves_flags)
        );
        _mm256_storeu_si256(to.as_mut_ptr().cast(), rounded);
    }
}

super::entry::kernel!(
    Avx512,
    ["avx512", "avx512-int16", "amx-bf16"],
    target_feature(enable = "avx512f,avx512vl,avx512bw,avx512vnni,fma")
);
