use super::GLOBALS;
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

    /// Writes the bits of [`Features::planes`], turned by `symmetry`. The board then has the size [`Symmetry::dims`].
    ///
    /// # Panics
    /// If `out` does not have `area` elements.
    pub fn write_bits(&self, symmetry: Symmetry, out: &mut [u32]) {
        assert_eq!(out.len(), self.dims.area(), "one word a point");
        let width = self.dims.width();
        let turned = symmetry.dims(self.dims);
        // The place of a point is affine in its column and row: three points tell it all.
        let place = |column: usize, row: usize| -> isize {
            let point = self
                .dims
                .point_unchecked(column, self.dims.height() - 1 - row);
            let (x, y) = turned.xy(symmetry.apply(self.dims, point));
            ((turned.height() - 1 - y) * turned.width() + x) as isize
        };
        let origin = place(0, 0);
        let step_column = if width > 1 { place(1, 0) - origin } else { 0 };
        let step_row = if self.dims.height() > 1 {
            place(0, 1) - origin
        } else {
            0
        };
        for (row, line) in self.planes.chunks_exact(width).enumerate() {
            for (column, &bits) in line.iter().enumerate() {
                let target = origin + row as isize * step_row + column as isize * step_column;
                out[target as usize] = bits;
            }
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
            features.write_bits(symmetry, &mut out);
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
            features.write_bits(symmetry_of_number(number), &mut out);
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
