//! One random game from a position to its end.

mod patterns;
mod policy;
mod tactics;
mod uniform;

use crate::board::{Board, layout};
use crate::types::{Color, Move, Point};
use rand_pcg::Pcg64Mcg;

pub use patterns::Patterns;
pub use policy::{Policy, PolicyRates};
pub use tactics::{SelfAtari, is_nakade_shape, liberties_after, self_atari};
pub use uniform::play_uniform;

/// Plays to the end by the policy and appends each move to `moves`, passes included.
///
/// `last` is the opponent's last move. Ends after two passes in a row, or
/// after `3 * area` moves (simple ko lets rare positions cycle).
pub fn play_policy<const N: usize, const W: usize>(
    board: &mut Board<N, W>,
    mut to_move: Color,
    mut last: Option<Point>,
    policy: &Policy,
    random: &mut Pcg64Mcg,
    moves: &mut Vec<Move>,
) {
    let mut passes = 0;
    for _ in 0..3 * board.dims().area() {
        last = policy.choose(board, to_move, last, random);
        match last {
            Some(point) => {
                board.play_unchecked(to_move, point);
                moves.push(Move::Place(point));
                passes = 0;
            }
            None => {
                board.pass();
                moves.push(Move::Pass);
                passes += 1;
                if passes == 2 {
                    return;
                }
            }
        }
        to_move = !to_move;
    }
}

/// Black's points minus White's by area at the end of a playout: stones, and
/// empty points all of whose neighbours have one colour.
pub fn area_lead<const N: usize, const W: usize>(board: &Board<N, W>) -> i32 {
    let stones = board.stone_count(Color::Black) as i32 - board.stone_count(Color::White) as i32;
    let eyes: i32 = board
        .empty_points()
        .map(|point| eye_lead(board.code(point)))
        .sum();
    stones + eyes
}

/// +1 if all neighbours are black or off the board, −1 if white, else 0.
pub fn eye_lead(code: u16) -> i32 {
    layout::surrounded_by(code, Color::Black) as i32
        - layout::surrounded_by(code, Color::White) as i32
}
