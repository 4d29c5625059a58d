//! What is played instead of a pass that the search prefers, and that would do harm.

use super::READ_VISITS;
use crate::game::Game;
use crate::search::limits::stricter;
use crate::search::player::search_result::SearchResult;
use crate::search::{Limits, Player, Report, Request, Restriction};
use crate::types::Move;

/// A move is a blunder when its winning rate is this much lower.
const BLUNDER: f32 = 0.1;

impl Player {
    /// What the search says where it would rather pass than play, and may not. If it has hardly looked at moves that may take
    /// the place of the pass, it looks again, as long as before.
    pub(in crate::search::player) fn look_beyond_pass(
        &mut self,
        game: &Game,
        request: &Request,
        searched: &SearchResult,
    ) -> SearchResult {
        let SearchResult {
            report,
            limits,
            guidance,
        } = searched;
        let may_replace = |mv: Move| may_replace_pass(game, request, searched, mv);
        let most = most_visits(report, may_replace);
        let is_any = report.moves.iter().any(|one| may_replace(one.mv));
        if most >= READ_VISITS || !is_any || !self.has_time_for(2, limits) {
            return searched.clone();
        }
        let out = report.moves.iter().map(|one| one.mv);
        let out = out.filter(|&mv| !may_replace(mv)).collect();
        // Where the number of visits has ended the search, those that the tree had before have spared as many playouts.
        let all_visits = limits.visits.filter(|&most| report.visits >= most);
        let as_before = all_visits.unwrap_or(report.playouts).max(READ_VISITS);
        let limits = Limits {
            playouts: stricter(limits.playouts, Some(as_before)),
            visits: None,
            ..limits.clone()
        };
        let mut guidance = guidance.clone();
        guidance
            .restrictions
            .add(Restriction::not(request.color, out));
        match self.search.run_guided(limits.clone(), guidance.clone()) {
            Some(report) => SearchResult {
                report,
                limits,
                guidance,
            },
            None => searched.clone(),
        }
    }
}

/// Whether a move may be played instead of a pass that does harm: filling an eye does more.
fn may_replace_pass(game: &Game, request: &Request, searched: &SearchResult, mv: Move) -> bool {
    let is_eye = |point| game.board().is_eye(request.color, point);
    mv.point().is_some_and(|point| !is_eye(point)) && searched.allows(game, request.color, mv)
}

/// The visits of the most visited of these moves.
fn most_visits(report: &Report, is_of_these: impl Fn(Move) -> bool) -> u64 {
    let of_these = report.moves.iter().filter(|one| is_of_these(one.mv));
    of_these.map(|one| one.visits).max().unwrap_or(0)
}

/// The moves of `beyond` that may be played instead of the pass that `searched` preferred: no blunders, which do more harm than a
/// pass, and none that have hardly been read where others have.
pub fn instead_of_pass(
    game: &Game,
    request: &Request,
    searched: &SearchResult,
    beyond: &SearchResult,
) -> Report {
    let mut instead = beyond.report.clone();
    let least = searched.report.best().map_or(0.0, |best| best.winrate) - BLUNDER;
    let is_possible = |mv: Move| may_replace_pass(game, request, searched, mv);
    let most = most_visits(&instead, is_possible);
    let enough = match most {
        // Who reads next to nothing, as weak levels do, goes by what looks good.
        0 if searched.report.visits < READ_VISITS => 0,
        _ => most.clamp(1, READ_VISITS),
    };
    instead
        .moves
        .retain(|one| is_possible(one.mv) && one.winrate >= least && one.visits >= enough);
    instead
}
