//! An analysis: what a search sees, told again and again until it ends.

use super::order::{Analyse, LONGEST_ANALYSIS};
use super::pool::Pool;
use super::table::{Listener, Table, failed, stopped};
use super::tell;
use crate::search::{Guidance, Limits, Restriction, Search};
use crate::time::next_due;
use crate::types::Move;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The first report of an analysis comes after this time at the latest.
const FIRST_REPORT: Duration = Duration::from_millis(100);
/// How often a running analysis is looked at.
const LOOK: Duration = Duration::from_millis(10);
/// When others wait for a seat, an analysis ends after this time.
const FAIR_SHARE: Duration = Duration::from_secs(3);

/// Why an analysis has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the window.
    Stopped,
    /// By its own limits.
    Finished,
    /// Others need the seat.
    Others,
    /// Nobody has asked for anything for long.
    Idle,
}

impl End {
    /// What the page is told.
    pub fn word(self) -> &'static str {
        match self {
            End::Stopped => "stopped",
            End::Finished => "finished",
            End::Others => "others",
            End::Idle => "idle",
        }
    }
}

impl<L: Listener> Table<L> {
    /// Analyses a position under the number of the order.
    pub fn analyse(&mut self, id: u64, analyse: Analyse, stop: &Arc<AtomicBool>) -> Value {
        let Analyse { game, interval, .. } = analyse;
        let (dims, color) = (game.dims(), game.to_move());
        let only: Vec<Move> = analyse.only.into_iter().map(Move::Place).collect();
        let guidance = match only.is_empty() {
            true => Guidance::default(),
            false => Restriction::only(color, only).into(),
        };
        let limits = Limits {
            playouts: analyse.playouts,
            deadline: analyse.time.map(|time| Instant::now() + time),
            stop: Arc::clone(stop),
            ..Limits::default()
        };
        self.session.start_game(*game);
        let (pool, listener) = (&self.pool, &self.listener);
        let found = self.session.analyze(color, limits, guidance, |search| {
            let end = follow(search, stop, pool, interval, |search| {
                if let Some(report) = search.report() {
                    let report = tell::report(dims, &report);
                    listener.mention(json!({ "id": id, "report": report }));
                }
            });
            search.stop();
            let report = search.report().filter(|report| report.playouts > 0);
            (end, report.map(|report| tell::report(dims, &report)))
        });
        match found {
            Some((end, report)) => json!({ "report": report, "end": end.word() }),
            None if stop.load(Ordering::SeqCst) => stopped(),
            None => failed(),
        }
    }
}

/// Looks at a running search until it ends or must end, and has it reported every `interval`.
fn follow(
    search: &Search,
    stop: &AtomicBool,
    pool: &Pool,
    interval: Duration,
    mut report: impl FnMut(&Search),
) -> End {
    let began = Instant::now();
    let mut due = began + FIRST_REPORT.min(interval);
    loop {
        let elapsed = began.elapsed();
        if stop.load(Ordering::SeqCst) {
            return End::Stopped;
        }
        if !search.is_running() {
            return End::Finished;
        }
        if elapsed >= FAIR_SHARE && pool.is_wanted() {
            return End::Others;
        }
        if elapsed >= LONGEST_ANALYSIS {
            return End::Idle;
        }
        let has_begun = |search: &Search| {
            let standing = search.standing();
            standing.is_some_and(|standing| standing.playouts > 0)
        };
        if began + elapsed >= due && has_begun(search) {
            report(search);
            due = next_due(due, Instant::now(), interval);
        }
        std::thread::sleep(LOOK);
    }
}
