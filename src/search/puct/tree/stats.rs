//! What a leaf or a subtree is worth, in numbers.
//!
//! Values are Black's, from −1 to 1, so that nobody has to turn them.

use super::atomic::AtomicF32;

/// A certain owner in the units of [`Visit::ownership`](crate::search::driver::method::Visit::ownership).
pub const OWNER_UNITS: i32 = 100;

/// A judgement in numbers, of one leaf or of a whole subtree; Black's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Value {
    /// Wins minus losses, −1..=1.
    pub win_loss: f32,
    /// The share of games without a result, 0..=1.
    pub no_result: f32,
    /// The lead in points.
    pub lead: f32,
    /// The mean of the final score in points.
    pub score: f32,
    /// The mean of its square.
    pub score_square: f32,
}

impl Value {
    /// A game that a long cycle has ended.
    pub const NO_RESULT: Value = Value {
        win_loss: 0.0,
        no_result: 1.0,
        lead: 0.0,
        score: 0.0,
        score_square: 0.0,
    };

    /// A game that Black has certainly won by so many points. A draw is worth `draw` to Black, −1..=1; where games may be drawn, every
    /// score is moved by as much as makes a draw a win, as the komi is that a network is told of.
    pub fn of_count(lead: f32, draw: f32) -> Value {
        let may_be_drawn = lead.fract() == 0.0;
        let score = lead + if may_be_drawn { draw / 2.0 } else { 0.0 };
        Value {
            win_loss: if lead == 0.0 { draw } else { lead.signum() },
            no_result: 0.0,
            lead: score,
            score,
            score_square: score * score,
        }
    }

    /// Each number times so much.
    pub fn scaled(&self, times: f32) -> Value {
        Value {
            win_loss: self.win_loss * times,
            no_result: self.no_result * times,
            lead: self.lead * times,
            score: self.score * times,
            score_square: self.score_square * times,
        }
    }

    /// Adds each number of the other.
    pub fn add(&mut self, other: &Value) {
        self.win_loss += other.win_loss;
        self.no_result += other.no_result;
        self.lead += other.lead;
        self.score += other.score;
        self.score_square += other.score_square;
    }

    /// The mean with another judgement that has such a share in it, 0..=1.
    pub fn mixed(&self, other: &Value, share: f32) -> Value {
        let mut mean = self.scaled(1.0 - share);
        mean.add(&other.scaled(share));
        mean
    }

    /// How far the final score may be from its mean.
    pub fn score_stdev(&self) -> f32 {
        let variance = self.score_square - self.score * self.score;
        variance.max(0.0).sqrt()
    }
}

/// What a subtree is worth, its own evaluation included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// The mean judgement.
    pub value: Value,
    /// The mean of what the search maximises for Black: see [`crate::search::puct::utility`].
    pub utility: f32,
    /// The mean of its square.
    pub utility_square: f32,
    /// How much evidence this rests on, in evaluations.
    pub weight: f32,
    /// The sum of squared weights.
    pub weight_square: f32,
}

/// The same, which several workers read and write, number by number.
#[derive(Default)]
pub(super) struct AtomicStats {
    win_loss: AtomicF32,
    no_result: AtomicF32,
    lead: AtomicF32,
    score: AtomicF32,
    score_square: AtomicF32,
    utility: AtomicF32,
    utility_square: AtomicF32,
    weight: AtomicF32,
    weight_square: AtomicF32,
}

impl AtomicStats {
    /// What it is worth.
    pub(super) fn load(&self) -> Stats {
        Stats {
            value: Value {
                win_loss: self.win_loss.load(),
                no_result: self.no_result.load(),
                lead: self.lead.load(),
                score: self.score.load(),
                score_square: self.score_square.load(),
            },
            utility: self.utility.load(),
            utility_square: self.utility_square.load(),
            weight: self.weight.load(),
            weight_square: self.weight_square.load(),
        }
    }

    /// [`Stats::utility`] alone.
    #[inline]
    pub(super) fn utility(&self) -> f32 {
        self.utility.load()
    }

    /// [`Stats::weight`] alone.
    #[inline]
    pub(super) fn weight(&self) -> f32 {
        self.weight.load()
    }

    /// Writes what it is worth.
    pub(super) fn store(&self, stats: &Stats) {
        self.win_loss.store(stats.value.win_loss);
        self.no_result.store(stats.value.no_result);
        self.lead.store(stats.value.lead);
        self.score.store(stats.value.score);
        self.score_square.store(stats.value.score_square);
        self.utility.store(stats.utility);
        self.utility_square.store(stats.utility_square);
        self.weight.store(stats.weight);
        self.weight_square.store(stats.weight_square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_worth_what_it_is_said_to_be_and_moves_every_score() {
        let counted = |lead: f32, draw: f32| {
            let value = Value::of_count(lead, draw);
            (value.win_loss, value.score)
        };
        assert_eq!(counted(0.0, 0.0), (0.0, 0.0));
        assert_eq!(counted(0.0, 0.5), (0.5, 0.25));
        assert_eq!(counted(3.0, -1.0), (1.0, 2.5));
        assert_eq!(counted(-3.0, -1.0), (-1.0, -3.5));
        // No draw is possible.
        assert_eq!(counted(-0.5, 1.0), (-1.0, -0.5));
    }
}
