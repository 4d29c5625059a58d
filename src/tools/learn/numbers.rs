//! Numbers of games and of moves.

use crate::types::{Dims, Move};
use crate::zobrist::finalized;

/// A number for a game, from its board and its first moves: the same game has the same number in every collection, whether its
/// record has the passes at the end or not.
pub fn game_number(dims: Dims, moves: &[u16]) -> u64 {
    // As many moves as two different games rarely share.
    const MOVES: usize = 60;
    let pass = number_of(dims, Move::Pass);
    let end = moves.iter().rposition(|&mv| mv != pass);
    let moves = &moves[..end.map_or(0, |last| last + 1)];
    let size = [dims.width() as u16, dims.height() as u16];
    let mut number = 0u64;
    for &word in size.iter().chain(moves.iter().take(MOVES)) {
        // One step of SplitMix64 for each word.
        number = finalized((number ^ u64::from(word)).wrapping_add(0x9E37_79B9_7F4A_7C15));
    }
    number
}

/// The move with this number: `row * width + column` from the top left, or the area for a pass.
pub fn move_of(dims: Dims, number: u16) -> Option<Move> {
    let number = number as usize;
    if number == dims.area() {
        return Some(Move::Pass);
    }
    let (row, column) = (number / dims.width(), number % dims.width());
    let y = dims.height().checked_sub(row + 1)?;
    dims.point(column, y).map(Move::Place)
}

/// The number of a move, as [`move_of`] reads it.
pub fn number_of(dims: Dims, mv: Move) -> u16 {
    let number = match mv {
        Move::Pass => dims.area(),
        Move::Place(point) => dims.index_from_top(point),
    };
    number as u16
}
