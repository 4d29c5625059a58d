//! From a clock to a budget for this move.

use super::clock::{Clock, Left};
use super::system::{TimeSystem, clamped};
use std::f64::consts::E;
use std::time::{Duration, Instant};

/// How long to think about one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The time to aim for: less where the move is clear, more where it is not.
    pub soft: Duration,
    /// The time never to exceed. Not below `soft`.
    pub hard: Duration,
    /// Whether time not used can be used later. Where it cannot, thinking on
    /// about a clear move costs nothing and prepares the next.
    pub carries_over: bool,
}

impl Budget {
    /// Exactly this long.
    pub fn fixed(time: Duration) -> Budget {
        Budget {
            soft: time,
            hard: time,
            carries_over: false,
        }
    }

    /// This long where the move is not clear before.
    pub fn at_most(time: Duration) -> Budget {
        Budget {
            carries_over: true,
            ..Budget::fixed(time)
        }
    }

    fn of(soft: f64, hard: f64) -> Budget {
        let hard = clamped(hard);
        Budget {
            soft: clamped(soft).min(hard),
            hard,
            carries_over: true,
        }
    }

    /// The same, but never longer than `most` seconds.
    fn capped(self, most: f64) -> Budget {
        let most = clamped(most);
        Budget {
            soft: self.soft.min(most),
            hard: self.hard.min(most),
            ..self
        }
    }
}

/// How far the game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The moves played by both sides.
    pub moves: usize,
    /// The points of the board.
    pub area: usize,
}

impl Progress {
    fn area(self) -> f64 {
        self.area.clamp(1, 10_000) as f64
    }

    /// What a move is worth in time at this stage of the game.
    fn weight(self, moves: f64) -> f64 {
        let stage = moves / self.area();
        match stage {
            _ if stage < OPENING => 0.5 + 0.5 * stage / OPENING,
            _ if stage < MIDDLE => 1.0,
            _ if stage < ENDGAME => 1.0 - 0.6 * (stage - MIDDLE) / (ENDGAME - MIDDLE),
            _ => 0.4,
        }
    }

    /// The share of the time left that this move should get, if it must last for the game.
    ///
    /// Always below one, and of what is left: a game that takes longer than expected only thinks less.
    fn share(self) -> f64 {
        let (now, end) = (self.moves as f64, ENDGAME * self.area());
        // Games end later than expected: some moves more, at any time.
        let tail = (self.area() / 16.0).max(8.0) * self.weight(end);
        let mut later = tail;
        let mut moves = now + 2.0;
        while moves < end {
            later += self.weight(moves);
            moves += 2.0;
        }
        self.weight(now) / (self.weight(now) + USED * later)
    }

    /// How many moves of one's own are still possible in a long game.
    fn most_moves(self) -> f64 {
        (1.5 * self.area() - self.moves as f64).max(0.25 * self.area()) / 2.0
    }
}

// Stages of the game, in moves of both sides per point of the board.
const OPENING: f64 = 0.1;
const MIDDLE: f64 = 0.45;
/// Where a game is expected to end.
const ENDGAME: f64 = 0.8;

/// What later moves will use of their shares: most are clear before. Time kept
/// for the end of the game decides little, so rather less than more.
const USED: f64 = 0.4;

/// How much more than its share an unclear move may take.
const UNCLEAR: f64 = 4.0;

/// What the user decides about thinking times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePolicy {
    /// Held back from every deadline for what lies between our clock and the
    /// true one: the longest delay of a reply that should not lose the game.
    pub lag: Duration,
    /// The time for a move when there is no clock.
    pub default_move: Duration,
}

impl Default for TimePolicy {
    fn default() -> TimePolicy {
        TimePolicy {
            lag: Duration::from_millis(100),
            default_move: Duration::from_secs(5),
        }
    }
}

impl TimePolicy {
    /// How long to think from `now` on about the move for which `clock` runs
    /// (or is about to be started).
    ///
    /// With no time left the budget is zero: the answer should then be whatever
    /// is known at once.
    pub fn budget(&self, clock: &Clock, progress: Progress, now: Instant) -> Budget {
        let budget = Planner::new(self, clock, progress).plan(clock);
        let spent = clock.thinking_time(now);
        Budget {
            soft: budget.soft.saturating_sub(spent),
            hard: budget.hard.saturating_sub(spent),
            ..budget
        }
    }
}

