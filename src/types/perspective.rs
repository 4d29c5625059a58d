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

    /// Who looks at values of a position in which `mover` moves next.
    pub fn of(self, mover: Color) -> Viewer {
        let viewer = match self {
            Perspective::Black => Color::Black,
            Perspective::White => Color::White,
            Perspective::SideToMove => mover,
        };
        Viewer { viewer, mover }
    }
}

/// Turns what the player to move has into what the viewer has.
#[derive(Clone, Copy, Debug)]
pub struct Viewer {
    viewer: Color,
    mover: Color,
}

impl Viewer {
    /// A value that the opponent has with the other sign.
    pub fn value(self, movers: f32) -> f32 {
        match self.viewer == self.mover {
            true => movers,
            false => -movers,
        }
    }

    /// A chance to win, 0..=1.
    pub fn rate(self, movers: f32) -> f32 {
        match self.viewer == self.mover {
            true => movers,
            false => 1.0 - movers,
        }
    }

    /// 1 where the viewer is Black, by which Black's values are multiplied.
    pub fn sign(self) -> f32 {
        self.viewer.sign()
    }
}
