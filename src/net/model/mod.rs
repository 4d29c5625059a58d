//! From a network and what it is shown to an evaluation.
//!
//! ```text
//! Input ──> Forward (a Reference, or a trunk on fast kernels) ──> Raw ──> Outputs::read ──> Evaluation
//! ```
//!
//! [`Reference`] computes with plain loops. It is what every faster way is held against.
//!
//! Points are counted row by row from the top; all numbers are from the view of the side to move.

mod evaluation;
mod forward;
mod input;
mod layers;
mod raw;
mod reference;
#[cfg(test)]
mod tests;

pub use evaluation::{Evaluation, Outputs, Question};
pub use forward::{Forward, Prepared};
pub use input::Input;
pub use raw::{Raw, Scores};
pub use reference::Reference;
