//! The shapes of tiles and of what they multiply.

/// Rows of a tile; in a tile of sums as many columns.
pub(super) const SIDE: usize = 16;

/// bfloat16 numbers in a row of a tile.
pub(super) const DEPTH: usize = 2 * SIDE;

/// Rows and columns of a block of two by two tiles of sums.
pub(super) const BLOCK: usize = 2 * SIDE;

/// Points in rows, each of which is followed by others that do not count.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    /// Points of a row.
    pub width: usize,
    /// From the start of a row to that of the next.
    pub across: usize,
    /// How many rows.
    pub height: usize,
}

impl Grid {
    /// All of them.
    pub fn len(&self) -> usize {
        self.across * self.height
    }
}
