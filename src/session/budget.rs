//! How much time and how many playouts a session gives to a move.

use super::Session;
use crate::search::Limits;
use crate::time::{Budget, Left, Stage, TimePolicy};
use crate::types::Color;
use std::time::{Duration, Instant};

impl Session {
    /// The time for the next move of `color`, which was begun so long ago; none with a fixed number of playouts, no clock and no
    /// longest time.
    pub(super) fn budget(&self, color: Color, spent: Duration) -> Option<Budget> {
        self.budget_within(color, self.config.max_time, spent)
    }

    fn budget_within(
        &self,
        color: Color,
        max_time: Option<Duration>,
        spent: Duration,
    ) -> Option<Budget> {
        let clock = self.clocks.of(color);
        let usual = self.usual_time();
        let most = max_time.map(|time| time.saturating_sub(spent));
        if usual.is_none() && clock.left() == Left::Unlimited {
            return most.map(Budget::at_most);
        }
        let stage = Stage {
            moves: self.game.moves().len(),
            area: self.game.dims().area(),
        };
        let policy = TimePolicy {
            lag: self.config.lag,
            default_move: max_time.or(usual).unwrap_or(Duration::MAX),
            shortest_move: self.player.visit_time(),
        };
        let budget = policy.budget(clock, stage, Instant::now());
        Some(budget.within(most.unwrap_or(Duration::MAX)))
    }

    /// Until when to wait for networks still being read: half the move's time at most, since a large one may need more
    /// than all of it. `None` if nothing limits the time.
    pub(super) fn reading_deadline(&self, color: Color) -> Option<Instant> {
        // Who asks for a move at once wants the network's first thought.
        let max_time = self.config.max_time.filter(|time| !time.is_zero());
        let budget = self.budget_within(color, max_time, Duration::ZERO)?;
        Some(Instant::now() + budget.hard / 2)
    }

    /// As many playouts, or as much time, as one move may take; where there is a time, it is no longer than `at_most`.
    pub fn limits_of_a_move(&self, at_most: Duration) -> Limits {
        let time = self.time_without_clock().map(|time| time.min(at_most));
        Limits {
            playouts: self.config.playouts,
            visits: self.config.visits,
            deadline: time.map(|time| Instant::now() + time),
            ..Limits::default()
        }
    }

    /// The time for a move for which no clock runs; none where the playouts alone decide.
    pub fn time_without_clock(&self) -> Option<Duration> {
        self.config.max_time.or_else(|| self.usual_time())
    }

    /// The time for a move, unless a number of playouts or visits ends the search.
    fn usual_time(&self) -> Option<Duration> {
        let are_counted = self.config.playouts.is_some() || self.config.visits.is_some();
        (!are_counted).then_some(self.config.time_per_move)
    }
}
