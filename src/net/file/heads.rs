//! The heads that turn the trunk's output into policy and value.

use super::{Activation, Conv, MatMul, NormAct, PooledConv};

/// The policy of points and pass, as logits from the mover's point of view.
///
/// ```text
/// policy = last(first(trunk))
/// pass   = pass(g)              g: what `first` pools, three numbers for each channel
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyHead {
    /// From the trunk's channels to those of the head.
    pub first: PooledConv,
    /// From the head's channels to the policies: 1; from version 12 on 2, the second one
    /// optimistic; from version 16 on 2 or 4, the last two being action values.
    pub last: Conv,
    /// The pass.
    pub pass: PassHead,
}

impl PolicyHead {
    /// How many numbers each point and the pass have: 1, 2 or 4.
    pub fn outputs(&self) -> usize {
        self.last.outputs
    }
}

/// From the pooled numbers to the policies of the pass.
#[derive(Clone, Debug, PartialEq)]
pub enum PassHead {
    /// Before version 15.
    Linear(MatMul),
    /// From version 15 on: `second(activation(first(g) + bias))`.
    Hidden {
        /// From the pooled numbers to the head's channels.
        first: MatMul,
        /// `[head's channels]`.
        bias: Vec<f32>,
        /// On the head's channels.
        activation: Activation,
        /// From the head's channels to the policies.
        second: MatMul,
    },
}

/// Outcome, score and ownership, from the mover's point of view.
///
/// ```text
/// v = norm(conv(trunk))
/// h = activation(hidden(pool(v)) + hidden_bias)
/// outcome   = outcome(h) + outcome_bias            logits of win, loss, no result
/// score     = score(h) + score_bias
/// ownership = ownership(v)                         before tanh
/// ```
///
/// `pool` makes three numbers of each channel from its mean `m` over the board's points and
/// `s = sqrt(points) - 14`, ordered `[kind][channel]`: `m`, `m * s / 10`, `m * (s² / 100 - 0.1)`.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueHead {
    /// From the trunk's channels to those of the head.
    pub conv: Conv,
    /// On the head's channels.
    pub norm: NormAct,
    /// From three numbers for each channel of the head to the hidden ones.
    pub hidden: MatMul,
    /// `[hidden channels]`.
    pub hidden_bias: Vec<f32>,
    /// On the hidden channels.
    pub activation: Activation,
    /// From the hidden channels to win, loss and no result.
    pub outcome: MatMul,
    /// `[3]`.
    pub outcome_bias: Vec<f32>,
    /// From the hidden channels to mean, spread and lead of the score, the time left and, from version 9 on,
    /// the short-term errors of outcome and score.
    pub score: MatMul,
    /// `[4]`, from version 9 on `[6]`.
    pub score_bias: Vec<f32>,
    /// From the head's channels to one number for each point.
    pub ownership: Conv,
}
