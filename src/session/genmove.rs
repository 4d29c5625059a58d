//! How a session has its player choose a move, and what it does when that fails.

use super::fallback::fallback_move;
use super::seen::Seen;
use super::words::choice_in_words;
use super::{Patience, Session, Suggestion};
use crate::console::fault;
use crate::game::{Game, IllegalMove, Scoring};
use crate::net::Manner;
use crate::net::model::Evaluation;
use crate::search::{
    Choice, DeadStones, Guidance, Level, MethodChoice, Player, Report, Request, Restriction,
    Settings, Watch,
};
use crate::time::Budget;
use crate::types::{Color, Dims, Move};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The seed of [`Session::choose_afresh`], whatever the session's own.
const REGRESSION_SEED: u64 = 1;

/// What the player has chosen, and why.
#[derive(Clone, Debug)]
pub struct Answer {
    /// A legal move, or to resign.
    pub choice: Choice,
    /// What the search found; none if it failed and the move was found without it.
    pub report: Option<Report>,
}

/// For how many moves players who have disagreed about dead stones are capturing them. Whoever has played more of them is playing another
/// game.
pub fn longest_dispute(dims: Dims) -> usize {
    dims.area() / 4
}

impl Session {
    /// Chooses a move by the clock and plays it. When it has been told, [`Session::ponder_if_due`] goes on.
    ///
    /// `request` says who moves, which moves are out of the question and what is to be found out besides, whether dead stones are to be captured before
    /// a pass, and what ends the thinking early. Playouts, visits and resigning are the session's to decide, and the time where
    /// `request` has no budget.
    ///
    /// # Errors
    /// If the record takes no move any more, not even a pass.
    pub fn genmove(&mut self, request: Request, watch: Watch) -> Result<Answer, IllegalMove> {
        let color = request.color;
        // Asked before the clock runs.
        self.game.check_room()?;
        self.cleaning_up = request.is_cleanup();
        self.ponder_no_longer();
        self.clocks.resume(color);
        let answer = self.choose(request, watch);
        self.note(color, &answer);
        if let Choice::Move(mv) = answer.choice {
            self.game.play(color, mv)?;
            self.moved_at = Some(Instant::now());
        }
        Ok(answer)
    }

    /// Chooses a move as [`Session::genmove`] does, but plays nothing: clocks and record stay as they are until the client
    /// plays for this colour.
    ///
    /// # Errors
    /// As [`Session::genmove`].
    pub fn suggest(&mut self, request: Request, watch: Watch) -> Result<Answer, IllegalMove> {
        self.game.check_room()?;
        let (color, clocks) = (request.color, self.clocks.clone());
        self.clocks.resume(color);
        let answer = self.choose(request, watch);
        let spent = self.clocks.of(color).thinking_time(Instant::now());
        self.clocks.restore(clocks);
        self.suggested = Some(Suggestion { color, spent });
        Ok(answer)
    }

    /// Chooses a move that is the same in every process with these settings: by a fresh search with a seed of its
    /// own, at full strength, never resigning. Nothing is played; what was seen is remembered. With `only`, it is one of these moves, or a pass
    /// if there are none.
    ///
    /// # Errors
    /// As [`Session::genmove`].
    pub fn choose_afresh(
        &mut self,
        color: Color,
        only: Option<Vec<Move>>,
        stop: Arc<AtomicBool>,
        watch: Watch,
    ) -> Result<Move, IllegalMove> {
        self.game.check_room()?;
        if only.as_ref().is_some_and(Vec::is_empty) {
            return Ok(Move::Pass);
        }
        // Reading the network is no part of the move's time.
        let is_ready = self.network_is_ready(None, &stop);
        let request = Request {
            playouts: self.config.playouts,
            visits: self.config.visits,
            budget: self.time_without_clock().map(Budget::at_most),
            guidance: match only {
                Some(moves) => Restriction::only(color, moves).into(),
                None => Guidance::default(),
            },
            stop,
            ..Request::new(color)
        };
        let mut settings = self.config.search_settings(REGRESSION_SEED);
        settings.level = Level::FULL;
        if !is_ready {
            settings.method = MethodChoice::Classical;
        }
        Ok(match self.ask_another(settings, &request, watch).choice {
            Choice::Move(mv) => mv,
            Choice::Resign => Move::Pass,
        })
    }

