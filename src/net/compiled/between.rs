//! What one layer leaves for the next, as that one reads it.

use crate::net::kernel::{Activations, Buffer, FeatureMap, Spread, Spreads};

/// How numbers stand between two layers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    /// As 32-bit numbers, `[point][channel]`.
    #[default]
    Floats,
    /// Rounded, on a [`Spread`].
    Spread,
}

impl Form {
    /// The form for two readers: floats are read by all.
    pub fn common(self, other: Form) -> Form {
        match (self, other) {
            (Form::Spread, Form::Spread) => Form::Spread,
            _ => Form::Floats,
        }
    }
}

/// What a convolution reads.
#[derive(Clone, Copy, Debug)]
pub(super) enum Numbers<'a> {
    /// Any convolution does.
    Floats(FeatureMap<'a>),
    /// Convolutions by tiles alone do.
    Spread(&'a Spread),
}

impl Numbers<'_> {
    /// The floats that a buffer begins with, `stride` for each point of a board of so many columns and rows; behind them may stand
    /// what a larger board has left.
    pub fn of_floats(
        numbers: &[f32],
        (width, height): (usize, usize),
        stride: usize,
    ) -> Numbers<'_> {
        Numbers::Floats(FeatureMap {
            width,
            height,
            numbers: &numbers[..width * height * stride],
            stride,
        })
    }
}

/// Where a layer leaves numbers for the next one.
#[derive(Debug, Default)]
pub(super) struct Between {
    floats: Buffer<f32>,
    spreads: Spreads,
    form: Form,
}

impl Between {
    /// Room for numbers in this form, `stride` for each point of a board of so many columns and rows.
    pub fn prepare(
        &mut self,
        form: Form,
        (width, height): (usize, usize),
        stride: usize,
    ) -> Activations<'_> {
        match form {
            Form::Floats => Activations::Floats(self.prepare_floats(width * height * stride)),
            Form::Spread => {
                self.form = Form::Spread;
                Activations::Spread(self.spreads.board(width, height, stride))
            }
        }
    }

    /// Room for so many floats, which are what they were if floats were left last.
    pub fn prepare_floats(&mut self, len: usize) -> &mut [f32] {
        self.form = Form::Floats;
        self.floats.reserve(len)
    }

    /// What was left last.
    pub fn numbers(&self, sides: (usize, usize), stride: usize) -> Numbers<'_> {
        match self.form {
            Form::Floats => Numbers::of_floats(&self.floats, sides, stride),
            Form::Spread => {
                let board = self.spreads.latest();
                Numbers::Spread(board.expect("a layer has left it"))
            }
        }
    }

    /// What was left last, as floats; behind them may stand what a larger board has left.
    pub fn floats(&self) -> &[f32] {
        debug_assert_eq!(self.form, Form::Floats);
        &self.floats
    }
}
