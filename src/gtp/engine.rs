//! What commands work on.

use super::chat::chat_lines;
use super::config::Config;
use super::counters::Counters;
use super::failure::Failure;
use super::live::with_pictures;
use super::settings::{PlayoutLimits, Preferences};
use super::tried::TriedMoves;
use crate::console::Style;
use crate::console::stderr;
use crate::game::Game;
use crate::katago;
use crate::search::Request;
use crate::session::{Answer, Session, Watch};
use crate::version::VERSION;
use std::time::{Duration, Instant};

/// What an engine is called unless it is told otherwise.
const NAME: &str = "Tengen";

/// A session and what its client has been told or has asked for: what commands work on.
pub struct Engine {
    pub(super) session: Session,
    name: Option<String>,
    version: Option<String>,
    pub(super) preferences: Preferences,
    pub(super) style: Style,
    pub(super) has_quit: bool,
    pub(super) tried: TriedMoves,
    pub(super) counters: Counters,
    /// The processor time used when `cputime_reset` came.
    pub(super) cpu_time_from: Duration,
    pub(super) is_safe: bool,
    /// Whether it says on standard error what each move is about.
    pub(super) chats: bool,
}

impl Engine {
    /// An engine that begins with the game of `config`.
    pub fn new(config: Config) -> Engine {
        let limits = PlayoutLimits::of(&config.session);
        Engine {
            session: Session::new(config.session, config.game),
            name: config.name,
            version: config.version,
            preferences: Preferences {
                limits,
                sgf_comments: config.sgf_comments,
                ..Preferences::default()
            },
            style: config.style,
            has_quit: false,
            tried: TriedMoves::default(),
            counters: Counters::default(),
            cpu_time_from: Duration::ZERO,
            is_safe: config.safe,
            chats: config.chat,
        }
    }

    /// The game with all that belongs to it.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// What the engine is called.
    pub(super) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(NAME)
    }

    /// Which version of that it is. Clients that know it as KataGo compare the number to see what it can do.
    pub(super) fn version(&self) -> String {
        if let Some(version) = &self.version {
            return version.clone();
        }
        match self.name().to_ascii_lowercase().starts_with("kata") {
            true => format!("{}+tengen-{VERSION}", katago::RELEASE),
            false => VERSION.to_owned(),
        }
    }

    /// Whether `quit` was executed.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// The game as it stands.
    pub(super) fn game(&self) -> &Game {
        self.session.game()
    }

    /// Uses the time until the next request, when a reply has been sent: to ponder, if that is wanted.
    pub fn idle(&mut self) {
        self.session.ponder_if_due();
    }

    /// Has a move chosen and played, as [`Session::genmove`] does, and tells those who watch of it.
    pub(super) fn genmove(&mut self, request: Request, watch: Watch) -> Result<Answer, Failure> {
        let began = Instant::now();
        let answer = self.draw_while(watch, |session, watch| session.genmove(request, watch))?;
        let time = began.elapsed();
        if let Some(report) = answer.report.as_ref().filter(|_| self.chats) {
            let game = self.session.game();
            stderr::say(chat_lines(game, answer.choice, report, time));
        }
        Ok(answer)
    }

    /// Has a move chosen and not played, as [`Session::suggest`] does.
    pub(super) fn suggest(&mut self, request: Request, watch: Watch) -> Result<Answer, Failure> {
        let answer = self.draw_while(watch, |session, watch| session.suggest(request, watch))?;
        Ok(answer)
    }

    /// Has the session think, and GoGui draw what it sees while that goes on, if the pictures are switched on.
    pub(super) fn draw_while<T>(
        &mut self,
        watch: Watch,
        think: impl FnOnce(&mut Session, Watch) -> T,
    ) -> T {
        let dims = self.game().dims();
        let session = &mut self.session;
        match self.preferences.live_graphics {
            true => with_pictures(dims, watch, |watch| think(session, watch)),
            false => think(session, watch),
        }
    }
}
