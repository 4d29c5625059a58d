use super::aside::Aside;
use super::call::{Call, Link};
use super::config::Config;
use super::failure::Failure;
use super::record::Record;
use super::table::{self, Command, Reply};
use super::thinking::Seen;
use crate::game::Game;
use crate::search::{Params, Player, Settings};
use crate::time::{Clock, TimeSystem};
use crate::types::Color;
use crate::wire::{Line, LineReader, Request};
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
    /// What is known of the game besides the moves.
    pub(super) record: Record,
    /// Whether the last moves were to clear away what the players disagreed about.
    pub(super) cleaning_up: bool,
    /// Where moves are talked about, if at all.
    pub(super) aside: Option<Aside>,
    /// What the last search saw.
    pub(super) seen: Option<Seen>,
    /// Where live graphics go, when they are switched on.
    pub(super) live: Option<Aside>,
    has_quit: bool,
}

impl Session {
    /// An empty board.
    pub fn new(config: Config) -> Session {
        let mut session = Session {
            game: Game::new(config.dims, config.rules, config.komi),
            seed: config.seed.unwrap_or_else(random_seed),
            params: config.params.clone(),
            player: Player::new(Settings::default()),
            clocks: Default::default(),
            record: Record::default(),
            cleaning_up: false,
            aside: config.chat.then(Aside::new),
            seen: None,
            live: None,
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

    /// The clocks, Black's first.
    pub fn clocks(&self) -> &[Clock; 2] {
        &self.clocks
    }

    /// Whether clients are told that there is this command.
    pub(super) fn offers(&self, command: &Command) -> bool {
        !(self.config.safe && command.needs_file())
    }

    pub(super) fn quit(&mut self) {
        self.has_quit = true;
    }

    /// Goes over to another game; the clocks are wound up for it.
    pub(super) fn start_game(&mut self, game: Game) {
        self.game = game;
        self.record = Record::default();
        self.cleaning_up = false;
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

    /// Carries out one request. With a `link` the client may interrupt it, and
    /// gets the lines of an analysis at once; without one an analysis ends
    /// after its first line.
    ///
    /// # Errors
    /// If the command is unknown or refuses; nothing has changed then. A panic
    /// becomes [`Failure::Internal`].
    pub fn execute<'a>(&mut self, request: &'a Request, link: Option<Link<'a>>) -> Reply {
        self.player.stop_pondering();
        let command = table::find(&request.name).ok_or(Failure::UnknownCommand)?;
        if self.config.safe && command.touches_file(&request.rest) {
            return Err(Failure::FilesForbidden(command.name));
        }
        let mut call = Call::new(command, request, link);
        // Commands check first and change the session last, so that what a
        // panic leaves behind is fit for use.
        let reply = catch_unwind(AssertUnwindSafe(|| (command.run)(self, &mut call)))
            .unwrap_or_else(|panic| Err(Failure::Internal(panic_message(&*panic).to_owned())));
        call.complete(reply)
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

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::gtp::thinking::Manner;
    use crate::types::Dims;

    /// A small and quick one, the same each time.
    pub fn session() -> Session {
        Session::new(Config {
            dims: Dims::square(5).unwrap(),
            playouts: Some(20),
            memory_mb: 16,
            seed: Some(1),
            ..Config::default()
        })
    }

    fn ask(session: &mut Session, line: &str) -> String {
        match session.execute_line(line) {
            Ok(text) => format!("= {text}"),
            Err(failure) => format!("? {failure}"),
        }
    }

    #[test]
    fn a_panic_is_an_error_like_any_other() {
        let mut session = session();
        assert_eq!(
            ask(&mut session, "test-panic"),
            "? internal error: as asked"
        );
        assert_eq!(ask(&mut session, "play b C3"), "= ");
    }

    #[test]
    fn a_broken_search_still_answers_with_a_legal_move() {
        let mut session = session();
        ask(&mut session, "play b C3");
        for _ in 0..3 {
            ask(&mut session, "test-break_search");
            let before = session.game().moves().len();
            let reply = ask(&mut session, "genmove w");
            assert!(reply.starts_with("= ") && reply != "= resign", "{reply}");
            assert_eq!(session.game().moves().len(), before + 1);
        }
        ask(&mut session, "test-break_search");
        assert!(ask(&mut session, "reg_genmove b").starts_with("= "));
        ask(&mut session, "test-break_search");
        assert_eq!(ask(&mut session, "final_status_list dead"), "= ");
        assert!(ask(&mut session, "genmove b").starts_with("= "));
    }

    #[test]
    fn workers_that_panic_cost_no_move() {
        let mut session = session();
        for broken in ["0 1", "0 1000000", "1 3"] {
            ask(&mut session, &format!("test-break_workers {broken}"));
            let before = session.game().moves().len();
            let reply = ask(&mut session, "genmove b");
            assert!(reply.starts_with("= ") && reply != "= resign", "{reply}");
            assert_eq!(session.game().moves().len(), before + 1);
            assert_eq!(ask(&mut session, "undo"), "= ");
        }
        ask(&mut session, "genmove b");
        assert_eq!(session.seen.as_ref().unwrap().report.playouts, 20);
    }

    #[test]
    fn a_clock_that_has_run_down_is_no_reason_to_pass() {
        let mut session = session();
        for line in [
            "tengen-param playouts 0",
            "time_settings 10 0 0",
            "time_left b 0 0",
        ] {
            ask(&mut session, line);
        }
        assert_ne!(ask(&mut session, "genmove b"), "= pass");
    }

    #[test]
    fn regression_moves_do_not_depend_on_the_past() {
        let question = "reg_genmove b";
        let fresh = ask(&mut session(), question);
        let mut used = session();
        ask(&mut used, "set_random_seed 99");
        for line in ["genmove b", "genmove w", "reg_genmove w", "undo", "undo"] {
            ask(&mut used, line);
        }
        assert_eq!(ask(&mut used, question), fresh);
        assert_eq!(ask(&mut used, question), fresh);
    }

    #[test]
    fn a_seed_makes_a_game_the_same_again() {
        let game = |seed: u64| {
            let mut session = session();
            ask(&mut session, &format!("set_random_seed {seed}"));
            let play = |_| ask(&mut session, "genmove b") + &ask(&mut session, "genmove w");
            (0..4).map(play).collect::<String>()
        };
        assert_eq!(game(7), game(7));
    }

    #[test]
    fn a_result_belongs_to_its_position() {
        let mut session = session();
        for line in ["play b C3", "play w resign"] {
            ask(&mut session, line);
        }
        assert!(ask(&mut session, "printsgf").contains("RE[B+Resign]"));
        for line in ["undo", "play b B2"] {
            ask(&mut session, line);
        }
        assert!(!ask(&mut session, "printsgf").contains("RE["));
    }

    #[test]
    fn what_was_seen_under_dynamic_komi_answers_nothing() {
        let mut session = session();
        for line in ["boardsize 13", "fixed_handicap 5"] {
            ask(&mut session, line);
        }
        session.choose(Color::White, Manner::Game, None, None);
        assert!(session.seen.as_ref().unwrap().report.is_komi_virtual);
        assert!(!session.look(None).unwrap().is_komi_virtual);
    }

    #[test]
    fn pondering_ends_with_the_next_command() {
        let mut session = session();
        ask(&mut session, "tengen-param ponder 1");
        ask(&mut session, "genmove b");
        assert!(session.player.search().is_running());
        ask(&mut session, "name");
        assert!(!session.player.search().is_running());
        ask(&mut session, "tengen-param ponder 0");
        ask(&mut session, "genmove w");
        assert!(!session.player.search().is_running());
    }

    #[test]
    fn dead_stones_are_still_known_after_an_undo() {
        // The bridge to KGS asks again after the dispute.
        let mut session = session();
        ask(&mut session, "kgs-rules japanese");
        for vertex in ["B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4"] {
            ask(&mut session, &format!("play b {vertex}"));
        }
        for line in ["play w A1", "play b pass", "play w pass"] {
            ask(&mut session, line);
        }
        let first = ask(&mut session, "final_status_list dead");
        assert_eq!(first, "= A1");
        for line in ["undo", "play w pass"] {
            ask(&mut session, line);
        }
        assert_eq!(ask(&mut session, "final_status_list dead"), first);
    }

    #[test]
    fn a_finished_game_is_counted_as_it_stands_where_nobody_agrees_on_dead_stones() {
        let mut session = session();
        ask(&mut session, "komi 0.5");
        for vertex in ["B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4"] {
            ask(&mut session, &format!("play b {vertex}"));
        }
        ask(&mut session, "play w A1");
        for (rules, dead, score) in [
            (r#"{"friendlyPassOk":true}"#, "= A1", "= B+24.5"),
            ("cgos", "= ", "= B+7.5"),
        ] {
            ask(&mut session, &format!("kata-set-rules {rules}"));
            for line in ["play b pass", "play w pass"] {
                ask(&mut session, line);
            }
            assert_eq!(ask(&mut session, "final_status_list dead"), dead);
            assert_eq!(ask(&mut session, "final_score"), score);
        }
    }

    #[test]
    fn a_repetition_is_recorded_on_request_only() {
        let mut session = session();
        for line in "b B1,b A2,w C1,w B2,w A1".split(',') {
            assert_eq!(ask(&mut session, &format!("play {line}")), "= ");
        }
        // White has just taken B1.
        let before = session.game().moves().len();
        assert_eq!(ask(&mut session, "play b B1"), "? illegal move: ko");
        assert_eq!(session.game().moves().len(), before);
        ask(&mut session, "tengen-param accept_repetition 1");
        assert_eq!(ask(&mut session, "play b B1"), "= ");
        assert_eq!(ask(&mut session, "play b B1"), "? illegal move: occupied");
    }
}
