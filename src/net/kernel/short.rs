//! Matrix products of 16-bit integers, whose sums of 32 bits never overflow.
//!
//! Processors multiply pairs of 16-bit integers and add both products to a sum at the price of one multiplication of
//! 32-bit numbers. Each row of numbers is scaled by its own greatest number, or the board by its greatest one, and each
//! column of weights so that the greatest possible sum just fits: nothing is ever cut off, whatever the network and the
//! position.
//!
//! A pair is the same number of two vectors that follow each other, so that pairs are made without moving numbers
//! within a register. Processors that multiply bytes faster than that get the integers as [`Encoding::Bytes`].

use super::product::Arithmetic;
use super::simd::Simd;
use super::target::vector;

/// How many times as great as the root of its mean square the greatest number of a row is taken to be.
///
/// It only divides the bits between numbers and weights; networks in use have 5 to 20.
const CREST: f64 = 10.0;

/// The least that the greatest number of a row is taken to be, so that a row of zeros is divided by something.
///
/// It is so great that its scale times that of a column is a normal number still: Intel's processors take a hundred
/// times as long over each that is not, and rows of zeros are common.
pub(super) const LEAST: f32 = 1e-20;

/// The same of attention's keys, whose scale is multiplied with that of a query.
pub(super) const LEAST_OF_KEYS: f32 = 1e-8;

/// The greatest sum.
const SUM: f64 = i32::MAX as f64;

/// How integers are kept and multiplied.
#[derive(Clone, Copy, Debug)]
pub(super) enum Encoding {
    /// Whole, in pairs.
    Pairs,
    /// As two bytes each, `256 * high + low`, both with a sign. The products of two low bytes are left out of sums, which
    /// count units of 256. See `i8mm`.
    #[cfg_attr(
        not(target_arch = "aarch64"),
        allow(dead_code, reason = "other processors do not multiply bytes so")
    )]
    Bytes,
}

impl Encoding {
    /// The greatest integer.
    fn greatest(self) -> f64 {
        match self {
            Encoding::Pairs => f64::from(i16::MAX),
            // The greatest that two bytes with signs stand for.
            Encoding::Bytes => 127.0 * 256.0 + 127.0,
        }
    }

    /// What a one in a sum stands for.
    fn unit(self) -> f64 {
        match self {
            Encoding::Pairs => 1.0,
            Encoding::Bytes => 256.0,
        }
    }

    /// The greatest sum of products.
    fn greatest_sum(self) -> f64 {
        match self {
            Encoding::Pairs => SUM,
            // What is left out may make a sum greater, in each product by less than 2^14.
            Encoding::Bytes => SUM * 255.0,
        }
    }
}

/// The greatest integer that a number of a row becomes, where `inputs` products are summed.
///
/// Numbers and weights are then rounded by about the same part of their size.
pub(super) fn limit(encoding: Encoding, inputs: usize) -> f32 {
    let even = (encoding.greatest_sum() * CREST / inputs as f64).sqrt();
    even.min(encoding.greatest()).floor() as f32
}

/// The greatest integer where each row and each column is scaled by its own greatest number: `inputs` products of it by itself just
/// fit into a sum.
pub(super) fn limit_of_both(inputs: usize) -> f32 {
    let even = (SUM / inputs as f64).sqrt();
    even.min(f64::from(i16::MAX)).floor() as f32
}

/// Pairs that `inputs` numbers make in vectors of `vector`.
pub(super) fn pairs(vector: usize, inputs: usize) -> usize {
    inputs.next_multiple_of(2 * vector) / 2
}

/// Makes integers of a column of weights and gives each to `set`, with its input. `limit` is the greatest integer of the
/// rows that it is multiplied with.
/// Returns what one stands for in the sum of a column and of a row whose scale is 1.
pub(super) fn shorten_column(
    encoding: Encoding,
    limit: f32,
    weights: &[f32],
    mut set: impl FnMut(usize, i16),
) -> f32 {
    let size = |weight: &f32| f64::from(weight.abs());
    let total: f64 = weights.iter().map(size).sum();
    if total == 0.0 {
        return 0.0;
    }
    let greatest = weights.iter().map(size).fold(0.0, f64::max);
    // Rounding makes each weight greater by at most a half.
    let room = encoding.greatest_sum() / f64::from(limit) - weights.len() as f64 / 2.0;
    let factor = (room / total).min(encoding.greatest() / greatest);
    for (input, &weight) in weights.iter().enumerate() {
        set(input, (f64::from(weight) * factor).round() as i16);
    }
    (encoding.unit() / factor) as f32
}

