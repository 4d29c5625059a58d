//! Activations.

use super::simd::Simd;
use crate::net::file::Activation;

/// Whether an activation is so simple that it is done where sums are put.
pub fn is_done_as_put(activation: Activation) -> bool {
    matches!(activation, Activation::Identity | Activation::Relu)
}

/// Applies `activation` to each number of whole vectors, unless it [`is_done_as_put`].
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

/// Adding it to a number between -4 and 4 million, and subtracting it again, rounds the number to a whole one.
const ROUND: f32 = 12_582_912.0;

/// `exp(x)` within two units in the last place, for `x` held to -87 .. 88.
///
/// `exp(x) = 2^k * exp(r)` with `|r| <= ln(2) / 2`, where a polynomial of degree six is near enough.
#[inline(always)]
pub(super) fn exp<S: Simd<W>, const W: usize>(s: S, x: S::F) -> S::F {
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

/// `2^x` within 4·10⁻⁶ of its size, for `x` held to -126 or more, and to be 127 or less.
///
/// `2^x = 2^k * 2^r` with `|r| <= 1/2`, where a polynomial of degree four, which agrees with it at Chebyshev's nodes, is near enough.
#[inline(always)]
pub(super) fn power_of_two<S: Simd<W>, const W: usize>(s: S, x: S::F) -> S::F {
    let x = s.max(x, s.splat(-126.0));
    let k = s.sub(s.add(x, s.splat(ROUND)), s.splat(ROUND));
    let r = s.sub(x, k);
    let mut series = s.splat(0.009_666_368);
    for factor in [0.055_921_976, 0.240_223_5, 0.693_121_1, 1.0] {
        series = s.mul_add(series, r, s.splat(factor));
    }
    s.times_power_of_two(series, k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::kernel::portable::{PORTABLE, Plain};

    fn assert_powers_are_near<S: Simd<W>, const W: usize>(s: S) {
        let far = [-1e30, -1e9, -200.0].map(|x| (x, -126.0));
        let near = (0..=253_000).map(|step| step as f32 / 1000.0 - 126.0);
        for (x, held) in near.map(|x| (x, x)).chain(far) {
            let mut powers = [0.0; W];
            s.store(power_of_two(s, s.splat(x)), &mut powers);
            let expected = f64::from(held).exp2();
            for power in powers {
                let error = f64::from(power) / expected - 1.0;
                assert!(error.abs() < 4e-6, "2^{x} is off by {error}");
            }
        }
    }

    #[test]
    fn powers_of_two_are_near() {
        assert_powers_are_near(PORTABLE);
        assert_powers_are_near(Plain::<16>);
        #[cfg(target_arch = "x86_64")]
        {
            use crate::net::kernel::{avx2, avx512};
            if let Some(kernel) = avx512::Avx512::detect() {
                assert_powers_are_near(kernel);
            }
            if let Some(kernel) = avx2::Avx2::<avx2::Madd>::detect() {
                assert_powers_are_near(kernel);
            }
        }
    }
}
