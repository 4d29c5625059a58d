//! Room for what an evaluation computes on the way, used again for the next one.

use super::between::{Between, Form};
use crate::net::file::limits;
use crate::net::kernel::{Activations, Affine, Buffer, Kernel, Sparse, Spreads, Turns, Work};
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
    /// Between the layers of a block.
    pub middle: Between,
    /// The same, where a block needs two, `[point][channel]`.
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
    /// What convolutions read that found it in another form.
    pub spreads: Spreads,
}

/// The trunk, and as many nested bottlenecks within each other as a file may have.
const LEVELS: usize = limits::DEPTH + 1;

/// A trunk.
#[derive(Debug, Default)]
pub(super) struct Level {
    /// What the blocks add to.
    pub trunk: Buffer<f32>,
    /// The same as the next block wants it.
    pub activated: Between,
}

impl Level {
    /// Room for both, `stride` numbers for each point, and for what is activated in this form.
    pub fn prepare(
        &mut self,
        form: Form,
        stride: usize,
        room: &Room,
    ) -> (&mut [f32], Activations<'_>) {
        let activated = self.activated.prepare(form, room.sides(), stride);
        (self.trunk.reserve(room.points() * stride), activated)
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
            middle: Between::default(),
            second: Buffer::default(),
            shift: Vec::new(),
            vectors: Default::default(),
            affine: Affine::default(),
            turns: Vec::new(),
            calculator: Calculator {
                kernel,
                work: Work::default(),
                spreads: Spreads::default(),
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

    /// Columns and rows.
    pub fn sides(&self) -> (usize, usize) {
        (self.width, self.height)
    }
}
