//! A player: thinks within a budget, passes when the game is settled,
//! resigns when it is hopeless.

mod advantage;
mod despair;
mod dynamic_komi;
mod ending;
mod human;
mod level;
mod passing;
mod request;
mod thinking;

use super::root::Stance;
use super::{Judgement, Limits, MoveReport, Report, Restriction, Search, Settings};
use crate::game::{Game, Rules};
use crate::net::features::Players;
use crate::types::{Color, Dims, Move, Point};
use advantage::Advantage;
use despair::Despair;
use dynamic_komi::virtual_komi;
use level::{Choosing, Restraint};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use level::{Level, LevelError};
pub use request::{Choice, Request};
pub use thinking::Watch;

/// An opponent who has not moved by then has left.
const LONGEST_PONDERING: Duration = Duration::from_secs(600);

/// Fewer playouts of a move may all be lost by chance.
const TELLING_PLAYOUTS: u64 = 16;

/// What a judgement depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Matter {
    dims: Dims,
    stones: u64,
    ko: Option<Point>,
    rules: Rules,
    white_bonus: f32,
}

impl Matter {
    fn of(game: &Game) -> Matter {
        Matter {
            dims: game.dims(),
            stones: game.position().hash(),
            ko: game.board().ko_point(),
            rules: *game.rules(),
            white_bonus: game.white_bonus(),
        }
    }
}

/// A player with a search and a judgement of its own.
pub struct Player {
    search: Search,
    judged: Option<(Matter, Judgement)>,
    /// By colour.
    despair: [Despair; 2],
    advantage: Advantage,
    /// How long a thread took for a visit of the last search for a move: a large network may take a part of a second.
    visit_time: Duration,
}

impl Player {
    /// A player with an empty tree.
    pub fn new(settings: Settings) -> Player {
        Player {
            search: Search::new(settings),
            judged: None,
            despair: Default::default(),
            advantage: Advantage::default(),
            visit_time: Duration::ZERO,
        }
    }

    /// How long a thread took for a visit of the last search for a move, which is the least that a move takes; zero before
    /// the first one.
    pub fn visit_time(&self) -> Duration {
        self.visit_time
    }

    /// The search, to look at or to step from outside.
    pub fn search(&mut self) -> &mut Search {
        &mut self.search
    }

    /// Forgets tree, judgement and mood: the next game starts as in a fresh process.
    pub fn clear(&mut self) {
        self.search.clear();
        self.judged = None;
        self.despair = Default::default();
        self.advantage = Advantage::default();
    }

    /// Thinks on in the background about the position of `game`, until
    /// [`Player::stop_pondering`] or anything else that is asked of the player.
    /// The next search goes on with what was found.
    pub fn ponder(&mut self, game: &Game) {
        let stance = Stance {
            // It is still the player's own search, though the opponent is to move.
            players: self.players(game, !game.to_move()),
            ..self.stance(game, game.to_move())
        };
        self.search.set_game_as(game, stance);
        self.search.start(Limits {
            deadline: Some(Instant::now() + LONGEST_PONDERING),
            ..Limits::default()
        });
    }

    /// Ends the thinking of [`Player::ponder`], if it goes on.
    pub fn stop_pondering(&mut self) {
        self.search.stop();
    }

    /// How the player looks at a position in which it has been asked for a move.
    fn stance_for(&self, game: &Game, request: &Request) -> Stance {
        let stance = self.stance(game, request.color);
        Stance {
            must_capture: request.cleanup || stance.must_capture,
            ..stance
        }
    }

    /// How somebody who is to move looks at a position.
    fn stance(&self, game: &Game, color: Color) -> Stance {
        let settings = self.search.settings();
        // A network knows the score, and plays for it however the game stands.
        let points_per_stone = match settings.method.has_sound_network(game.dims()) {
            true => 0.0,
            false => settings.params.handicap_komi,
        };
        Stance {
            virtual_komi: virtual_komi(game, points_per_stone),
            players: self.players(game, color),
            ..self.search.stance(game, color)
        }
    }

