//! The heads that turn the trunk's output into policy and value.

use super::between::{Form, Numbers};
use super::layers::{Conv, Dense, pool};
use super::pooled::PooledConv;
use super::room::Room;
use crate::net::file::{Activation, PassHead, PolicyHead, ValueHead};
use crate::net::kernel::{Affine, Kernel, Precision, Target};
use crate::net::model::{Raw, Scores};

/// The policy head.
#[derive(Debug)]
pub(super) struct Policy {
    first: PooledConv,
    last: Conv,
    outputs: usize,
    pass: Vec<Dense>,
}

impl Policy {
    /// Packs it. The precision is that of the first convolutions.
    pub fn new(kernel: &dyn Kernel, precision: Precision, head: &PolicyHead) -> Policy {
        Policy {
            first: PooledConv::new(kernel, precision, &head.first),
            last: Conv::new(kernel, Precision::Float, &head.last),
            outputs: head.outputs(),
            pass: match &head.pass {
                PassHead::Linear(matrix) => vec![Dense::new(kernel, matrix)],
                PassHead::Hidden {
                    first,
                    bias,
                    activation,
                    second,
                } => vec![
                    Dense::new(kernel, first).with(bias, *activation),
                    Dense::new(kernel, second),
                ],
            },
        }
    }

    /// The form in which it reads a trunk with this activation.
    pub fn form(&self, activation: Activation) -> Form {
        self.first.form(activation)
    }

    /// The policies of points and pass.
    pub fn evaluate(&self, trunk: Numbers, room: &mut Room, raw: &mut Raw) {
        let mut middle = std::mem::take(&mut room.middle);
        self.first.activate(trunk, &self.last, room, &mut middle);
        let input = middle.numbers(room.sides(), self.first.stride());
        raw.policies = self.outputs;
        take(&self.last, input, self.outputs, room, &mut raw.policy);
        room.middle = middle;

        let [to, from, pooled] = &mut room.vectors;
        std::mem::swap(from, pooled);
        for layer in &self.pass {
            layer.apply(from, &mut room.calculator, to);
            std::mem::swap(from, to);
        }
        raw.pass.clear();
        raw.pass.extend_from_slice(&from[..self.outputs]);
    }
}

/// The value head.
#[derive(Debug)]
pub(super) struct Value {
    conv: Conv,
    channels: usize,
    norm: Affine,
    hidden: Dense,
    outcome: Dense,
    score: Dense,
    scores: usize,
    ownership: Conv,
}

impl Value {
    /// Packs it. The precision is that of the first convolution.
    pub fn new(kernel: &dyn Kernel, precision: Precision, head: &ValueHead) -> Value {
        Value {
            conv: Conv::new(kernel, precision, &head.conv),
            channels: head.conv.outputs,
            norm: Affine::new(&head.norm),
            hidden: Dense::new(kernel, &head.hidden).with(&head.hidden_bias, head.activation),
            outcome: Dense::new(kernel, &head.outcome)
                .with(&head.outcome_bias, Activation::Identity),
            score: Dense::new(kernel, &head.score).with(&head.score_bias, Activation::Identity),
            scores: head.score.outputs,
            ownership: Conv::new(kernel, Precision::Float, &head.ownership),
        }
    }

    /// The form in which it reads a trunk with this activation.
    pub fn form(&self, activation: Activation) -> Form {
        self.conv.form(activation)
    }

    /// Outcome, score and ownership.
    pub fn evaluate(&self, trunk: Numbers, room: &mut Room, raw: &mut Raw) {
        let mut middle = std::mem::take(&mut room.middle);
        let stride = self.conv.stride();
        let to = middle.prepare(Form::Floats, room.sides(), stride);
        self.conv
            .activate(trunk, None, &self.norm, &mut room.calculator, to);
        let input = middle.numbers(room.sides(), stride);
        take(&self.ownership, input, 1, room, &mut raw.ownership);
        pool(&middle.floats()[..room.points() * stride], stride, room);
        room.middle = middle;

        let points = room.points() as f32;
        let offset = points.sqrt() - 14.0;
        let [sums, hidden, pooled] = &mut room.vectors;
        pooled.clear();
        for scale in [1.0, offset * 0.1, offset * offset * 0.01 - 0.1] {
            pooled.extend(sums[..self.channels].iter().map(|sum| sum / points * scale));
        }
        let calculator = &mut room.calculator;
        self.hidden.apply(pooled, calculator, hidden);
        self.outcome.apply(hidden, calculator, sums);
        raw.outcome.copy_from_slice(&sums[..3]);
        self.score.apply(hidden, calculator, sums);
        raw.scores = Scores::of_head(&sums[..self.scores]);
    }
}

/// The first `outputs` channels of a convolution, `[point][output]`.
fn take(conv: &Conv, input: Numbers, outputs: usize, room: &mut Room, to: &mut Vec<f32>) {
    let stride = conv.stride();
    let sums = room.second.reserve(room.width * room.height * stride);
    let mut target = Target::set(sums, stride);
    conv.convolve(input, &mut room.calculator, &mut target);
    to.clear();
    to.extend(
        sums.chunks_exact(stride)
            .flat_map(|point| &point[..outputs]),
    );
}
