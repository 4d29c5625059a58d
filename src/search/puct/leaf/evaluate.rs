//! What a leaf is worth.
//!
//! The network says it. Where the game is over, it is counted instead: as it stands if dead stones must be captured, and without
//! the dead stones if the network is sure of them. After one pass with nothing left to play for, both have a share. A long cycle
//! has no result.

use super::finished::{count_agreed, settled};
use super::oracle::Oracle;
use super::vital::{VitalPoints, vital_points};
use crate::game::{Scoring, Tax};
use crate::net::Manner;
use crate::net::features::{HISTORY, Trail};
use crate::net::model::Evaluation;
use crate::search::Params;
use crate::search::driver::descent::Descent;
use crate::search::driver::root::Root;
use crate::search::puct::bias::BiasKey;
use crate::search::puct::tracked_descent::TrackedDescent;
use crate::search::puct::tree::node::NodeEvaluation;
use crate::search::puct::tree::policy::Policy;
use crate::search::puct::tree::stats::{OWNER_UNITS, Value};
use crate::search::puct::utility::Utility;
use crate::types::{Color, Move, Symmetry};
use std::sync::Arc;

/// How sure of itself a network with no opinion of its errors is taken to be.
const PLAIN_WEIGHT: f32 = 1.0;
/// A network that is sure weighs at most this much.
const MOST_WEIGHT: f32 = 8.0;
/// The error, in utility, at which an evaluation weighs about 1.
const ERROR_SCALE: f32 = 0.25;

/// Evaluates the leaves of a worker's descents.
pub struct LeafEvaluator<O: Oracle, const N: usize, const W: usize> {
    asker: O::Asker<N, W>,
    /// How much a game that is over weighs, of which nothing is uncertain.
    certain_weight: f32,
    /// What a draw is worth to Black, −1..=1.
    draw: f32,
    /// The policy of the root is made so much flatter.
    root_temperature: f32,
    /// How optimistic the policy of the root is, and that of the tree.
    root_optimism: f32,
    optimism: f32,
    /// In how many ways the root is looked at.
    pub root_symmetries: u32,
    /// To what a move on a vital point is raised.
    vital_prior: f32,
    root_trail: Trail<N, W>,
    /// The way to what is asked about.
    trail: Trail<N, W>,
}

impl<O: Oracle, const N: usize, const W: usize> LeafEvaluator<O, N, W> {
    /// For positions below this root.
    pub fn new(oracle: &Arc<O>, params: &Params, root: &Root<N, W>) -> Self {
        let game = &root.game;
        let start = game.start().board().sized();
        let mut trail = Trail::of_game(start.expect("all boards of a game have one layout"), game);
        trail.set_to_move(root.stance.to_move);
        LeafEvaluator {
            asker: oracle.asker(),
            certain_weight: match oracle.tells_errors() {
                true => MOST_WEIGHT,
                false => PLAIN_WEIGHT,
            },
            draw: 1.0 - 2.0 * params.draw_value_for_white,
            root_temperature: params.root_policy_temperature,
            root_optimism: params.root_policy_optimism,
            optimism: params.policy_optimism,
            root_symmetries: params.root_symmetries.round() as u32,
            vital_prior: params.vital_prior,
            root_trail: trail.clone(),
            trail,
        }
    }

    /// Evaluates the position that the descent has reached; `ownership` is told whose each point is.
    pub fn evaluate(
        &mut self,
        tracked: &TrackedDescent<'_, N, W>,
        utility: &Utility,
        ownership: &mut [i8; N],
    ) -> NodeEvaluation {
        let descent = &tracked.descent;
        let (root, is_over) = (descent.root, descent.is_over());
        if is_over && root.stance.dead_stones.must_be_captured() {
            return self.count(descent, ownership);
        }
        let said = match descent.moves.is_empty() {
            true => self.ask(tracked, self.root_temperature),
            false => self.ask(tracked, 1.0),
        };
        write_ownership(&said, descent, ownership);
        if descent.is_cycle() {
            return self.certain(Value::NO_RESULT);
        }
        let rules = root.game.rules();
        if is_over && let Some(area_lead) = count_agreed(&descent.board, ownership, rules) {
            return self.counted(area_lead as f32 - descent.komi());
        }
        let mut value = value(&said, descent);
        let mut bias_key = BiasKey::of(&descent.board, descent.last_moves());
        if let Some((lead, certainty)) = count_of_settled(descent, ownership) {
            let count = Value::of_count(lead, self.draw);
            value = value.mixed(&count, certainty);
            // The value is not the network's alone any more, and tells nothing of its bias.
            bias_key = None;
        }
        if let Some(winner) = sure_winner(descent) {
            value.win_loss = winner.sign() * (1.0 - value.no_result);
        }
        NodeEvaluation {
            value,
            utility_variance: 0.0,
            weight: weight(&said, utility.slope(value.score)),
            policy: (!is_over).then(|| policy(&said, tracked, self.vital_prior)),
            bias_key,
        }
    }

