//! Dragons as they are read: each chain is tied to another one of them, so that the opponent cannot cut it off.

use super::Goal;
use super::ko_masters::{Effort, KoMasters, MOST_PROOFS};
use crate::board::{AnyBoard, each};
use crate::types::{Point, PointSet};
use std::sync::atomic::AtomicBool;

/// Chains with more rows and columns between their nearest stones are not asked about.
const FAR: usize = 4;
/// Where chains are tied, few moves are mostly enough to find that.
const EFFORT: Effort = Effort {
    moves: 6000,
    proofs: MOST_PROOFS,
};

/// The stones that hang together with one, and the moves that were made on the board to find that out. `others` are stones of
/// other dragons. The reading is given up once `stop` is set.
pub fn dragon(
    board: &AnyBoard,
    stone: Point,
    others: &PointSet,
    stop: &AtomicBool,
) -> (PointSet, u64) {
    let mut moves = 0;
    let mut can_be_cut = |one, other| {
        let goal = Goal::connection(board, [one, other]).expect("two stones of one color");
        let (is_tied, made) = each!(board, board => {
            KoMasters::with_effort(board, &goal, EFFORT, stop).cannot_be_prevented()
        });
        moves += made;
        !is_tied
    };
    let mut dragon = vec![stone];
    let chains = board.chains().into_iter();
    let known = board.chain_set(stone).union(others);
    let friends = chains
        .filter(|&(friend, color)| Some(color) == board.color_at(stone) && !known.contains(friend));
    let mut friends: Vec<Point> = friends.map(|(friend, _)| friend).collect();
    let mut next = 0;
    while let Some(&chain) = dragon.get(next) {
        next += 1;
        friends.retain(|&friend| {
            let is_apart = !are_near(board, chain, friend) || can_be_cut(chain, friend);
            if !is_apart {
                dragon.push(friend);
            }
            is_apart
        });
    }
    let stones = dragon.iter().flat_map(|&chain| board.chain_stones(chain));
    (stones.collect(), moves)
}

/// Whether two chains may be tied to each other.
fn are_near(board: &AnyBoard, chain: Point, other: Point) -> bool {
    let others = board.chain_stones(other);
    let is_near = |stone: Point| {
        let (x, y) = board.dims().xy(stone);
        others.iter().any(|&other| {
            let (other_x, other_y) = board.dims().xy(other);
            x.abs_diff(other_x) + y.abs_diff(other_y) <= FAR
        })
    };
    board.chain_stones(chain).into_iter().any(is_near)
}
