//! Colours, and what a point holds.

use std::fmt;
use std::ops::Not;

/// The colour of a stone or of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Moves first in an even game.
    Black = 0,
    /// Receives komi.
    White = 1,
}

impl Color {
    /// Both colours, Black first: the order of [`Color::index`].
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// 0 for Black, 1 for White.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other colour.
    #[inline(always)]
    pub const fn opponent(self) -> Color {
        Color::from_index(1 - self as usize)
    }

    /// Black for 0, White for 1; higher bits are ignored.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Color {
        match index & 1 {
            0 => Color::Black,
            _ => Color::White,
        }
    }

    /// The colour that `b`, `w`, `black` or `white` names, in any case; `None` for other words.
    pub fn parse(word: &str) -> Option<Color> {
        let is = |names: [&str; 2]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
        match word {
            _ if is(["b", "black"]) => Some(Color::Black),
            _ if is(["w", "white"]) => Some(Color::White),
            _ => None,
        }
    }

    /// 1 for Black, −1 for White: turns what is good for Black into what is good for a player, and back.
    #[inline(always)]
    pub const fn sign(self) -> f32 {
        match self {
            Color::Black => 1.0,
            Color::White => -1.0,
        }
    }

    /// Black's chance to win, 0 to 1, as this player's, and back.
    #[inline]
    pub fn winrate(self, black: f32) -> f32 {
        match self {
            Color::Black => black,
            Color::White => 1.0 - black,
        }
    }

    /// `Black` or `White`, as a sentence names a player.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "Black",
            Color::White => "White",
        }
    }

    /// `B` or `W`, as records name a player.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        self.opponent()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// What a point holds.
///
/// The values are the two-bit fields of the 3×3 codes that the board keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Cell {
    /// No stone.
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// Not a point of this board.
    OffBoard = 3,
}

impl Cell {
    /// The colour of the stone, if there is one.
    #[inline(always)]
    pub const fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Empty | Cell::OffBoard => None,
        }
    }

    /// The cell of a two-bit field; higher bits are ignored.
    #[inline(always)]
    pub const fn from_bits(bits: u8) -> Cell {
        match bits & 3 {
            0 => Cell::Empty,
            1 => Cell::Black,
            2 => Cell::White,
            _ => Cell::OffBoard,
        }
    }
}

impl From<Color> for Cell {
    #[inline(always)]
    fn from(color: Color) -> Cell {
        Cell::from_bits(color as u8 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_words_or_letters_in_any_case() {
        for color in Color::BOTH {
            let letter = color.letter().to_string();
            for word in [color.name(), &letter, &color.to_string()] {
                assert_eq!(Color::parse(word), Some(color));
                assert_eq!(Color::parse(&word.to_lowercase()), Some(color));
                assert_eq!(Color::parse(&word.to_uppercase()), Some(color));
            }
        }
        for word in ["", "bl", "blacks", "x", " b", "empty"] {
            assert_eq!(Color::parse(word), None, "{word:?}");
        }
    }

    #[test]
    fn black_is_first_and_counts_up() {
        assert_eq!(Color::BOTH.map(Color::index), [0, 1]);
        assert_eq!(Color::BOTH.map(Color::sign), [1.0, -1.0]);
        assert_eq!(Color::BOTH.map(Color::letter), ['B', 'W']);
        assert_eq!(Color::BOTH.map(Color::name), ["Black", "White"]);
    }
}
