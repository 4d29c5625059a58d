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
    /// Channel and number, point after point.
    entries: Vec<(u32, f32)>,
    /// Where the entries of each point begin, and the end.
    starts: Vec<usize>,
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
    /// For each point, bit `i` is the number of channel `i`.
    pub fn set_bits(&mut self, points: &[u32]) {
        self.entries.clear();
        self.starts.clear();
        for &point in points {
            self.starts.push(self.entries.len());
            let mut bits = point;
            while bits != 0 {
                self.entries.push((bits.trailing_zeros(), 1.0));
                bits &= bits - 1;
            }
        }
        self.starts.push(self.entries.len());
    }

    /// The first `channels` numbers of each point.
    pub fn set_numbers(&mut self, map: &FeatureMap, channels: usize) {
        self.entries.clear();
        self.starts.clear();
        for point in map.numbers.chunks_exact(map.stride) {
            self.starts.push(self.entries.len());
            for (channel, &number) in point[..channels].iter().enumerate() {
                if number != 0.0 {
                    self.entries.push((channel as u32, number));
                }
            }
        }
        self.starts.push(self.entries.len());
    }

    fn of(&self, point: usize) -> &[(u32, f32)] {
        &self.entries[self.starts[point]..self.starts[point + 1]]
    }
}

/// The convolution of `input`, the numbers of a board of `width` columns.
#[inline(always)]
pub(super) fn convolve<S: Simd<W>, const W: usize>(
    s: S,
    width: usize,
    input: &Sparse,
    conv: &SparseConv,
    target: &mut Target,
) {
    let points = input.starts.len() - 1;
    let grid = (width, points / width);
    let mut first = 0;
    while first < conv.stride {
        // As many sums as there is room for in registers.
        let vectors = (conv.stride - first) / W;
        first += W * match vectors {
            12.. => strip::<S, W, 12>(s, grid, input, conv, first, target),
            6.. => strip::<S, W, 6>(s, grid, input, conv, first, target),
            4.. => strip::<S, W, 4>(s, grid, input, conv, first, target),
            2.. => strip::<S, W, 2>(s, grid, input, conv, first, target),
            _ => strip::<S, W, 1>(s, grid, input, conv, first, target),
        };
    }
    target.finish(s, points);
}

/// `C` vectors of channels from `first` on, of every point. Returns `C`.
#[inline(always)]
fn strip<S: Simd<W>, const W: usize, const C: usize>(
    s: S,
    (width, height): (usize, usize),
    input: &Sparse,
    conv: &SparseConv,
    first: usize,
    target: &mut Target,
) -> usize {
    let (up, left) = (conv.height / 2, conv.width / 2);
    for y in 0..height {
        for x in 0..width {
            let mut sums = [s.splat(0.0); C];
            for row in 0..conv.height {
                let Some(from_y) = (y + row).checked_sub(up).filter(|&y| y < height) else {
                    continue;
                };
                let columns = left.saturating_sub(x)..conv.width.min(width + left - x);
                for column in columns {
                    let point = from_y * width + x + column - left;
                    let tap = (row * conv.width + column) * conv.inputs;
                    for &(channel, number) in input.of(point) {
                        let at = (tap + channel as usize) * conv.stride + first;
                        let weights = &conv.weights[at..at + C * W];
                        let number = s.splat(number);
                        for (sum, weight) in sums.iter_mut().zip(weights.as_chunks::<W>().0) {
                            *sum = s.mul_add(number, s.load(weight), *sum);
                        }
                    }
                }
            }
            let point = y * width + x;
            for (vector, &sum) in sums.iter().enumerate() {
                target.put(s, point, first + vector * W, sum);
            }
        }
    }
    C
}
