//! The blocks of a transformer.

use super::between::Numbers;
use super::blocks::{Packer, Place};
use super::layers::{Conv, pack};
use super::room::{Calculator, Level, Room};
use crate::net::file::{self, MatMul, Rope};
use crate::net::kernel::{Activations, Attend, Matrix, Precision, Rows, Target, Turns, round_up};
use std::sync::{Arc, Mutex, PoisonError};

/// Attention among the points of the board.
#[derive(Debug)]
pub(super) struct Attention {
    /// Which of the network's attention blocks this is.
    index: usize,
    heads: usize,
    kv_heads: usize,
    query_dim: usize,
    value_dim: usize,
    /// To queries, keys and values, one after the other.
    enter: Matrix,
    rope: Option<Rope>,
    /// The columns and rows of the last board that a thread has asked for, and the angles on it.
    latest: Mutex<Option<(usize, usize, Arc<Turns>)>>,
    precision: Precision,
    out: Conv,
}

impl Attention {
    /// Packs it.
    pub fn new(packer: &mut Packer, block: &file::Attention) -> Attention {
        let index = packer.attentions;
        packer.attentions += 1;
        Attention {
            index,
            heads: block.heads,
            kv_heads: block.kv_heads,
            query_dim: block.query_dim,
            value_dim: block.value_dim,
            enter: pack(packer.kernel, packer.precision, &entrance(block)),
            rope: block.rope.clone(),
            latest: Mutex::default(),
            precision: packer.precision,
            out: Conv::Points(pack(packer.kernel, packer.precision, &block.out)),
        }
    }

    /// Adds the block to the trunk.
    pub fn run(&self, place: Place, room: &mut Room) {
        let kernel = room.calculator.kernel;
        let points = room.points();
        let stride = self.enter.stride();
        let mut middle = std::mem::take(&mut room.middle);
        let entered = middle.prepare_floats(points * stride);
        kernel.multiply(
            rows(place.level.activated.floats(), place.stride, points),
            &self.enter,
            &mut room.calculator.work,
            &mut Target::set(entered, stride),
        );
        let queries = self.heads * self.query_dim;
        let keys = self.kv_heads * self.query_dim;
        if let Some(turns) = self.turns(room) {
            kernel.rotate(self.heads, entered, stride, turns);
            kernel.rotate(self.kv_heads, &mut entered[queries..], stride, turns);
        }
        let attend = Attend {
            precision: self.precision,
            heads: self.heads,
            kv_heads: self.kv_heads,
            query_dim: self.query_dim,
            value_dim: self.value_dim,
            queries: rows(entered, stride, points),
            keys: rows(&entered[queries..], stride, points),
            values: rows(&entered[queries + keys..], stride, points),
        };
        let stride = round_up(self.heads * self.value_dim);
        let mut attended = std::mem::take(&mut room.second);
        let to = attended.reserve(points * stride);
        kernel.attend(&attend, &mut room.calculator.work, to);
        let input = Numbers::of_floats(to, room.sides(), stride);
        place.add(&self.out, input, room);
        room.second = attended;
        room.middle = middle;
    }

    /// The angles on this board.
    fn turns<'a>(&self, room: &'a mut Room) -> Option<&'a Turns> {
        let rope = self.rope.as_ref()?;
        if room.turns.len() <= self.index {
            room.turns.resize_with(self.index + 1, || None);
        }
        let (width, height) = (room.width, room.height);
        let turns =
            room.turns[self.index].get_or_insert_with(|| self.shared_turns(rope, width, height));
        Some(turns)
    }

    /// The angles on such a board, the same for all threads that have one.
    fn shared_turns(&self, rope: &Rope, width: usize, height: usize) -> Arc<Turns> {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((columns, rows, turns)) = latest.as_ref()
            && (*columns, *rows) == (width, height)
        {
            return Arc::clone(turns);
        }
        let turns = Arc::new(self.turns_on(rope, width, height));
        *latest = Some((width, height, Arc::clone(&turns)));
        turns
    }

    fn turns_on(&self, rope: &Rope, width: usize, height: usize) -> Turns {
        let pairs = self.query_dim / 2;
        let mut turns = Turns {
            pairs,
            heads: match rope {
                Rope::Learned { .. } => self.kv_heads,
                Rope::Fixed { .. } => 1,
            },
            cos: Vec::new(),
            sin: Vec::new(),
        };
        for point in 0..width * height {
            let (x, y) = ((point % width) as f32, (point / width) as f32);
            for index in 0..turns.heads * pairs {
                let (sin, cos) = self.angle(rope, index, x, y).sin_cos();
                turns.sin.push(sin);
                turns.cos.push(cos);
            }
        }
        turns
    }

    /// The angle of a pair, counted through the heads.
    fn angle(&self, rope: &Rope, index: usize, x: f32, y: f32) -> f32 {
        match rope {
            Rope::Learned { frequencies } => {
                x * frequencies[2 * index] + y * frequencies[2 * index + 1]
            }
            Rope::Fixed { theta } => {
                let pairs = self.query_dim / 2;
                let half = pairs / 2;
                let (step, along) = if index < half {
                    (index, y)
                } else {
                    (index - half, x)
                };
                along * theta.powf(-((2 * step) as f32 / pairs as f32))
            }
        }
    }
}

