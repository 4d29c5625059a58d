//! What somebody wants to reach.

use super::{Side, capture, connection, race};
use crate::board::{AnyBoard, Board};
use crate::types::{Color, Point, PointSet};
use smallvec::SmallVec;
use std::fmt;
use std::ops::RangeInclusive;

/// Moves to look at, the likely ones first, each once.
pub type Moves = SmallVec<[Point; 24]>;

/// What one side wants to reach and the other one to prevent.
#[derive(Clone, Debug)]
pub struct Goal {
    kind: Kind,
    /// Whose chains they are.
    owner: Color,
    /// One stone of each.
    chains: SmallVec<[Point; 2]>,
    /// Where a connection may end as well.
    area: PointSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Capture,
    Kill,
    /// Against the chain of a stone.
    Race {
        rival: Point,
    },
    Ladder,
    Connection,
}

/// Why there is no such goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalError {
    /// No stones are named.
    NoStones,
    /// There is no stone on the point.
    Empty(Point),
    /// The stones are not of one colour.
    TwoColors,
}

impl fmt::Display for GoalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoalError::NoStones => f.write_str("no stones are named"),
            GoalError::Empty(_) => f.write_str("vertex must not be empty"),
            GoalError::TwoColors => f.write_str("the stones must be of one color"),
        }
    }
}

impl std::error::Error for GoalError {}

/// How far reading goes before it gives up.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// With how many liberties, or so many moves apart, chains are out of reach: read with the least of them first, since that
    /// takes the least time.
    pub limits: RangeInclusive<usize>,
    /// Moves that are made on the board for each of these limits.
    pub moves: u32,
}

/// What a position tells without reading on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The goal is reached.
    Reached,
    /// It is, by a ko that the other side may take back if it has a threat.
    ReachedInKo,
    /// It is out of reach.
    OutOfReach,
    /// It takes so many moves at least.
    Moves(usize),
}

impl Goal {
    /// To capture the chain of one of these stones.
    ///
    /// # Errors
    /// If there are no stones, one of the points is empty, or the stones are not of one colour.
    pub fn capture(board: &AnyBoard, stones: &[Point]) -> Result<Goal, GoalError> {
        Goal::new(Kind::Capture, board, stones)
    }

    /// To capture the chain of a stone however many liberties it gets. That can be read out for groups that are enclosed.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn kill(board: &AnyBoard, stone: Point) -> Result<Goal, GoalError> {
        Goal::new(Kind::Kill, board, &[stone])
    }

    /// To capture the chain of a stone before its owner captures the rival's.
    ///
    /// # Errors
    /// If the first point is empty.
    pub fn race(board: &AnyBoard, stone: Point, rival: Point) -> Result<Goal, GoalError> {
        Goal::new(Kind::Race { rival }, board, &[stone])
    }

    /// To capture the chain of a stone by nothing but ataris.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn ladder(board: &AnyBoard, stone: Point) -> Result<Goal, GoalError> {
        Goal::new(Kind::Ladder, board, &[stone])
    }

    /// To connect the chains of two stones.
    ///
    /// # Errors
    /// If one of the points is empty, or the stones are not of one colour.
    pub fn connection(board: &AnyBoard, stones: [Point; 2]) -> Result<Goal, GoalError> {
        Goal::new(Kind::Connection, board, &stones)
    }

    /// To connect the chain of a stone with a point of an area.
    ///
    /// # Errors
    /// If there is no stone.
    pub fn way_into(board: &AnyBoard, stone: Point, area: PointSet) -> Result<Goal, GoalError> {
        let goal = Goal::new(Kind::Connection, board, &[stone])?;
        Ok(Goal { area, ..goal })
    }

    fn new(kind: Kind, board: &AnyBoard, stones: &[Point]) -> Result<Goal, GoalError> {
        let mut owners = SmallVec::<[Color; 2]>::new();
        for &stone in stones {
            owners.push(board.color_at(stone).ok_or(GoalError::Empty(stone))?);
        }
        let owner = *owners.first().ok_or(GoalError::NoStones)?;
        if owners.iter().any(|&other| other != owner) {
            return Err(GoalError::TwoColors);
        }
        Ok(Goal {
            kind,
            owner,
            chains: stones.into(),
            area: PointSet::EMPTY,
        })
    }

    /// Who wants to reach it.
    pub fn seeker(&self) -> Color {
        match self.kind {
            Kind::Capture | Kind::Kill | Kind::Race { .. } | Kind::Ladder => !self.owner,
            Kind::Connection => self.owner,
        }
    }

    /// What a color wants.
    pub(super) fn side(&self, color: Color) -> Side {
        match color == self.seeker() {
            true => Side::Seeker,
            false => Side::Opponent,
        }
    }

    /// Whether what a side achieves is of use only if it is certain: a group is not said to live because its killing was not found.
    pub(super) fn must_be_certain(&self, side: Color) -> bool {
        self.kind == Kind::Kill && side == self.owner
    }

    pub(super) fn bounds(&self) -> Bounds {
        match self.kind {
            Kind::Capture => capture::BOUNDS,
            Kind::Kill => capture::KILL_BOUNDS,
            Kind::Race { .. } => race::BOUNDS,
            Kind::Ladder => capture::LADDER_BOUNDS,
            Kind::Connection => connection::BOUNDS,
        }
    }

    /// What a position tells without reading on.
    pub(super) fn outlook<const N: usize, const W: usize>(
        &self,
        board: &Board<N, W>,
        mover: Side,
        limit: usize,
    ) -> Outlook {
        match self.kind {
            Kind::Capture | Kind::Kill => capture::outlook(board, &self.chains, self.owner, limit),
            Kind::Race { rival } => race::outlook(board, self.chains[0], rival, self.owner),
            Kind::Ladder => {
                capture::outlook_of_ladder(board, &self.chains, self.owner, mover, limit)
            }
            Kind::Connection => {
                connection::outlook(board, &self.chains, &self.area, self.owner, mover, limit)
            }
        }
    }

    /// Empty points that may matter when `mover` moves.
    pub(super) fn moves<const N: usize, const W: usize>(
        &self,
        board: &Board<N, W>,
        mover: Side,
    ) -> Moves {
        let saves = self.kind != Kind::Connection && mover == Side::Opponent;
        if saves && let Some(escapes) = capture::escapes(board, &self.chains, self.owner) {
            return escapes;
        }
        self.moves_near(board, mover)
    }

    /// The same, with moves after which a chain in atari is lost unless its owner moves again.
    pub(super) fn moves_near<const N: usize, const W: usize>(
        &self,
        board: &Board<N, W>,
        mover: Side,
    ) -> Moves {
        match self.kind {
            Kind::Capture => capture::moves(board, &self.chains, self.owner, mover),
            Kind::Kill => capture::moves_around_group(board, &self.chains, self.owner),
            Kind::Race { rival } => race::moves(board, [self.chains[0], rival]),
            Kind::Ladder => capture::moves_in_ladder(board, &self.chains, self.owner, mover),
            Kind::Connection => connection::moves(board, &self.chains, &self.area, self.owner),
        }
    }
}
