//! A space for eyes in the game.

use crate::board::AnyBoard;
use crate::types::{Color, Dims, Point, PointSet};

/// What is larger is no space for eyes but a part of the board, as in GNU Go.
const MOST_POINTS: usize = 20;

/// Larger spaces are not read.
const MOST_READ: usize = 11;

/// Points that stones of one color enclose, with all that stands on them.
pub struct Space<'a> {
    /// The board of the game.
    pub board: &'a AnyBoard,
    /// Whose stones these are.
    pub owner: Color,
    /// The points, with the opponent's stones.
    pub points: PointSet,
    /// The stones beside them.
    pub wall: PointSet,
}

impl<'a> Space<'a> {
    /// The space of a color around a point; none if there is one of its stones, or none beside it, and where it is large.
    pub fn around(board: &'a AnyBoard, point: Point, owner: Color) -> Option<Space<'a>> {
        let mut space = Space {
            board,
            owner,
            points: PointSet::EMPTY,
            wall: PointSet::EMPTY,
        };
        let mut open = vec![point];
        while let Some(point) = open.pop() {
            if board.color_at(point) == Some(owner) {
                space.wall.insert(point);
            } else if space.points.insert(point) {
                open.extend(board.dims().neighbors(point));
            }
            if space.points.len() > MOST_POINTS {
                return None;
            }
        }
        (!space.points.is_empty() && !space.wall.is_empty()).then_some(space)
    }

    /// Whether it can be read to the end.
    pub fn is_small(&self) -> bool {
        self.points.len() <= MOST_READ
    }

    /// The opponent's stones in it.
    pub fn enemies(&self) -> PointSet {
        let points = self.points.iter();
        points
            .filter(|&point| self.board.color_at(point).is_some())
            .collect()
    }

    /// Whether a stone is joined to one beside the space.
    pub fn is_of_wall(&self, stone: Point) -> bool {
        let stones = self.board.chain_stones(stone);
        stones.into_iter().any(|stone| self.wall.contains(stone))
    }

    /// The other points diagonal to it.
    pub fn corners(&self) -> PointSet {
        let dims = self.board.dims();
        let all = self.points.iter().flat_map(|point| dims.diagonals(point));
        let inside = self.points.union(&self.wall);
        all.filter(|&point| !inside.contains(point)).collect()
    }
}

/// Who gets the points diagonal to a space.
#[derive(Default)]
pub struct Corners {
    /// Those of the owner.
    pub kept: PointSet,
    /// Those of the opponent.
    pub lost: PointSet,
    /// Those of who moves first, and these moves: the opponent's, the owner's.
    pub open: Vec<(Point, [Option<Point>; 2])>,
}

impl Corners {
    /// Whether all are the owner's.
    pub fn are_kept(&self) -> bool {
        self.lost.is_empty() && self.open.is_empty()
    }
}

/// The point so many columns to the right of one and so many rows above it.
pub fn beside(dims: Dims, point: Point, right: isize, up: isize) -> Option<Point> {
    let (x, y) = dims.xy(point);
    dims.point(x.checked_add_signed(right)?, y.checked_add_signed(up)?)
}
