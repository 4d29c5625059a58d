//! What the last search found, for as long as it holds.

use crate::game::Game;
use crate::search::Report;

/// What a search has found, and where.
#[derive(Clone)]
pub(super) struct Seen {
    game: Game,
    /// What was found.
    pub report: Report,
}

impl Seen {
    /// What was found in the present position of `game`.
    pub fn new(game: &Game, report: Report) -> Seen {
        Seen {
            game: game.clone(),
            report,
        }
    }

    /// Whether this tells the player to move in the present position of `game` what to expect there.
    pub fn is_of(&self, game: &Game) -> bool {
        let is_same_position = game.continues(&self.game).is_some_and(<[_]>::is_empty);
        is_same_position && self.is_true() && self.report.to_move == game.to_move()
    }

    /// Whether this tells what to expect. Values under dynamic komi do not.
    pub fn is_true(&self) -> bool {
        !self.report.is_komi_virtual && self.report.playouts > 0
    }
}
