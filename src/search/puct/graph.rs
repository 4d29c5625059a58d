//! Positions that are reached by several orders of moves share one node.
//!
//! A node is found by a key of all that its moves and its value depend on: stones, turn, ko, passes, komi, and which moves
//! would repeat a position. (A network also sees the last moves; they are left out.)
//!
//! Moves that repeat a position are illegal under superko; without it they end the game without result. Which these are
//! depends on the path, below a shared node too: so a descent compares keys at every step, and where the child of an edge
//! was made for other repetitions, it goes on in the node with its own key instead. It never takes a move that its own path
//! forbids ([`TrackedDescent::banned`]), and ends where a repetition ends the game. What it finds beside an edge stays there:
//! the edge's own child speaks for the move, and the more visits go beside it, the less the move is explored further. With three kos on
//! a 9×9 board that were 3 of 100 steps, in whole games without such none. At a root there is one way alone, to which its
//! edges are set before a search, as far as the tree has room ([`Tree::redirect_root`](super::tree::Tree::redirect_root)).
//!
//! An edge takes over what a shared node has found in proportion to the visits that came through this edge, and each visit
//! goes on to a leaf. KataGo ends a visit where others have been more often and only takes over what they found
//! (*catch-up*); on 9×9 every seventh visit went so. After KataGo (`docs/GraphSearch.md`).

use super::tracked_descent::TrackedDescent;
use crate::zobrist::spread;

/// The key of the position that a descent has reached; never 0.
pub fn key<const N: usize, const W: usize>(tracked: &TrackedDescent<'_, N, W>) -> u64 {
    let descent = &tracked.descent;
    let board = &descent.board;
    let ko = board.ko_point().map_or(0, |point| point.index());
    let details = [
        descent.to_move.index() as u64,
        descent.passes().min(2) as u64,
        ko as u64,
        u64::from(descent.komi().to_bits()),
        u64::from(descent.is_cycle()),
    ];
    let numbers = details
        .into_iter()
        .chain(tracked.repeating.words().iter().copied());
    numbers.fold(board.hash(), mix).max(1)
}

fn mix(hash: u64, number: u64) -> u64 {
    let mixed = spread(hash ^ number);
    mixed ^ (mixed >> 29)
}
