//! The time that engines take.

use std::ops::AddAssign;
use std::time::Duration;

/// The time that an engine spent on its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// Moves asked for.
    pub moves: u32,
    /// All of them together.
    pub total: Duration,
    /// The longest.
    pub longest: Duration,
    /// How near it came to a loss on time: the least that was left, with all of its overtime, when a
    /// move had come. None without clocks.
    pub reserve: Option<Duration>,
}

impl Thinking {
    /// One more move, which took so long and left so much on the clock.
    pub(super) fn add(&mut self, time: Duration, reserve: Option<Duration>) {
        *self += Thinking {
            moves: 1,
            total: time,
            longest: time,
            reserve,
        };
    }

    /// Time per move; zero without moves.
    pub fn average(&self) -> Duration {
        self.total.checked_div(self.moves).unwrap_or_default()
    }
}

impl AddAssign for Thinking {
    fn add_assign(&mut self, other: Thinking) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
        self.reserve = [self.reserve, other.reserve].into_iter().flatten().min();
    }
}
