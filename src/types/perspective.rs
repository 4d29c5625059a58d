//! From whose view values are told.

use super::Color;

/// From whose view values are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Perspective {
    /// Black's.
    Black,
    /// White's.
    White,
    /// Of the player who moves next.
    #[default]
    SideToMove,
}

impl Perspective {
    /// What [`Perspective::parse`] knows, in words.
    pub const CHOICES: &str = "BLACK, WHITE or SIDETOMOVE";

    /// One of KataGo's words for it, in capitals or not.
    pub fn parse(word: &str) -> Option<Perspective> {
        match word.to_ascii_uppercase().as_str() {
            "BLACK" | "B" => Some(Perspective::Black),
            "WHITE" | "W" => Some(Perspective::White),
            "SIDETOMOVE" => Some(Perspective::SideToMove),
            _ => None,
        }
    }

    /// Whose view it is where `to_move` moves next.
    pub fn color(self, to_move: Color) -> Color {
        match self {
            Perspective::Black => Color::Black,
            Perspective::White => Color::White,
            Perspective::SideToMove => to_move,
        }
    }
}
