//! Whole games against a referee with a clock of its own.

use super::system::clamped;
use super::{Clock, ClockReport, Left, Stage, TimePolicy, TimeSystem};
use proptest::prelude::*;
use std::time::{Duration, Instant};

fn s(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

/// Kept by other rules of thumb than [`Clock`]: seconds, stage by stage.
struct Referee {
    system: TimeSystem,
    main: f64,
    in_period: Option<(f64, u32)>,
}

impl Referee {
    fn new(system: TimeSystem) -> Referee {
        let Left::Main(main) = Clock::new(system).left() else {
            panic!()
        };
        Referee {
            system,
            main: main.as_secs_f64(),
            in_period: None,
        }
    }

    /// False when the move came too late.
    fn moved(&mut self, mut spent: f64) -> bool {
        let (period, count) = match self.system {
            TimeSystem::Canadian { period, stones, .. } => (period, stones),
            TimeSystem::ByoYomi {
                period, periods, ..
            } => (period, periods),
            TimeSystem::Fischer {
                increment,
                limit,
                max_per_move,
                ..
            } => {
                if spent > self.main || max_per_move.is_some_and(|max| spent > max.as_secs_f64()) {
                    return false;
                }
                self.main += increment.as_secs_f64() - spent;
                self.main = self
                    .main
                    .min(limit.map_or(f64::INFINITY, |l| l.as_secs_f64()));
                return true;
            }
            _ => {
                self.main -= spent;
                return self.main >= 0.0;
            }
        };
        let period = period.as_secs_f64();
        if self.in_period.is_none() {
            if spent < self.main {
                self.main -= spent;
                return true;
            }
            spent -= self.main;
            self.main = 0.0;
            self.in_period = Some((period, count));
        }
        let Some((left, count_left)) = &mut self.in_period else {
            return false;
        };
        *left -= spent;
        if matches!(self.system, TimeSystem::Canadian { .. }) {
            let in_time = *left >= 0.0;
            *count_left -= 1;
            if *count_left == 0 {
                (*left, *count_left) = (period, count);
            }
            return in_time;
        }
        while *left < 0.0 {
            *left += period;
            *count_left -= 1;
            if *count_left == 0 {
                return false;
            }
        }
        *left = period;
        true
    }

    fn report(&self, whole_seconds: bool) -> ClockReport {
        let (time, stones) = self.in_period.unwrap_or((self.main, 0));
        let time = if whole_seconds { time.floor() } else { time };
        ClockReport {
            time: clamped(time),
            stones,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Reports {
    Never,
    Exact,
    WholeSeconds,
}

#[derive(Clone, Debug)]
struct Game {
    system: TimeSystem,
    lag: f64,
    side: usize,
    reports: Reports,
    /// For each move: how it is thought about (0 to 3), the delay as a part
    /// of what is expected, how much of it our clock sees.
    moves: Vec<(u8, f64, f64)>,
    /// The move with one large delay.
    late: usize,
}

fn systems() -> impl Strategy<Value = TimeSystem> {
    let main = prop_oneof![1 => Just(0.0), 3 => 0.5..30.0, 2 => 30.0..4000.0].prop_map(s);
    let period = prop_oneof![0.5..5.0, 5.0..60.0].prop_map(s);
    let cap = proptest::option::of(1.0..3.0);
    (
        main,
        period,
        1u32..30,
        0u8..4,
        cap,
        proptest::option::of(0.5..60.0),
    )
        .prop_map(|(main, period, count, kind, cap, max)| match kind {
            0 => TimeSystem::Absolute {
                main: main.max(s(0.5)),
            },
            1 => TimeSystem::Canadian {
                main,
                period: period * count.div_ceil(4),
                stones: count,
            },
            2 => TimeSystem::ByoYomi {
                main,
                period,
                periods: count,
            },
            _ => TimeSystem::Fischer {
                main: main.max(period),
                increment: period / 2,
                limit: cap.map(|cap| main.max(period).mul_f64(cap)),
                max_per_move: max.map(s),
            },
        })
}

fn games() -> impl Strategy<Value = Game> {
    let reports = prop_oneof![
        Just(Reports::Never),
        Just(Reports::Exact),
        Just(Reports::WholeSeconds)
    ];
    let moves = proptest::collection::vec((0u8..4, 0.0..1.0, 0.0..1.0), 1..180);
    let side = prop_oneof![Just(5usize), Just(9), Just(13), Just(19), Just(25)];
    (systems(), 0.02..0.5, side, reports, moves, 0usize..180).prop_map(
        |(system, lag, side, reports, mut moves, late)| {
            moves.truncate(side * side * 3 / 4);
            Game {
                system,
                lag,
                side,
                reports,
                moves,
                late,
            }
        },
    )
}

/// Whether a careful player can be sure to survive such delays.
fn is_possible(game: &Game) -> bool {
    let overhead = game.lag / 10.0;
    let seconds = |time: Duration| time.as_secs_f64();
    match game.system {
        TimeSystem::Absolute { main } => {
            let moves = (game.side * game.side) as f64 * 0.75;
            seconds(main) > 2.0 * (overhead * moves + game.lag)
        }
        TimeSystem::Canadian { period, stones, .. } => {
            seconds(period) > 2.0 * (game.lag + overhead * f64::from(stones))
        }
        TimeSystem::ByoYomi { period, .. } => seconds(period) > game.lag + overhead,
        TimeSystem::Fischer {
            main,
            increment,
            max_per_move,
            ..
        } => {
            seconds(increment) > overhead
                && seconds(main) > 2.0 * (game.lag + overhead)
                && max_per_move.is_none_or(|max| seconds(max) > game.lag + overhead)
        }
        TimeSystem::None => false,
    }
}

/// Plays a game; the number of the move that came too late.
fn first_late_move(game: &Game) -> Option<usize> {
    let policy = TimePolicy {
        lag: s(game.lag),
        default_move: s(5.0),
        shortest_move: Duration::ZERO,
    };
    let mut clock = Clock::new(game.system);
    let mut referee = Referee::new(game.system);
    let mut now = Instant::now();
    for (n, &(style, part, seen)) in game.moves.iter().enumerate() {
        if game.reports != Reports::Never {
            clock.report(referee.report(game.reports == Reports::WholeSeconds));
        }
        clock.start_thinking(now);
        let stage = Stage {
            moves: 2 * n,
            area: game.side * game.side,
        };
        let budget = policy.budget(&clock, stage, now);
        assert!(budget.soft <= budget.hard);
        let thought = match style {
            0 => budget.hard,
            1 => budget.soft.mul_f64(part),
            _ => budget.soft,
        };
        let mut delay = part * game.lag / 10.0;
        if n == game.late {
            delay += 0.9 * game.lag;
        }
        now += thought + s(seen * delay);
        clock.stop_thinking(now);
        now += s((1.0 - seen) * delay);
        if !referee.moved(thought.as_secs_f64() + delay) {
            return Some(n);
        }
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn no_game_is_lost_on_time(game in games()) {
        if is_possible(&game) {
            prop_assert_eq!(first_late_move(&game), None);
        }
    }
}
