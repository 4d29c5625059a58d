//! Files of small networks with random weights, of every kind that there is. They play like dice.
//!
//! For the tests of the program, the library's own and the fuzzers.

#![allow(dead_code, reason = "not every test needs all of it")]

use rand_core::Rng;
use rand_pcg::Pcg64;
use std::fmt::Display;
use std::io::Write;

/// Planes of the input, and numbers that are not planes: of the position, and of the players and the game.
const PLANES: usize = 22;
const GLOBALS: usize = 19;
const METADATA: usize = 192;

/// The shape of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The version of the format.
    pub version: u32,
    /// Channels of the trunk.
    pub channels: usize,
    /// The trunk's blocks.
    pub blocks: Vec<Kind>,
    /// Of all layers but those of transformers: `RELU`, `MISH`, `SILU` or `IDENTITY`. Before version 11 no file says it.
    pub activation: &'static str,
    /// What ends the trunk: other than [`Tip::ScaleBias`] from version 15 on.
    pub tip: Tip,
    /// Whether there is a metadata encoder; from version 15 on.
    pub metadata: bool,
}

/// A kind of block.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Two convolutions.
    Residual,
    /// Two convolutions, the first of them shifted by what a third of the channels says of the whole board.
    GlobalPooling,
    /// Blocks on half the channels, entered and left by convolutions of single points.
    Nested(Vec<Kind>),
    /// The same on a quarter of the channels, entered and left by convolutions of five by five points.
    Narrow(Vec<Kind>),
    /// Each point looks at every other, with so many heads, heads of keys and values, channels of a query and of a value.
    Attention([usize; 4], Turn),
    /// A gated layer with twice as many hidden channels as the trunk has.
    FeedForward,
}

/// A way to turn queries and keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// None.
    None,
    /// With a base of 100.
    Fixed,
    /// With random frequencies.
    Learned,
}

/// What ends a trunk.
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
    let attention = |turn| Kind::Attention([4, 2, 6, 5], turn);
    let mut plans = Vec::new();
    for version in 8..=17 {
        let activation = match version {
            ..11 => "RELU",
            _ => "MISH",
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
        version: 17,
        channels: 16,
        blocks: vec![Kind::Residual],
        activation: "SILU",
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
        activation: "MISH",
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
    // Heads that are whole vectors, and hidden channels that are not.
    plans.push(Plan {
        channels: 24,
        blocks: vec![Kind::Nested(vec![
            Kind::Attention([4, 2, 32, 16], Turn::Learned),
            Kind::FeedForward,
        ])],
        tip: Tip::Rms,
        ..newest.clone()
    });
    plans.push(Plan {
        blocks: vec![Kind::GlobalPooling],
        activation: "IDENTITY",
        ..newest.clone()
    });
    plans.push(Plan {
        channels: 40,
        blocks: vec![
            Kind::Nested(vec![Kind::Residual]),
            Kind::Narrow(vec![Kind::Residual]),
        ],
        ..newest.clone()
    });
    // Blocks of every kind beside each other, with an activation that is done as sums are put.
    for blocks in [
        vec![
            Kind::Residual,
            Kind::Narrow(vec![Kind::Residual]),
            Kind::Nested(vec![
                attention(Turn::Fixed),
                Kind::FeedForward,
                Kind::Residual,
                Kind::Nested(vec![Kind::GlobalPooling]),
            ]),
            Kind::Residual,
        ],
        vec![
            Kind::FeedForward,
            Kind::Residual,
            attention(Turn::None),
            Kind::GlobalPooling,
        ],
    ] {
        plans.push(Plan {
            channels: 40,
            blocks,
            activation: "RELU",
            ..newest.clone()
        });
    }
    plans
}

/// How weights stand in a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weights {
    /// Blocks of little-endian floats: the content of a `.bin`.
    Binary,
    /// Decimal numbers: the content of a `.txt`.
    Text,
}

