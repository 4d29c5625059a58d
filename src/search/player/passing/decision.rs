//! Whether to pass, by what a search has found: when the game is settled, and a pass does no harm under the rules in force.

use super::READ_VISITS;
use super::after_pass::{Prospects, best_lead};
use super::clean_up::dead_enemies;
use crate::game::{Game, Score, Scoring};
use crate::search::{Judgement, MoveReport, Report, Request, Status};
use crate::types::{Move, Point};

/// By how many points a move must seem better than a pass that ends the game, where moves for nothing cost points: half of the
/// least gain that there is.
const NO_GAIN_POINTS: f32 = 0.5;
/// The same in winning rate, 0..=1.
const NO_GAIN: f32 = 0.01;
/// After fewer playouts than this, any board looks settled: chance alone makes the owners agree.
const SETTLED_PLAYOUTS: u64 = 50;
/// A network's owners are no matter of chance, but it takes a few leaves until what is open shows. The first of them is the root,
/// unless the tree was kept.
const SETTLED_VISITS: u64 = 4;
/// With a winning rate above this a lost count is not the last word.
const HOPE: f32 = 0.15;

/// A position in which passing is thought about, and what the search has found there.
pub(super) struct PassDecision<'a> {
    game: &'a Game,
    request: &'a Request,
    report: &'a Report,
    has_network: bool,
    /// What the search itself, by its network or its playouts, says of every point.
    from_search: Option<Judgement>,
    /// Whether a pass would end the game.
    opponent_passed: bool,
    /// Whether a pass ends the game, a move for nothing costs a point, and a network judges. Playouts cannot tell such moves
    /// from others.
    pass_saves_points: bool,
    /// Whether the search would rather pass than play, or sees nothing to gain where a move for nothing costs a point.
    pass_is_best: bool,
}

