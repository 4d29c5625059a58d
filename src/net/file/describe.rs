//! What kind of network a file holds, in a few words and numbers.

use super::{Activation, Block, Model, NormAct, TipNorm};
use std::collections::BTreeMap;

/// Blocks of each kind, those in nested bottlenecks included.
pub type BlockCounts = BTreeMap<&'static str, usize>;

impl Model {
    /// How many blocks there are of each kind.
    pub fn block_counts(&self) -> BlockCounts {
        let mut counts = BlockCounts::new();
        count(&self.trunk.blocks, &mut counts);
        counts
    }

    /// The activations in the blocks and at the trunk's end.
    pub fn activations(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        activations(&self.trunk.blocks, &mut names);
        names.push(match &self.trunk.tip {
            TipNorm::ScaleBias(norm) => norm.activation.name(),
            TipNorm::Rms { activation, .. } => activation.name(),
        });
        names.sort_unstable();
        names.dedup();
        names
    }
}

impl Block {
    /// The name of its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Block::Residual(_) => "residual",
            Block::GlobalPooling(_) => "global pooling",
            Block::NestedBottleneck(_) => "nested bottleneck",
            Block::Attention(_) => "attention",
            Block::FeedForward(_) => "feed-forward",
        }
    }
}

impl Activation {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Activation::Identity => "identity",
            Activation::Relu => "relu",
            Activation::Mish => "mish",
            Activation::Silu => "silu",
        }
    }
}

fn count(blocks: &[Block], counts: &mut BlockCounts) {
    for block in blocks {
        *counts.entry(block.kind()).or_default() += 1;
        if let Block::NestedBottleneck(block) = block {
            count(&block.blocks, counts);
        }
    }
}

fn activations(blocks: &[Block], names: &mut Vec<&'static str>) {
    for block in blocks {
        let norms: &[&NormAct] = match block {
            Block::Residual(block) => &[&block.before, &block.middle],
            Block::GlobalPooling(block) => {
                &[&block.before, &block.first.pooled_norm, &block.first.middle]
            }
            Block::NestedBottleneck(block) => {
                activations(&block.blocks, names);
                &[&block.before, &block.after]
            }
            // They have none of their own choice.
            Block::Attention(_) | Block::FeedForward(_) => &[],
        };
        names.extend(norms.iter().map(|norm| norm.activation.name()));
    }
}
