//! Plain arithmetic for every processor; the compiler makes of it what vectors it may assume.

use super::simd::Simd;

/// Nothing needs to be proved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

#[inline(always)]
fn each(f: impl Fn(usize) -> f32) -> [f32; 4] {
    [f(0), f(1), f(2), f(3)]
}

impl Simd<4> for Portable {
    type F = [f32; 4];

    const PANEL: usize = 16;

    // Two rows of 4 vectors: 8 of the 16 registers of SSE2 hold sums.
    const ROWS: usize = 2;

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

    // Rounded twice: without an instruction for it, rounding once is a slow function.
    #[inline(always)]
    fn mul_add(self, a: [f32; 4], b: [f32; 4], c: [f32; 4]) -> [f32; 4] {
        each(|i| a[i] * b[i] + c[i])
    }

    #[inline(always)]
    fn sub_mul(self, a: [f32; 4], b: [f32; 4], c: [f32; 4]) -> [f32; 4] {
        each(|i| c[i] - a[i] * b[i])
    }
}

super::entry::kernel!(Portable, "portable", inline(never));
