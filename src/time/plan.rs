//! From a clock to a budget for this move.

use super::budget::Budget;
use super::clock::Clock;
use super::left::Left;
use super::stage::Stage;
use super::system::{TimeSystem, clamped};
use std::f64::consts::E;
use std::time::{Duration, Instant};

/// How much more than its share an unclear move may take.
const UNCLEAR: f64 = 4.0;

/// Ten minutes for a move, in seconds: correspondence games would leave days.
const LONGEST_MOVE: f64 = 600.0;

/// What the user decides about thinking times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePolicy {
    /// Held back from every deadline for what lies between our clock and the
    /// true one: the longest delay of a reply that should not lose the game.
    pub lag: Duration,
    /// The time for a move when there is no clock.
    pub default_move: Duration,
    /// What a move takes at least, however little it is given: a visit by a large network is long.
    pub shortest_move: Duration,
}

impl Default for TimePolicy {
    fn default() -> TimePolicy {
        TimePolicy {
            lag: Duration::from_millis(100),
            default_move: Duration::from_secs(5),
            shortest_move: Duration::ZERO,
        }
    }
}

impl TimePolicy {
    /// How long to think from `now` on about the move for which `clock` runs
    /// (or is about to be started).
    ///
    /// With no time left the budget is zero: the answer should then be whatever
    /// is known at once. However much is left, a move on a clock takes ten minutes at most.
    pub fn budget(&self, clock: &Clock, stage: Stage, now: Instant) -> Budget {
        let planned = Planner::new(self, clock, stage).plan(clock);
        let budget = match clock.left() {
            Left::Unlimited => planned,
            _ => planned.capped(LONGEST_MOVE),
        };
        budget.after(clock.thinking_time(now))
    }
}

/// What the plan of a move goes by; times in seconds.
struct Planner {
    lag: f64,
    /// The delay expected for every move.
    overhead: f64,
    /// What a move costs at least, delay or thinking.
    least: f64,
    /// The moves since the clock was reported.
    unreported: f64,
    /// What a move gets when there is no clock.
    default: f64,
    /// The share of the time left that this move should get, if the time must last for the game.
    share: f64,
    /// What the move is worth in time at its stage of the game.
    weight: f64,
    /// The most moves of one's own that are still possible.
    most_moves: f64,
    /// The most there are in a whole game.
    longest_game: f64,
}

impl Planner {
    fn new(policy: &TimePolicy, clock: &Clock, stage: Stage) -> Planner {
        let lag = seconds(policy.lag);
        // Small delays are many, and a clock that nobody reports misses part of each.
        let overhead = lag / 7.0;
        Planner {
            lag,
            overhead,
            least: overhead.max(seconds(policy.shortest_move)),
            unreported: f64::from(clock.unreported()),
            default: seconds(policy.default_move),
            share: stage.share(),
            weight: stage.weight(),
            most_moves: stage.most_moves(),
            longest_game: Stage { moves: 0, ..stage }.most_moves(),
        }
    }

    fn plan(&self, clock: &Clock) -> Budget {
        let Some((time, count)) = clock.left().parts() else {
            return Budget::fixed(clamped(self.default));
        };
        let time = seconds(time);
        match clock.system() {
            TimeSystem::None => self.without_system(time, count),
            TimeSystem::Absolute { main } => self.absolute(time, seconds(main)),
            TimeSystem::Fischer {
                main,
                increment,
                limit,
                max_per_move,
            } => {
                let limit = limit.map(seconds);
                self.fischer(time, seconds(main), seconds(increment), limit)
                    .capped(self.longest_allowed(max_per_move))
            }
            TimeSystem::Canadian {
                main,
                period,
                stones,
            } => match count {
                None => self.before_canadian(time, seconds(period), stones),
                Some(count) => self.in_canadian(time, count, main, seconds(period), stones),
            },
            TimeSystem::ByoYomi { period, .. } => match count {
                None => self.before_byo_yomi(time, seconds(period)),
                Some(count) => self.byo_yomi(time, seconds(period), count),
            },
        }
    }

    /// For a report without a time system: never more than without the report.
    fn without_system(&self, time: f64, stones: Option<u32>) -> Budget {
        let budget = match stones {
            None => self.absolute(time, time),
            Some(stones) => self.canadian(time, stones, 0),
        };
        budget.capped(self.default)
    }

    /// The longest that a limit on every move allows, less what is held back.
    fn longest_allowed(&self, max_per_move: Option<Duration>) -> f64 {
        let max = max_per_move.map_or(f64::INFINITY, seconds);
        max - self.margin(max)
    }

