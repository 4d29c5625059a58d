//! Room for what an evaluation computes on the way, used again for the next one.

use crate::net::file::limits;
use crate::net::kernel::{Affine, Buffer, FeatureMap, Kernel, Sparse, Turns, Work};
use std::sync::Arc;

/// Everything that a thread needs to evaluate.
#[derive(Debug)]
pub(super) struct Room {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The bits of the input.
    pub planes: Sparse,
    /// What planes that are set at every point add.
    pub ground: Ground,
    /// The trunk, and the trunks of nested bottlenecks within each other.
    pub levels: [Level; LEVELS],
    /// Between the layers of a block, `[point][channel]`.
    pub middle: Buffer<f32>,
    /// The same, where a block needs two.
    pub second: Buffer<f32>,
    /// What is added at every point, one number for each channel.
    pub shift: Vec<f32>,
    /// Sums, maxima and other numbers that are not for each point.
    pub vectors: [Vec<f32>; 3],
    /// A scale that depends on the input.
    pub affine: Affine,
    /// How each attention block turns its queries and keys on this board; shared with other threads.
    pub turns: Vec<Option<Arc<Turns>>>,
    /// What computes.
    pub calculator: Calculator,
}

/// What planes that are set at every point add to the first sums.
#[derive(Debug, Default)]
pub(super) struct Ground {
    /// A bit for each of these planes; none while it is not known what they add.
    pub planes: Option<u32>,
    /// `[point][channel]`
    pub sums: Buffer<f32>,
}

/// A kernel, with room for what it computes on the way.
#[derive(Debug)]
pub(super) struct Calculator {
    /// The kernel.
    pub kernel: &'static dyn Kernel,
    /// Its own.
    pub work: Work,
}

/// The trunk, and as many nested bottlenecks within each other as a file may have.
const LEVELS: usize = limits::DEPTH + 1;

/// A trunk.
#[derive(Debug, Default)]
pub(super) struct Level {
    /// What the blocks add to.
    pub trunk: Buffer<f32>,
    /// The same as the next block wants it.
    pub activated: Buffer<f32>,
}

impl Level {
    /// Both, `numbers` long.
    pub fn of(&mut self, numbers: usize) -> (&mut [f32], &mut [f32]) {
        (self.trunk.reserve(numbers), self.activated.reserve(numbers))
    }
}

impl Room {
    /// Room for a network that is packed for this kernel.
    pub fn new(kernel: &'static dyn Kernel) -> Room {
        Room {
            width: 0,
            height: 0,
            planes: Sparse::default(),
            ground: Ground::default(),
            levels: Default::default(),
            middle: Buffer::default(),
            second: Buffer::default(),
            shift: Vec::new(),
            vectors: Default::default(),
            affine: Affine::default(),
            turns: Vec::new(),
            calculator: Calculator {
                kernel,
                work: Work::default(),
            },
        }
    }

    /// Prepares for boards of this size.
    pub fn set_board(&mut self, width: usize, height: usize) {
        if (self.width, self.height) != (width, height) {
            (self.width, self.height) = (width, height);
            self.turns.clear();
            self.ground.planes = None;
        }
    }

    /// The number of points.
    pub fn points(&self) -> usize {
        self.width * self.height
    }

    /// The feature map that a buffer begins with; behind it may stand what a larger board has left.
    pub fn feature_map<'a>(&self, numbers: &'a [f32], stride: usize) -> FeatureMap<'a> {
        FeatureMap {
            width: self.width,
            height: self.height,
            numbers: &numbers[..self.points() * stride],
            stride,
        }
    }
}
