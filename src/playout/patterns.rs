//! The 3×3 patterns that make a local answer urgent.
//!
//! The classes (hane, cut, side) are those of S. Gelly, Y. Wang, R. Munos,
//! O. Teytaud, *Modification of UCT with patterns in Monte-Carlo Go*, INRIA
//! 2006. A pattern is drawn with the point to play in the middle: `X` the
//! player to move, `O` the opponent, `x` not X, `o` not O, `.` empty,
//! `?` anything on the board, ` ` off the board.

use crate::types::Cell;
use std::sync::LazyLock;

/// Rows from the top; pattern and its colour-reversed twin both count.
const PATTERNS: [[&str; 3]; 13] = [
    // Hane.
    ["XOX", "...", "???"],
    ["XO.", "...", "?.?"],
    ["XO?", "X..", "x.?"],
    [".O.", "X..", "..."],
    // Cut.
    ["XO?", "O.o", "?o?"],
    ["XO?", "O.X", "???"],
    ["?X?", "O.O", "ooo"],
    ["OX?", "o.O", "???"],
    // At the edge.
    ["X.?", "O.?", "   "],
    ["OX?", "X.O", "   "],
    ["?X?", "x.O", "   "],
    ["?XO", "x.x", "   "],
    ["?OX", "X.O", "   "],
];

/// Row and column in a drawing of each field of a code; see [`crate::board::layout`].
const FIELD_POSITIONS: [(usize, usize); 8] = [
    (0, 1),
    (1, 2),
    (1, 0),
    (2, 1),
    (0, 2),
    (0, 0),
    (2, 2),
    (2, 0),
];

/// One bit per code: whether the middle is urgent. The same for both colours,
/// because every pattern counts with colours reversed.
pub struct Patterns(Box<[u64; 1024]>);

static STANDARD: LazyLock<Patterns> = LazyLock::new(Patterns::new);

impl Patterns {
    /// The built-in table.
    pub fn standard() -> &'static Patterns {
        &STANDARD
    }

    /// The table of the drawings, each in all eight symmetries and both colours.
    fn new() -> Patterns {
        let mut patterns = Patterns(Box::new([0; 1024]));
        for variant in PATTERNS.iter().flat_map(variants) {
            patterns.insert_all(&variant, 0, 0);
        }
        patterns
    }

    /// Inserts every code that agrees with `code` in the fields before `field` and matches from there on.
    fn insert_all(&mut self, symbols: &[u8; 8], field: usize, code: u16) {
        if field == symbols.len() {
            self.0[code as usize / 64] |= 1 << (code % 64);
            return;
        }
        for &cell in cells_of(symbols[field]) {
            self.insert_all(symbols, field + 1, code | (cell as u16) << (2 * field));
        }
    }

    /// Whether a point with this code is urgent.
    #[inline(always)]
    pub fn contains(&self, code: u16) -> bool {
        self.0[code as usize / 64] >> (code % 64) & 1 != 0
    }
}

/// The symbols of a drawing in field order, under each symmetry and colouring.
fn variants(drawing: &[&str; 3]) -> Vec<[u8; 8]> {
    let mut all = Vec::with_capacity(16);
    for symmetry in 0..8 {
        let fields = FIELD_POSITIONS.map(|(mut row, mut column)| {
            if symmetry & 1 != 0 {
                row = 2 - row;
            }
            if symmetry & 2 != 0 {
                column = 2 - column;
            }
            if symmetry & 4 != 0 {
                (row, column) = (column, row);
            }
            drawing[row].as_bytes()[column]
        });
        all.push(fields);
        all.push(fields.map(reverse_color));
    }
    all
}

fn reverse_color(symbol: u8) -> u8 {
    match symbol {
        b'X' => b'O',
        b'O' => b'X',
        b'x' => b'o',
        b'o' => b'x',
        other => other,
    }
}

/// What a symbol stands for.
fn cells_of(symbol: u8) -> &'static [Cell] {
    match symbol {
        b'X' => &[Cell::Black],
        b'O' => &[Cell::White],
        b'x' => &[Cell::Empty, Cell::White],
        b'o' => &[Cell::Empty, Cell::Black],
        b'.' => &[Cell::Empty],
        b'?' => &[Cell::Empty, Cell::Black, Cell::White],
        _ => &[Cell::OffBoard],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code of a drawing without wildcards.
    fn code(drawing: [&str; 3]) -> u16 {
        FIELD_POSITIONS
            .iter()
            .enumerate()
            .fold(0, |code, (field, &(row, column))| {
                let cell = match drawing[row].as_bytes()[column] {
                    b'X' => Cell::Black,
                    b'O' => Cell::White,
                    b'.' => Cell::Empty,
                    _ => Cell::OffBoard,
                };
                code | (cell as u16) << (2 * field)
            })
    }

    #[test]
    fn a_hane_is_urgent_however_it_is_turned() {
        let patterns = Patterns::standard();
        assert!(patterns.contains(code(["XOX", "...", "..."])));
        assert!(patterns.contains(code(["X..", "O..", "X.."])));
        assert!(patterns.contains(code(["...", "...", "OXO"])));
    }

    #[test]
    fn an_open_board_is_not() {
        let patterns = Patterns::standard();
        assert!(!patterns.contains(code(["...", "...", "..."])));
        assert!(!patterns.contains(code(["X..", "...", "..."])));
    }

    #[test]
    fn edge_patterns_need_the_edge() {
        let patterns = Patterns::standard();
        assert!(patterns.contains(code(["X..", "O..", "   "])));
        assert!(!patterns.contains(code(["X..", "O..", "O.."])));
    }
}
