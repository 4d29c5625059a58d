//! NEON: vectors of 4 numbers, 32 registers. Every 64-bit processor by ARM or Apple.

use super::Precision;
use super::product::Product;
use super::short::{Encoding, Shorts};
use super::simd::Simd;
use std::arch::aarch64::*;
use std::arch::{asm, is_aarch64_feature_detected};
use std::fmt::Debug;
use std::marker::PhantomData;

/// Proof that the processor has NEON and what `I` needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neon<I>(PhantomData<I>);

/// How 16-bit integers are multiplied.
pub(super) trait Integers: Copy + Debug + Send + Sync {
    /// [`Simd::precisions`]
    const PRECISIONS: &'static [Precision];

    /// [`Simd::ENCODING`]
    const ENCODING: Encoding;

    /// Whether the processor has what it takes beside NEON.
    fn detect() -> bool;

    /// [`Simd::pair`]
    fn pair(s: Neon<Self>, low: float32x4_t, high: float32x4_t) -> int32x4_t;

    /// [`Simd::multiply_shorts`]
    fn multiply(s: Neon<Self>, scales: Shorts, product: Product<i32>);
}

impl<I: Integers> Neon<I> {
    /// Whether the processor has them.
    pub(super) fn detect() -> Option<Neon<I>> {
        let has = is_aarch64_feature_detected!("neon");
        (has && I::detect()).then_some(Neon(PhantomData))
    }
}

/// In pairs, more slowly than numbers: by four instructions where numbers take two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairs;

impl Integers for Pairs {
    const PRECISIONS: &'static [Precision] = &[Precision::Float];
    const ENCODING: Encoding = Encoding::Pairs;

    fn detect() -> bool {
        true
    }

    #[inline(always)]
    fn pair(_: Neon<Pairs>, low: float32x4_t, high: float32x4_t) -> int32x4_t {
        // SAFETY: the first argument proves that the processor has NEON.
        unsafe { vsliq_n_s32::<16>(vcvtnq_s32_f32(low), vcvtnq_s32_f32(high)) }
    }

    #[inline(always)]
    fn multiply(s: Neon<Pairs>, scales: Shorts, product: Product<i32>) {
        product.compute(s, scales);
    }
}

// SAFETY, of every block below: a value of `Neon` exists only where the processor has NEON, and the arrays are as long as
// the vectors that are loaded and stored.
impl<I: Integers> Simd<4> for Neon<I> {
    type F = float32x4_t;
    type I = int32x4_t;

    const PANEL: usize = 16;

    // 6 rows of 4 vectors are 24 sums; 4 registers hold weights and the others numbers of rows. 10 are loaded for 24
    // products, which is less than processors can load meanwhile.
    const ROWS: usize = 6;

    const SHORT_ROWS: usize = 6;

    const ENCODING: Encoding = I::ENCODING;

