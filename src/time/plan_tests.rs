use super::super::ClockReport;
use super::*;
use proptest::prelude::*;

fn s(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

const POLICY: TimePolicy = TimePolicy {
    lag: Duration::from_millis(100),
    default_move: Duration::from_secs(5),
    shortest_move: Duration::ZERO,
};

fn at(moves: usize, side: usize) -> Stage {
    Stage {
        moves,
        area: side * side,
    }
}

/// The budget in seconds at the start of a clock.
fn budget(system: &str, stage: Stage) -> (f64, f64) {
    let clock = Clock::new(TimeSystem::parse_kata(&mut system.split(' ')).unwrap());
    let budget = POLICY.budget(&clock, stage, Instant::now());
    (budget.soft.as_secs_f64(), budget.hard.as_secs_f64())
}

fn is_near(value: f64, expected: f64) -> bool {
    (value - expected).abs() <= 0.05 * expected
}

#[test]
fn no_clock_has_a_finite_default() {
    assert_eq!(budget("none", at(0, 19)), (5.0, 5.0));
}

/// How much of the time to aim for is lost if it is not used, in seconds.
fn lost(system: &str, stage: Stage) -> f64 {
    let clock = Clock::new(TimeSystem::parse_kata(&mut system.split(' ')).unwrap());
    let budget = POLICY.budget(&clock, stage, Instant::now());
    budget.free_until.as_secs_f64()
}

#[test]
fn time_is_kept_for_later_where_that_can_be() {
    let soft = |system: &str| budget(system, at(60, 19)).0;
    for system in [
        "absolute 600",
        "fischer 60 10",
        "fischer-capped 60 10 600 60",
        "canadian 0 300 25",
        "byoyomi 600 30 5",
    ] {
        assert_eq!(lost(system, at(60, 19)), 0.0, "{system}");
    }
    for system in ["none", "byoyomi 0 30 5", "canadian 0 30 1"] {
        assert_eq!(lost(system, at(60, 19)), soft(system), "{system}");
    }
}

#[test]
fn what_is_above_the_limit_of_a_clock_is_lost() {
    // A full clock takes none of the ten seconds that the move adds; half of them fit this one.
    for (system, expected) in [
        ("fischer-capped 300 10 300 -1", 10.0),
        ("fischer-capped 295 10 300 -1", 5.0),
    ] {
        let lost = lost(system, at(60, 19));
        assert!((lost - expected).abs() < 1e-6, "{system}: {lost}");
        assert!(budget(system, at(60, 19)).0 > lost, "{system}");
    }
}

#[test]
fn whoever_has_begun_a_period_may_use_it_up() {
    let with_periods = |count: &str| {
        let system = TimeSystem::parse_kata(&mut "byoyomi 600 30 5".split(' '));
        let mut clock = Clock::new(system.unwrap());
        clock.report(ClockReport::parse(&mut ["30", count].into_iter()).unwrap());
        POLICY.budget(&clock, at(60, 19), Instant::now())
    };
    let Budget {
        soft,
        hard,
        free_from,
        ..
    } = with_periods("5");
    assert!(
        soft < free_from && free_from < hard,
        "{soft:?} {free_from:?} {hard:?}"
    );
    assert_eq!(free_from, s(30.0));
    // Without a period to spare there is nothing behind this one.
    let Budget {
        hard, free_from, ..
    } = with_periods("2");
    assert_eq!(free_from, hard);
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
        clock.report(ClockReport {
            time: s(30.0),
            stones,
        });
        let budget = POLICY.budget(&clock, at(100, 19), now);
        assert_eq!(budget.soft, s(29.5));
        assert_eq!(budget.hard, s(29.5 + spare));
    }
    // Main time of zero is the first period.
    assert!(budget("byoyomi 0 1 5", at(0, 9)).0 > 0.85);
    // The delay counts too where the period is used up and the next one begins.
    clock.report(ClockReport {
        time: s(0.0),
        stones: 3,
    });
    let budget = POLICY.budget(&clock, at(100, 19), now);
    assert_eq!((budget.soft, budget.hard), (s(0.0), s(29.5)));
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
fn a_canadian_period_without_reports_lasts_on_a_busy_machine() {
    let (period, stones) = (s(5.0), 10);
    let left_after_all = |is_reported: bool| {
        let mut clock = Clock::new(TimeSystem::Canadian {
            main: s(0.0),
            period,
            stones,
        });
        let now = Instant::now();
        let mut truth = 5.0;
        for n in 0..stones {
            if is_reported {
                let time = s(truth);
                let stones = stones - n;
                clock.report(ClockReport { time, stones });
            }
            clock.start_thinking(now);
            let soft = POLICY.budget(&clock, at(2 * n as usize, 19), now).soft;
            clock.stop_thinking(now + soft);
            // A third of the lag that our clock does not see, and a little more.
            truth -= soft.as_secs_f64() + 0.04;
        }
        truth
    };
    for is_reported in [false, true] {
        let left = left_after_all(is_reported);
        assert!((0.0..0.4).contains(&left), "{is_reported}: {left}");
    }
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
    clock.report(ClockReport {
        time: s(10.0),
        stones: 0,
    });
    assert!(POLICY.budget(&clock, at(0, 19), Instant::now()).hard < s(1.0));
    clock.report(ClockReport {
        time: s(86400.0),
        stones: 0,
    });
    assert_eq!(
        POLICY.budget(&clock, at(0, 19), Instant::now()).hard,
        s(5.0)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

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
        let mut words = std::iter::once(name).chain(words.iter().map(String::as_str)).take(count + 1);
        let Ok(system) = TimeSystem::parse_kata(&mut words) else { return Ok(()) };
        let mut clock = Clock::new(system);
        let policy = TimePolicy { lag, default_move: Duration::MAX, shortest_move: Duration::ZERO };
        let now = Instant::now();
        for step in 0..4 {
            if step == 2 {
                clock.report(ClockReport::parse(&mut [&*report.0, &*report.1].into_iter()).unwrap());
            }
            clock.start_thinking(now);
            let budget = policy.budget(&clock, Stage { moves, area }, now + s(spent));
            prop_assert!(budget.soft <= budget.hard && budget.hard <= s(1e9));
            clock.stop_thinking(now + s(spent));
        }
    }
}

/// In correspondence games nobody wants to wait for days.
#[test]
fn no_move_on_a_clock_takes_longer_than_ten_minutes() {
    let day = Duration::from_secs(86_400);
    let systems = [
        TimeSystem::Absolute { main: 100 * day },
        TimeSystem::Canadian {
            main: Duration::ZERO,
            period: day,
            stones: 1,
        },
    ];
    for system in systems {
        let budget = POLICY.budget(&Clock::new(system), at(60, 19), Instant::now());
        assert!(budget.hard <= Duration::from_secs(600), "{budget:?}");
    }
    // Who plays without a clock says himself how long a move takes.
    let patient = TimePolicy {
        default_move: day,
        ..POLICY
    };
    let budget = patient.budget(&Clock::default(), at(60, 19), Instant::now());
    assert_eq!(budget.hard, day);
}

/// A large network takes a part of a second for its first visit already, however little time there is.
#[test]
fn the_shortest_moves_of_a_long_game_are_kept_time_for() {
    let slow = TimePolicy {
        shortest_move: Duration::from_millis(500),
        ..POLICY
    };
    let clock = Clock::new(TimeSystem::Absolute {
        main: Duration::from_secs(600),
    });
    let [quick, slow] =
        [POLICY, slow].map(|policy| policy.budget(&clock, at(60, 19), Instant::now()));
    assert!(slow.soft < quick.soft.mul_f64(0.85), "{slow:?} {quick:?}");
}
