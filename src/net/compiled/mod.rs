//! A network packed for a kernel: the fast way from an input to what the heads say.
//!
//! ```text
//! file::Model ──> Compiled (weights as a kernel wants them, shared by threads)
//!                    └──> CompiledForward (one for each thread: room for what is computed on the way)
//! ```
//!
//! Each block adds to its trunk and, in the same stroke, leaves the trunk normed and activated as the
//! next block wants it: see `blocks`. What is computed stands with the description of each layer in
//! [`net::file`](crate::net::file).

mod between;
mod blocks;
mod heads;
mod layers;
mod norm;
mod pooled;
mod room;
#[cfg(test)]
mod tests;
mod transformer;
mod trial;

use super::file::{METADATA, MetadataEncoder, Model};
use super::kernel::{Kernel, Precision, SparseConv, Target};
use super::model::{Forward, Input, Prepared, Raw};
use blocks::{Blocks, Packer};
use heads::{Policy, Value};
use layers::Dense;
use norm::Norm;
use room::Room;
use std::sync::Arc;
pub use trial::{errs_too_much, said_in_trial};

/// A network whose weights are packed for a kernel. Threads share it.
#[derive(Debug)]
pub struct Compiled {
    kernel: &'static dyn Kernel,
    precision: Precision,
    planes: SparseConv,
    globals: Dense,
    metadata: Option<Encoder>,
    blocks: Blocks,
    policy: Policy,
    value: Value,
}

/// The metadata encoder: three layers.
#[derive(Debug)]
struct Encoder {
    layers: [Dense; 3],
}

impl Encoder {
    fn new(kernel: &dyn Kernel, encoder: &MetadataEncoder) -> Encoder {
        let first = Dense::new(kernel, &encoder.first);
        let second = Dense::new(kernel, &encoder.second);
        Encoder {
            layers: [
                first.with(&encoder.first_bias, encoder.first_activation),
                second.with(&encoder.second_bias, encoder.second_activation),
                Dense::new(kernel, &encoder.third),
            ],
        }
    }
}

impl Compiled {
    /// Packs the weights of a model. The precision is that of the blocks: the rest takes little time, and is computed in 32 bits.
    /// Beside blocks in bfloat16 numbers the heads' first convolutions would take a while, so these are too.
    pub fn new(kernel: &'static dyn Kernel, precision: Precision, model: &Model) -> Compiled {
        let trunk = &model.trunk;
        let encoder = trunk.metadata.as_ref();
        let mut packer = Packer {
            kernel,
            precision,
            attentions: 0,
        };
        let heads = match precision {
            Precision::Bfloat => Precision::Bfloat,
            Precision::Short | Precision::Float => Precision::Float,
        };
        let policy = Policy::new(kernel, heads, &model.policy);
        let value = Value::new(kernel, heads, &model.value);
        let form = |activation| policy.form(activation).common(value.form(activation));
        let end = Norm::tip(&trunk.tip, form);
        Compiled {
            kernel,
            precision,
            planes: SparseConv::pack(&trunk.planes),
            globals: Dense::new(kernel, &trunk.globals),
            metadata: encoder.map(|encoder| Encoder::new(kernel, encoder)),
            blocks: Blocks::new(&mut packer, &trunk.blocks, end),
            policy,
            value,
        }
    }

    /// Leaves the trunk's output in the first level's `activated`.
    fn trunk(&self, input: &Input, room: &mut Room) {
        self.shift(input, room);
        self.set_planes(input.planes, room);
        let mut level = std::mem::take(&mut room.levels[0]);
        let start = self.blocks.start();
        let (trunk, activated) = level.prepare(start.form(), start.stride(), room);
        let ground = Some(&room.ground.sums[..]);
        let mut target = Target {
            bias: Some(&room.shift),
            ..start.first_target(trunk, activated)
        };
        self.kernel
            .convolve_sparse(&room.planes, &self.planes, ground, &mut target);
        start.finish(&mut level, room);
        self.blocks.run(&mut level, 0, room);
        room.levels[0] = level;
    }

