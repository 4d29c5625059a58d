//! Levels with a network: what it likes at first sight, and little reading or none.
//!
//! With one visit a level plays by the policy alone; with more it reads. It takes moves at random, the more often the
//! better it likes them, and only plausible ones. The lowest levels also overlook moves, most of all those
//! that are far from the last ones. To keep only what is liked a fixed share as much as the best is *min-p
//! sampling* of language models (Nguyen et al., *Turning Up the Heat*, 2024).

use crate::random::fraction;
use crate::search::player::candidates::Candidates;
use crate::search::{MoveReport, Report};
use crate::types::{Dims, Move, Point};
use rand_pcg::Pcg64;

/// With fewer visits than this a lost position is only a suspicion: nobody resigns on it.
const RESIGN_VISITS: u64 = 8;
/// A move that is liked less than this share of the best one is not plausible.
const PLAUSIBLE_SHARE: f32 = 0.002;
/// A point whose owner is as clear as this is not worth a move.
const SETTLED: f32 = 0.9;
/// As many columns and rows from one of the last two moves is near.
const NEAR: usize = 2;

/// What one level does.
pub struct Row {
    /// Positions judged for a move, that on the board included.
    visits: u64,
    /// Near 0 it plays the best move; at 1 a move that is liked half as much is played half as often.
    temperature: f32,
    /// How likely a move is to be seen, 0 to 1; near the last moves the level looks twice.
    sight: f32,
}

const fn row(visits: u64, temperature: f32, sight: f32) -> Row {
    Row {
        visits,
        temperature,
        sight,
    }
}

/// Boards of up to 81 points. How each level did against others, here and below, is in `docs/play.md`.
static ON_9X9: [Row; 19] = [
    row(1, 3.0, 0.3),
    row(1, 2.1, 0.39),
    row(1, 1.63, 0.47),
    row(1, 1.31, 0.57),
    row(1, 1.07, 0.68),
    row(1, 0.86, 0.79),
    row(1, 0.69, 0.88),
    row(1, 0.53, 0.95),
    row(1, 0.3, 1.0),
    row(6, 0.25, 1.0),
    row(12, 0.22, 1.0),
    row(20, 0.15, 1.0),
    row(34, 0.1, 1.0),
    row(64, 0.1, 1.0),
    row(110, 0.1, 1.0),
    row(210, 0.1, 1.0),
    row(380, 0.1, 1.0),
    row(720, 0.1, 1.0),
    row(1500, 0.1, 1.0),
];

/// Boards of up to 169 points.
static ON_13X13: [Row; 19] = [
    row(1, 1.9, 0.42),
    row(1, 1.6, 0.48),
    row(1, 1.36, 0.56),
    row(1, 1.17, 0.63),
    row(1, 1.0, 0.71),
    row(1, 0.86, 0.78),
    row(1, 0.74, 0.85),
    row(1, 0.62, 0.91),
    row(1, 0.5, 0.95),
    row(1, 0.3, 1.0),
    row(7, 0.25, 1.0),
    row(11, 0.22, 1.0),
    row(15, 0.2, 1.0),
    row(22, 0.12, 1.0),
    row(32, 0.1, 1.0),
    row(45, 0.1, 1.0),
    row(85, 0.1, 1.0),
    row(140, 0.1, 1.0),
    row(230, 0.1, 1.0),
];

/// Larger boards.
static ON_19X19: [Row; 19] = [
    row(1, 2.2, 0.38),
    row(1, 1.92, 0.41),
    row(1, 1.69, 0.45),
    row(1, 1.49, 0.5),
    row(1, 1.32, 0.56),
    row(1, 1.17, 0.63),
    row(1, 1.03, 0.69),
    row(1, 0.91, 0.75),
    row(1, 0.8, 0.81),
    row(1, 0.69, 0.87),
    row(1, 0.58, 0.92),
    row(1, 0.48, 0.96),
    row(1, 0.3, 1.0),
    row(6, 0.25, 1.0),
    row(9, 0.22, 1.0),
    row(12, 0.2, 1.0),
    row(15, 0.18, 1.0),
    row(18, 0.15, 1.0),
    row(21, 0.12, 1.0),
];

