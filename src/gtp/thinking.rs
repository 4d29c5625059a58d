//! How a session has its player choose a move, and what it does when that fails.

use super::chat::{chat_line, summary};
use super::fallback::fallback_move;
use super::fault::report_fault;
use super::info::Content;
use super::live::LiveGraphics;
use super::session::{Session, panic_message};
use crate::game::{Game, Rules};
use crate::search::{
    Choice, Judgement, Level, Player, Report, Request, Restriction, Search, Settings,
};
use crate::time::{Budget, Progress, TimePolicy};
use crate::types::{Color, Move};
use crate::wire::{Input, StopOn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The seed of `reg_genmove`, whatever the session's own.
const REGRESSION_SEED: u64 = 1;

/// A client that wants an answer to a move asks within this time.
const PROMPT: Duration = Duration::from_secs(1);

/// What a move is wanted for.
#[derive(Clone, Debug)]
pub(super) enum Manner {
    /// To be played: by the clock, with the tree of the moves before.
    Game,
    /// The same with the lines of an analysis, which may leave out some moves.
    Analysis(Content),
    /// To be played after the players disagreed: dead stones are captured before a pass.
    Cleanup,
    /// To be compared: a fresh tree, a seed of its own, never resigning.
    Regression {
        /// The moves to choose from; all if `None`.
        only: Option<Vec<Move>>,
    },
}

/// Looks at a running search now and then.
pub(super) type Watch<'a> = Option<&'a mut dyn FnMut(&Search)>;

/// What a search has found in a position.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// Moves played before it.
    pub moves: usize,
    /// The position with its turn.
    pub situation: u64,
    /// Rules, and what White gets for komi and handicap.
    pub terms: (Rules, f32),
    /// What was found.
    pub report: Report,
}

impl Seen {
    /// What was found in the present position of `game`.
    pub fn new(game: &Game, report: Report) -> Seen {
        Seen {
            moves: game.moves().len(),
            situation: game.position().situation_hash(),
            terms: (*game.rules(), game.white_bonus()),
            report,
        }
    }

    /// Whether this is what the player to move in the present position of `game` wants to know.
    pub fn is_of(&self, game: &Game) -> bool {
        // Values under dynamic komi are no answer to that.
        !self.report.is_komi_virtual
            && self.moves == game.moves().len()
            && self.situation == game.position().situation_hash()
            && self.terms == (*game.rules(), game.white_bonus())
            && self.report.to_move == game.to_move()
            && self.report.playouts > 0
    }
}

impl Session {
    /// The move for `color`, legal under the rules in force. Nothing is played.
    pub(super) fn choose(
        &mut self,
        color: Color,
        manner: Manner,
        input: Option<&Input>,
        mut watch: Watch,
    ) -> Choice {
        let Some(aside) = self.live.take() else {
            return self.choose_watched(color, manner, input, watch);
        };
        let mut live = LiveGraphics::new(&aside, self.game.dims());
        let mut look = |search: &Search| {
            if let Some(watch) = &mut watch {
                watch(search);
            }
            live.look(search);
        };
        let choice = self.choose_watched(color, manner, input, Some(&mut look));
        drop(live);
        self.live = Some(aside);
        choice
    }

    fn choose_watched(
        &mut self,
        color: Color,
        manner: Manner,
        input: Option<&Input>,
        watch: Watch,
    ) -> Choice {
        match manner {
            Manner::Game => self.choose_by_the_clock(Request::new(color), input, watch),
            Manner::Analysis(content) => {
                let request = Request {
                    restrictions: content.restrictions,
                    ownership_by_move: content.moves_ownership,
                    ..Request::new(color)
                };
                self.choose_by_the_clock(request, input, watch)
            }
            Manner::Cleanup => {
                let request = Request {
                    cleanup: true,
                    ..Request::new(color)
                };
                self.choose_by_the_clock(request, input, watch)
            }
            Manner::Regression { only } => self.choose_afresh(color, only, input, watch),
        }
    }

    fn choose_by_the_clock(
        &mut self,
        request: Request,
        input: Option<&Input>,
        watch: Watch,
    ) -> Choice {
        let color = request.color;
        self.cleaning_up = request.cleanup;
        self.start_clock(color);
        let resign_below = self.config.resign_below.filter(|_| !request.cleanup);
        let request = Request {
            playouts: self.config.playouts,
            budget: self.budget(color),
            resign_below: resign_below.unwrap_or(0.0),
            ..request
        };
        let is_restricted = restricts_below_root(&request.restrictions);
        if is_restricted {
            self.player.search().clear();
        }
        let answer = ask(&mut self.player, &self.game, &request, input, watch);
        if let Some((choice, report)) = &answer {
            self.talk_about(*choice, report);
        }
        let choice = self.remember(answer).unwrap_or_else(|| {
            self.renew_player();
            Choice::Move(fallback_move(&self.game, color, &[]))
        });
        if is_restricted {
            self.player.search().clear();
        }
        let clock = &mut self.clocks[color.index()];
        clock.stop_thinking(Instant::now());
        self.record.chosen(&self.game, color, choice, clock);
        choice
    }

    /// Goes on thinking about the opponent's answer until the next command, if that is wanted.
    pub(super) fn ponder(&mut self) {
        let is_wanted = self.config.ponder && self.config.level.is_full();
        if is_wanted && !self.game.is_over() {
            let pondering = catch_unwind(AssertUnwindSafe(|| self.player.ponder(&self.game)));
            if let Err(panic) = pondering {
                // The move has been played, and must be answered.
                report_fault("pondering", panic_message(&*panic));
                self.renew_player();
            }
        }
    }

