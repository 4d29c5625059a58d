//! Random games in which every legal move is equally likely.

use crate::board::{Board, layout};
use crate::types::{Color, Point};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

/// Plays to the end with every legal move that does not fill an own eye
/// equally likely, and returns the number of moves, passes included.
///
/// Ends after two passes in a row, or after `3 * area` moves (simple ko lets
/// rare positions cycle).
pub fn play_uniform<const N: usize, const W: usize>(
    board: &mut Board<N, W>,
    mut to_move: Color,
    random: &mut Pcg64Mcg,
) -> usize {
    let limit = 3 * board.dims().area();
    let mut passes = 0;
    for moves in 0..limit {
        match uniform_move(board, to_move, random) {
            Some(point) => {
                board.play_unchecked(to_move, point);
                passes = 0;
            }
            None => {
                board.pass();
                passes += 1;
                if passes == 2 {
                    return moves + 1;
                }
            }
        }
        to_move = !to_move;
    }
    limit
}

/// A uniformly random legal move that fills no own eye, or none.
#[inline(always)]
fn uniform_move<const N: usize, const W: usize>(
    board: &mut Board<N, W>,
    color: Color,
    random: &mut Pcg64Mcg,
) -> Option<Point> {
    pick_empty(board, random, |board, point| {
        // Most points have an empty neighbour: they are legal and no eye.
        let code = board.code(point);
        layout::empty_neighbors(code) != 0
            || !layout::is_eye(code, color) && board.is_legal_on_empty(color, point)
    })
}

/// A random empty point that `accepts`, each equally likely, or none.
///
/// Refused points move behind the candidates, so that each draw is uniform over those not yet refused.
#[inline(always)]
pub(super) fn pick_empty<const N: usize, const W: usize>(
    board: &mut Board<N, W>,
    random: &mut Pcg64Mcg,
    accepts: impl Fn(&Board<N, W>, Point) -> bool,
) -> Option<Point> {
    let mut candidates = board.empty_count();
    while candidates > 0 {
        let slot = below(random, candidates);
        let point = board.empty_point(slot);
        if accepts(board, point) {
            return Some(point);
        }
        candidates -= 1;
        board.swap_empty_points(slot, candidates);
    }
    None
}

/// A random number below `bound`, which must be below 2³²: multiply and shift
/// (Lemire 2019); its bias of `bound / 2³²` cannot be seen in any result.
#[inline(always)]
pub fn below(random: &mut Pcg64Mcg, bound: usize) -> usize {
    ((random.next_u32() as u64 * bound as u64) >> 32) as usize
}
