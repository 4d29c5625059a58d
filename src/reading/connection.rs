//! The moves that matter to two chains that somebody wants to connect.

use super::goal::{Bounds, End, Moves};
use super::near::Near;
use crate::board::Board;
use crate::types::{Cell, Color, Point};
use smallvec::SmallVec;

/// Four moves apart two chains are out of each other's reach.
pub const BOUNDS: Bounds = Bounds {
    limits: 2..=4,
    moves: 60_000,
};
/// More than any distance that matters.
const FAR: usize = 6;
/// Enemy chains with at most so many liberties may be captured on the way.
const SHORT_OF_LIBERTIES: usize = 2;

/// Connected are stones of one chain.
pub fn end<const N: usize, const W: usize>(
    board: &Board<N, W>,
    ends: &[Point],
    owner: Color,
    limit: usize,
) -> Option<End> {
    let is_gone = |stone: &Point| board.color_at(*stone) != Some(owner);
    if ends.iter().any(is_gone) {
        return Some(End::OutOfReach);
    }
    let [first, second] = [ends[0], ends[1]];
    if board.chain_id(first) == board.chain_id(second) {
        return Some(End::Reached);
    }
    let distances = Distances::from(board, first, owner, limit);
    (distances.to(second) >= limit).then_some(End::OutOfReach)
}

/// Points that may matter to either side: those on short ways from one chain to the other, and what saves or captures the chains on
/// those ways.
pub fn moves<const N: usize, const W: usize>(
    board: &Board<N, W>,
    ends: &[Point],
    owner: Color,
) -> Moves {
    let [first, second] = [ends[0], ends[1]];
    let from_first = Distances::from(board, first, owner, FAR);
    let from_second = Distances::from(board, second, owner, FAR);
    let shortest = from_first.to(second);
    let length = |point: Point| from_first.to(point) + from_second.to(point);
    let mut near = Near::new(board);
    let mut on_the_way: SmallVec<[(usize, Point); 32]> = SmallVec::new();
    for point in board.dims().points() {
        // A move counts from both sides, a stone from neither.
        let slack = match board.cell(point) {
            Cell::Empty => shortest + 2,
            _ => shortest + 1,
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

/// How many moves of one side it takes, without any answer, to join each point to a chain.
struct Distances<const N: usize> {
    moves: [u8; N],
}

impl<const N: usize> Distances<N> {
    /// From the chain of a stone of `owner`, as far as they are below `limit`.
    fn from<const W: usize>(
        board: &Board<N, W>,
        start: Point,
        owner: Color,
        limit: usize,
    ) -> Distances<N> {
        let mut distances = Distances {
            moves: [u8::MAX; N],
        };
        let mut waiting: [SmallVec<[Point; 32]>; FAR + 1] = Default::default();
        waiting[0].push(start);
        for distance in 0..limit {
            while let Some(point) = waiting[distance].pop() {
                if distances.to(point) <= distance {
                    continue;
                }
                let mut settle = |point: Point| {
                    distances.moves[point.index()] = distance as u8;
                    for neighbor in board.neighbors(point) {
                        let further = match board.cell(neighbor) {
                            Cell::OffBoard => continue,
                            Cell::Empty => 1,
                            cell if cell == Cell::from(owner) => {
                                usize::from(board.color_at(point) == Some(!owner))
                            }
                            // The liberty from which it is reached has been counted.
                            _ => {
                                let comes_from_liberty = board.cell(point) == Cell::Empty;
                                board.liberties(neighbor) - usize::from(comes_from_liberty)
                            }
                        };
                        let is_passable = board.color_at(neighbor) != Some(!owner)
                            || board.liberties(neighbor) <= SHORT_OF_LIBERTIES;
                        if is_passable && distance + further < limit {
                            waiting[distance + further].push(neighbor);
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
