//! A convolution that is shifted, channel by channel, by what another one says of the whole board. Blocks with global
//! pooling have one, and the policy head.

use super::between::{Between, Form, Numbers};
use super::layers::{Conv, Dense, pool_for_bias};
use super::room::Room;
use crate::net::file::{self, Activation};
use crate::net::kernel::{Affine, Kernel, Precision};

/// See the [module](self).
#[derive(Debug)]
pub(super) struct PooledConv {
    regular: Conv,
    pooled: Conv,
    pooled_channels: usize,
    pooled_norm: Affine,
    to_bias: Dense,
    middle: Affine,
}

impl PooledConv {
    /// Packs it.
    pub fn new(kernel: &dyn Kernel, precision: Precision, conv: &file::PooledConv) -> PooledConv {
        PooledConv {
            regular: Conv::new(kernel, precision, &conv.regular),
            pooled: Conv::new(kernel, precision, &conv.pooled),
            pooled_channels: conv.pooled.outputs,
            pooled_norm: Affine::new(&conv.pooled_norm),
            to_bias: Dense::new(kernel, &conv.to_bias),
            middle: Affine::new(&conv.middle),
        }
    }

    /// Numbers for each point that come out.
    pub fn stride(&self) -> usize {
        self.regular.stride()
    }

    /// The form in which it reads numbers that have this activation.
    pub fn form(&self, activation: Activation) -> Form {
        let pooled = self.pooled.form(activation);
        pooled.common(self.regular.form(activation))
    }

    /// Leaves `middle(regular convolution of the input + shifts)` in `middle` as `last` reads it; what was pooled stays in
    /// `room.vectors[2]`.
    ///
    /// What is pooled comes first, so that the regular convolution gets its shift as it is stored.
    pub fn activate(&self, input: Numbers, last: &Conv, room: &mut Room, middle: &mut Between) {
        let (sides, points) = (room.sides(), room.points());
        let stride = self.pooled.stride();
        let to = middle.prepare(Form::Floats, sides, stride);
        self.pooled
            .activate(input, None, &self.pooled_norm, &mut room.calculator, to);
        let pooled = &middle.floats()[..points * stride];
        pool_for_bias(pooled, (stride, self.pooled_channels), room);
        self.to_bias
            .apply(&room.vectors[2], &mut room.calculator, &mut room.shift);

        let form = last.form(self.middle.activation);
        let to = middle.prepare(form, sides, self.stride());
        let (by, shift) = (&mut room.calculator, Some(&room.shift[..]));
        self.regular.activate(input, shift, &self.middle, by, to);
    }
}
