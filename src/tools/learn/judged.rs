//! Positions as another network judges them: what a student learns from its teacher.

use super::policy::ask;
use super::random;
use super::shard::Answer;
use super::source::{Change, Sample};
use crate::net::Network;
use crate::net::model::Evaluation;
use rand_core::Rng;
use std::sync::Arc;

/// Gives positions the answers of a network, each the mean of 1 to 8 ways to turn the board. Their own are not used.
pub fn judged(network: Arc<Network>, symmetries: usize, seed: u64) -> Change {
    Box::new(move |Sample { game, .. }, number| {
        let mut random = random::of(seed, number, game.moves().len() as u64);
        let first = random.next_u32() as usize;
        let evaluations: Vec<Evaluation> = (0..symmetries.clamp(1, 8))
            .map(|i| ask(&network, &game, first.wrapping_add(i)))
            .collect();
        Sample {
            answer: mean_answer(&evaluations),
            game,
        }
    })
}

/// The mean of what a network says of one position.
fn mean_answer(evaluations: &[Evaluation]) -> Answer {
    let share = 1.0 / evaluations.len() as f32;
    let mean =
        |value: &dyn Fn(&Evaluation) -> f32| evaluations.iter().map(value).sum::<f32>() * share;
    let area = evaluations[0].policy.len();
    let points = (0..area).map(|point| (point as u16, mean(&|e| e.policy[point])));
    Answer {
        policy: points.chain([(area as u16, mean(&|e| e.pass))]).collect(),
        win: Some(mean(&|e| e.win_rate())),
        lead: Some(mean(&|e| e.lead)),
        ownership: (0..area)
            .map(|point| (mean(&|e| e.ownership[point]) * 127.0).round() as i8)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_means() {
        let evaluation = |win: f32, first: f32| Evaluation {
            policy: vec![first, 0.5 - first],
            pass: 0.5,
            win,
            lead: win * 10.0,
            ownership: vec![1.0, -0.5],
            ..Evaluation::default()
        };
        let answer = mean_answer(&[evaluation(0.25, 0.5), evaluation(0.75, 0.0)]);
        assert_eq!(answer.policy, [(0, 0.25), (1, 0.25), (2, 0.5)]);
        assert_eq!((answer.win, answer.lead), (Some(0.5), Some(5.0)));
        assert_eq!(answer.ownership, [127, -64]);
    }
}