impl<'a> PassDecision<'a> {
    /// What is known without asking further.
    pub fn new(
        game: &'a Game,
        request: &'a Request,
        report: &'a Report,
        has_network: bool,
    ) -> PassDecision<'a> {
        let is_best = report.best().is_some_and(|best| best.mv == Move::Pass);
        let pass_saves_points = has_network && pass_would_save_points(game);
        PassDecision {
            game,
            request,
            report,
            has_network,
            from_search: judgement_of_search(game, report, has_network),
            opponent_passed: game.follows_pass(),
            pass_saves_points,
            pass_is_best: is_best || pass_saves_points && no_move_gains(report),
        }
    }

    /// Whether a pass is worth a judgement of all stones. In a clean-up that alone decides.
    pub fn is_worth_a_judgement(&self) -> bool {
        self.request.is_cleanup()
            || self.opponent_passed
            || self.pass_is_best
            || self.seems_settled()
    }

    fn seems_settled(&self) -> bool {
        let judgement = self.from_search.as_ref();
        judgement.is_some_and(|judgement| judgement.is_settled(self.game))
    }

    /// Whether to pass where that does not [win at once](Self::would_win_at_once). `judgement` is of all stones, with either side
    /// to move, if there was time for one; `after_pass` finds out what a pass would leave, if there is time.
    pub fn should_pass(
        self,
        judgement: Option<Judgement>,
        after_pass: impl FnOnce() -> Option<Prospects>,
    ) -> bool {
        if self.request.is_cleanup() {
            return judgement.is_some_and(|judgement| self.is_clean(&judgement));
        }
        let Some(judgement) = judgement else {
            // What the search says of the stones holds if the next move is the player's, and a pass gives it away.
            let is_harmless = || self.seems_settled() && self.is_harmless(after_pass);
            return self.pass_is_best || is_harmless();
        };
        let lead = self.lead(&judgement);
        let has_hope = self.best_winrate() > enough_hope(lead);
        if !self.pass_is_best && has_hope && !self.is_futile(&judgement) {
            // The search sees a way to win that the judgement does not.
            return false;
        }
        if self.opponent_passed && !has_hope && self.search_counts_a_loss() {
            // Playouts may leave points open that nobody plays for.
            return true;
        }
        if lead <= 0.0 && self.pass_saves_points && self.only_fills(&judgement) {
            return true;
        }
        if !self.is_settled_enough(&judgement, lead) {
            // Passing is best, and whatever becomes of the open points, the game is won.
            let open = judgement.open_points(self.game, Judgement::DECIDED).count() as f32;
            let is_won = || lead > 2.0 * open || self.wins_by_agreement(lead, after_pass);
            return self.pass_is_best && is_won();
        }
        if lead <= 0.0 && !self.stones_are_agreed() {
            // Nothing is given away by taking what is dead, and the count needs it, unless the game is lost all the same.
            let dead = dead_enemies(self.game, self.request.color, &judgement);
            let lead_after_taking = self.for_player(self.game.score(&dead));
            return lead_after_taking < 0.0 || dead.is_empty();
        }
        // After the second pass nothing is left to find out.
        self.opponent_passed || self.pass_is_best || self.is_harmless(after_pass)
    }

    /// Whether no move gains anything. Playouts are seldom sure of every point: it is enough that all are likely where a pass ends
    /// the game and wins it, and a move for nothing would cost a point.
    fn is_settled_enough(&self, judgement: &Judgement, lead: f32) -> bool {
        let would_win = lead > 0.0 && pass_would_save_points(self.game);
        let clear = match would_win && !self.has_network {
            true => Judgement::LIKELY,
            false => Judgement::DECIDED,
        };
        judgement.open_points(self.game, clear).next().is_none()
    }

    /// Whether a pass gives nothing away. Owners are clear too when one move decides everything and the search has found it.
    fn is_harmless(&self, after_pass: impl FnOnce() -> Option<Prospects>) -> bool {
        let now = Prospects {
            winrate: self.best_winrate(),
            lead: best_lead(self.report),
        };
        let is_as_good = |left: Prospects| left.is_as_good_as(now);
        let is_read = |pass: &&MoveReport| pass.visits >= READ_VISITS;
        let read = self.report.find(Move::Pass).filter(is_read);
        read.is_none_or(|pass| is_as_good(Prospects::of(pass)))
            && after_pass().is_some_and(is_as_good)
    }

    /// Whether a pass ends the game as a win, and if the opponent does not agree and plays on, no move would have been better.
    fn wins_by_agreement(&self, lead: f32, after_pass: impl FnOnce() -> Option<Prospects>) -> bool {
        if lead <= 0.0 || !self.pass_saves_points {
            return false;
        }
        let is_move = |found: &&MoveReport| found.mv != Move::Pass && found.visits > 0;
        let best = self.report.moves.iter().find(is_move);
        best.map(Prospects::of)
            .is_none_or(|best| after_pass().is_some_and(|left| left.is_as_good_as(best)))
    }

    /// Whether a pass ends the game with a count that needs no agreement, and wins it.
    pub fn would_win_at_once(&self) -> bool {
        let is_certain = self.opponent_passed && !self.game.rules().dead_stones_are_agreed();
        !self.request.is_cleanup() && is_certain && self.for_player(self.game.score(&[])) > 0.0
    }

    /// Whether the game is lost by the points that the search itself sees, whatever it hopes for: a network that guesses who has
    /// won is often wrong by the half point that decides it. Playouts are not.
    fn is_futile(&self, judgement: &Judgement) -> bool {
        self.search_counts_a_loss()
            || self.counts_no_win() && self.best_fills_own_territory(judgement)
    }

    /// Whether the game is lost by the points that a network's search sees, if it goes on and if both passed now.
    fn counts_no_win(&self) -> bool {
        let is_no_win = |[in_the_end, now]: [f32; 2]| in_the_end.max(now) <= 0.0;
        self.counts_by_search().is_some_and(is_no_win)
    }

    /// Whether the search itself sees every point decided, the game lost by them, and no point to be gained.
    fn search_counts_a_loss(&self) -> bool {
        let is_lost = |[in_the_end, now]: [f32; 2]| now < 0.0 && in_the_end <= now;
        self.seems_settled() && self.counts_by_search().is_some_and(is_lost)
    }

    /// By how many points the player would win if all points went to whom a network's search gives them, and if both passed
    /// now, with dead stones off or not, whichever is more.
    fn counts_by_search(&self) -> Option<[f32; 2]> {
        let seen = self.from_search.as_ref().filter(|_| self.has_network)?;
        let points = self.game.dims().points();
        let owners: f32 = points.map(|point| seen.owner(point).round()).sum();
        let in_the_end = self.request.color.sign() * (owners - self.game.area_komi());
        Some([in_the_end, self.lead(seen).max(self.agreed_lead(seen))])
    }

    /// Whether the search would play where the judgement counts the point for the player already: that wins no game which is
    /// lost by the count.
    fn best_fills_own_territory(&self, judgement: &Judgement) -> bool {
        let best = self.report.best().and_then(|best| best.mv.point());
        best.is_some_and(|point| self.fills_own_territory(judgement, point))
    }

    /// Whether the search counts no win, and the moves by which it would gain anything on a pass do no more than fill the player's own
    /// territory, as far as it has read them.
    fn only_fills(&self, judgement: &Judgement) -> bool {
        let fills = |point| self.fills_own_territory(judgement, point);
        let is_other = |found: &MoveReport| found.mv.point().is_some_and(|point| !fills(point));
        let pass = self.report.find(Move::Pass);
        let gains = |found: &MoveReport| pass.is_none_or(|pass| gains_over(pass, found));
        let is_read = |found: &MoveReport| found.visits >= READ_VISITS;
        let mut moves = self.report.moves.iter();
        self.counts_no_win()
            && !self.report.best().is_some_and(is_other)
            && !moves.any(|found| is_read(found) && is_other(found) && gains(found))
    }

    /// Whether the judgement counts a point for the player already, whoever moves, and nothing has to be taken beside it.
    fn fills_own_territory(&self, judgement: &Judgement, point: Point) -> bool {
        let color = self.request.color;
        let counts_as_enemy = |near: Point| {
            let is_dead = judgement.status(near) == Some(Status::Dead);
            let stays = !is_dead || !self.stones_are_agreed();
            self.game.board().color_at(near) == Some(!color) && stays
        };
        let mut near = self.game.dims().neighbors(point);
        judgement.gives(point, color) && !near.any(counts_as_enemy)
    }

    fn best_winrate(&self) -> f32 {
        self.report.best().map_or(0.0, |best| best.winrate)
    }

    /// Whether nothing is left to capture before a pass.
    fn is_clean(&self, judgement: &Judgement) -> bool {
        let is_settled = self.pass_is_best || judgement.is_settled(self.game);
        is_settled && dead_enemies(self.game, self.request.color, judgement).is_empty()
    }

    /// Whether dead stones will be taken off without being captured.
    fn stones_are_agreed(&self) -> bool {
        self.game.rules().dead_stones_are_agreed()
    }

    /// By how many points the player would win if both passed now.
    fn lead(&self, judgement: &Judgement) -> f32 {
        match self.stones_are_agreed() {
            true => self.agreed_lead(judgement),
            false => self.for_player(self.game.score(&[])),
        }
    }

    /// The same once dead stones are off the board.
    fn agreed_lead(&self, judgement: &Judgement) -> f32 {
        self.for_player(self.game.score_of(&judgement.territory(self.game)))
    }

    fn for_player(&self, score: Score) -> f32 {
        self.request.color.sign() * score.black_lead()
    }
}

