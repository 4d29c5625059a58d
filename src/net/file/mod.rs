//! What stands in a model file of KataGo, as plain data.
//!
//! [`Model`] describes a whole network: the sizes and the weights of each layer, in the order in
//! which an evaluation uses them. It knows nothing of Go and does no arithmetic.
//!
//! Weights keep the order of the file, where the output channel varies fastest:
//! a [`Conv`] is `[row][column][input][output]`, a [`MatMul`] `[input][output]`.
//!
//! Source of the format: KataGo's `cpp/neuralnet/desc.cpp` and `modelversion.cpp` (1.17.2).

mod blocks;
mod cost;
mod describe;
mod error;
mod heads;
mod layers;
pub(super) mod limits;
mod model;
mod read;

#[cfg(test)]
#[path = "../../../tests/networks/sample.rs"]
pub(crate) mod sample;
#[cfg(test)]
mod tests;

pub use blocks::{
    Attention, Block, FeedForward, GlobalPooling, NestedBottleneck, PooledConv, Residual, Rope,
};
pub use cost::Cost;
pub use describe::BlockCounts;
pub use error::{Fault, FileError};
pub use heads::{PassHead, PolicyHead, ValueHead};
pub use layers::{Activation, Conv, MatMul, NormAct, RmsNorm, ScaleBias};
pub use model::{MetadataEncoder, Model, Multipliers, TipNorm, Trunk};
pub use read::Head;

/// Planes of the input: those of KataGo's input version 7, which all supported versions use.
pub const PLANES: usize = 22;

/// Numbers of the input that are not planes, of input version 7.
pub const GLOBALS: usize = 19;

/// Numbers of the input that tell of the players and the game, of the human-style networks.
pub const METADATA: usize = 192;

/// The oldest model version that can be read.
pub const OLDEST_VERSION: u32 = 8;

/// The newest model version that can be read, that of KataGo 1.17.
pub const NEWEST_VERSION: u32 = 17;

#[cfg(test)]
impl sample::Plan {
    /// A network of this shape.
    pub(crate) fn model(&self, seed: u64) -> Model {
        Model::read(&self.file(seed, sample::Weights::Binary)[..]).unwrap()
    }
}
