//! A whole network.

use super::{Activation, Block, Conv, MatMul, NormAct, PolicyHead, RmsNorm, ValueHead};

/// A whole network as its file describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The name in the file: letters, digits, `_` and `-`.
    pub name: String,
    /// The version of the format, [`OLDEST_VERSION`](super::OLDEST_VERSION) to
    /// [`NEWEST_VERSION`](super::NEWEST_VERSION).
    pub version: u32,
    /// How the score head's numbers become points.
    pub multipliers: Multipliers,
    /// Whether the planes of pass-alive areas are to be computed as if suicide were legal,
    /// whatever the rules say.
    pub areas_allow_suicide: bool,
    /// From the input to the trunk's output.
    pub trunk: Trunk,
    /// On the trunk's output.
    pub policy: PolicyHead,
    /// On the trunk's output.
    pub value: ValueHead,
}

/// Factors that turn the value head's numbers into points and moves. Positive and finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multipliers {
    /// Of the score that training's temporal differences predict; no output uses it.
    pub td_score: f64,
    /// Of the mean of the score.
    pub score_mean: f64,
    /// Of the standard deviation of the score.
    pub score_stdev: f64,
    /// Of the lead.
    pub lead: f64,
    /// Of the moves until the outcome is clear.
    pub variance_time: f64,
    /// Of the short-term error of the outcome.
    pub shortterm_value_error: f64,
    /// Of the short-term error of the score.
    pub shortterm_score_error: f64,
}

impl Default for Multipliers {
    /// Those of the versions before 13, which do not stand in the file.
    fn default() -> Multipliers {
        Multipliers {
            td_score: 20.0,
            score_mean: 20.0,
            score_stdev: 20.0,
            lead: 20.0,
            variance_time: 40.0,
            shortterm_value_error: 0.25,
            shortterm_score_error: 30.0,
        }
    }
}

/// From the input to the trunk's output.
///
/// ```text
/// trunk = planes(spatial) + globals(numbers) [+ metadata(numbers)]     the sums are added at every point
/// each block in turn adds to the trunk
/// output = tip(trunk)
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Trunk {
    /// From the planes to the trunk's channels.
    pub planes: Conv,
    /// From the numbers to the trunk's channels.
    pub globals: MatMul,
    /// From what is known of the players to the trunk's channels; in human-style networks alone.
    pub metadata: Option<MetadataEncoder>,
    /// At least one.
    pub blocks: Vec<Block>,
    /// On the trunk's channels.
    pub tip: TipNorm,
}

impl Trunk {
    /// The number of channels.
    pub fn channels(&self) -> usize {
        self.planes.outputs
    }
}

/// What ends the trunk.
#[derive(Clone, Debug, PartialEq)]
pub enum TipNorm {
    /// A scale and a bias for each channel, and an activation.
    ScaleBias(NormAct),
    /// `activation(x[c] * weight[c] / sqrt(mean square + epsilon) + bias[c])`, from version 15 on.
    Rms {
        /// Epsilon and weight.
        norm: RmsNorm,
        /// `[channels]`.
        bias: Vec<f32>,
        /// Whether the mean square is that of the whole board, instead of one for each point.
        whole_board: bool,
        /// Applied last.
        activation: Activation,
    },
}

/// `third(second_activation(second(first_activation(first(x) + first_bias)) + second_bias))`.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataEncoder {
    /// From [`METADATA`](super::METADATA) numbers.
    pub first: MatMul,
    /// `[first's outputs]`.
    pub first_bias: Vec<f32>,
    /// On the first's outputs.
    pub first_activation: Activation,
    /// From the first's outputs.
    pub second: MatMul,
    /// `[second's outputs]`.
    pub second_bias: Vec<f32>,
    /// On the second's outputs.
    pub second_activation: Activation,
    /// To the trunk's channels.
    pub third: MatMul,
}
