//! Whether a player passes: when the game is settled, and a pass does no harm
//! under the rules in force.

use super::judge::{Judgement, Status};
use super::{Limits, Player, Report, Request};
use crate::game::{Game, Scoring};
use crate::types::{Color, Move, Point};
use std::sync::Arc;
use std::time::Instant;

/// Playouts to find out what a pass would cost.
const PASS_PLAYOUTS: u64 = 1000;
/// The loss of winning chances from which a pass does harm.
const HARM: f32 = 0.2;
/// After fewer playouts than this, any board looks settled: chance alone makes the owners agree.
const TELLING_PLAYOUTS: u64 = 50;
/// With a winning rate above this a lost count is not the last word.
const HOPE: f32 = 0.15;

impl Player {
    /// Whether the running search sees every point decided.
    pub(super) fn seems_settled(&self, game: &Game) -> bool {
        let dame_count = game.rules().scoring == Scoring::Area;
        self.search
            .report()
            .and_then(|report| search_judgement(game, &report))
            .is_some_and(|judgement| judgement.is_settled(game, dame_count))
    }

    /// Whether the game is settled and a pass does no harm under the rules in force.
    pub(super) fn should_pass(
        &mut self,
        game: &Game,
        request: &Request,
        report: &Report,
        deadline: Option<Instant>,
    ) -> bool {
        let color = request.color;
        let opponent_passed = game.position().last_move() == Some(Move::Pass);
        let proposed = report.best().is_some_and(|best| best.mv == Move::Pass);
        let dame_count = game.rules().scoring == Scoring::Area;
        let from_search = search_judgement(game, report);
        let seems_settled = from_search
            .as_ref()
            .is_some_and(|judgement| judgement.is_settled(game, dame_count));
        if !opponent_passed && !proposed && !seems_settled {
            return false;
        }
        let limits = Limits {
            deadline,
            stop: Arc::clone(&request.stop),
            ..Limits::default()
        };
        let Some(judgement) = self.judge_within(game, &limits).or(from_search) else {
            // Nothing is known of the stones: the search alone decides.
            return proposed && !request.cleanup;
        };
        let dead = judgement.stones(Status::Dead);
        let is_enemy = |&stone: &Point| game.board().color_at(stone) == Some(!color);
        if request.cleanup && dead.iter().any(is_enemy) {
            return false;
        }
        let agreed = game.rules().dead_stones_are_agreed() && !request.cleanup;
        let score = if agreed {
            game.score_of(&judgement.territory(game))
        } else {
            game.score(&[])
        };
        let lead = if color == Color::Black {
            score.black_lead()
        } else {
            -score.black_lead()
        };
        if opponent_passed && lead > 0.0 {
            return true;
        }
        let settled = judgement.is_settled(game, dame_count);
        let has_hope = report.best().is_some_and(|best| best.winrate > HOPE);
        if lead < 0.0 && has_hope {
            // The search sees a way to win that the judgement does not.
            return false;
        }
        if !agreed && lead <= 0.0 && settled {
            // Nothing is given away by taking what is dead, and the count needs it.
            return dead.is_empty();
        }
        let seems_fine = settled || (proposed && lead > 0.0);
        seems_fine && (proposed || self.is_pass_harmless(request, report, limits))
    }

    /// Whether the search, asked about passing in particular, sees it keep the chances of the best move.
    ///
    /// Owners are clear too when one move decides everything and the search has found it.
    fn is_pass_harmless(&mut self, request: &Request, report: &Report, limits: Limits) -> bool {
        let Some(best) = report.best() else {
            return true;
        };
        let playouts = request.playouts.unwrap_or(PASS_PLAYOUTS);
        self.search.start(Limits {
            playouts: Some(playouts.min(PASS_PLAYOUTS)),
            only: vec![Move::Pass],
            ..limits
        });
        self.search.wait();
        let report = self.search.report();
        let moves = report.iter().flat_map(|report| &report.moves);
        let pass = moves.into_iter().find(|found| found.mv == Move::Pass);
        pass.is_none_or(|pass| pass.winrate + HARM > best.winrate)
    }
}

/// What a search that has seen enough playouts says of every point.
fn search_judgement(game: &Game, report: &Report) -> Option<Judgement> {
    (report.playouts >= TELLING_PLAYOUTS)
        .then(|| Judgement::from_ownership(game, &report.ownership))
}
