//! Layers packed for a kernel.

use super::between::{Form, Numbers};
use super::norm::shift_by;
use super::room::{Calculator, Room};
use crate::net::file::{self, Activation, MatMul};
use crate::net::kernel::{
    Activated, Activations, Affine, DirectConv, Kernel, Matrix, Precision, Rows, Sparse,
    SparseConv, Sums, Target, Tile, Winograd, is_done_as_put, round_up,
};
use std::sync::OnceLock;

/// A convolution, by whichever way is fastest for its kernel.
#[derive(Debug)]
pub(super) enum Conv {
    /// 1x1: a matrix product.
    Points(Matrix),
    /// 3x3
    Winograd(Box<WinogradConv>),
    /// 1x1 and 3x3, in bfloat16 numbers.
    Direct(DirectConv),
    /// Any other: no network in use has one.
    Sparse(SparseConv),
}

/// A convolution with a 3x3 kernel, packed for a size of tiles when a board first needs it.
#[derive(Debug)]
pub(super) struct WinogradConv {
    conv: file::Conv,
    precision: Precision,
    packed: [OnceLock<Winograd>; 3],
}

impl WinogradConv {
    fn packed(&self, kernel: &dyn Kernel, width: usize, height: usize) -> &Winograd {
        let tile = Tile::best(width, height);
        self.packed[tile as usize]
            .get_or_init(|| kernel.pack_conv(self.precision, &self.conv, tile))
    }
}

impl Conv {
    /// Packs a convolution.
    pub fn new(kernel: &dyn Kernel, precision: Precision, conv: &file::Conv) -> Conv {
        match (conv.height, conv.width) {
            (1, 1) | (3, 3) if precision == Precision::Bfloat => {
                Conv::Direct(DirectConv::pack(conv))
            }
            (1, 1) => {
                let (inputs, outputs) = (conv.inputs, conv.outputs);
                Conv::Points(kernel.pack(precision, inputs, outputs, &conv.weights))
            }
            (3, 3) => Conv::Winograd(Box::new(WinogradConv {
                conv: conv.clone(),
                precision,
                packed: Default::default(),
            })),
            _ => Conv::Sparse(SparseConv::pack(conv)),
        }
    }

    /// Numbers for each point that come out.
    pub fn stride(&self) -> usize {
        match self {
            Conv::Points(matrix) => matrix.stride(),
            Conv::Winograd(winograd) => round_up(winograd.conv.outputs),
            Conv::Direct(conv) => conv.stride(),
            Conv::Sparse(conv) => conv.stride(),
        }
    }

    /// The form in which it reads numbers that have this activation with the least effort.
    pub fn form(&self, activation: Activation) -> Form {
        match self {
            Conv::Direct(_) if is_done_as_put(activation) => Form::Spread,
            _ => Form::Floats,
        }
    }

    /// The convolution of `input`.
    ///
    /// # Panics
    ///
    /// If it is spread and this is not [`Conv::Direct`], or if it has another number of channels.
    pub fn convolve(&self, input: Numbers, by: &mut Calculator, target: &mut Target) {
        let (kernel, work) = (by.kernel, &mut by.work);
        let input = match input {
            Numbers::Floats(input) => input,
            Numbers::Spread(board) => {
                let Conv::Direct(conv) = self else {
                    unreachable!("numbers are left in the form that is asked for");
                };
                kernel.convolve_directly(board, conv, work, target);
                return;
            }
        };
        match self {
            Conv::Points(matrix) => {
                let rows = Rows {
                    numbers: input.numbers,
                    stride: input.stride,
                    count: input.width * input.height,
                };
                kernel.multiply(rows, matrix, work, target);
            }
            Conv::Winograd(winograd) => {
                let packed = winograd.packed(kernel, input.width, input.height);
                kernel.convolve(&input, packed, work, target);
            }
            Conv::Direct(conv) => {
                let (width, height) = (input.width, input.height);
                let board = by.spreads.board(width, height, conv.input_stride());
                kernel.spread(&input, board);
                kernel.convolve_directly(board, conv, work, target);
            }
            Conv::Sparse(conv) => {
                let mut sparse = Sparse::default();
                sparse.set_numbers(&input, conv.inputs());
                kernel.convolve_sparse(&sparse, conv, None, target);
            }
        }
    }

    /// `activation((convolution + shift) * scale + bias)` of `input`.
    pub fn activate(
        &self,
        input: Numbers,
        shift: Option<&[f32]>,
        affine: &Affine,
        by: &mut Calculator,
        to: Activations,
    ) {
        let mut target = Target {
            stride: self.stride(),
            bias: shift,
            sums: Sums::Drop,
            activated: Some(Activated { by: affine, to }),
        };
        self.convolve(input, by, &mut target);
    }
}

/// A layer for a single list of numbers.
#[derive(Debug)]
pub(super) struct Dense {
    matrix: Matrix,
    affine: Option<Affine>,
}

impl Dense {
    /// Packs a matrix.
    pub fn new(kernel: &dyn Kernel, matrix: &MatMul) -> Dense {
        Dense {
            matrix: pack(kernel, Precision::Float, matrix),
            affine: None,
        }
    }

    /// The same with a bias and an activation.
    pub fn with(self, bias: &[f32], activation: Activation) -> Dense {
        Dense {
            affine: Some(shift_by(bias, activation)),
            ..self
        }
    }

    /// The numbers that come out, filled up to the stride.
    pub fn apply(&self, numbers: &[f32], by: &mut Calculator, to: &mut Vec<f32>) {
        let stride = self.matrix.stride();
        to.resize(stride, 0.0);
        let rows = Rows {
            numbers,
            stride: self.matrix.inputs(),
            count: 1,
        };
        let (sums, activated) = match &self.affine {
            None => (Sums::Set(to), None),
            Some(affine) => {
                let to = Activations::Floats(to);
                (Sums::Drop, Some(Activated { by: affine, to }))
            }
        };
        let mut target = Target {
            stride,
            bias: None,
            sums,
            activated,
        };
        by.kernel
            .multiply(rows, &self.matrix, &mut by.work, &mut target);
    }
}

/// Packs a matrix.
pub(super) fn pack(kernel: &dyn Kernel, precision: Precision, matrix: &MatMul) -> Matrix {
    kernel.pack(precision, matrix.inputs, matrix.outputs, &matrix.weights)
}

/// Sums and maxima of each channel over the board to `room.vectors[0]` and `[1]`.
pub(super) fn pool(numbers: &[f32], stride: usize, room: &mut Room) {
    let [sums, maxima, _] = &mut room.vectors;
    sums.resize(stride, 0.0);
    maxima.resize(stride, 0.0);
    let kernel = room.calculator.kernel;
    kernel.pool(numbers, stride, sums, maxima);
}

/// Mean, scaled mean and maximum of each of `channels` channels, to `room.vectors[2]`.
pub(super) fn pool_for_bias(numbers: &[f32], (stride, channels): (usize, usize), room: &mut Room) {
    pool(numbers, stride, room);
    let points = room.points() as f32;
    let scale = (points.sqrt() - 14.0) * 0.1;
    let [sums, maxima, pooled] = &mut room.vectors;
    pooled.clear();
    pooled.extend(sums[..channels].iter().map(|sum| sum / points));
    pooled.extend(sums[..channels].iter().map(|sum| sum / points * scale));
    pooled.extend(maxima[..channels].iter().map(|maximum| maximum.max(-1.0)));
}
