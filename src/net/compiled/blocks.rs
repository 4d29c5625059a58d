//! The blocks of a trunk.
//!
//! A block finds its trunk twice in its [`Level`]: as the sums that blocks add to, and normed as the
//! block wants it. It leaves both the same way for what comes next, another block or the trunk's end.

use super::between::Numbers;
use super::layers::Conv;
use super::norm::Norm;
use super::pooled::PooledConv;
use super::room::{Level, Room};
use super::transformer::{Attention, FeedForward};
use crate::net::file;
use crate::net::kernel::{Affine, Kernel, Precision};

/// Packs weights for a kernel.
pub(super) struct Packer<'a> {
    /// The kernel.
    pub kernel: &'a dyn Kernel,
    /// In what the products of the blocks are computed.
    pub precision: Precision,
    /// Attention blocks packed so far.
    pub attentions: usize,
}

/// The blocks of a trunk and the norm at its end.
#[derive(Debug)]
pub(super) struct Blocks {
    blocks: Vec<(Norm, Block)>,
    end: Norm,
}

/// A block without the norm before it.
#[derive(Debug)]
enum Block {
    Residual(Residual),
    GlobalPooling(Box<GlobalPooling>),
    Nested(Nested),
    Attention(Attention),
    FeedForward(FeedForward),
}

/// Where a block works, and what it has to leave there.
pub(super) struct Place<'a> {
    /// The trunk.
    pub level: &'a mut Level,
    /// Numbers for each point of it.
    pub stride: usize,
    /// How deep the level lies in nested bottlenecks.
    pub depth: usize,
    /// How what comes next wants the trunk.
    pub next: &'a Norm,
}

impl Place<'_> {
    /// What the block before has left for this one.
    pub fn input(&self, room: &Room) -> Numbers<'_> {
        self.level.activated.numbers(room.sides(), self.stride)
    }

    /// Adds a convolution of `input` to the trunk.
    pub fn add(self, last: &Conv, input: Numbers, room: &mut Room) {
        let next = self.next;
        let (trunk, activated) = self.level.prepare(next.form(), self.stride, room);
        let mut target = next.target(trunk, activated);
        last.convolve(input, &mut room.calculator, &mut target);
        next.finish(self.level, room);
    }
}

impl Blocks {
    /// Packs the blocks of a trunk that ends with `end`.
    pub fn new(packer: &mut Packer, blocks: &[file::Block], end: Norm) -> Blocks {
        Blocks {
            blocks: blocks.iter().map(|block| packed(packer, block)).collect(),
            end,
        }
    }

    /// How the trunk has to be normed in the beginning.
    pub fn start(&self) -> &Norm {
        self.blocks.first().map_or(&self.end, |(before, _)| before)
    }

    /// Runs the blocks on a trunk that is normed as [`Blocks::start`] says.
    pub fn run(&self, level: &mut Level, depth: usize, room: &mut Room) {
        for (at, (before, block)) in self.blocks.iter().enumerate() {
            let place = Place {
                level,
                stride: before.stride(),
                depth,
                next: self.blocks.get(at + 1).map_or(&self.end, |(next, _)| next),
            };
            match block {
                Block::Residual(block) => block.run(place, room),
                Block::GlobalPooling(block) => block.run(place, room),
                Block::Nested(block) => block.run(place, room),
                Block::Attention(block) => block.run(place, room),
                Block::FeedForward(block) => block.run(place, room),
            }
        }
    }
}

fn packed(packer: &mut Packer, block: &file::Block) -> (Norm, Block) {
    let (kernel, precision) = (packer.kernel, packer.precision);
    match block {
        file::Block::Residual(block) => {
            let body = Residual {
                first: Conv::new(kernel, precision, &block.first),
                middle: Affine::new(&block.middle),
                last: Conv::new(kernel, precision, &block.last),
            };
            let form = body.first.form(block.before.activation);
            (Norm::each(&block.before, form), Block::Residual(body))
        }
        file::Block::GlobalPooling(block) => {
            let body = GlobalPooling {
                first: PooledConv::new(kernel, precision, &block.first),
                last: Conv::new(kernel, precision, &block.last),
            };
            let form = body.first.form(block.before.activation);
            (
                Norm::each(&block.before, form),
                Block::GlobalPooling(Box::new(body)),
            )
        }
        file::Block::NestedBottleneck(block) => {
            let leave = Conv::new(kernel, precision, &block.leave);
            let end = Norm::each(&block.after, leave.form(block.after.activation));
            let body = Nested {
                enter: Conv::new(kernel, precision, &block.enter),
                blocks: Blocks::new(packer, &block.blocks, end),
                leave,
            };
            let form = body.enter.form(block.before.activation);
            (Norm::each(&block.before, form), Block::Nested(body))
        }
        file::Block::Attention(block) => {
            let body = Attention::new(packer, block);
            (Norm::rms(&block.norm), Block::Attention(body))
        }
        file::Block::FeedForward(block) => {
            let body = FeedForward::new(packer, block);
            (Norm::rms(&block.norm), Block::FeedForward(body))
        }
    }
}

#[derive(Debug)]
struct Residual {
    first: Conv,
    middle: Affine,
    last: Conv,
}

impl Residual {
    fn run(&self, place: Place, room: &mut Room) {
        let mut middle = std::mem::take(&mut room.middle);
        let (sides, stride) = (room.sides(), self.first.stride());
        let to = middle.prepare(self.last.form(self.middle.activation), sides, stride);
        let input = place.input(room);
        let calculator = &mut room.calculator;
        self.first
            .activate(input, None, &self.middle, calculator, to);
        place.add(&self.last, middle.numbers(sides, stride), room);
        room.middle = middle;
    }
}

#[derive(Debug)]
struct GlobalPooling {
    first: PooledConv,
    last: Conv,
}

impl GlobalPooling {
    fn run(&self, place: Place, room: &mut Room) {
        let mut middle = std::mem::take(&mut room.middle);
        let input = place.input(room);
        self.first.activate(input, &self.last, room, &mut middle);
        let input = middle.numbers(room.sides(), self.first.stride());
        place.add(&self.last, input, room);
        room.middle = middle;
    }
}

#[derive(Debug)]
struct Nested {
    enter: Conv,
    blocks: Blocks,
    leave: Conv,
}

impl Nested {
    fn run(&self, place: Place, room: &mut Room) {
        let depth = place.depth + 1;
        let mut level = std::mem::take(&mut room.levels[depth]);
        let input = place.input(room);
        let start = self.blocks.start();
        let (trunk, activated) = level.prepare(start.form(), start.stride(), room);
        let mut target = start.first_target(trunk, activated);
        self.enter
            .convolve(input, &mut room.calculator, &mut target);
        start.finish(&mut level, room);
        self.blocks.run(&mut level, depth, room);
        let input = level.activated.numbers(room.sides(), self.enter.stride());
        place.add(&self.leave, input, room);
        room.levels[depth] = level;
    }
}
