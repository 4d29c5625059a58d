//! Playouts beside the network: how the games end that start at a leaf.
//!
//! A small network misjudges fights that a few playouts, at a tenth of its price, often end as they should. What both
//! say is mixed, as in Silver et al. 2016, *Mastering the game of Go with deep neural networks and tree search*.

use crate::board::Board;
use crate::playout::{Policy, area_lead, play_policy, random_stream};
use crate::search::descent::Descent;
use crate::search::method::Task;
use crate::types::Move;

/// What tells their random numbers from those of other searches.
const STREAM: u128 = 0x1eaf;

/// Room for one worker's playouts.
pub struct Playouts<const N: usize, const W: usize> {
    policy: Policy,
    board: Board<N, W>,
    moves: Vec<Move>,
}

impl<const N: usize, const W: usize> Playouts<N, W> {
    /// Playouts by the policy that the parameters ask for.
    pub fn new(task: &Task<'_, N, W>) -> Self {
        Playouts {
            policy: Policy::new(task.params.policy_rates()),
            board: task.root.board.clone(),
            moves: Vec::new(),
        }
    }

    /// Black's wins minus losses, −1..=1, in `count` playouts from where the descent stands. A position always gets the
    /// same ones.
    pub fn win(&mut self, task: &Task<'_, N, W>, descent: &Descent<N, W>, count: u32) -> f32 {
        let komi = descent.komi(task.root);
        let mut random = random_stream(descent.board.hash(), STREAM);
        let recent = descent.last_moves(task.root);
        let recent = recent.map(|mv| mv.and_then(Move::point));
        let mut wins = 0.0;
        for _ in 0..count {
            self.board.copy_from(&descent.board);
            self.moves.clear();
            play_policy(
                &mut self.board,
                descent.to_move,
                recent,
                &self.policy,
                &mut random,
                &mut self.moves,
            );
            let lead = area_lead(&self.board) as f32 - komi;
            wins += if lead == 0.0 { 0.0 } else { lead.signum() };
        }
        wins / count as f32
    }
}
