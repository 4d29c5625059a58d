//! Where the points of a board come to lie when it is turned.

use crate::types::{Dims, Symmetry};

/// Where a symmetry takes each point, row by row from the top.
pub struct Places {
    dims: Dims,
    symmetry: Symmetry,
    /// For each point, by rows from the top, its place on the turned board.
    pub places: Vec<u16>,
}

impl Places {
    /// On a board of this size, turned so.
    pub fn new(dims: Dims, symmetry: Symmetry) -> Places {
        let turned = symmetry.dims(dims);
        let place = |point| turned.index_from_top(symmetry.apply(dims, point)) as u16;
        Places {
            dims,
            symmetry,
            places: dims.points_from_top().map(place).collect(),
        }
    }

    /// Makes them those of a board of this size, if they are not.
    pub fn set_board(&mut self, dims: Dims) {
        if self.dims != dims {
            *self = Places::new(dims, self.symmetry);
        }
    }
}
