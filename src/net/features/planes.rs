//! The planes and numbers themselves, and how they are turned.

use super::{GLOBALS, Places};
use crate::types::{Dims, Symmetry};

/// What a network is shown: the planes and numbers of the [module](super).
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// The size of the board.
    pub dims: Dims,
    /// For each point, row by row from the top, bit `i` is plane `i`.
    pub planes: Vec<u32>,
    /// The numbers.
    pub numbers: [f32; GLOBALS],
}

impl Features {
    /// No features yet, to be filled by an [`Extractor`](super::Extractor).
    pub fn new(dims: Dims) -> Features {
        Features {
            dims,
            planes: vec![0; dims.area()],
            numbers: [0.0; GLOBALS],
        }
    }

    /// Writes the bits of [`Features::planes`], each to its place on a turned board.
    ///
    /// # Panics
    /// If `out` has less than `area` elements, or `places` are those of a board with another number of points.
    pub fn write_bits(&self, places: &Places, out: &mut [u32]) {
        assert_eq!(
            places.places.len(),
            self.planes.len(),
            "places of this board"
        );
        for (&bits, &to) in std::iter::zip(&self.planes, &places.places) {
            out[usize::from(to)] = bits;
        }
    }
}

/// The symmetry that KataGo knows by this number, 0 to 7; higher bits are ignored.
///
/// KataGo mirrors (bit 0 the rows, bit 1 the columns) and then exchanges rows, counted from the
/// top, with columns (bit 2); [`Symmetry`] counts rows from the bottom.
pub fn symmetry_of_number(number: usize) -> Symmetry {
    let transpose = number >> 2 & 1;
    let flip_columns = (number >> 1 & 1) ^ transpose;
    let flip_rows = (number & 1) ^ transpose;
    Symmetry::ALL[flip_columns | flip_rows << 1 | transpose << 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_are_turned_as_points_are() {
        let dims = Dims::new(4, 3).unwrap();
        let mut features = Features::new(dims);
        for (i, bits) in features.planes.iter_mut().enumerate() {
            *bits = i as u32;
        }
        let mut out = vec![0; dims.area()];
        for symmetry in Symmetry::ALL {
            features.write_bits(&Places::new(dims, symmetry), &mut out);
            let turned = symmetry.dims(dims);
            for point in dims.points() {
                let (x, y) = dims.xy(point);
                let index = (dims.height() - 1 - y) * dims.width() + x;
                let (x, y) = turned.xy(symmetry.apply(dims, point));
                let row = turned.height() - 1 - y;
                assert_eq!(out[row * turned.width() + x], index as u32);
            }
        }
    }

    #[test]
    fn symmetries_are_numbered_as_katago_does() {
        let dims = Dims::new(3, 2).unwrap();
        let mut features = Features::new(dims);
        features.planes = vec![0, 1, 2, 3, 4, 5];
        let mut out = [0; 6];
        let mut turned = |number| {
            features.write_bits(&Places::new(dims, symmetry_of_number(number)), &mut out);
            out
        };
        assert_eq!(turned(0), [0, 1, 2, 3, 4, 5]);
        assert_eq!(turned(1), [3, 4, 5, 0, 1, 2]);
        assert_eq!(turned(2), [2, 1, 0, 5, 4, 3]);
        assert_eq!(turned(4), [0, 3, 1, 4, 2, 5]);
        // First the rows are mirrored, then rows become columns.
        assert_eq!(turned(5), [3, 0, 4, 1, 5, 2]);
    }
}