    /// What a player of this colour has the network assume of both.
    fn players(&self, game: &Game, color: Color) -> Players {
        let settings = self.search.settings();
        let per_point = settings.params.handicap_advantage;
        match per_point > 0.0 {
            true => settings.players_with(color, self.advantage.of(game, color, per_point)),
            false => settings.players_seen_by(color),
        }
    }

    /// Chooses a move and tells what the search saw.
    pub fn genmove(&mut self, game: &Game, request: &Request) -> (Choice, Report) {
        self.genmove_watched(game, request, None)
    }

    /// As [`Player::genmove`]; `watch` looks at the running search every few milliseconds.
    pub fn genmove_watched(
        &mut self,
        game: &Game,
        request: &Request,
        watch: Watch,
    ) -> (Choice, Report) {
        let began = Instant::now();
        let restraint = self.restraint(game);
        if restraint.is_some() {
            // What an earlier search has read would make this one stronger.
            self.search.clear();
        }
        let most = restraint.map(|restraint| restraint.playouts(game.dims()));
        let mut limits = Limits {
            playouts: request.playouts.into_iter().chain(most).min(),
            threads: restraint.and_then(Restraint::threads),
            deadline: request.budget.as_ref().map(|budget| began + budget.hard),
            stop: Arc::clone(&request.stop),
            restrictions: request.restrictions.clone(),
            ownership_by_move: request.ownership_by_move,
            ..Limits::default()
        };
        if request.cleanup && !request.names_moves() {
            self.clean_up(game, request, &mut limits);
        }
        let stance = self.stance_for(game, request);
        self.search.set_game_as(game, stance);
        let searching_since = Instant::now();
        self.search.start(limits.clone());
        match &request.budget {
            Some(budget) => thinking::think(&mut self.search, game, budget, began, watch),
            None => thinking::wait(&mut self.search, watch),
        }
        let report = self.search.report().expect("the search has a position");
        let threads = self.search.settings().threads;
        let threads = limits.threads.map_or(threads, |most| most.min(threads)) as f64;
        let visits = report.playouts.max(1) as f64;
        self.visit_time = searching_since.elapsed().mul_f64(threads / visits);
        let per_point = self.search.settings().params.handicap_advantage;
        if !request.cleanup {
            self.advantage
                .learn(game, request.color, report.winrate, per_point);
        }
        let choice = self.choose(game, request, &report, &limits);
        let is_drawn = match restraint {
            None => request.people.is_some(),
            Some(restraint) => matches!(restraint, Restraint::Network(_)),
        };
        match choice {
            Choice::Move(mv) if is_drawn => (choice, self.led_by(mv, report, limits)),
            _ => (choice, report),
        }
    }

    /// The report with the move to be played first. What was chosen unseen is looked at once, so that there is something
    /// to tell of it.
    fn led_by(&mut self, mv: Move, mut report: Report, limits: Limits) -> Report {
        let is_unseen = |found: &MoveReport| found.visits == 0;
        if report.find(mv).is_some_and(is_unseen) {
            self.search.start(Limits {
                playouts: Some(1),
                compared: Some(mv),
                ..limits
            });
            self.search.wait();
            // The rest of what one visit has counted says less than what the search has.
            let looked = self.search.report();
            if let Some(looked) = looked {
                report.visits = looked.visits;
                let slot = report.moves.iter_mut().find(|found| found.mv == mv);
                if let (Some(slot), Some(found)) = (slot, looked.find(mv)) {
                    slot.clone_from(found);
                }
            }
        }
        if let Some(place) = report.moves.iter().position(|found| found.mv == mv) {
            report.moves[..=place].rotate_right(1);
        }
        report
    }

