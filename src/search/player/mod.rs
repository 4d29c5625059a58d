//! A player: thinks within a budget, passes when the game is settled,
//! resigns when it is hopeless.

mod advantage;
mod candidates;
mod choosing;
mod dynamic_komi;
mod human;
mod last_judgement;
mod level;
mod passing;
mod request;
mod resigning;
mod search_result;
mod second_look;
mod thinking;
mod variety;
mod visit_time;

use super::driver::root::Stance;
use super::life::{Inquest, fate};
use super::limits::stricter;
use super::{DeadStones, Guidance, Judgement, Limits, Report, Search, Settings};
use crate::game::Game;
use crate::net::features::Players;
use crate::types::{Color, Point};
use advantage::Advantage;
use dynamic_komi::virtual_komi;
use last_judgement::LastJudgement;
use level::LevelLimits;
use resigning::HopelessStreak;
use search_result::SearchResult;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use thinking::Thinking;

pub use level::{Level, LevelError};
pub use request::{Choice, Request};
pub use thinking::Watch;

/// A player with a search and a judgement of its own.
pub struct Player {
    search: Search,
    last_judgement: LastJudgement,
    /// By colour.
    hopeless_streaks: [HopelessStreak; 2],
    advantage: Advantage,
    /// How long a thread takes for a visit: as long as in the last search for a move, or half of what was taken before if that is more. A
    /// large network may take a part of a second.
    visit_time: Duration,
}

impl Player {
    /// A player with an empty tree.
    pub fn new(settings: Settings) -> Player {
        Player {
            search: Search::new(settings),
            last_judgement: LastJudgement::default(),
            hopeless_streaks: Default::default(),
            advantage: Advantage::default(),
            visit_time: Duration::ZERO,
        }
    }

    /// The search, to look at or to step from outside.
    pub fn search(&mut self) -> &mut Search {
        &mut self.search
    }

    /// A player with these settings, an empty tree and no judgement, which keeps this one's count of hopeless moves and its assumed
    /// advantage, and takes a visit to last as long, until it has made one.
    pub fn renewed(&self, settings: Settings) -> Player {
        Player {
            hopeless_streaks: self.hopeless_streaks,
            advantage: self.advantage,
            visit_time: self.visit_time,
            ..Player::new(settings)
        }
    }

    /// Thinks on in the background about the position of `game`, until it reaches the limits, or until
    /// [`Player::stop_pondering`] or anything else that is asked of the player.
    /// The next search goes on with what was found, if its request says the same of dead stones.
    pub fn ponder(&mut self, game: &Game, dead_stones: DeadStones, limits: Limits) {
        // It is still the player's own search, though the opponent is to move.
        let stance = Stance {
            to_move: game.to_move(),
            ..self.stance(game, !game.to_move(), dead_stones)
        };
        self.search.set_game_as(game, stance);
        self.search.start(limits);
    }

    /// Ends the thinking of [`Player::ponder`], if it goes on.
    pub fn stop_pondering(&mut self) {
        self.search.stop();
    }

    /// How a player of this colour looks at a position in which it is to move. Dead stones are captured where this or the rules
    /// say so.
    fn stance(&self, game: &Game, color: Color, dead_stones: DeadStones) -> Stance {
        let settings = self.search.settings();
        // A network knows the score, and plays for it however the game stands.
        let points_per_stone = match self.has_network(game) {
            true => 0.0,
            false => settings.params.handicap_komi,
        };
        let plain = settings.stance(game, color);
        Stance {
            virtual_komi: virtual_komi(game, points_per_stone),
            players: self.players(game, color),
            dead_stones: dead_stones.or(plain.dead_stones),
            // Who moves should know when a pass wins.
            conservative_pass: false,
            ..plain
        }
    }

    /// What a player of this colour has the network assume of both.
    fn players(&self, game: &Game, color: Color) -> Players {
        let settings = self.search.settings();
        match self.advantage_per_point(game) {
            Some(per_point) => {
                settings.players_with(color, self.advantage.of(game, color, per_point))
            }
            None => settings.players_seen_by(color),
        }
    }

    /// What a point of head start is worth in doublings of playouts, unless these are set by hand or the network knows nothing
    /// of them.
    fn advantage_per_point(&self, game: &Game) -> Option<f32> {
        let Settings { params, method, .. } = self.search.settings();
        let is_wanted = params.handicap_advantage > 0.0 && params.playout_doubling_advantage == 0.0;
        let is_wanted = is_wanted && method.knows_advantage(game.dims());
        is_wanted.then_some(params.handicap_advantage)
    }

