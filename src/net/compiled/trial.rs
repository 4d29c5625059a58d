//! Whether a network keeps its judgement where its products are computed with fewer bits.

use super::{Compiled, CompiledForward};
use crate::net::file::GLOBALS;
use crate::net::model::{Forward, Input, Raw};
use std::sync::Arc;

/// The board of the trial: small, so that it costs little time as a network is loaded. Its tiles of 3x3 are computed less
/// exactly in integers than the larger ones of larger boards.
const SIDE: usize = 9;

/// Positions of the trial.
const POSITIONS: u32 = 4;

/// The greatest divergence of the policies on the average, in nats: less than a kernel of 8-bit integers makes of a common network,
/// and at least thirty times what one of 16 bits makes. A search repairs so little with its first visits.
const POLICY: f64 = 5e-4;

/// The greatest difference of the chances to win on the average: less than a network differs between two symmetries of a position.
/// Large transformers in bfloat16, several times as fast as in integers, stay below it.
const OUTCOME: f64 = 5e-3;

/// How what is said of a position differs.
#[derive(Clone, Copy, Debug)]
struct Difference {
    /// The divergence of the policy, in nats.
    policy: f64,
    /// The greatest difference of the chances of an outcome.
    outcome: f64,
}

/// What a network says of some positions.
pub fn said_in_trial(network: &Arc<Compiled>) -> Vec<Raw> {
    let mut network = CompiledForward::new(network.clone());
    let said = (0..POSITIONS).map(|position| {
        let planes = planes(position);
        let input = Input {
            width: SIDE,
            height: SIDE,
            planes: &planes,
            numbers: &[0.0; GLOBALS],
            metadata: None,
        };
        let mut said = Raw::default();
        network.forward(&input, &mut said);
        said
    });
    said.collect()
}

/// Whether what a network says of these positions differs too much from what a more precise one has said of them.
pub fn errs_too_much(coarse: &Arc<Compiled>, expected: &[Raw]) -> bool {
    let found = said_in_trial(coarse);
    let differences = found.iter().zip(expected);
    let differences = differences.map(|(found, expected)| difference(found, expected));
    are_too_great(&differences.collect::<Vec<_>>())
}

/// By their means: a single position may lie on the edge between won and lost, where a trifle decides.
fn are_too_great(differences: &[Difference]) -> bool {
    let mean = |part: fn(&Difference) -> f64| {
        differences.iter().map(part).sum::<f64>() / differences.len() as f64
    };
    // What is not a number differs.
    !(mean(|difference| difference.policy) <= POLICY
        && mean(|difference| difference.outcome) <= OUTCOME)
}

/// Boards with stones here and there, more of them from position to position: on the board, own, the opponent's.
fn planes(position: u32) -> Vec<u32> {
    let mut state = position;
    let mut next = move || {
        // Knuth's linear congruential generator; its upper bits are random enough.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 24
    };
    let stones = 40 * position;
    let mut plane = || match next() {
        stone if stone >= stones => 0b001,
        stone if stone % 2 == 0 => 0b011,
        _ => 0b101,
    };
    (0..SIDE * SIDE).map(|_| plane()).collect()
}

fn difference(found: &Raw, expected: &Raw) -> Difference {
    let policy = |raw: &Raw| {
        let points = raw.policy.iter().step_by(raw.policies);
        probabilities(points.chain(&raw.pass[..1]))
    };
    let outcome = |raw: &Raw| probabilities(raw.outcome.iter());
    let divergence = policy(expected)
        .iter()
        .zip(policy(found))
        .map(|(p, q)| p * (p.max(1e-30) / q.max(1e-30)).ln())
        .sum();
    let outcomes = outcome(expected)
        .iter()
        .zip(outcome(found))
        .map(|(p, q)| (p - q).abs())
        .fold(0.0, f64::max);
    Difference {
        policy: divergence,
        outcome: outcomes,
    }
}

fn probabilities<'a>(logits: impl Iterator<Item = &'a f32> + Clone) -> Vec<f64> {
    let greatest = logits.clone().fold(f32::NEG_INFINITY, |a, &b| a.max(b));
    let weights = logits.map(|&logit| f64::from(logit - greatest).exp());
    let weights: Vec<f64> = weights.collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::file::sample;
    use crate::net::kernel::{Precision, available};

    #[test]
    fn a_network_that_says_something_else_is_told() {
        let kernel = available()[0];
        let compiled = |precision, seed| {
            let model = sample::plans()[1].model(seed);
            Arc::new(Compiled::new(kernel, precision, &model))
        };
        let expected = said_in_trial(&compiled(Precision::Float, 1));
        assert!(!errs_too_much(&compiled(Precision::Short, 1), &expected));
        assert!(errs_too_much(&compiled(Precision::Short, 2), &expected));
    }

    #[test]
    fn the_mean_of_the_positions_counts() {
        let same = Difference {
            policy: 1e-4,
            outcome: 1e-4,
        };
        let on_the_edge = Difference {
            outcome: 0.015,
            ..same
        };
        let coarse = Difference {
            policy: 6e-4,
            ..same
        };
        let broken = Difference {
            policy: f64::NAN,
            ..same
        };
        assert!(!are_too_great(&[same, on_the_edge, same, same]));
        assert!(are_too_great(&[same, on_the_edge, on_the_edge, same]));
        assert!(are_too_great(&[coarse; 4]));
        assert!(are_too_great(&[same, same, same, broken]));
    }
}
