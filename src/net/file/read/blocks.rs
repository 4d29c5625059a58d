//! Blocks, with checks that their sizes fit each other.

use super::source::Source;
use crate::net::file::error::FileError;
use crate::net::file::{
    Attention, Block, FeedForward, GlobalPooling, NestedBottleneck, PooledConv, Residual, Rope,
    limits,
};
use std::io::BufRead;

impl<R: BufRead> Source<R> {
    /// `count` blocks on `channels` channels, `depth` nested bottlenecks deep.
    pub(super) fn blocks(
        &mut self,
        channels: usize,
        count: usize,
        depth: usize,
    ) -> Result<Vec<Block>, FileError> {
        let mut blocks = Vec::new();
        for _ in 0..count {
            self.claim_block()?;
            blocks.push(self.block(channels, depth)?);
        }
        Ok(blocks)
    }

    fn block(&mut self, channels: usize, depth: usize) -> Result<Block, FileError> {
        match self.word()?.as_str() {
            "ordinary_block" => self.residual(channels).map(Block::Residual),
            "gpool_block" => self.global_pooling(channels).map(Block::GlobalPooling),
            "nested_bottleneck_block" => {
                let block = self.nested_bottleneck(channels, depth + 1);
                block.map(Block::NestedBottleneck)
            }
            "transformer_attention_block" => self.attention(channels).map(Block::Attention),
            "transformer_ffn_block" => self.feed_forward(channels).map(Block::FeedForward),
            other => Err(self.error(format!("unknown kind of block '{other}'"))),
        }
    }

    fn residual(&mut self, channels: usize) -> Result<Residual, FileError> {
        self.begin_part()?;
        let before = self.norm_act(channels)?;
        let first = self.conv(channels)?;
        let middle = self.norm_act(first.outputs)?;
        let last = self.conv_to(first.outputs, channels)?;
        Ok(Residual {
            before,
            first,
            middle,
            last,
        })
    }

    fn global_pooling(&mut self, channels: usize) -> Result<GlobalPooling, FileError> {
        self.begin_part()?;
        let before = self.norm_act(channels)?;
        let first = self.pooled_conv(channels)?;
        let last = self.conv_to(first.regular.outputs, channels)?;
        Ok(GlobalPooling {
            before,
            first,
            last,
        })
    }

    pub(super) fn pooled_conv(&mut self, channels: usize) -> Result<PooledConv, FileError> {
        let regular = self.conv(channels)?;
        let pooled = self.conv(channels)?;
        let pooled_norm = self.norm_act(pooled.outputs)?;
        let to_bias = self.mat_mul_to(3 * pooled.outputs, regular.outputs)?;
        let middle = self.norm_act(regular.outputs)?;
        Ok(PooledConv {
            regular,
            pooled,
            pooled_norm,
            to_bias,
            middle,
        })
    }

    fn nested_bottleneck(
        &mut self,
        channels: usize,
        depth: usize,
    ) -> Result<NestedBottleneck, FileError> {
        self.begin_part()?;
        if depth > limits::DEPTH {
            return Err(self.error("bottlenecks nested too deep"));
        }
        let count = self.count("number of blocks", limits::BLOCKS)?;
        let before = self.norm_act(channels)?;
        let enter = self.conv(channels)?;
        let blocks = self.blocks(enter.outputs, count, depth)?;
        let after = self.norm_act(enter.outputs)?;
        let leave = self.conv_to(enter.outputs, channels)?;
        Ok(NestedBottleneck {
            before,
            enter,
            blocks,
            after,
            leave,
        })
    }

    fn attention(&mut self, channels: usize) -> Result<Attention, FileError> {
        self.begin_part()?;
        let heads = self.count("number of heads", limits::CHANNELS)?;
        let kv_heads = self.count("number of key-value heads", limits::CHANNELS)?;
        if !heads.is_multiple_of(kv_heads) {
            let text = format!("{heads} heads cannot share {kv_heads} key-value heads");
            return Err(self.error(text));
        }
        let query_dim = self.count("channels of a query", limits::CHANNELS)?;
        let value_dim = self.count("channels of a value", limits::CHANNELS)?;
        let has_rope = self.flag("'uses rope'")?;
        let learned_rope = self.flag("'learned rope'")?;
        if has_rope && !query_dim.is_multiple_of(2) {
            return Err(self.error(format!("rope needs pairs of channels, not {query_dim}")));
        }
        let norm = self.rms_norm(channels)?;
        let query = self.mat_mul_to(channels, heads * query_dim)?;
        let key = self.mat_mul_to(channels, kv_heads * query_dim)?;
        let value = self.mat_mul_to(channels, kv_heads * value_dim)?;
        let out = self.mat_mul_to(heads * value_dim, channels)?;
        let pairs = query_dim / 2;
        let rope = match (has_rope, learned_rope) {
            (false, _) => None,
            (true, true) => Some(self.learned_rope(kv_heads, pairs)?),
            (true, false) => Some(self.fixed_rope(pairs)?),
        };
        Ok(Attention {
            heads,
            kv_heads,
            query_dim,
            value_dim,
            norm,
            query,
            key,
            value,
            out,
            rope,
        })
    }

    fn learned_rope(&mut self, kv_heads: usize, pairs: usize) -> Result<Rope, FileError> {
        self.begin_part()?;
        let sizes = [(kv_heads, "heads"), (pairs, "pairs"), (2, "directions")];
        for (expected, what) in sizes {
            let found = self.number(what)?;
            self.expect(&format!("{what} of the rope"), found, expected)?;
        }
        self.claim_pairs(kv_heads * pairs)?;
        let frequencies = self.floats(kv_heads * pairs * 2)?;
        Ok(Rope::Learned { frequencies })
    }

    fn fixed_rope(&mut self, pairs: usize) -> Result<Rope, FileError> {
        self.begin_part()?;
        // All heads share their angles.
        self.claim_pairs(pairs)?;
        let theta = self.positive("theta of the rope")?;
        Ok(Rope::Fixed { theta })
    }

    fn feed_forward(&mut self, channels: usize) -> Result<FeedForward, FileError> {
        self.begin_part()?;
        let found = self.channels()?;
        self.expect("channels of the block", found, channels)?;
        let hidden = self.channels()?;
        if !self.flag("'gated'")? {
            // No backend of KataGo has it either.
            return Err(self.error("feed-forward blocks without a gate are not supported"));
        }
        let norm = self.rms_norm(channels)?;
        let up = self.mat_mul_to(channels, hidden)?;
        let gate = self.mat_mul_to(channels, hidden)?;
        let down = self.mat_mul_to(hidden, channels)?;
        Ok(FeedForward {
            norm,
            up,
            gate,
            down,
        })
    }
}
