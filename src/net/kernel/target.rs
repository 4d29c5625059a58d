//! What becomes of the sums that a matrix product or a convolution makes.

use super::simd::Simd;
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
    pub to: &'a mut [f32],
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
}

impl Target<'_> {
    /// Where the sums go, if nothing else is to become of them.
    pub(super) fn plain(&mut self) -> Option<&mut [f32]> {
        match (&mut self.sums, self.bias, &self.activated) {
            (Sums::Set(to), None, None) => Some(to),
            _ => None,
        }
    }

    /// Takes the sums of `W` channels, from `channel` on, of one point.
    #[inline(always)]
    pub(super) fn put<S: Simd<W>, const W: usize>(
        &mut self,
        s: S,
        point: usize,
        channel: usize,
        sums: S::F,
    ) {
        self.put_line(s, (point, 0), channel, [sums], 1);
    }

    /// Takes the sums of `W` channels, from `channel` on, of `count` points, of which the first and the distance of
    /// one to the next are given.
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
            // No number is less than the least one: without ReLU nothing changes.
            let least = match by.activation {
                Activation::Relu => 0.0,
                _ => f32::NEG_INFINITY,
            };
            for (index, &x) in sums.iter().enumerate().take(count) {
                let y = s.max(s.mul_add(x, scale, bias), s.splat(least));
                s.store(y, vector_mut(to, first + index * distance));
            }
        }
    }

    /// Applies the activation, once `points` points have been put, where `put` could not.
    #[inline(always)]
    pub(super) fn finish<S: Simd<W>, const W: usize>(&mut self, s: S, points: usize) {
        if let Some(Activated { by, to }) = &mut self.activated {
            super::activation::apply(s, by.activation, &mut to[..points * self.stride]);
        }
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
