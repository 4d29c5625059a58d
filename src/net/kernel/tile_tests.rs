//! Products by tiles against plain loops, on random shapes. Their numbers are rounded before, so that both must say the
//! same but for the order in which they add.

use super::bfloat::{rounded, widened};
use super::tests::{assert_near, convolved, filled_up, kernels, one_head, random, random_conv};
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
        seed in any::<u64>(), rows in 1usize..100, inputs in 1usize..100, outputs in 1usize..100, adds in any::<bool>(),
    ) {
        let weights = exact(seed, inputs * outputs);
        let numbers = exact(seed ^ 1, rows * inputs);
        let stride = round_up(outputs);
        let before = match adds {
            true => filled_up(&random(seed ^ 2, rows * outputs), outputs, stride),
            false => vec![0.0; rows * stride],
        };
        let mut expected = before.clone();
        for (row, expected) in expected.chunks_exact_mut(stride).enumerate() {
            for (output, expected) in expected[..outputs].iter_mut().enumerate() {
                *expected += (0..inputs).map(|i| numbers[row * inputs + i] * weights[i * outputs + output]).sum::<f32>();
            }
        }
        let row_stride = round_up(inputs);
        let numbers = filled_up(&numbers, inputs, row_stride);
        let rows = Rows { numbers: &numbers, stride: row_stride, count: rows };
        for kernel in kernels() {
            let matrix = kernel.pack(Precision::Bfloat, inputs, outputs, &weights);
            let mut sums = match adds {
                true => before.clone(),
                false => vec![f32::NAN; expected.len()],
            };
            let mut target = Target::set(&mut [], stride);
            target.sums = match adds {
                true => Sums::Add(&mut sums),
                false => Sums::Set(&mut sums),
            };
            kernel.multiply(rows, &matrix, &mut Work::default(), &mut target);
            assert_near(kernel, &sums, &expected, 1e-4);
        }
    }

    #[test]
    fn attention_by_tiles_is_that_of_plain_loops_for_great_scores(
        seed in any::<u64>(), points in 1usize..90, dim in 1usize..70, exponent in 0i32..7,
    ) {
        let scale = 2f32.powi(exponent);
        let queries: Vec<f32> = exact(seed, points * dim).iter().map(|x| x * scale).collect();
        let keys = exact(seed ^ 1, points * dim);
        let values = exact(seed ^ 2, points * dim);
        let mut expected = Vec::new();
        for query in queries.chunks_exact(dim) {
            let product = |key: &[f32]| -> f64 { query.iter().zip(key).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum() };
            let scores: Vec<f64> = keys.chunks_exact(dim).map(product).collect();
            let greatest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let weights: Vec<f64> = scores.iter().map(|score| (score - greatest).exp()).collect();
            let all: f64 = weights.iter().sum();
            expected.extend((0..dim).map(|number| {
                let weighted = weights.iter().zip(values.chunks_exact(dim)).map(|(weight, value)| weight * f64::from(value[number]));
                (weighted.sum::<f64>() / all) as f32
            }));
        }
        let attend = one_head(Precision::Bfloat, dim, [&queries, &keys, &values]);
        let stride = round_up(dim);
        let expected = filled_up(&expected, dim, stride);
        for kernel in kernels() {
            let mut to = vec![f32::NAN; points * stride];
            kernel.attend(&attend, &mut Work::default(), &mut to);
            assert_near(kernel, &to, &expected, 1e-2);
        }
    }

    #[test]
    fn convolutions_by_tiles_are_those_of_plain_loops(
        seed in any::<u64>(), sizes in prop::collection::vec((1usize..20, 1usize..20), 1..4),
        side in prop::sample::select(vec![1usize, 3]), inputs in 1usize..70, outputs in 1usize..100,
    ) {
        let mut conv = random_conv(seed, side, inputs, outputs);
        conv.weights = exact(seed, conv.weights.len());
        let stride = round_up(inputs);
        // Several boards in the same room: nothing of one may be left in the next.
        let (mut work, mut boards) = (Work::default(), Spreads::default());
        for (width, height) in sizes {
            let input = exact(seed ^ 1, width * height * inputs);
            let expected = convolved(&conv, width, height, &input);
            let mut filled = filled_up(&input, inputs, stride);
            // What stands behind the board is that of a larger one before.
            filled.resize(filled.len() + 40 * stride, f32::NAN);
            let map = FeatureMap { width, height, numbers: &filled, stride };
            for kernel in kernels() {
                let conv = DirectConv::pack(&conv);
                let mut sums = vec![f32::NAN; expected.len()];
                let board = boards.board(width, height, conv.input_stride());
                kernel.spread(&map, board);
                kernel.convolve_directly(board, &conv, &mut work, &mut Target::set(&mut sums, conv.stride()));
                assert_near(kernel, &sums, &expected, 1e-4);
            }
        }
    }

    #[test]
    fn what_the_next_convolution_reads_is_the_rounded_activation_with_zeros_around_it(
        seed in any::<u64>(), sizes in prop::collection::vec((1usize..20, 1usize..20), 1..4),
        inputs in 1usize..40, outputs in 1usize..80,
        adds in any::<bool>(), has_shift in any::<bool>(), is_relu in any::<bool>(),
    ) {
        use crate::net::file::Activation;
        let conv = random_conv(seed, 3, inputs, outputs);
        let packed = DirectConv::pack(&conv);
        let (stride, to_stride) = (packed.input_stride(), packed.stride());
        let filled = |seed| filled_up(&random(seed, outputs), outputs, to_stride);
        let activation = if is_relu { Activation::Relu } else { Activation::Identity };
        let affine = Affine { scale: filled(seed ^ 2), bias: filled(seed ^ 3), activation };
        let shift = filled(seed ^ 4);
        for kernel in kernels() {
            let (mut work, mut from, mut to) = (Work::default(), Spread::default(), Spread::default());
            for &(width, height) in &sizes {
                let input = filled_up(&random(seed ^ 1, width * height * inputs), inputs, stride);
                let trunk = filled_up(&random(seed ^ 5, width * height * outputs), outputs, to_stride);
                from.set_board(width, height, stride);
                kernel.spread(&FeatureMap { width, height, numbers: &input, stride }, &mut from);
                let mut sums = trunk.clone();
                kernel.convolve_directly(&from, &packed, &mut work, &mut Target::set(&mut sums, to_stride));
                let mut expected = vec![0.0; (height + 2) * (width + 1) * to_stride];
                for (at, sum) in sums.iter_mut().enumerate() {
                    let (point, channel) = (at / to_stride, at % to_stride);
                    *sum += if has_shift { shift[channel] } else { 0.0 };
                    *sum += if adds { trunk[at] } else { 0.0 };
                    let activated = sum.mul_add(affine.scale[channel], affine.bias[channel]);
                    let place = (point / width + 1) * (width + 1) + point % width + 1;
                    expected[place * to_stride + channel] = match is_relu {
                        true => activated.max(0.0),
                        false => activated,
                    };
                }
                let mut found_sums = trunk.clone();
                to.set_board(width, height, to_stride);
                let mut target = Target {
                    stride: to_stride,
                    bias: has_shift.then_some(&shift),
                    sums: if adds { Sums::Add(&mut found_sums) } else { Sums::Drop },
                    activated: Some(Activated { by: &affine, to: Activations::Spread(&mut to) }),
                };
                kernel.convolve_directly(&from, &packed, &mut work, &mut target);
                if adds {
                    prop_assert_eq!(&found_sums, &sums);
                }
                let (found, behind) = to.around(3).split_at(expected.len());
                // Half of a step at most, and what a kernel that rounds twice errs by.
                let is_rounded = |(&found, &exact): (&u16, &f32)| (widened(found) - exact).abs() <= exact.abs() / 256.0 + 1e-5;
                prop_assert!(std::iter::zip(found, &expected).all(is_rounded));
                prop_assert!(behind.iter().all(|&number| number == 0));
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
    use super::shape::{BLOCK, DEPTH, Grid};
    use super::tiles::{Left, TileUnit};
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
            unit.block(&left, 0, &weights, &mut sums, BLOCK);
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

#[cfg(target_arch = "x86_64")]
#[test]
fn the_processor_rounds_as_plain_arithmetic_does() {
    use super::simd::Simd;
    use crate::skipped::skipped;
    let (Some(kernel), Some(_)) = (avx512::Avx512::detect(), amx::Amx::detect()) else {
        skipped("this processor has no tiles, or the system does not grant them");
        return;
    };
    // All upper halves of normal numbers and zeros, with lower halves on both sides of the middle between two.
    for upper in (0x0080..0x7f80).chain([0]) {
        let lower = [0, 1, 0x7fff, 0x8000, 0x8001, 0xffff, 0x1234, 0xc0de];
        let numbers: [f32; 16] = std::array::from_fn(|at| {
            let sign = (at as u32 % 2) << 31;
            let lower = if upper == 0 { 0 } else { lower[at / 2] };
            f32::from_bits(sign | upper << 16 | lower)
        });
        let mut to = [0; 16];
        kernel.store_rounded(kernel.load(&numbers), &mut to);
        assert_eq!(to, numbers.map(rounded), "{numbers:?}");
    }
}
