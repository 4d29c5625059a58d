//! The arithmetic of networks: convolutions, matrix products, attention.
//!
//! Each operation is written once, over `Simd`; each instruction set has a file that says what its
//! vectors do. A [`Kernel`] is all operations compiled for one of them; which one is chosen when the
//! program runs, by what the processor has.
//!
//! Numbers stand as `[point][channel]`. The channels are filled up with zeros to [`round_up`], so
//! that no loop has a remainder. Weights are packed once, when a network is loaded.

mod activation;
#[cfg(target_arch = "x86_64")]
mod amx;
mod attention;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx_vnni;
#[cfg(all(test, target_arch = "x86_64"))]
mod avx_vnni_tests;
mod bfloat;
mod buffer;
mod direct;
mod entry;
mod feature_map;
#[cfg(target_arch = "aarch64")]
mod i8mm;
mod matrix;
#[cfg(target_arch = "aarch64")]
mod neon;
mod panels;
mod points;
mod portable;
mod product;
mod shape;
mod short;
#[cfg(test)]
mod short_tests;
mod simd;
mod software;
mod sparse;
mod spread;
mod target;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tile_tests;
mod tiles;
#[cfg(test)]
mod wide_tests;
mod winograd;

pub use activation::is_done_as_put;
pub use attention::Attend;
pub use buffer::Buffer;
pub use direct::DirectConv;
pub use feature_map::FeatureMap;
pub use matrix::{Matrix, round_up};
pub use points::Turns;
pub use product::Rows;
pub use sparse::{Sparse, SparseConv};
pub use spread::{Spread, Spreads};
pub use target::{Activated, Activations, Affine, Sums, Target};
pub use winograd::{Tile, Winograd};

use crate::net::file::Conv;
use simd::Simd;
use std::fmt::Debug;

/// The operations of a network, for one instruction set.
pub trait Kernel: Debug + Send + Sync {
    /// The name that users know it by where it computes in this precision.
    fn name(&self, precision: Precision) -> &'static str;

    /// The precisions that are worth while on this processor, the fastest first and 32 bits last; those in which it does
    /// the same as another kernel are left to that one. It can compute in all others as well, more slowly.
    fn precisions(&self) -> &'static [Precision];

    /// How weights are packed for it.
    fn layout(&self) -> Layout;

    /// `rows * matrix`.
    fn multiply(&self, rows: Rows, matrix: &Matrix, work: &mut Work, target: &mut Target);

    /// A convolution with a 3x3 kernel, by [`Winograd`]'s transforms.
    fn convolve(&self, input: &FeatureMap, conv: &Winograd, work: &mut Work, target: &mut Target);

    /// Writes the first numbers of each point as [`Kernel::convolve_directly`] reads them, as many as each point of `to`
    /// has. Both boards have the same size.
    fn spread(&self, input: &FeatureMap, to: &mut Spread);

    /// A convolution with a 1x1 or 3x3 kernel, without transforms, in [`Precision::Bfloat`].
    fn convolve_directly(
        &self,
        input: &Spread,
        conv: &DirectConv,
        work: &mut Work,
        target: &mut Target,
    );

    /// A convolution of numbers that are mostly zero, added to `ground` if there is any, `[point][stride]`.
    fn convolve_sparse(
        &self,
        input: &Sparse,
        conv: &SparseConv,
        ground: Option<&[f32]>,
        target: &mut Target,
    );

    /// Weighted sums of values, `[point][head][value_dim]`, to `to`, which has room for as many points as there are;
    /// what is left of the room for each point is filled with zeros.
    fn attend(&self, attend: &Attend, work: &mut Work, to: &mut [f32]);

    /// The sum and the maximum of each channel over all points, `[stride]` each.
    fn pool(&self, numbers: &[f32], stride: usize, sums: &mut [f32], maxima: &mut [f32]);

    /// `to = activation(from * scale + bias)`, with a scale and a bias for each channel.
    fn activate(&self, from: &[f32], by: &Affine, to: &mut [f32]);

    /// Turns the pairs of the first `heads` heads of each point; see [`Turns`].
    fn rotate(&self, heads: usize, numbers: &mut [f32], stride: usize, turns: &Turns);

    /// `to[c] = from[c] * weight[c] / sqrt(mean of from[c]² + epsilon)` for each point of `channels`
    /// channels; `weight` has one number for each of the stride.
    fn rms_norm(&self, from: &[f32], channels: usize, weight: &[f32], epsilon: f32, to: &mut [f32]);

    /// `up = silu(up) * gate`, of rows of `stride` numbers, whose halves are `up` and `gate`, each filled up to [`round_up`].
    fn gate(&self, numbers: &mut [f32], stride: usize);
}

/// In what weights are kept and numbers multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 32-bit numbers.
    Float,
    /// 16-bit integers, which are multiplied about twice as fast. See `short`.
    Short,
    /// bfloat16 numbers, of which tiles multiply thousands at a time. See `tiles`.
    Bfloat,
}

/// How weights are packed for a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Numbers of a vector.
    vector: usize,
    /// Columns of a panel.
    panel: usize,
    /// How integers are kept.
    encoding: short::Encoding,
}

impl Layout {
    fn of<S: Simd<W>, const W: usize>(_: S) -> Layout {
        Layout {
            vector: W,
            panel: S::PANEL,
            encoding: S::ENCODING,
        }
    }
}

impl dyn Kernel + '_ {
    /// Packs a matrix, `[input][output]`. Rows for one of 16 bits are filled up with zeros to [`round_up`].
    pub fn pack(
        &self,
        precision: Precision,
        inputs: usize,
        outputs: usize,
        weights: &[f32],
    ) -> Matrix {
        Matrix::pack(self.layout(), precision, (inputs, outputs), weights)
    }

    /// Packs a convolution with a 3x3 kernel for a size of tiles of the board.
    ///
    /// # Panics
    ///
    /// If its kernel is not 3x3, or the precision is [`Precision::Bfloat`].
    pub fn pack_conv(&self, precision: Precision, conv: &Conv, tile: Tile) -> Winograd {
        Winograd::pack(self.layout(), precision, conv, tile)
    }
}

/// Room for what operations compute on the way. It grows as needed and is used again.
#[derive(Debug, Default)]
pub struct Work {
    sums: Buffer<f32>,
    short: panels::ShortRows,
    bfloats: Buffer<u16>,
    winograd: winograd::WinogradWork,
    head: attention::HeadWork,
}

/// The kernels that this processor can run, the one to take by default first.
pub fn available() -> Vec<&'static dyn Kernel> {
    let mut kernels: Vec<&'static dyn Kernel> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(avx512) = avx512::Avx512::detect() {
            kernels.push(Box::leak(Box::new(avx512)));
        }
        if let Some(vnni) = avx2::Avx2::<avx_vnni::Vnni>::detect() {
            kernels.push(Box::leak(Box::new(vnni)));
        }
        if let Some(avx2) = avx2::Avx2::<avx2::Madd>::detect() {
            kernels.push(Box::leak(Box::new(avx2)));
        }
    }
    #[cfg(target_arch = "aarch64")]
    {
        if let Some(i8mm) = neon::Neon::<i8mm::Bytes>::detect() {
            kernels.push(Box::leak(Box::new(i8mm)));
        }
        if let Some(neon) = neon::Neon::<neon::Pairs>::detect() {
            kernels.push(Box::leak(Box::new(neon)));
        }
    }
    kernels.push(&portable::PORTABLE);
    kernels
}