/// The levels below full strength on such a board, weakest first. A size that was not measured has the table of the next
/// larger one.
pub fn table(dims: Dims) -> &'static [Row; 19] {
    match dims.area() {
        ..=81 => &ON_9X9,
        82..=169 => &ON_13X13,
        _ => &ON_19X19,
    }
}

impl Row {
    /// The most visits for a move.
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// Whether a position that looks lost is lost.
    pub fn can_tell(&self) -> bool {
        self.visits >= RESIGN_VISITS
    }

    /// The move that this level plays where none is urgent.
    pub fn choose(&self, candidates: &Candidates) -> Move {
        let mut random = candidates.random();
        let stones = candidates.stones(&candidates.report.moves);
        let plausible = stones.filter(|found| is_plausible(candidates, found));
        let seen = plausible.filter(|found| self.sees(candidates, found.mv, &mut random));
        let weighted = seen
            .map(|found| (self.weight(found, candidates.best), found.mv))
            .collect();
        candidates.draw(weighted, &mut random)
    }

    fn sees(&self, candidates: &Candidates, mv: Move, random: &mut Pcg64) -> bool {
        let looks = if is_near(candidates, mv) { 2 } else { 1 };
        let misses_it = (1.0 - self.sight).powi(looks);
        fraction(random) >= misses_it
    }

    fn weight(&self, found: &MoveReport, best: &MoveReport) -> f32 {
        let share = liking(found) / liking(best).max(f32::MIN_POSITIVE);
        // The best move is not always the most visited.
        share.min(1.0).powf(1.0 / self.temperature)
    }
}

/// How much is thought of a move: its visits, and among moves without any the policy.
fn liking(found: &MoveReport) -> f32 {
    found.visits as f32 + found.prior
}

/// Whether somebody who knows the game a little would think of the move. The best one may defend what would be settled
/// only after it.
fn is_plausible(candidates: &Candidates, found: &MoveReport) -> bool {
    if found.mv == candidates.best.mv {
        return true;
    }
    let Move::Place(point) = found.mv else {
        return false;
    };
    let game = candidates.game;
    let owner = owner(candidates.report, game.dims(), point);
    liking(found) >= PLAUSIBLE_SHARE * liking(candidates.best)
        && owner.abs() < SETTLED
        && !game.board().is_eye(candidates.color, point)
}

/// Whose the point becomes, −1 White to 1 Black.
fn owner(report: &Report, dims: Dims, point: Point) -> f32 {
    let owner = report.ownership.get(dims.index(point));
    owner.copied().unwrap_or(0.0)
}

/// Whether a move is near one of the last two.
fn is_near(candidates: &Candidates, mv: Move) -> bool {
    let dims = candidates.game.dims();
    let position = candidates.game.position();
    let last = [position.last_move(), position.second_last_move()];
    let mut points = last.into_iter().flatten().filter_map(Move::point);
    let Some((x, y)) = mv.point().map(|point| dims.xy(point)) else {
        return false;
    };
    points.any(|other| {
        let (other_x, other_y) = dims.xy(other);
        x.abs_diff(other_x) <= NEAR && y.abs_diff(other_y) <= NEAR
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_go_from_weak_to_strong() {
        let tables = [&ON_9X9, &ON_13X13, &ON_19X19];
        for pair in tables.iter().flat_map(|table| table.windows(2)) {
            assert!(pair[0].visits <= pair[1].visits);
            assert!(pair[0].temperature >= pair[1].temperature);
            assert!(pair[0].sight <= pair[1].sight);
        }
    }

    #[test]
    fn every_board_has_a_table() {
        let first = |width, height| &raw const *table(Dims::new(width, height).unwrap());
        assert_eq!(first(1, 1), first(9, 9));
        assert_eq!(first(10, 9), first(13, 13));
        assert_eq!(first(14, 13), first(25, 25));
        assert_ne!(first(9, 9), first(13, 13));
        assert_ne!(first(13, 13), first(19, 19));
    }
}
