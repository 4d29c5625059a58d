//! Products by tiles against plain loops, on random shapes. Their numbers are rounded before, so that both must say the
//! same but for the order in which they add.

use super::bfloat::{rounded, widened};
use super::tests::{assert_near, convolved, kernels, random, random_conv, spread};
use super::*;
use proptest::prelude::*;

/// bfloat16 numbers between -1 and 1.
fn exact(seed: u64, len: usize) -> Vec<f32> {
    let numbers = random(seed, len).into_iter();
    numbers.map(|x| widened(rounded(x))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn products_by_tiles_are_those_of_plain_loops(
        seed in any::<u64>(), rows in 1usize..100, inputs in 1usize..100, outputs in 1usize..100,
    ) {
        let weights = exact(seed, inputs * outputs);
        let numbers = exact(seed ^ 1, rows * inputs);
        let stride = round_up(outputs);
        let mut expected = vec![0.0; rows * stride];
        for (row, expected) in expected.chunks_exact_mut(stride).enumerate() {
            for (output, expected) in expected[..outputs].iter_mut().enumerate() {
                *expected = (0..inputs).map(|i| numbers[row * inputs + i] * weights[i * outputs + output]).sum();
            }
        }
        let row_stride = round_up(inputs);
        let numbers = spread(&numbers, inputs, row_stride);
        let rows = Rows { numbers: &numbers, stride: row_stride, count: rows };
        for kernel in kernels() {
            let matrix = kernel.pack(Precision::Bfloat, inputs, outputs, &weights);
            let mut sums = vec![f32::NAN; expected.len()];
            kernel.multiply(rows, &matrix, &mut Work::default(), &mut Target::set(&mut sums, stride));
            assert_near(kernel, &sums, &expected, 1e-4);
        }
    }

    #[test]
    fn convolutions_by_tiles_are_those_of_plain_loops(
        seed in any::<u64>(), sizes in prop::collection::vec((1usize..20, 1usize..20), 1..4),
        inputs in 1usize..70, outputs in 1usize..100,
    ) {
        let mut conv = random_conv(seed, 3, inputs, outputs);
        conv.weights = exact(seed, conv.weights.len());
        let stride = round_up(inputs);
        // Several boards in the same room: nothing of one may be left in the next.
        let mut work = Work::default();
        for (width, height) in sizes {
            let input = exact(seed ^ 1, width * height * inputs);
            let expected = convolved(&conv, width, height, &input);
            let mut spread = spread(&input, inputs, stride);
            // What stands behind the board is that of a larger one before.
            spread.resize(spread.len() + 40 * stride, f32::NAN);
            let map = FeatureMap { width, height, numbers: &spread, stride };
            for kernel in kernels() {
                let conv = DirectConv::pack(&conv);
                let mut sums = vec![f32::NAN; expected.len()];
                kernel.convolve_directly(&map, &conv, &mut work, &mut Target::set(&mut sums, conv.stride()));
                assert_near(kernel, &sums, &expected, 1e-4);
            }
        }
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest(bits in any::<u32>()) {
        let x = f32::from_bits(bits);
        prop_assume!(x.abs() < 1e38);
        let found = widened(rounded(x));
        let (below, above) = (f32::from_bits(bits & 0xffff_0000), f32::from_bits((bits & 0xffff_0000) + 0x1_0000));
        let (down, up) = ((x - below).abs(), (above - x).abs());
        let is_even = |x: f32| x.to_bits() >> 16 & 1 == 0;
        let expected = if down < up || down == up && is_even(below) { below } else { above };
        prop_assert_eq!(found, expected);
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn tiles_of_the_processor_do_what_plain_loops_do() {
    use super::tiles::{BLOCK, DEPTH, Grid, Left, TileUnit};
    use crate::skipped::skipped;
    let Some(amx) = amx::Amx::detect() else {
        skipped("this processor has no tiles, or the system does not grant them");
        return;
    };
    for seed in 0..20 {
        let depth = DEPTH * (1 + seed as usize % 3);
        let (stride, parts, shift) = (depth + 16, 1 + seed as usize % 2, 80);
        let round =
            |seed, len| -> Vec<u16> { random(seed, len).into_iter().map(rounded).collect() };
        let numbers = round(seed, BLOCK * stride + parts * shift + depth);
        let weights = round(seed ^ 1, parts * depth * BLOCK);
        let grid = Grid {
            width: BLOCK,
            across: BLOCK,
            height: 1,
        };
        let left = Left {
            numbers: &numbers,
            stride,
            depth,
            parts,
            shift,
            grid,
        };
        let sums = |mut unit: TileUnit| {
            let mut sums = vec![f32::NAN; BLOCK * BLOCK];
            unit.block(left, 0, &weights, &mut sums, BLOCK);
            sums
        };
        assert_eq!(
            sums(TileUnit::Hardware(amx.load())),
            sums(TileUnit::Software)
        );
    }
    let first = amx.load();
    assert!(std::panic::catch_unwind(|| amx.load()).is_err());
    drop(first);
    amx.load();
}
