//! What a move cost, and how sure that is.

use super::{BLUNDER, Candidate, DECIDED, MISTAKE, ReviewedPosition, SHARE_OF_A_POINT};
use crate::types::Move;

/// Standard errors on either side of a difference: what is outside happens by chance once in twenty times.
const STANDARD_ERRORS: f32 = 2.0;

/// What is to be thought of a move, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing worth a word.
    Fine,
    /// Perhaps a mistake: looking deeper did not decide it.
    Unclear,
    /// It cost [`MISTAKE`] or more, or six points where the game was decided.
    Mistake,
    /// It cost [`BLUNDER`] or more, or fifteen points where the game was decided.
    Blunder,
}

/// What a move of the game cost the player who made it; no number is negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Chance to win, 0 to 1. Where nobody looked twice, only what exceeds the uncertainty; of the pass that ends a game all of it.
    pub winrate: f32,
    /// Points; where nobody looked twice, only what exceeds the uncertainty.
    pub points: f32,
    /// How far off `winrate` may be, either way: two standard errors. Unknown if too little was looked at.
    pub error: Option<f32>,
    /// What to think of it.
    pub verdict: Verdict,
    /// The difference in chances that two searches showed at first sight, before anything was looked into.
    pub at_sight: f32,
    /// The difference in points where the game was decided before the move: there they tell whether it is a mistake.
    pub(super) decided: Option<Points>,
}

/// Points lost where the game was decided, as the chances that they count for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Points {
    /// At first sight.
    pub(super) at_sight: f32,
    /// How far off that may be. Unknown if too little was looked at.
    pub(super) error: Option<f32>,
}

impl Loss {
    /// Nothing.
    pub(super) const NONE: Loss = Loss {
        winrate: 0.0,
        points: 0.0,
        error: Some(0.0),
        verdict: Verdict::Fine,
        at_sight: 0.0,
        decided: None,
    };

    /// What two searches say of a move: that of the position before it and that of the position after it.
    pub(super) fn by_sight(
        before: &ReviewedPosition,
        played: Move,
        after: &ReviewedPosition,
    ) -> Loss {
        // Two searches of the same move differ by chance alone, and a game that is over has no best move to compare
        // with: neither is a loss.
        let best = before.candidates.first();
        if best.is_some_and(|best| best.mv == played) || before.is_over {
            return Loss::NONE;
        }
        let sign = before.to_move.sign();
        let points = sign * (before.lead - after.lead);
        // At the end chances become certainty. That is no loss of the pass that ends the game,
        // unless a player who was ahead gave points away with it.
        let was_ahead = sign * (before.winrate - 0.5) > 0.0;
        if after.is_over && (points < 1.0 || !was_ahead) {
            return Loss::NONE;
        }
        let at_sight = at_least_nothing(sign * (before.winrate - after.winrate));
        let both = [before, after];
        let error = error_between(both, |found| found.winrate_variance);
        let points_error = error_between(both, |found| found.lead_variance);
        let seen = Loss {
            winrate: at_least_nothing(at_sight - error.unwrap_or(0.0)),
            points: at_least_nothing(points - points_error.unwrap_or(0.0)),
            error,
            verdict: Verdict::Fine,
            at_sight,
            decided: before.is_decided().then(|| Points {
                at_sight: SHARE_OF_A_POINT * points,
                error: points_error.map(|error| SHARE_OF_A_POINT * error),
            }),
        };
        match after.is_over {
            false => seen,
            // At a count nobody can look closer.
            true => Loss {
                winrate: at_sight,
                verdict: Verdict::of(at_sight),
                decided: None,
                ..seen
            },
        }
    }

    /// Whether the first sight leaves it possible that the move is a mistake.
    pub(super) fn may_be_a_mistake(&self) -> bool {
        let may_be =
            |loss: f32, error: Option<f32>| error.is_none_or(|error| loss + error / 2.0 >= MISTAKE);
        let by_points = |points: Points| may_be(points.at_sight, points.error);
        may_be(self.at_sight, self.error) || self.decided.is_some_and(by_points)
    }

    /// What the move cost, as a share of the chances; where the game was decided points count for them.
    pub(super) fn cost(&self) -> f32 {
        match self.decided {
            Some(_) => self.winrate.max(SHARE_OF_A_POINT * self.points),
            None => self.winrate,
        }
    }

    /// What to sort by: a mistake comes before anything that is not one for certain.
    pub(super) fn weight(&self) -> f32 {
        match self.verdict {
            Verdict::Mistake | Verdict::Blunder => 1.0 + self.cost(),
            Verdict::Fine | Verdict::Unclear => self.cost(),
        }
    }
}

impl ReviewedPosition {
    /// Whether chances tell nothing any more of the moves that are played here.
    fn is_decided(&self) -> bool {
        self.winrate < DECIDED || self.winrate > 1.0 - DECIDED
    }
}

impl Verdict {
    /// The verdict on a loss that is certain.
    pub(super) fn of(loss: f32) -> Verdict {
        match loss {
            loss if loss >= BLUNDER => Verdict::Blunder,
            loss if loss >= MISTAKE => Verdict::Mistake,
            _ => Verdict::Fine,
        }
    }

    /// Whether the move cost so much that one has to speak of it.
    pub fn is_mistake(self) -> bool {
        matches!(self, Verdict::Mistake | Verdict::Blunder)
    }
}

/// How far off the difference of two positions' values may be by chance, if both have a move that was looked at. A
/// count is exact.
fn error_between(both: [&ReviewedPosition; 2], variance: fn(&Candidate) -> f32) -> Option<f32> {
    let of = |position: &ReviewedPosition| match position.is_over {
        true => Some(0.0),
        false => position.candidates.first().map(variance),
    };
    let [before, after] = both.map(of);
    Some(error_of([before?, after?]))
}

/// How far off the difference of two values with these variances may be by chance.
pub(super) fn error_of([one, other]: [f32; 2]) -> f32 {
    STANDARD_ERRORS * (one + other).sqrt()
}

/// As `max` with 0, which could return -0.
pub(super) fn at_least_nothing(value: f32) -> f32 {
    if value > 0.0 { value } else { 0.0 }
}
