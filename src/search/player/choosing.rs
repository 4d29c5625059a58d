//! What a player does with what its search has found: it passes, resigns, or takes a move as level, people or chance would have it.

use super::candidates::Candidates;
use super::hopeless_streak::HopelessStreak;
use super::level::LevelLimits;
use super::passing::instead_of_pass;
use super::search_result::SearchResult;
use super::{Choice, Player, Request, human, variety};
use crate::game::Game;
use crate::net::model::Evaluation;
use crate::search::{Limits, MoveReport, Report};
use crate::types::Move;

/// Fewer playouts of a move may all be lost by chance.
const LEAST_RESIGN_PLAYOUTS: u64 = 16;

impl Player {
    /// The report with `mv` first. If the search never looked at that move, it is looked at now, if there is time, so that there
    /// is something to tell of it.
    pub(super) fn with_move_first(
        &mut self,
        game: &Game,
        mv: Move,
        searched: SearchResult,
    ) -> Report {
        let SearchResult { mut report, limits } = searched;
        tell_of_copy(mv, game, &mut report);
        if self.has_time_for(1, &limits) {
            self.look_at(mv, &mut report, &limits);
        }
        if let Some(place) = report.moves.iter().position(|one| one.mv == mv) {
            report.moves[..=place].rotate_right(1);
        }
        report
    }

    /// Has a move that the search has not seen looked at once, and tells the report.
    fn look_at(&mut self, mv: Move, report: &mut Report, limits: &Limits) {
        let is_unseen = |one: &MoveReport| one.visits == 0;
        if !report.find(mv).is_some_and(is_unseen) {
            return;
        }
        let looked = self.search.run(Limits {
            playouts: Some(1),
            threads: Some(1),
            compared: Some(mv),
            ..limits.clone()
        });
        // The rest of what one visit has counted says less than what the search has.
        if let Some(looked) = looked {
            report.visits = looked.visits;
            let slot = report.moves.iter_mut().find(|one| one.mv == mv);
            if let (Some(slot), Some(one)) = (slot, looked.find(mv)) {
                slot.clone_from(one);
            }
        }
    }

    /// What was found, with a look at each move that people are likely to play, if it matters to them what moves lose: of a
    /// move that nobody has looked at nothing is known.
    pub(super) fn with_likely_moves(
        &mut self,
        game: &Game,
        human_policy: &Evaluation,
        searched: SearchResult,
    ) -> SearchResult {
        let SearchResult { mut report, limits } = searched;
        let lambda = self.search.settings().params.human_move_lambda;
        for mv in human::unseen_moves(game.dims(), human_policy, &report, lambda) {
            if !self.has_time_for(2, &limits) {
                break;
            }
            self.look_at(mv, &mut report, &limits);
        }
        SearchResult { report, limits }
    }

    /// Passes, resigns or moves, by what the search has found; with what decided in the end.
    pub(super) fn choose(
        &mut self,
        game: &Game,
        request: &Request,
        searched: SearchResult,
    ) -> (Choice, SearchResult) {
        let report = &searched.report;
        let is_allowed = |mv: Move| searched.allows(game, request.color, mv);
        let best = report.moves.iter().find(|one| is_allowed(one.mv));
        let Some(best) = best else {
            // Nothing has been found, for want of memory or time; a move may have been asked for.
            let asked_for = request.named_moves().find(|&mv| is_allowed(mv));
            let mv = asked_for.unwrap_or(Move::Pass);
            return (Choice::Move(mv), searched);
        };
        let may_pass = !request.names_moves() && request.allows(Move::Pass);
        if may_pass && self.should_pass(game, request, &searched) {
            return (Choice::Move(Move::Pass), searched);
        }
        if self.knows(game, best) {
            self.count_hopeless(game, request, best);
            if self.should_resign(game, request, best) {
                return (Choice::Resign, searched);
            }
        }
        if request.names_moves() {
            return (Choice::Move(best.mv), searched);
        }
        if best.mv != Move::Pass {
            let mv = self.pick(game, request, report, &is_allowed);
            return (Choice::Move(mv), searched);
        }
        // The search would pass, and the judgement says that it does harm.
        let beyond = self.look_beyond_pass(game, request, &searched);
        let instead = instead_of_pass(game, request, &searched, &beyond);
        if instead.moves.is_empty() {
            return (Choice::Move(Move::Pass), searched);
        }
        let is_read = |mv: Move| instead.find(mv).is_some();
        let mv = self.pick(game, request, &instead, &is_read);
        (Choice::Move(mv), beyond)
    }

    /// A move that is allowed, as level, people or chance would have it: else the best.
    fn pick(
        &self,
        game: &Game,
        request: &Request,
        report: &Report,
        is_allowed: &dyn Fn(Move) -> bool,
    ) -> Move {
        let best = report.moves.iter().find(|one| is_allowed(one.mv));
        let best = best.expect("there is an allowed move");
        let candidates = Candidates {
            game,
            color: request.color,
            report,
            best,
            is_allowed,
            seed: self.search.settings().seed,
        };
        let params = &self.search.settings().params;
        match (self.level_limits(game), &request.human_policy) {
            (Some(level_limits), _) => level_limits.choose(&candidates),
            (None, Some(human_policy)) => human::choose(&candidates, human_policy, params),
            (None, None) => variety::choose(&candidates, params),
        }
    }

    /// Whether what a move has won is more than chance.
    fn knows(&self, game: &Game, best: &MoveReport) -> bool {
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