impl Plan {
    /// The file of a network of this shape, unpacked; the same for the same seed.
    pub fn file(&self, seed: u64, weights: Weights) -> Vec<u8> {
        let mut writer = Writer {
            file: Vec::new(),
            weights,
            random: Pcg64::new(seed.into(), 7),
            plan: self,
            blocks: 0,
        };
        writer.network();
        writer.file
    }
}

struct Writer<'a> {
    file: Vec<u8>,
    weights: Weights,
    random: Pcg64,
    plan: &'a Plan,
    /// Blocks written so far, for their names.
    blocks: usize,
}

/// Numbers.
impl Writer<'_> {
    fn line(&mut self, text: impl Display) {
        writeln!(self.file, "{text}").unwrap();
    }

    fn floats(&mut self, floats: &[f32]) {
        match self.weights {
            Weights::Text => {
                for float in floats {
                    write!(self.file, "{float:e} ").unwrap();
                }
            }
            Weights::Binary => {
                self.file.extend(b"@BIN@");
                self.file
                    .extend(floats.iter().flat_map(|float| float.to_le_bytes()));
            }
        }
        self.line("");
    }

    /// Random numbers around `centre`, at most `spread` away.
    fn numbers(&mut self, count: usize, centre: f32, spread: f32) {
        let mut number = || {
            let bits = (self.random.next_u64() >> 40) as f32;
            centre + spread * (bits / (1 << 23) as f32 - 1.0)
        };
        let numbers: Vec<f32> = (0..count).map(|_| number()).collect();
        self.floats(&numbers);
    }

    /// Weights that keep the size of what goes through them, about.
    fn weights(&mut self, inputs: usize, outputs: usize) {
        let spread = (3.0 / inputs as f32).sqrt();
        self.numbers(inputs * outputs, 0.0, spread);
    }
}

/// Layers.
impl Writer<'_> {
    fn conv(&mut self, name: &str, side: usize, inputs: usize, outputs: usize) {
        self.line(format!("{name}\n{side} {side} {inputs} {outputs} 1 1"));
        self.weights(side * side * inputs, outputs);
    }

    fn mat_mul(&mut self, name: &str, inputs: usize, outputs: usize) {
        self.line(format!("{name}\n{inputs} {outputs}"));
        self.weights(inputs, outputs);
    }

    fn bias(&mut self, name: &str, channels: usize) {
        self.line(format!("{name}\n{channels}"));
        self.numbers(channels, 0.0, 0.5);
    }

    fn activation(&mut self, name: &str) {
        self.line(name);
        if self.plan.version >= 11 {
            self.line(format!("ACTIVATION_{}", self.plan.activation));
        }
    }

    /// A batch norm of mean 0 and variance 1, beside which its epsilon vanishes: scale and bias stay as they are.
    fn norm_act(&mut self, name: &str, channels: usize) {
        self.line(format!("{name}.norm\n{channels} 1e-20 1 1"));
        self.floats(&vec![0.0; channels]);
        self.floats(&vec![1.0; channels]);
        self.numbers(channels, 0.8, 0.4);
        self.numbers(channels, 0.0, 0.5);
        self.activation(&format!("{name}.act"));
    }

    fn rms_norm(&mut self, name: &str, channels: usize) {
        self.line(format!("{name}\n{channels} 1e-6"));
        self.numbers(channels, 1.0, 0.4);
    }
}

