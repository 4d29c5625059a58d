//! What moves and answers wait for, and what clocks say of it.

use super::*;
use crate::game::Rules;
use crate::net::{Loading, Manner, Networks};
use crate::reading::Success;
use crate::search::{Guidance, Limits};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

#[test]
fn a_move_starts_the_opponents_clock() {
    let mut session = session();
    session.play(Color::White, Move::Pass).unwrap();
    let later = Instant::now() + Duration::from_secs(5);
    let [black, white] = session.clocks();
    assert!(black.thinking_time(later) >= Duration::from_secs(5));
    assert_eq!(white.thinking_time(later), Duration::ZERO);
}

/// Some clients ask for a move and then send it themselves.
#[test]
fn a_suggested_move_costs_the_time_that_it_took() {
    let mut session = session_with(Config {
        playouts: Some(u64::MAX),
        max_time: Some(Duration::from_millis(300)),
        ..config()
    });
    let main = Duration::from_secs(60);
    session.set_time_system(TimeSystem::Absolute { main });
    let left = |session: &Session| session.clocks()[0].left().parts().unwrap().0;
    let mut spent_on_a_suggestion = |is_reported| {
        let before = left(&session);
        session.suggest(Request::new(Color::Black), None).unwrap();
        // As `kata-search` does it.
        session.leave_turn();
        if is_reported {
            let time = before;
            session.set_clock(Color::Black, ClockReport { time, stones: 0 });
        }
        session.play(Color::Black, Move::Pass).unwrap();
        session.play(Color::White, Move::Pass).unwrap();
        before - left(&session)
    };
    for _ in 0..2 {
        let spent = spent_on_a_suggestion(false);
        assert!(spent >= Duration::from_millis(200), "{spent:?}");
    }
    let spent = spent_on_a_suggestion(true);
    assert_eq!(spent, Duration::ZERO, "the client has counted it");
}

#[test]
fn a_network_that_is_not_ready_costs_no_move() {
    let mut session = session_with(Config {
        networks: Some(Loading::unread()).into(),
        ..config()
    });
    let interrupted = Request::new(Color::White);
    interrupted.stop.store(true, Relaxed);
    let in_time = Some(Duration::from_millis(20));
    for (max_time, request) in [(in_time, Request::new(Color::Black)), (None, interrupted)] {
        session.reconfigure(|config| config.max_time = max_time);
        let answer = session.genmove(request, None).unwrap();
        assert!(matches!(answer.choice, Choice::Move(_)), "{answer:?}");
    }
    assert_eq!(session.game().moves().len(), 2);
}

#[test]
fn a_move_for_which_a_network_came_too_late_is_thought_about() {
    let config = Config {
        networks: Some(Loading::unread()).into(),
        playouts: Some(u64::MAX),
        ..config()
    };
    let dims = Dims::square(9).unwrap();
    let mut session = Session::new(config, Game::new(dims, Rules::default(), 7.5));
    let main = Duration::from_secs(8);
    session.set_time_system(TimeSystem::Absolute { main });
    // Half of it goes by in waiting, which is more than the move is meant to take.
    let budget = session.budget(Color::Black, Duration::ZERO).unwrap();
    assert!(budget.soft < budget.hard / 2);
    session.genmove(Request::new(Color::Black), None).unwrap();
    let (left, _) = session.clocks()[0].left().parts().unwrap();
    let spent = main - left;
    assert!(spent > budget.hard * 5 / 8, "{spent:?} of {budget:?}");
}

#[test]
fn who_is_told_to_stop_does_not_wait_for_a_network() {
    let mut session = session_with(Config {
        networks: Some(Loading::unread()).into(),
        ..config()
    });
    let stop = Arc::new(AtomicBool::new(true));
    let limits = Limits {
        stop: Arc::clone(&stop),
        ..Limits::default()
    };
    session.analyze(Color::Black, limits, Guidance::default(), |_| {
        panic!("there is no search yet")
    });
    assert!(session.look(Arc::clone(&stop)).is_none());
    assert_eq!(session.judge(Arc::clone(&stop)).stones(Status::Dead), []);
    let patience = Patience::Until(&stop);
    assert_eq!(session.first_opinion(Color::Black, patience), None);
    // Nobody is asked about stones that count as they stand.
    session.set_rules(Rules::preset("tromp-taylor").unwrap());
    session.play(Color::Black, Move::Pass).unwrap();
    session.play(Color::White, Move::Pass).unwrap();
    session.judge(Arc::default());
}

#[test]
fn a_network_that_decides_nothing_is_not_waited_for() {
    let unread = || Some(Loading::unread());
    let only_told = Config {
        networks: Networks {
            human: unread(),
            ..Networks::default()
        },
        ..config()
    };
    let classical = Config {
        networks: unread().into(),
        classical: true,
        ..config()
    };
    for config in [only_told, classical] {
        let mut session = session_with(config);
        let (color, manner) = (Color::Black, Manner::default());
        let opinion = session.human_opinion(color, &manner, Patience::IfRead);
        assert_eq!(opinion, None);
        // Nothing limits the time of this move.
        let answer = session.genmove(Request::new(Color::Black), None).unwrap();
        assert_eq!(answer.report.unwrap().playouts, 20);
    }
}

/// Who limits playouts does not want to lose on time for it.
#[test]
fn a_clock_ends_a_search_of_many_playouts() {
    let mut session = session_with(Config {
        playouts: Some(u64::MAX),
        ..config()
    });
    let period = Duration::from_millis(200);
    session.set_time_system(TimeSystem::Canadian {
        main: Duration::ZERO,
        period,
        stones: 1,
    });
    // It would not end without the clock.
    let answer = session.genmove(Request::new(Color::Black), None).unwrap();
    assert!(answer.report.unwrap().playouts > 0);
}

/// An enclosed group is read out, and nobody waits for the network.
#[test]
fn what_reading_finds_out_needs_no_network() {
    let mut session = session_with(Config {
        networks: Some(Loading::unread()).into(),
        ..config()
    });
    let enclosed = Game::from_diagram(
        "
        ........
        ........
        ........
        XXXXXX..
        OOO.OX..
        OOOOOX..
        XXXXXX..
        ........",
    )
    .unwrap();
    let open = Game::from_diagram(
        "
        ........
        ........
        ..O.....
        ........
        .....X..
        ........
        ........
        ........",
    )
    .unwrap();
    let mut fate = |game: &Game, (x, y)| {
        let stone = game.dims().point(x, y).unwrap();
        let stopped = Arc::new(AtomicBool::new(true));
        session.fate(game, stone, Color::Black, stopped).fate
    };
    assert_eq!(fate(&open, (2, 5)), None);
    assert_eq!(fate(&enclosed, (0, 2)).unwrap().success, Success::Yes);
}

#[test]
fn what_a_move_has_waited_counts_against_the_longest_time() {
    let longest = Duration::from_secs(4);
    let mut session = session_with(Config {
        max_time: Some(longest),
        playouts: Some(u64::MAX),
        ..config()
    });
    let waited = Duration::from_secs(3);
    let hard = |session: &Session| session.budget(Color::Black, waited).unwrap().hard;
    assert_eq!(hard(&session), longest - waited);
    session.set_time_system(TimeSystem::Absolute {
        main: Duration::from_secs(100_000),
    });
    assert_eq!(hard(&session), longest - waited);
}
