//! What stands in for a network in tests: everything it says follows from a hash of the situation.

use super::leaf::oracle::Oracle;
use crate::net::Manner;
use crate::net::features::Situation;
use crate::net::model::Evaluation;
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

/// A network without a file.
#[derive(Debug)]
pub struct Double;

impl Oracle for Double {
    type Asker<const N: usize, const W: usize> = ();

    fn asker<const N: usize, const W: usize>(self: &Arc<Self>) {}

    fn ask<const N: usize, const W: usize>(
        _asker: &mut (),
        situation: &Situation<'_, N, W>,
        manner: &Manner,
    ) -> Arc<Evaluation> {
        let board = situation.boards[0];
        let to_move = situation.to_move.index() as u128;
        let mut random = Pcg64Mcg::new(u128::from(board.hash()) << 2 | to_move << 1);
        let mut share = || (random.next_u32() >> 8) as f32 / (1 << 24) as f32;
        let sharpness = 4.0 / manner.temperature;
        let points = board.dims().points();
        let mut policy: Vec<f32> = points.map(|_| share().powf(sharpness)).collect();
        let pass = 0.001;
        let sum: f32 = policy.iter().sum::<f32>() + pass;
        policy.iter_mut().for_each(|chance| *chance /= sum);
        let win = share();
        let lead = 20.0 * (win - 0.5);
        Arc::new(Evaluation {
            pass: pass / sum,
            win,
            loss: 1.0 - win,
            lead,
            score_mean: lead,
            score_mean_square: lead * lead + 25.0,
            ownership: policy.iter().map(|_| 2.0 * share() - 1.0).collect(),
            policy,
            ..Evaluation::default()
        })
    }
}
