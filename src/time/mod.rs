//! Clocks and time systems, and how long to think about this move.
//!
//! A [`TimeSystem`] is what a client's time settings say, a [`Clock`] is one
//! player's time left under it, and a [`TimePolicy`] turns the clock into a
//! [`Budget`]: how long to aim for, and how long at the very most. Nothing here
//! reads the time of day: every `now` comes in as an argument.
//!
//! ```
//! use std::time::{Duration, Instant};
//! use tengen::time::{Clock, Stage, TimePolicy, TimeSystem};
//!
//! let mut clock = Clock::new(TimeSystem::parse_kgs(&mut "byoyomi 600 30 5".split(' '))?);
//! let now = Instant::now();
//! clock.start_thinking(now);
//! let budget = TimePolicy::default().budget(&clock, Stage { moves: 40, area: 361 }, now);
//! assert!(budget.soft > Duration::from_secs(30) && budget.soft <= budget.hard);
//! // think, then
//! clock.stop_thinking(now + Duration::from_secs(40));
//! # Ok::<(), tengen::time::TimeError>(())
//! ```
//!
//! # How the time is divided
//!
//! - *Main time* goes to the moves that are still expected, weighed by the
//!   stage of the game: a move of the middle game has twice the weight of the
//!   first ones. Huang, Coulom and Lin (*Time Management for Monte-Carlo Tree Search
//!   Applied to the Game of Go*, TAAI 2010) found that emphasis, and thinking on
//!   while the best move is unclear, worth far more than an even division. The
//!   second is for the search: it may go from the budget's `soft` to its `hard`.
//!   Later moves are expected to use two fifths of their shares, since most are
//!   clear before. Against the even more careful plan of 0.20.0, which ended
//!   games with half of its time unspent, that and the search's changes since
//!   won 66 % (56 to 75) of 100 games on 9×9 with 6 s each.
//! - *With byo-yomi behind it*, main time is an extra, because the period comes
//!   free for every later move. Spending `t` on each of the next `main / t`
//!   moves and the period `p` on all others, the sum of the logarithms of the
//!   times, which is how playing strength grows, is largest at `t = e · p`.
//! - *A period* is used to its end, less the reserve; with two more in hand,
//!   one may be spent on an unclear move.
//! - *Canadian* time is divided by the stones left; *Fischer* spends the
//!   increment and a share of the rest, and nothing is allowed to go to waste
//!   above a cap.
//!
//! # What is held back
//!
//! The lag reserve once, for the one reply that is late; a seventh of it for each
//! move the game may still last, for delays our own clock cannot see, such as
//! those of pipes and of a client between the moves; and the same for each
//! move since the clock was last reported.

mod budget;
mod clock;
mod clock_report;
#[cfg(test)]
mod game_tests;
mod left;
#[cfg(feature = "cli")]
mod pace;
mod parse;
mod plan;
mod stage;
mod system;

pub use budget::Budget;
pub use clock::Clock;
pub use clock_report::ClockReport;
pub use left::Left;
#[cfg(feature = "cli")]
pub(crate) use pace::next_due;
pub use parse::{ParseTimeSystem, TimeError};
pub use plan::TimePolicy;
pub use stage::Stage;
pub use system::{LONGEST, TimeSystem};
