//! A player: thinks within a budget, passes when the game is settled,
//! resigns when it is hopeless.

use super::judge::{Judgement, Status, dead_stones_are_agreed};
use super::{Limits, Report, Search, Settings};
use crate::game::{Game, Rules, Scoring};
use crate::time::Budget;
use crate::types::{Color, Dims, Move, Point};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How often a running search is looked at.
const POLL: Duration = Duration::from_millis(5);

/// What a player is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Who moves.
    pub color: Color,
    /// The most playouts.
    pub playouts: Option<u64>,
    /// The time to think.
    pub budget: Option<Budget>,
    /// Ends the thinking when set.
    pub stop: Arc<AtomicBool>,
    /// Whether dead enemy stones must be captured before passing.
    pub cleanup: bool,
    /// Whether resigning is allowed.
    pub may_resign: bool,
    /// The only moves to consider; all if empty.
    pub only: Vec<Move>,
}

impl Request {
    /// A move for `color`, with nothing else asked for.
    pub fn new(color: Color) -> Request {
        Request {
            color,
            playouts: None,
            budget: None,
            stop: Arc::default(),
            cleanup: false,
            may_resign: true,
            only: Vec::new(),
        }
    }
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Plays or passes; legal under the rules in force.
    Move(Move),
    /// Gives up.
    Resign,
}

/// What a judgement depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Matter {
    dims: Dims,
    stones: u64,
    rules: Rules,
}

impl Matter {
    fn of(game: &Game) -> Matter {
        Matter {
            dims: game.dims(),
            stones: game.position().hash(),
            rules: *game.rules(),
        }
    }
}

/// A player with a search and a judgement of its own.
pub struct Player {
    search: Search,
    judged: Option<(Matter, Judgement)>,
    hopeless_moves: u32,
}

impl Player {
    /// A player with an empty tree.
    pub fn new(settings: Settings) -> Player {
        Player {
            search: Search::new(settings),
            judged: None,
            hopeless_moves: 0,
        }
    }

    /// The search, to look at or to step from outside.
    pub fn search(&mut self) -> &mut Search {
        &mut self.search
    }

    /// Forgets tree, judgement and mood: the next game starts as in a fresh process.
    pub fn clear(&mut self) {
        self.search.clear();
        self.judged = None;
        self.hopeless_moves = 0;
    }

    /// Chooses a move and tells what the search saw.
    pub fn genmove(&mut self, game: &Game, request: &Request) -> (Choice, Report) {
        let began = Instant::now();
        let report = self.think(game, request, began);
        let deadline = request.budget.as_ref().map(|budget| began + budget.hard);
        let choice = self.choose(game, request, &report, deadline);
        (choice, report)
    }

    fn think(&mut self, game: &Game, request: &Request, began: Instant) -> Report {
        let must_capture = request.cleanup || !dead_stones_are_agreed(game.rules());
        self.search.set_game(game, request.color, must_capture);
        self.search.start(Limits {
            playouts: request.playouts,
            deadline: request.budget.as_ref().map(|budget| began + budget.hard),
            stop: Arc::clone(&request.stop),
            only: request.only.clone(),
        });
        if let Some(budget) = &request.budget {
            while self.search.is_running() && !self.may_stop(budget, began.elapsed()) {
                std::thread::sleep(POLL);
            }
            self.search.stop();
        } else {
            self.search.wait();
        }
        self.search.report().expect("the search has a position")
    }

    /// Whether more thinking would not change the choice or is not worth its time.
    fn may_stop(&self, budget: &Budget, elapsed: Duration) -> bool {
        if elapsed >= budget.hard {
            return true;
        }
        // A first look before any decision, and then only now and then: a report costs time.
        if elapsed < budget.soft / 8 {
            return false;
        }
        let Some(report) = self.search.report() else {
            return true;
        };
        let [first, second] = match report.moves.as_slice() {
            [] => return false,
            [_] => return true,
            [first, second, ..] => [first, second],
        };
        let limit = if elapsed >= budget.soft {
            budget.hard
        } else {
            budget.soft
        };
        let rate = report.playouts as f32 / elapsed.as_secs_f32().max(1e-6);
        let to_come = rate * limit.saturating_sub(elapsed).as_secs_f32();
        if (first.visits - second.visits) as f32 > to_come {
            return true;
        }
        let is_clear = report
            .moves
            .iter()
            .all(|mv| mv.visits * 2 < first.visits || mv.winrate <= first.winrate);
        elapsed >= budget.soft && is_clear
    }

