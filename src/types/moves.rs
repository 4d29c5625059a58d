//! Moves, and the numbers that stand for them where room is scarce.

use super::Point;

/// The code of a pass; no padded index is that high, and its lower bits are all set.
const PASS: u16 = 0x7fff;

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

    /// The move in 15 bits.
    #[inline(always)]
    pub const fn code(self) -> u16 {
        match self {
            Move::Pass => PASS,
            Move::Place(point) => point.index() as u16,
        }
    }

    /// The move with this code. The caller vouches that it came from [`Move::code`].
    #[inline(always)]
    pub const fn from_code(code: u16) -> Move {
        match code {
            PASS => Move::Pass,
            index => Move::Place(Point::from_index(index as usize)),
        }
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Move {
        Move::Place(point)
    }
}
