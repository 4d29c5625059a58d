//! Thinking on while the opponent does.

use super::{PonderLimits, Session};
use crate::search::{DeadStones, Limits};
use std::time::{Duration, Instant};

/// An opponent who has not moved by then has left.
const LONGEST_PONDERING: Duration = Duration::from_secs(600);

impl Session {
    /// After a move of its own, thinks about the opponent's answer until [`Session::take_up`], if that is wanted; again
    /// after whatever else has been asked meanwhile, but not after an analysis, whose tree it might spoil. A large tree takes
    /// a while to be made ready for that, so the move is told before.
    pub fn ponder_if_due(&mut self) {
        // Nothing that is asked meanwhile may have to wait until a network has been read.
        let network = self.config.searching_network();
        let is_read = network.is_none_or(|network| network.is_read());
        let is_wanted = self.config.ponder && self.config.level.is_full() && is_read;
        let Some(moved_at) = self.moved_at.filter(|_| is_wanted && !self.game.is_over()) else {
            return;
        };
        let PonderLimits {
            time,
            playouts,
            visits,
        } = self.config.ponder_limits;
        let longest = time.unwrap_or(LONGEST_PONDERING).min(LONGEST_PONDERING);
        let limits = Limits {
            deadline: Some(moved_at + longest),
            playouts,
            visits,
            ..Limits::default()
        };
        let dead_stones = DeadStones::captured_if(self.cleaning_up || self.is_resumed());
        // If it fails, the move has been played and is answered all the same.
        self.guarded("pondering", |session| {
            session.player.ponder(&session.game, dead_stones, limits);
        });
    }

    /// Whether the player thinks on between two moves.
    #[cfg(test)]
    pub(crate) fn is_pondering(&mut self) -> bool {
        self.player.search().is_running()
    }

    /// The visits of the position about which the player thinks, or has thought.
    #[cfg(test)]
    pub(crate) fn visits_pondered(&mut self) -> u64 {
        let report = self.player.search().report();
        report.map_or(0, |report| report.visits)
    }

    /// Ends the thinking between two moves, since something has been asked for at this time. Whatever has passed since then counts
    /// for the move that is asked for, or answered, next.
    pub fn take_up(&mut self, asked: Instant) {
        self.player.stop_pondering();
        self.clocks.take_up(asked);
    }

    /// What was taken up last has been answered.
    pub fn answered(&mut self) {
        self.clocks.answered();
    }

    /// The client analyses the position as long as it likes; a move asked for afterwards begins its turn anew.
    pub fn leave_turn(&mut self) {
        self.clocks.leave_turn();
    }

    /// There is no move any more after which to ponder, and no suggestion: nobody plays on, or another position comes. What runs is
    /// ended by `take_up`.
    pub fn ponder_no_longer(&mut self) {
        self.moved_at = None;
        self.suggested = None;
    }
}
