//! What is left of a clock.

use super::system::TimeSystem;
use std::time::Duration;

/// The time a player has left before the move in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// As much as wanted.
    Unlimited,
    /// This much main time.
    Main(Duration),
    /// In a period of overtime.
    Period {
        /// The time left in this period.
        time: Duration,
        /// Canadian: the stones still to be played in it. Byo-yomi: the periods
        /// left, this one included.
        count: u32,
    },
}

impl Left {
    /// The time, and in overtime the count of stones or periods; `None` if there is as much as wanted.
    pub fn parts(self) -> Option<(Duration, Option<u32>)> {
        match self {
            Left::Unlimited => None,
            Left::Main(time) => Some((time, None)),
            Left::Period { time, count } => Some((time, Some(count))),
        }
    }

    /// What is left when the clock has run for `spent` and no move has been made. Of a clock that has run out no time is
    /// left, and never another period.
    pub fn after(self, system: TimeSystem, spent: Duration) -> Left {
        match self {
            Left::Unlimited => self,
            Left::Main(main) if spent < main => Left::Main(main - spent),
            Left::Main(main) => first_period(system).map_or(Left::Main(Duration::ZERO), |period| {
                period.after(system, spent - main)
            }),
            Left::Period { time, count } if spent <= time => Left::Period {
                time: time - spent,
                count,
            },
            Left::Period { time, count } => after_period(system, spent - time, count),
        }
    }
}

/// The first period of overtime, if the system has any.
fn first_period(system: TimeSystem) -> Option<Left> {
    let (time, count) = match system {
        TimeSystem::ByoYomi {
            period, periods, ..
        } => (period, periods),
        TimeSystem::Canadian { period, stones, .. } => (period, stones),
        _ => return None,
    };
    Some(Left::Period { time, count })
}

/// What is left of `count` when the period in hand has ended and `over` has passed since.
fn after_period(system: TimeSystem, over: Duration, count: u32) -> Left {
    let time = Duration::ZERO;
    let TimeSystem::ByoYomi { period, .. } = system else {
        return Left::Period { time, count };
    };
    // No period is zero, and if one were nothing would be divided by it.
    let begun = over.as_nanos().div_ceil(period.as_nanos().max(1));
    match u32::try_from(begun) {
        Ok(begun) if begun < count => Left::Period {
            time: period.saturating_mul(begun).saturating_sub(over),
            count: count - begun,
        },
        _ => Left::Period { time, count: 1 },
    }
}
