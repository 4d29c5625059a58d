//! How points are written: two letters, column and row, from `aa` in the upper left corner.

use crate::types::{Dims, Point};

/// The two letters of a point.
pub fn format_point(dims: Dims, point: Point) -> String {
    let (x, y) = dims.xy(point);
    let letter = |number: usize| char::from(b'a' + number as u8);
    [letter(x), letter(dims.height() - 1 - y)].iter().collect()
}

/// The point of two letters, if it is on the board. Capitals are read as small letters: boards are not that large.
pub fn parse_point(dims: Dims, text: &str) -> Option<Point> {
    let &[column, row] = text.as_bytes() else {
        return None;
    };
    let number = |letter: u8| {
        let letter = letter.to_ascii_lowercase();
        letter
            .is_ascii_lowercase()
            .then(|| usize::from(letter - b'a'))
    };
    let from_top = number(row)?;
    dims.point(number(column)?, dims.height().checked_sub(1 + from_top)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_as_they_are_written() {
        let dims = Dims::new(9, 7).unwrap();
        for point in dims.points() {
            let text = format_point(dims, point);
            assert_eq!(parse_point(dims, &text), Some(point));
            assert_eq!(parse_point(dims, &text.to_uppercase()), Some(point));
        }
        assert_eq!(format_point(dims, dims.point(0, 6).unwrap()), "aa");
        for text in ["", "a", "ah", "ja", "aaa", "A1", "é", "--"] {
            assert_eq!(parse_point(dims, text), None, "{text}");
        }
    }
}
