//! Plain arithmetic for every processor; the compiler makes of it what vectors it may assume.

use super::Precision;
use super::simd::Simd;

/// Vectors of `W` numbers. Nothing needs to be proved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain<const W: usize>;

/// As many numbers as the narrowest vectors have.
pub(super) const PORTABLE: Plain<4> = Plain;

#[inline(always)]
fn each<T, const W: usize>(f: impl Fn(usize) -> T) -> [T; W] {
    std::array::from_fn(f)
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

impl<const W: usize> Simd<W> for Plain<W> {
    type F = [f32; W];
    type I = [i32; W];

    const PANEL: usize = if W == 16 { 32 } else { 16 };

    // Two rows of 4 vectors: 8 of the 16 registers of SSE2 hold sums.
    const ROWS: usize = 2;

    const SHORT_ROWS: usize = 2;

    fn precisions(self) -> &'static [Precision] {
        &[Precision::Float]
    }

    #[inline(always)]
    fn splat(self, x: f32) -> [f32; W] {
        [x; W]
    }

    #[inline(always)]
    fn load(self, from: &[f32; W]) -> [f32; W] {
        *from
    }

    #[inline(always)]
    fn store(self, x: [f32; W], to: &mut [f32; W]) {
        *to = x;
    }

    #[inline(always)]
    fn add(self, a: [f32; W], b: [f32; W]) -> [f32; W] {
        each(|i| a[i] + b[i])
    }

    #[inline(always)]
    fn sub(self, a: [f32; W], b: [f32; W]) -> [f32; W] {
        each(|i| a[i] - b[i])
    }

    #[inline(always)]
    fn max(self, a: [f32; W], b: [f32; W]) -> [f32; W] {
        each(|i| if a[i] > b[i] { a[i] } else { b[i] })
    }

    #[inline(always)]
    fn min(self, a: [f32; W], b: [f32; W]) -> [f32; W] {
        each(|i| if a[i] < b[i] { a[i] } else { b[i] })
    }

    #[inline(always)]
    fn div(self, a: [f32; W], b: [f32; W]) -> [f32; W] {
        each(|i| a[i] / b[i])
    }

    #[inline(always)]
    fn times_power_of_two(self, x: [f32; W], k: [f32; W]) -> [f32; W] {
        let exponent = |k: f32| (k as i32 as u32) << 23;
        each(|i| f32::from_bits(x[i].to_bits().wrapping_add(exponent(k[i]))))
    }

    // Rounded twice: without an instruction for it, rounding once is a slow function.
    #[inline(always)]
    fn mul_add(self, a: [f32; W], b: [f32; W], c: [f32; W]) -> [f32; W] {
        each(|i| a[i] * b[i] + c[i])
    }

    #[inline(always)]
    fn sub_mul(self, a: [f32; W], b: [f32; W], c: [f32; W]) -> [f32; W] {
        each(|i| c[i] - a[i] * b[i])
    }

    #[inline(always)]
    fn mul(self, a: [f32; W], b: [f32; W]) -> [f32; W] {
        each(|i| a[i] * b[i])
    }

    #[inline(always)]
    fn abs(self, x: [f32; W]) -> [f32; W] {
        each(|i| x[i].abs())
    }

    #[inline(always)]
    fn greatest(self, x: [f32; W]) -> f32 {
        x.into_iter().fold(f32::NEG_INFINITY, f32::max)
    }

    #[inline(always)]
    fn sum(self, x: [f32; W]) -> f32 {
        x.into_iter().sum()
    }

    #[inline(always)]
    fn splat_pair(self, pair: i32) -> [i32; W] {
        [pair; W]
    }

    #[inline(always)]
    fn load_pairs(self, from: &[i32; W]) -> [i32; W] {
        *from
    }

    #[inline(always)]
    fn store_pairs(self, x: [i32; W], to: &mut [i32; W]) {
        *to = x;
    }

    #[inline(always)]
    fn pair(self, low: [f32; W], high: [f32; W]) -> [i32; W] {
        let integer = |x: f32| i32::from(x.round_ties_even() as i16);
        each(|i| paired(integer(low[i]), integer(high[i])))
    }

    #[inline(always)]
    fn add_shorts(self, a: [i32; W], b: [i32; W]) -> [i32; W] {
        each(|i| paired(low(a[i]) + low(b[i]), high(a[i]) + high(b[i])))
    }

    #[inline(always)]
    fn sub_shorts(self, a: [i32; W], b: [i32; W]) -> [i32; W] {
        each(|i| paired(low(a[i]) - low(b[i]), high(a[i]) - high(b[i])))
    }

    #[inline(always)]
    fn add_products(self, a: [i32; W], b: [i32; W], sum: [i32; W]) -> [i32; W] {
        each(|i| sum[i] + low(a[i]) * low(b[i]) + high(a[i]) * high(b[i]))
    }

    #[inline(always)]
    fn float(self, x: [i32; W]) -> [f32; W] {
        each(|i| x[i] as f32)
    }

    #[inline(always)]
    fn prefetch<N>(self, _: &N, _: usize) {}

    super::entry::products!(inline(never));
}

super::entry::kernel!(
    Plain<4>,
    ["portable", "portable-int16", "portable-bf16"],
    inline(never)
);
