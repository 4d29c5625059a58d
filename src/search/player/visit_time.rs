//! How long a visit takes, and what there is time for.

use super::Player;
use crate::search::{Limits, Report};
use std::time::Duration;

impl Player {
    /// How long a thread takes for a visit, by what searches for moves have taken; zero before the first one.
    pub fn visit_time(&self) -> Duration {
        self.visit_time
    }

    /// Whether so many visits more would end in time.
    pub(super) fn has_time_for(&self, visits: u32, limits: &Limits) -> bool {
        !limits.cut_short() && limits.has_time_for(self.visit_time * visits)
    }

    /// How long a thread took for a visit of a search that found this in so long a time.
    pub(super) fn measured_visit_time(
        &self,
        limits: &Limits,
        found: &Report,
        elapsed: Duration,
    ) -> Duration {
        let threads = self.search.settings().threads;
        let threads = limits.threads.map_or(threads, |most| most.min(threads)) as u64;
        let playouts = found.playouts.max(1);
        // With fewer playouts than threads some threads have had nothing to do.
        elapsed.mul_f64(threads.min(playouts) as f64 / playouts as f64)
    }
}
