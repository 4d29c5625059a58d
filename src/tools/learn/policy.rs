//! Moves drawn from what a network would play.

use super::numbers::move_of;
use super::random::uniform;
use crate::game::Game;
use crate::net::features::Players;
use crate::net::model::Evaluation;
use crate::net::{Manner, Network, evaluate_game};
use crate::types::{Dims, Move, Symmetry};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

/// What a network thinks of the position, the board turned one way of the eight.
pub fn ask(network: &Arc<Network>, game: &Game, symmetry: usize) -> Evaluation {
    ask_at(network, game, symmetry, 1.0)
}

/// As [`ask`], with the policy at a temperature: below 1 the likely moves are likelier.
pub fn ask_at(
    network: &Arc<Network>,
    game: &Game,
    symmetry: usize,
    temperature: f32,
) -> Evaluation {
    let manner = Manner {
        symmetry: Symmetry::ALL[symmetry % 8],
        temperature,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::net::NetworkOptions;
    use crate::net::file::sample;
    use rand_core::SeedableRng;

    #[test]
    fn what_is_likely_is_likelier_in_the_cold() {
        let model = sample::plans()[0].model(3);
        let network = Arc::new(Network::new(model, &NetworkOptions::default()).unwrap());
        let game = Game::new(Dims::square(5).unwrap(), Rules::default(), 7.0);
        let most = |temperature| {
            let policy = ask_at(&network, &game, 0, temperature).policy;
            policy.into_iter().fold(0.0, f32::max)
        };
        assert!(most(0.05) > most(0.5) && most(0.5) > most(1.0) && most(1.0) > most(3.0));
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
