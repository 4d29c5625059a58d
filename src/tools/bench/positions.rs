//! The positions: beginnings and middles of games that Tengen played against itself.

use crate::game::{Game, Rules};
use crate::types::{Dims, parse_move};

/// A position, as the moves that lead to it from the empty board, Black first.
pub struct Position {
    /// What it is called.
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

/// What `tengen bench` searches; its checksum depends on them.
pub const POSITIONS: &[Position] = &[
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

/// Positions with a past for superko to ask about: stones were taken, and
/// their points are empty or were filled again.
pub const SUPERKO_POSITIONS: &[Position] = &[
    Position {
        name: "captures",
        side: 9,
        moves: "F7 H5 G5 H4 G6 F4 G4 G3 F3 F2 E3 E2 D2 D3 E4 D4 E5 G2 G1 H3 F1 D1 C2 B3 C1 A4 E1 \
                H1 F5 D1 E1 F1 D1 D5 C3 C4 C5 C6 B5 D6 B4 A5 B6 B7 A7 A6 A8 B8 B9 A9",
    },
    Position {
        name: "captures",
        side: 19,
        moves: "N13 D5 L3 B6 C5 C6 D6 D7 E6 B5 C4 B4 A5 C13 C7 C3 D4 C17 E4 N6 N7 O7 O8 P9 P7 O9 \
                N9 H16 G16 G14 H15 G15 F16 F15 E15 E16 J16 H17 O6 O5 O4 N4 M6 N5 P5 P4 F18 J15 H14 \
                H13 O3 J14 G13 F13 D8 E7 D16 E17 D17 G12 P17 C16 C15 B15 B16 B17 A16 A17 F7 E8 E9 \
                F8 G8 F9 G9 F10 E18 K3 F17 G18 O10 L4 K4 K5 J4 J7 L5 J5 M4 G7 F6 N16 H5 G6 J6 K6 \
                K7 H6 A6 H4 B7 B8 G5 F5 E5 B3 G4 L7 K8 J8 J9 K9 L8 L9 M8 K16 J17 K17 H3 J18 E10 \
                G10 H10 J10 H9 H11 K10 H8 K2 M3 M2 N3 N2 J2 J3 O2 P2 P3 Q2 Q3 R2 N10 M10 O1 N11 \
                L10 K11 M13 L11 R1 Q1 S1 S2 E11 A4 S14 F4 Q5 P6 S18 C8 B9 D9 S7 B14 A15 C14 S9 S11 \
                T11",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Color;

    #[test]
    fn every_position_can_be_reached() {
        for position in POSITIONS.iter().chain(SUPERKO_POSITIONS) {
            let moves = position.moves.split_whitespace().count();
            assert_eq!(position.game().moves().len(), moves, "{}", position.name);
            assert!(!position.game().is_over());
        }
    }

    #[test]
    fn superko_is_asked_where_stones_were_taken() {
        for position in SUPERKO_POSITIONS {
            let game = position.game();
            let taken = Color::BOTH.map(|color| game.position().captures(color));
            assert!(taken.iter().sum::<usize>() >= 10, "{taken:?}");
        }
    }
}
