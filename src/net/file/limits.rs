//! How large a network may be. Real ones are far below each limit; the limits bound what a
//! hostile file can make Tengen allocate and compute.

/// Bytes of a file, packed or not: as many as those weights may take as text.
pub const BYTES: u64 = 4 << 30;

/// Weights of the whole network, 1 GiB of them.
pub const WEIGHTS: usize = 1 << 28;

/// Rows and columns of a matrix: one with fewer counts as if it had so many, since kernels fill it up with zeros. So do the
/// queries and values of a head of attention.
pub const LEAST_SIDE: usize = 16;

/// Multiplications of an evaluation of 19x19 points: more than twice what so many weights take, if each is used at each
/// point. Only attention takes more for each of its weights.
pub const MULTIPLICATIONS: u64 = 1 << 38;

/// Pairs of channels that attention turns, in the whole network: their angles are kept, 8 bytes of each pair for each point
/// of the board. A network of ten blocks with two such layers has two thousand.
pub const TURNED_PAIRS: usize = 1 << 16;

/// Channels of a layer.
pub const CHANNELS: usize = 8192;

/// Rows or columns of a convolution's kernel.
pub const KERNEL_SIDE: usize = 25;

/// Blocks of the whole network.
pub const BLOCKS: usize = 2048;

/// Nested bottlenecks within each other.
pub const DEPTH: usize = 8;

/// Bytes of a name or a number.
pub const TOKEN: usize = 200;

/// White space between two of them.
pub const SPACE: usize = 1000;
