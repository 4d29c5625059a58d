//! Writes a [`Model`] in the format that [`Model::read`] reads.
//!
//! Layers get names of the form `block.layer`. A [`ScaleBias`] becomes a batch norm of mean 0 and
//! variance 1, whose epsilon vanishes beside that 1, so that reading it gives the same numbers again.

use super::{
    Activation, Attention, Block, Conv, FeedForward, GLOBALS, GlobalPooling, METADATA, MatMul,
    MetadataEncoder, Model, NestedBottleneck, NormAct, PLANES, PassHead, PolicyHead, PooledConv,
    Residual, RmsNorm, Rope, ScaleBias, TipNorm, Trunk, ValueHead,
};
use std::io::{self, Write};

/// How weights stand in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Blocks of little-endian floats: the content of a `.bin`.
    Binary,
    /// Decimal numbers: the content of a `.txt`.
    Text,
}

impl Model {
    /// Writes the network, unpacked. What [`Model::read`] makes of it equals `self`, if `self`
    /// came from a file or keeps its rules.
    ///
    /// # Errors
    /// Those of `output`.
    pub fn write(&self, output: impl Write, weights: Weights) -> io::Result<()> {
        let version = self.version;
        let mut writer = Writer {
            output,
            weights,
            version,
        };
        writer.model(self)
    }
}

struct Writer<W> {
    output: W,
    weights: Weights,
    version: u32,
}

/// Parts.
impl<W: Write> Writer<W> {
    fn line(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    fn zeros(&mut self, count: usize) -> io::Result<()> {
        (0..count).try_for_each(|_| self.line(0))
    }

    fn floats(&mut self, floats: &[f32]) -> io::Result<()> {
        match self.weights {
            Weights::Text => {
                for float in floats {
                    write!(self.output, "{float:e} ")?;
                }
            }
            Weights::Binary => {
                self.output.write_all(b"@BIN@")?;
                for float in floats {
                    self.output.write_all(&float.to_le_bytes())?;
                }
            }
        }
        self.line("")
    }

    fn conv(&mut self, name: &str, conv: &Conv) -> io::Result<()> {
        let Conv {
            height,
            width,
            inputs,
            outputs,
            ..
        } = conv;
        self.line(name)?;
        self.line(format!("{height} {width} {inputs} {outputs} 1 1"))?;
        self.floats(&conv.weights)
    }

    fn mat_mul(&mut self, name: &str, mat_mul: &MatMul) -> io::Result<()> {
        self.line(name)?;
        self.line(format!("{} {}", mat_mul.inputs, mat_mul.outputs))?;
        self.floats(&mat_mul.weights)
    }

    fn bias(&mut self, name: &str, bias: &[f32]) -> io::Result<()> {
        self.line(name)?;
        self.line(bias.len())?;
        self.floats(bias)
    }

    fn scale_bias(&mut self, name: &str, norm: &ScaleBias) -> io::Result<()> {
        let channels = norm.channels();
        self.line(name)?;
        self.line(format!("{channels} 1e-20 1 1"))?;
        self.floats(&vec![0.0; channels])?;
        self.floats(&vec![1.0; channels])?;
        self.floats(&norm.scale)?;
        self.floats(&norm.bias)
    }

    fn activation(&mut self, name: &str, activation: Activation) -> io::Result<()> {
        self.line(name)?;
        if self.version < 11 {
            return Ok(());
        }
        self.line(match activation {
            Activation::Identity => "ACTIVATION_IDENTITY",
            Activation::Relu => "ACTIVATION_RELU",
            Activation::Mish => "ACTIVATION_MISH",
            Activation::Silu => "ACTIVATION_SILU",
        })
    }

    fn norm_act(&mut self, name: &str, norm: &NormAct) -> io::Result<()> {
        self.scale_bias(&format!("{name}.norm"), &norm.norm)?;
        self.activation(&format!("{name}.act"), norm.activation)
    }

    fn rms_norm(&mut self, name: &str, norm: &RmsNorm) -> io::Result<()> {
        self.line(name)?;
        self.line(format!("{} {:e}", norm.channels(), norm.epsilon))?;
        self.floats(&norm.weight)
    }
}

/// Blocks.
impl<W: Write> Writer<W> {
    fn block(&mut self, block: &Block) -> io::Result<()> {
        match block {
            Block::Residual(block) => self.residual(block),
            Block::GlobalPooling(block) => self.global_pooling(block),
            Block::NestedBottleneck(block) => self.nested_bottleneck(block),
            Block::Attention(block) => self.attention(block),
            Block::FeedForward(block) => self.feed_forward(block),
        }
    }

