//! How a network is asked.

use crate::net::features::{HISTORY, Situation};
use crate::types::Symmetry;

/// How a network is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manner {
    /// How the board is turned before the network sees it; what it says is turned back.
    pub symmetry: Symmetry,
    /// From 0 to 1, how much the optimistic policy counts, where the network has one.
    pub optimism: f32,
    /// The logits of the policy are divided by this; above 0.
    pub temperature: f32,
    /// How many of the last moves it is shown, at most [`HISTORY`].
    pub past: usize,
    /// Whether it takes the position for one in which nobody has just passed: see [`Situation::played_on`].
    pub plays_on: bool,
}

impl Manner {
    /// As much of a situation as the network sees.
    pub(super) fn shown<'a, const N: usize, const W: usize>(
        &self,
        situation: &Situation<'a, N, W>,
    ) -> Situation<'a, N, W> {
        match self.plays_on {
            true => situation.played_on(),
            false => situation.after_last(self.past),
        }
    }
}

impl Default for Manner {
    fn default() -> Manner {
        Manner {
            symmetry: Symmetry::ALL[0],
            optimism: 0.0,
            temperature: 1.0,
            past: HISTORY,
            plays_on: false,
        }
    }
}
