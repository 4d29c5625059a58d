//! Searches that look at a position without choosing a move.

use super::Session;
use super::seen::Seen;
use crate::game::Game;
use crate::net::Manner;
use crate::search::{Limits, Report, Search};
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
        follow: impl FnOnce(&mut Search) -> T,
    ) -> Option<T> {
        self.analyze_there(None, color, limits, follow)
    }

    /// The same for the position of `elsewhere` if there is such a game.
    fn analyze_there<T>(
        &mut self,
        elsewhere: Option<&Game>,
        color: Color,
        limits: Limits,
        follow: impl FnOnce(&mut Search) -> T,
    ) -> Option<T> {
        self.ponder_no_longer();
        let dims = elsewhere.unwrap_or(&self.game).dims();
        if !self.network_is_ready_on(dims, None, &limits.stop) {
            return None;
        }
        let restrictions = limits.restrictions.clone();
        self.guarded("an analysis", |session| {
            let game = elsewhere.unwrap_or(&session.game);
            let search = session.player.search();
            search.set_game(game, color);
            search.start(limits);
            let answer = follow(search);
            search.stop();
            let report = search.report().filter(|_| restrictions.is_empty());
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
        self.look_there(None, stop)
    }

    fn look_there(&mut self, elsewhere: Option<&Game>, stop: Arc<AtomicBool>) -> Option<&Report> {
        let game = elsewhere.unwrap_or(&self.game);
        let (dims, color) = (game.dims(), game.to_move());
        // Reading the network is no part of the moment.
        if self.seen_there(elsewhere).is_none() && self.network_is_ready_on(dims, None, &stop) {
            let usual = self.limits_of_a_move(GLANCE);
            let limits = Limits {
                stop,
                // Many playouts may take minutes.
                deadline: usual
                    .deadline
                    .or_else(|| Instant::now().checked_add(GLANCE)),
                ..usual
            };
            self.analyze_there(elsewhere, color, limits, Search::wait);
        }
        self.seen_there(elsewhere)
    }

    /// As [`Session::look`], but where the last search began, if there was one; and where that was, which may be on a board of
    /// another size.
    pub fn last_seen(&mut self, stop: Arc<AtomicBool>) -> Option<(&Game, &Report)> {
        let seen = self.seen.as_ref();
        let there = seen.map_or(&self.game, |seen| &seen.game).clone();
        self.look_there(Some(&there), stop);
        let seen = self.seen.as_ref()?;
        Some((&seen.game, seen.report.as_ref()?))
    }

    fn seen_there(&self, elsewhere: Option<&Game>) -> Option<&Report> {
        let game = elsewhere.unwrap_or(&self.game);
        self.seen.as_ref()?.report_of(game)
    }
}
