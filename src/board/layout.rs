//! Index arithmetic of the padded layout and of the 3×3 codes.
//!
//! A *code* is what surrounds a point: eight two-bit [`Cell`](crate::types::Cell) fields,
//! the four neighbours in the low byte, the four diagonals in the high byte.
//!
//! ```text
//!   field     5 0 4          direction i and its opposite:
//!             2 p 1            neighbours 3 - i
//!             7 3 6            diagonals 11 - i  (4 <-> 7, 5 <-> 6)
//! ```

use crate::types::{Color, SizeClass};

/// The size class whose capacity is `n`.
pub(super) const fn class_of_capacity(n: usize) -> SizeClass {
    match n {
        128 => SizeClass::UpTo9,
        256 => SizeClass::UpTo13,
        512 => SizeClass::UpTo19,
        1024 => SizeClass::UpTo25,
        _ => panic!("boards have 128, 256, 512 or 1024 padded indices"),
    }
}

/// What to add (wrapping) to an index to go in each of the eight directions.
pub(super) const fn offsets(n: usize) -> [usize; 8] {
    let stride = class_of_capacity(n).stride();
    let up = stride;
    let down = stride.wrapping_neg();
    [
        up,
        1,
        1usize.wrapping_neg(),
        down,
        up + 1,
        up - 1,
        down.wrapping_add(1),
        down.wrapping_sub(1),
    ]
}

/// The direction that leads back.
pub(super) const fn opposite(direction: usize) -> usize {
    if direction < 4 {
        3 - direction
    } else {
        11 - direction
    }
}

/// One bit per neighbour (in the even bits 0, 2, 4, 6) that is empty.
#[inline(always)]
pub const fn empty_neighbors(code: u16) -> u16 {
    !(code | code >> 1) & 0x55
}

/// One bit per field (in the even bits 0 to 14) that is empty.
#[inline(always)]
pub const fn empty_fields(code: u16) -> u16 {
    !(code | code >> 1) & 0x5555
}

/// The directions of the bits of a mask such as [`empty_fields`] returns.
#[inline(always)]
pub fn directions(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let direction = mask.trailing_zeros() as usize / 2;
        mask &= mask - 1;
        Some(direction)
    })
}

/// One bit per neighbour (in the even bits 0, 2, 4, 6) that holds a stone of `color`.
#[inline(always)]
pub const fn neighbors_of_color(code: u16, color: Color) -> u16 {
    stones_of_color(code, color) & 0x55
}

/// One bit per field (in the even bits) that holds a stone of `color`.
///
/// Arithmetic instead of a `match`: colours are as good as random to a branch predictor.
#[inline(always)]
const fn stones_of_color(code: u16, color: Color) -> u16 {
    let own = code >> color.index();
    let other = code >> (1 - color.index());
    own & !other & 0x5555
}

/// Whether every neighbour is a stone of `color` or off the board.
#[inline(always)]
pub const fn surrounded_by(code: u16, color: Color) -> bool {
    let own = 0x55 << color.index();
    code & own == own
}

/// Whether an empty point with this code is an eye of `color` by shape: all
/// neighbours own, fewer than two diagonal enemies, none at the edge.
#[inline(always)]
pub const fn is_eye(code: u16, color: Color) -> bool {
    if !surrounded_by(code, color) {
        return false;
    }
    let diagonals = code >> 8;
    let off_board = diagonals & (diagonals >> 1) & 0x55;
    let enemies = stones_of_color(diagonals, color.opponent());
    // None at the edge, at most one elsewhere.
    let allowed = if off_board != 0 {
        0
    } else {
        enemies & enemies.wrapping_neg()
    };
    enemies & !allowed == 0
}
