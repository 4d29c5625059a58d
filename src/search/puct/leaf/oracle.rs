//! The seam to a neural network: what a worker shows it and gets back.

use crate::net::features::Situation;
use crate::net::model::Evaluation;
use crate::net::{self, Manner};
use std::sync::Arc;

/// A network that any number of workers may ask at once, or what stands in for one in tests.
pub trait Oracle: Send + Sync + 'static {
    /// What one worker needs to ask it.
    type Asker<const N: usize, const W: usize>;

    /// Room for one worker.
    fn asker<const N: usize, const W: usize>(self: &Arc<Self>) -> Self::Asker<N, W>;

    /// Whether it tells how far it may be wrong.
    fn tells_errors(&self) -> bool {
        false
    }

    /// What it says of a situation.
    fn ask<const N: usize, const W: usize>(
        asker: &mut Self::Asker<N, W>,
        situation: &Situation<'_, N, W>,
        manner: &Manner,
    ) -> Arc<Evaluation>;
}

impl Oracle for net::Network {
    type Asker<const N: usize, const W: usize> = net::Evaluator<N, W>;

    fn asker<const N: usize, const W: usize>(self: &Arc<Self>) -> net::Evaluator<N, W> {
        net::Evaluator::new(Arc::clone(self))
    }

    fn tells_errors(&self) -> bool {
        self.outputs().tell_errors()
    }

    fn ask<const N: usize, const W: usize>(
        asker: &mut net::Evaluator<N, W>,
        situation: &Situation<'_, N, W>,
        manner: &Manner,
    ) -> Arc<Evaluation> {
        asker.evaluate(situation, manner)
    }
}