/// All in seconds.
struct Planner {
    lag: f64,
    /// The delay expected for every move.
    overhead: f64,
    /// The moves since the clock was reported.
    unreported: f64,
    /// What a move gets when there is no clock.
    default: f64,
    share: f64,
    weight: f64,
    most_moves: f64,
    /// The same at the start of the game.
    longest_game: f64,
}

impl Planner {
    fn new(policy: &TimePolicy, clock: &Clock, progress: Progress) -> Planner {
        let lag = policy.lag.as_secs_f64();
        // Small delays are many, and a clock that nobody reports misses part of each.
        let overhead = lag / 7.0;
        Planner {
            lag,
            overhead,
            unreported: f64::from(clock.unreported()),
            default: policy.default_move.as_secs_f64(),
            share: progress.share(),
            weight: progress.weight(progress.moves as f64),
            most_moves: progress.most_moves(),
            longest_game: Progress {
                moves: 0,
                ..progress
            }
            .most_moves(),
        }
    }

    fn plan(&self, clock: &Clock) -> Budget {
        let s = |time: Duration| time.as_secs_f64();
        match (clock.system(), clock.left()) {
            (_, Left::Unlimited) => Budget::fixed(clamped(self.default)),
            (TimeSystem::None, left) => self.hinted(left),
            (TimeSystem::Absolute { main }, Left::Main(time) | Left::Period { time, .. }) => {
                self.absolute(s(time), s(main))
            }
            (
                TimeSystem::Fischer {
                    main,
                    increment,
                    limit,
                    max_per_move,
                },
                Left::Main(time) | Left::Period { time, .. },
            ) => {
                let budget = self.fischer(s(time), s(main), s(increment), limit.map(s));
                let max = max_per_move.map_or(f64::INFINITY, |max| s(max) - self.margin(s(max)));
                budget.capped(max)
            }
            (TimeSystem::Canadian { period, stones, .. }, Left::Main(main)) => {
                // What the first period gives to each of its moves.
                let period = self.canadian(s(period), stones, 0);
                let room = if self.unreported > 0.0 {
                    period.soft
                } else {
                    period.hard
                };
                self.before_overtime(s(main), period, s(room))
            }
            (
                TimeSystem::Canadian {
                    main,
                    period,
                    stones,
                },
                Left::Period { time, count },
            ) => {
                let budget = self.canadian(s(time), count, stones.saturating_sub(count));
                if main.is_zero() || self.unreported == 0.0 {
                    return budget;
                }
                // The first period may have begun a move earlier than our clock
                // thinks. With even shares, any row of moves fits a period.
                budget.capped(s(self.canadian(s(period), stones, 0).soft))
            }
            (TimeSystem::ByoYomi { period, .. }, Left::Main(main)) => {
                // Below zero if the period is no match for the lag: main time makes up for it.
                let room = s(period) - self.margin(s(period));
                let period = self.byo_yomi(s(period), s(period), 1);
                self.before_overtime(s(main), period, room)
            }
            (TimeSystem::ByoYomi { period, .. }, Left::Period { time, count }) => {
                self.byo_yomi(s(time), s(period), count)
            }
        }
    }