    /// The policy of the root, whatever the position was when it was evaluated first.
    pub fn root_policy(&mut self, root: &Root<N, W>) -> Policy {
        let tracked = TrackedDescent::new(root);
        let said = self.ask(&tracked, self.root_temperature);
        policy(&said, &tracked, self.vital_prior)
    }

    /// What is said of the root itself.
    pub fn raw_evaluation(&mut self, root: &Root<N, W>) -> Arc<Evaluation> {
        self.ask(&TrackedDescent::new(root), 1.0)
    }

    fn ask(&mut self, tracked: &TrackedDescent<'_, N, W>, temperature: f32) -> Arc<Evaluation> {
        let ways = match tracked.descent.moves.is_empty() {
            true => self.root_symmetries,
            false => 1,
        };
        // Each position is always looked at in the same way, and positions in all ways alike.
        let first = (tracked.descent.board.hash() % 8) as u32;
        let mut ask = |way| {
            let symmetry = Symmetry::ALL[((first + way) % 8) as usize];
            self.ask_turned(tracked, temperature, symmetry)
        };
        if ways == 1 {
            return ask(0);
        }
        let said: Vec<Arc<Evaluation>> = (0..ways).map(ask).collect();
        Arc::new(Evaluation::mean(&said))
    }

    /// What is said of the position, the board turned so.
    fn ask_turned(
        &mut self,
        tracked: &TrackedDescent<'_, N, W>,
        temperature: f32,
        symmetry: Symmetry,
    ) -> Arc<Evaluation> {
        let descent = &tracked.descent;
        let (stance, depth) = (&descent.root.stance, descent.moves.len());
        self.trail.copy_from(&self.root_trail);
        for &mv in &descent.moves {
            self.trail.play(self.trail.to_move(), mv);
        }
        let mut situation = self
            .trail
            .situation(self.komi_with_draws(descent.komi()), tracked.banned());
        situation.players = stance.players;
        let manner = Manner {
            symmetry,
            optimism: match depth {
                0 => self.root_optimism,
                _ => self.optimism,
            },
            temperature,
            past: if stance.hides_past { depth } else { HISTORY },
            // The players will agree on what is dead; the network says it of the board as it is. And at the root a pass may count
            // for nothing.
            plays_on: descent.is_over() || depth == 0 && stance.conservative_pass,
        };
        O::ask(&mut self.asker, &situation, &manner)
    }

    /// The komi that a network is told of, where a whole one lets games be drawn: half a point more makes every draw a win for White
    /// (KataGo's `drawEquivalentWinsForWhite`).
    fn komi_with_draws(&self, komi: f32) -> f32 {
        match komi.fract() == 0.0 {
            true => komi - self.draw / 2.0,
            false => komi,
        }
    }

    /// Counts a finished game by its stones as they stand.
    fn count(&self, descent: &Descent<'_, N, W>, ownership: &mut [i8; N]) -> NodeEvaluation {
        let lead = descent.root.lead_as_it_stands(&descent.board, ownership);
        ownership
            .iter_mut()
            .for_each(|owner| *owner *= OWNER_UNITS as i8);
        self.counted(lead as f32 - descent.komi())
    }

    /// A finished game that Black has won by so many points.
    fn counted(&self, lead: f32) -> NodeEvaluation {
        self.certain(Value::of_count(lead, self.draw))
    }

    /// A game whose end is certain.
    fn certain(&self, value: Value) -> NodeEvaluation {
        NodeEvaluation {
            value,
            utility_variance: 0.0,
            weight: self.certain_weight,
            policy: None,
            bias_key: None,
        }
    }
}

fn write_ownership<const N: usize, const W: usize>(
    said: &Evaluation,
    descent: &Descent<'_, N, W>,
    ownership: &mut [i8; N],
) {
    let scale = descent.to_move.sign() * OWNER_UNITS as f32;
    let points = descent.board.dims().points_from_top();
    for (point, owner) in std::iter::zip(points, &said.ownership) {
        ownership[point.index()] = (owner * scale).round() as i8;
    }
}

