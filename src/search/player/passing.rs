//! Whether to pass: when the game is settled, and a pass does no harm under
//! the rules in force.

use super::Request;
use crate::game::{Game, Scoring};
use crate::search::root::Stance;
use crate::search::{Judgement, Limits, Report, Search, Settings, Status};
use crate::types::{Color, Move, Point};

/// Playouts to find out what a pass would cost, and visits where a network judges.
const PASS_PLAYOUTS: u64 = 1000;
const PASS_VISITS: u64 = 50;
/// Memory for these, in MB: the least that holds a tree, and the most.
const PASS_MEMORY: (usize, usize) = (8, 64);
/// The loss of winning chances from which a pass does harm.
const HARM: f32 = 0.2;
/// After fewer playouts than this, any board looks settled: chance alone makes the owners agree. A network's
/// owners are no matter of chance.
const TELLING_PLAYOUTS: u64 = 50;
const TELLING_VISITS: u64 = 4;
/// With a winning rate above this a lost count is not the last word.
const HOPE: f32 = 0.15;

/// A position in which passing is thought about, and what the search has found there.
pub(super) struct Ending<'a> {
    game: &'a Game,
    request: &'a Request,
    report: &'a Report,
    /// What the search itself, by its network or its playouts, says of every point.
    from_search: Option<Judgement>,
    opponent_passed: bool,
    /// Whether the search would rather pass than play.
    pass_is_best: bool,
}

impl<'a> Ending<'a> {
    /// What is known without asking further.
    pub fn new(
        game: &'a Game,
        request: &'a Request,
        report: &'a Report,
        has_network: bool,
    ) -> Ending<'a> {
        Ending {
            game,
            request,
            report,
            from_search: search_judgement(game, report, has_network),
            opponent_passed: game.position().last_move() == Some(Move::Pass),
            pass_is_best: report.best().is_some_and(|best| best.mv == Move::Pass),
        }
    }

    /// Whether a pass is worth a judgement of all stones.
    pub fn may_be_near(&self) -> bool {
        let seems_settled = || {
            let judgement = self.from_search.as_ref();
            judgement.is_some_and(|judgement| is_settled(self.game, judgement))
        };
        self.opponent_passed || self.pass_is_best || seems_settled()
    }

    /// Whether to pass. `judgement` is of all stones, if there was time for one;
    /// `winrate_after_pass` finds out what a pass would leave, if there is time.
    pub fn should_pass(
        self,
        judgement: Option<Judgement>,
        winrate_after_pass: impl FnOnce() -> Option<f32>,
    ) -> bool {
        let Some(judgement) = judgement.or_else(|| self.from_search.clone()) else {
            // Nothing is known of the stones: the search alone decides.
            return self.pass_is_best && !self.request.cleanup;
        };
        if self.request.cleanup && self.has_dead_enemies(&judgement) {
            return false;
        }
        let lead = self.lead(&judgement);
        let best_winrate = self.report.best().map_or(0.0, |best| best.winrate);
        if lead < 0.0 && best_winrate > HOPE {
            // The search sees a way to win that the judgement does not.
            return false;
        }
        if !is_settled(self.game, &judgement) {
            // Passing is best, and whatever becomes of the open points, the game is won.
            let open = judgement.open_points(self.game, dame_count(self.game)) as f32;
            return self.pass_is_best && lead > 2.0 * open;
        }
        if lead <= 0.0 && !self.stones_are_agreed() {
            // Nothing is given away by taking what is dead, and the count needs it.
            return judgement.stones(Status::Dead).is_empty();
        }
        // Owners are clear too when one move decides everything and the search has found it.
        let is_harmless =
            || winrate_after_pass().is_some_and(|winrate| winrate + HARM > best_winrate);
        // After the second pass nothing is left to find out.
        self.opponent_passed || self.pass_is_best || is_harmless()
    }

    fn has_dead_enemies(&self, judgement: &Judgement) -> bool {
        let color_at = |stone: &Point| self.game.board().color_at(*stone);
        let dead = judgement.stones(Status::Dead);
        dead.iter()
            .any(|stone| color_at(stone) == Some(!self.request.color))
    }

    /// Whether dead stones will be taken off without being captured.
    fn stones_are_agreed(&self) -> bool {
        self.game.rules().dead_stones_are_agreed() && !self.request.cleanup
    }

    /// By how many points the player would win if both passed now.
    fn lead(&self, judgement: &Judgement) -> f32 {
        let score = if self.stones_are_agreed() {
            self.game.score_of(&judgement.territory(self.game))
        } else {
            self.game.score(&[])
        };
        match self.request.color {
            Color::Black => score.black_lead(),
            Color::White => -score.black_lead(),
        }
    }
}

