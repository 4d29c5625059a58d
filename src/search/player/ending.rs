//! What a player does when the game draws to its end: it takes dead stones where nobody agrees on them, passes, or plays what
//! does less harm than a pass.

use super::Player;
use super::after_pass::{LEAST_AFTER_PASS_VISITS, after_pass};
use super::pace::JUDGEMENT_VISITS;
use super::passing::{self, PassDecision, READ_VISITS};
use super::search_result::SearchResult;
use crate::game::Game;
use crate::search::root::Stance;
use crate::search::{Limits, Report, Request, Restriction};
use crate::types::{Color, Move};

/// A move is a blunder when its winning rate is this much lower.
const BLUNDER: f32 = 0.1;

impl Player {
    /// Has the search look for a way to capture what is dead, if anything is, where nothing else is left to play for. It may
    /// find that every such move loses more than it takes. Where nothing is dead it only looks as much as a report needs: the pass
    /// is certain.
    pub(super) fn restrict_to_clean_up(
        &mut self,
        game: &Game,
        request: &Request,
        limits: &mut Limits,
    ) {
        let settings = self.search.settings();
        let in_half_the_time = limits.in_a_part_of_the_time(2);
        let Some(judgement) = self
            .last_judgement
            .within(game, settings, &in_half_the_time)
        else {
            return;
        };
        if !judgement.is_settled(game) {
            return;
        }
        if passing::dead_enemies(game, request.color, &judgement).is_empty()
            && request.allows(Move::Pass)
        {
            limits.playouts = limits.playouts.into_iter().chain([READ_VISITS]).min();
            return;
        }
        let mut moves = passing::moves_that_clean_up(game, request.color, &judgement);
        if !moves.is_empty() {
            moves.push(Move::Pass);
            moves.retain(|&mv| request.allows(mv));
            let only = Restriction::only(request.color, moves);
            limits.restrictions.add(only);
        }
    }

    /// The pass that would end the game, if it has to be known as well as any move: a policy may hardly think of it.
    pub(super) fn pass_to_compare(&self, game: &Game, request: &Request) -> Option<Move> {
        let is_free =
            self.level_limits(game).is_none() && !request.names_moves() && !request.cleanup;
        let is_asked = is_free && self.has_network(game) && passing::pass_would_save_points(game);
        (is_asked && request.allows(Move::Pass)).then_some(Move::Pass)
    }

    /// Whether the game is settled and a pass does no harm under the rules in force.
    pub(super) fn should_pass(
        &mut self,
        game: &Game,
        request: &Request,
        found: &SearchResult,
    ) -> bool {
        // Against many handicap stones all looks lost, and one who begins with a pass has not even tried.
        if !request.cleanup && !game.follows_pass() && has_played_nothing(game, request.color) {
            return false;
        }
        let SearchResult { report, limits } = found;
        let decision = PassDecision::new(game, request, report, self.has_network(game));
        if !decision.is_worth_a_judgement() {
            return false;
        }
        let has_time =
            self.last_judgement.holds(game) || self.has_time_for(JUDGEMENT_VISITS, limits);
        let settings = self.search.settings();
        // What the pass would leave has to be found out too.
        let in_half_the_time = limits.in_a_part_of_the_time(2);
        let judgement = match has_time {
            true => self
                .last_judgement
                .within(game, settings, &in_half_the_time),
            false => None,
        };
        let stance = Stance {
            to_move: !request.color,
            ..self.stance(game, request.color, request.cleanup)
        };
        decision.should_pass(judgement, || {
            let has_time = self.has_time_for(LEAST_AFTER_PASS_VISITS, limits);
            has_time.then(|| after_pass(game, stance, settings, limits))?
        })
    }

    /// What the search says where it would rather pass than play, and may not. If it has hardly looked at moves that may take
    /// the place of the pass, it looks again, as long as before.
    pub(super) fn look_beyond_pass(
        &mut self,
        game: &Game,
        request: &Request,
        found: &SearchResult,
    ) -> SearchResult {
        let SearchResult { report, limits } = found;
        let may_replace = |mv: Move| may_replace_pass(game, request, found, mv);
        let most = most_visits(report, may_replace);
        let is_any = report.moves.iter().any(|found| may_replace(found.mv));
        if most >= READ_VISITS || !is_any || !self.has_time_for(2, limits) {
            return found.clone();
        }
        let out = report.moves.iter().map(|found| found.mv);
        let out = out.filter(|&mv| !may_replace(mv)).collect();
        let as_before = report.playouts.max(READ_VISITS);
        let mut limits = Limits {
            playouts: limits.playouts.into_iter().chain([as_before]).min(),
            visits: None,
            ..limits.clone()
        };
        limits
            .restrictions
            .add(Restriction::not(request.color, out));
        match self.search.run(limits.clone()) {
            Some(report) => SearchResult { report, limits },
            None => found.clone(),
        }
    }
}

/// Whether a player has no stone on the board and has lost none.
fn has_played_nothing(game: &Game, color: Color) -> bool {
    game.board().stone_count(color) == 0 && game.position().captures(!color) == 0
}

/// Whether a move may be played instead of a pass that does harm: filling an eye does more.
fn may_replace_pass(game: &Game, request: &Request, found: &SearchResult, mv: Move) -> bool {
    let is_eye = |point| game.board().is_eye(request.color, point);
    mv.point().is_some_and(|point| !is_eye(point)) && found.allows(game, request.color, mv)
}

/// The visits of the most visited of these moves.
fn most_visits(report: &Report, is_of_these: impl Fn(Move) -> bool) -> u64 {
    let of_these = report.moves.iter().filter(|found| is_of_these(found.mv));
    of_these.map(|found| found.visits).max().unwrap_or(0)
}

/// The moves of `beyond` that may be played instead of the pass that `found` preferred: no blunders, which do more harm than a
/// pass, and none that have hardly been read where others have.
pub(super) fn instead_of_pass(
    game: &Game,
    request: &Request,
    found: &SearchResult,
    beyond: &SearchResult,
) -> Report {
    let mut instead = beyond.report.clone();
    let least = found.report.best().map_or(0.0, |best| best.winrate) - BLUNDER;
    let is_possible = |mv: Move| may_replace_pass(game, request, found, mv);
    let most = most_visits(&instead, is_possible);
    let enough = match most {
        // Who reads next to nothing, as weak levels do, goes by what looks good.
        0 if found.report.visits < READ_VISITS => 0,
        _ => most.clamp(1, READ_VISITS),
    };
    instead
        .moves
        .retain(|other| is_possible(other.mv) && other.winrate >= least && other.visits >= enough);
    instead
}
