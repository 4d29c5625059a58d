//! A network computed in the plainest way, to hold the fast ones against.

use super::layers::{
    Grid, activate_all, add, add_everywhere, conv, mat_mul, mat_mul_bias, norm_act, pool,
    pool_for_value, rms_norm, root_mean_square, softmax, turn,
};
use super::{Forward, Input, Prepared, Raw, Scores};
use crate::net::file::{
    Attention, Block, FeedForward, METADATA, MetadataEncoder, Model, NestedBottleneck, PassHead,
    PolicyHead, PooledConv, TipNorm, Trunk, ValueHead,
};
use std::sync::Arc;

/// Evaluates a network with plain loops in 32 bits, just as [`net::file`](crate::net::file)
/// describes it. Slow.
#[derive(Clone, Debug)]
pub struct Reference {
    model: Arc<Model>,
    /// The board of the last evaluation.
    grid: Grid,
    /// The trunk's output, `[point][channel]`.
    output: Vec<f32>,
}

impl Reference {
    /// The name that users know this way to compute by.
    pub const NAME: &str = "scalar";

    /// Of this network.
    pub fn new(model: Arc<Model>) -> Reference {
        Reference {
            model,
            grid: Grid {
                width: 0,
                height: 0,
            },
            output: Vec::new(),
        }
    }
}

impl Forward for Reference {
    fn trunk(&mut self, input: &Input) {
        self.grid = Grid {
            width: input.width,
            height: input.height,
        };
        self.output = trunk(self.grid, &self.model.trunk, input);
    }

    fn heads(&mut self, raw: &mut Raw) {
        policy_head(self.grid, &self.model.policy, &self.output, raw);
        value_head(self.grid, &self.model.value, &self.output, raw);
    }
}

impl Prepared for Reference {
    fn kernel_name(&self) -> &'static str {
        Reference::NAME
    }

    fn bytes_per_parameter(&self) -> usize {
        size_of::<f32>()
    }

    fn forward(self: Arc<Self>) -> Box<dyn Forward> {
        Box::new((*self).clone())
    }
}

fn trunk(grid: Grid, trunk: &Trunk, input: &Input) -> Vec<f32> {
    let mut x = conv(grid, &input.plane_numbers(), &trunk.planes);
    add_everywhere(&mut x, &mat_mul(input.numbers, &trunk.globals));
    if let Some(encoder) = &trunk.metadata {
        let metadata = input.metadata.unwrap_or(&[0.0; METADATA]);
        add_everywhere(&mut x, &encode(encoder, metadata));
    }
    blocks(grid, &trunk.blocks, &mut x);
    tip(&trunk.tip, &x)
}

fn encode(encoder: &MetadataEncoder, metadata: &[f32]) -> Vec<f32> {
    let mut x = mat_mul_bias(metadata, &encoder.first, &encoder.first_bias);
    activate_all(encoder.first_activation, &mut x);
    let mut x = mat_mul_bias(&x, &encoder.second, &encoder.second_bias);
    activate_all(encoder.second_activation, &mut x);
    mat_mul(&x, &encoder.third)
}

fn tip(tip: &TipNorm, x: &[f32]) -> Vec<f32> {
    let (norm, bias, whole_board, activation) = match tip {
        TipNorm::ScaleBias(norm) => return norm_act(x, norm),
        TipNorm::Rms {
            norm,
            bias,
            whole_board,
            activation,
        } => (norm, bias, *whole_board, *activation),
    };
    let mut y = if whole_board {
        let rms = root_mean_square(x, norm.epsilon);
        let weights = norm.weight.iter().cycle();
        x.iter()
            .zip(weights)
            .map(|(x, weight)| x / rms * weight)
            .collect()
    } else {
        rms_norm(x, norm)
    };
    add_everywhere(&mut y, bias);
    activate_all(activation, &mut y);
    y
}

fn blocks(grid: Grid, blocks: &[Block], trunk: &mut [f32]) {
    for block in blocks {
        let change = match block {
            Block::Residual(block) => {
                let x = norm_act(trunk, &block.before);
                let x = conv(grid, &x, &block.first);
                conv(grid, &norm_act(&x, &block.middle), &block.last)
            }
            Block::GlobalPooling(block) => {
                let (x, _) = pooled_conv(grid, &block.first, &norm_act(trunk, &block.before));
                conv(grid, &x, &block.last)
            }
            Block::NestedBottleneck(block) => nested_bottleneck(grid, block, trunk),
            Block::Attention(block) => attention(grid, block, trunk),
            Block::FeedForward(block) => feed_forward(block, trunk),
        };
        add(trunk, &change);
    }
}