    fn before_canadian(&self, main: f64, period: f64, stones: u32) -> Budget {
        let first_period = self.canadian(period, stones, 0);
        // The period may have begun a move earlier than our clock thinks. With even shares, any row of moves fits it.
        let room = match self.unreported > 0.0 {
            true => first_period.soft,
            false => first_period.hard,
        };
        self.before_overtime(main, first_period, seconds(room))
    }

    fn in_canadian(
        &self,
        time: f64,
        count: u32,
        main: Duration,
        period: f64,
        stones: u32,
    ) -> Budget {
        let budget = self.canadian(time, count, stones.saturating_sub(count));
        if main.is_zero() || self.unreported == 0.0 {
            return budget;
        }
        // As in `before_canadian`.
        budget.capped(seconds(self.canadian(period, stones, 0).soft))
    }

    fn before_byo_yomi(&self, main: f64, period: f64) -> Budget {
        // Below zero if the period is no match for the lag: main time makes up for it.
        let room = period - self.margin(period);
        // Once the main time is over, the first period costs this move nothing: each move has it anew.
        self.before_overtime(main, self.byo_yomi(period, period, 1), room)
            .with_free_from(main)
    }

    /// Held back where time is used to its end. A longer wait can hide a longer delay.
    fn margin(&self, time: f64) -> f64 {
        self.lag + (0.02 * time).min(0.4)
    }

    /// What our clock may have missed of the time spent since it was reported.
    fn drift(&self) -> f64 {
        self.overhead * self.unreported
    }

    /// What may be used of a bank, once `full`, from which every later move of
    /// the game must be paid, when each of them costs `least` at least.
    fn usable(&self, bank: f64, full: f64, least: f64) -> f64 {
        // At most half of a short bank is held back: few games last longest.
        let least = least.min(0.5 * full / self.longest_game);
        (bank - self.lag - self.drift() - least * self.most_moves).max(0.0)
    }

    fn absolute(&self, main: f64, full: f64) -> Budget {
        let usable = self.usable(main, full, self.least);
        let soft = usable * self.share;
        Budget::of(soft, (UNCLEAR * soft).min(usable / 4.0).max(soft))
    }

    fn fischer(&self, main: f64, full: f64, increment: f64, limit: Option<f64>) -> Budget {
        let least = (self.least - increment).max(0.0);
        let usable = self.usable(main, full, least).min(main - self.margin(main));
        // Above the limit, time unused is time lost.
        let lost = limit.map_or(0.0, |limit| main + increment - limit);
        let wanted = usable * self.share + 0.9 * increment;
        let soft = wanted.max(lost).min(usable);
        let hard = (UNCLEAR * soft).min(increment + usable / 4.0).max(soft);
        Budget::of(soft, hard.min(usable)).with_free_until(lost)
    }

    /// Main time with overtime behind it, which gives `overtime` to every later
    /// move, and up to `room` to the one on which it begins.
    fn before_overtime(&self, main: f64, overtime: Budget, room: f64) -> Budget {
        let free = seconds(overtime.soft);
        let main = (main - self.drift()).max(0.0);
        let wanted = free * (1.0 + (E - 1.0) * self.weight);
        let mut soft = (main * self.share).max(wanted);
        // Overtime begun for a moment would be thrown away, and so would a moment's main time.
        if soft > main - free / 2.0 {
            soft = main + free;
        }
        let lost = match main > 0.0 {
            true => 0.0,
            false => seconds(overtime.free_until),
        };
        Budget::of(soft.min(main + free), (UNCLEAR * soft).min(main + room)).with_free_until(lost)
    }

    fn byo_yomi(&self, time: f64, period: f64, count: u32) -> Budget {
        let soft = time - self.margin(time);
        // Two periods are kept for accidents.
        let spare = if count > 2 { period } else { 0.0 };
        let end = time + spare;
        // Whoever has begun another period has paid for the whole of it.
        Budget::of(soft, end - self.margin(end))
            .with_free_until(soft)
            .with_free_from(time)
    }

    fn canadian(&self, time: f64, stones: u32, played: u32) -> Budget {
        let (stones, played) = (f64::from(stones.max(1)), f64::from(played));
        // A clock that is not reported at all hides what a busy machine adds to each move, and here no later period makes up for it.
        let is_blind = self.unreported > 0.0 && self.unreported >= played;
        let delay = match is_blind {
            true => self.lag / 3.0,
            false => self.overhead,
        };
        let missed = delay * self.unreported.min(played);
        let later = self.least.max(delay) * (stones - 1.0);
        let usable = (time - self.margin(time / stones) - missed - later).max(0.0);
        let soft = usable / stones;
        // An unclear move leaves the others at least a third of their share.
        let hard = (UNCLEAR * soft).min(usable - (stones - 1.0) * soft / 3.0);
        let lost = if stones > 1.0 { 0.0 } else { soft };
        Budget::of(soft, hard).with_free_until(lost)
    }
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
