//! What a network's heads say.

use super::evaluation::LARGEST;

/// What the heads say, before it is made into probabilities and points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raw {
    /// Policies for each point and for the pass: 1, 2 or 4; see
    /// [`PolicyHead`](crate::net::file::PolicyHead).
    pub policies: usize,
    /// Logits, `[point][policies]`.
    pub policy: Vec<f32>,
    /// Logits of the pass, `[policies]`.
    pub pass: Vec<f32>,
    /// Logits of win, loss and no result.
    pub outcome: [f32; 3],
    /// Score and errors.
    pub scores: Scores,
    /// For each point, before tanh.
    pub ownership: Vec<f32>,
}

/// The score head's numbers, in the order of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    /// Mean of the score.
    pub mean: f32,
    /// Standard deviation of the score, before softplus.
    pub stdev: f32,
    /// Lead.
    pub lead: f32,
    /// Moves until the outcome is clear, before softplus.
    pub time_left: f32,
    /// Short-term error of the outcome, before softplus; 0 where the file has none.
    pub outcome_error: f32,
    /// Short-term error of the score, before softplus; 0 where the file has none.
    pub score_error: f32,
}

impl Scores {
    /// From the 4 or 6 numbers of the head.
    pub fn of_head(numbers: &[f32]) -> Scores {
        let number = |index: usize| numbers.get(index).copied().unwrap_or(0.0);
        Scores {
            mean: number(0),
            stdev: number(1),
            lead: number(2),
            time_left: number(3),
            outcome_error: number(4),
            score_error: number(5),
        }
    }
}

impl Raw {
    /// Whether every number can be meant. Only a broken network says other things.
    pub fn is_sound(&self) -> bool {
        self.numbers().all(|number| number.abs() < LARGEST)
    }

    /// All numbers that the heads say.
    pub fn numbers(&self) -> impl Iterator<Item = f32> + '_ {
        let s = &self.scores;
        let scores = [
            s.mean,
            s.stdev,
            s.lead,
            s.time_left,
            s.outcome_error,
            s.score_error,
        ];
        let lists = [&self.policy[..], &self.pass, &self.outcome, &self.ownership];
        lists.into_iter().flatten().copied().chain(scores)
    }
}