    fn precisions(self) -> &'static [Precision] {
        I::PRECISIONS
    }

    #[inline(always)]
    fn splat(self, mut x: f32) -> float32x4_t {
        // Where the compiler sees that `x` has just been read, it reads it into all lanes at once (`ld1r`), which keeps a
        // unit busy that could multiply. What it does not know, it takes from one lane as it multiplies.
        unsafe {
            asm!("/* {0:s} */", inout(vreg) x, options(pure, nomem, nostack, preserves_flags));
            vdupq_n_f32(x)
        }
    }

    #[inline(always)]
    fn load(self, from: &[f32; 4]) -> float32x4_t {
        unsafe { vld1q_f32(from.as_ptr()) }
    }

    #[inline(always)]
    fn store(self, x: float32x4_t, to: &mut [f32; 4]) {
        unsafe { vst1q_f32(to.as_mut_ptr(), x) }
    }

    #[inline(always)]
    fn add(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vaddq_f32(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vsubq_f32(a, b) }
    }

    #[inline(always)]
    fn max(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vmaxnmq_f32(a, b) }
    }

    #[inline(always)]
    fn min(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vminnmq_f32(a, b) }
    }

    #[inline(always)]
    fn div(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vdivq_f32(a, b) }
    }

    #[inline(always)]
    fn times_power_of_two(self, x: float32x4_t, k: float32x4_t) -> float32x4_t {
        unsafe {
            let exponent = vshlq_n_s32::<23>(vcvtq_s32_f32(k));
            vreinterpretq_f32_s32(vaddq_s32(vreinterpretq_s32_f32(x), exponent))
        }
    }

    #[inline(always)]
    fn mul_add(self, a: float32x4_t, b: float32x4_t, c: float32x4_t) -> float32x4_t {
        unsafe { vfmaq_f32(c, a, b) }
    }

    #[inline(always)]
    fn sub_mul(self, a: float32x4_t, b: float32x4_t, c: float32x4_t) -> float32x4_t {
        unsafe { vfmsq_f32(c, a, b) }
    }

    #[inline(always)]
    fn mul(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vmulq_f32(a, b) }
    }

    #[inline(always)]
    fn abs(self, x: float32x4_t) -> float32x4_t {
        unsafe { vabsq_f32(x) }
    }

    #[inline(always)]
    fn greatest(self, x: float32x4_t) -> f32 {
        unsafe { vmaxnmvq_f32(x) }
    }

    #[inline(always)]
    fn sum(self, x: float32x4_t) -> f32 {
        unsafe { vaddvq_f32(x) }
    }

    #[inline(always)]
    fn splat_pair(self, pair: i32) -> int32x4_t {
        unsafe { vdupq_n_s32(pair) }
    }

    #[inline(always)]
    fn load_pairs(self, from: &[i32; 4]) -> int32x4_t {
        unsafe { vld1q_s32(from.as_ptr()) }
    }

    #[inline(always)]
    fn store_pairs(self, x: int32x4_t, to: &mut [i32; 4]) {
        unsafe { vst1q_s32(to.as_mut_ptr(), x) }
    }

    #[inline(always)]
    fn pair(self, low: float32x4_t, high: float32x4_t) -> int32x4_t {
        I::pair(self, low, high)
    }

    #[inline(always)]
    fn multiply_shorts(self, scales: Shorts, product: Product<i32>) {
        I::multiply(self, scales, product);
    }

    #[inline(always)]
    fn add_shorts(self, a: int32x4_t, b: int32x4_t) -> int32x4_t {
        unsafe {
            let (a, b) = (vreinterpretq_s16_s32(a), vreinterpretq_s16_s32(b));
            vreinterpretq_s32_s16(vaddq_s16(a, b))
        }
    }

    #[inline(always)]
    fn sub_shorts(self, a: int32x4_t, b: int32x4_t) -> int32x4_t {
        unsafe {
            let (a, b) = (vreinterpretq_s16_s32(a), vreinterpretq_s16_s32(b));
            vreinterpretq_s32_s16(vsubq_s16(a, b))
        }
    }

    #[inline(always)]
    fn add_products(self, a: int32x4_t, b: int32x4_t, sum: int32x4_t) -> int32x4_t {
        unsafe {
            let (a, b) = (vreinterpretq_s16_s32(a), vreinterpretq_s16_s32(b));
            let first = vmull_s16(vget_low_s16(a), vget_low_s16(b));
            vaddq_s32(sum, vpaddq_s32(first, vmull_high_s16(a, b)))
        }
    }

    #[inline(always)]
    fn float(self, x: int32x4_t) -> float32x4_t {
        unsafe { vcvtq_f32_s32(x) }
    }

    #[inline(always)]
    fn prefetch<N>(self, near: &N, bytes: usize) {
        // A prefetch of an address that does not exist does nothing.
        let address = std::ptr::from_ref(near).wrapping_byte_add(bytes);
        unsafe {
            asm!(
                "prfm pldl1keep, [{address}]",
                address = in(reg) address.addr(),
                options(nomem, nostack, preserves_flags)
            );
        }
    }

    super::entry::products!(target_feature(enable = "neon"));
}

super::entry::kernel!(
    Neon<Pairs>,
    ["neon", "neon-int16", "neon-bf16"],
    target_feature(enable = "neon")
);