    /// What the first convolution reads: the planes of the position, those that are set at every point as `room.ground`.
    fn set_planes(&self, planes: &[u32], room: &mut Room) {
        let everywhere = planes.iter().fold(u32::MAX, |all, bits| all & bits);
        self.lay_ground(everywhere, room);
        let elsewhere = planes.iter().map(|bits| bits & !everywhere);
        room.planes
            .set_bits(room.width, self.planes.inputs(), elsewhere);
    }

    /// What planes that are set at every point add to the first sums: nearly always the same as in the position before.
    fn lay_ground(&self, planes: u32, room: &mut Room) {
        if room.ground.planes == Some(planes) {
            return;
        }
        let (points, stride) = (room.points(), self.planes.stride());
        let bits = std::iter::repeat_n(planes, points);
        room.planes.set_bits(room.width, self.planes.inputs(), bits);
        let sums = room.ground.sums.reserve(points * stride);
        let mut target = Target::set(sums, stride);
        self.kernel
            .convolve_sparse(&room.planes, &self.planes, None, &mut target);
        room.ground.planes = Some(planes);
    }

    /// What the numbers of the input add at every point, to `room.shift`.
    fn shift(&self, input: &Input, room: &mut Room) {
        self.globals
            .apply(input.numbers, &mut room.calculator, &mut room.shift);
        let Some(encoder) = &self.metadata else {
            return;
        };
        let metadata = input.metadata.unwrap_or(&[0.0; METADATA]);
        let [first, second, third] = &encoder.layers;
        let calculator = &mut room.calculator;
        let [a, b, _] = &mut room.vectors;
        first.apply(metadata, calculator, a);
        second.apply(a, calculator, b);
        third.apply(b, calculator, a);
        for (shift, more) in room.shift.iter_mut().zip(&*a) {
            *shift += more;
        }
    }
}

/// Evaluates a compiled network, for one thread.
#[derive(Debug)]
pub struct CompiledForward {
    compiled: Arc<Compiled>,
    room: Room,
}

impl CompiledForward {
    /// Of this network.
    pub fn new(compiled: Arc<Compiled>) -> CompiledForward {
        CompiledForward {
            room: Room::new(compiled.kernel),
            compiled,
        }
    }
}

impl Prepared for Compiled {
    fn kernel_name(&self) -> &'static str {
        self.kernel.name(self.precision)
    }

    /// Most of a network are 3×3 filters. For Winograd's convolution their 9 numbers are kept as they are, and packed for tiles of 3×3,
    /// by which every network is judged as it is read, and of 5×5, those of larger boards: 25 and 49 numbers.
    fn bytes_per_parameter(&self) -> usize {
        match self.precision {
            Precision::Float => (4 * 9 + 4 * (25 + 49)) / 9 + 1,
            Precision::Short => (4 * 9 + 2 * (25 + 49)) / 9 + 1,
            // Packed once, filled up to whole tiles of the processor.
            Precision::Bfloat => 4,
        }
    }

    fn forward(self: Arc<Self>) -> Box<dyn Forward> {
        Box::new(CompiledForward::new(self))
    }
}

impl Forward for CompiledForward {
    fn trunk(&mut self, input: &Input) {
        self.room.set_board(input.width, input.height);
        self.compiled.trunk(input, &mut self.room);
    }

    fn heads(&mut self, raw: &mut Raw) {
        let compiled = &self.compiled;
        let room = &mut self.room;
        let level = std::mem::take(&mut room.levels[0]);
        let stride = compiled.planes.stride();
        let trunk = level.activated.numbers(room.sides(), stride);
        compiled.policy.evaluate(trunk, room, raw);
        compiled.value.evaluate(trunk, room, raw);
        room.levels[0] = level;
    }
}
