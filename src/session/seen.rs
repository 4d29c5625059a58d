//! What the last search found, for as long as it holds.

use crate::game::Game;
use crate::search::Report;
use crate::types::Color;

/// Where a search has looked, and what it has found there.
#[derive(Clone)]
pub(super) struct Seen {
    /// The position, with the player to move who was asked for.
    pub game: Game,
    /// What that player may expect; none where the search did not tell.
    pub report: Option<Report>,
}

impl Seen {
    /// What was found in the present position of `game` with `color` to move. Values under dynamic komi do not tell what to
    /// expect.
    pub fn new(game: &Game, color: Color, report: Option<Report>) -> Seen {
        let mut game = game.clone();
        game.set_to_move(color);
        let report = report.filter(|report| !report.is_komi_virtual && report.playouts > 0);
        Seen { game, report }
    }

    /// What the player to move in the present position of `game` may expect, if this tells it.
    pub fn report_of(&self, game: &Game) -> Option<&Report> {
        let is_same_position = game.continues(&self.game).is_some_and(<[_]>::is_empty);
        let is_of = is_same_position && self.game.to_move() == game.to_move();
        self.report.as_ref().filter(|_| is_of)
    }
}
