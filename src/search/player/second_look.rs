//! A look at moves that the search for a move has not seen.

use super::search_result::SearchResult;
use super::{Player, human};
use crate::game::Game;
use crate::net::model::Evaluation;
use crate::search::{Guidance, Limits, MoveReport, Report};
use crate::types::{Color, Move};

impl Player {
    /// The report with `mv` first. If the search never looked at that move, it is looked at now, if there is time, so that there
    /// is something to tell of it.
    pub(super) fn with_move_first(
        &mut self,
        game: &Game,
        mv: Move,
        searched: SearchResult,
    ) -> Report {
        let mut searched = searched;
        tell_of_copy(mv, game, &mut searched.report);
        if self.has_time_for(1, &searched.limits) {
            self.look_at(mv, &mut searched);
        }
        let mut report = searched.report;
        if let Some(place) = report.moves.iter().position(|one| one.mv == mv) {
            report.moves[..=place].rotate_right(1);
        }
        report
    }

    /// Has a move that the search has not seen looked at once, and tells the report.
    fn look_at(&mut self, mv: Move, searched: &mut SearchResult) {
        let SearchResult {
            report,
            limits,
            guidance,
        } = searched;
        let is_unseen = |one: &MoveReport| one.visits == 0;
        if !report.find(mv).is_some_and(is_unseen) {
            return;
        }
        let limits = Limits {
            playouts: Some(1),
            threads: Some(1),
            ..limits.clone()
        };
        let guidance = Guidance {
            compared: Some(mv),
            ..guidance.clone()
        };
        let Some(looked) = self.search.run_guided(limits, guidance) else {
            return;
        };
        let slot = report.moves.iter_mut().find(|one| one.mv == mv);
        if let (Some(slot), Some(one)) = (slot, looked.find(mv)) {
            slot.clone_from(one);
        }
        // What the moves and the position are worth stays as the search has told it.
        report.playouts += looked.playouts;
        report.visits += looked.playouts;
        // Where the tree had to be forgotten, the look by itself knows less of the points than the search.
        if looked.owner_visits > report.owner_visits {
            report.owner_visits = looked.owner_visits;
            report.ownership = looked.ownership;
            report.ownership_stdev = looked.ownership_stdev;
        }
    }

    /// What was found, with a look at each move that people are likely to play, if it matters to them what moves lose: of a
    /// move that nobody has looked at nothing is known.
    pub(super) fn with_likely_moves(
        &mut self,
        game: &Game,
        color: Color,
        human_policy: &Evaluation,
        searched: SearchResult,
    ) -> SearchResult {
        let lambda = self.search.settings().params.human_move_lambda;
        let may_play = |mv: Move| searched.allows(game, color, mv);
        let unseen = human::unseen_moves(
            game.dims(),
            human_policy,
            &searched.report,
            lambda,
            may_play,
        );
        let mut searched = searched;
        for mv in unseen {
            if !self.has_time_for(2, &searched.limits) {
                break;
            }
            self.look_at(mv, &mut searched);
        }
        searched
    }
}

/// If a move is the same as one that was searched, with the board turned, has the report say of it what was found there.
fn tell_of_copy(mv: Move, game: &Game, report: &mut Report) {
    let shown = report.moves_and_copies(game.dims());
    let copy = shown
        .iter()
        .find(|one| one.mv == mv && one.copy_of.is_some());
    let copy = copy.cloned();
    let slot = report.moves.iter_mut().find(|one| one.mv == mv);
    if let (Some(slot), Some(copy)) = (slot, copy) {
        *slot = MoveReport {
            copy_of: None,
            ..copy
        };
    }
}