    /// A report without a time system: never more than without.
    fn hinted(&self, left: Left) -> Budget {
        let budget = match left {
            Left::Main(time) => self.absolute(time.as_secs_f64(), time.as_secs_f64()),
            Left::Period { time, count } => self.canadian(time.as_secs_f64(), count, 0),
            Left::Unlimited => Budget::fixed(clamped(self.default)),
        };
        budget.capped(self.default)
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
    /// the game must be paid, when each of them costs `overhead` at least.
    fn usable(&self, bank: f64, full: f64, overhead: f64) -> f64 {
        // At most half of a short bank is held back: few games last longest.
        let overhead = overhead.min(0.5 * full / self.longest_game);
        (bank - self.lag - self.drift() - overhead * self.most_moves).max(0.0)
    }

    fn absolute(&self, main: f64, full: f64) -> Budget {
        let usable = self.usable(main, full, self.overhead);
        let soft = usable * self.share;
        Budget::of(soft, (UNCLEAR * soft).min(usable / 4.0).max(soft))
    }

    fn fischer(&self, main: f64, full: f64, increment: f64, limit: Option<f64>) -> Budget {
        let overhead = (self.overhead - increment).max(0.0);
        let usable = self
            .usable(main, full, overhead)
            .min(main - self.margin(main));
        // Above the limit, time unused is time lost.
        let lost = limit.map_or(0.0, |limit| main + increment - limit);
        let wanted = usable * self.share + 0.9 * increment;
        let soft = wanted.max(lost).min(usable);
        let hard = (UNCLEAR * soft).min(increment + usable / 4.0).max(soft);
        Budget {
            carries_over: lost < wanted,
            ..Budget::of(soft, hard.min(usable))
        }
    }

    /// Main time with overtime behind it, which gives `overtime` to every later
    /// move, and up to `room` to the one on which it begins.
    fn before_overtime(&self, main: f64, overtime: Budget, room: f64) -> Budget {
        let free = overtime.soft.as_secs_f64();
        let main = (main - self.drift()).max(0.0);
        let wanted = free * (1.0 + (E - 1.0) * self.weight);
        let mut soft = (main * self.share).max(wanted);
        // Overtime begun for a moment would be thrown away, and so would a moment's main time.
        if soft > main - free / 2.0 {
            soft = main + free;
        }
        Budget {
            carries_over: main > 0.0 || overtime.carries_over,
            ..Budget::of(soft.min(main + free), (UNCLEAR * soft).min(main + room))
        }
    }

    fn byo_yomi(&self, time: f64, period: f64, count: u32) -> Budget {
        let soft = time - self.margin(time);
        // Two periods are kept for accidents.
        let spare = if count > 2 { period } else { 0.0 };
        Budget {
            carries_over: false,
            ..Budget::of(soft, soft.max(0.0) + spare)
        }
    }

    fn canadian(&self, time: f64, stones: u32, played: u32) -> Budget {
        let stones = f64::from(stones.max(1));
        let missed = self.overhead * self.unreported.min(f64::from(played));
        let later = self.overhead * (stones - 1.0);
        let usable = (time - self.margin(time / stones) - missed - later).max(0.0);
        let soft = usable / stones;
        // An unclear move leaves the others at least a third of their share.
        let hard = (UNCLEAR * soft).min(usable - (stones - 1.0) * soft / 3.0);
        Budget {
            carries_over: stones > 1.0,
            ..Budget::of(soft, hard)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn s(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    const POLICY: TimePolicy = TimePolicy {
        lag: Duration::from_millis(100),
        default_move: Duration::from_secs(5),
    };

    fn at(moves: usize, side: usize) -> Progress {
        Progress {
            moves,
            area: side * side,
        }
    }

    /// The budget in seconds at the start of a clock.
    fn budget(system: &str, progress: Progress) -> (f64, f64) {
        let words: Vec<&str> = system.split(' ').collect();
        let clock = Clock::new(TimeSystem::parse_kata(&words).unwrap());
        let budget = POLICY.budget(&clock, progress, Instant::now());
        (budget.soft.as_secs_f64(), budget.hard.as_secs_f64())
    }

    fn is_near(value: f64, expected: f64) -> bool {
        (value - expected).abs() <= 0.05 * expected
    }

    #[test]
    fn no_clock_has_a_finite_default() {
        assert_eq!(budget("none", at(0, 19)), (5.0, 5.0));
    }

    #[test]
    fn time_is_kept_for_later_where_that_can_be() {
        let carries_over = |system: &str| {
            let words: Vec<&str> = system.split(' ').collect();
            let clock = Clock::new(TimeSystem::parse_kata(&words).unwrap());
            let budget = POLICY.budget(&clock, at(60, 19), Instant::now());
            budget.carries_over
        };
        for system in [
            "absolute 600",
            "fischer 60 10",
            "fischer-capped 60 10 600 60",
            "canadian 0 300 25",
            "byoyomi 600 30 5",
        ] {
            assert!(carries_over(system), "{system}");
        }
        for system in [
            "none",
            "byoyomi 0 30 5",
            "canadian 0 30 1",
            "fischer-capped 60 30 60 60",
        ] {
            assert!(!carries_over(system), "{system}");
        }
    }

    #[test]
    fn the_middle_game_gets_the_most() {
        let times: Vec<f64> = [0, 36, 120, 290, 400]
            .map(|moves| budget("absolute 1800", at(moves, 19)).0)
            .to_vec();
        // From the same main time: shares grow while fewer moves are left.
        assert!(times[1] > 1.8 * times[0]);
        assert!(is_near(times[3], times[4]));
        // Along a game it is the middle that is thought about longest.
        let used = play_absolute(1800.0, 19, 140, 0.5);
        let (opening, middle, end) = (used[0], used[40], used[130]);
        assert!(
            middle > 1.6 * opening && middle > 2.0 * end,
            "{opening} {middle} {end}"
        );
    }

    /// The times of a game in which every move takes this part of its budget.
    fn play_absolute(main: f64, side: usize, own_moves: usize, part: f64) -> Vec<f64> {
        let mut clock = Clock::new(TimeSystem::Absolute { main: s(main) });
        let now = Instant::now();
        let mut used = Vec::new();
        for n in 0..own_moves {
            clock.start_thinking(now);
            let soft = POLICY.budget(&clock, at(2 * n, side), now).soft;
            let spent = soft.mul_f64(part);
            clock.stop_thinking(now + spent);
            used.push(spent.as_secs_f64());
        }
        used
    }

    #[test]
    fn main_time_is_used_but_not_up() {
        // Most moves are clear before their time is over; a game in which none is comes nearer to the end.
        let clear = [(9, 30), (13, 65), (19, 130)].map(|game| (game, 0.5, 580.0));
        let unclear = [(9, 25), (13, 55), (19, 120)].map(|game| (game, 1.0, 595.0));
        for ((side, moves), part, most) in clear.into_iter().chain(unclear) {
            let used: f64 = play_absolute(600.0, side, moves, part).iter().sum();
            assert!((450.0..most).contains(&used), "{side} {part}: {used}");
        }
    }

    #[test]
    fn five_seconds_sudden_death_on_a_small_board() {
        // Every move takes 20 ms more than it should, 5 of them unseen by our clock.
        let mut clock = Clock::new(TimeSystem::Absolute { main: s(5.0) });
        let now = Instant::now();
        let mut truth = 5.0;
        for n in 0..60 {
            clock.start_thinking(now);
            let soft = POLICY.budget(&clock, at(2 * n, 9), now).soft;
            clock.stop_thinking(now + soft + s(0.015));
            truth -= soft.as_secs_f64() + 0.02;
            if n == 30 {
                assert!((0.5..2.0).contains(&truth), "{truth}");
            }
            assert!(truth > 0.1, "move {n}: {truth}");
        }
    }

    #[test]
    fn byo_yomi_uses_the_period() {
        let mut clock = Clock::new(TimeSystem::ByoYomi {
            main: s(0.0),
            period: s(30.0),
            periods: 3,
        });
        let now = Instant::now();
        for (stones, spare) in [(3, 30.0), (2, 0.0), (1, 0.0)] {
            clock.report(super::super::Report {
                time: s(30.0),
                stones,
            });
            let budget = POLICY.budget(&clock, at(100, 19), now);
            assert_eq!(budget.soft, s(29.5));
            assert_eq!(budget.hard, s(29.5 + spare));
        }
        // Main time of zero is the first period.
        assert!(budget("byoyomi 0 1 5", at(0, 9)).0 > 0.85);
    }

    #[test]
    fn main_time_before_byo_yomi_is_an_extra() {
        let (soft, hard) = budget("byoyomi 600 30 5", at(60, 19));
        assert!(is_near(soft, E * 29.5) && hard > 2.0 * soft);
        // Much main time is divided; little is spent with the first period.
        assert!(budget("byoyomi 36000 30 5", at(60, 19)).0 > 200.0);
        let (soft, hard) = budget("byoyomi 40 30 5", at(60, 19));
        assert!(is_near(soft, 69.5) && is_near(hard, 69.5), "{soft} {hard}");
    }

    #[test]
    fn canadian_divides_by_stones() {
        let (soft, hard) = budget("canadian 0 300 25", at(60, 19));
        assert!((10.0..12.0).contains(&soft) && hard < 60.0, "{soft} {hard}");
        let one = budget("canadian 0 30 1", at(60, 19));
        assert!(is_near(one.0, 29.5) && one.1 == one.0);
    }

    #[test]
    fn fischer_spends_its_increment() {
        let (soft, hard) = budget("fischer 60 10", at(60, 19));
        assert!(
            soft > 9.0 && soft < 12.0 && hard > soft && hard <= 30.0,
            "{soft} {hard}"
        );
        // All above the limit would be lost.
        let (soft, _) = budget("fischer-capped 60 20 60 -1", at(0, 19));
        assert!(soft >= 20.0, "{soft}");
        let (_, hard) = budget("fischer-capped 600 20 600 5", at(0, 19));
        assert!((4.0..5.0).contains(&hard), "{hard}");
    }

    #[test]
    fn thinking_already_done_counts() {
        let mut clock = Clock::new(TimeSystem::Canadian {
            main: s(0.0),
            period: s(30.0),
            stones: 1,
        });
        let now = Instant::now();
        clock.start_thinking(now);
        let budget = POLICY.budget(&clock, at(0, 19), now + s(10.0));
        assert_eq!(budget.hard, s(19.5));
        assert_eq!(
            POLICY.budget(&clock, at(0, 19), now + s(90.0)).hard,
            Duration::ZERO
        );
    }

    #[test]
    fn a_report_without_a_system_only_shortens() {
        let mut clock = Clock::default();
        clock.report(super::super::Report {
            time: s(10.0),
            stones: 0,
        });
        assert!(POLICY.budget(&clock, at(0, 19), Instant::now()).hard < s(1.0));
        clock.report(super::super::Report {
            time: s(86400.0),
            stones: 0,
        });
        assert_eq!(
            POLICY.budget(&clock, at(0, 19), Instant::now()).hard,
            s(5.0)
        );
    }

    // Whole games against a referee with a clock of its own.

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
                    if spent > self.main
                        || max_per_move.is_some_and(|max| spent > max.as_secs_f64())
                    {
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

        fn report(&self, whole_seconds: bool) -> super::super::Report {
            let (time, stones) = self.in_period.unwrap_or((self.main, 0));
            let time = if whole_seconds { time.floor() } else { time };
            super::super::Report {
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
        };
        let mut clock = Clock::new(game.system);
        let mut referee = Referee::new(game.system);
        let mut now = Instant::now();
        for (n, &(style, part, seen)) in game.moves.iter().enumerate() {
            if game.reports != Reports::Never {
                clock.report(referee.report(game.reports == Reports::WholeSeconds));
            }
            clock.start_thinking(now);
            let progress = Progress {
                moves: 2 * n,
                area: game.side * game.side,
            };
            let budget = policy.budget(&clock, progress, now);
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

        #[test]
        fn periods_are_not_wasted(period in 0.5f64..600.0, periods in 1u32..9, moves in 0usize..400) {
            let clock = Clock::new(TimeSystem::ByoYomi { main: s(0.0), period: s(period), periods });
            let budget = POLICY.budget(&clock, at(moves, 19), Instant::now());
            prop_assert!(budget.soft >= s(period / 2.0));
        }

        #[test]
        fn any_value_gives_a_budget(
            words in proptest::collection::vec(r"0|0\.01|1e-9|1|7\.3|1e9|1e300|4294967296", 4),
            kind in 0usize..5,
            report in (r"-5|0|0\.01|3|1e300", "0|1|2|4294967295"),
            moves in any::<usize>(),
            area in any::<usize>(),
            lag in prop_oneof![Just(Duration::ZERO), Just(Duration::MAX), Just(s(0.1))],
            spent in prop_oneof![Just(0.0), Just(0.01), Just(1e8)],
        ) {
            let kinds = [("absolute", 1), ("byoyomi", 3), ("canadian", 3), ("fischer", 2), ("fischer-capped", 4)];
            let (name, count) = kinds[kind];
            let words: Vec<&str> = std::iter::once(name).chain(words.iter().map(String::as_str)).take(count + 1).collect();
            let Ok(system) = TimeSystem::parse_kata(&words) else { return Ok(()) };
            let mut clock = Clock::new(system);
            let policy = TimePolicy { lag, default_move: Duration::MAX };
            let now = Instant::now();
            for step in 0..4 {
                if step == 2 {
                    clock.report(super::super::Report::parse(&[&report.0, &report.1]).unwrap());
                }
                clock.start_thinking(now);
                let budget = policy.budget(&clock, Progress { moves, area }, now + s(spent));
                prop_assert!(budget.soft <= budget.hard && budget.hard <= s(1e9));
                clock.stop_thinking(now + s(spent));
            }
        }
    }
}
