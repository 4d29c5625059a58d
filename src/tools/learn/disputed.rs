//! Positions that are worth the time of a slow teacher: those of which two quick networks think differently.

use super::policy::ask;
use super::source::{Sample, Source};
use crate::net::Network;
use crate::net::model::Evaluation;
use crate::types::Dims;
use std::sync::Arc;

/// Of each so many neighbours in a source, if they are of one game, the position that is disputed most.
pub struct Disputed {
    /// The candidates.
    pub positions: Box<dyn Source>,
    /// How many of them stand for one position, from 1 on.
    pub candidates: usize,
    /// Who disagree: the student, and a network with other weaknesses.
    pub networks: [Arc<Network>; 2],
}

impl Source for Disputed {
    fn len(&self) -> usize {
        self.positions.len().div_ceil(self.candidates)
    }

    fn game_of(&self, position: usize) -> (Dims, u64) {
        self.positions.game_of(position * self.candidates)
    }

    fn sample(&self, position: usize) -> Result<Sample, String> {
        let first = position * self.candidates;
        let end = (first + self.candidates).min(self.positions.len());
        let game = self.positions.game_of(first);
        let mut best = self.positions.sample(first)?;
        let mut most = self.dispute(&best);
        // Another game may be held back for validation while this one is not.
        for other in (first + 1..end).filter(|&other| self.positions.game_of(other) == game) {
            let sample = self.positions.sample(other)?;
            let dispute = self.dispute(&sample);
            if dispute > most {
                (best, most) = (sample, dispute);
            }
        }
        Ok(best)
    }
}

impl Disputed {
    fn dispute(&self, sample: &Sample) -> f32 {
        let [one, other] = &self.networks;
        dispute(&ask(one, &sample.game, 0), &ask(other, &sample.game, 0))
    }
}

/// How much two networks differ in the winning rate and in the owners of all points, 0 to 3.
fn dispute(one: &Evaluation, other: &Evaluation) -> f32 {
    let owners = one.ownership.iter().zip(&other.ownership);
    let area = one.ownership.len().max(1) as f32;
    let difference = owners.map(|(one, other)| (one - other).abs()).sum::<f32>() / area;
    (one.win_rate() - other.win_rate()).abs() + difference
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winning_rate_and_owners_are_what_networks_dispute() {
        let evaluation = |win: f32, owner: f32| Evaluation {
            win,
            loss: 1.0 - win,
            ownership: vec![owner, 0.5],
            ..Evaluation::default()
        };
        let near = |a: f32, b: f32| (a - b).abs() < 1e-6;
        let sure = evaluation(0.9, 1.0);
        assert_eq!(dispute(&sure, &sure), 0.0);
        assert!(near(dispute(&sure, &evaluation(0.4, 1.0)), 0.5));
        assert!(near(dispute(&sure, &evaluation(0.9, -1.0)), 1.0));
    }
}
