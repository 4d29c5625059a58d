//! Activations, in loops that the compiler turns into vectors.

use super::simd::Simd;
use crate::net::file::Activation;

/// Applies `activation` to each number.
#[inline(always)]
pub(super) fn apply_all<S: Simd<W>, const W: usize>(
    _: S,
    activation: Activation,
    numbers: &mut [f32],
) {
    if activation == Activation::Relu {
        for x in numbers.iter_mut() {
            *x = if *x > 0.0 { *x } else { 0.0 };
        }
    }
    apply(activation, numbers);
}

/// Applies `activation` to each number; `Identity` and `Relu` are done already where sums are put.
#[inline(always)]
pub(super) fn apply(activation: Activation, numbers: &mut [f32]) {
    match activation {
        Activation::Identity | Activation::Relu => {}
        Activation::Mish => {
            for x in numbers {
                *x = mish(*x);
            }
        }
        Activation::Silu => {
            for x in numbers {
                *x = silu(*x);
            }
        }
    }
}

/// `x * tanh(ln(1 + exp(x)))`, as `x * n / (n + 2)` with `n = exp(2x) + 2 exp(x)`.
#[inline(always)]
pub(super) fn mish(x: f32) -> f32 {
    // From 20 on the quotient is 1, and exp(2x) still is a number.
    let e = exp(x.min(20.0));
    let n = e * (e + 2.0);
    x * (n / (n + 2.0))
}

/// `x / (1 + exp(-x))`
#[inline(always)]
pub(super) fn silu(x: f32) -> f32 {
    x / (1.0 + exp(-x))
}

/// `exp(x)` within two units in the last place, for `x` held to -87 .. 88.
///
/// `exp(x) = 2^k * exp(r)` with `|r| <= ln(2) / 2`, where a polynomial of degree six is near enough.
/// There is no branch and no table, so that a loop over it becomes vectors.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    /// Adding it rounds to a whole number, which then stands in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-87.0, 88.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let k = shifted - ROUND;
    let r = (x - k * LN2_HIGH) - k * LN2_LOW;
    let series = 1.0 / 720.0;
    let series = series * r + 1.0 / 120.0;
    let series = series * r + 1.0 / 24.0;
    let series = series * r + 1.0 / 6.0;
    let series = series * r + 0.5;
    let series = series * r + 1.0;
    let series = series * r + 1.0;
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(0x3f80_0000));
    series * power
}
