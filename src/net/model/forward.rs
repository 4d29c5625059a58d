//! What every way to compute a network offers.

use super::{Input, Raw};
use std::fmt::Debug;
use std::sync::Arc;

/// A network made ready for a way to compute. Threads share one.
pub trait Prepared: Debug + Send + Sync {
    /// The name of the way.
    fn kernel_name(&self) -> &'static str;

    /// Bytes that the weights take for each parameter, with boards of 9×9 and of 13×13 or 19×19.
    fn bytes_per_parameter(&self) -> usize;

    /// What a thread needs to evaluate the network: room for all that is computed on the way.
    fn forward(self: Arc<Self>) -> Box<dyn Forward>;
}

/// What a thread needs to evaluate a network, with room for what is computed on the way.
pub trait Forward: Send {
    /// Evaluates the trunk and keeps its output.
    fn trunk(&mut self, input: &Input);

    /// What the heads make of the output of the last [`Forward::trunk`]. `raw` is overwritten,
    /// its memory used again.
    fn heads(&mut self, raw: &mut Raw);

    /// Evaluates the network.
    fn forward(&mut self, input: &Input, raw: &mut Raw) {
        self.trunk(input);
        self.heads(raw);
    }
}
