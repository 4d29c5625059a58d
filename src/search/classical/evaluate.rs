//! What a playout says of a leaf.

use crate::playout::{Policy, PolicyRates, area_owners, play_policy};
use crate::search::Params;
use crate::search::driver::descent::Descent;
use crate::search::driver::root::Root;
use crate::types::Move;
use rand_pcg::Pcg64Mcg;

/// What a playout says of a leaf.
#[derive(Clone)]
pub struct PlayoutResult<const N: usize> {
    /// Black's expected result, 0..=1; a draw counts half.
    pub value: f32,
    /// Black's expected lead in points, komi subtracted.
    pub lead: f32,
    /// The moves of the playout, starting with the side to move; empty if there was none.
    pub playout: Vec<Move>,
    /// Whose each point is at the end, by padded index: 1 Black, −1 White.
    pub ownership: [i8; N],
}

impl<const N: usize> Default for PlayoutResult<N> {
    fn default() -> Self {
        PlayoutResult {
            value: 0.5,
            lead: 0.0,
            playout: Vec::new(),
            ownership: [0; N],
        }
    }
}

/// Judges a leaf by one playout.
pub struct LeafEvaluator {
    policy: Policy,
    margin_weight: f32,
    random: Pcg64Mcg,
}

impl LeafEvaluator {
    /// An evaluator whose playouts take these random numbers.
    pub fn new(params: &Params, random: Pcg64Mcg) -> Self {
        LeafEvaluator {
            policy: Policy::new(policy_rates(params)),
            margin_weight: params.margin_weight,
            random,
        }
    }

    /// Plays the leaf that the descent has reached to its end on the board of the descent, and fills `out`.
    pub fn evaluate<const N: usize, const W: usize>(
        &mut self,
        descent: &mut Descent<'_, N, W>,
        out: &mut PlayoutResult<N>,
    ) {
        let last_moves = descent.last_moves();
        let komi = descent.komi();
        let board = &mut descent.board;
        out.playout.clear();
        play_policy(
            board,
            descent.to_move,
            last_moves.map(|mv| mv.and_then(Move::point)),
            &self.policy,
            &mut self.random,
            &mut out.playout,
        );
        out.lead = area_owners(board, &mut out.ownership) as f32 - komi;
        out.value = self.value(out.lead, descent.root);
    }

    /// The value for Black of a lead in points: mostly who wins, virtual komi subtracted, and a little by how much.
    pub fn value<const N: usize, const W: usize>(&self, lead: f32, root: &Root<N, W>) -> f32 {
        let lead = lead - root.stance.virtual_komi;
        let win = if lead > 0.0 {
            1.0
        } else if lead < 0.0 {
            0.0
        } else {
            0.5
        };
        let margin = (0.5 + lead / root.board.dims().area() as f32).clamp(0.0, 1.0);
        win + self.margin_weight * (margin - win)
    }
}

/// The playout policy's rates, in the form it wants them.
fn policy_rates(params: &Params) -> PolicyRates {
    let rate = |share: f32| (share * 256.0) as u32;
    PolicyRates {
        atari: rate(params.policy_atari),
        two_liberties: rate(params.policy_two_liberties),
        pattern: rate(params.policy_pattern),
        pattern_before: rate(params.policy_pattern_before),
        nakade: rate(params.policy_nakade),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playouts_follow_their_policy_as_often_in_a_search_as_by_themselves() {
        assert_eq!(policy_rates(&Params::default()), PolicyRates::default());
    }
}
