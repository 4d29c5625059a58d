//! Layers with plain loops, on numbers ordered `[point][channel]`.
//! What each computes stands with its description in [`net::file`](crate::net::file).

use crate::net::file::{Activation, Conv, MatMul, NormAct, RmsNorm, Rope};

/// The size of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Grid {
    pub(super) fn points(self) -> usize {
        self.width * self.height
    }
}

pub(super) fn activate(activation: Activation, x: f32) -> f32 {
    match activation {
        Activation::Identity => x,
        Activation::Relu => x.max(0.0),
        Activation::Mish => x * softplus(x).tanh(),
        Activation::Silu => x / (1.0 + (-x).exp()),
    }
}

/// `ln(1 + exp(x))`
fn softplus(x: f32) -> f32 {
    if x > 20.0 { x } else { x.exp().ln_1p() }
}

pub(super) fn activate_all(activation: Activation, numbers: &mut [f32]) {
    for x in numbers {
        *x = activate(activation, *x);
    }
}

pub(super) fn add(to: &mut [f32], numbers: &[f32]) {
    for (x, y) in to.iter_mut().zip(numbers) {
        *x += y;
    }
}

/// Adds a number for each channel at every point.
pub(super) fn add_everywhere(to: &mut [f32], channels: &[f32]) {
    for point in to.chunks_exact_mut(channels.len()) {
        add(point, channels);
    }
}

pub(super) fn conv(grid: Grid, input: &[f32], conv: &Conv) -> Vec<f32> {
    let mut output = vec![0.0; grid.points() * conv.outputs];
    for (point, sums) in output.chunks_exact_mut(conv.outputs).enumerate() {
        let (y, x) = (point / grid.width, point % grid.width);
        for row in 0..conv.height {
            for column in 0..conv.width {
                let from_y = (y + row).wrapping_sub(conv.height / 2);
                let from_x = (x + column).wrapping_sub(conv.width / 2);
                if from_y >= grid.height || from_x >= grid.width {
                    continue;
                }
                let from = from_y * grid.width + from_x;
                let taps = (row * conv.width + column) * conv.inputs * conv.outputs;
                multiply(
                    &input[from * conv.inputs..][..conv.inputs],
                    &conv.weights[taps..][..conv.inputs * conv.outputs],
                    sums,
                );
            }
        }
    }
    output
}

/// Adds to `sums` the product of `inputs` with `weights`, `[input][sum]`.
fn multiply(inputs: &[f32], weights: &[f32], sums: &mut [f32]) {
    for (&input, row) in inputs.iter().zip(weights.chunks_exact(sums.len())) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += input * weight;
        }
    }
}

/// The matrix applied to each point, or to a single list of numbers.
pub(super) fn mat_mul(input: &[f32], mat_mul: &MatMul) -> Vec<f32> {
    let points = input.len() / mat_mul.inputs;
    let mut output = vec![0.0; points * mat_mul.outputs];
    let outputs = output.chunks_exact_mut(mat_mul.outputs);
    for (sums, inputs) in outputs.zip(input.chunks_exact(mat_mul.inputs)) {
        multiply(inputs, &mat_mul.weights, sums);
    }
    output
}

/// The matrix applied to a single list of numbers, and a bias.
pub(super) fn mat_mul_bias(input: &[f32], matrix: &MatMul, bias: &[f32]) -> Vec<f32> {
    let mut output = mat_mul(input, matrix);
    add(&mut output, bias);
    output
}

pub(super) fn norm_act(input: &[f32], norm: &NormAct) -> Vec<f32> {
    let mut output = input.to_vec();
    for point in output.chunks_exact_mut(norm.channels()) {
        for (channel, x) in point.iter_mut().enumerate() {
            let scaled = *x * norm.norm.scale[channel] + norm.norm.bias[channel];
            *x = activate(norm.activation, scaled);
        }
    }
    output
}

