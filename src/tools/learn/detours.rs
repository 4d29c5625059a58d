//! Positions after moves that were not played: a student must know what happens after those too.

use super::policy::{ask, draw};
use super::random::{self, below, uniform};
use super::source::{Sample, Source};
use crate::game::Game;
use crate::net::Network;
use crate::types::{Dims, Move};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

/// The most moves that are played from a position.
const LONGEST: usize = 3;

/// The positions of a source, some of them after one to three more moves. Their answers are not theirs then.
pub struct Detours {
    /// Where they start from.
    pub positions: Box<dyn Source>,
    /// Whose policy the moves are drawn from. A student's own leads to what its searches see (S. Ross and others, *A
    /// reduction of imitation learning and structured prediction to no-regret online learning*, 2011).
    pub guide: Arc<Network>,
    /// The share of the positions that further moves are played from, 0 to 1.
    pub share: f32,
    /// The random numbers depend on it.
    pub seed: u64,
}

impl Detours {
    fn go(&self, game: &mut Game, random: &mut Pcg64Mcg) {
        for _ in 0..1 + below(random, LONGEST) {
            let evaluation = ask(&self.guide, game, random.next_u32() as usize);
            let mv = draw(game.dims(), &evaluation, random);
            // A game that is over teaches nothing, and what superko forbids is not played.
            if mv == Move::Pass || game.play(game.to_move(), mv).is_err() {
                return;
            }
        }
    }
}

impl Source for Detours {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn game_of(&self, position: usize) -> (Dims, u64) {
        self.positions.game_of(position)
    }

    fn sample(&self, position: usize) -> Result<Sample, String> {
        let mut sample = self.positions.sample(position)?;
        let (_, game) = self.game_of(position);
        // Draws of its own, not those that a judge makes of this seed.
        let mut random = random::of(!self.seed, game, sample.game.moves().len() as u64);
        if uniform(&mut random) < self.share {
            self.go(&mut sample.game, &mut random);
        }
        Ok(sample)
    }
}