/// Black's lead in a game that goes on, where one player has passed and nothing is left to play for, and how certain that is, 0..=1.
/// In a fight, in which nobody passes, a network may be sure of owners and wrong. Under territory rules a stone that has yet to
/// be added at home costs a point, and no owner shows it.
fn count_of_settled<const N: usize, const W: usize>(
    descent: &Descent<'_, N, W>,
    ownership: &[i8; N],
) -> Option<(f32, f32)> {
    let (root, rules) = (descent.root, descent.root.game.rules());
    let has_one_passed = descent.passes() == 1;
    if !has_one_passed || rules.scoring != Scoring::Area || rules.tax == Tax::All {
        return None;
    }
    let found = settled(&descent.board, ownership, root.stance.dead_stones)?;
    Some((found.area_lead as f32 - descent.komi(), found.certainty))
}

/// Who wins a game with a result however it goes on, because komi is more than the area of the board: networks have not been taught such komi.
fn sure_winner<const N: usize, const W: usize>(descent: &Descent<'_, N, W>) -> Option<Color> {
    let (komi, area) = (descent.komi(), descent.board.dims().area() as f32);
    // Prisoners may be worth more than any area.
    if descent.root.game.rules().scoring != Scoring::Area || komi.abs() <= area {
        return None;
    }
    Some(if komi > 0.0 {
        Color::White
    } else {
        Color::Black
    })
}

/// What was said, in Black's view.
fn value<const N: usize, const W: usize>(said: &Evaluation, descent: &Descent<'_, N, W>) -> Value {
    let sign = descent.to_move.sign();
    let (komi, area) = (descent.komi(), descent.board.dims().area() as f32);
    // Of small boards, on which they have hardly been trained, networks say more points than there are.
    let possible = |lead: f32| (sign * lead).clamp(-area - komi, area - komi);
    let score = possible(said.score_mean);
    let variance = said.score_mean_square - said.score_mean * said.score_mean;
    Value {
        win_loss: sign * (said.win - said.loss),
        no_result: said.no_result,
        lead: possible(said.lead),
        score,
        score_square: variance + score * score,
    }
}

/// What was said of the moves. Those on vital points are raised to `vital_prior`, then all are scaled to a sum of 1.
fn policy<const N: usize, const W: usize>(
    said: &Evaluation,
    tracked: &TrackedDescent<'_, N, W>,
    vital_prior: f32,
) -> Policy {
    let (board, rules) = (&tracked.descent.board, tracked.descent.root.game.rules());
    let dims = board.dims();
    let vital = match vital_prior > 0.0 {
        true => vital_points(board, rules.suicide),
        false => VitalPoints::new(),
    };
    let chance = |mv: Move| said.chance_of(dims, mv);
    let missing = |mv: Move| match mv.point() {
        Some(point) if vital.contains(&point) => (vital_prior - chance(mv)).max(0.0),
        _ => 0.0,
    };
    let vital_moves = vital.iter().map(|&point| Move::Place(point));
    let added: f32 = vital_moves
        .filter(|&mv| tracked.is_legal(mv))
        .map(missing)
        .sum();
    let prior = |mv: Move| (chance(mv) + missing(mv)) / (1.0 + added);
    Policy::new(dims, |mv| tracked.is_legal(mv).then(|| prior(mv)))
}

/// Whether what was said of a position offers every legal move and no other. If it was evaluated where another order of moves
/// led to it, superko may have forbidden other moves.
pub fn offers_legal_moves<const N: usize, const W: usize>(
    evaluation: &NodeEvaluation,
    tracked: &TrackedDescent<'_, N, W>,
) -> bool {
    let Some(policy) = &evaluation.policy else {
        return false;
    };
    let dims = tracked.descent.board.dims();
    let is_right = |mv: Move| policy.prior(dims, mv).is_some() == tracked.is_legal(mv);
    dims.points().map(Move::Place).all(is_right)
}

/// Less for what the network is unsure of, where a point is worth `per_point` of utility (KataGo's uncertainty weighting).
fn weight(said: &Evaluation, per_point: f32) -> f32 {
    let Some(outcome_error) = said.outcome_error else {
        return PLAIN_WEIGHT;
    };
    let error = outcome_error + said.score_error.unwrap_or(0.0) * per_point;
    ERROR_SCALE / (error + ERROR_SCALE / MOST_WEIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_network_is_unsure_of_weighs_less() {
        let weighed = |outcome_error, score_error| {
            let said = Evaluation {
                outcome_error,
                score_error,
                ..Evaluation::default()
            };
            weight(&said, 0.02)
        };
        assert_eq!(weighed(None, Some(9.0)), PLAIN_WEIGHT);
        assert_eq!(weighed(Some(0.0), None), MOST_WEIGHT);
        let usual = weighed(Some(0.25), None);
        assert!((usual - 8.0 / 9.0).abs() < 1e-4, "{usual}");
        // Ten points are as much as 0.2 of the outcome here.
        let by_points = weighed(Some(0.05), Some(10.0));
        assert!((by_points - usual).abs() < 1e-4, "{by_points}");
    }
}
