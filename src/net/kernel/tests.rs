//! Every kernel that this processor can run against plain loops, on random shapes.

use super::*;
use crate::net::file::{Activation, NormAct, ScaleBias};
use crate::skipped::skipped;
use proptest::prelude::*;
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

/// Numbers between -1 and 1.
pub(super) fn random(seed: u64, len: usize) -> Vec<f32> {
    let mut random = Pcg64Mcg::new(u128::from(seed));
    (0..len)
        .map(|_| (random.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0)
        .collect()
}

pub(super) fn random_conv(seed: u64, side: usize, inputs: usize, outputs: usize) -> Conv {
    Conv {
        height: side,
        width: side,
        inputs,
        outputs,
        weights: random(seed, side * side * inputs * outputs),
    }
}

/// One head: queries, keys and values of `dim` numbers for each point.
pub(super) fn one_head(
    precision: Precision,
    dim: usize,
    [queries, keys, values]: [&[f32]; 3],
) -> Attend<'_> {
    let rows = |numbers| Rows {
        numbers,
        stride: dim,
        count: keys.len() / dim,
    };
    Attend {
        precision,
        heads: 1,
        kv_heads: 1,
        query_dim: dim,
        value_dim: dim,
        queries: rows(queries),
        keys: rows(keys),
        values: rows(values),
    }
}

fn random_affine(seed: u64, channels: usize, activation: Activation) -> Affine {
    Affine::new(&NormAct {
        norm: ScaleBias {
            scale: random(seed, channels),
            bias: random(seed + 1, channels),
        },
        activation,
    })
}

/// `[point][channel]` with `stride` numbers for each point, the last ones zero.
pub(super) fn filled_up(numbers: &[f32], channels: usize, stride: usize) -> Vec<f32> {
    let mut filled = Vec::new();
    for point in numbers.chunks_exact(channels) {
        filled.extend_from_slice(point);
        filled.resize(filled.len() + stride - channels, 0.0);
    }
    filled
}

pub(super) fn convolved(conv: &Conv, width: usize, height: usize, input: &[f32]) -> Vec<f32> {
    let stride = round_up(conv.outputs);
    let mut output = vec![0.0; width * height * stride];
    for (point, output) in output.chunks_exact_mut(stride).enumerate() {
        let (x, y) = (point % width, point / width);
        for (tap, weights) in conv
            .weights
            .chunks_exact(conv.inputs * conv.outputs)
            .enumerate()
        {
            let from_x = (x + tap % conv.width).wrapping_sub(conv.width / 2);
            let from_y = (y + tap / conv.width).wrapping_sub(conv.height / 2);
            if from_x >= width || from_y >= height {
                continue;
            }
            let from = &input[(from_y * width + from_x) * conv.inputs..][..conv.inputs];
            for (number, weights) in from.iter().zip(weights.chunks_exact(conv.outputs)) {
                for (sum, weight) in output.iter_mut().zip(weights) {
                    *sum += number * weight;
                }
            }
        }
    }
    output
}

fn activated(activation: Activation, x: f32) -> f32 {
    let x = f64::from(x);
    let y = match activation {
        Activation::Identity => x,
        Activation::Relu => x.max(0.0),
        Activation::Mish => x * x.exp().ln_1p().tanh(),
        Activation::Silu => x / (1.0 + (-x).exp()),
    };
    y as f32
}

/// The precisions, and how near to plain loops they must be.
const PRECISIONS: [(Precision, f32); 3] = [
    (Precision::Float, 1e-5),
    (Precision::Short, 3e-3),
    (Precision::Bfloat, 3e-2),
];

/// The kernels that this processor can run, with those that are there for tests only.
pub(super) fn kernels() -> Vec<&'static dyn Kernel> {
    let mut kernels = available();
    kernels.insert(0, &portable::Plain::<16>);
    #[cfg(target_arch = "x86_64")]
    if let Some(evex) = avx2::Avx2::<avx_vnni_tests::Evex>::detect() {
        kernels.insert(0, Box::leak(Box::new(evex)));
    }
    kernels
}

/// All kernels in all precisions.
fn in_all_precisions() -> Vec<(&'static dyn Kernel, (Precision, f32))> {
    let kernels = kernels().into_iter();
    kernels
        .flat_map(|kernel| PRECISIONS.map(|precision| (kernel, precision)))
        .collect()
}

/// How far each number may be from the plain loops'.
pub(super) fn assert_near(kernel: &dyn Kernel, found: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(found.len(), expected.len());
    for (at, (&found, &expected)) in found.iter().zip(expected).enumerate() {
        let near = (found - expected).abs() <= tolerance * (1.0 + expected.abs());
        assert!(near, "{kernel:?}: number {at} is {found}, not {expected}");
    }
}

