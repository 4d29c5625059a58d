//! The fast board: it agrees with the slow one after any moves.

use super::Choices;
use crate::oracle::board::{Slow, compare, lift, play};
use tengen::board::AnyBoard;
use tengen::types::{Color, Dims};

/// On larger boards, which take long to compare, not every ply is looked at.
const SMALL: usize = 36;

/// Width, height, then plies: stones on any empty point, passes, chains taken away.
pub fn check(bytes: &[u8]) {
    let mut choices = Choices(bytes);
    let mut side = || 1 + choices.below(25);
    let dims = Dims::new(side(), side()).expect("a size that exists");
    let (mut board, mut slow) = (AnyBoard::new(dims), Slow::new(dims));
    let every = dims.area().div_ceil(SMALL);
    let mut color = Color::Black;
    let mut ply = 0;
    while !choices.is_empty() {
        let kind = choices.below(32);
        let at = choices.below(dims.area());
        match kind {
            0 => {
                board.pass();
                slow.forbidden = None;
            }
            1 => lift(&mut board, &mut slow, at),
            _ if slow.grid.color_at(at).is_none() => {
                play(&mut board, &mut slow, color, at);
            }
            _ => {}
        }
        if kind != 2 {
            color = !color;
        }
        ply += 1;
        if ply % every == 0 {
            compare(&board, &slow);
        }
    }
    compare(&board, &slow);
}
