//! The lines of an analysis, each when it is due.

use super::Analysis;
use crate::search::{Report, Search};
use crate::time::next_due;
use crate::types::Dims;
use std::time::{Duration, Instant};

/// The first line comes after this time at the latest.
const FIRST_LINE: Duration = Duration::from_millis(150);
/// How long to wait for a search that has nothing to say yet.
const MOMENT: Duration = Duration::from_millis(10);

/// When the lines of an analysis are due.
pub(in crate::gtp) struct Schedule<'a> {
    analysis: &'a Analysis,
    dims: Dims,
    next: Instant,
}

impl Schedule<'_> {
    pub fn new(analysis: &Analysis, dims: Dims) -> Schedule<'_> {
        let first = analysis.interval.min(FIRST_LINE);
        Schedule {
            analysis,
            dims,
            next: Instant::now() + first,
        }
    }

    /// How long until the next line is due.
    pub fn until_next(&self) -> Duration {
        self.next.saturating_duration_since(Instant::now())
    }

    /// The line that is due, if one is and the search has something to say.
    pub fn due(&mut self, search: &Search) -> Option<String> {
        let now = Instant::now();
        if now < self.next {
            return None;
        }
        // After a move the tree keeps visits, but none that tell of owners; without a network none that tell of points either.
        let needs_owners = self.analysis.content.included.needs_ownership();
        let report = search
            .report()
            .filter(|report| report.playouts > 0 || !needs_owners && report.lead_visits > 0);
        let Some(line) = report.and_then(|report| self.line(&report)) else {
            self.next = now + MOMENT;
            return None;
        };
        self.next = next_due(self.next, now, self.analysis.interval);
        Some(line)
    }

    /// What to say of a search, if there is anything.
    pub fn line(&self, report: &Report) -> Option<String> {
        let line = self.analysis.content.line(self.dims, report);
        (!line.is_empty()).then_some(line)
    }
}
