//! The positions: beginnings and middles of games that Tengen played against itself.

use crate::game::{Game, Rules};
use crate::types::{Dims, parse_move};

/// A position, as the moves that lead to it from the empty board, Black first.
pub(super) struct Position {
    pub name: &'static str,
    side: usize,
    moves: &'static str,
}

impl Position {
    /// The game so far.
    ///
    /// # Panics
    /// Never: a test plays all of them.
    pub fn game(&self) -> Game {
        let dims = Dims::square(self.side).expect("a board size");
        let mut game = Game::new(dims, Rules::default(), 7.5);
        for text in self.moves.split_whitespace() {
            let mv = parse_move(dims, text).expect("a move");
            game.play(game.to_move(), mv).expect("a legal move");
        }
        game
    }
}

pub(super) const POSITIONS: &[Position] = &[
    Position {
        name: "empty",
        side: 9,
        moves: "",
    },
    Position {
        name: "fight",
        side: 9,
        moves: "G3 F7 E6 C7 F6 G6 G5 C5 E7 G7 D8 H5 B4 G4 F4 F5 E4 B5 C4 C8 A5 F8 E8 A6 D5 D6",
    },
    Position {
        name: "middle",
        side: 13,
        moves: "C7 H11 M10 K6 G11 G12 F12 G10 F11 F10 H10 E12 H12 J11 E11 H8 J10 K10 K11 J12 K12 \
                H13 K9 D11 E10 L10 L9 L11 L12 E9 D10 D9 C10 C9 B9 B8 B10 C8 B7 D7 A8 D6",
    },
    Position {
        name: "opening",
        side: 19,
        moves: "Q16 D4 Q3 D16 R5 F17 C10 K16 K3",
    },
    Position {
        name: "middle",
        side: 19,
        moves: "R10 R2 K18 F16 C9 S5 F13 D12 C12 D11 E15 F12 C14 C4 J13 G13 G14 H14 J14 K12 E9 H13 \
                C11 K10 H15 G15 G16 F14 J12 J15 H16 J17 J16 F15 N11 H11 F17 K15 K16 J11 L15 E16 \
                Q14 R15 Q18 K17 K14 D9 D8 L3 S12 D10 R3 C7 C8 B7 B9 S9 O3 Q3 L4 R7 M3 M2 N2 S13",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_reached() {
        for position in POSITIONS {
            let moves = position.moves.split_whitespace().count();
            assert_eq!(position.game().moves().len(), moves, "{}", position.name);
            assert!(!position.game().is_over());
        }
    }
}
