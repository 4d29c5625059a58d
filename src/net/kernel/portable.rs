//! Plain arithmetic for every processor; the compiler makes of it what vectors it may assume.

use super::Precision;
use super::simd::Simd;

/// Nothing needs to be proved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

#[inline(always)]
fn each<T>(f: impl Fn(usize) -> T) -> [T; 4] {
    [f(0), f(1), f(2), f(3)]
}

/// A pair of the lower halves of two integers.
#[inline(always)]
fn paired(low: i32, high: i32) -> i32 {
    low & 0xffff | high << 16
}

/// The first of a pair.
#[inline(always)]
fn low(pair: i32) -> i32 {
    i32::from(pair as i16)
}

/// The second of a pair.
#[inline(always)]
fn high(pair: i32) -> i32 {
    pair >> 16
}

impl Simd<4> for Portable {
    type F = [f32; 4];
    type I = [i32; 4];

    const PANEL: usize = 16;

    // Two rows of 4 vectors: 8 of the 16 registers of SSE2 hold sums.
    const ROWS: usize = 2;

    const SHORT_ROWS: usize = 2;

    fn precisions(self) -> &'static [Precision] {
        &[Precision::Float]
    }

    #[inline(always)]
    fn splat(self, x: f32) -> [f32; 4] {
        [x; 4]
    }

    #[inline(always)]
    fn load(self, from: &[f32; 4]) -> [f32; 4] {
        *from
    }

    #[inline(always)]
    fn store(self, x: [f32; 4], to: &mut [f32; 4]) {
        *to = x;
    }

    #[inline(always)]
    fn add(self, a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        each(|i| a[i] + b[i])
    }

    #[inline(always)]
    fn sub(self, a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        each(|i| a[i] - b[i])
    }

    #[inline(always)]
    fn max(self, a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        each(|i| if a[i] > b[i] { a[i] } else { b[i] })
    }

    #[inline(always)]
    fn min(self, a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        each(|i| if a[i] < b[i] { a[i] } else { b[i] })
    }

    #[inline(always)]
    fn div(self, a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        each(|i| a[i] / b[i])
    }

    #[inline(always)]
    fn times_power_of_two(self, x: [f32; 4], k: [f32; 4]) -> [f32; 4] {
        let exponent = |k: f32| (k as i32 as u32) << 23;
        each(|i| f32::from_bits(x[i].to_bits().wrapping_add(exponent(k[i]))))
    }

    // Rounded twice: without an instruction for it, rounding once is a slow function.
    #[inline(always)]
    fn mul_add(self, a: [f32; 4], b: [f32; 4], c: [f32; 4]) -> [f32; 4] {
        each(|i| a[i] * b[i] + c[i])
    }

    #[inline(always)]
    fn sub_mul(self, a: [f32; 4], b: [f32; 4], c: [f32; 4]) -> [f32; 4] {
        each(|i| c[i] - a[i] * b[i])
    }

    #[inline(always)]
    fn mul(self, a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        each(|i| a[i] * b[i])
    }

    #[inline(always)]
    fn abs(self, x: [f32; 4]) -> [f32; 4] {
        each(|i| x[i].abs())
    }

    #[inline(always)]
    fn greatest(self, x: [f32; 4]) -> f32 {
        x[0].max(x[1]).max(x[2].max(x[3]))
    }

    #[inline(always)]
    fn sum(self, x: [f32; 4]) -> f32 {
        (x[0] + x[1]) + (x[2] + x[3])
    }

    #[inline(always)]
    fn splat_pair(self, pair: i32) -> [i32; 4] {
        [pair; 4]
    }

    #[inline(always)]
    fn load_pairs(self, from: &[i32; 4]) -> [i32; 4] {
        *from
    }

    #[inline(always)]
    fn store_pairs(self, x: [i32; 4], to: &mut [i32; 4]) {
        *to = x;
    }

    #[inline(always)]
    fn pair(self, low: [f32; 4], high: [f32; 4]) -> [i32; 4] {
        let integer = |x: f32| i32::from(x.round_ties_even() as i16);
        each(|i| paired(integer(low[i]), integer(high[i])))
    }

    #[inline(always)]
    fn add_shorts(self, a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
        each(|i| paired(low(a[i]) + low(b[i]), high(a[i]) + high(b[i])))
    }

    #[inline(always)]
    fn sub_shorts(self, a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
        each(|i| paired(low(a[i]) - low(b[i]), high(a[i]) - high(b[i])))
    }

    #[inline(always)]
    fn add_products(self, a: [i32; 4], b: [i32; 4], sum: [i32; 4]) -> [i32; 4] {
        each(|i| sum[i] + low(a[i]) * low(b[i]) + high(a[i]) * high(b[i]))
    }

    #[inline(always)]
    fn float(self, x: [i32; 4]) -> [f32; 4] {
        each(|i| x[i] as f32)
    }

    #[inline(always)]
    fn prefetch<N>(self, _: &N, _: usize) {}

    super::entry::products!(inline(never));
}

super::entry::kernel!(
    Portable,
    ["portable", "portable-int16", "portable-bf16"],
    inline(never)
);
