//! Searches that look at a position without choosing a move.

use super::Session;
use super::seen::Seen;
use crate::game::Game;
use crate::net::Manner;
use crate::search::{Guidance, Limits, Report, Search};
use crate::types::Color;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long to search a position that has not been looked at yet.
const GLANCE: Duration = Duration::from_secs(1);

impl Session {
    /// Searches the present position with `color` to move, and stops when `follow` returns, whose answer it gives.
    ///
    /// `follow` gets the running search: it can read reports from it for as long as it likes, or wait until the
    /// search has reached its `limits`. There is no answer if these say stop before the network has been read, or if the search
    /// fails.
    pub fn analyze<T>(
        &mut self,
        color: Color,
        limits: Limits,
        guidance: Guidance,
        follow: impl FnOnce(&mut Search) -> T,
    ) -> Option<T> {
        let game = self.game.clone();
        self.analyze_there(&game, color, limits, guidance, follow)
    }

    /// The same for the position of any game.
    fn analyze_there<T>(
        &mut self,
        game: &Game,
        color: Color,
        limits: Limits,
        guidance: Guidance,
        follow: impl FnOnce(&mut Search) -> T,
    ) -> Option<T> {
        self.ponder_no_longer();
        if !self.network_is_ready_on(game.dims(), None, &limits.stop) {
            return None;
        }
        let is_whole = guidance.restrictions.is_empty();
        self.guarded("an analysis", |session| {
            let search = session.player.search();
            search.set_game(game, color);
            search.start_guided(limits, guidance);
            let answer = follow(search);
            search.stop();
            let report = search.report().filter(|_| is_whole);
            if report.is_some() {
                session.seen = Some(Seen::new(game, color, report));
            }
            answer
        })
    }

    /// How an analysis of the present position with `color` to move has networks asked. Who chooses a move asks as usual.
    pub fn analysis_manner(&self, color: Color) -> Manner {
        let settings = self.config.search_settings(self.seed);
        settings.stance(&self.game, color).manner()
    }

    /// What the search sees in the present position. It thinks for a moment, or until `stop` is set, if it has not
    /// looked there yet. `None` if the search fails, or is stopped before it could begin.
    pub fn look(&mut self, stop: Arc<AtomicBool>) -> Option<&Report> {
        if self.seen_at(&self.game).is_none() {
            let game = self.game.clone();
            self.look_there(&game, stop);
        }
        self.seen_at(&self.game)
    }

    /// The same for the position of any game.
    fn look_there(&mut self, game: &Game, stop: Arc<AtomicBool>) -> Option<&Report> {
        // Reading the network is no part of the moment.
        if self.seen_at(game).is_none() && self.network_is_ready_on(game.dims(), None, &stop) {
            let usual = self.limits_of_a_move(GLANCE);
            let limits = Limits {
                stop,
                // Many playouts may take minutes.
                deadline: usual
                    .deadline
                    .or_else(|| Instant::now().checked_add(GLANCE)),
                ..usual
            };
            let guidance = Guidance::default();
            self.analyze_there(game, game.to_move(), limits, guidance, Search::wait);
        }
        self.seen_at(game)
    }

    /// As [`Session::look`], but where the last search began, if there was one; and where that was, which may be on a board of
    /// another size.
    pub fn last_seen(&mut self, stop: Arc<AtomicBool>) -> Option<(&Game, &Report)> {
        let seen = self.seen.as_ref();
        let there = seen.map_or(&self.game, |seen| &seen.game).clone();
        self.look_there(&there, stop);
        let seen = self.seen.as_ref()?;
        Some((&seen.game, seen.report.as_ref()?))
    }

    fn seen_at(&self, game: &Game) -> Option<&Report> {
        self.seen.as_ref()?.report_of(game)
    }
}
