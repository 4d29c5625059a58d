//! Small networks with random weights, of every kind that a file can describe: for tests, fuzzing
//! and measurements where no real network is at hand. They play like dice.

use super::{
    Activation, Attention, Block, Conv, FeedForward, GLOBALS, GlobalPooling, METADATA, MatMul,
    MetadataEncoder, Model, Multipliers, NEWEST_VERSION, NestedBottleneck, NormAct, OLDEST_VERSION,
    PLANES, PassHead, PolicyHead, PooledConv, Residual, RmsNorm, Rope, ScaleBias, TipNorm, Trunk,
    ValueHead,
};
use rand_core::Rng;
use rand_pcg::Pcg64;

/// The shape of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The version of the format. Versions before 11 know no activation but [`Activation::Relu`].
    pub version: u32,
    /// Channels of the trunk.
    pub channels: usize,
    /// The trunk's blocks.
    pub blocks: Vec<Kind>,
    /// Of all layers but those of transformers.
    pub activation: Activation,
    /// What ends the trunk; other than [`Tip::ScaleBias`] from version 15 on.
    pub tip: Tip,
    /// Whether there is a metadata encoder; from version 15 on.
    pub metadata: bool,
}

/// A kind of block.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// See [`Block::Residual`].
    Residual,
    /// See [`Block::GlobalPooling`]; a third of the channels is pooled.
    GlobalPooling,
    /// See [`Block::NestedBottleneck`]; on half the channels.
    Nested(Vec<Kind>),
    /// The same on a quarter of the channels, entered and left by convolutions of five by five points.
    Narrow(Vec<Kind>),
    /// See [`Block::Attention`].
    Attention {
        /// Heads.
        heads: usize,
        /// Heads of keys and values.
        kv_heads: usize,
        /// Channels of a query.
        query_dim: usize,
        /// Channels of a value.
        value_dim: usize,
        /// How queries and keys are turned.
        turn: Turn,
    },
    /// See [`Block::FeedForward`]; twice as many hidden channels as the trunk has.
    FeedForward,
}

/// A kind of [`Rope`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// None.
    None,
    /// With a base of 100.
    Fixed,
    /// With random frequencies.
    Learned,
}

/// A kind of [`TipNorm`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tip {
    /// Scale and bias.
    ScaleBias,
    /// RMS for each point.
    Rms,
    /// RMS of the whole board.
    WholeBoardRms,
}

/// Plans that together have every version, block, activation, tip and head.
pub fn plans() -> Vec<Plan> {
    let attention = |turn| Kind::Attention {
        heads: 4,
        kv_heads: 2,
        query_dim: 6,
        value_dim: 5,
        turn,
    };
    let mut plans = Vec::new();
    for version in OLDEST_VERSION..=NEWEST_VERSION {
        let activation = match version {
            ..11 => Activation::Relu,
            _ => Activation::Mish,
        };
        plans.push(Plan {
            version,
            channels: 12,
            blocks: vec![Kind::Residual, Kind::GlobalPooling, Kind::Residual],
            activation,
            tip: Tip::ScaleBias,
            metadata: version == 15,
        });
    }
    let newest = Plan {
        version: NEWEST_VERSION,
        channels: 16,
        blocks: vec![Kind::Residual],
        activation: Activation::Silu,
        tip: Tip::ScaleBias,
        metadata: false,
    };
    plans.push(Plan {
        version: 11,
        blocks: vec![Kind::Nested(vec![Kind::Residual, Kind::GlobalPooling])],
        ..newest.clone()
    });
    plans.push(Plan {
        blocks: vec![attention(Turn::Learned), Kind::FeedForward],
        tip: Tip::Rms,
        activation: Activation::Mish,
        ..newest.clone()
    });
    plans.push(Plan {
        blocks: vec![
            Kind::Nested(vec![attention(Turn::Fixed), Kind::FeedForward]),
            Kind::Nested(vec![
                Kind::Nested(vec![Kind::GlobalPooling]),
                attention(Turn::None),
            ]),
        ],
        tip: Tip::WholeBoardRms,
        metadata: true,
        ..newest.clone()
    });
    plans.push(Plan {
        blocks: vec![Kind::GlobalPooling],
        activation: Activation::Identity,
        ..newest.clone()
    });
    plans.push(Plan {
        channels: 40,
        blocks: vec![
            Kind::Nested(vec![Kind::Residual]),
            Kind::Narrow(vec![Kind::Residual]),
        ],
        ..newest
    });
    plans
}

