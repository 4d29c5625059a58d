//! Weights in panels, as the innermost loops read them, and the rows that they are multiplied with.

use super::Layout;
use super::Precision;
use super::buffer::Buffer;
use super::product::{Product, Rows, Strides};
use super::short::{Encoding, Shorts, bytes, greatest, limit, pairs, shorten, shorten_column};
use super::simd::Simd;

/// Panels of weights, one after the other. All have the same number of inputs; columns are counted through.
#[derive(Debug)]
pub(super) struct Panels {
    layout: Layout,
    inputs: usize,
    weights: Weights,
}

#[derive(Debug)]
enum Weights {
    /// `[panel][input][column of the panel]`
    Floats(Buffer<f32>),
    /// `[panel]`, each in the order of its [`Encoding`], and what one stands for in each column.
    Shorts(Buffer<i32>, Buffer<f32>),
}

impl Panels {
    /// Zeros.
    pub fn zeros(layout: Layout, precision: Precision, inputs: usize, columns: usize) -> Panels {
        let weights = match precision {
            Precision::Float => Weights::Floats(Buffer::zeros(inputs * columns)),
            Precision::Short => {
                let pairs = pairs(layout.vector, inputs) * columns;
                Weights::Shorts(Buffer::zeros(pairs), Buffer::zeros(columns))
            }
            Precision::Bfloat => unreachable!("tiles have weights of their own"),
        };
        Panels {
            layout,
            inputs,
            weights,
        }
    }

    /// The panels that `stride` columns are cut into: the first column of each and its width.
    pub fn cut(&self, stride: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        cut(self.layout.panel, stride)
    }

    /// Sets a column of the panel that begins with column `first` and is `width` wide, for rows as [`ShortRows`] makes them.
    pub fn set(&mut self, panel: (usize, usize), column: usize, weights: &[f32]) {
        let limit = limit(self.layout.encoding, self.inputs);
        self.set_for(limit, panel, column, weights);
    }

    /// The same for rows whose greatest integer is `limit`.
    pub fn set_for(
        &mut self,
        limit: f32,
        (first, width): (usize, usize),
        column: usize,
        weights: &[f32],
    ) {
        match &mut self.weights {
            Weights::Floats(to) => {
                let to = &mut to[first * self.inputs..];
                for (input, &weight) in weights.iter().enumerate() {
                    to[input * width + column] = weight;
                }
            }
            Weights::Shorts(to, scales) => {
                let Layout {
                    vector, encoding, ..
                } = self.layout;
                let depth = pairs(vector, self.inputs);
                let panel = &mut to[first * depth..][..width * depth];
                let set = |input, weight| match encoding {
                    Encoding::Pairs => set_half(vector, panel, (width, column), input, weight),
                    Encoding::Bytes => set_bytes(panel, (width, column), input, weight),
                };
                scales[first + column] = shorten_column(encoding, limit, weights, set);
            }
        }
    }

    /// Whether rows have to be made integers.
    pub fn are_short(&self) -> bool {
        matches!(self.weights, Weights::Shorts(..))
    }

    /// `rows * panel`, for a panel as [`Panels::set`] takes it.
    #[inline(always)]
    pub fn multiply<S: Simd<W>, const W: usize>(
        &self,
        s: S,
        left: &Left,
        (first, width): (usize, usize),
        to: &mut [f32],
        strides: Strides,
    ) {
        match (&self.weights, left) {
            (Weights::Floats(weights), Left::Floats(rows)) => {
                let panel = &weights[first * self.inputs..][..width * self.inputs];
                s.product_of_floats(Product {
                    rows: *rows,
                    panel,
                    width,
                    to,
                    strides,
                });
            }
            (Weights::Shorts(weights, columns), Left::Shorts(rows, scales)) => {
                let columns = (&**weights, &**columns);
                multiply_shorts(s, (*rows, scales), columns, (first, width), to, strides);
            }
            _ => unreachable!("rows are made as the weights are"),
        }
    }
}

/// The panels that `columns` are cut into: the first column of each and its width, at most `panel`.
pub(super) fn cut(panel: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    let firsts = (0..columns).step_by(panel);
    firsts.map(move |first| (first, panel.min(columns - first)))
}

/// Rows of integers times a panel of `width` columns from `first` on, both with what one stands for in each.
#[inline(always)]
pub(super) fn multiply_shorts<S: Simd<W>, const W: usize>(
    s: S,
    (rows, scales): (Rows<i32>, &[f32]),
    (panels, columns): (&[i32], &[f32]),
    (first, width): (usize, usize),
    to: &mut [f32],
    strides: Strides,
) {
    let shorts = Shorts {
        rows: scales,
        columns: &columns[first..],
    };
    let product = Product {
        rows,
        panel: &panels[first * rows.stride..][..width * rows.stride],
        width,
        to,
        strides,
    };
    s.product_of_shorts(shorts, product);
}

