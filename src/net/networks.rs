//! The networks of a player.

use super::Loading;
use std::sync::Arc;

/// The networks that a player or an analysis has. Each may still be loading.
#[derive(Clone, Debug, Default)]
pub struct Networks {
    /// The one that judges; without it playouts do.
    pub judge: Option<Arc<Loading>>,
    /// A human-style one beside it, which is asked what people would play.
    pub human: Option<Arc<Loading>>,
}

impl Networks {
    /// Those that there are.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Loading>> {
        self.judge.iter().chain(&self.human)
    }

    /// Forgets what they said of single positions.
    pub fn forget_evaluations(&self) {
        self.all().for_each(|network| network.forget_evaluations());
    }

    /// Whether any of them imitates people.
    pub fn has_human_style(&self) -> bool {
        self.all().any(|loading| loading.is_human_style())
    }

    /// Whether the one that judges imitates people.
    pub fn judge_is_human_style(&self) -> bool {
        self.judge.as_deref().is_some_and(Loading::is_human_style)
    }
}

impl From<Option<Arc<Loading>>> for Networks {
    /// One that judges, and none beside it.
    fn from(judge: Option<Arc<Loading>>) -> Networks {
        Networks { judge, human: None }
    }
}
