//! How large a network is and what an evaluation costs.

use super::{Block, Conv, MatMul, Model, PassHead, PooledConv, Rope, ScaleBias, TipNorm, limits};
use std::ops::AddAssign;

/// Size and price of a network or a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Learned numbers.
    pub parameters: u64,
    /// Multiplications, each with an addition, of one evaluation. Norms and activations are left out: their share is small.
    pub multiplications: u64,
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.parameters += other.parameters;
        self.multiplications += other.multiplications;
    }
}

/// What a network's parts cost on a board of a given size.
struct Meter {
    points: u64,
    total: Cost,
}

impl Model {
    /// Size of the whole network and price of an evaluation on a board of `points` points.
    pub fn cost(&self, points: usize) -> Cost {
        let mut meter = Meter {
            points: points as u64,
            total: Cost::default(),
        };
        meter.trunk(self);
        meter.heads(self);
        meter.total
    }
}

impl Meter {
    /// `times` products with `weights` weights.
    fn weights(&mut self, weights: &[f32], times: u64) {
        let parameters = weights.len() as u64;
        self.total += Cost {
            parameters,
            multiplications: parameters * times,
        };
    }

    /// Numbers that are learned but cost next to nothing.
    fn numbers(&mut self, count: usize) {
        self.total.parameters += count as u64;
    }

    fn conv(&mut self, conv: &Conv) {
        self.weights(&conv.weights, self.points);
    }

    /// A matrix that is applied at each point.
    fn at_points(&mut self, mat_mul: &MatMul) {
        self.weights(&mat_mul.weights, self.points);
    }

    /// A matrix that is applied once.
    fn once(&mut self, mat_mul: &MatMul) {
        self.weights(&mat_mul.weights, 1);
    }

    fn norm(&mut self, norm: &ScaleBias) {
        self.numbers(2 * norm.channels());
    }

    fn pooled_conv(&mut self, conv: &PooledConv) {
        self.conv(&conv.regular);
        self.conv(&conv.pooled);
        self.norm(&conv.pooled_norm.norm);
        self.once(&conv.to_bias);
        self.norm(&conv.middle.norm);
    }

    fn trunk(&mut self, model: &Model) {
        let trunk = &model.trunk;
        self.conv(&trunk.planes);
        self.once(&trunk.globals);
        if let Some(encoder) = &trunk.metadata {
            self.once(&encoder.first);
            self.once(&encoder.second);
            self.once(&encoder.third);
            self.numbers(encoder.first_bias.len() + encoder.second_bias.len());
        }
        self.blocks(&trunk.blocks);
        match &trunk.tip {
            TipNorm::ScaleBias(norm) => self.norm(&norm.norm),
            TipNorm::Rms { norm, bias, .. } => self.numbers(norm.channels() + bias.len()),
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Residual(block) => {
                    self.norm(&block.before.norm);
                    self.conv(&block.first);
                    self.norm(&block.middle.norm);
                    self.conv(&block.last);
                }
                Block::GlobalPooling(block) => {
                    self.norm(&block.before.norm);
                    self.pooled_conv(&block.first);
                    self.conv(&block.last);
                }
                Block::NestedBottleneck(block) => {
                    self.norm(&block.before.norm);
                    self.conv(&block.enter);
                    self.blocks(&block.blocks);
                    self.norm(&block.after.norm);
                    self.conv(&block.leave);
                }
                Block::Attention(block) => {
                    self.numbers(block.norm.channels());
                    for mat_mul in [&block.query, &block.key, &block.value, &block.out] {
                        self.at_points(mat_mul);
                    }
                    if let Some(Rope::Learned { frequencies }) = &block.rope {
                        self.numbers(frequencies.len());
                    }
                    let pairs = self.points * self.points;
                    // Kernels fill values up with zeros, and the softmax takes its time however few numbers a query has.
                    let [query, value] =
                        [block.query_dim, block.value_dim].map(|dim| dim.max(limits::LEAST_SIDE));
                    let each = block.heads * (query + value);
                    self.total.multiplications += pairs * each as u64;
                }
                Block::FeedForward(block) => {
                    self.numbers(block.norm.channels());
                    for mat_mul in [&block.up, &block.gate, &block.down] {
                        self.at_points(mat_mul);
                    }
                }
            }
        }
    }

    fn heads(&mut self, model: &Model) {
        let policy = &model.policy;
        self.pooled_conv(&policy.first);
        self.conv(&policy.last);
        match &policy.pass {
            PassHead::Linear(mat_mul) => self.once(mat_mul),
            PassHead::Hidden {
                first,
                bias,
                second,
                ..
            } => {
                self.once(first);
                self.numbers(bias.len());
                self.once(second);
            }
        }
        let value = &model.value;
        self.conv(&value.conv);
        self.norm(&value.norm.norm);
        self.once(&value.hidden);
        self.once(&value.outcome);
        self.once(&value.score);
        self.numbers(value.hidden_bias.len() + value.outcome_bias.len() + value.score_bias.len());
        self.conv(&value.ownership);
    }
}
