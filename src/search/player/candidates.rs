//! What a move is chosen from.

use crate::game::Game;
use crate::random;
use crate::search::{MoveReport, Report};
use crate::types::{Color, Move};
use rand_pcg::Pcg64;

/// What a move is chosen from.
pub(super) struct Candidates<'a> {
    /// The game to move in.
    pub game: &'a Game,
    /// Who moves.
    pub color: Color,
    /// What the search has found.
    pub report: &'a Report,
    /// What the search likes best of the moves that can be played; no pass.
    pub best: &'a MoveReport,
    /// Tells which moves can be played.
    pub is_allowed: &'a dyn Fn(Move) -> bool,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Candidates<'_> {
    /// Random numbers that are the same for the same position and seed.
    pub fn random(&self) -> Pcg64 {
        random::of(self.game, self.seed)
    }

    /// How much the search has looked at a move beside the best one, which is not always the most visited; 1 at most.
    pub fn share(&self, found: &MoveReport) -> f32 {
        (found.visits as f32 / self.best.visits.max(1) as f32).min(1.0)
    }

    /// Those of these moves that may be chosen. When to pass is not chosen here.
    pub fn stones<'m>(&self, moves: &'m [MoveReport]) -> impl Iterator<Item = &'m MoveReport> {
        let is_stone = |mv: Move| mv != Move::Pass && (self.is_allowed)(mv);
        moves.iter().filter(move |found| is_stone(found.mv))
    }

    /// One of these, each as often as its weight says; the best move if there are none.
    pub fn draw(&self, weighted: Vec<(f32, Move)>, random: &mut Pcg64) -> Move {
        random::draw(&weighted, random).unwrap_or(self.best.mv)
    }
}

#[cfg(test)]
pub(super) mod fixture {
    use super::*;
    use crate::types::parse_move;

    /// Black's choice among all the moves of a report, of which the first is the search's best.
    pub fn among<'a>(game: &'a Game, report: &'a Report, seed: u64) -> Candidates<'a> {
        Candidates {
            game,
            color: Color::Black,
            report,
            best: &report.moves[0],
            is_allowed: &|_| true,
            seed,
        }
    }

    /// What the search has found of a move.
    pub fn found(game: &Game, vertex: &str) -> MoveReport {
        MoveReport::of(parse_move(game.dims(), vertex).unwrap())
    }

    /// A report of such moves.
    pub fn report(moves: Vec<MoveReport>) -> Report {
        Report {
            moves,
            ..Report::nothing(Color::Black)
        }
    }

    /// How often each of these moves is chosen among a thousand seeds; no other one may be.
    pub fn counts<const N: usize>(
        game: &Game,
        report: &Report,
        vertices: [&str; N],
        choose: impl Fn(&Candidates) -> Move,
    ) -> [usize; N] {
        let moves = vertices.map(|vertex| found(game, vertex).mv);
        let mut counts = [0; N];
        for seed in 0..1000 {
            let chosen = choose(&among(game, report, seed));
            let place = moves.iter().position(|&mv| mv == chosen);
            counts[place.unwrap_or_else(|| panic!("{chosen:?} was chosen"))] += 1;
        }
        counts
    }
}