    fn residual(&mut self, block: &Residual) -> io::Result<()> {
        let name = &block.name;
        self.line(format!("ordinary_block\n{name}"))?;
        self.norm_act(&format!("{name}.before"), &block.before)?;
        self.conv(&format!("{name}.first"), &block.first)?;
        self.norm_act(&format!("{name}.middle"), &block.middle)?;
        self.conv(&format!("{name}.last"), &block.last)
    }

    fn global_pooling(&mut self, block: &GlobalPooling) -> io::Result<()> {
        let name = &block.name;
        self.line(format!("gpool_block\n{name}"))?;
        self.norm_act(&format!("{name}.before"), &block.before)?;
        self.pooled_conv(name, &block.first)?;
        self.conv(&format!("{name}.last"), &block.last)
    }

    fn pooled_conv(&mut self, name: &str, conv: &PooledConv) -> io::Result<()> {
        self.conv(&format!("{name}.regular"), &conv.regular)?;
        self.conv(&format!("{name}.pooled"), &conv.pooled)?;
        self.norm_act(&format!("{name}.pooled"), &conv.pooled_norm)?;
        self.mat_mul(&format!("{name}.to_bias"), &conv.to_bias)?;
        self.norm_act(&format!("{name}.middle"), &conv.middle)
    }

    fn nested_bottleneck(&mut self, block: &NestedBottleneck) -> io::Result<()> {
        let name = &block.name;
        self.line(format!("nested_bottleneck_block\n{name}"))?;
        self.line(block.blocks.len())?;
        self.norm_act(&format!("{name}.before"), &block.before)?;
        self.conv(&format!("{name}.enter"), &block.enter)?;
        for inner in &block.blocks {
            self.block(inner)?;
        }
        self.norm_act(&format!("{name}.after"), &block.after)?;
        self.conv(&format!("{name}.leave"), &block.leave)
    }

    fn attention(&mut self, block: &Attention) -> io::Result<()> {
        let name = &block.name;
        self.line(format!("transformer_attention_block\n{name}"))?;
        let sizes = [
            block.heads,
            block.kv_heads,
            block.query_dim,
            block.value_dim,
        ];
        for size in sizes {
            self.line(size)?;
        }
        self.line(match &block.rope {
            Rope::None => "0 0",
            Rope::Fixed { .. } => "1 0",
            Rope::Learned { .. } => "1 1",
        })?;
        self.rms_norm(&format!("{name}.norm"), &block.norm)?;
        self.mat_mul(&format!("{name}.query"), &block.query)?;
        self.mat_mul(&format!("{name}.key"), &block.key)?;
        self.mat_mul(&format!("{name}.value"), &block.value)?;
        self.mat_mul(&format!("{name}.out"), &block.out)?;
        match &block.rope {
            Rope::None => Ok(()),
            Rope::Fixed { theta } => self.line(format!("{name}.rope\n{theta:e}")),
            Rope::Learned { frequencies } => {
                self.line(format!("{name}.rope"))?;
                self.line(format!("{} {} 2", block.kv_heads, block.query_dim / 2))?;
                self.floats(frequencies)
            }
        }
    }

    fn feed_forward(&mut self, block: &FeedForward) -> io::Result<()> {
        let name = &block.name;
        self.line(format!("transformer_ffn_block\n{name}"))?;
        self.line(format!("{} {} 1", block.up.inputs, block.up.outputs))?;
        self.rms_norm(&format!("{name}.norm"), &block.norm)?;
        self.mat_mul(&format!("{name}.up"), &block.up)?;
        self.mat_mul(&format!("{name}.gate"), &block.gate)?;
        self.mat_mul(&format!("{name}.down"), &block.down)
    }
}

/// Trunk and heads.
impl<W: Write> Writer<W> {
    fn model(&mut self, model: &Model) -> io::Result<()> {
        self.line(&model.name)?;
        self.line(model.version)?;
        self.line(PLANES)?;
        self.line(GLOBALS)?;
        if self.version >= 13 {
            let m = &model.multipliers;
            let score = [m.td_score, m.score_mean, m.score_stdev, m.lead];
            let rest = [
                m.variance_time,
                m.shortterm_value_error,
                m.shortterm_score_error,
            ];
            for multiplier in score.into_iter().chain(rest) {
                self.line(format!("{multiplier:e}"))?;
            }
        }
        if self.version >= 15 {
            self.line(u8::from(model.trunk.metadata.is_some()))?;
            self.line(u8::from(model.areas_allow_suicide))?;
            self.zeros(6)?;
        }
        self.trunk(&model.trunk)?;
        self.policy_head(&model.policy)?;
        self.value_head(&model.value)
    }

