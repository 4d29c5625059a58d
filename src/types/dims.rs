//! The size of a board, and where its points are.

use super::{Move, Point, SizeClass};
use std::fmt;

/// The longest side of a board.
pub const MAX_SIDE: u8 = 25;

/// A board size outside 1 to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DimsError {
    /// The width asked for.
    pub width: usize,
    /// The height asked for.
    pub height: usize,
}

impl fmt::Display for DimsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "board size {}x{} is not between 1x1 and {MAX_SIDE}x{MAX_SIDE}",
            self.width, self.height
        )
    }
}

impl std::error::Error for DimsError {}

/// Columns, and rows if the word has both: `19`, `13:9` as in records, or `13x9`.
///
/// ```
/// use tengen::types::sides_of;
///
/// assert_eq!(sides_of("19"), Some((19, None)));
/// assert_eq!(sides_of("13x9"), Some((13, Some(9))));
/// assert_eq!(sides_of("9x"), None);
/// ```
pub fn sides_of(word: &str) -> Option<(usize, Option<usize>)> {
    match word.split_once([':', 'x', 'X']) {
        None => Some((parse_side(word)?, None)),
        // A number in base 16, and no board of no columns.
        Some(("0", _)) if !word.contains(':') => None,
        Some((columns, rows)) => Some((parse_side(columns)?, Some(parse_side(rows)?))),
    }
}

fn parse_side(text: &str) -> Option<usize> {
    text.trim().parse().ok()
}

/// Width and height of a board, each from 1 to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dims {
    width: u8,
    height: u8,
}

impl Dims {
    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// If either side is 0 or longer than [`MAX_SIDE`].
    pub fn new(width: usize, height: usize) -> Result<Dims, DimsError> {
        let allowed = 1..=MAX_SIDE as usize;
        if !allowed.contains(&width) || !allowed.contains(&height) {
            return Err(DimsError { width, height });
        }
        Ok(Dims {
            width: width as u8,
            height: height as u8,
        })
    }

    /// The board that the arguments of GTP's `boardsize` name: one side for both, or columns and rows, as one word or two.
    pub fn of_words(sides: &[&str]) -> Option<Dims> {
        let (columns, rows) = match *sides {
            [word] => sides_of(word)?,
            [columns, rows] => (parse_side(columns)?, Some(parse_side(rows)?)),
            _ => return None,
        };
        Dims::new(columns, rows.unwrap_or(columns)).ok()
    }

    /// A square board.
    ///
    /// # Errors
    /// If `side` is 0 or longer than [`MAX_SIDE`].
    pub fn square(side: usize) -> Result<Dims, DimsError> {
        Dims::new(side, side)
    }

    /// The number of columns.
    #[inline]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// The number of rows.
    #[inline]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// The number of points.
    #[inline]
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// Whether both sides are equal.
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The layout used for this size.
    pub const fn class(self) -> SizeClass {
        let longer = if self.width > self.height {
            self.width
        } else {
            self.height
        };
        SizeClass::of_side(longer)
    }

    /// The distance between vertically adjacent points.
    #[inline]
    pub const fn stride(self) -> usize {
        self.class().stride()
    }

    /// The point in column `x` from the left and row `y` from the bottom, both from 0, if it is on the board.
    #[inline]
    pub fn point(self, x: usize, y: usize) -> Option<Point> {
        (x < self.width() && y < self.height()).then(|| self.point_unchecked(x, y))
    }

    #[inline]
    pub(crate) const fn point_unchecked(self, x: usize, y: usize) -> Point {
        Point::from_index((y + 1) * self.stride() + x + 1)
    }

    /// Column from the left and row from the bottom, both from 0.
    #[inline]
    pub const fn xy(self, point: Point) -> (usize, usize) {
        let stride = self.stride();
        let shifted = point.index() - 1;
        (shifted % stride, shifted / stride - 1)
    }

    /// Whether `point` is on a board of this size.
    pub const fn contains(self, point: Point) -> bool {
        let stride = self.stride();
        if point.index() <= stride {
            return false;
        }
        let (x, y) = self.xy(point);
        x < self.width() && y < self.height()
    }