    fn talk_about(&mut self, choice: Choice, report: &Report) {
        self.record.thought(summary(&self.game, choice, report));
        if let Some(aside) = &self.aside {
            aside.say(chat_line(&self.game, choice, report));
        }
    }

    /// The clock runs since the opponent's move came in, unless the client has
    /// let a while pass since: then somebody was setting up a position.
    fn start_clock(&mut self, color: Color) {
        let clock = &mut self.clocks[color.index()];
        let now = Instant::now();
        if clock.thinking_time(now) > PROMPT {
            clock.abandon_thinking();
        }
        clock.start_thinking(now);
    }

    /// The time for the next move of `color`; none with a fixed number of playouts.
    fn budget(&self, color: Color) -> Option<Budget> {
        if self.config.playouts.is_some() {
            return None;
        }
        let progress = Progress {
            moves: self.game.moves().len(),
            area: self.game.dims().area(),
        };
        let clock = &self.clocks[color.index()];
        let policy = TimePolicy {
            lag: self.config.lag,
            default_move: self.config.time_per_move,
        };
        Some(policy.budget(clock, progress, Instant::now()))
    }

    fn choose_afresh(
        &mut self,
        color: Color,
        only: Option<Vec<Move>>,
        input: Option<&Input>,
        watch: Watch,
    ) -> Choice {
        // Nothing legal among the moves asked for: as if nothing but a pass had been.
        let only = match only {
            Some(moves) if moves.is_empty() => return Choice::Move(Move::Pass),
            only => only.unwrap_or_default(),
        };
        let time = self.config.time_per_move;
        let request = Request {
            playouts: self.config.playouts,
            budget: self
                .config
                .playouts
                .is_none()
                .then_some(Budget::at_most(time)),
            only,
            ..Request::new(color)
        };
        let mut player = Player::new(Settings {
            seed: REGRESSION_SEED,
            level: Level::FULL,
            ..self.settings()
        });
        // The player of the game makes room: only one tree is held at a time.
        self.player.clear();
        let answer = ask(&mut player, &self.game, &request, input, watch);
        let choice = answer.map(|(choice, _)| choice);
        choice.unwrap_or_else(|| Choice::Move(fallback_move(&self.game, color, &request.only)))
    }

    /// Keeps what was seen of a search that has answered.
    fn remember(&mut self, answer: Option<(Choice, Report)>) -> Option<Choice> {
        let (choice, report) = answer?;
        self.seen = Some(Seen::new(&self.game, report));
        Some(choice)
    }

    /// What becomes of every stone; without a judgement, all live. So they do
    /// when the players have cleared away what they disagreed about.
    pub(super) fn judge(&mut self) -> Judgement {
        if self.cleaning_up && self.game.is_over() {
            return Judgement::as_it_stands(&self.game);
        }
        let judged = catch_unwind(AssertUnwindSafe(|| {
            #[cfg(test)]
            tests::break_on_demand();
            self.player.judge(&self.game)
        }));
        judged.unwrap_or_else(|panic| {
            report_fault("judging", panic_message(&*panic));
            self.renew_player();
            Judgement::as_it_stands(&self.game)
        })
    }

    /// A player that knows nothing of the past.
    pub(super) fn renew_player(&mut self) {
        self.seen = None;
        self.player = Player::new(self.settings());
    }

    /// The settings of the search as the session's own say.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            threads: self.config.threads,
            memory_mb: self.config.memory_mb,
            seed: self.seed,
            params: self.params.clone(),
            level: self.config.level,
        }
    }
}

/// Whether the tree learns under the restrictions what is not true without them.
pub(super) fn restricts_below_root(restrictions: &[Restriction]) -> bool {
    restrictions
        .iter()
        .any(|restriction| restriction.until_depth > 1)
}

/// The player's choice and what the search saw; `None` if the player failed, or chose what is not legal.
fn ask(
    player: &mut Player,
    game: &Game,
    request: &Request,
    input: Option<&Input>,
    watch: Watch,
) -> Option<(Choice, Report)> {
    let stop = Arc::new(AtomicBool::new(false));
    let request = Request {
        stop: Arc::clone(&stop),
        ..request.clone()
    };
    let _armed = input.map(|input| input.arm(StopOn::Interrupt, stop));
    let answer = catch_unwind(AssertUnwindSafe(|| {
        #[cfg(test)]
        tests::break_on_demand();
        player.genmove_watched(game, &request, watch)
    }));
    match answer {
        // Every worker failed at once; each has said why.
        Ok((_, report)) if report.moves.is_empty() => None,
        Ok((Choice::Move(mv), _)) if game.check(request.color, mv).is_err() => {
            report_fault("search", "chose an illegal move");
            None
        }
        Ok(answer) => Some(answer),
        Err(panic) => {
            report_fault("search", panic_message(&*panic));
            None
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::cell::Cell;

    thread_local!(static BROKEN: Cell<bool> = const { Cell::new(false) });

    /// The next search panics.
    pub fn break_next_search() {
        BROKEN.set(true);
    }

    pub fn break_on_demand() {
        if BROKEN.take() {
            panic!("broken on demand");
        }
    }
}
