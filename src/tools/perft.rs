//! Counting the games of a given length: a test of the rules as a whole.
//!
//! Turns alternate, a pass is a move, and a game that two passes have ended
//! has no moves. The name and the idea are those of computer chess.

use crate::game::Game;
use crate::types::{Color, Move};

/// The number of ways to go on from `start` for 0, 1, … `depth` moves.
///
/// Every move is asked of the game itself, superko included, and played and
/// taken back on it; the moves at the last depth are only counted.
///
/// ```
/// use tengen::game::{Game, Rules};
/// use tengen::tools::perft::perft;
/// use tengen::types::Dims;
/// let game = Game::new(Dims::square(2).unwrap(), Rules::default(), 0.0);
/// assert_eq!(perft(&game, 4), [1, 5, 21, 68, 156]);
/// ```
pub fn perft(start: &Game, depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth + 1];
    counts[0] = 1;
    if depth > 0 {
        count(&mut start.clone(), &mut counts[1..]);
    }
    counts
}

/// Adds the moves of this position to `counts[0]`, those after them to the rest.
fn count(game: &mut Game, counts: &mut [u64]) {
    let Some((here, deeper)) = counts.split_first_mut() else {
        return;
    };
    if game.is_over() {
        return;
    }
    let color = game.to_move();
    if deeper.is_empty() {
        *here += 1 + legal_points(game, color) as u64;
        return;
    }
    for mv in game.dims().moves() {
        if game.play(color, mv).is_err() {
            continue;
        }
        *here += 1;
        count(game, deeper);
        game.undo();
    }
}

fn legal_points(game: &Game, color: Color) -> usize {
    let is_legal = |&point: &_| game.check(color, Move::Place(point)).is_ok();
    game.dims().points().filter(is_legal).count()
}