    /// Chooses a move by the clock, which runs.
    fn choose(&mut self, request: Request, watch: Watch) -> Answer {
        let (color, began) = (request.color, Instant::now());
        let request = Request {
            dead_stones: request
                .dead_stones
                .or(DeadStones::captured_if(self.is_resumed())),
            ..request
        };
        let may_resign = self.config.resigns && !request.is_cleanup();
        // Waiting uses up time, so the budget is made afterwards.
        let latest = self.reading_deadline(color);
        let is_ready = self.network_is_ready(latest, &request.stop);
        let human_policy = match is_ready {
            true => self.moves_of_people(color, latest, &request.stop),
            false => None,
        };
        let request = Request {
            playouts: self.config.playouts,
            visits: self.config.visits,
            budget: request
                .budget
                .or_else(|| self.budget(color, began.elapsed())),
            resign_below: if may_resign {
                self.config.resign_below
            } else {
                0.0
            },
            human_policy,
            ..request
        };
        if is_ready {
            return self.ask(&self.by_the_book(request), watch);
        }
        // This one move cannot wait for the network.
        let request = Request {
            budget: request.budget.map(Budget::for_late_search),
            ..request
        };
        let settings = Settings {
            method: MethodChoice::Classical,
            ..self.config.search_settings(self.seed)
        };
        self.ask_another(settings, &request, watch)
    }

    /// Stops the clock and notes what has been chosen, why and how long it took.
    fn note(&mut self, color: Color, answer: &Answer) {
        self.clocks.stop(color);
        let thought = match &answer.report {
            Some(report) => choice_in_words(&self.game, answer.choice, report),
            None => String::new(),
        };
        let clock = self.clocks.of(color);
        self.record
            .chosen(&self.game, color, answer.choice, thought, clock);
    }

    /// Whether the players have passed and gone on, since they did not agree on what is dead. Under area rules capturing
    /// it costs nothing.
    pub(super) fn is_resumed(&self) -> bool {
        let rules = self.game.rules();
        let is_free = rules.scoring == Scoring::Area && rules.dead_stones_are_agreed();
        let most = longest_dispute(self.game.dims());
        let mut pairs = self.game.moves().windows(2).rev().take(most);
        let are_passes = |pair: &[(Color, Move)]| pair.iter().all(|(_, mv)| *mv == Move::Pass);
        // A player who is asked twice in a row may pass twice while the other has not.
        is_free && pairs.any(|pair| are_passes(pair) && pair[0].0 != pair[1].0)
    }

    /// What people would play, if some of their moves are wanted and their network has been read.
    fn moves_of_people(
        &self,
        color: Color,
        latest: Option<Instant>,
        stop: &AtomicBool,
    ) -> Option<Evaluation> {
        let is_wanted =
            self.config.params.human_move_share > 0.0 && self.config.level == Level::FULL;
        let human = self.config.networks.human.as_ref().filter(|_| is_wanted)?;
        if !human.is_ready_by(latest, stop) {
            return None;
        }
        self.human_opinion(color, &Manner::default(), Patience::IfRead)
    }

    /// The answer of another player, for one move. The player of the game gives up its tree: two have no room.
    fn ask_another(&mut self, settings: Settings, request: &Request, watch: Watch) -> Answer {
        self.player.search().clear();
        let answer = guarded_genmove(&mut Player::new(settings), &self.game, request, watch);
        self.remembered(request, answer)
    }

    /// What the player answers; or, if it fails, a move found without it.
    fn ask(&mut self, request: &Request, watch: Watch) -> Answer {
        let answer = guarded_genmove(&mut self.player, &self.game, request, watch);
        self.remembered(request, answer)
    }

    /// Remembers where a player was asked, and what it has seen there if nothing was ruled out; where it failed, there is a
    /// move all the same.
    fn remembered(&mut self, request: &Request, answer: Option<(Choice, Report)>) -> Answer {
        let is_whole = request.guidance.restrictions.is_empty() && !request.is_cleanup();
        let (choice, report) = answer.unzip();
        if report.is_none() {
            self.forget();
        }
        let told = report.clone().filter(|_| is_whole);
        self.seen = Some(Seen::new(&self.game, request.color, told));
        let fallback = || Choice::Move(fallback_move(&self.game, request));
        Answer {
            choice: choice.unwrap_or_else(fallback),
            report,
        }
    }
}

/// The player's choice and what the search saw; `None` if the player failed, or chose what is not legal.
fn guarded_genmove(
    player: &mut Player,
    game: &Game,
    request: &Request,
    watch: Watch,
) -> Option<(Choice, Report)> {
    let answer = fault::guarded("search", || {
        #[cfg(test)]
        super::tests::break_on_demand();
        player.genmove_watched(game, request, watch)
    });
    match answer? {
        (_, report) if report.has_failed() => None,
        (Choice::Move(mv), _) if game.check(request.color, mv).is_err() => {
            fault::tell_fault("search", "chose an illegal move");
            None
        }
        answer => Some(answer),
    }
}
