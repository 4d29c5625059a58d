//! Moves that people would play, in the place of the search's own.
//!
//! One parameter says how often, another how fast a move gets rarer with what it loses: the chance that people play it
//! falls by a factor of e for each so many points of utility (*piKL*: Jacob et al., *Modeling Strong and Human-Like
//! Gameplay with KL-Regularized Search*, 2022). After KataGo's `humanSLChosenMoveProp` and
//! `humanSLChosenMovePiklLambda`. The search decides when to pass and when to resign.

use super::candidates::Candidates;
use crate::net::model::Evaluation;
use crate::search::{MoveReport, Params, Report};
use crate::types::{Dims, Move};

/// A move that is less likely than this share of the likeliest one is a slip that nobody wants to see.
const SLIP_SHARE: f32 = 0.01;
/// With a greater lambda even the loss of the game, which is worth 2, makes hardly any move rarer.
const INDIFFERENT: f32 = 20.0;
/// So many moves are looked at only because people may play them.
const MOST_LOOKS: usize = 16;

/// The search's best move, or one that people would play.
pub(super) fn choose(candidates: &Candidates, human_policy: &Evaluation, params: &Params) -> Move {
    let share = params.human_move_share;
    let mut likely = likely_moves(candidates, human_policy, params.human_move_lambda);
    let total: f32 = likely.iter().map(|(chance, _)| chance).sum();
    for (chance, _) in &mut likely {
        *chance *= share / total;
    }
    likely.push((1.0 - share, candidates.best.mv));
    candidates.draw(likely, &mut candidates.random())
}

/// The likeliest moves that may be played and that the search has not looked at, where it matters what a move loses.
pub(super) fn unseen_moves(
    dims: Dims,
    human_policy: &Evaluation,
    report: &Report,
    lambda: f32,
    may_play: impl Fn(Move) -> bool,
) -> Vec<Move> {
    if lambda > INDIFFERENT {
        return Vec::new();
    }
    let shown = report.moves_and_copies(dims);
    let stones = shown.iter().filter(|found| found.mv != Move::Pass);
    let chance = |found: &MoveReport| human_policy.chance_of(dims, found.mv);
    let most = stones.clone().map(chance).fold(0.0, f32::max);
    let mut unseen: Vec<&MoveReport> = stones
        .filter(|found| found.visits == 0 && chance(found) >= SLIP_SHARE * most)
        .filter(|found| may_play(found.mv))
        .collect();
    unseen.sort_by(|a, b| chance(b).total_cmp(&chance(a)));
    unseen.truncate(MOST_LOOKS);
    unseen.iter().map(|found| found.mv).collect()
}