    fn trunk(&mut self, trunk: &Trunk) -> io::Result<()> {
        let channels = trunk.channels();
        self.line(&trunk.name)?;
        self.line(trunk.blocks.len())?;
        self.line(channels)?;
        for size in inner_channels(&trunk.blocks) {
            self.line(size.unwrap_or(channels))?;
        }
        if self.version >= 15 {
            self.line(u8::from(matches!(trunk.tip, TipNorm::Rms { .. })))?;
            self.zeros(5)?;
        }
        self.conv(&format!("{}.planes", trunk.name), &trunk.planes)?;
        self.mat_mul(&format!("{}.globals", trunk.name), &trunk.globals)?;
        if let Some(encoder) = &trunk.metadata {
            self.metadata_encoder(encoder)?;
        }
        for block in &trunk.blocks {
            self.block(block)?;
        }
        let name = format!("{}.tip", trunk.name);
        match &trunk.tip {
            TipNorm::ScaleBias(norm) => self.norm_act(&name, norm),
            TipNorm::Rms {
                norm,
                bias,
                whole_board,
                activation,
            } => {
                let whole_board = u8::from(*whole_board);
                self.line(&name)?;
                self.line(format!("{} {:e}", norm.channels(), norm.epsilon))?;
                self.line(format!("{whole_board} 0"))?;
                self.floats(&norm.weight)?;
                self.floats(bias)?;
                self.activation(&format!("{name}.act"), *activation)
            }
        }
    }

    fn metadata_encoder(&mut self, encoder: &MetadataEncoder) -> io::Result<()> {
        let name = &encoder.name;
        self.line(name)?;
        self.line(METADATA)?;
        self.mat_mul(&format!("{name}.first"), &encoder.first)?;
        self.bias(&format!("{name}.first_bias"), &encoder.first_bias)?;
        self.activation(&format!("{name}.first_act"), encoder.first_activation)?;
        self.mat_mul(&format!("{name}.second"), &encoder.second)?;
        self.bias(&format!("{name}.second_bias"), &encoder.second_bias)?;
        self.activation(&format!("{name}.second_act"), encoder.second_activation)?;
        self.mat_mul(&format!("{name}.third"), &encoder.third)
    }

    fn policy_head(&mut self, head: &PolicyHead) -> io::Result<()> {
        let name = &head.name;
        self.line(name)?;
        if self.version >= 17 {
            self.line(head.outputs())?;
            self.zeros(3)?;
        }
        self.pooled_conv(name, &head.first)?;
        self.conv(&format!("{name}.last"), &head.last)?;
        match &head.pass {
            PassHead::Linear(mat_mul) => self.mat_mul(&format!("{name}.pass"), mat_mul),
            PassHead::Hidden {
                first,
                bias,
                activation,
                second,
            } => {
                self.mat_mul(&format!("{name}.pass_first"), first)?;
                self.bias(&format!("{name}.pass_bias"), bias)?;
                self.activation(&format!("{name}.pass_act"), *activation)?;
                self.mat_mul(&format!("{name}.pass_second"), second)
            }
        }
    }

    fn value_head(&mut self, head: &ValueHead) -> io::Result<()> {
        let name = &head.name;
        self.line(name)?;
        if self.version >= 17 {
            self.zeros(3)?;
        }
        self.conv(&format!("{name}.conv"), &head.conv)?;
        self.norm_act(name, &head.norm)?;
        self.mat_mul(&format!("{name}.hidden"), &head.hidden)?;
        self.bias(&format!("{name}.hidden_bias"), &head.hidden_bias)?;
        self.activation(&format!("{name}.hidden_act"), head.activation)?;
        self.mat_mul(&format!("{name}.outcome"), &head.outcome)?;
        self.bias(&format!("{name}.outcome_bias"), &head.outcome_bias)?;
        self.mat_mul(&format!("{name}.score"), &head.score)?;
        self.bias(&format!("{name}.score_bias"), &head.score_bias)?;
        self.conv(&format!("{name}.ownership"), &head.ownership)
    }
}

/// Channels inside the blocks as the trunk's head has them: middle, regular, dilated (an old kind
/// of block), pooled. `None` where no block has such.
fn inner_channels(blocks: &[Block]) -> [Option<usize>; 4] {
    let mut sizes = [None; 4];
    for block in blocks {
        match block {
            Block::Residual(block) => sizes[0] = Some(block.first.outputs),
            Block::GlobalPooling(block) => {
                sizes[1] = Some(block.first.regular.outputs);
                sizes[3] = Some(block.first.pooled.outputs);
            }
            Block::NestedBottleneck(block) => sizes[0] = Some(block.enter.outputs),
            Block::Attention(_) | Block::FeedForward(_) => {}
        }
    }
    sizes
}
