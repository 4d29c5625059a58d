//! How a trunk is normed for what comes next.

use super::between::Form;
use super::room::{Level, Room};
use crate::net::file::{Activation, NormAct, RmsNorm, ScaleBias, TipNorm};
use crate::net::kernel::{Activated, Activations, Affine, Sums, Target, round_up};

/// How a block or the end of a trunk wants it.
#[derive(Debug)]
pub(super) enum Norm {
    /// Each number by itself, which the layer that adds to the trunk does in the same stroke.
    Each {
        /// The norm.
        by: Affine,
        /// The form in which the next layer reads it.
        form: Form,
    },
    /// By the mean square of each point.
    Rms(Rms),
    /// By the mean square of each point or of the whole board, and then each number by itself.
    Tip {
        /// The norm.
        rms: Rms,
        /// Whether the mean square is that of the whole board.
        whole_board: bool,
        /// Applied afterwards; its scales are 1.
        after: Affine,
    },
}

/// A norm by the mean square.
#[derive(Debug)]
pub(super) struct Rms {
    channels: usize,
    epsilon: f32,
    /// `[stride]`
    weight: Vec<f32>,
}

impl Rms {
    fn new(norm: &RmsNorm) -> Rms {
        let mut weight = norm.weight.clone();
        weight.resize(round_up(norm.channels()), 0.0);
        Rms {
            channels: norm.channels(),
            epsilon: norm.epsilon,
            weight,
        }
    }
}

impl Norm {
    /// Before a block of convolutions, which reads what the norm makes in this form.
    pub fn each(norm: &NormAct, form: Form) -> Norm {
        let by = Affine::new(norm);
        Norm::Each { by, form }
    }

    /// Before a block of a transformer.
    pub fn rms(norm: &RmsNorm) -> Norm {
        Norm::Rms(Rms::new(norm))
    }

    /// At the end of the trunk. `form` says in which form the heads read what has some activation.
    pub fn tip(tip: &TipNorm, form: impl Fn(Activation) -> Form) -> Norm {
        match tip {
            TipNorm::ScaleBias(norm) => Norm::each(norm, form(norm.activation)),
            TipNorm::Rms {
                norm,
                bias,
                whole_board,
                activation,
            } => Norm::Tip {
                rms: Rms::new(norm),
                whole_board: *whole_board,
                after: shift_by(bias, *activation),
            },
        }
    }

    /// Numbers for each point.
    pub fn stride(&self) -> usize {
        match self {
            Norm::Each { by, .. } => by.scale.len(),
            Norm::Rms(rms) | Norm::Tip { rms, .. } => rms.weight.len(),
        }
    }

    /// The form in which the next layer reads with the least effort what it makes of the trunk.
    pub fn form(&self) -> Form {
        match self {
            Norm::Each { form, .. } => *form,
            Norm::Rms(_) | Norm::Tip { .. } => Form::Floats,
        }
    }

    /// Where a layer puts what it adds to the trunk.
    pub fn target<'a>(&'a self, trunk: &'a mut [f32], activated: Activations<'a>) -> Target<'a> {
        Target {
            sums: Sums::Add(trunk),
            ..self.first_target(&mut [], activated)
        }
    }

    /// Where the first layer of a trunk puts it.
    pub fn first_target<'a>(
        &'a self,
        trunk: &'a mut [f32],
        activated: Activations<'a>,
    ) -> Target<'a> {
        let activated = match self {
            Norm::Each { by, .. } => Some(Activated { by, to: activated }),
            Norm::Rms(_) | Norm::Tip { .. } => None,
        };
        Target {
            stride: self.stride(),
            bias: None,
            sums: Sums::Set(trunk),
            activated,
        }
    }

    /// Does what the layer that added to the trunk could not.
    pub fn finish(&self, level: &mut Level, room: &mut Room) {
        let kernel = room.calculator.kernel;
        let numbers = room.points() * self.stride();
        let trunk = &level.trunk[..numbers];
        match self {
            Norm::Each { .. } => {}
            Norm::Rms(rms) => {
                let activated = level.activated.prepare_floats(numbers);
                kernel.rms_norm(trunk, rms.channels, &rms.weight, rms.epsilon, activated);
            }
            Norm::Tip {
                rms,
                whole_board,
                after,
            } => {
                let activated = level.activated.prepare_floats(numbers);
                if *whole_board {
                    room.affine.clone_from(after);
                    let factor = rms.factor_of_board(trunk, room.points());
                    for (scale, weight) in room.affine.scale.iter_mut().zip(&rms.weight) {
                        *scale = weight * factor;
                    }
                    kernel.activate(trunk, &room.affine, activated);
                } else {
                    let middle = room.second.reserve(trunk.len());
                    kernel.rms_norm(trunk, rms.channels, &rms.weight, rms.epsilon, middle);
                    kernel.activate(middle, after, activated);
                }
            }
        }
    }
}

impl Rms {
    /// One over the root of the mean square.
    fn factor_of_board(&self, trunk: &[f32], points: usize) -> f32 {
        let squares: f64 = trunk.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
        let mean = squares / (points * self.channels) as f64;
        (1.0 / (mean + f64::from(self.epsilon)).sqrt()) as f32
    }
}

/// `activation(x + bias)`
pub(super) fn shift_by(bias: &[f32], activation: Activation) -> Affine {
    Affine::new(&NormAct {
        norm: ScaleBias {
            scale: vec![1.0; bias.len()],
            bias: bias.to_vec(),
        },
        activation,
    })
}