    /// Chooses a move and tells what the search saw. How long it thinks stands in the request: see [`Request::new`].
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
        let searched = self.search_for_move(game, request, watch);
        let searched = match &request.human_policy {
            Some(human_policy) if !request.names_moves() => {
                self.with_likely_moves(game, request.color, human_policy, searched)
            }
            _ => searched,
        };
        let (choice, searched) = self.choose(game, request, searched);
        let Choice::Move(mv) = choice else {
            return (choice, searched.report);
        };
        // The move that is played leads the report.
        if self.may_choose_unseen(game, request) || searched.leads_to_another(mv) {
            return (choice, self.with_move_first(game, mv, searched));
        }
        (choice, searched.report)
    }

    /// Searches as long as the request lets it, and learns from what it finds.
    fn search_for_move(&mut self, game: &Game, request: &Request, watch: Watch) -> SearchResult {
        // What follows may wait until a network has been read, and that time counts.
        let began = Instant::now();
        let level_limits = self.level_limits(game);
        if level_limits.is_some() {
            // What an earlier search has read would make this one stronger.
            self.search.clear();
        }
        let mut limits = self.limits_for(game, request, level_limits, began);
        let mut guidance = self.guidance_for(game, request);
        if request.is_cleanup() && !request.names_moves() {
            self.restrict_to_clean_up(game, request, &mut limits, &mut guidance);
        }
        let stance = self.stance(game, request.color, request.dead_stones);
        self.search.set_game_as(game, stance);
        self.search.start_guided(limits.clone(), guidance.clone());
        // Starting may take a while: a kept tree is recomputed first.
        let searching_since = Instant::now();
        let counted = [request.playouts, request.visits];
        let thinking = Thinking {
            spent: searching_since - began,
            visit_time: self.visit_time,
            // A level is as strong as its visits make it.
            are_visits_counted: level_limits.is_some() || counted.iter().any(Option::is_some),
            may_be_settled: !stance.dead_stones.must_be_captured(),
        };
        match &request.budget {
            Some(budget) => thinking.go_on(&mut self.search, game, budget, watch),
            None => thinking::wait(&mut self.search, watch),
        }
        let report = self.search.report().expect("the search has a position");
        let measured = self.measured_visit_time(&limits, &report, searching_since.elapsed());
        // Evaluations that were remembered take no time, and the next ones may be new.
        self.visit_time = measured.max(self.visit_time / 2);
        match self.advantage_per_point(game) {
            Some(per_point) if !request.is_cleanup() => {
                self.advantage
                    .learn(game, request.color, report.winrate, per_point);
            }
            Some(_) => {}
            None => self.advantage = Advantage::default(),
        }
        SearchResult {
            report,
            limits,
            guidance,
        }
    }

    /// Whether the choice may fall on a move that the search has not looked at: the level of a network and people go by a
    /// policy too.
    fn may_choose_unseen(&self, game: &Game, request: &Request) -> bool {
        match self.level_limits(game) {
            None => request.human_policy.is_some(),
            Some(level_limits) => matches!(level_limits, LevelLimits::Network(_)),
        }
    }

    /// Within which limits a search that begins now answers a request.
    fn limits_for(
        &self,
        game: &Game,
        request: &Request,
        level_limits: Option<LevelLimits>,
        began: Instant,
    ) -> Limits {
        let most = level_limits.map(|level_limits| level_limits.playouts(game.dims()));
        Limits {
            playouts: stricter(request.playouts, most),
            visits: request.visits,
            least_playouts: match self.has_network(game) {
                true => passing::LEAST_PLAYOUTS,
                false => 1,
            },
            threads: level_limits.and_then(LevelLimits::threads),
            deadline: request.budget.as_ref().map(|budget| began + budget.hard),
            visit_time: self.visit_time,
            stop: Arc::clone(&request.stop),
            ..Limits::default()
        }
    }

    /// What a search that answers a request looks at: what is asked for, and the pass where it has to be known.
    fn guidance_for(&self, game: &Game, request: &Request) -> Guidance {
        let asked = &request.guidance;
        let pass = || self.pass_to_compare(game, request);
        Guidance {
            compared: asked.compared.or_else(pass),
            ..asked.clone()
        }
    }

    /// What the level holds back.
    fn level_limits(&self, game: &Game) -> Option<LevelLimits> {
        let level = self.search.settings().level;
        level.limits(game.dims(), self.has_network(game))
    }

    /// Finds out what becomes of the group of a stone if `to_move` moves. Once `stop` is set, what has been seen by then decides.
    pub fn fate(
        &self,
        game: &Game,
        stone: Point,
        to_move: Color,
        stop: Arc<AtomicBool>,
    ) -> Inquest {
        let limits = Limits::until(stop);
        fate(game, stone, to_move, self.search.settings(), &limits)
    }

    /// The judgement of the current position. Once `stop` is set, what has been seen by then decides.
    pub fn judge(&mut self, game: &Game, stop: Arc<AtomicBool>) -> Judgement {
        if game.counts_as_it_stands() {
            return Judgement::as_it_stands(game);
        }
        self.last_judgement
            .judgement(game, self.search.settings(), &Limits::until(stop))
    }

    /// Whether there is a network that was taught boards of this size.
    fn has_network(&self, game: &Game) -> bool {
        let method = &self.search.settings().method;
        method.has_sound_network(game.dims())
    }
}

#[cfg(test)]
mod tests;