/// The matrices of queries, keys and values as one. Queries are divided by the square root of their
/// length; where they are turned, the first numbers of all pairs stand before the second ones.
fn entrance(block: &file::Attention) -> MatMul {
    let dim = block.query_dim;
    let turned = block.rope.is_some();
    let source = |output: usize| {
        let (head, at) = (output / dim * dim, output % dim);
        match at < dim / 2 {
            _ if !turned => output,
            true => head + 2 * at,
            false => head + 2 * (at - dim / 2) + 1,
        }
    };
    let ordered = |matrix: &MatMul, scale: f32| {
        let rows = matrix.weights.chunks_exact(matrix.outputs);
        let weights =
            rows.flat_map(|row| (0..row.len()).map(move |output| row[source(output)] * scale));
        MatMul {
            weights: weights.collect(),
            ..*matrix
        }
    };
    let query = ordered(&block.query, 1.0 / (dim as f32).sqrt());
    let key = ordered(&block.key, 1.0);
    side_by_side(&[&query, &key, &block.value], |outputs| outputs)
}

/// Matrices that multiply the same numbers as one, so that these are prepared once. `width` tells how many columns one with so many
/// outputs is to have: those that it lacks are zeros.
fn side_by_side(matrices: &[&MatMul], width: impl Fn(usize) -> usize) -> MatMul {
    let inputs = matrices[0].inputs;
    let widths = matrices.iter().map(|matrix| width(matrix.outputs));
    let outputs = widths.clone().sum();
    let mut weights = Vec::with_capacity(inputs * outputs);
    for input in 0..inputs {
        for (matrix, width) in matrices.iter().zip(widths.clone()) {
            let end = weights.len() + width;
            weights.extend_from_slice(&matrix.weights[input * matrix.outputs..][..matrix.outputs]);
            weights.resize(end, 0.0);
        }
    }
    MatMul {
        inputs,
        outputs,
        weights,
    }
}

/// A gated layer for each point.
#[derive(Debug)]
pub(super) struct FeedForward {
    /// To what is gated and to its gates, one after the other, each filled up to [`round_up`].
    enter: Matrix,
    down: Matrix,
}

/// Points whose hidden numbers are computed at a time: few enough for the near caches.
const POINTS_AT_ONCE: usize = 96;

impl FeedForward {
    /// Packs it.
    pub fn new(packer: &Packer, block: &file::FeedForward) -> FeedForward {
        let enter = side_by_side(&[&block.up, &block.gate], round_up);
        FeedForward {
            enter: pack(packer.kernel, packer.precision, &enter),
            down: pack(packer.kernel, packer.precision, &block.down),
        }
    }

    /// Adds the block to the trunk.
    pub fn run(&self, place: Place, room: &mut Room) {
        let points = room.points();
        let Calculator { kernel, work, .. } = &mut room.calculator;
        let stride = self.enter.stride();
        let Level { trunk, activated } = &mut *place.level;
        // What comes next gets floats, whatever it reads best: they replace part by part what this block reads.
        let activated = activated.prepare_floats(points * place.stride);
        for first in (0..points).step_by(POINTS_AT_ONCE) {
            let count = POINTS_AT_ONCE.min(points - first);
            let some = first * place.stride..(first + count) * place.stride;
            let (trunk, activated) = (&mut trunk[some.clone()], &mut activated[some]);
            let hidden = room.middle.prepare_floats(count * stride);
            let input = rows(activated, place.stride, count);
            kernel.multiply(input, &self.enter, work, &mut Target::set(hidden, stride));
            kernel.gate(hidden, stride);
            let mut target = place.next.target(trunk, Activations::Floats(activated));
            kernel.multiply(rows(hidden, stride, count), &self.down, work, &mut target);
        }
        place.next.finish(place.level, room);
    }
}

fn rows(numbers: &[f32], stride: usize, count: usize) -> Rows<'_> {
    Rows {
        numbers,
        stride,
        count,
    }
}
