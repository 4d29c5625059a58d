//! What a player is asked for, and what it answers.

use crate::net::model::Evaluation;
use crate::search::{DeadStones, Guidance};
use crate::time::Budget;
use crate::types::{Color, Move};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a player is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Who moves.
    pub color: Color,
    /// The most playouts.
    pub playouts: Option<u64>,
    /// The most visits: see [`Limits::visits`](crate::search::Limits::visits).
    pub visits: Option<u64>,
    /// The time to think.
    pub budget: Option<Budget>,
    /// Ends the thinking when set.
    pub stop: Arc<AtomicBool>,
    /// What is to become of dead stones. Where they are to be captured, the player takes its opponent's before it passes: a
    /// clean-up. Otherwise it goes by the rules.
    pub dead_stones: DeadStones,
    /// A move is hopeless when its winning rate is below this; at 0 none is, and Tengen never resigns.
    pub resign_below: f32,
    /// What the search looks at. A move that it may not consider is no answer either.
    pub guidance: Guidance,
    /// What people would play here, from whose moves some are to be chosen: see
    /// [`Params::human_move_share`](crate::search::Params::human_move_share).
    pub human_policy: Option<Evaluation>,
}

impl Request {
    /// A move for `color`, with nothing else asked for. Without `playouts`, `visits` or `budget` the player thinks until
    /// `stop` is set, or at a level below 20 until it has seen what that level may see.
    pub fn new(color: Color) -> Request {
        Request {
            color,
            playouts: None,
            visits: None,
            budget: None,
            stop: Arc::default(),
            dead_stones: DeadStones::ByAgreement,
            resign_below: 0.0,
            guidance: Guidance::default(),
            human_policy: None,
        }
    }

    /// Whether the move may be the answer.
    pub fn allows(&self, mv: Move) -> bool {
        self.guidance.restrictions.allows(0, self.color, mv)
    }

    /// Whether the player is to capture dead stones before it passes, whatever the rules say.
    pub fn is_cleanup(&self) -> bool {
        self.dead_stones.must_be_captured()
    }

    /// Whether some moves are asked for by name.
    pub(super) fn names_moves(&self) -> bool {
        self.named_moves().next().is_some()
    }

    /// The moves asked for by name.
    pub(super) fn named_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.guidance.restrictions.named_at_root(self.color)
    }
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Plays or passes; legal under the rules in force.
    Move(Move),
    /// Gives up.
    Resign,
}
