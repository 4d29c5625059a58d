//! An analysis: a search that tells what it sees while it goes on.

use super::call::Call;
use super::fault::report_fault;
use super::info::{Content, Dialect};
use super::session::{Session, panic_message};
use super::thinking::{Seen, restricts_below_root};
use crate::search::{Limits, Report, Search};
use crate::types::{Color, Dims};
use crate::wire::{Armed, Input, StopOn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The first line comes after this time at the latest.
const FIRST_LINE: Duration = Duration::from_millis(150);
/// The shortest time from line to line, as a share of the interval.
const LEAST_GAP: f32 = 0.8;
/// How long to search for a picture of a position that has not been looked at.
const GLANCE: Duration = Duration::from_secs(1);
/// How long to wait for a search that has nothing to say yet.
const MOMENT: Duration = Duration::from_millis(10);

/// What to analyse and what to show of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Analysis {
    /// Who is to move.
    pub color: Color,
    /// From line to line.
    pub interval: Duration,
    /// What each line holds.
    pub content: Content,
}

impl Session {
    /// Searches and puts out lines until any input arrives, or nobody reads them any more.
    ///
    /// A call without a client gets one line, after as many playouts or as
    /// much time as a move may take, the interval at most.
    pub(super) fn analyze(&mut self, analysis: &Analysis, call: &mut Call) {
        let stop = Arc::new(AtomicBool::new(false));
        let input = call.input();
        let armed = input.map(|input| input.arm(StopOn::AnyInput, Arc::clone(&stop)));
        if stop.load(Ordering::SeqCst) {
            return;
        }
        let done = catch_unwind(AssertUnwindSafe(|| {
            self.start_analysis(analysis, armed.is_some(), stop);
            match &armed {
                Some(armed) => self.report_until_stopped(analysis, armed, call),
                None => self.report_once(analysis, call),
            }
            self.end_analysis(analysis);
        }));
        if let Err(panic) = done {
            report_fault("an analysis", panic_message(&*panic));
            self.renew_player();
        }
    }

    fn start_analysis(&mut self, analysis: &Analysis, endless: bool, stop: Arc<AtomicBool>) {
        let must_capture = !self.game.rules().dead_stones_are_agreed();
        let content = &analysis.content;
        let search = self.player.search();
        if restricts_below_root(&content.restrictions) {
            search.clear();
        }
        search.set_game(&self.game, analysis.color, must_capture);
        let playouts = self.config.playouts.filter(|_| !endless);
        let time = self.config.time_per_move.min(analysis.interval);
        search.start(Limits {
            playouts,
            deadline: (!endless && playouts.is_none()).then(|| Instant::now() + time),
            stop,
            restrictions: content.restrictions.clone(),
            ownership_by_move: content.moves_ownership,
            ..Limits::default()
        });
    }

    fn report_until_stopped(&mut self, analysis: &Analysis, armed: &Armed<'_>, call: &mut Call) {
        let mut lines = Lines::new(analysis, self.game.dims());
        while call.is_read() && !armed.wait(lines.wait()) {
            if let Some(line) = lines.next(self.player.search()) {
                call.line(line);
            }
        }
    }

    fn report_once(&mut self, analysis: &Analysis, call: &mut Call) {
        self.player.search().wait();
        let report = self.player.search().report();
        let line = report.map(|report| analysis.content.line(self.game.dims(), &report));
        if let Some(line) = line.filter(|line| !line.is_empty()) {
            call.line(line);
        }
    }

    /// What the search sees in the present position. It thinks for a moment
    /// if it has not looked yet; an interrupt makes that shorter.
    pub(super) fn look(&mut self, input: Option<&Input>) -> Option<&Report> {
        let is_known = |session: &Session| {
            let seen = session.seen.as_ref();
            seen.is_some_and(|seen| seen.is_of(&session.game))
        };
        if !is_known(self) {
            self.look_afresh(input);
        }
        let known = is_known(self);
        self.seen
            .as_ref()
            .filter(|_| known)
            .map(|seen| &seen.report)
    }

    fn look_afresh(&mut self, input: Option<&Input>) {
        let stop = Arc::new(AtomicBool::new(false));
        let _armed = input.map(|input| input.arm(StopOn::Interrupt, Arc::clone(&stop)));
        let analysis = Analysis {
            color: self.game.to_move(),
            interval: GLANCE,
            content: Content::new(Dialect::Kata),
        };
        let done = catch_unwind(AssertUnwindSafe(|| {
            self.start_analysis(&analysis, false, stop);
            self.player.search().wait();
            self.end_analysis(&analysis);
        }));
        if let Err(panic) = done {
            report_fault("a search", panic_message(&*panic));
            self.renew_player();
        }
    }

    fn end_analysis(&mut self, analysis: &Analysis) {
        self.player.search().stop();
        let is_whole = analysis.content.restrictions.is_empty();
        if let Some(report) = self.player.search().report().filter(|_| is_whole) {
            self.seen = Some(Seen::new(&self.game, report));
        }
        if restricts_below_root(&analysis.content.restrictions) {
            self.player.search().clear();
        }
    }
}

/// The lines of an analysis in their time.
pub(super) struct Lines<'a> {
    analysis: &'a Analysis,
    dims: Dims,
    next: Instant,
}

impl Lines<'_> {
    pub fn new(analysis: &Analysis, dims: Dims) -> Lines<'_> {
        let first = analysis.interval.min(FIRST_LINE);
        Lines {
            analysis,
            dims,
            next: Instant::now() + first,
        }
    }

    /// How long until the next line is due.
    fn wait(&self) -> Duration {
        self.next.saturating_duration_since(Instant::now())
    }

    /// The line that is due, if one is and the search has something to say.
    pub fn next(&mut self, search: &Search) -> Option<String> {
        let now = Instant::now();
        if now < self.next {
            return None;
        }
        let line = search.report().map(|report| self.line(&report));
        let Some(line) = line.filter(|line| !line.is_empty()) else {
            self.next = now + MOMENT;
            return None;
        };
        // In step with the first line; after a late line, never much sooner than asked for.
        let interval = self.analysis.interval;
        self.next = (self.next + interval).max(now + interval.mul_f32(LEAST_GAP));
        Some(line)
    }

    /// What to say of a search.
    pub fn line(&self, report: &Report) -> String {
        self.analysis.content.line(self.dims, report)
    }
}
