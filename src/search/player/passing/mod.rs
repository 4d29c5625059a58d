//! What a player does when the game draws to its end: it takes dead stones where nobody agrees on them, passes, or plays what
//! does less harm than a pass.

mod after_pass;
mod clean_up;
mod decision;
mod instead_of_pass;

use super::search_result::SearchResult;
use super::{Player, Request};
use crate::game::Game;
use crate::search::driver::root::Stance;
use crate::search::judgement::LEAST_OWNER_VISITS;
use crate::search::{Judgement, Limits, Search};
use crate::types::{Color, Move};
use after_pass::{LEAST_AFTER_PASS_VISITS, after_pass};
use decision::{PassDecision, judgement_so_far, pass_would_save_points};

pub(super) use instead_of_pass::instead_of_pass;

/// A move with fewer visits has hardly been looked at: what it seems to gain is a guess.
const READ_VISITS: u64 = 16;
/// So many playouts tell whose the points are, where a kept tree has as many visits as there may be: those came through another root.
pub(super) const LEAST_PLAYOUTS: u64 = 8;
/// A judgement is begun only if there is time for so many visits: its own, with each player to move, and those that find out
/// what the pass leaves.
pub(super) const JUDGEMENT_VISITS: u32 = 2 * LEAST_OWNER_VISITS + LEAST_AFTER_PASS_VISITS;

impl Player {
    /// The pass that would end the game, if it has to be known as well as any move: a policy may hardly think of it.
    pub(super) fn pass_to_compare(&self, game: &Game, request: &Request) -> Option<Move> {
        let is_free =
            self.level_limits(game).is_none() && !request.names_moves() && !request.is_cleanup();
        let is_asked = is_free && self.has_network(game) && pass_would_save_points(game);
        (is_asked && request.allows(Move::Pass)).then_some(Move::Pass)
    }

    /// Whether the game is settled and a pass does no harm under the rules in force.
    pub(super) fn should_pass(
        &mut self,
        game: &Game,
        request: &Request,
        searched: &SearchResult,
    ) -> bool {
        // Against many handicap stones all looks lost, and one who begins with a pass has not even tried.
        if !request.is_cleanup() && !game.follows_pass() && has_played_nothing(game, request.color)
        {
            return false;
        }
        let report = &searched.report;
        // However little a level reads, it knows as well as full strength when to pass.
        let limits = &Limits {
            playouts: request.playouts,
            ..searched.limits.clone()
        };
        let decision = PassDecision::new(game, request, report, self.has_network(game));
        if !decision.is_worth_a_judgement() {
            return false;
        }
        if decision.would_win_at_once() {
            return true;
        }
        let judgement = self.judged_in_time(game, limits);
        let settings = self.search.settings();
        let stance = Stance {
            to_move: !request.color,
            ..self.stance(game, request.color, request.dead_stones)
        };
        decision.should_pass(judgement, || {
            let has_time = self.has_time_for(LEAST_AFTER_PASS_VISITS, limits);
            let limits = &limits.in_a_part_of_the_time(2);
            has_time.then(|| after_pass(game, report.visits, stance, settings, limits))?
        })
    }

    /// The judgement, if it is known or there is time for one. Half of the time stays for what has to be found out besides.
    fn judged_in_time(&mut self, game: &Game, limits: &Limits) -> Option<Judgement> {
        let has_time =
            self.last_judgement.holds(game) || self.has_time_for(JUDGEMENT_VISITS, limits);
        let in_half_the_time = limits.in_a_part_of_the_time(2);
        let settings = self.search.settings();
        let judge = || {
            self.last_judgement
                .within(game, settings, &in_half_the_time)
        };
        has_time.then(judge)?
    }
}

/// Whether a player has no stone on the board and has lost none.
fn has_played_nothing(game: &Game, color: Color) -> bool {
    game.board().stone_count(color) == 0 && game.position().captures(!color) == 0
}

/// Whether the running search sees every point decided.
pub(super) fn seems_settled(game: &Game, search: &Search) -> bool {
    let has_network = search.settings().method.has_sound_network(game.dims());
    search
        .report()
        .and_then(|report| judgement_so_far(game, &report, has_network))
        .is_some_and(|judgement| judgement.is_settled(game))
}

#[cfg(test)]
mod tests;