/// The moves that people may play, passes left out, each with its chance as a share of that of the likeliest.
fn likely_moves(
    candidates: &Candidates,
    human_policy: &Evaluation,
    lambda: f32,
) -> Vec<(f32, Move)> {
    let dims = candidates.game.dims();
    // Of moves that are the same with the board turned one alone is searched.
    let shown = candidates.report.moves_and_copies(dims);
    // What looks better than the best move was looked at too little to be it.
    let chance =
        |loss: f32, mv: Move| human_policy.chance_of(dims, mv) * (-loss.max(0.0) / lambda).exp();
    let best = candidates.best.utility;
    let mut likely: Vec<(f32, Move)> = candidates
        .stones(&shown)
        .map(|found| (chance(best - found.utility, found.mv), found.mv))
        .collect();
    let most = likely
        .iter()
        .fold(0.0, |most: f32, found| most.max(found.0));
    likely.retain(|&(chance, _)| chance > 0.0 && chance >= SLIP_SHARE * most);
    // By a small lambda all of them may be so small that nothing can be divided by their sum.
    for (chance, _) in &mut likely {
        *chance /= most;
    }
    likely
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Rules};
    use crate::search::player::candidates::fixture::{among, counts, found, report};

    fn game() -> Game {
        Game::new(Dims::square(5).unwrap(), Rules::default(), 0.5)
    }

    fn mv(vertex: &str) -> Move {
        found(&game(), vertex).mv
    }

    /// People like C3 twice as much as B2, pass often, and hardly ever play A1.
    fn human_policy() -> Evaluation {
        let mut policy = vec![0.0; 25];
        for (vertex, chance) in [("C3", 0.4), ("B2", 0.2), ("A1", 0.001)] {
            policy[game().dims().index_from_top(mv(vertex).point().unwrap())] = chance;
        }
        Evaluation {
            policy,
            pass: 0.399,
            ..Evaluation::default()
        }
    }

    /// Moves with their utilities; the first one is the search's best.
    fn worth(moves: &[(&str, f32)]) -> Report {
        let found = |&(vertex, utility): &(&str, f32)| MoveReport {
            utility,
            ..found(&game(), vertex)
        };
        report(moves.iter().map(found).collect())
    }

    /// How often each of C3, B2 and E5, the search's best, is chosen among a thousand seeds.
    fn chosen(share: f32, lambda: f32) -> [usize; 3] {
        let report = worth(&[
            ("E5", 0.5),
            ("C3", 0.1),
            ("B2", 0.5),
            ("A1", 0.5),
            ("pass", 0.5),
        ]);
        let params = Params {
            human_move_share: share,
            human_move_lambda: lambda,
            ..Params::default()
        };
        counts(&game(), &report, ["C3", "B2", "E5"], |candidates| {
            choose(candidates, &human_policy(), &params)
        })
    }

    #[test]
    fn people_take_the_place_of_the_search_as_often_as_is_asked_for() {
        assert_eq!(chosen(0.0, 1e8), [0, 0, 1000]);
        let [c3, b2, best] = chosen(1.0, 1e8);
        assert!(
            best == 0 && c3.abs_diff(667) < 60 && b2.abs_diff(333) < 60,
            "{c3} {b2}"
        );
        let [.., best] = chosen(0.5, 1e8);
        assert!(best.abs_diff(500) < 60, "{best}");
    }

    #[test]
    fn what_loses_is_played_less() {
        // C3 loses 0.4: with a lambda of as much its weight falls from two to 0.74 for one of B2's.
        let [c3, b2, _] = chosen(1.0, 0.4);
        assert!(c3.abs_diff(424) < 60 && b2.abs_diff(576) < 60, "{c3} {b2}");
        let [c3, b2, _] = chosen(1.0, 0.01);
        assert_eq!((c3, b2), (0, 1000));
    }

    /// Nothing divides by the sum of such chances, some 10⁻⁴⁰.
    #[test]
    fn what_is_hardly_ever_played_is_played_where_all_else_is_rarer() {
        let report = worth(&[("E5", 0.5), ("C3", 0.491), ("B2", 0.491)]);
        let params = Params {
            human_move_share: 1.0,
            human_move_lambda: 1e-4,
            ..Params::default()
        };
        let [c3, b2] = counts(&game(), &report, ["C3", "B2"], |candidates| {
            choose(candidates, &human_policy(), &params)
        });
        assert!(c3.abs_diff(667) < 60 && b2.abs_diff(333) < 60, "{c3} {b2}");
    }

    #[test]
    fn likely_moves_are_looked_at_where_it_matters_what_they_lose() {
        let mut report = worth(&["E5", "B2", "C3", "A1", "pass"].map(|vertex| (vertex, 0.5)));
        report.moves[0].visits = 3;
        let looked_at = |lambda, forbidden| {
            let may_play = |other: Move| other != mv(forbidden);
            unseen_moves(game().dims(), &human_policy(), &report, lambda, may_play)
        };
        assert_eq!(looked_at(0.06, "A1"), [mv("C3"), mv("B2")]);
        assert_eq!(looked_at(0.06, "C3"), [mv("B2")]);
        assert_eq!(looked_at(1e8, "A1"), []);
    }

    #[test]
    fn what_seems_to_gain_is_not_played_more() {
        let (game, report) = (game(), worth(&[("E5", 0.5), ("C3", 0.9), ("B2", 0.5)]));
        let choices = likely_moves(&among(&game, &report, 1), &human_policy(), 1e-4);
        assert_eq!(choices, [(1.0, mv("C3")), (0.5, mv("B2"))]);
    }
}
