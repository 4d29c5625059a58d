//! Convolutions of inputs that are mostly zero, with kernels of any size.
//!
//! Of the planes of a position nearly all numbers are zero, so each number that is not is
//! multiplied with its weights and added to the points around it; the rest costs nothing. Other
//! convolutions come here when their kernel is neither 1x1 nor 3x3: no network in use has such a one.

use super::buffer::Buffer;
use super::feature_map::FeatureMap;
use super::matrix::round_up;
use super::simd::Simd;
use super::target::Target;
use crate::net::file::Conv;
use std::ops::Range;

/// A convolution with a kernel of any size.
#[derive(Debug)]
pub struct SparseConv {
    height: usize,
    width: usize,
    inputs: usize,
    stride: usize,
    /// `[tap][input][stride]`
    weights: Buffer<f32>,
}

/// The numbers of a board that are not zero.
#[derive(Debug, Default, PartialEq)]
pub struct Sparse {
    width: usize,
    /// Point after point.
    entries: Vec<Entry>,
    /// Where the entries of each point begin, and the end.
    starts: Vec<usize>,
}

/// A number that is not zero.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    /// Where its weights begin in a row of the kernel whose first column lies on the first column of the board: its column
    /// times the number of channels, and its channel.
    place: usize,
    number: f32,
}

impl SparseConv {
    /// Packs a convolution.
    pub fn pack(conv: &Conv) -> SparseConv {
        let stride = round_up(conv.outputs);
        let rows = conv.height * conv.width * conv.inputs;
        let mut weights = Buffer::zeros(rows * stride);
        for (to, from) in weights
            .chunks_exact_mut(stride)
            .zip(conv.weights.chunks_exact(conv.outputs))
        {
            to[..from.len()].copy_from_slice(from);
        }
        SparseConv {
            height: conv.height,
            width: conv.width,
            inputs: conv.inputs,
            stride,
            weights,
        }
    }

    /// Channels that go in.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Channels that come out, with those that fill the stride.
    pub fn stride(&self) -> usize {
        self.stride
    }
}

impl Sparse {
    /// For each point of a board of `width` columns, bit `i` is the number of channel `i`, of which there are `channels`.
    pub fn set_bits(&mut self, width: usize, channels: usize, points: impl Iterator<Item = u32>) {
        self.begin(width);
        for (point, mut bits) in points.enumerate() {
            let first = point % width * channels;
            while bits != 0 {
                self.entries.push(Entry {
                    place: first + bits.trailing_zeros() as usize,
                    number: 1.0,
                });
                bits &= bits - 1;
            }
            self.starts.push(self.entries.len());
        }
    }

    /// The first `channels` numbers of each point.
    pub fn set_numbers(&mut self, map: &FeatureMap, channels: usize) {
        self.begin(map.width);
        for (point, numbers) in map.numbers.chunks_exact(map.stride).enumerate() {
            let first = point % map.width * channels;
            let entries = numbers[..channels].iter().enumerate();
            let entries = entries.map(|(channel, &number)| Entry {
                place: first + channel,
                number,
            });
            self.entries
                .extend(entries.filter(|entry| entry.number != 0.0));
            self.starts.push(self.entries.len());
        }
    }

    fn begin(&mut self, width: usize) {
        self.width = width;
        self.entries.clear();
        self.starts.clear();
        self.starts.push(0);
    }

    fn height(&self) -> usize {
        (self.starts.len() - 1) / self.width
    }

    /// Those of some points that stand side by side.
    fn of(&self, points: Range<usize>) -> &[Entry] {
        &self.entries[self.starts[points.start]..self.starts[points.end]]
    }
}

/// The convolution of `input`, added to `ground` if there is any, `[point][stride]`.
#[inline(always)]
pub(super) fn convolve<S: Simd<W>, const W: usize>(
    s: S,
    input: &Sparse,
    conv: &SparseConv,
    ground: Option<&[f32]>,
    target: &mut Target,
) {
    let mut first = 0;
    while first < conv.stride {
        // As many sums as there is room for in registers.
        let vectors = (conv.stride - first) / W;
        first += W * match vectors {
            12.. => strip::<S, W, 12>(s, input, conv, ground, first, target),
            6.. => strip::<S, W, 6>(s, input, conv, ground, first, target),
            4.. => strip::<S, W, 4>(s, input, conv, ground, first, target),
            2.. => strip::<S, W, 2>(s, input, conv, ground, first, target),
            _ => strip::<S, W, 1>(s, input, conv, ground, first, target),
        };
    }
    target.finish(s, input.width * input.height());
}

/// `C` vectors of channels from `first` on, of every point. Returns `C`.
#[inline(always)]
fn strip<S: Simd<W>, const W: usize, const C: usize>(
    s: S,
    input: &Sparse,
    conv: &SparseConv,
    ground: Option<&[f32]>,
    first: usize,
    target: &mut Target,
) -> usize {
    let (width, height) = (input.width, input.height());
    let (up, left) = (conv.height / 2, conv.width / 2);
    let channels = target.per_channel::<S, W, C>(s, first);
    for y in 0..height {
        for x in 0..width {
            let point = y * width + x;
            let mut sums = [s.splat(0.0); C];
            if let Some(ground) = ground {
                let ground = ground[point * conv.stride + first..].as_chunks::<W>().0;
                for (sum, ground) in sums.iter_mut().zip(ground) {
                    *sum = s.load(ground);
                }
            }
            let columns = x.saturating_sub(left)..width.min(x + conv.width - left);
            let skipped = columns.start * conv.inputs;
            for row in 0..conv.height {
                let Some(from_y) = (y + row).checked_sub(up).filter(|&y| y < height) else {
                    continue;
                };
                let points = from_y * width + columns.start..from_y * width + columns.end;
                // Where those of the first of these columns begin, in this row of the kernel.
                let weights = (row * conv.width + columns.start + left - x) * conv.inputs;
                for entry in input.of(points) {
                    let at = (weights + entry.place - skipped) * conv.stride + first;
                    let weights = &conv.weights[at..at + C * W];
                    let number = s.splat(entry.number);
                    for (sum, weight) in sums.iter_mut().zip(weights.as_chunks::<W>().0) {
                        *sum = s.mul_add(number, s.load(weight), *sum);
                    }
                }
            }
            target.put_channels(s, point, &channels, sums);
        }
    }
    C
}