/// Sets an integer of a panel that is `[pair of inputs][column]`.
fn set_half(
    vector: usize,
    panel: &mut [i32],
    (width, column): (usize, usize),
    input: usize,
    weight: i16,
) {
    let (block, at) = (input / (2 * vector), input % (2 * vector));
    let pair = block * vector + at % vector;
    panel[pair * width + column] |= i32::from(weight as u16) << (16 * (at / vector));
}

/// Sets the bytes of an integer of a panel that is
/// `[8 columns][8 inputs][pair of columns][high or low][column of the pair][input]`.
fn set_bytes(panel: &mut [i32], (width, column): (usize, usize), input: usize, weight: i16) {
    let blocks = panel.len() / width / 4;
    let block = column / 8 * blocks + input / 8;
    for (half, byte) in bytes(weight).into_iter().enumerate() {
        let row = 4 * (4 * block + column % 8 / 2) + 2 * half + column % 2;
        let at = 8 * row + input % 8;
        panel[at / 4] |= i32::from(byte as u8) << (8 * (at % 4));
    }
}

/// What panels are multiplied with: rows of numbers, or of pairs of integers and what one stands for in each row.
#[derive(Clone, Copy)]
pub(super) enum Left<'a> {
    Floats(Rows<'a>),
    Shorts(Rows<'a, i32>, &'a [f32]),
}

/// Rows as integers.
#[derive(Debug, Default)]
pub(super) struct ShortRows {
    limit: f32,
    stride: usize,
    /// `[row][pair]`
    pairs: Buffer<i32>,
    /// What one stands for in each row.
    scales: Buffer<f32>,
}

impl ShortRows {
    /// Makes room for `count` rows of `inputs` numbers.
    pub fn reserve(&mut self, layout: Layout, inputs: usize, count: usize) {
        self.reserve_for(limit(layout.encoding, inputs), layout, inputs, count);
    }

    /// The same for columns that take integers up to `limit`.
    pub fn reserve_for(&mut self, limit: f32, layout: Layout, inputs: usize, count: usize) {
        self.limit = limit;
        self.stride = pairs(layout.vector, inputs);
        self.pairs.reserve(count * self.stride);
        self.scales.reserve(count);
    }

    /// Sets the first rows to the first `length` numbers of each of `from`, which fill whole vectors.
    #[inline(always)]
    pub fn set_each<S: Simd<W>, const W: usize>(&mut self, s: S, from: Rows, length: usize) {
        for row in 0..from.count {
            let numbers = &from.numbers[row * from.stride..][..length];
            self.set_rows(s, (row, 1), numbers, length);
        }
    }

    /// Sets rows, of which the first and the distance of one to the next are given, each to `length` numbers that fill
    /// whole vectors.
    ///
    /// All scales come first: each takes a while, but none has to wait for another.
    #[inline(always)]
    pub fn set_rows<S: Simd<W>, const W: usize>(
        &mut self,
        s: S,
        (first, distance): (usize, usize),
        from: &[f32],
        length: usize,
    ) {
        // Asked for once: where a buffer stands is worked out each time.
        let (scales, pairs) = (&mut *self.scales, &mut *self.pairs);
        let (stride, unit) = (self.stride, 1.0 / self.limit);
        for (index, from) in from.chunks_exact(length).enumerate() {
            scales[first + index * distance] = greatest(s, from) * unit;
        }
        for (index, from) in from.chunks_exact(length).enumerate() {
            let row = first + index * distance;
            let to = &mut pairs[row * stride..][..stride];
            shorten(s, 1.0 / scales[row], from, to);
        }
    }

    /// Sets a row to numbers that fill whole vectors; one stands for `scale`. Returns the integers.
    #[inline(always)]
    pub fn set_scaled<S: Simd<W>, const W: usize>(
        &mut self,
        s: S,
        row: usize,
        scale: f32,
        from: &[f32],
    ) -> &[i32] {
        self.scales[row] = scale;
        let pairs = &mut self.pairs[row * self.stride..][..self.stride];
        shorten(s, 1.0 / scale, from, pairs);
        pairs
    }

    /// Sets what one stands for in the first `count` rows. Returns where their integers have to be written,
    /// `[row][pair]`, and the pairs of a row.
    #[inline(always)]
    pub fn scaled_alike(&mut self, scale: f32, count: usize) -> (&mut [i32], usize) {
        self.scales[..count].fill(scale);
        (&mut self.pairs, self.stride)
    }

    /// `count` rows from `first` on.
    #[inline]
    pub fn rows(&self, first: usize, count: usize) -> Left<'_> {
        let (rows, scales) = self.integers(first, count);
        Left::Shorts(rows, scales)
    }

    /// The same by themselves, and what one stands for in each.
    #[inline]
    pub fn integers(&self, first: usize, count: usize) -> (Rows<'_, i32>, &[f32]) {
        let rows = Rows {
            numbers: &self.pairs[first * self.stride..],
            stride: self.stride,
            count,
        };
        (rows, &self.scales[first..])
    }
}
