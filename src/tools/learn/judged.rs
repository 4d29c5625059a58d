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
            answer: answer_of(&Evaluation::mean(&evaluations)),
            game,
        }
    })
}

/// What a network says of a position.
fn answer_of(said: &Evaluation) -> Answer {
    let points = (0..).zip(said.policy.iter().copied());
    let pass = said.policy.len() as u16;
    let in_units = |owner: &f32| (owner * 127.0).round() as i8;
    Answer {
        policy: points.chain([(pass, said.pass)]).collect(),
        win: Some(said.win_rate()),
        lead: Some(said.lead),
        ownership: said.ownership.iter().map(in_units).collect(),
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
        let said = [evaluation(0.25, 0.5), evaluation(0.75, 0.0)];
        let answer = answer_of(&Evaluation::mean(&said));
        assert_eq!(answer.policy, [(0, 0.25), (1, 0.25), (2, 0.5)]);
        assert_eq!((answer.win, answer.lead), (Some(0.5), Some(5.0)));
        assert_eq!(answer.ownership, [127, -64]);
    }
}
