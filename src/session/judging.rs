//! Dead stones, and whose the points are.

use super::{Patience, Session};
use crate::game::{Game, Territory};
use crate::net::Manner;
use crate::search::{Inquest, Judgement};
use crate::types::{Color, Point};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

impl Session {
    /// What becomes of every stone. All stones live if the judgement fails, and after the players have captured
    /// what they disagreed about. Once `stop` is set, what has been seen by then decides; all stones live if that is nothing.
    pub fn judge(&mut self, stop: Arc<AtomicBool>) -> Judgement {
        self.judge_if_ready(stop)
            .unwrap_or_else(|| Judgement::as_it_stands(&self.game))
    }

    /// Who owns what by such a judgement. Before the end of a game walls are still open: what both colours touch, and nobody
    /// surrounds, belongs to whom the network gives it; without one the judgement itself says that.
    pub fn territory(&self, judgement: &Judgement) -> Territory {
        let game = &self.game;
        let said = || self.opinion(game.to_move(), &Manner::default(), Patience::IfRead);
        judgement.territory_so_far(game, said)
    }

    /// Finds out what becomes of the group of a stone in `game` if `to_move` moves. Once `stop` is set, what has been seen by then
    /// decides.
    pub fn fate(
        &mut self,
        game: &Game,
        stone: Point,
        to_move: Color,
        stop: Arc<AtomicBool>,
    ) -> Inquest {
        let inquest = self.guarded("reading life and death", |session| {
            session.player.fate(game, stone, to_move, stop)
        });
        inquest.unwrap_or_default()
    }

    /// As [`Session::judge`]; nothing if `stop` is set before the network has been read.
    pub(super) fn judge_if_ready(&mut self, stop: Arc<AtomicBool>) -> Option<Judgement> {
        // Both have been asked to capture what is dead. In a game that merely went on after two passes nobody has: Tengen takes dead
        // stones there too (see `is_resumed`), but the opponent may have left some, so that their second pair of passes is judged.
        let is_cleaned_up = self.cleaning_up && self.game.is_over();
        if is_cleaned_up || self.game.counts_as_it_stands() {
            return Some(Judgement::as_it_stands(&self.game));
        }
        if !self.network_is_ready(None, &stop) {
            return None;
        }
        let judged = self.guarded("judging", |session| {
            #[cfg(test)]
            super::tests::break_on_demand();
            session.player.judge(&session.game, stop)
        });
        Some(judged.unwrap_or_else(|| Judgement::as_it_stands(&self.game)))
    }
}
