//! The symmetries of boards.

use super::{Dims, Move, Point};

/// One of the eight symmetries of a square, four of which an oblong board shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    flip_x: bool,
    flip_y: bool,
    transpose: bool,
}

impl Symmetry {
    /// All eight; the first four keep the sides of an oblong board.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry {
            flip_x: false,
            flip_y: false,
            transpose: false,
        }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry {
                flip_x: i & 1 != 0,
                flip_y: i & 2 != 0,
                transpose: i & 4 != 0,
            };
            i += 1;
        }
        all
    };

    /// Its place in [`Symmetry::ALL`].
    pub const fn number(self) -> usize {
        self.flip_x as usize | (self.flip_y as usize) << 1 | (self.transpose as usize) << 2
    }

    /// The symmetry that turns the board back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self.transpose {
            true => Symmetry {
                flip_x: self.flip_y,
                flip_y: self.flip_x,
                ..self
            },
            false => self,
        }
    }

    /// The dimensions of the board after the symmetry.
    pub fn dims(self, dims: Dims) -> Dims {
        if !self.transpose {
            return dims;
        }
        Dims::new(dims.height(), dims.width()).expect("sides only change places")
    }

    /// Where `point` of a board of size `dims` goes: a point of a board of size [`Symmetry::dims`].
    pub fn apply(self, dims: Dims, point: Point) -> Point {
        let (x, y) = dims.xy(point);
        let x = if self.flip_x { dims.width() - 1 - x } else { x };
        let y = if self.flip_y {
            dims.height() - 1 - y
        } else {
            y
        };
        let (x, y) = if self.transpose { (y, x) } else { (x, y) };
        self.dims(dims).point_unchecked(x, y)
    }

    /// The move after the symmetry; a pass stays a pass.
    pub fn apply_move(self, dims: Dims, mv: Move) -> Move {
        match mv {
            Move::Pass => Move::Pass,
            Move::Place(point) => Move::Place(self.apply(dims, point)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_symmetry_is_a_bijection() {
        let dims = Dims::new(4, 3).unwrap();
        for symmetry in Symmetry::ALL {
            let target = symmetry.dims(dims);
            let image: HashSet<Point> = dims.points().map(|p| symmetry.apply(dims, p)).collect();
            assert_eq!(image.len(), dims.area());
            assert!(image.iter().all(|&p| target.contains(p)));
            let back = |p| symmetry.inverse().apply(target, symmetry.apply(dims, p));
            assert!(dims.points().all(|p| back(p) == p));
        }
    }

    #[test]
    fn each_is_found_by_its_number() {
        for symmetry in Symmetry::ALL {
            assert_eq!(Symmetry::ALL[symmetry.number()], symmetry);
        }
    }

    #[test]
    fn the_eight_differ() {
        let dims = Dims::square(5).unwrap();
        let point = dims.point(0, 1).unwrap();
        let images: HashSet<Point> = Symmetry::ALL.iter().map(|s| s.apply(dims, point)).collect();
        assert_eq!(images.len(), 8);
    }
}
