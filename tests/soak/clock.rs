//! The clocks of a game, kept by somebody else than the engine.

use crate::oracle::{below, pick};
use rand_pcg::Pcg64;
use std::time::Duration;

/// A time system with times short enough for thousands of games.
#[derive(Clone, Copy)]
pub enum System {
    Absolute,
    /// Seconds and stones.
    Canadian(f64, u32),
    /// Seconds and periods.
    ByoYomi(f64, u32),
    /// The increment in seconds.
    Fischer(f64),
}

/// One player's clock: seconds, and stones or periods.
#[derive(Clone, Copy)]
pub struct Clock {
    system: System,
    main: f64,
    left: f64,
    /// Of overtime; 0 in main time.
    count: u32,
}

impl Clock {
    pub fn draw(random: &mut Pcg64) -> Clock {
        let main = pick(random, &[0.2, 0.4, 0.8]);
        let main_or_none = pick(random, &[0.0, main]);
        let period = pick(random, &[0.03, 0.05, 0.1]);
        match below(random, 4) {
            0 => Clock::full(System::Absolute, main),
            1 => Clock::full(System::Canadian(5.0 * period, 10), main_or_none),
            2 => Clock::full(System::ByoYomi(period, 3), main_or_none),
            _ => Clock::full(System::Fischer(pick(random, &[0.01, 0.05])), main),
        }
    }

    fn full(system: System, main: f64) -> Clock {
        let clock = Clock {
            system,
            main,
            left: main,
            count: 0,
        };
        match main > 0.0 {
            true => clock,
            false => clock.in_overtime(),
        }
    }

    fn in_overtime(self) -> Clock {
        let (left, count) = match self.system {
            System::Canadian(period, stones) => (period, stones),
            System::ByoYomi(period, periods) => (period, periods),
            System::Absolute | System::Fischer(_) => (0.0, 0),
        };
        Clock {
            left,
            count,
            ..self
        }
    }

    /// The command that tells both players.
    pub fn settings(&self) -> String {
        let main = self.main;
        match self.system {
            System::Absolute => format!("kata-time_settings absolute {main}"),
            System::Canadian(period, stones) => {
                format!("kgs-time_settings canadian {main} {period} {stones}")
            }
            System::ByoYomi(period, periods) => {
                format!("kgs-time_settings byoyomi {main} {period} {periods}")
            }
            System::Fischer(increment) => format!("kata-time_settings fischer {main} {increment}"),
        }
    }

    /// What `time_left` says after the colour.
    pub fn left(&self) -> String {
        format!("{:.3} {}", self.left, self.count)
    }

    /// Charges a move; by how many seconds the clock was overstepped. It is full again then.
    pub fn charge(&mut self, taken: Duration) -> Option<f64> {
        let mut left = self.left - taken.as_secs_f64();
        let mut clock = *self;
        if left < 0.0 && clock.count == 0 {
            clock = clock.in_overtime();
            left += clock.left;
        }
        if let System::ByoYomi(period, _) = clock.system {
            while left < 0.0 && clock.count > 1 {
                clock.count -= 1;
                left += period;
            }
        }
        if left < 0.0 {
            *self = Clock::full(self.system, self.main);
            return Some(-left);
        }
        clock.left = left;
        *self = clock.after_move();
        None
    }

    /// What the system gives back for a move in time.
    fn after_move(mut self) -> Clock {
        match self.system {
            System::Fischer(increment) => self.left += increment,
            System::ByoYomi(period, _) if self.count > 0 => self.left = period,
            System::Canadian(..) if self.count == 1 => return self.in_overtime(),
            System::Canadian(..) if self.count > 1 => self.count -= 1,
            _ => {}
        }
        self
    }
}
