//! Trunk and heads.

use super::source::Source;
use crate::net::file::error::FileError;
use crate::net::file::{
    GLOBALS, METADATA, MetadataEncoder, PLANES, PassHead, PolicyHead, RmsNorm, TipNorm, Trunk,
    ValueHead, limits,
};
use std::io::BufRead;

impl<R: BufRead> Source<R> {
    pub(super) fn trunk(&mut self, has_metadata: bool) -> Result<Trunk, FileError> {
        self.begin_part()?;
        let count = self.count("number of blocks", limits::BLOCKS)?;
        let channels = self.channels()?;
        // Channels of the blocks' middles; the blocks themselves say them again.
        for what in ["middle", "regular", "dilated", "pooled"] {
            self.number::<usize>(&format!("number of {what} channels"))?;
        }
        let mut rms_tip = false;
        if self.version >= 15 {
            rms_tip = self.flag("kind of the trunk's norm")?;
            self.unused(5)?;
        }
        let planes = self.conv_to(PLANES, channels)?;
        let globals = self.mat_mul_to(GLOBALS, channels)?;
        let metadata = match has_metadata {
            true => Some(self.metadata_encoder(channels)?),
            false => None,
        };
        let blocks = self.blocks(channels, count, 0)?;
        let tip = match rms_tip {
            true => self.rms_tip(channels)?,
            false => TipNorm::ScaleBias(self.norm_act(channels)?),
        };
        Ok(Trunk {
            planes,
            globals,
            metadata,
            blocks,
            tip,
        })
    }

    fn rms_tip(&mut self, channels: usize) -> Result<TipNorm, FileError> {
        self.begin_part()?;
        let found = self.channels()?;
        self.expect("channels of a norm", found, channels)?;
        let epsilon = self.rms_epsilon()?;
        let whole_board = self.flag("'spatial'")?;
        self.unused(1)?; // The size of a group of channels.
        let weight = self.floats(channels)?;
        let bias = self.floats(channels)?;
        Ok(TipNorm::Rms {
            norm: RmsNorm { epsilon, weight },
            bias,
            whole_board,
            activation: self.activation()?,
        })
    }

    fn metadata_encoder(&mut self, channels: usize) -> Result<MetadataEncoder, FileError> {
        self.begin_part()?;
        let found = self.number("number of metadata inputs")?;
        self.expect("metadata inputs", found, METADATA)?;
        let first = self.mat_mul(METADATA)?;
        let first_bias = self.bias(first.outputs)?;
        let first_activation = self.activation()?;
        let second = self.mat_mul(first.outputs)?;
        let second_bias = self.bias(second.outputs)?;
        let second_activation = self.activation()?;
        let third = self.mat_mul_to(second.outputs, channels)?;
        Ok(MetadataEncoder {
            first,
            first_bias,
            first_activation,
            second,
            second_bias,
            second_activation,
            third,
        })
    }

    pub(super) fn policy_head(&mut self, channels: usize) -> Result<PolicyHead, FileError> {
        self.begin_part()?;
        let outputs = match self.version {
            17.. => self.policy_outputs()?,
            16 => 4,
            12..=15 => 2,
            _ => 1,
        };
        let first = self.pooled_conv(channels)?;
        let (hidden, pools) = (first.regular.outputs, first.to_bias.inputs);
        let last = self.conv_to(hidden, outputs)?;
        let pass = match self.version {
            15.. => self.hidden_pass(pools, hidden, outputs)?,
            _ => PassHead::Linear(self.mat_mul_to(pools, outputs)?),
        };
        Ok(PolicyHead { first, last, pass })
    }

    fn policy_outputs(&mut self) -> Result<usize, FileError> {
        let outputs = self.number("number of policies")?;
        if outputs != 2 && outputs != 4 {
            return Err(self.error(format!("{outputs} policies instead of 2 or 4")));
        }
        self.unused(3)?;
        Ok(outputs)
    }

    fn hidden_pass(
        &mut self,
        pools: usize,
        hidden: usize,
        outputs: usize,
    ) -> Result<PassHead, FileError> {
        Ok(PassHead::Hidden {
            first: self.mat_mul_to(pools, hidden)?,
            bias: self.bias(hidden)?,
            activation: self.activation()?,
            second: self.mat_mul_to(hidden, outputs)?,
        })
    }

    pub(super) fn value_head(&mut self, channels: usize) -> Result<ValueHead, FileError> {
        self.begin_part()?;
        if self.version >= 17 {
            self.unused(3)?;
        }
        let conv = self.conv(channels)?;
        let norm = self.norm_act(conv.outputs)?;
        let hidden = self.mat_mul(3 * conv.outputs)?;
        let hidden_bias = self.bias(hidden.outputs)?;
        let activation = self.activation()?;
        let outcome = self.mat_mul_to(hidden.outputs, 3)?;
        let outcome_bias = self.bias(3)?;
        let scores = if self.version >= 9 { 6 } else { 4 };
        let score = self.mat_mul_to(hidden.outputs, scores)?;
        let score_bias = self.bias(scores)?;
        let ownership = self.conv_to(conv.outputs, 1)?;
        Ok(ValueHead {
            conv,
            norm,
            hidden,
            hidden_bias,
            activation,
            outcome,
            outcome_bias,
            score,
            score_bias,
            ownership,
        })
    }
}
