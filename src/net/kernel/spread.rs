//! Boards of bfloat16 numbers with zeros around them, as convolutions by tiles read them.
//!
//! Points of the board stand one after the other with one point of zeros between rows, which is the right neighbour
//! of one row's end and the left neighbour of the next row's start. So the three points that a row of a 3x3 kernel
//! looks at stand together, at each point of the board. A 1x1 kernel may as well read them so.

use super::FeatureMap;
use super::bfloat::round;
use super::buffer::Buffer;
use super::shape::{BLOCK, DEPTH, Grid};
use super::simd::Simd;

/// A board of bfloat16 numbers with zeros around it.
#[derive(Debug, Default)]
pub struct Spread {
    width: usize,
    height: usize,
    stride: usize,
    /// At least [`Spread::len`]; what stands behind them is of a larger board before.
    numbers: Buffer<u16>,
    /// Where the numbers of each point begin, which would take a division to work out.
    places: Vec<usize>,
}

/// Boards for layers of a few widths: to make one another board takes a while.
#[derive(Debug, Default)]
pub struct Spreads {
    boards: Vec<Spread>,
    /// The one that was asked for last.
    latest: usize,
}

/// More widths than this take turns: networks have two or three, and room is not to grow with what a file asks for.
const MOST_BOARDS: usize = 4;

impl Spreads {
    /// A board of this size with `stride` numbers for each point, which are to be written.
    pub fn board(&mut self, width: usize, height: usize, stride: usize) -> &mut Spread {
        let known = self.boards.iter().position(|board| board.stride == stride);
        self.latest = match known {
            Some(index) => index,
            None if self.boards.len() < MOST_BOARDS => {
                self.boards.push(Spread::default());
                self.boards.len() - 1
            }
            None => (self.latest + 1) % MOST_BOARDS,
        };
        let board = &mut self.boards[self.latest];
        board.set_board(width, height, stride);
        board
    }

    /// The board that was asked for last.
    pub fn latest(&self) -> Option<&Spread> {
        self.boards.get(self.latest)
    }
}

impl Spread {
    /// Makes it a board of this size with `stride` numbers for each point. They are what they were if it is such a board already.
    pub fn set_board(&mut self, width: usize, height: usize, stride: usize) {
        if (self.width, self.height, self.stride) == (width, height, stride) {
            return;
        }
        (self.width, self.height, self.stride) = (width, height, stride);
        let grid = self.grid();
        self.numbers.reserve(self.len()).fill(0);
        let place = |point| (point / width + 1) * grid.across + point % width + 1;
        self.places.clear();
        self.places
            .extend((0..width * height).map(|point| place(point) * stride));
    }

    /// Numbers for each point.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// The board with its zeros, beginning with the upper left one of the `side` times `side` points around the first point. Those of
    /// a point that stands `n` points later begin `n` points later.
    pub(super) fn around(&self, side: usize) -> &[u16] {
        let reach = side / 2;
        &self.numbers[(1 - reach) * (self.width + 2) * self.stride..self.len()]
    }

    /// Enough numbers for what the last block of rows reaches.
    fn len(&self) -> usize {
        let grid = self.grid();
        let rows = grid.len().next_multiple_of(BLOCK) + 2 * grid.across;
        // The last row reads three points, filled up to a whole tile.
        rows * self.stride + 3 * self.stride + DEPTH
    }

    /// Points and what stands between their rows.
    pub(super) fn grid(&self) -> Grid {
        Grid {
            width: self.width,
            across: self.width + 1,
            height: self.height,
        }
    }

    /// The numbers of a point, and what stands behind them.
    #[inline(always)]
    pub(super) fn point_mut(&mut self, point: usize) -> &mut [u16] {
        &mut self.numbers[self.places[point]..]
    }
}

/// The first numbers of each point of `input`, rounded, as many as each point of `to` has. Both boards have the same size.
#[inline(always)]
pub(super) fn spread<S: Simd<W>, const W: usize>(s: S, input: &FeatureMap, to: &mut Spread) {
    let points = input.numbers.chunks_exact(input.stride);
    for (point, &place) in points.zip(&to.places) {
        let to = &mut to.numbers[place..][..to.stride];
        round(s, &point[..to.len()], to);
    }
}
