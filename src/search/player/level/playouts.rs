//! Levels without a network: fewer playouts, and a choice among the moves that they went through.
//!
//! A level chooses among the moves that its search looked at, the more often the more it looked at them, but none that
//! it believes to be much worse. So its moves are plausible, and its faults are those of too little reading.

use crate::search::MoveReport;
use crate::search::player::candidates::Candidates;
use crate::types::{Dims, Move};

/// With fewer playouts than this a lost position is only a suspicion: nobody resigns on it.
const RESIGN_PLAYOUTS: u64 = 200;
/// The board for which the table tells the playouts.
const TABLE_AREA: u64 = 81;

/// What one level does.
pub struct Row {
    /// Playouts for a move on 9×9; on larger boards more, in proportion.
    playouts: u64,
    /// 0 plays the best move; at 1 a move that was looked at half as often is played half as often.
    temperature: f32,
    /// How much lower the winning rate of the chosen move may be, 0 to 1.
    margin: f32,
}

/// The levels below full strength, weakest first. Share of games that each level won against the next, in percent, ± 13,
/// measured on 9×9 over 50 or 60 games: 38, 30, 36, 47, 35, 42, 32, 51, 38, 36, 37, 32 and, from level 13 on, 43, 33,
/// 38, 30, 39, 38. Doubling the playouts from level to level was too much between 64 and 1024 (0 to 18 %), and steps of
/// a quarter too little above 300 (50 to 58 %).
pub const TABLE: [Row; 19] = [
    row(16, 2.5, 0.50),
    row(16, 1.2, 0.35),
    row(20, 0.9, 0.25),
    row(28, 0.85, 0.23),
    row(40, 0.8, 0.21),
    row(55, 0.75, 0.19),
    row(70, 0.7, 0.17),
    row(90, 0.65, 0.155),
    row(112, 0.62, 0.14),
    row(140, 0.58, 0.13),
    row(175, 0.55, 0.12),
    row(220, 0.52, 0.11),
    row(275, 0.5, 0.10),
    row(380, 0.46, 0.09),
    row(560, 0.42, 0.08),
    row(850, 0.37, 0.07),
    row(1300, 0.32, 0.06),
    row(2000, 0.27, 0.05),
    row(3500, 0.2, 0.04),
];

const fn row(playouts: u64, temperature: f32, margin: f32) -> Row {
    Row {
        playouts,
        temperature,
        margin,
    }
}

impl Row {
    /// The most playouts for a move on this board.
    pub fn playouts(&self, dims: Dims) -> u64 {
        let area = (dims.area() as u64).max(TABLE_AREA);
        self.playouts * area / TABLE_AREA
    }

    /// Whether a position that looks lost on this board is lost.
    pub fn can_tell(&self, dims: Dims) -> bool {
        self.playouts(dims) >= RESIGN_PLAYOUTS
    }

    /// The move that this level plays where none is urgent.
    pub fn choose(&self, candidates: &Candidates) -> Move {
        let best = candidates.best;
        let is_plausible =
            |found: &&MoveReport| found.visits > 0 && found.winrate + self.margin >= best.winrate;
        let weight = |found: &MoveReport| candidates.share(found).powf(1.0 / self.temperature);
        let weighted = candidates
            .stones(&candidates.report.moves)
            .filter(is_plausible)
            .map(|found| (weight(found), found.mv))
            .collect();
        candidates.draw(weighted, &mut candidates.random())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_goes_from_weak_to_strong() {
        for pair in TABLE.windows(2) {
            assert!(pair[0].playouts <= pair[1].playouts);
            assert!(pair[0].temperature >= pair[1].temperature);
            assert!(pair[0].margin >= pair[1].margin);
        }
    }
}