/// Blocks.
impl Writer<'_> {
    fn blocks(&mut self, kinds: &[Kind], channels: usize) {
        for kind in kinds {
            self.blocks += 1;
            let name = format!("block{}", self.blocks);
            self.block(&name, kind, channels);
        }
    }

    fn block(&mut self, name: &str, kind: &Kind, channels: usize) {
        match kind {
            Kind::Residual => self.residual(name, channels),
            Kind::GlobalPooling => self.global_pooling(name, channels),
            Kind::Nested(kinds) => self.nested(name, kinds, channels, (channels / 2, 1)),
            Kind::Narrow(kinds) => self.nested(name, kinds, channels, (channels / 4, 5)),
            &Kind::Attention(sizes, turn) => self.attention(name, channels, sizes, turn),
            Kind::FeedForward => self.feed_forward(name, channels),
        }
    }

    fn residual(&mut self, name: &str, channels: usize) {
        self.line(format!("ordinary_block\n{name}"));
        self.norm_act(&format!("{name}.before"), channels);
        self.conv(&format!("{name}.first"), 3, channels, channels);
        self.norm_act(&format!("{name}.middle"), channels);
        self.conv(&format!("{name}.last"), 3, channels, channels);
    }

    fn global_pooling(&mut self, name: &str, channels: usize) {
        let pooled = (channels / 3).max(1);
        let regular = channels - pooled;
        self.line(format!("gpool_block\n{name}"));
        self.norm_act(&format!("{name}.before"), channels);
        self.pooled_conv(name, 3, channels, (regular, pooled));
        self.conv(&format!("{name}.last"), 3, regular, channels);
    }

    fn pooled_conv(
        &mut self,
        name: &str,
        side: usize,
        channels: usize,
        (regular, pooled): (usize, usize),
    ) {
        self.conv(&format!("{name}.regular"), side, channels, regular);
        self.conv(&format!("{name}.pooled"), side, channels, pooled);
        self.norm_act(&format!("{name}.pooled"), pooled);
        self.mat_mul(&format!("{name}.to_bias"), 3 * pooled, regular);
        self.norm_act(&format!("{name}.middle"), regular);
    }

    fn nested(
        &mut self,
        name: &str,
        kinds: &[Kind],
        channels: usize,
        (inner, side): (usize, usize),
    ) {
        let count = kinds.len();
        self.line(format!("nested_bottleneck_block\n{name}\n{count}"));
        self.norm_act(&format!("{name}.before"), channels);
        self.conv(&format!("{name}.enter"), side, channels, inner);
        self.blocks(kinds, inner);
        self.norm_act(&format!("{name}.after"), inner);
        self.conv(&format!("{name}.leave"), side, inner, channels);
    }

    fn attention(&mut self, name: &str, channels: usize, sizes: [usize; 4], turn: Turn) {
        let [heads, kv_heads, query_dim, value_dim] = sizes;
        self.line(format!("transformer_attention_block\n{name}"));
        self.line(format!("{heads}\n{kv_heads}\n{query_dim}\n{value_dim}"));
        self.line(match turn {
            Turn::None => "0 0",
            Turn::Fixed => "1 0",
            Turn::Learned => "1 1",
        });
        self.rms_norm(&format!("{name}.norm"), channels);
        self.mat_mul(&format!("{name}.query"), channels, heads * query_dim);
        self.mat_mul(&format!("{name}.key"), channels, kv_heads * query_dim);
        self.mat_mul(&format!("{name}.value"), channels, kv_heads * value_dim);
        self.mat_mul(&format!("{name}.out"), heads * value_dim, channels);
        match turn {
            Turn::None => {}
            Turn::Fixed => self.line(format!("{name}.rope\n1e2")),
            Turn::Learned => {
                self.line(format!("{name}.rope\n{kv_heads} {} 2", query_dim / 2));
                self.numbers(kv_heads * query_dim, 0.0, 1.0);
            }
        }
    }

    fn feed_forward(&mut self, name: &str, channels: usize) {
        let hidden = 2 * channels;
        self.line(format!("transformer_ffn_block\n{name}"));
        self.line(format!("{channels} {hidden} 1"));
        self.rms_norm(&format!("{name}.norm"), channels);
        self.mat_mul(&format!("{name}.up"), channels, hidden);
        self.mat_mul(&format!("{name}.gate"), channels, hidden);
        self.mat_mul(&format!("{name}.down"), hidden, channels);
    }
}