impl Plan {
    /// A network of this shape; the same for the same seed.
    pub fn model(&self, seed: u64) -> Model {
        let mut maker = Maker {
            random: Pcg64::new(seed.into(), 7),
            plan: self,
            blocks: 0,
        };
        maker.model()
    }
}

struct Maker<'a> {
    random: Pcg64,
    plan: &'a Plan,
    /// Blocks made so far, for their names.
    blocks: usize,
}

impl Maker<'_> {
    /// From -1 to 1.
    fn number(&mut self) -> f32 {
        let bits = (self.random.next_u64() >> 40) as f32;
        bits / (1 << 23) as f32 - 1.0
    }

    /// Around `centre`, at most `spread` away.
    fn numbers(&mut self, count: usize, centre: f32, spread: f32) -> Vec<f32> {
        (0..count)
            .map(|_| centre + spread * self.number())
            .collect()
    }

    /// Weights that keep the size of what goes through them, about.
    fn weights(&mut self, inputs: usize, outputs: usize) -> Vec<f32> {
        let spread = (3.0 / inputs as f32).sqrt();
        self.numbers(inputs * outputs, 0.0, spread)
    }

    fn conv(&mut self, side: usize, inputs: usize, outputs: usize) -> Conv {
        Conv {
            height: side,
            width: side,
            inputs,
            outputs,
            weights: self.weights(side * side * inputs, outputs),
        }
    }

    fn mat_mul(&mut self, inputs: usize, outputs: usize) -> MatMul {
        MatMul {
            inputs,
            outputs,
            weights: self.weights(inputs, outputs),
        }
    }

    fn bias(&mut self, channels: usize) -> Vec<f32> {
        self.numbers(channels, 0.0, 0.5)
    }

    fn norm_act(&mut self, channels: usize) -> NormAct {
        NormAct {
            norm: ScaleBias {
                scale: self.numbers(channels, 0.8, 0.4),
                bias: self.bias(channels),
            },
            activation: self.plan.activation,
        }
    }

    fn rms_norm(&mut self, channels: usize) -> RmsNorm {
        RmsNorm {
            epsilon: 1e-6,
            weight: self.numbers(channels, 1.0, 0.4),
        }
    }

    fn blocks(&mut self, kinds: &[Kind], channels: usize) -> Vec<Block> {
        kinds
            .iter()
            .map(|kind| self.block(kind, channels))
            .collect()
    }

    fn block(&mut self, kind: &Kind, channels: usize) -> Block {
        self.blocks += 1;
        let name = format!("block{}", self.blocks);
        match kind {
            Kind::Residual => Block::Residual(Residual {
                name,
                before: self.norm_act(channels),
                first: self.conv(3, channels, channels),
                middle: self.norm_act(channels),
                last: self.conv(3, channels, channels),
            }),
            Kind::GlobalPooling => self.global_pooling(name, channels),
            Kind::Nested(kinds) => self.nested(name, kinds, channels, (channels / 2, 1)),
            Kind::Narrow(kinds) => self.nested(name, kinds, channels, (channels / 4, 5)),
            &Kind::Attention {
                heads,
                kv_heads,
                query_dim,
                value_dim,
                turn,
            } => Block::Attention(Attention {
                name,
                heads,
                kv_heads,
                query_dim,
                value_dim,
                norm: self.rms_norm(channels),
                query: self.mat_mul(channels, heads * query_dim),
                key: self.mat_mul(channels, kv_heads * query_dim),
                value: self.mat_mul(channels, kv_heads * value_dim),
                out: self.mat_mul(heads * value_dim, channels),
                rope: match turn {
                    Turn::None => Rope::None,
                    Turn::Fixed => Rope::Fixed { theta: 100.0 },
                    Turn::Learned => Rope::Learned {
                        frequencies: self.numbers(kv_heads * query_dim, 0.0, 1.0),
                    },
                },
            }),
            Kind::FeedForward => Block::FeedForward(FeedForward {
                name,
                norm: self.rms_norm(channels),
                up: self.mat_mul(channels, 2 * channels),
                gate: self.mat_mul(channels, 2 * channels),
                down: self.mat_mul(2 * channels, channels),
            }),
        }
    }

    fn nested(
        &mut self,
        name: String,
        kinds: &[Kind],
        channels: usize,
        (inner, side): (usize, usize),
    ) -> Block {
        Block::NestedBottleneck(NestedBottleneck {
            name,
            before: self.norm_act(channels),
            enter: self.conv(side, channels, inner),
            blocks: self.blocks(kinds, inner),
            after: self.norm_act(inner),
            leave: self.conv(side, inner, channels),
        })
    }

    fn global_pooling(&mut self, name: String, channels: usize) -> Block {
        let pooled = (channels / 3).max(1);
        let regular = channels - pooled;
        Block::GlobalPooling(GlobalPooling {
            name,
            before: self.norm_act(channels),
            first: self.pooled_conv(3, channels, regular, pooled),
            last: self.conv(3, regular, channels),
        })
    }

    fn pooled_conv(
        &mut self,
        side: usize,
        channels: usize,
        regular: usize,
        pooled: usize,
    ) -> PooledConv {
        PooledConv {
            regular: self.conv(side, channels, regular),
            pooled: self.conv(side, channels, pooled),
            pooled_norm: self.norm_act(pooled),
            to_bias: self.mat_mul(3 * pooled, regular),
            middle: self.norm_act(regular),
        }
    }

    fn model(&mut self) -> Model {
        let Plan {
            version, channels, ..
        } = *self.plan;
        let trunk = Trunk {
            name: "trunk".to_owned(),
            planes: self.conv(if version == 9 { 5 } else { 3 }, PLANES, channels),
            globals: self.mat_mul(GLOBALS, channels),
            metadata: self.plan.metadata.then(|| self.metadata_encoder(channels)),
            blocks: self.blocks(&self.plan.blocks, channels),
            tip: self.tip(channels),
        };
        let mut multipliers = Multipliers::default();
        if version >= 13 {
            multipliers.shortterm_score_error = 150.0;
        }
        Model {
            name: format!("random-v{version}"),
            version,
            multipliers,
            areas_allow_suicide: version >= 15 && self.random.next_u32().is_multiple_of(2),
            trunk,
            policy: self.policy_head(version, channels),
            value: self.value_head(version, channels),
        }
    }

    fn tip(&mut self, channels: usize) -> TipNorm {
        let whole_board = match self.plan.tip {
            Tip::ScaleBias => return TipNorm::ScaleBias(self.norm_act(channels)),
            Tip::Rms => false,
            Tip::WholeBoardRms => true,
        };
        TipNorm::Rms {
            norm: self.rms_norm(channels),
            bias: self.bias(channels),
            whole_board,
            activation: self.plan.activation,
        }
    }

    fn metadata_encoder(&mut self, channels: usize) -> MetadataEncoder {
        MetadataEncoder {
            name: "metadata".to_owned(),
            first: self.mat_mul(METADATA, channels),
            first_bias: self.bias(channels),
            first_activation: self.plan.activation,
            second: self.mat_mul(channels, channels),
            second_bias: self.bias(channels),
            second_activation: self.plan.activation,
            third: self.mat_mul(channels, channels),
        }
    }

    fn policy_head(&mut self, version: u32, channels: usize) -> PolicyHead {
        let (hidden, pooled) = (channels / 2, channels / 4);
        let outputs = match version {
            16 => 4,
            12.. => 2,
            _ => 1,
        };
        PolicyHead {
            name: "policyhead".to_owned(),
            first: self.pooled_conv(1, channels, hidden, pooled),
            last: self.conv(1, hidden, outputs),
            pass: match version {
                15.. => PassHead::Hidden {
                    first: self.mat_mul(3 * pooled, hidden),
                    bias: self.bias(hidden),
                    activation: self.plan.activation,
                    second: self.mat_mul(hidden, outputs),
                },
                _ => PassHead::Linear(self.mat_mul(3 * pooled, outputs)),
            },
        }
    }

    fn value_head(&mut self, version: u32, channels: usize) -> ValueHead {
        let (hidden, conv) = (channels, channels / 2);
        let scores = if version >= 9 { 6 } else { 4 };
        ValueHead {
            name: "valuehead".to_owned(),
            conv: self.conv(1, channels, conv),
            norm: self.norm_act(conv),
            hidden: self.mat_mul(3 * conv, hidden),
            hidden_bias: self.bias(hidden),
            activation: self.plan.activation,
            outcome: self.mat_mul(hidden, 3),
            outcome_bias: self.bias(3),
            score: self.mat_mul(hidden, scores),
            score_bias: self.bias(scores),
            ownership: self.conv(1, conv, 1),
        }
    }
}
