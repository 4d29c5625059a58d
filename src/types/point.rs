//! Points of a board.

/// A point of a board, as an index into the padded layout of its [`Dims`](super::Dims).
///
/// Rows are `stride` apart; the guard points between rows belong to both
/// neighbours' edges, so that a neighbour is one addition away and never
/// needs a test for the edge. A `Point` means nothing without the `Dims` it
/// came from.
///
/// ```text
///   index = (y + 1) * stride + x + 1       x from the left, y from the bottom, both from 0
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point with this padded index. The caller vouches that the index came from [`Point::index`].
    #[inline(always)]
    pub const fn from_index(index: usize) -> Point {
        Point(index as u16)
    }

    /// The padded index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
