//! Positions as another network judges them: what a student learns from its teacher.

use super::random::{below, uniform};
use super::shard::Answer;
use super::source::{Sample, Source, move_of};
use crate::game::Game;
use crate::net::features::Players;
use crate::net::model::Evaluation;
use crate::net::{Manner, Network, evaluate_game};
use crate::types::{Dims, Move, Symmetry};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

/// The most moves that are played from a position before it is judged.
const LONGEST_DETOUR: usize = 3;

/// How a network is asked.
#[derive(Clone)]
pub struct Teaching {
    /// How many ways to turn the board each answer is the mean of, 1 to 8.
    pub symmetries: usize,
    /// The share of the positions that are judged after one to three more moves, drawn from a policy: a student must
    /// know what happens after moves that strong players do not make.
    pub detours: f32,
    /// Whose policy the moves are drawn from; the judge's if none. A student's own leads to what its searches see
    /// (S. Ross and others, *A reduction of imitation learning and structured prediction to no-regret online
    /// learning*, 2011).
    pub guide: Option<Arc<Network>>,
    /// Where the moves, and the ways to turn the board, are drawn from.
    pub seed: u64,
}

/// The positions of a source with the answers of a network.
pub struct Judged {
    positions: Box<dyn Source>,
    network: Arc<Network>,
    teaching: Teaching,
}

impl Judged {
    /// Has a network judge the positions of a source, whose own answers are not used.
    pub fn new(positions: Box<dyn Source>, network: Arc<Network>, teaching: Teaching) -> Judged {
        Judged {
            positions,
            network,
            teaching,
        }
    }

    fn make_detour(&self, game: &mut Game, random: &mut Pcg64Mcg) {
        let guide = self.teaching.guide.as_ref().unwrap_or(&self.network);
        for _ in 0..1 + below(random, LONGEST_DETOUR) {
            let evaluation = ask(guide, game, random.next_u32() as usize);
            let mv = draw(game.dims(), &evaluation, random);
            // A game that is over teaches nothing, and what superko forbids is not played.
            if mv == Move::Pass || game.play(game.to_move(), mv).is_err() {
                return;
            }
        }
    }
}

/// What a network thinks of the position, the board turned one way of the eight.
pub fn ask(network: &Arc<Network>, game: &Game, symmetry: usize) -> Evaluation {
    let manner = Manner {
        symmetry: Symmetry::ALL[symmetry % 8],
        ..Manner::default()
    };
    evaluate_game(network, game, &Players::default(), &manner)
}

/// A move with the probability that the network gives it.
pub fn draw(dims: Dims, evaluation: &Evaluation, random: &mut Pcg64Mcg) -> Move {
    let mut left = uniform(random);
    for (number, probability) in evaluation.policy.iter().enumerate() {
        left -= probability;
        if left < 0.0 {
            return move_of(dims, number as u16).unwrap_or(Move::Pass);
        }
    }
    Move::Pass
}

impl Source for Judged {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn game_of(&self, position: usize) -> (Dims, u64) {
        self.positions.game_of(position)
    }

    fn sample(&self, position: usize) -> Result<Sample, String> {
        let mut game = self.positions.sample(position)?.game;
        let mut random = Pcg64Mcg::seed_from_u64(self.teaching.seed ^ (position as u64) << 20);
        if uniform(&mut random) < self.teaching.detours {
            self.make_detour(&mut game, &mut random);
        }
        let first = random.next_u32() as usize;
        let asked = self.teaching.symmetries.clamp(1, 8);
        let evaluations: Vec<Evaluation> = (0..asked)
            .map(|i| ask(&self.network, &game, first + i))
            .collect();
        Ok(Sample {
            answer: mean_answer(&evaluations),
            game,
        })
    }
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

    #[test]
    fn moves_are_drawn_as_often_as_the_network_wants() {
        let dims = Dims::new(2, 1).unwrap();
        let evaluation = Evaluation {
            policy: vec![0.25, 0.0],
            pass: 0.75,
            ..Evaluation::default()
        };
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let draws: Vec<Move> = (0..4000)
            .map(|_| draw(dims, &evaluation, &mut random))
            .collect();
        let left = draws
            .iter()
            .filter(|&&mv| mv == Move::Place(dims.point(0, 0).unwrap()));
        let passes = draws.iter().filter(|&&mv| mv == Move::Pass);
        let (left, passes) = (left.count(), passes.count());
        assert_eq!(left + passes, 4000);
        assert!((900..1100).contains(&left), "{left}");
    }
}
