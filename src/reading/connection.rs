//! The moves that matter to a chain that somebody wants to connect with another one, or with an area.

use super::Side;
use super::goal::{Bounds, Moves, Outlook};
use super::near::Near;
use crate::board::Board;
use crate::types::{Cell, Color, Point, PointSet};
use smallvec::SmallVec;

/// Five moves apart two chains are out of each other's reach.
pub const BOUNDS: Bounds = Bounds {
    limits: 2..=5,
    moves: 60_000,
};
/// More than any distance that matters.
const FAR: usize = 6;
/// Enemy chains with at most so many liberties may be captured on the way.
const SHORT_OF_LIBERTIES: usize = 2;

/// Connected are stones of one chain; with an area, a chain of which a stone stands there.
pub fn outlook<const N: usize, const W: usize>(
    board: &Board<N, W>,
    chains: &[Point],
    area: &PointSet,
    owner: Color,
    mover: Side,
    limit: usize,
) -> Outlook {
    let is_gone = |stone: &Point| board.color_at(*stone) != Some(owner);
    if chains.iter().any(is_gone) {
        return Outlook::OutOfReach;
    }
    let first = chains[0];
    let is_joined = |target: Point| {
        board.color_at(target) == Some(owner) && board.chain_id(target) == board.chain_id(first)
    };
    if targets(chains, area).any(is_joined) {
        let may_be_captured = board.liberties(first) == 1 && mover == Side::Opponent;
        return match may_be_captured {
            true => Outlook::Moves(1),
            false => Outlook::Reached,
        };
    }
    let distances = Distances::from(board, [(0, first)], owner, limit);
    let to_targets = targets(chains, area).map(|target| distances.to(target));
    match to_targets.min().unwrap_or(FAR) {
        moves if moves >= limit => Outlook::OutOfReach,
        moves => Outlook::Moves(moves),
    }
}

/// The points of which the first chain has to be joined to one.
fn targets<'a>(chains: &'a [Point], area: &'a PointSet) -> impl Iterator<Item = Point> + 'a {
    chains[1..].iter().copied().chain(area.iter())
}

/// Points that may matter to either side: those on short ways from one chain to the other, or to the area, and what saves or
/// captures the chains on those ways.
pub fn moves<const N: usize, const W: usize>(
    board: &Board<N, W>,
    chains: &[Point],
    area: &PointSet,
    owner: Color,
) -> Moves {
    let from_first = Distances::from(board, [(0, chains[0])], owner, FAR);
    // As from a stone of its own: all that it takes to get onto an end counts.
    let own = Cell::from(owner);
    let ends = targets(chains, area).filter_map(|end| Some((step(board, own, end, owner)?, end)));
    let from_end = Distances::from(board, ends, owner, FAR);
    let distances = targets(chains, area).map(|end| from_first.to(end));
    let shortest = distances.min().unwrap_or(FAR);
    let length = |point: Point| from_first.to(point) + from_end.to(point);
    let mut near = Near::new(board);
    let mut on_the_way: SmallVec<[(usize, Point); 32]> = SmallVec::new();
    for point in board.dims().points() {
        // A move counts from both sides, and so do the liberties of an enemy in the area; other stones from neither.
        let is_taken = board.color_at(point) == Some(!owner) && !area.is_empty();
        let slack = match board.cell(point) == Cell::Empty || is_taken {
            true => shortest + 2,
            false => shortest + 1,
        };
        if length(point) <= slack {
            on_the_way.push((length(point), point));
        }
    }
    on_the_way.sort_by_key(|&(length, _)| length);
    for &(_, point) in &on_the_way {
        if board.cell(point) == Cell::Empty {
            near.add(point);
        }
    }
    for &(_, point) in &on_the_way {
        let is_stone = board.cell(point) != Cell::Empty;
        if is_stone && near.add_few_liberties(point, SHORT_OF_LIBERTIES) {
            near.add_captures(point);
        }
    }
    near.moves
}

/// How many moves it takes to get onto a point from one beside it; none if it is off the board, or an enemy's who is not short of
/// liberties.
fn step<const N: usize, const W: usize>(
    board: &Board<N, W>,
    from: Cell,
    point: Point,
    owner: Color,
) -> Option<usize> {
    match board.cell(point) {
        Cell::OffBoard => None,
        Cell::Empty => Some(1),
        // Where enemies were captured a stone is still missing.
        cell if cell == Cell::from(owner) => Some(usize::from(from == Cell::from(!owner))),
        _ if board.liberties(point) > SHORT_OF_LIBERTIES => None,
        // The liberty from which it is reached has been counted.
        _ => Some(board.liberties(point) - usize::from(from == Cell::Empty)),
    }
}

/// How many moves of one side it takes, without any answer, to join each point to a chain.
struct Distances<const N: usize> {
    moves: [u8; N],
}

impl<const N: usize> Distances<N> {
    /// From the chains at these points, each with a distance of its own, as far as they are below `limit`.
    fn from<const W: usize>(
        board: &Board<N, W>,
        starts: impl IntoIterator<Item = (usize, Point)>,
        owner: Color,
        limit: usize,
    ) -> Distances<N> {
        let mut distances = Distances {
            moves: [u8::MAX; N],
        };
        let mut waiting: [SmallVec<[Point; 32]>; FAR + 1] = Default::default();
        for (distance, start) in starts {
            waiting[distance].push(start);
        }
        for distance in 0..limit {
            while let Some(point) = waiting[distance].pop() {
                if distances.to(point) <= distance {
                    continue;
                }
                let mut settle = |point: Point| {
                    distances.moves[point.index()] = distance as u8;
                    let from = board.cell(point);
                    for neighbor in board.neighbors(point) {
                        if let Some(moves) = step(board, from, neighbor, owner)
                            && distance + moves < limit
                        {
                            waiting[distance + moves].push(neighbor);
                        }
                    }
                };
                settle(point);
                board.chain_stones(point).skip(1).for_each(settle);
            }
        }
        distances
    }

    fn to(&self, point: Point) -> usize {
        match self.moves[point.index()] {
            u8::MAX => FAR,
            moves => moves.into(),
        }
    }
}
