//! Games that networks play by their policies alone: positions in plenty, for a teacher to judge.

use super::policy::{ask, draw};
use super::random::{below, uniform};
use super::selfplay::{random_komi, random_of_game};
use crate::game::{Game, Rules, sgf};
use crate::net::Network;
use crate::net::model::Evaluation;
use crate::types::{Dims, Move};
use rand_pcg::Pcg64Mcg;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// How games are played.
pub struct PolicyGames {
    /// The players: each side of each game is one of them, drawn at random.
    pub networks: Vec<Arc<Network>>,
    /// The smallest and the largest board.
    pub sides: (usize, usize),
    /// Each side of each game draws its temperature between these: at 1 a move is played as often as the policy says,
    /// below 1 the likely moves more often.
    pub temperatures: (f32, f32),
    /// Everything random depends on it.
    pub seed: u64,
}

/// One side of a game.
struct Player<'a> {
    network: &'a Arc<Network>,
    temperature: f32,
}

impl PolicyGames {
    /// Plays so many games with so many threads, and returns their records, one on each line. `tell` hears how many
    /// are done. Any number of threads plays the same games.
    pub fn play(&self, games: usize, threads: usize, tell: &(dyn Fn(usize) + Sync)) -> String {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let played = Mutex::new(Vec::new());
        let work = || {
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= games {
                    return;
                }
                let record = self.play_game(number as u64);
                let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
                played.push((number, record));
                tell(done.fetch_add(1, Relaxed) + 1);
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(work);
            }
        });
        let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        played.sort_unstable();
        played.into_iter().map(|(_, record)| record).collect()
    }

    /// The record of a game, a line.
    fn play_game(&self, number: u64) -> String {
        let mut random = random_of_game(self.seed, 0, number);
        let (smallest, largest) = self.sides;
        let side = smallest + below(&mut random, largest - smallest + 1);
        let dims = Dims::square(side).expect("the sides are those of boards");
        let mut game = Game::new(dims, Rules::default(), random_komi(dims, &mut random));
        let players = [self.player(&mut random), self.player(&mut random)];
        let longest = 2 * dims.area();
        while !game.is_over() && game.moves().len() < longest {
            let mv = players[game.to_move().index()].choose(&game, &mut random);
            if game.play(game.to_move(), mv).is_err() {
                break;
            }
        }
        let record = sgf::save(&game, &sgf::Info::default());
        record.replace('\n', "") + "\n"
    }

    fn player(&self, random: &mut Pcg64Mcg) -> Player<'_> {
        let (coldest, hottest) = self.temperatures;
        Player {
            network: &self.networks[below(random, self.networks.len())],
            temperature: coldest + (hottest - coldest) * uniform(random),
        }
    }
}

impl Player<'_> {
    fn choose(&self, game: &Game, random: &mut Pcg64Mcg) -> Move {
        let mut evaluation = ask(self.network, game, below(random, 8));
        heat(&mut evaluation, self.temperature);
        draw(game.dims(), &evaluation, random)
    }
}

/// Raises the chance of each move to the power of one over the temperature.
fn heat(evaluation: &mut Evaluation, temperature: f32) {
    let heated = |chance: f32| chance.powf(1.0 / temperature);
    evaluation.pass = heated(evaluation.pass);
    evaluation
        .policy
        .iter_mut()
        .for_each(|chance| *chance = heated(*chance));
    let all = evaluation.pass + evaluation.policy.iter().sum::<f32>();
    evaluation.pass /= all;
    evaluation
        .policy
        .iter_mut()
        .for_each(|chance| *chance /= all);
}