    fn choose(
        &mut self,
        game: &Game,
        request: &Request,
        report: &Report,
        limits: &Limits,
    ) -> Choice {
        let is_allowed = |mv: Move| {
            request.allows(mv)
                && Restriction::all_allow(&limits.restrictions, 0, request.color, mv)
                && game.check(request.color, mv).is_ok()
        };
        let best = report.moves.iter().find(|found| is_allowed(found.mv));
        let Some(best) = best else {
            // The search leaves out moves that fill an eye; they may have been asked for.
            let asked_for = request.named_moves().find(|&mv| is_allowed(mv));
            return Choice::Move(asked_for.unwrap_or(Move::Pass));
        };
        let may_pass = !request.names_moves() && request.allows(Move::Pass);
        if may_pass && self.should_pass(game, request, report, limits) {
            return Choice::Move(Move::Pass);
        }
        if self.knows(game, best) && self.is_hopeless(game, request, best.won) {
            return Choice::Resign;
        }
        if request.names_moves() {
            return Choice::Move(best.mv);
        }
        if best.mv != Move::Pass {
            return Choice::Move(self.pick(game, request, report, &is_allowed));
        }
        // The search would pass, and the judgement says that it does harm.
        let instead = self.instead_of_pass(game, request, report, limits);
        let is_read = |mv: Move| instead.find(mv).is_some();
        Choice::Move(match instead.moves.is_empty() {
            true => Move::Pass,
            false => self.pick(game, request, &instead, &is_read),
        })
    }

    /// A move that is allowed, as level and people would have it: else the best.
    fn pick(
        &self,
        game: &Game,
        request: &Request,
        report: &Report,
        is_allowed: &dyn Fn(Move) -> bool,
    ) -> Move {
        let best = report.moves.iter().find(|found| is_allowed(found.mv));
        let best = best.expect("there is an allowed move");
        let choosing = Choosing {
            game,
            color: request.color,
            report,
            best,
            is_allowed,
            seed: self.search.settings().seed,
        };
        let params = &self.search.settings().params;
        match (self.restraint(game), &request.people) {
            (Some(restraint), _) => restraint.choose(&choosing),
            (None, Some(people)) => human::choose(&choosing, people, params),
            (None, None) => best.mv,
        }
    }

    /// What the level holds back.
    fn restraint(&self, game: &Game) -> Option<Restraint> {
        let settings = self.search.settings();
        let has_network = settings.method.has_sound_network(game.dims());
        settings.level.restraint(game.dims(), has_network)
    }

    /// Whether what a move has won is more than chance.
    fn knows(&self, game: &Game, best: &MoveReport) -> bool {
        let method = &self.search.settings().method;
        method.has_sound_network(game.dims()) || best.playouts >= TELLING_PLAYOUTS
    }

    /// Whether several moves of this colour in a row, this one included, had no hope.
    fn is_hopeless(&mut self, game: &Game, request: &Request, won: f32) -> bool {
        let can_tell = |restraint: Restraint| restraint.can_tell(game.dims());
        let resign_below = match self.restraint(game).is_none_or(can_tell) {
            true => request.resign_below,
            false => 0.0,
        };
        let despair = &mut self.despair[request.color.index()];
        let played = game.moves().len();
        if won >= resign_below {
            *despair = Despair::default();
            return false;
        }
        despair.count(played);
        let enough = self.search.settings().params.resign_after;
        let handicap = game.handicap() > 0;
        let earliest = game.dims().area() / if handicap { 2 } else { 4 };
        despair.moves as f32 >= enough && played >= earliest
    }

    /// The judgement of the current position.
    pub fn judge(&mut self, game: &Game) -> Judgement {
        if game.counts_as_it_stands() {
            return Judgement::as_it_stands(game);
        }
        let judgement = self.judge_within(game, &Limits::default());
        // Without limits it is never cut short.
        judgement.unwrap_or_else(|| Judgement::new(game, self.search.settings(), None))
    }

    fn has_judged(&self, game: &Game) -> bool {
        let judged = self.judged.as_ref();
        judged.is_some_and(|(judged, _)| *judged == Matter::of(game))
    }

    /// The judgement, unless `limits` cut it short. It is kept as long as the
    /// stones are the same, so it survives passes and their undoing.
    fn judge_within(&mut self, game: &Game, limits: &Limits) -> Option<Judgement> {
        let matter = Matter::of(game);
        if let Some((judged, judgement)) = &self.judged
            && *judged == matter
        {
            return Some(judgement.clone());
        }
        let judgement = Judgement::within(game, self.search.settings(), limits)?;
        self.judged = Some((matter, judgement.clone()));
        Some(judgement)
    }
}

#[cfg(test)]
mod tests;
