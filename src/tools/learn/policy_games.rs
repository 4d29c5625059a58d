//! Games that networks play by their policies alone: positions in plenty, for a teacher to judge.

use super::policy::{ask_at, draw};
use super::random::{self, below, uniform};
use crate::game::{Game, Rules, sgf};
use crate::net::Network;
use crate::tools::crew;
use crate::types::Move;
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

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
    /// Plays so many games with so many threads. `take` gets their records, one on each line, in the order of the games,
    /// which are the same with any number of threads.
    ///
    /// # Errors
    /// That of `take`, which is not called again after it.
    pub fn play(
        &self,
        games: usize,
        threads: usize,
        take: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> io::Result<()> {
        let work = |number: usize, send: &dyn Fn((usize, String))| {
            send((number, self.play_game(number as u64)));
        };
        let (mut wanted, mut early) = (0, BTreeMap::new());
        crew::run(threads, games, work, |(number, record)| {
            early.insert(number, record);
            while let Some(record) = early.remove(&wanted) {
                take(&record)?;
                wanted += 1;
            }
            Ok(())
        })
    }

    /// The record of a game, a line.
    fn play_game(&self, number: u64) -> String {
        let mut random = random::of(self.seed, 0, number);
        let dims = random::board(self.sides, &mut random);
        let rules = Rules {
            friendly_pass_ok: false,
            ..Rules::default()
        };
        let mut game = Game::new(dims, rules, random::komi(dims, &mut random));
        game.end_handicap_at_passes();
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
        let evaluation = ask_at(self.network, game, below(random, 8), self.temperature);
        draw(game.dims(), &evaluation, random)
    }
}
