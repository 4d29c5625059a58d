use super::call::Call;
use super::config::Config;
use super::failure::Failure;
use super::table::{self, Reply};
use crate::game::Game;
use crate::search::{Params, Player, Settings};
use crate::time::{Clock, TimeSystem};
use crate::types::Color;
use crate::wire::{Input, Line, LineReader, Request};
use std::any::Any;
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// What lies between two commands: a game, a player, clocks and settings.
pub struct Session {
    pub(super) config: Config,
    pub(super) game: Game,
    pub(super) seed: u64,
    pub(super) params: Params,
    pub(super) player: Player,
    /// By colour.
    pub(super) clocks: [Clock; 2],
    has_quit: bool,
}

impl Session {
    /// An empty board.
    pub fn new(config: Config) -> Session {
        let mut session = Session {
            game: Game::new(config.dims, config.rules, config.komi),
            seed: config.seed.unwrap_or_else(random_seed),
            params: Params::default(),
            player: Player::new(Settings::default()),
            clocks: Default::default(),
            config,
            has_quit: false,
        };
        session.renew_player();
        session
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether `quit` was executed.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    pub(super) fn quit(&mut self) {
        self.has_quit = true;
    }

    /// Goes over to another game; the clocks are wound up for it.
    pub(super) fn start_game(&mut self, game: Game) {
        self.game = game;
        self.clocks.iter_mut().for_each(Clock::reset);
    }

    /// A move by `color` has come in: the opponent's clock runs, as servers see it.
    pub(super) fn turn_passes_from(&mut self, color: Color) {
        self.stop_clocks();
        self.clocks[color.opponent().index()].start_thinking(Instant::now());
    }

    /// Nobody thinks about a move, or it was not to be timed.
    pub(super) fn stop_clocks(&mut self) {
        self.clocks.iter_mut().for_each(Clock::abandon_thinking);
    }

    /// Both players get the same time.
    pub(super) fn set_time_system(&mut self, system: TimeSystem) {
        self.clocks = [Clock::new(system), Clock::new(system)];
    }

    /// Starts the random numbers afresh.
    pub(super) fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.renew_player();
    }

    /// Carries out one request; `input` is where an interrupt may come from.
    ///
    /// # Errors
    /// If the command is unknown or refuses; nothing has changed then. A panic
    /// becomes [`Failure::Internal`].
    pub fn execute(&mut self, request: &Request, input: Option<&Input>) -> Reply {
        let command = table::find(&request.name).ok_or(Failure::UnknownCommand)?;
        let mut call = Call::new(command, request, input);
        // Commands check first and change the session last, so that what a
        // panic leaves behind is fit for use.
        catch_unwind(AssertUnwindSafe(|| (command.run)(self, &mut call)))
            .unwrap_or_else(|panic| Err(Failure::Internal(panic_message(&*panic).to_owned())))
    }

    /// Carries out one line of text, as [`Session::execute`] does; what is no request answers nothing.
    ///
    /// # Errors
    /// As [`Session::execute`].
    ///
    /// ```
    /// use tengen::gtp::{Config, Session};
    /// let mut session = Session::new(Config::default());
    /// session.execute_line("play black Q16")?;
    /// assert_eq!(session.execute_line("last_move")?, "black Q16");
    /// # Ok::<(), tengen::gtp::Failure>(())
    /// ```
    pub fn execute_line(&mut self, line: &str) -> Reply {
        match LineReader::new(line.as_bytes()).next_line() {
            Ok(Line::Request(request)) => self.execute(&request, None),
            Ok(Line::TooLong { .. }) => Err(Failure::LineTooLong),
            _ => Ok(String::new()),
        }
    }
}

/// The words of a panic.
pub(super) fn panic_message(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "unknown",
    }
}

/// A seed that differs from one process to the next; half of the range, so that
/// every client can read it back.
fn random_seed() -> u64 {
    RandomState::new().hash_one(0) >> 33
}
