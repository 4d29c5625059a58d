//! Layers, with checks that their sizes fit each other.

use super::source::Source;
use crate::net::file::error::FileError;
use crate::net::file::{Activation, Conv, MatMul, NormAct, RmsNorm, ScaleBias, limits};
use std::io::BufRead;

impl<R: BufRead> Source<R> {
    pub(super) fn channels(&mut self) -> Result<usize, FileError> {
        self.count("number of channels", limits::CHANNELS)
    }

    /// Checks a size that another part of the file has set.
    pub(super) fn expect(
        &self,
        what: &str,
        found: usize,
        expected: usize,
    ) -> Result<(), FileError> {
        if found == expected {
            return Ok(());
        }
        Err(self.error(format!("{what}: {found} instead of {expected}")))
    }

    pub(super) fn conv(&mut self, inputs: usize) -> Result<Conv, FileError> {
        self.begin_part()?;
        let height = self.count("kernel height", limits::KERNEL_SIDE)?;
        let width = self.count("kernel width", limits::KERNEL_SIDE)?;
        if height % 2 == 0 || width % 2 == 0 {
            return Err(self.error(format!("a kernel of {height}x{width} has no centre")));
        }
        let found = self.channels()?;
        self.expect("input channels of a convolution", found, inputs)?;
        let outputs = self.channels()?;
        let dilations: [usize; 2] = [self.number("dilation")?, self.number("dilation")?];
        if dilations != [1, 1] {
            let [rows, columns] = dilations;
            return Err(self.error(format!("a dilation of {rows}x{columns} is not supported")));
        }
        let weights = self.matrices(height * width, inputs, outputs)?;
        Ok(Conv {
            height,
            width,
            inputs,
            outputs,
            weights,
        })
    }

    pub(super) fn conv_to(&mut self, inputs: usize, outputs: usize) -> Result<Conv, FileError> {
        let conv = self.conv(inputs)?;
        self.expect("output channels of a convolution", conv.outputs, outputs)?;
        Ok(conv)
    }

    pub(super) fn mat_mul(&mut self, inputs: usize) -> Result<MatMul, FileError> {
        self.begin_part()?;
        let found = self.count("number of inputs", 3 * limits::CHANNELS)?;
        self.expect("inputs of a matrix", found, inputs)?;
        let outputs = self.channels()?;
        let weights = self.matrices(1, inputs, outputs)?;
        Ok(MatMul {
            inputs,
            outputs,
            weights,
        })
    }

    pub(super) fn mat_mul_to(
        &mut self,
        inputs: usize,
        outputs: usize,
    ) -> Result<MatMul, FileError> {
        let mat_mul = self.mat_mul(inputs)?;
        self.expect("outputs of a matrix", mat_mul.outputs, outputs)?;
        Ok(mat_mul)
    }

    /// The weights of `count` matrices of one size.
    fn matrices(
        &mut self,
        count: usize,
        inputs: usize,
        outputs: usize,
    ) -> Result<Vec<f32>, FileError> {
        let filled = [inputs, outputs].map(|side| side.max(limits::LEAST_SIDE));
        let weights = product([count, inputs, outputs]);
        self.claim_weights(product([count, filled[0], filled[1]]) - weights)?;
        self.floats(weights)
    }

    pub(super) fn bias(&mut self, channels: usize) -> Result<Vec<f32>, FileError> {
        self.begin_part()?;
        let found = self.channels()?;
        self.expect("channels of a bias", found, channels)?;
        self.floats(channels)
    }

    /// A batch norm, merged into a scale and a bias.
    fn scale_bias(&mut self, channels: usize) -> Result<ScaleBias, FileError> {
        self.begin_part()?;
        let found = self.channels()?;
        self.expect("channels of a norm", found, channels)?;
        let epsilon: f32 = self.positive("epsilon")?;
        let has_scale = self.flag("'has scale'")?;
        let has_bias = self.flag("'has bias'")?;
        let mean = self.floats(channels)?;
        let variance = self.floats(channels)?;
        let mut scale = match has_scale {
            true => self.floats(channels)?,
            false => vec![1.0; channels],
        };
        let mut bias = match has_bias {
            true => self.floats(channels)?,
            false => vec![0.0; channels],
        };
        for channel in 0..channels {
            scale[channel] /= (variance[channel] + epsilon).sqrt();
            bias[channel] -= scale[channel] * mean[channel];
        }
        if scale.iter().chain(&bias).any(|number| !number.is_finite()) {
            return Err(self.error("a variance too small or too large"));
        }
        Ok(ScaleBias { scale, bias })
    }

    /// Before version 11 only the activation's name stands in the file.
    pub(super) fn activation(&mut self) -> Result<Activation, FileError> {
        self.begin_part()?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        match self.word()?.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            other => Err(self.error(format!("unknown activation '{other}'"))),
        }
    }

    pub(super) fn norm_act(&mut self, channels: usize) -> Result<NormAct, FileError> {
        let norm = self.scale_bias(channels)?;
        let activation = self.activation()?;
        Ok(NormAct { norm, activation })
    }

    pub(super) fn rms_epsilon(&mut self) -> Result<f32, FileError> {
        let epsilon: f32 = self.positive("epsilon")?;
        if epsilon > 1.0 {
            return Err(self.error(format!("epsilon is {epsilon}, above 1")));
        }
        Ok(epsilon)
    }

    pub(super) fn rms_norm(&mut self, channels: usize) -> Result<RmsNorm, FileError> {
        self.begin_part()?;
        let found = self.channels()?;
        self.expect("channels of a norm", found, channels)?;
        let epsilon = self.rms_epsilon()?;
        let weight = self.floats(channels)?;
        Ok(RmsNorm { epsilon, weight })
    }
}

/// How many weights sizes ask for; more than there may be where the product overflows.
fn product(sizes: [usize; 3]) -> usize {
    sizes.into_iter().fold(1, usize::saturating_mul)
}
