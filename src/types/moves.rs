use super::Point;

/// What a player does with a turn. Resigning is not a move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Leaves the board as it is.
    Pass,
    /// Puts a stone on an empty point.
    Place(Point),
}

impl Move {
    /// The point played, if any.
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Pass => None,
            Move::Place(point) => Some(point),
        }
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Move {
        Move::Place(point)
    }
}