/// Whether the running search sees every point decided.
pub(super) fn seems_settled(game: &Game, search: &Search) -> bool {
    let has_network = search.settings().method.has_sound_network(game.dims());
    search
        .report()
        .and_then(|report| search_judgement(game, &report, has_network))
        .is_some_and(|judgement| is_settled(game, &judgement))
}

/// The winning rate that is left after a pass, by a search of its own: what it
/// learns would be no guide to a search that need not pass. None if `limits` cut it short.
pub(super) fn winrate_after_pass(
    game: &Game,
    stance: Stance,
    settings: &Settings,
    limits: &Limits,
) -> Option<f32> {
    if limits.cut_short() {
        return None;
    }
    let mut passed = game.clone();
    passed.play(!stance.to_move, Move::Pass).ok()?;
    let most = match settings.method.has_sound_network(game.dims()) {
        true => PASS_VISITS,
        false => PASS_PLAYOUTS,
    };
    let (least_memory, most_memory) = PASS_MEMORY;
    let mut search = Search::new(Settings {
        memory_mb: (settings.memory_mb / settings.sharers.max(1)).clamp(least_memory, most_memory),
        sharers: 1,
        ..settings.clone()
    });
    search.set_game_as(&passed, stance);
    search.start(Limits {
        playouts: Some(limits.playouts.unwrap_or(most).min(most)),
        restrictions: Vec::new(),
        ..limits.clone()
    });
    search.wait();
    let report = search.report().filter(|_| !limits.cut_short())?;
    Some(1.0 - report.winrate)
}

/// What a search that has seen enough playouts says of every point.
fn search_judgement(game: &Game, report: &Report, has_network: bool) -> Option<Judgement> {
    let telling = if has_network {
        TELLING_VISITS
    } else {
        TELLING_PLAYOUTS
    };
    (report.playouts >= telling).then(|| Judgement::from_ownership(game, &report.ownership))
}

fn is_settled(game: &Game, judgement: &Judgement) -> bool {
    judgement.open_points(game, dame_count(game)) == 0
}

/// Whether neutral points are worth a move.
fn dame_count(game: &Game) -> bool {
    game.rules().scoring == Scoring::Area
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::net::features::Players;
    use crate::types::Dims;
    use std::sync::atomic::Ordering::Relaxed;
    use std::time::Instant;

    #[test]
    fn a_pass_that_there_is_no_time_to_look_at_has_no_winrate() {
        let game = Game::new(Dims::square(5).unwrap(), Rules::default(), 0.5);
        let stance = Stance {
            to_move: Color::White,
            must_capture: false,
            virtual_komi: 0.0,
            players: Players::default(),
        };
        let settings = Settings {
            memory_mb: 16,
            ..Settings::default()
        };
        let known = |limits: &Limits| winrate_after_pass(&game, stance, &settings, limits);
        let in_no_time = Limits {
            deadline: Some(Instant::now()),
            ..Limits::default()
        };
        let stopped = Limits::default();
        stopped.stop.store(true, Relaxed);
        assert!(known(&Limits::default()).is_some());
        assert_eq!([known(&in_no_time), known(&stopped)], [None, None]);
    }
}