/// The high and the low byte of an integer.
pub(super) fn bytes(integer: i16) -> [i8; 2] {
    let low = integer as i8;
    [((integer - i16::from(low)) >> 8) as i8, low]
}

/// Pairs of integers, and what the sums stand for.
#[derive(Clone, Copy)]
pub(super) struct Shorts<'a> {
    /// Of each row.
    pub rows: &'a [f32],
    /// Of each column.
    pub columns: &'a [f32],
}

impl<S: Simd<W>, const W: usize> Arithmetic<S, W> for Shorts<'_> {
    type Number = i32;
    type Vector = S::I;
    type Sum = S::I;

    const ROWS: usize = S::SHORT_ROWS;

    #[inline(always)]
    fn zero(s: S) -> S::I {
        s.splat_pair(0)
    }

    #[inline(always)]
    fn splat(s: S, pair: i32) -> S::I {
        s.splat_pair(pair)
    }

    #[inline(always)]
    fn load(s: S, from: &[i32; W]) -> S::I {
        s.load_pairs(from)
    }

    #[inline(always)]
    fn add_product(s: S, a: S::I, b: S::I, sum: S::I) -> S::I {
        s.add_products(a, b, sum)
    }

    #[inline(always)]
    fn number(self, s: S, sum: S::I, row: usize, column: usize) -> S::F {
        let scale = s.mul(
            s.splat(self.rows[row]),
            s.load(vector(self.columns, column)),
        );
        s.mul(s.float(sum), scale)
    }
}

/// The greatest size of a number in a row of whole vectors.
#[inline(always)]
pub(super) fn greatest<S: Simd<W>, const W: usize>(s: S, from: &[f32]) -> f32 {
    let mut greatest = s.splat(LEAST);
    for vector in from.as_chunks::<W>().0 {
        greatest = s.max(s.abs(s.load(vector)), greatest);
    }
    s.greatest(greatest)
}

/// The same of many vectors, four at a time, so that none has to wait for the one before.
#[inline(always)]
pub(super) fn greatest_of_many<S: Simd<W>, const W: usize>(s: S, from: &[f32]) -> f32 {
    let mut greatest = [s.splat(LEAST); 4];
    let (fours, rest) = from.as_chunks::<W>().0.as_chunks::<4>();
    for vectors in fours.iter().map(|four| four.as_slice()).chain([rest]) {
        for (vector, greatest) in vectors.iter().zip(&mut greatest) {
            *greatest = s.max(s.abs(s.load(vector)), *greatest);
        }
    }
    let [a, b, c, d] = greatest;
    s.greatest(s.max(s.max(a, b), s.max(c, d)))
}

/// Makes integers of a row of whole vectors, each number times `factor`.
#[inline(always)]
pub(super) fn shorten<S: Simd<W>, const W: usize>(s: S, factor: f32, from: &[f32], to: &mut [i32]) {
    let factor = s.splat(factor);
    let (twos, one) = from.as_chunks::<W>().0.as_chunks::<2>();
    let (to, _) = to.as_chunks_mut::<W>();
    for ([low, high], to) in twos.iter().zip(&mut *to) {
        let (low, high) = (s.mul(s.load(low), factor), s.mul(s.load(high), factor));
        s.store_pairs(s.pair(low, high), to);
    }
    if let [low] = one {
        let low = s.mul(s.load(low), factor);
        s.store_pairs(s.pair(low, s.splat(0.0)), &mut to[twos.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_row_of_zeros_has_no_scale_that_is_slow(
            size in -20i32..20, inputs in 1usize..1500, encoding in prop::sample::select(vec![Encoding::Pairs, Encoding::Bytes]),
        ) {
            let limit = limit(encoding, inputs);
            let column = shorten_column(encoding, limit, &vec![2f32.powi(size); inputs], |_, _| {});
            let scale = LEAST / limit * column;
            prop_assert!(scale.is_normal(), "{scale:e}");
            let limit = limit_of_both(inputs);
            let scale = LEAST / limit * (LEAST_OF_KEYS / limit);
            prop_assert!(scale.is_normal(), "{scale:e}");
        }
    }
}
