//! What becomes of the sums that a matrix product or a convolution makes.

use super::activation::{apply, is_done_as_put};
use super::simd::Simd;
use super::spread::Spread;
use crate::net::file::{Activation, NormAct};

/// Where the sums of a layer go: numbers `[point][channel]`, with `stride` numbers for each point.
#[derive(Debug)]
pub struct Target<'a> {
    /// Numbers for each point: the channels, rounded up to [`round_up`](super::round_up).
    pub stride: usize,
    /// `[stride]`, added first.
    pub bias: Option<&'a [f32]>,
    /// What is kept of the sums themselves.
    pub sums: Sums<'a>,
    /// What is kept of them for the next layer.
    pub activated: Option<Activated<'a>>,
}

impl<'a> Target<'a> {
    /// The sums alone, which replace what stood in `to`.
    pub fn set(to: &'a mut [f32], stride: usize) -> Target<'a> {
        Target {
            stride,
            bias: None,
            sums: Sums::Set(to),
            activated: None,
        }
    }
}

/// What is kept of the sums themselves.
#[derive(Debug)]
pub enum Sums<'a> {
    /// Nothing.
    Drop,
    /// They replace what stood there.
    Set(&'a mut [f32]),
    /// They are added to what stood there, and that is what the next layer gets.
    Add(&'a mut [f32]),
}

/// `activation(sum * scale + bias)`
#[derive(Debug)]
pub struct Activated<'a> {
    /// Scale, bias and activation.
    pub by: &'a Affine,
    /// Where it goes.
    pub to: Activations<'a>,
}

/// Where the next layer finds its numbers.
#[derive(Debug)]
pub enum Activations<'a> {
    /// As the sums, with the same stride.
    Floats(&'a mut [f32]),
    /// Rounded, on a board that has its size already. Only for activations that [`is_done_as_put`].
    Spread(&'a mut Spread),
}

/// A scale, a bias and an activation, with zeros for the channels that only fill the stride.
#[derive(Clone, Debug)]
pub struct Affine {
    /// `[stride]`
    pub scale: Vec<f32>,
    /// `[stride]`
    pub bias: Vec<f32>,
    /// Applied last.
    pub activation: Activation,
}

impl Default for Affine {
    /// Of no channels.
    fn default() -> Affine {
        Affine {
            scale: Vec::new(),
            bias: Vec::new(),
            activation: Activation::Identity,
        }
    }
}

impl Affine {
    /// The same as in the file, filled up with zeros.
    pub fn new(norm: &NormAct) -> Affine {
        let stride = super::round_up(norm.channels());
        let mut affine = Affine {
            scale: norm.norm.scale.clone(),
            bias: norm.norm.bias.clone(),
            activation: norm.activation,
        };
        affine.scale.resize(stride, 0.0);
        affine.bias.resize(stride, 0.0);
        affine
    }

    /// No number is less than this once it is activated as far as that is done as it is put: without ReLU nothing changes.
    pub(super) fn least(&self) -> f32 {
        match self.activation {
            Activation::Relu => 0.0,
            _ => f32::NEG_INFINITY,
        }
    }
}

impl Target<'_> {
    /// Where the sums go, if nothing else is to become of them.
    pub(super) fn plain(&mut self) -> Option<&mut [f32]> {
        match (&mut self.sums, self.bias, &self.activated) {
            (Sums::Set(to), None, None) => Some(to),
            _ => None,
        }
    }

    /// What is done to the sums of the channels from `first` on.
    #[inline(always)]
    pub(super) fn per_channel<S: Simd<W>, const W: usize, const V: usize>(
        &self,
        s: S,
        first: usize,
    ) -> PerChannel<S::F, V> {
        let mut per_channel = PerChannel {
            first,
            shift: [s.splat(0.0); V],
            scale: [s.splat(0.0); V],
            bias: [s.splat(0.0); V],
            least: s.splat(0.0),
        };
        if let Some(shift) = self.bias {
            load(s, &shift[first..], &mut per_channel.shift);
        }
        if let Some(Activated { by, .. }) = &self.activated {
            load(s, &by.scale[first..], &mut per_channel.scale);
            load(s, &by.bias[first..], &mut per_channel.bias);
            per_channel.least = s.splat(by.least());
        }
        per_channel
    }

    /// Takes the sums of these channels of one point.
    #[inline(always)]
    pub(super) fn put_channels<S: Simd<W>, const W: usize, const V: usize>(
        &mut self,
        s: S,
        point: usize,
        channels: &PerChannel<S::F, V>,
        mut sums: [S::F; V],
    ) {
        let place = point * self.stride + channels.first;
        for (x, &shift) in sums.iter_mut().zip(&channels.shift) {
            *x = s.add(*x, shift);
        }
        match &mut self.sums {
            Sums::Drop => {}
            Sums::Set(to) => {
                let to = to[place..][..V * W].as_chunks_mut::<W>().0;
                for (&x, to) in sums.iter().zip(to) {
                    s.store(x, to);
                }
            }
            Sums::Add(to) => {
                let to = to[place..][..V * W].as_chunks_mut::<W>().0;
                for (x, to) in sums.iter_mut().zip(to) {
                    *x = s.add(*x, s.load(to));
                    s.store(*x, to);
                }
            }
        }
        let Some(Activated { to, .. }) = &mut self.activated else {
            return;
        };
        let (scales, biases) = (&channels.scale, &channels.bias);
        for ((x, &scale), &bias) in sums.iter_mut().zip(scales).zip(biases) {
            *x = s.max(s.mul_add(*x, scale, bias), channels.least);
        }
        match to {
            Activations::Floats(to) => {
                let to = to[place..][..V * W].as_chunks_mut::<W>().0;
                for (&x, to) in sums.iter().zip(to) {
                    s.store(x, to);
                }
            }
            Activations::Spread(to) => {
                let to = to.point_mut(point)[channels.first..][..V * W]
                    .as_chunks_mut::<W>()
                    .0;
                for (&x, to) in sums.iter().zip(to) {
                    s.store_rounded(x, to);
                }
            }
        }
    }

    /// Takes the sums of `W` channels, from `channel` on, of `count` points, of which the first and the distance of
    /// one to the next are given. One step for all points after the other is faster here than all steps for each point, as
    /// [`Target::put_channels`] does them.
    ///
    /// # Panics
    ///
    /// If the next layer reads a [`Spread`]. Layers by tiles do, and no network mixes them with Winograd's filtering.
    #[inline(always)]
    pub(super) fn put_line<S: Simd<W>, const W: usize, const N: usize>(
        &mut self,
        s: S,
        (point, distance): (usize, usize),
        channel: usize,
        mut sums: [S::F; N],
        count: usize,
    ) {
        let first = point * self.stride + channel;
        let distance = distance * self.stride;
        if let Some(bias) = self.bias {
            let bias = s.load(vector(bias, channel));
            for x in &mut sums {
                *x = s.add(*x, bias);
            }
        }
        match &mut self.sums {
            Sums::Drop => {}
            Sums::Set(to) => {
                for (index, &x) in sums.iter().enumerate().take(count) {
                    s.store(x, vector_mut(to, first + index * distance));
                }
            }
            Sums::Add(to) => {
                for (index, x) in sums.iter_mut().enumerate().take(count) {
                    let to = vector_mut(to, first + index * distance);
                    *x = s.add(*x, s.load(to));
                    s.store(*x, to);
                }
            }
        }
        if let Some(Activated { by, to }) = &mut self.activated {
            let scale = s.load(vector(&by.scale, channel));
            let bias = s.load(vector(&by.bias, channel));
            let least = s.splat(by.least());
            let Activations::Floats(to) = to else {
                unreachable!("layers by tiles and by Winograd's filtering are not mixed");
            };
            for (index, &x) in sums.iter().enumerate().take(count) {
                let y = s.max(s.mul_add(x, scale, bias), least);
                s.store(y, vector_mut(to, first + index * distance));
            }
        }
    }

    /// Applies the activation, once `points` points have been put, where `put` could not.
    #[inline(always)]
    pub(super) fn finish<S: Simd<W>, const W: usize>(&mut self, s: S, points: usize) {
        match &mut self.activated {
            None => {}
            Some(Activated { by, to }) => match to {
                Activations::Floats(to) => apply(s, by.activation, &mut to[..points * self.stride]),
                Activations::Spread(_) => debug_assert!(is_done_as_put(by.activation)),
            },
        }
    }
}

/// What is done to the sums of `V` vectors of channels, loaded once for many points.
pub(super) struct PerChannel<F, const V: usize> {
    first: usize,
    shift: [F; V],
    scale: [F; V],
    bias: [F; V],
    least: F,
}

/// The vectors that `numbers` begins with. A loop, because what a closure does with vectors is not compiled for the instruction
/// set.
#[inline(always)]
fn load<S: Simd<W>, const W: usize>(s: S, numbers: &[f32], to: &mut [S::F]) {
    for (vector, numbers) in to.iter_mut().zip(numbers.as_chunks::<W>().0) {
        *vector = s.load(numbers);
    }
}

/// `W` numbers from `at` on.
#[inline(always)]
pub(super) fn vector<const W: usize>(numbers: &[f32], at: usize) -> &[f32; W] {
    numbers[at..].first_chunk().expect("a whole vector")
}

/// `W` numbers from `at` on.
#[inline(always)]
pub(super) fn vector_mut<N, const W: usize>(numbers: &mut [N], at: usize) -> &mut [N; W] {
    numbers[at..].first_chunk_mut().expect("a whole vector")
}
