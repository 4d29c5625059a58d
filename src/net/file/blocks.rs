//! The blocks of a trunk. Each adds what it computes to the trunk: `trunk += block(trunk)`.

use super::{Conv, MatMul, NormAct, RmsNorm};

/// One block of a trunk or of a nested bottleneck.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Two convolutions.
    Residual(Residual),
    /// Two convolutions, the first of which is shifted by what was pooled over the whole board.
    GlobalPooling(GlobalPooling),
    /// Blocks of fewer channels between two convolutions, usually 1x1.
    NestedBottleneck(NestedBottleneck),
    /// Each point of the board looks at every other.
    Attention(Attention),
    /// A gated layer for each point of the board by itself.
    FeedForward(FeedForward),
}

/// `trunk += last(middle(first(before(trunk))))`.
#[derive(Clone, Debug, PartialEq)]
pub struct Residual {
    /// On the trunk's channels.
    pub before: NormAct,
    /// From the trunk's channels to those of the middle.
    pub first: Conv,
    /// On the middle's channels.
    pub middle: NormAct,
    /// From the middle's channels to the trunk's.
    pub last: Conv,
}

/// `trunk += last(first(before(trunk)))`.
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalPooling {
    /// On the trunk's channels.
    pub before: NormAct,
    /// From the trunk's channels to those of the middle.
    pub first: PooledConv,
    /// From the middle's channels to the trunk's.
    pub last: Conv,
}

/// A convolution that is shifted, channel by channel, by what another one says of the whole board:
/// `middle(regular(x) + to_bias(pool(pooled_norm(pooled(x)))))`.
///
/// `pool` makes three numbers of each channel, ordered `[mean, scaled mean, max][channel]`:
/// the mean over the board's points, the mean times `(sqrt(points) - 14) / 10`, and the maximum,
/// which is at least -1. `to_bias` makes of them one number for each channel of the middle, which is added at
/// every point.
#[derive(Clone, Debug, PartialEq)]
pub struct PooledConv {
    /// From the trunk's channels to those of the middle.
    pub regular: Conv,
    /// From the trunk's channels to those that are pooled.
    pub pooled: Conv,
    /// On the pooled channels.
    pub pooled_norm: NormAct,
    /// From three numbers for each pooled channel to the middle's channels.
    pub to_bias: MatMul,
    /// On the middle's channels.
    pub middle: NormAct,
}

/// `x = enter(before(trunk)); each block in turn adds to x; trunk += leave(after(x))`.
#[derive(Clone, Debug, PartialEq)]
pub struct NestedBottleneck {
    /// On the trunk's channels.
    pub before: NormAct,
    /// From the trunk's channels to those of the bottleneck.
    pub enter: Conv,
    /// At least one; on the bottleneck's channels.
    pub blocks: Vec<Block>,
    /// On the bottleneck's channels.
    pub after: NormAct,
    /// From the bottleneck's channels to the trunk's.
    pub leave: Conv,
}

/// Attention among the points of the board.
///
/// With `x = norm(trunk)`, head `h` takes `query_dim` channels of `query(x)`, and of `key(x)` and
/// `value(x)` those of key-value head `h * kv_heads / heads`. Queries and keys are turned by
/// [`Rope`]. The weight of point `k` for point `q` is the softmax over `k` of
/// `query · key / sqrt(query_dim)`; the weighted sums of the values, ordered
/// `[head][value_dim]`, go through `out` and are added to the trunk.
#[derive(Clone, Debug, PartialEq)]
pub struct Attention {
    /// Heads, a multiple of `kv_heads`.
    pub heads: usize,
    /// Heads of keys and values, each shared by `heads / kv_heads` heads.
    pub kv_heads: usize,
    /// Channels of a head's queries and keys; even where `rope` turns them.
    pub query_dim: usize,
    /// Channels of a head's values.
    pub value_dim: usize,
    /// On the trunk's channels.
    pub norm: RmsNorm,
    /// From the trunk's channels to `[heads][query_dim]`.
    pub query: MatMul,
    /// From the trunk's channels to `[kv_heads][query_dim]`.
    pub key: MatMul,
    /// From the trunk's channels to `[kv_heads][value_dim]`.
    pub value: MatMul,
    /// From `[heads][value_dim]` to the trunk's channels.
    pub out: MatMul,
    /// How queries and keys learn where they stand, if they do.
    pub rope: Option<Rope>,
}

/// The rotary embedding: channels `2p` and `2p + 1` of a head, a pair, are turned by an angle
/// that grows with the column `x` and the row `y` (from the top):
/// `(a, b) -> (a cos - b sin, a sin + b cos)`.
#[derive(Clone, Debug, PartialEq)]
pub enum Rope {
    /// The first half of the pairs turns with the row, the rest with the column: with
    /// `pairs = query_dim / 2` and `half = pairs / 2`, pair `p < half` by
    /// `y * theta^(-2p / pairs)`, pair `p >= half` by `x * theta^(-2(p - half) / pairs)`.
    Fixed {
        /// Positive.
        theta: f32,
    },
    /// Pair `p` of key-value head `h`, and of the heads that share it, turns by
    /// `x * frequencies[h][p][0] + y * frequencies[h][p][1]`.
    Learned {
        /// `[kv_heads][query_dim / 2][2]`.
        frequencies: Vec<f32>,
    },
}

/// `x = norm(trunk); trunk += down(silu(up(x)) * gate(x))`, at each point.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedForward {
    /// On the trunk's channels.
    pub norm: RmsNorm,
    /// From the trunk's channels to the hidden ones.
    pub up: MatMul,
    /// From the trunk's channels to the hidden ones.
    pub gate: MatMul,
    /// From the hidden channels to the trunk's.
    pub down: MatMul,
}