    /// Every point, row by row from the bottom left (A1, B1, …).
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height())
            .flat_map(move |y| (0..self.width()).map(move |x| self.point_unchecked(x, y)))
    }

    /// Every move: the points in this order, then the pass.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        self.points().map(Move::Place).chain([Move::Pass])
    }

    /// Every point, row by row from the top left (A9, B9, … on 9×9): as diagrams are written and networks count.
    pub fn points_from_top(self) -> impl Iterator<Item = Point> {
        self.rows_from_top().flatten()
    }

    /// The rows, the top one first, each from the left.
    pub fn rows_from_top(self) -> impl Iterator<Item = impl Iterator<Item = Point>> {
        let rows = (0..self.height()).rev();
        rows.map(move |y| (0..self.width()).map(move |x| self.point_unchecked(x, y)))
    }

    /// Where the point stands in [`Dims::points`].
    #[inline]
    pub const fn index(self, point: Point) -> usize {
        let (x, y) = self.xy(point);
        y * self.width() + x
    }

    /// Numbers in the order of [`Dims::points`] in that of [`Dims::points_from_top`].
    pub fn values_from_top(self, values: &[f32]) -> impl Iterator<Item = f32> {
        values.chunks(self.width()).rev().flatten().copied()
    }

    /// Where the point stands in [`Dims::points_from_top`].
    #[inline]
    pub const fn index_from_top(self, point: Point) -> usize {
        let (x, y) = self.xy(point);
        (self.height() - 1 - y) * self.width() + x
    }

    /// The points above, below, left and right of `point` that are on the board.
    pub fn neighbors(self, point: Point) -> impl Iterator<Item = Point> {
        let (x, y) = self.xy(point);
        [
            (x, y + 1),
            (x, y.wrapping_sub(1)),
            (x.wrapping_sub(1), y),
            (x + 1, y),
        ]
        .into_iter()
        .filter_map(move |(x, y)| self.point(x, y))
    }

    /// The points diagonal to `point`: four, two at an edge, one in a corner.
    pub fn diagonals(self, point: Point) -> impl Iterator<Item = Point> {
        let (x, y) = self.xy(point);
        let beside = |at: usize| [at.wrapping_sub(1), at + 1];
        let corners = beside(x)
            .into_iter()
            .flat_map(move |x| beside(y).map(|y| (x, y)));
        corners.filter_map(move |(x, y)| self.point(x, y))
    }

    /// How far `point` is from the nearest edge, 0 on the first line.
    pub fn edge_distance(self, point: Point) -> usize {
        let (x, y) = self.xy(point);
        x.min(self.width() - 1 - x)
            .min(y)
            .min(self.height() - 1 - y)
    }

    /// How far the star points of the corners are from the edge, which is 0: 2 where a side has fewer than 13 points, else 3.
    pub const fn star_distance(side: usize) -> usize {
        if side < 13 { 2 } else { 3 }
    }

    /// Whether boards have a dot there: on the star points of the corners, in the middle, and on large boards in the middle of
    /// the sides.
    pub fn is_star(self, point: Point) -> bool {
        let (x, y) = self.xy(point);
        let on = |at: usize, side: usize| {
            let line = Dims::star_distance(side);
            let corner = side >= 7 && (at == line || at + line + 1 == side);
            let middle = side % 2 == 1 && at == side / 2;
            (corner, middle)
        };
        let shorter = self.width().min(self.height());
        match (on(x, self.width()), on(y, self.height())) {
            ((true, _), (true, _)) => true,
            ((_, true), (_, true)) => shorter >= 5,
            ((_, true), (true, _)) | ((true, _), (_, true)) => shorter >= 15,
            _ => false,
        }
    }
}

impl fmt::Display for Dims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn star_points_are_where_boards_have_them() {
        let stars = |width, height| {
            let dims = Dims::new(width, height).unwrap();
            dims.points().filter(|&point| dims.is_star(point)).count()
        };
        assert_eq!([stars(19, 19), stars(13, 13), stars(9, 9)], [9, 5, 5]);
        assert_eq!([stars(18, 18), stars(7, 7), stars(5, 5)], [4, 5, 1]);
        assert_eq!([stars(19, 9), stars(4, 4), stars(1, 1)], [5, 0, 0]);
        let dims = Dims::square(19).unwrap();
        assert!(dims.is_star(dims.point(3, 15).unwrap()));
    }

    #[test]
    fn every_point_round_trips_on_every_size() {
        for width in 1..=25 {
            for height in 1..=25 {
                let dims = Dims::new(width, height).unwrap();
                let mut count = 0;
                for point in dims.points() {
                    let (x, y) = dims.xy(point);
                    assert_eq!(dims.point(x, y), Some(point));
                    assert!(dims.contains(point));
                    assert!(point.index() + dims.stride() + 1 < dims.class().capacity());
                    count += 1;
                }
                assert_eq!(count, dims.area());
            }
        }
    }

    #[test]
    fn guard_points_are_not_contained() {
        let dims = Dims::new(9, 7).unwrap();
        let inside = (0..dims.class().capacity())
            .filter(|&i| dims.contains(Point::from_index(i)))
            .count();
        assert_eq!(inside, 63);
    }

    #[test]
    fn sizes_outside_the_range_are_refused_by_name() {
        assert_eq!(
            Dims::new(26, 5).unwrap_err().to_string(),
            "board size 26x5 is not between 1x1 and 25x25"
        );
        assert!(Dims::new(0, 5).is_err());
    }

    #[test]
    fn points_from_the_top_stand_where_their_index_says() {
        let dims = Dims::new(3, 2).unwrap();
        let points: Vec<Point> = dims.points_from_top().collect();
        assert_eq!(points[0], dims.point(0, 1).unwrap());
        assert_eq!(points[5], dims.point(2, 0).unwrap());
        for (index, &point) in points.iter().enumerate() {
            assert_eq!(dims.index_from_top(point), index);
        }
    }

    #[test]
    fn neighbors_stop_at_the_edge() {
        let dims = Dims::new(1, 3).unwrap();
        let corner = dims.point(0, 0).unwrap();
        assert_eq!(
            dims.neighbors(corner).collect::<Vec<_>>(),
            [dims.point(0, 1).unwrap()]
        );
        assert_eq!(dims.diagonals(corner).count(), 0);
        let square = Dims::square(3).unwrap();
        let at = |x, y| square.diagonals(square.point(x, y).unwrap()).count();
        assert_eq!([at(0, 0), at(1, 0), at(1, 1)], [1, 2, 4]);
    }
}
