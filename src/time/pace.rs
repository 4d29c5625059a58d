//! When what is told again and again is due.

use std::time::{Duration, Instant};

/// The shortest time from one report to the next, as a share of what was asked for.
const LEAST_GAP: f32 = 0.8;

/// When the next report is due, after one that was due at `due` and has been told at `told`: in step with the first one, but
/// after one that came late, or that the client was slow to take, never much sooner than asked for.
pub(crate) fn next_due(due: Instant, told: Instant, interval: Duration) -> Instant {
    (due + interval).max(told + interval.mul_f32(LEAST_GAP))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_keep_step_unless_they_are_late() {
        let due = Instant::now();
        // After how many milliseconds the next one is due.
        let next = |told: u64| {
            let told = due + Duration::from_millis(told);
            let after = next_due(due, told, Duration::from_secs(1)) - due;
            after.as_secs_f32() * 1000.0
        };
        for (told, wanted) in [(0, 1000.0), (200, 1000.0), (500, 1300.0), (9500, 10300.0)] {
            assert!((next(told) - wanted).abs() < 0.1, "{told}: {}", next(told));
        }
    }
}
