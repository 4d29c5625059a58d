//! What a network thinks of a position, made from what its heads say.

use super::Raw;
use crate::net::file::{Model, Multipliers};
use crate::types::{Dims, Move};
use std::borrow::Borrow;

/// What a network thinks of a position, from the view of the side to move.
///
/// Whatever the network says, each number is finite, probabilities are from 0 to 1, those of the
/// legal moves add up to 1, and so do the three outcomes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Probability that a strong player plays at each point, in the order of [`Dims::points_from_top`]; 0 where that is illegal.
    pub policy: Vec<f32>,
    /// Probability of a pass.
    pub pass: f32,
    /// Probability that the side to move wins.
    pub win: f32,
    /// Probability that the side to move loses.
    pub loss: f32,
    /// Probability that the game has no result, because of a long cycle.
    pub no_result: f32,
    /// Points by which the side to move is ahead: what would have to change hands to make the game even.
    pub lead: f32,
    /// Mean of the final score in points, as the network's own games go on.
    pub score_mean: f32,
    /// Mean of the square of the final score.
    pub score_mean_square: f32,
    /// Measures how many moves it will take until the outcome is clear; from model version 9 on.
    pub time_left: Option<f32>,
    /// Expected error of `win - loss`, against a search a few moves on; from model version 9 on.
    pub outcome_error: Option<f32>,
    /// Expected error of `score_mean`, in points, against a search a few moves on; from model version 9 on.
    pub score_error: Option<f32>,
    /// To whom each point will belong, in the same order: 1 the side to move, -1 the opponent.
    pub ownership: Vec<f32>,
}

impl Evaluation {
    /// The standard deviation of the final score in points.
    pub fn score_stdev(&self) -> f32 {
        (self.score_mean_square - self.score_mean * self.score_mean)
            .max(0.0)
            .sqrt()
    }

    /// Probability that a strong player plays this move on a board of these dimensions.
    pub fn chance_of(&self, dims: Dims, mv: Move) -> f32 {
        let Move::Place(point) = mv else {
            return self.pass;
        };
        let chance = self.policy.get(dims.index_from_top(point));
        chance.copied().unwrap_or(0.0)
    }

    /// The mean of what was said of one position in several ways; there is one at least.
    pub fn mean<E: Borrow<Evaluation>>(all: &[E]) -> Evaluation {
        let share = 1.0 / all.len() as f32;
        let all = || all.iter().map(Borrow::borrow);
        let number = |of: fn(&Evaluation) -> f32| share * all().map(of).sum::<f32>();
        let told = |of: fn(&Evaluation) -> Option<f32>| {
            let sum: Option<f32> = all().map(of).sum();
            sum.map(|sum| share * sum)
        };
        let points = |of: fn(&Evaluation) -> &[f32]| {
            let mut means = Vec::new();
            for said in all() {
                means.resize(of(said).len(), 0.0);
                for (mean, number) in std::iter::zip(&mut means, of(said)) {
                    *mean += share * number;
                }
            }
            means
        };
        Evaluation {
            policy: points(|said| &said.policy),
            pass: number(|said| said.pass),
            win: number(|said| said.win),
            loss: number(|said| said.loss),
            no_result: number(|said| said.no_result),
            lead: number(|said| said.lead),
            score_mean: number(|said| said.score_mean),
            score_mean_square: number(|said| said.score_mean_square),
            time_left: told(|said| said.time_left),
            outcome_error: told(|said| said.outcome_error),
            score_error: told(|said| said.score_error),
            ownership: points(|said| &said.ownership),
        }
    }

    /// The value in one number: 1 if the side to move wins, 0 if it loses.
    pub fn win_rate(&self) -> f32 {
        self.win + 0.5 * self.no_result
    }
}

/// What an evaluation depends on besides the network's numbers.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Where each point lay on the board that the network saw, which may have been turned.
    pub places: &'a [u16],
    /// For each point whether the side to move may play there. A pass is always legal.
    pub legal: &'a [bool],
    /// Whether a game under these rules can end without a result: under the simple ko rule and
    /// under territory scoring.
    pub can_be_void: bool,
    /// The logits of the policy are divided by this, which is above 0; 1 as the network was trained.
    pub temperature: f32,
    /// From 0 to 1, how much the optimistic policy counts, where the network has one. It
    /// prefers moves that may turn out better than they look.
    pub optimism: f32,
}

/// How a network's raw numbers are to be read.
///
/// Source: KataGo's `cpp/neuralnet/nneval.cpp` (1.17.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outputs {
    version: u32,
    multipliers: Multipliers,
    has_optimist: bool,
}

impl Outputs {
    /// Of this network.
    pub fn of(model: &Model) -> Outputs {
        Outputs {
            version: model.version,
            multipliers: model.multipliers,
            // People are no optimists: KataGo asks human-style networks so too.
            has_optimist: model.policy.outputs() > 1 && model.trunk.metadata.is_none(),
        }
    }

    /// How much the optimistic policy counts where it was asked to count so much: not at all where there is none.
    pub fn optimism(&self, asked: f32) -> f32 {
        if self.has_optimist { asked } else { 0.0 }
    }

