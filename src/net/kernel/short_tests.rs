//! Sums of integers that are as great as they can be, by every kernel that this processor can run.

use super::tests::{convolved, filled_up, kernels, one_head, random};
use super::*;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_greatest_sums_of_integers_do_not_overflow(
        seed in any::<u64>(), inputs in 1usize..1500, size in -20i32..20, equal in any::<bool>(),
    ) {
        let size = 2f32.powi(size);
        let weight = |x: f32| if equal { size.copysign(x) } else { size * x };
        let weights: Vec<f32> = random(seed, inputs).into_iter().map(weight).collect();
        let numbers: Vec<f32> = weights.iter().map(|weight| 1f32.copysign(*weight)).collect();
        let expected: f32 = weights.iter().map(|weight| weight.abs()).sum();
        let stride = round_up(inputs);
        let numbers = filled_up(&numbers, inputs, stride);
        for kernel in kernels() {
            let matrix = kernel.pack(Precision::Short, inputs, 1, &weights);
            let mut sums = vec![0.0; matrix.stride()];
            let mut target = Target::set(&mut sums, matrix.stride());
            let rows = Rows { numbers: &numbers, stride, count: 1 };
            kernel.multiply(rows, &matrix, &mut Work::default(), &mut target);
            prop_assert!((sums[0] / expected - 1.0).abs() < 3e-3, "{} of {expected}", sums[0]);
        }
    }

    #[test]
    fn the_greatest_sums_of_tiles_do_not_overflow(inputs in 1usize..200, row in 0usize..5, column in 0usize..5) {
        // By the signs of its coefficients a tile of 3x3, the one in the middle of 9x9, is as great in one position as it can be.
        const SIGNS: [[f32; 5]; 5] = [
            [1.0, -1.0, -1.0, 1.0, 1.0],
            [1.0, -1.0, -1.0, 1.0, 1.0],
            [1.0, 1.0, -1.0, 1.0, 1.0],
            [1.0, -1.0, 1.0, 1.0, 1.0],
            [1.0, 1.0, -1.0, -1.0, 1.0],
        ];
        // Kernels that are transformed to one sign there.
        const TAPS: [[f32; 3]; 5] = [[1.0, 0.0, 0.0], [1.0, 1.0, 1.0], [1.0, -1.0, 1.0], [1.0, 1.0, 1.0], [0.0, 0.0, 1.0]];
        let outer = |down: &[f32], across: &[f32]| -> Vec<f32> {
            down.iter().flat_map(|a| across.iter().map(move |b| a * b)).collect()
        };
        let weights = outer(&TAPS[row], &TAPS[column]);
        let weights = weights.into_iter().flat_map(|weight| vec![weight; inputs]).collect();
        let conv = Conv { height: 3, width: 3, inputs, outputs: 1, weights };
        let tile = outer(&SIGNS[row], &SIGNS[column]);
        let mut input = Vec::new();
        for point in 0..81_usize {
            let (x, y) = ((point % 9).wrapping_sub(2), (point / 9).wrapping_sub(2));
            let number = if x < 5 && y < 5 { tile[5 * y + x] } else { 0.0 };
            input.extend(vec![number; inputs]);
        }
        let expected = convolved(&conv, 9, 9, &input);
        let stride = round_up(inputs);
        let filled = filled_up(&input, inputs, stride);
        let map = FeatureMap { width: 9, height: 9, numbers: &filled, stride };
        for kernel in kernels() {
            let conv = kernel.pack_conv(Precision::Short, &conv, Tile::Three);
            let mut sums = vec![f32::NAN; expected.len()];
            let mut target = Target::set(&mut sums, conv.stride());
            kernel.convolve(&map, &conv, &mut Work::default(), &mut target);
            // Weights that are all alike are all rounded alike; a sum that overflows is off by more than all.
            let tolerance = 0.1 * inputs as f32;
            for (found, expected) in sums.iter().zip(&expected) {
                prop_assert!((found - expected).abs() <= tolerance, "{kernel:?}: {found}, not {expected}");
            }
        }
    }

    #[test]
    fn the_greatest_sums_of_attention_do_not_overflow(
        seed in any::<u64>(), sizes in prop::array::uniform2(1usize..=625), chosen in 0usize..625, vectors in 2usize..5,
        alike in any::<bool>(), size in prop::sample::select(vec![0.0, 3.0]),
    ) {
        let dim = 16 * vectors;
        let query: Vec<f32> = random(seed, dim).into_iter().map(|x| f32::copysign(size, x)).collect();
        for kernel in kernels() {
            // Two boards, one after the other, in the same room.
            let mut work = Work::default();
            for points in sizes {
                // Either all points count alike, or the chosen one alone does.
                let sign = |point| if alike || point == chosen % points { 1.0 } else { -1.0 };
                let keys: Vec<f32> =
                    (0..points).flat_map(|point| query.iter().map(move |x| sign(point) * x)).collect();
                let queries = query.repeat(points);
                let values: Vec<f32> = (0..points).flat_map(|point| vec![sign(point) * size; dim]).collect();
                let attend = one_head(Precision::Short, dim, [&queries, &keys, &values]);
                let mut to = vec![f32::NAN; points * dim];
                kernel.attend(&attend, &mut work, &mut to);
                for number in to {
                    prop_assert!((number - size).abs() < 3e-3, "{kernel:?}: {number}");
                }
            }
        }
    }
}