/// Whether a pass ends the game, and moves within settled territory would cost points.
pub(super) fn pass_would_save_points(game: &Game) -> bool {
    game.follows_pass() && game.rules().scoring == Scoring::Territory
}

/// Whether the search has looked at the pass, and sees no more in any move.
fn no_move_gains(report: &Report) -> bool {
    let looked_at = |found: &&MoveReport| found.visits > 0;
    let pass = report.find(Move::Pass).filter(looked_at);
    let best = report.best().filter(looked_at);
    pass.zip(best)
        .is_some_and(|(pass, best)| !gains_over(pass, best))
}

/// Whether a move promises more than a pass.
fn gains_over(pass: &MoveReport, found: &MoveReport) -> bool {
    pass.winrate + NO_GAIN < found.winrate || pass.lead + NO_GAIN_POINTS < found.lead
}

/// The winning rate above which a player who would lead by so many points after both passed plays on. A game that would be
/// drawn is half won.
fn enough_hope(lead: f32) -> f32 {
    match lead {
        lead if lead < 0.0 => HOPE,
        0.0 => 0.5 + HOPE,
        _ => f32::INFINITY,
    }
}

/// What a search that has ended says of every point, if it has seen enough leaves. One that has judged a network's root has,
/// however few they were.
fn judgement_of_search(game: &Game, report: &Report, has_network: bool) -> Option<Judgement> {
    let telling = match has_network {
        true => report.visits.clamp(1, SETTLED_VISITS),
        false => SETTLED_PLAYOUTS,
    };
    judgement_after(telling, game, report)
}

/// What a search that goes on says of every point by now, if it has seen enough leaves.
pub(super) fn judgement_so_far(
    game: &Game,
    report: &Report,
    has_network: bool,
) -> Option<Judgement> {
    let telling = match has_network {
        true => SETTLED_VISITS,
        false => SETTLED_PLAYOUTS,
    };
    judgement_after(telling, game, report)
}

fn judgement_after(telling: u64, game: &Game, report: &Report) -> Option<Judgement> {
    (report.owner_visits >= telling).then(|| Judgement::from_ownership(game, &report.ownership))
}
