//! Activations.

use super::simd::Simd;
use crate::net::file::Activation;

/// Applies `activation` to each number of whole vectors; `Identity` and `Relu` are done already where sums are put.
#[inline(always)]
pub(super) fn apply<S: Simd<W>, const W: usize>(s: S, activation: Activation, numbers: &mut [f32]) {
    let (vectors, rest) = numbers.as_chunks_mut::<W>();
    debug_assert!(rest.is_empty());
    match activation {
        Activation::Identity | Activation::Relu => {}
        Activation::Mish => {
            for vector in vectors {
                s.store(mish(s, s.load(vector)), vector);
            }
        }
        Activation::Silu => {
            for vector in vectors {
                s.store(silu(s, s.load(vector)), vector);
            }
        }
    }
}

/// `x * tanh(ln(1 + exp(x)))`, as `x * n / (n + 2)` with `n = exp(2x) + 2 exp(x)`.
#[inline(always)]
pub(super) fn mish<S: Simd<W>, const W: usize>(s: S, x: S::F) -> S::F {
    // From 20 on the quotient is 1, and exp(2x) still is a number.
    let e = exp(s, s.min(x, s.splat(20.0)));
    let n = s.mul(e, s.add(e, s.splat(2.0)));
    s.mul(x, s.div(n, s.add(n, s.splat(2.0))))
}

/// `x / (1 + exp(-x))`
#[inline(always)]
pub(super) fn silu<S: Simd<W>, const W: usize>(s: S, x: S::F) -> S::F {
    let e = exp(s, s.sub(s.splat(0.0), x));
    s.div(x, s.add(s.splat(1.0), e))
}

/// `exp(x)` within two units in the last place, for `x` held to -87 .. 88.
///
/// `exp(x) = 2^k * exp(r)` with `|r| <= ln(2) / 2`, where a polynomial of degree six is near enough.
#[inline(always)]
pub(super) fn exp<S: Simd<W>, const W: usize>(s: S, x: S::F) -> S::F {
    /// Adding it rounds to a whole number.
    const ROUND: f32 = 12_582_912.0;
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    let x = s.min(s.max(x, s.splat(-87.0)), s.splat(88.0));
    let shifted = s.mul_add(x, s.splat(std::f32::consts::LOG2_E), s.splat(ROUND));
    let k = s.sub(shifted, s.splat(ROUND));
    let r = s.sub_mul(k, s.splat(LN2_HIGH), x);
    let r = s.sub_mul(k, s.splat(LN2_LOW), r);
    let mut series = s.splat(1.0 / 720.0);
    for factor in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        series = s.mul_add(series, r, s.splat(factor));
    }
    s.times_power_of_two(series, k)
}