    /// Whether it tells how far it may be wrong.
    pub fn tell_errors(&self) -> bool {
        self.version >= 9
    }

    /// Makes an evaluation. Only a broken network says numbers that are not finite, which count
    /// as 0, or immense ones, which are cut. `evaluation` is overwritten, its memory used again.
    pub fn read(&self, raw: &Raw, question: &Question, evaluation: &mut Evaluation) {
        read_policy(raw, question, evaluation);
        self.read_value(raw, question, evaluation);
        let places = question.places.iter().map(|&place| usize::from(place));
        let ownership = places.map(|place| finite(raw.ownership[place]).tanh());
        evaluation.ownership.clear();
        evaluation.ownership.extend(ownership);
    }

    fn read_value(&self, raw: &Raw, question: &Question, evaluation: &mut Evaluation) {
        let multipliers = &self.multipliers;
        let outcome = raw.outcome.map(|x| f64::from(finite(x)));
        let [win, loss, no_result] = outcomes(outcome, question.can_be_void);
        let scores = &raw.scores;
        let number = |x: f32| f64::from(finite(x));
        let mean = bounded(number(scores.mean) * multipliers.score_mean);
        let stdev = bounded(softplus(number(scores.stdev)) * multipliers.score_stdev);
        let lead = bounded(number(scores.lead) * multipliers.lead);
        // The head speaks of games that have a result; the others count as a score of 0.
        let with_result = 1.0 - no_result;
        evaluation.win = win as f32;
        evaluation.loss = loss as f32;
        evaluation.no_result = no_result as f32;
        evaluation.score_mean = (mean * with_result) as f32;
        evaluation.score_mean_square = ((mean * mean + stdev * stdev) * with_result) as f32;
        evaluation.lead = (lead * with_result) as f32;
        let time_left = softplus(number(scores.time_left)) * multipliers.variance_time;
        let (outcome_error, score_error) =
            self.errors(number(scores.outcome_error), number(scores.score_error));
        let known = |x: f64| self.tell_errors().then_some(bounded(x) as f32);
        evaluation.time_left = known(time_left);
        evaluation.outcome_error = known(outcome_error);
        evaluation.score_error = known(score_error);
    }

    /// The short-term errors of outcome and score.
    fn errors(&self, outcome: f64, score: f64) -> (f64, f64) {
        let by_outcome = self.multipliers.shortterm_value_error;
        let by_score = self.multipliers.shortterm_score_error;
        match self.version {
            ..10 => (softplus(outcome), 10.0 * softplus(score)),
            10..14 => (
                (softplus(outcome) * by_outcome).sqrt(),
                (softplus(score) * by_score).sqrt(),
            ),
            _ => (
                softplus(0.5 * outcome) * by_outcome.sqrt(),
                softplus(0.5 * score) * by_score.sqrt(),
            ),
        }
    }
}

/// Far beyond what any sound network says, and far from where arithmetic overflows.
pub(super) const LARGEST: f32 = 1e6;

fn finite(x: f32) -> f32 {
    if x.is_finite() {
        x.clamp(-LARGEST, LARGEST)
    } else {
        0.0
    }
}

/// A number of points or moves, which the file's multipliers could make endless.
fn bounded(x: f64) -> f64 {
    x.clamp(-f64::from(LARGEST), f64::from(LARGEST))
}

/// `ln(1 + exp(x))`
fn softplus(x: f64) -> f64 {
    if x > 40.0 { x } else { x.exp().ln_1p() }
}

/// The probabilities of win, loss and no result.
fn outcomes(logits: [f64; 3], can_be_void: bool) -> [f64; 3] {
    let [win, loss, no_result] = logits;
    let mut most = win.max(loss);
    if can_be_void {
        most = most.max(no_result);
    }
    let void = if can_be_void {
        (no_result - most).exp()
    } else {
        0.0
    };
    let parts = [(win - most).exp(), (loss - most).exp(), void];
    let sum: f64 = parts.iter().sum();
    parts.map(|part| part / sum)
}

/// The softmax over the legal moves and the pass.
fn read_policy(raw: &Raw, question: &Question, evaluation: &mut Evaluation) {
    let logit = |policies: &[f32]| {
        let usual = finite(policies[0]);
        let optimistic = policies.get(1).map_or(usual, |&x| finite(x));
        (usual + (optimistic - usual) * question.optimism) / question.temperature
    };
    let pass = logit(&raw.pass);
    let policy = &mut evaluation.policy;
    policy.clear();
    let places = question.places.iter().map(|&place| usize::from(place));
    policy.extend(places.map(|place| logit(&raw.policy[place * raw.policies..][..raw.policies])));

    let mut most = pass;
    for (&x, &legal) in policy.iter().zip(question.legal) {
        if legal {
            most = most.max(x);
        }
    }
    evaluation.pass = (pass - most).exp();
    let mut sum = evaluation.pass;
    for (x, &legal) in policy.iter_mut().zip(question.legal) {
        *x = if legal { (*x - most).exp() } else { 0.0 };
        sum += *x;
    }
    policy.iter_mut().for_each(|x| *x /= sum);
    evaluation.pass /= sum;
}