pub(super) fn rms_norm(input: &[f32], norm: &RmsNorm) -> Vec<f32> {
    let mut output = input.to_vec();
    for point in output.chunks_exact_mut(norm.channels()) {
        let rms = root_mean_square(point, norm.epsilon);
        for (x, weight) in point.iter_mut().zip(&norm.weight) {
            *x = *x / rms * weight;
        }
    }
    output
}

pub(super) fn root_mean_square(numbers: &[f32], epsilon: f32) -> f32 {
    let squares: f64 = numbers.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
    (squares / numbers.len() as f64 + f64::from(epsilon)).sqrt() as f32
}

/// The mean of each channel over the board.
fn means(input: &[f32], channels: usize) -> Vec<f32> {
    let mut sums = vec![0.0f64; channels];
    for point in input.chunks_exact(channels) {
        for (sum, &x) in sums.iter_mut().zip(point) {
            *sum += f64::from(x);
        }
    }
    let points = (input.len() / channels) as f64;
    sums.into_iter().map(|sum| (sum / points) as f32).collect()
}

/// How far the board's side is from the middle of usual sizes.
fn side_offset(input: &[f32], channels: usize) -> f32 {
    ((input.len() / channels) as f32).sqrt() - 14.0
}

/// Mean, scaled mean and maximum of each channel.
pub(super) fn pool(input: &[f32], channels: usize) -> Vec<f32> {
    let offset = side_offset(input, channels);
    let mut pooled = means(input, channels);
    pooled.extend_from_within(..);
    pooled[channels..]
        .iter_mut()
        .for_each(|x| *x *= offset * 0.1);
    for channel in 0..channels {
        let all = input.iter().skip(channel).step_by(channels);
        pooled.push(all.fold(-1.0, |most, &x| x.max(most)));
    }
    pooled
}

/// Mean and two scaled means of each channel.
pub(super) fn pool_for_value(input: &[f32], channels: usize) -> Vec<f32> {
    let offset = side_offset(input, channels);
    let means = means(input, channels);
    let scales = [1.0, offset * 0.1, offset * offset * 0.01 - 0.1];
    let scaled = |scale: f32| means.iter().map(move |mean| mean * scale);
    scales.into_iter().flat_map(scaled).collect()
}

/// Turns queries or keys, `[point][head][dim]`, of `heads` heads.
pub(super) fn turn(grid: Grid, numbers: &mut [f32], heads: usize, dim: usize, rope: &Rope) {
    for (index, head) in numbers.chunks_exact_mut(dim).enumerate() {
        let (point, head_index) = (index / heads, index % heads);
        let (y, x) = (point / grid.width, point % grid.width);
        for (pair, numbers) in head.chunks_exact_mut(2).enumerate() {
            let angle = match rope {
                Rope::Fixed { theta } => fixed_angle(*theta, dim / 2, pair, x as f32, y as f32),
                Rope::Learned { frequencies } => {
                    let kv_heads = frequencies.len() / dim;
                    let kv_head = head_index * kv_heads / heads;
                    let by = &frequencies[(kv_head * dim / 2 + pair) * 2..][..2];
                    x as f32 * by[0] + y as f32 * by[1]
                }
            };
            let (sin, cos) = angle.sin_cos();
            let (a, b) = (numbers[0], numbers[1]);
            numbers[0] = a * cos - b * sin;
            numbers[1] = a * sin + b * cos;
        }
    }
}

/// The angle of a pair: the first half of the pairs turns with the row, the rest with the column.
fn fixed_angle(theta: f32, pairs: usize, pair: usize, x: f32, y: f32) -> f32 {
    let half = pairs / 2;
    let frequency = |step: usize| theta.powf(-((2 * step) as f32 / pairs as f32));
    if pair < half {
        y * frequency(pair)
    } else {
        x * frequency(pair - half)
    }
}

/// In place, `exp` of each number divided by their sum.
pub(super) fn softmax(numbers: &mut [f32]) {
    let most = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for x in numbers.iter_mut() {
        *x = (*x - most).exp();
        sum += *x;
    }
    numbers.iter_mut().for_each(|x| *x /= sum);
}