    fn choose(
        &mut self,
        game: &Game,
        request: &Request,
        report: &Report,
        deadline: Option<Instant>,
    ) -> Choice {
        let color = request.color;
        let legal = |mv: &Move| game.check(color, *mv).is_ok();
        let best = report.moves.iter().find(|candidate| legal(&candidate.mv));
        let Some(best) = best else {
            return Choice::Move(Move::Pass);
        };
        if request.only.is_empty() && self.should_pass(game, request, report, deadline) {
            return Choice::Move(Move::Pass);
        }
        if request.may_resign && self.is_hopeless(game, best.winrate) {
            return Choice::Resign;
        }
        if best.mv != Move::Pass || !request.only.is_empty() {
            return Choice::Move(best.mv);
        }
        // The search would pass, but passing now does harm.
        let other = report
            .moves
            .iter()
            .find(|candidate| candidate.mv != Move::Pass && legal(&candidate.mv));
        Choice::Move(other.map_or(Move::Pass, |candidate| candidate.mv))
    }

    /// Whether several moves in a row, this one included, had no hope.
    fn is_hopeless(&mut self, game: &Game, winrate: f32) -> bool {
        let params = &self.search.settings().params;
        if winrate >= params.resign_below {
            self.hopeless_moves = 0;
            return false;
        }
        self.hopeless_moves += 1;
        let handicap = game.handicap() > 0;
        let earliest = game.dims().area() / if handicap { 2 } else { 4 };
        self.hopeless_moves as f32 >= params.resign_after && game.moves().len() >= earliest
    }

    /// Whether the game is settled and a pass does no harm under the rules in force.
    fn should_pass(
        &mut self,
        game: &Game,
        request: &Request,
        report: &Report,
        deadline: Option<Instant>,
    ) -> bool {
        let color = request.color;
        let opponent_passed = game.position().last_move() == Some(Move::Pass);
        let proposed = report.best().is_some_and(|best| best.mv == Move::Pass);
        let from_search = Judgement::from_ownership(game, &report.ownership);
        let dame_count = game.rules().scoring == Scoring::Area;
        if !opponent_passed && !proposed && !from_search.is_settled(game, dame_count) {
            return false;
        }
        let limits = Limits {
            deadline,
            stop: Arc::clone(&request.stop),
            ..Limits::default()
        };
        let judgement = self.judge_within(game, &limits).unwrap_or(from_search);
        let enemy_dead: Vec<Point> = judgement.stones(Status::Dead);
        if request.cleanup
            && enemy_dead
                .iter()
                .any(|&stone| game.board().color_at(stone) == Some(!color))
        {
            return false;
        }
        let agreed = dead_stones_are_agreed(game.rules()) && !request.cleanup;
        let dead = if agreed { enemy_dead } else { Vec::new() };
        let score = game.score(&dead);
        let lead = if color == Color::Black {
            score.black_lead()
        } else {
            -score.black_lead()
        };
        if opponent_passed && lead > 0.0 {
            return true;
        }
        let settled = judgement.is_settled(game, dame_count);
        if !agreed && lead <= 0.0 && settled {
            // Nothing is given away by taking what is dead, and the count needs it.
            return judgement.stones(Status::Dead).is_empty();
        }
        settled || (proposed && lead > 0.0)
    }

    /// The judgement of the current position.
    pub fn judge(&mut self, game: &Game) -> Judgement {
        let judgement = self.judge_within(game, &Limits::default());
        // Without limits it is never cut short.
        judgement.unwrap_or_else(|| Judgement::new(game, self.search.settings(), None))
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
