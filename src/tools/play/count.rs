//! The count at the end of a game: what Tengen thinks of every stone, until the person says otherwise.

use super::words;
use crate::console::Style;
use crate::console::picture::board;
use crate::game::{Game, Score, Territory};
use crate::search::{Judgement, Status};
use crate::types::Point;

/// What becomes of the stones; those that are neither dead nor in seki live.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Count {
    dead: Vec<Point>,
    /// What Tengen thinks; where the person says that a stone is dead there is none.
    seki: Vec<Point>,
    /// Whether the person has changed what Tengen thinks.
    pub(super) disputed: bool,
}

impl Count {
    /// What Tengen thinks.
    pub(super) fn new(judgement: &Judgement) -> Count {
        Count {
            dead: judgement.stones(Status::Dead),
            seki: judgement.stones(Status::Seki),
            disputed: false,
        }
    }

    /// The chain there is dead if it was alive, and the other way round; false if there is none.
    pub(super) fn dispute(&mut self, game: &Game, point: Point) -> bool {
        if game.board().color_at(point).is_none() {
            return false;
        }
        let chain = game.board().chain_stones(point);
        let was_dead = self.dead.contains(&point);
        self.dead.retain(|stone| !chain.contains(stone));
        if !was_dead {
            self.dead.extend(chain);
        }
        self.disputed = true;
        true
    }

    /// How the game ends.
    pub(super) fn score(&self, game: &Game) -> Score {
        game.score_of(&self.territory(game))
    }

    /// The board with the territory on it.
    pub(super) fn picture(&self, game: &Game, style: Style) -> String {
        format!("\n{}", board(game, style, Some(&self.territory(game))))
    }

    /// The board with the territory on it, the dead stones, and the score.
    pub(super) fn text(&self, game: &Game, style: Style) -> String {
        let words = words::count(game, &self.territory(game));
        format!("{}\n{words}", self.picture(game, style))
    }

    fn territory(&self, game: &Game) -> Territory {
        Territory::with_seki(game.board(), &self.dead, &self.seki)
    }
}