/// What comes out, and what was pooled.
fn pooled_conv(grid: Grid, layer: &PooledConv, x: &[f32]) -> (Vec<f32>, Vec<f32>) {
    let pooled = norm_act(&conv(grid, x, &layer.pooled), &layer.pooled_norm);
    let pooled = pool(&pooled, layer.pooled.outputs);
    let mut x = conv(grid, x, &layer.regular);
    add_everywhere(&mut x, &mat_mul(&pooled, &layer.to_bias));
    (norm_act(&x, &layer.middle), pooled)
}

fn nested_bottleneck(grid: Grid, block: &NestedBottleneck, trunk: &[f32]) -> Vec<f32> {
    let mut x = conv(grid, &norm_act(trunk, &block.before), &block.enter);
    blocks(grid, &block.blocks, &mut x);
    conv(grid, &norm_act(&x, &block.after), &block.leave)
}

fn attention(grid: Grid, block: &Attention, trunk: &[f32]) -> Vec<f32> {
    let Attention {
        heads,
        kv_heads,
        query_dim,
        value_dim,
        ..
    } = *block;
    let x = rms_norm(trunk, &block.norm);
    let mut queries = mat_mul(&x, &block.query);
    let mut keys = mat_mul(&x, &block.key);
    let values = mat_mul(&x, &block.value);
    if let Some(rope) = &block.rope {
        turn(grid, &mut queries, heads, query_dim, rope);
        turn(grid, &mut keys, kv_heads, query_dim, rope);
    }

    let points = grid.points();
    let mut attended = vec![0.0; points * heads * value_dim];
    let mut weights = vec![0.0; points];
    for (index, sums) in attended.chunks_exact_mut(value_dim).enumerate() {
        let kv_head = index % heads * kv_heads / heads;
        let query = &queries[index * query_dim..][..query_dim];
        for (point, weight) in weights.iter_mut().enumerate() {
            let key = &keys[(point * kv_heads + kv_head) * query_dim..][..query_dim];
            let product: f32 = query.iter().zip(key).map(|(q, k)| q * k).sum();
            *weight = product / (query_dim as f32).sqrt();
        }
        softmax(&mut weights);
        for (point, weight) in weights.iter().enumerate() {
            let value = &values[(point * kv_heads + kv_head) * value_dim..][..value_dim];
            for (sum, v) in sums.iter_mut().zip(value) {
                *sum += weight * v;
            }
        }
    }
    mat_mul(&attended, &block.out)
}

fn feed_forward(block: &FeedForward, trunk: &[f32]) -> Vec<f32> {
    let x = rms_norm(trunk, &block.norm);
    let mut hidden = mat_mul(&x, &block.up);
    activate_all(crate::net::file::Activation::Silu, &mut hidden);
    let gate = mat_mul(&x, &block.gate);
    for (x, gate) in hidden.iter_mut().zip(gate) {
        *x *= gate;
    }
    mat_mul(&hidden, &block.down)
}

fn policy_head(grid: Grid, head: &PolicyHead, trunk: &[f32], raw: &mut Raw) {
    let (x, pooled) = pooled_conv(grid, &head.first, trunk);
    raw.policies = head.outputs();
    raw.policy = conv(grid, &x, &head.last);
    raw.pass = match &head.pass {
        PassHead::Linear(matrix) => mat_mul(&pooled, matrix),
        PassHead::Hidden {
            first,
            bias,
            activation,
            second,
        } => {
            let mut x = mat_mul_bias(&pooled, first, bias);
            activate_all(*activation, &mut x);
            mat_mul(&x, second)
        }
    };
}

fn value_head(grid: Grid, head: &ValueHead, trunk: &[f32], raw: &mut Raw) {
    let x = norm_act(&conv(grid, trunk, &head.conv), &head.norm);
    let pooled = pool_for_value(&x, head.conv.outputs);
    let mut hidden = mat_mul_bias(&pooled, &head.hidden, &head.hidden_bias);
    activate_all(head.activation, &mut hidden);
    let outcome = mat_mul_bias(&hidden, &head.outcome, &head.outcome_bias);
    raw.outcome.copy_from_slice(&outcome);
    raw.scores = Scores::of_head(&mat_mul_bias(&hidden, &head.score, &head.score_bias));
    raw.ownership = conv(grid, &x, &head.ownership);
}
