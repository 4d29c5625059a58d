//! What is to be said of a player's game as a whole.

use super::{Review, Verdict};
use crate::types::Color;
use std::fmt;

/// The moves of each player that are told as those that mattered.
const MOMENTS: usize = 5;
/// What a point lost by each move leaves of the accuracy, as in KaTrain.
const ACCURACY_OF_A_POINT: f32 = 0.75;

/// A part of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// As many moves as a seventh of the board has points, rounded up: 52 on 19×19.
    Opening,
    /// Up to five twelfths: move 151, counted from 1.
    Middle,
    /// The rest.
    End,
}

impl Phase {
    /// In the order of the game.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::End];

    /// The phase of a move, counted from 0, on a board with so many points.
    pub fn of(number: usize, area: usize) -> Phase {
        if number * 7 < area {
            return Phase::Opening;
        }
        match number * 12 < area * 5 {
            true => Phase::Middle,
            false => Phase::End,
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Opening => "opening",
            Phase::Middle => "middle game",
            Phase::End => "endgame",
        })
    }
}

/// What moves cost in the mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// How many moves.
    pub moves: usize,
    /// Chance to win, 0 to 1; nothing without moves.
    pub winrate: f32,
    /// Points.
    pub points: f32,
}

/// One player's game.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Whose.
    pub color: Color,
    /// What a move cost in the mean.
    pub mean: Cost,
    /// The same by phase, in the order of [`Phase::ALL`].
    pub phases: [Cost; 3],
    /// 100 without any loss, three quarters of it for each point that a move lost in the mean: KaTrain's measure,
    /// without its weights.
    pub accuracy: f32,
    /// How many moves were mistakes for certain, and how many of these blunders.
    pub mistakes: [usize; 2],
    /// The moves that mattered, by number from 0, the costliest first.
    pub moments: Vec<usize>,
}

impl Summary {
    pub(super) fn of(review: &Review, color: Color) -> Summary {
        let area = review.game.dims().area();
        let is_own = |&number: &usize| review.game.moves()[number].0 == color;
        let own: Vec<usize> = (0..review.losses.len()).filter(is_own).collect();
        let mean = cost_of(review, own.iter().copied());
        let phases = Phase::ALL.map(|phase| {
            let within = own
                .iter()
                .copied()
                .filter(|&number| Phase::of(number, area) == phase);
            cost_of(review, within)
        });
        let count = |counts: fn(Verdict) -> bool| {
            let verdicts = own.iter().map(|&number| review.losses[number].verdict);
            verdicts.filter(|&verdict| counts(verdict)).count()
        };
        let mut moments = review.worst(usize::MAX);
        moments.retain(is_own);
        moments.truncate(MOMENTS);
        Summary {
            color,
            mean,
            phases,
            accuracy: 100.0 * ACCURACY_OF_A_POINT.powf(mean.points),
            mistakes: [Verdict::is_mistake, |it| it == Verdict::Blunder].map(count),
            moments,
        }
    }
}

/// What these moves cost in the mean.
fn cost_of(review: &Review, numbers: impl Iterator<Item = usize>) -> Cost {
    let mut cost = Cost::default();
    for number in numbers {
        cost.moves += 1;
        cost.winrate += review.losses[number].winrate;
        cost.points += review.losses[number].points;
    }
    let count = cost.moves.max(1) as f32;
    cost.winrate /= count;
    cost.points /= count;
    cost
}
