//! What a player does with what its search has found: it passes, resigns, or takes a move as level, people or chance would have it.

use super::candidates::Candidates;
use super::passing::instead_of_pass;
use super::search_result::SearchResult;
use super::{Choice, Player, Request, human, variety};
use crate::game::Game;
use crate::search::Report;
use crate::types::Move;

impl Player {
    /// Passes, resigns or moves, and tells by which search: where a pass would do harm, by the one that looked beyond it.
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
}
