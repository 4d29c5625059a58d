//! Positions after moves that were not played: a student must know what happens after those too.

use super::policy::{ask, draw};
use super::random::{self, below, uniform};
use super::source::Change;
use crate::game::Game;
use crate::net::Network;
use crate::types::Move;
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

/// The most moves that are played from a position.
const LONGEST: usize = 3;

/// Plays one to three more moves from some positions, a `share` from 0 to 1. The answers are not theirs then.
///
/// The moves are drawn from the policy of the `guide`: a student's own leads to what its searches see (S. Ross and others,
/// *A reduction of imitation learning and structured prediction to no-regret online learning*, 2011).
pub fn detours(guide: Arc<Network>, share: f32, seed: u64) -> Change {
    Box::new(move |mut sample, game| {
        // Draws of its own, not those that a judge makes of this seed.
        let mut random = random::of(!seed, game, sample.game.moves().len() as u64);
        if uniform(&mut random) < share {
            go(&guide, &mut sample.game, &mut random);
        }
        sample
    })
}

fn go(guide: &Arc<Network>, game: &mut Game, random: &mut Pcg64Mcg) {
    for _ in 0..1 + below(random, LONGEST) {
        let evaluation = ask(guide, game, random.next_u32() as usize);
        let mv = draw(game.dims(), &evaluation, random);
        // A game that is over teaches nothing, and what superko forbids is not played.
        if mv == Move::Pass || game.play(game.to_move(), mv).is_err() {
            return;
        }
    }
}
