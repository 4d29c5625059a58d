//! What a playout says of a leaf.

use super::node::Prior;
use super::prior::PriorKnowledge;
use crate::board::Board;
use crate::playout::{Policy, PolicyRates, area_lead, play_policy};
use crate::search::Params;
use crate::types::{Cell, Color, Move, Point};
use rand_pcg::Pcg64Mcg;

/// A position to be judged.
pub struct Leaf<'a, const N: usize, const W: usize> {
    /// The board. The playout is played on it.
    pub board: &'a mut Board<N, W>,
    /// Who moves next.
    pub to_move: Color,
    /// The opponent's last move and the own move before it.
    pub last_moves: [Option<Move>; 2],
    /// What is subtracted from Black's area to get the lead: komi, and what the scoring method asks for.
    pub komi: f32,
    /// What is subtracted on top of that for the value alone.
    pub virtual_komi: f32,
    /// Whether priors are wanted.
    pub wants_priors: bool,
}

/// What a playout says of a [`Leaf`].
#[derive(Clone)]
pub struct Evaluation<const N: usize> {
    /// Black's expected result, 0..=1; a draw counts half.
    pub value: f32,
    /// Black's expected lead in points, komi subtracted.
    pub lead: f32,
    /// A prior for each sensible move, if they were wanted; superko is not looked at.
    pub priors: Vec<(Move, Prior)>,
    /// The moves of the playout, starting with the side to move; empty if there was none.
    pub playout: Vec<Move>,
    /// Whose each point is at the end, by padded index: 1 Black, −1 White.
    pub ownership: [i8; N],
}

impl<const N: usize> Default for Evaluation<N> {
    fn default() -> Self {
        Evaluation {
            value: 0.5,
            lead: 0.0,
            priors: Vec::new(),
            playout: Vec::new(),
            ownership: [0; N],
        }
    }
}

/// Judges a leaf by one playout, and moves by hand-made priors.
pub struct Evaluator {
    policy: Policy,
    knowledge: PriorKnowledge,
    margin_weight: f32,
    random: Pcg64Mcg,
}

impl Evaluator {
    /// An evaluator whose playouts take these random numbers.
    pub fn new(params: &Params, random: Pcg64Mcg) -> Evaluator {
        Evaluator {
            policy: Policy::new(policy_rates(params)),
            knowledge: PriorKnowledge::new(params),
            margin_weight: params.margin_weight,
            random,
        }
    }

    /// Plays the leaf to its end and fills `out`.
    pub fn evaluate<const N: usize, const W: usize>(
        &mut self,
        leaf: Leaf<'_, N, W>,
        out: &mut Evaluation<N>,
    ) {
        out.priors.clear();
        if leaf.wants_priors {
            self.knowledge
                .priors(leaf.board, leaf.to_move, leaf.last_moves, &mut out.priors);
        }
        out.playout.clear();
        let recent = leaf.last_moves.map(|mv| mv.and_then(Move::point));
        play_policy(
            leaf.board,
            leaf.to_move,
            recent,
            &self.policy,
            &mut self.random,
            &mut out.playout,
        );
        out.lead = area_lead(leaf.board) as f32 - leaf.komi;
        out.value = value_of_lead(
            out.lead - leaf.virtual_komi,
            leaf.board.dims().area(),
            self.margin_weight,
        );
        write_ownership(leaf.board, &mut out.ownership);
    }
}

/// The value of a lead on a board of `area` points: mostly who wins, and, by
/// `margin_weight`, a little by how much.
pub fn value_of_lead(lead: f32, area: usize, margin_weight: f32) -> f32 {
    let win = if lead > 0.0 {
        1.0
    } else if lead < 0.0 {
        0.0
    } else {
        0.5
    };
    let margin = (0.5 + lead / area as f32).clamp(0.0, 1.0);
    win + margin_weight * (margin - win)
}

/// The playout policy's rates, in the form it wants them.
pub fn policy_rates(params: &Params) -> PolicyRates {
    let rate = |share: f32| (share * 256.0) as u32;
    PolicyRates {
        atari: rate(params.policy_atari),
        two_liberties: rate(params.policy_two_liberties),
        pattern: rate(params.policy_pattern),
        pattern_before: rate(params.policy_pattern_before),
        nakade: rate(params.policy_nakade),
    }
}

/// Whose each point is on a board played to the end.
pub fn write_ownership<const N: usize, const W: usize>(board: &Board<N, W>, out: &mut [i8; N]) {
    for (index, owner) in out.iter_mut().enumerate() {
        *owner = match board.cell(Point::from_index(index)) {
            Cell::Black => 1,
            Cell::White => -1,
            Cell::Empty | Cell::OffBoard => 0,
        };
    }
    for point in board.empty_points() {
        out[point.index()] = crate::playout::eye_lead(board.code(point)) as i8;
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
