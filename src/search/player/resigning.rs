//! Giving up a game that has no hope.

use super::level::LevelLimits;
use super::{Player, Request};
use crate::game::Game;
use crate::search::MoveReport;

/// Fewer playouts of a move may all be lost by chance.
const LEAST_RESIGN_PLAYOUTS: u64 = 16;

/// Hopeless moves of one player in a row, in one and the same game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HopelessStreak {
    moves: u32,
    /// How many moves had been played before the last of them.
    played: usize,
}

impl HopelessStreak {
    /// Another hopeless move, before which `played` moves had been played. The
    /// same question twice counts once; a gap means another game or another line.
    fn count(&mut self, played: usize) {
        self.moves = match self.moves {
            0 => 1,
            moves if self.played == played => moves,
            moves if self.played + 2 == played => moves + 1,
            _ => 1,
        };
        self.played = played;
    }
}

impl Player {
    /// Whether what a move has won is more than chance.
    pub(super) fn knows(&self, game: &Game, best: &MoveReport) -> bool {
        self.has_network(game) || best.lead_visits >= LEAST_RESIGN_PLAYOUTS
    }

    /// Counts this move if it is hopeless; any other ends the row of hopeless ones of its colour.
    pub(super) fn count_hopeless(&mut self, game: &Game, request: &Request, best: &MoveReport) {
        let can_tell = |level_limits: LevelLimits| level_limits.can_tell(game.dims());
        let resign_below = match self.level_limits(game).is_none_or(can_tell) {
            true => request.resign_below,
            false => 0.0,
        };
        let streak = &mut self.hopeless_streaks[request.color.index()];
        match best.won >= resign_below {
            true => *streak = HopelessStreak::default(),
            false => streak.count(game.moves().len()),
        }
    }

    /// Whether enough moves of this colour have been hopeless in a row, and the game is old and lost enough.
    pub(super) fn should_resign(&self, game: &Game, request: &Request, best: &MoveReport) -> bool {
        let params = &self.search.settings().params;
        let patience = if game.handicap() > 0 { 2.0 } else { 1.0 };
        let earliest = (patience * params.resign_from * game.dims().area() as f32) as usize;
        let is_behind = params.resign_behind == 0.0 || -best.lead >= params.resign_behind;
        let hopeless = self.hopeless_streaks[request.color.index()].moves;
        hopeless as f32 >= params.resign_after && game.moves().len() >= earliest && is_behind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_is_of_one_game() {
        let mut streak = HopelessStreak::default();
        let mut after = |played| {
            streak.count(played);
            streak.moves
        };
        assert_eq!([after(10), after(12), after(12), after(14)], [1, 2, 2, 3]);
        // An undo, and another game.
        assert_eq!([after(12), after(14), after(40)], [1, 2, 1]);
    }
}
