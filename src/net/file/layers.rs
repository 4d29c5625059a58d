//! The layers that blocks and heads are made of.

/// A convolution that keeps the size of the board: around the board the input is zero.
///
/// `output[y][x][o] = sum over r, c, i of input[y + r - height/2][x + c - width/2][i] * weights[r][c][i][o]`
#[derive(Clone, Debug, PartialEq)]
pub struct Conv {
    /// Rows of the kernel, odd.
    pub height: usize,
    /// Columns of the kernel, odd.
    pub width: usize,
    /// Channels that go in.
    pub inputs: usize,
    /// Channels that come out.
    pub outputs: usize,
    /// `[height][width][inputs][outputs]`.
    pub weights: Vec<f32>,
}

/// A matrix product: `output[o] = sum over i of input[i] * weights[i][o]`.
#[derive(Clone, Debug, PartialEq)]
pub struct MatMul {
    /// Numbers that go in.
    pub inputs: usize,
    /// Numbers that come out.
    pub outputs: usize,
    /// `[inputs][outputs]`.
    pub weights: Vec<f32>,
}

/// A scale and a bias for each channel: `output[c] = input[c] * scale[c] + bias[c]`.
///
/// The file's batch norm, with its mean, variance and epsilon merged in when it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct ScaleBias {
    /// `[channels]`.
    pub scale: Vec<f32>,
    /// `[channels]`.
    pub bias: Vec<f32>,
}

impl ScaleBias {
    /// The number of channels.
    pub fn channels(&self) -> usize {
        self.scale.len()
    }
}

/// What is applied to each number by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Activation {
    /// `x`
    Identity,
    /// `max(x, 0)`
    Relu,
    /// `x * tanh(ln(1 + exp(x)))`
    Mish,
    /// `x / (1 + exp(-x))`
    Silu,
}

/// A scale, a bias and an activation: what stands before each convolution of a residual block.
#[derive(Clone, Debug, PartialEq)]
pub struct NormAct {
    /// Applied first.
    pub norm: ScaleBias,
    /// Applied to what comes out.
    pub activation: Activation,
}

impl NormAct {
    /// The number of channels.
    pub fn channels(&self) -> usize {
        self.norm.channels()
    }
}

/// The norm at the head of a transformer block, for each point of the board by itself:
/// `output[c] = input[c] * weight[c] / sqrt(mean over c of input[c]² + epsilon)`.
#[derive(Clone, Debug, PartialEq)]
pub struct RmsNorm {
    /// Added to the mean square; above 0, at most 1.
    pub epsilon: f32,
    /// `[channels]`.
    pub weight: Vec<f32>,
}

impl RmsNorm {
    /// The number of channels.
    pub fn channels(&self) -> usize {
        self.weight.len()
    }
}
