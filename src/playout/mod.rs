//! One random game from a position to its end.
//!
//! # How the cost grows
//!
//! From the empty board, by `tengen bench playouts --threads 1`. One core of a
//! shared 2-core server under load, the best of 35 short measurements: the
//! ratios matter, and no more than their first two digits.
//!
//! | board | uniform: playouts/s | moves | ns/move | policy: playouts/s | moves | ns/move |
//! |---:|---:|---:|---:|---:|---:|---:|
//! | 5x5 | 382 000 | 42 | 62 | 128 000 | 42 | 185 |
//! | 7x7 | 267 000 | 73 | 52 | 71 500 | 72 | 194 |
//! | 9x9 | 169 000 | 111 | 54 | 50 600 | 112 | 177 |
//! | 11x11 | 118 000 | 160 | 53 | 32 400 | 161 | 192 |
//! | 13x13 | 82 600 | 220 | 55 | 23 000 | 218 | 200 |
//! | 15x15 | 56 500 | 289 | 61 | 16 200 | 286 | 216 |
//! | 17x17 | 43 700 | 366 | 62 | 13 700 | 365 | 200 |
//! | 19x19 | 35 000 | 455 | 63 | 11 800 | 450 | 189 |
//! | 21x21 | 26 900 | 553 | 67 | 8 940 | 553 | 202 |
//! | 23x23 | 23 400 | 660 | 65 | 6 950 | 657 | 219 |
//! | 25x25 | 19 700 | 775 | 65 | 5 260 | 766 | 248 |
//!
//! A move costs nearly the same on every board, so that a playout grows as the
//! number of points does.

mod patterns;
mod policy;
mod tactics;
mod uniform;

use crate::board::{Board, layout};
use crate::types::{Color, Move, Point};
use rand_core::Rng;
use rand_pcg::{Pcg64, Pcg64Mcg};

pub use patterns::Patterns;
pub use policy::{Policy, PolicyRates};
pub use tactics::{
    SelfAtari, liberties_after, other_liberty, self_atari, small_space, vital_point,
};
pub use uniform::{below, play_uniform};

/// Random numbers that share nothing with those of another `seed` or `which`.
///
/// The generator itself would not do: it takes neighbouring seeds for the same.
pub fn random_stream(seed: u64, which: u128) -> Pcg64Mcg {
    let mut seeds = Pcg64::new(seed.into(), which);
    let mut half = || u128::from(seeds.next_u64());
    Pcg64Mcg::new(half() << 64 | half())
}

/// Plays to the end by the policy and appends each move to `moves`, passes included.
///
/// `recent` is the opponent's last move and the own move before it. Ends after two passes in a row, or
/// after `3 * area` moves (simple ko lets rare positions cycle).
pub fn play_policy<const N: usize, const W: usize>(
    board: &mut Board<N, W>,
    mut to_move: Color,
    mut recent: [Option<Point>; 2],
    policy: &Policy,
    random: &mut Pcg64Mcg,
    moves: &mut Vec<Move>,
) {
    // After a suicide no stone stands there, and what the board says of a chain without stones is no answer.
    recent[0] = recent[0].filter(|&last| board.color_at(last) == Some(!to_move));
    let mut passes = 0;
    for _ in 0..3 * board.dims().area() {
        recent = [policy.choose(board, to_move, recent, random), recent[0]];
        match recent[0] {
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

/// Black's points minus White's by area at the end of a playout: stones, and empty points all of whose neighbours have one
/// colour. Writes whose each point is, by padded index: 1 Black's, −1 White's, 0 nobody's.
pub fn area_owners<const N: usize, const W: usize>(
    board: &Board<N, W>,
    owners: &mut [i8; N],
) -> i32 {
    let mut lead = board.stone_owners(owners);
    for point in board.empty_points() {
        let owner = eye_owner(board.code(point));
        owners[point.index()] = owner;
        lead += i32::from(owner);
    }
    lead
}

/// 1 if all neighbours are black or off the board, −1 if white, else 0.
fn eye_owner(code: u16) -> i8 {
    layout::surrounded_by(code, Color::Black) as i8
        - layout::surrounded_by(code, Color::White) as i8
}

#[cfg(test)]
mod tests;