/// Numbers of a query or value, often whole vectors.
fn dims() -> impl Strategy<Value = usize> {
    prop_oneof![1usize..40, prop::sample::select(vec![16, 32, 48])]
}

fn activations() -> impl Strategy<Value = Activation> {
    prop::sample::select(vec![
        Activation::Identity,
        Activation::Relu,
        Activation::Mish,
        Activation::Silu,
    ])
}

#[test]
fn kernels_that_cannot_run_here_are_named() {
    let names: Vec<_> = kernels()
        .iter()
        .map(|kernel| kernel.name(Precision::Short))
        .collect();
    for name in [
        "avx512-int16",
        "avxvnni-int16",
        "avxvnni-int16-evex",
        "avx2-int16",
        "i8mm-int16",
        "neon-int16",
        "portable-int16",
    ] {
        if !names.contains(&name) {
            skipped(format!("this processor cannot run the kernel {name}"));
        }
    }
    assert_eq!(names.last(), Some(&"portable-int16"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn products_are_those_of_plain_loops(
        seed in any::<u64>(), rows in 1usize..70, inputs in 1usize..70, outputs in 1usize..70,
        activation in activations(), add in any::<bool>(),
    ) {
        let weights = random(seed, inputs * outputs);
        let numbers = random(seed ^ 1, rows * inputs);
        let affine = random_affine(seed ^ 2, outputs, activation);
        let stride = round_up(outputs);
        let bias = filled_up(&random(seed ^ 3, outputs), outputs, stride);
        let before = filled_up(&random(seed ^ 4, rows * outputs), outputs, stride);
        let mut expected = vec![0.0; rows * stride];
        for (row, expected) in expected.chunks_exact_mut(stride).enumerate() {
            for (output, expected) in expected[..outputs].iter_mut().enumerate() {
                let terms = (0..inputs).map(|i| numbers[row * inputs + i] * weights[i * outputs + output]);
                *expected = bias[output] + terms.sum::<f32>();
                if add {
                    *expected += before[row * stride + output];
                }
            }
        }
        let expected_activated: Vec<f32> = expected
            .iter()
            .enumerate()
            .map(|(at, x)| x * affine.scale[at % stride] + affine.bias[at % stride])
            .map(|x| activated(activation, x))
            .collect();
        let row_stride = round_up(inputs);
        let numbers = filled_up(&numbers, inputs, row_stride);
        for (kernel, (precision, tolerance)) in in_all_precisions() {
            let matrix = kernel.pack(precision, inputs, outputs, &weights);
            let mut sums = before.clone();
            let mut to = vec![0.0; rows * stride];
            let mut target = Target {
                stride,
                bias: Some(&bias),
                sums: if add { Sums::Add(&mut sums) } else { Sums::Set(&mut sums) },
                activated: Some(Activated { by: &affine, to: Activations::Floats(&mut to) }),
            };
            let rows = Rows { numbers: &numbers, stride: row_stride, count: rows };
            kernel.multiply(rows, &matrix, &mut Work::default(), &mut target);
            assert_near(kernel, &sums, &expected, tolerance);
            assert_near(kernel, &to, &expected_activated, tolerance);
        }
    }

    #[test]
    fn integers_are_two_bytes(integer in -32639i16..=32639) {
        let [high, low] = short::bytes(integer);
        prop_assert_eq!(256 * i32::from(high) + i32::from(low), i32::from(integer));
    }

    #[test]
    fn convolutions_are_those_of_plain_loops(
        seed in any::<u64>(), width in 1usize..20, height in 1usize..20,
        inputs in 1usize..40, outputs in 1usize..70,
    ) {
        let conv = random_conv(seed, 3, inputs, outputs);
        let input = random(seed ^ 1, width * height * inputs);
        let expected = convolved(&conv, width, height, &input);
        let stride = round_up(inputs);
        let numbers = filled_up(&input, inputs, stride);
        let map = FeatureMap { width, height, numbers: &numbers, stride };
        let mut work = Work::default();
        for (kernel, (precision, _)) in in_all_precisions() {
            if precision == Precision::Bfloat {
                // See `tile_tests`.
                continue;
            }
            for tile in [Tile::Three, Tile::Four, Tile::Five] {
                let conv = kernel.pack_conv(precision, &conv, tile);
                let mut sums = vec![f32::NAN; expected.len()];
                let mut target = Target::set(&mut sums, conv.stride());
                kernel.convolve(&map, &conv, &mut work, &mut target);
                // Winograd's transforms make errors greater; those of integers grow with the sums that cancel out.
                let tolerance = match precision {
                    Precision::Float => 3e-4,
                    _ => 1e-2 * (9.0 * inputs as f32).sqrt(),
                };
                assert_near(kernel, &sums, &expected, tolerance);
            }
        }
    }

    #[test]
    fn sparse_convolutions_are_those_of_plain_loops(
        seed in any::<u64>(), width in 1usize..12, height in 1usize..12,
        side in prop::sample::select(vec![1usize, 3, 5, 7]), inputs in 1usize..24, outputs in 1usize..120,
    ) {
        let conv = random_conv(seed, side, inputs, outputs);
        let mut input = random(seed ^ 1, width * height * inputs);
        input.iter_mut().filter(|x| **x < 0.5).for_each(|x| *x = 0.0);
        let expected = convolved(&conv, width, height, &input);
        let map = FeatureMap { width, height, numbers: &input, stride: inputs };
        let mut sparse = Sparse::default();
        sparse.set_numbers(&map, inputs);
        let ground = random(seed ^ 2, expected.len());
        let added: Vec<f32> = expected.iter().zip(&ground).map(|(sum, ground)| sum + ground).collect();
        for kernel in kernels() {
            let conv = SparseConv::pack(&conv);
            for (ground, expected) in [(None, &expected), (Some(&ground[..]), &added)] {
                let mut sums = vec![f32::NAN; expected.len()];
                let mut target = Target::set(&mut sums, conv.stride());
                kernel.convolve_sparse(&sparse, &conv, ground, &mut target);
                assert_near(kernel, &sums, expected, 1e-5);
            }
        }
    }

    #[test]
    fn attention_is_that_of_plain_loops(
        seed in any::<u64>(), points in 1usize..90, kv_heads in 1usize..3, group in 1usize..3,
        query_dim in dims(), value_dim in dims(),
    ) {
        let heads = kv_heads * group;
        let queries = random(seed, points * heads * query_dim);
        let keys = random(seed ^ 1, points * kv_heads * query_dim);
        let values = random(seed ^ 2, points * kv_heads * value_dim);
        let mut expected = vec![0.0; points * heads * value_dim];
        for query in 0..points {
            for head in 0..heads {
                let kv_head = head / group;
                let weights: Vec<f32> = (0..points)
                    .map(|key| {
                        let query = &queries[(query * heads + head) * query_dim..][..query_dim];
                        let key = &keys[(key * kv_heads + kv_head) * query_dim..][..query_dim];
                        query.iter().zip(key).map(|(a, b)| a * b).sum::<f32>().exp()
                    })
                    .collect();
                for number in 0..value_dim {
                    let weighted = weights.iter().enumerate().map(|(key, weight)| {
                        weight * values[(key * kv_heads + kv_head) * value_dim + number]
                    });
                    expected[(query * heads + head) * value_dim + number] =
                        weighted.sum::<f32>() / weights.iter().sum::<f32>();
                }
            }
        }
        let rows = |numbers, stride| Rows { numbers, stride, count: points };
        let attend = Attend {
            precision: Precision::Float,
            heads,
            kv_heads,
            query_dim,
            value_dim,
            queries: rows(&queries, heads * query_dim),
            keys: rows(&keys, kv_heads * query_dim),
            values: rows(&values, kv_heads * value_dim),
        };
        for kernel in kernels() {
            let mut work = Work::default();
            let precisions = [(Precision::Float, 1e-5), (Precision::Short, 1e-3), (Precision::Bfloat, 3e-2)];
            for (precision, tolerance) in precisions {
                let stride = round_up(heads * value_dim);
                let mut to = vec![f32::NAN; points * stride];
                kernel.attend(&Attend { precision, ..attend }, &mut work, &mut to);
                let expected = filled_up(&expected, heads * value_dim, stride);
                assert_near(kernel, &to, &expected, tolerance);
            }
        }
    }

    #[test]
    fn points_are_treated_as_by_plain_loops(
        seed in any::<u64>(), points in 1usize..30, channels in 1usize..140, activation in activations(),
    ) {
        let stride = round_up(channels);
        let numbers = filled_up(&random(seed, points * channels), channels, stride);
        let weight = filled_up(&random(seed ^ 1, channels), channels, stride);
        let affine = random_affine(seed ^ 2, channels, activation);
        let column = |channel: usize| (0..points).map(move |point| point * stride + channel);
        let sums: Vec<f32> = (0..stride).map(|c| column(c).map(|at| numbers[at]).sum()).collect();
        let maxima: Vec<f32> =
            (0..stride).map(|c| column(c).map(|at| numbers[at]).fold(f32::NEG_INFINITY, f32::max)).collect();
        let mean_square: Vec<f32> = numbers
            .chunks_exact(stride)
            .map(|point| point.iter().map(|x| x * x).sum::<f32>() / channels as f32 + 0.1)
            .collect();
        let at = |at: usize| (at / stride, at % stride);
        let normed: Vec<f32> = (0..numbers.len())
            .map(|i| numbers[i] * weight[at(i).1] / mean_square[at(i).0].sqrt())
            .collect();
        let scaled: Vec<f32> = (0..numbers.len())
            .map(|i| numbers[i] * affine.scale[at(i).1] + affine.bias[at(i).1])
            .map(|x| activated(activation, x))
            .collect();
        let gates = filled_up(&random(seed ^ 3, points * channels), channels, stride);
        let gated: Vec<f32> =
            numbers.iter().zip(&gates).map(|(&x, gate)| activated(Activation::Silu, x) * gate).collect();
        for kernel in kernels() {
            let (mut found_sums, mut found_maxima) = (vec![0.0; stride], vec![0.0; stride]);
            kernel.pool(&numbers, stride, &mut found_sums, &mut found_maxima);
            assert_near(kernel, &found_sums, &sums, 1e-5);
            assert_near(kernel, &found_maxima, &maxima, 0.0);
            let mut to = vec![0.0; numbers.len()];
            kernel.rms_norm(&numbers, channels, &weight, 0.1, &mut to);
            assert_near(kernel, &to, &normed, 1e-5);
            kernel.activate(&numbers, &affine, &mut to);
            assert_near(kernel, &to, &scaled, 1e-5);
            let halves = numbers.chunks_exact(stride).zip(gates.chunks_exact(stride));
            let mut both: Vec<f32> = halves.flat_map(|(up, gate)| [up, gate].concat()).collect();
            kernel.gate(&mut both, 2 * stride);
            let found: Vec<f32> = both.chunks_exact(2 * stride).flat_map(|row| &row[..stride]).copied().collect();
            assert_near(kernel, &found, &gated, 1e-5);
        }
    }

    #[test]
    fn bits_are_numbers(mut points in prop::collection::vec(0u32..1 << 22, 2..60), height in 1usize..4) {
        let width = points.len().div_ceil(height);
        points.resize(width * height, 0);
        let numbers: Vec<f32> = points
            .iter()
            .flat_map(|bits| (0..22).map(move |i| (bits >> i & 1) as f32))
            .collect();
        let map = FeatureMap { width, height, numbers: &numbers, stride: 22 };
        let (mut from_bits, mut from_numbers) = (Sparse::default(), Sparse::default());
        from_bits.set_bits(width, 22, points.iter().copied());
        from_numbers.set_numbers(&map, 22);
        prop_assert_eq!(from_bits, from_numbers);
    }

    #[test]
    fn pairs_are_turned(
        seed in any::<u64>(), points in 1usize..10, kinds in 1usize..3, group in 1usize..3,
        pairs in 1usize..20, rest in 0usize..5,
    ) {
        let heads = kinds * group;
        let stride = heads * 2 * pairs + rest;
        let angles = random(seed, points * kinds * pairs);
        let turns = Turns {
            pairs,
            heads: kinds,
            cos: angles.iter().map(|a| a.cos()).collect(),
            sin: angles.iter().map(|a| a.sin()).collect(),
        };
        let numbers = random(seed ^ 1, points * stride);
        let mut expected = numbers.clone();
        for index in 0..points * heads * pairs {
            let (point, head, pair) = (index / pairs / heads, index / pairs % heads, index % pairs);
            let angle = angles[(point * kinds + head / group) * pairs + pair];
            let first = point * stride + head * 2 * pairs + pair;
            let (a, b) = (numbers[first], numbers[first + pairs]);
            expected[first] = a * angle.cos() - b * angle.sin();
            expected[first + pairs] = a * angle.sin() + b * angle.cos();
        }
        for kernel in kernels() {
            let mut found = numbers.clone();
            kernel.rotate(heads, &mut found, stride, &turns);
            assert_near(kernel, &found, &expected, 1e-6);
        }
    }

    #[test]
    fn activations_hold_over_the_whole_range(x in -100f32..100.0) {
        const CHANNELS: usize = matrix::CHANNELS;
        for kernel in kernels() {
            for activation in [Activation::Mish, Activation::Silu] {
                let plain = Affine { scale: vec![1.0; CHANNELS], bias: vec![0.0; CHANNELS], activation };
                let mut to = [0.0; CHANNELS];
                kernel.activate(&[x; CHANNELS], &plain, &mut to);
                assert_near(kernel, &to, &[activated(activation, x); CHANNELS], 1e-6);
            }
        }
    }
}