/// Trunk and heads.
impl Writer<'_> {
    fn network(&mut self) {
        let &Plan {
            version, channels, ..
        } = self.plan;
        self.line(format!("random-v{version}\n{version}\n{PLANES}\n{GLOBALS}"));
        if version >= 13 {
            self.line("20.0 21.0 22.0 23.0 40.0 0.25 150.0");
        }
        if version >= 15 {
            let areas_allow_suicide = self.random.next_u32() % 2;
            let metadata = u8::from(self.plan.metadata);
            self.line(format!("{metadata} {areas_allow_suicide} 0 0 0 0 0 0"));
        }
        self.trunk(version, channels);
        self.policy_head(version, channels);
        self.value_head(version, channels);
    }

    fn trunk(&mut self, version: u32, channels: usize) {
        let plan = self.plan;
        self.line(format!("trunk\n{}\n{channels}", plan.blocks.len()));
        // Channels inside the blocks, which the blocks themselves say again.
        self.line(format!("{channels} {channels} {channels} {channels}"));
        if version >= 15 {
            let is_rms = u8::from(plan.tip != Tip::ScaleBias);
            self.line(format!("{is_rms} 0 0 0 0 0"));
        }
        let side = if version == 9 { 5 } else { 3 };
        self.conv("trunk.planes", side, PLANES, channels);
        self.mat_mul("trunk.globals", GLOBALS, channels);
        if plan.metadata {
            self.metadata_encoder(channels);
        }
        self.blocks(&plan.blocks, channels);
        self.tip(channels);
    }

    fn tip(&mut self, channels: usize) {
        let whole_board = match self.plan.tip {
            Tip::ScaleBias => return self.norm_act("trunk.tip", channels),
            Tip::Rms => 0,
            Tip::WholeBoardRms => 1,
        };
        self.line(format!("trunk.tip\n{channels} 1e-6 {whole_board} 0"));
        self.numbers(channels, 1.0, 0.4);
        self.numbers(channels, 0.0, 0.5);
        self.activation("trunk.tip.act");
    }

    fn metadata_encoder(&mut self, channels: usize) {
        self.line(format!("metadata\n{METADATA}"));
        self.mat_mul("metadata.first", METADATA, channels);
        self.bias("metadata.first_bias", channels);
        self.activation("metadata.first_act");
        self.mat_mul("metadata.second", channels, channels);
        self.bias("metadata.second_bias", channels);
        self.activation("metadata.second_act");
        self.mat_mul("metadata.third", channels, channels);
    }

    fn policy_head(&mut self, version: u32, channels: usize) {
        let (hidden, pooled) = (channels / 2, channels / 4);
        let outputs = match version {
            16 => 4,
            12.. => 2,
            _ => 1,
        };
        self.line("policyhead");
        if version >= 17 {
            self.line(format!("{outputs} 0 0 0"));
        }
        self.pooled_conv("policyhead", 1, channels, (hidden, pooled));
        self.conv("policyhead.last", 1, hidden, outputs);
        if version < 15 {
            return self.mat_mul("policyhead.pass", 3 * pooled, outputs);
        }
        self.mat_mul("policyhead.pass_first", 3 * pooled, hidden);
        self.bias("policyhead.pass_bias", hidden);
        self.activation("policyhead.pass_act");
        self.mat_mul("policyhead.pass_second", hidden, outputs);
    }

    fn value_head(&mut self, version: u32, channels: usize) {
        let (hidden, conv) = (channels, channels / 2);
        let scores = if version >= 9 { 6 } else { 4 };
        self.line("valuehead");
        if version >= 17 {
            self.line("0 0 0");
        }
        self.conv("valuehead.conv", 1, channels, conv);
        self.norm_act("valuehead", conv);
        self.mat_mul("valuehead.hidden", 3 * conv, hidden);
        self.bias("valuehead.hidden_bias", hidden);
        self.activation("valuehead.hidden_act");
        self.mat_mul("valuehead.outcome", hidden, 3);
        self.bias("valuehead.outcome_bias", 3);
        self.mat_mul("valuehead.score", hidden, scores);
        self.bias("valuehead.score_bias", scores);
        self.conv("valuehead.ownership", 1, conv, 1);
    }
}
